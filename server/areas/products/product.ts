import { and, asc, eq, or, type SQL } from 'drizzle-orm';
import type { Product, ProductPreview, UpsellProduct } from '#contract/products.ts';
import {
  collectionProducts,
  collections,
  productFaqs,
  productRelations,
  productSafety,
  productSpecs,
  products,
  slugHistory,
  storeProducts,
} from '#db/schema/index.ts';
import { downRange } from '#domain/finance-terms.ts';
import { toAgorot, toShekels } from '#domain/money.ts';
import { feesOf } from '#domain/road-price.ts';
import { plainSlug } from '#domain/slug.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../errors.ts';
import { ancestors, listCollections } from '../collections/collections.ts';
import { listPlans, toPlan } from '../finance/plans.ts';
import { listFits } from '../parts/fits.ts';
import { listBrands } from '../stores/stores.ts';
import { getPreviews } from './previews.ts';
import { getVariants } from './variants.ts';

const uuidPattern = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** A product with everything its page shows; `idOrSlug` within the store, or a former slug of it. @throws NOT_FOUND */
export async function getProduct(ctx: RequestContext, idOrSlug: string): Promise<Product> {
  const row = await findRow(ctx, idOrSlug);
  const uid = row.uuid;
  const relations = await ctx.db
    .select({ uid: productRelations.relatedUid, kind: productRelations.kind })
    .from(productRelations)
    .where(eq(productRelations.productUid, uid))
    .orderBy(asc(productRelations.position));
  const [previews, sold, specs, safety, faqs, breadcrumbs, fees, plans] = await Promise.all([
    getPreviews(ctx, [...new Set([uid, ...relations.map((relation) => relation.uid)])]),
    getVariants(ctx, [uid]),
    ctx.db.select().from(productSpecs).where(eq(productSpecs.productUid, uid)).orderBy(asc(productSpecs.position)),
    ctx.db.select().from(productSafety).where(eq(productSafety.productUid, uid)).orderBy(asc(productSafety.position)),
    ctx.db.select().from(productFaqs).where(eq(productFaqs.productUid, uid)).orderBy(asc(productFaqs.position)),
    pathTo(ctx, uid),
    roadFees(ctx, row),
    row.kind === 'VEHICLE' ? listPlans(ctx) : [],
  ]);
  const variants = sold.get(uid)?.variants ?? [];
  const preview = previews.find(({ id }) => id === uid);
  if (!preview) throw refuse('NOT_FOUND');
  const ofKind = (kind: 'UPSELL' | 'RELATED'): ProductPreview[] => {
    const uids = new Set(relations.filter((relation) => relation.kind === kind).map((relation) => relation.uid));
    return previews.filter(({ id }) => uids.has(id));
  };
  const engineCc = Number(preview.meta.find(({ key }) => key === 'engine_cc')?.value ?? 0);
  return {
    ...preview,
    description: row.description,
    year: row.year,
    licence_class: row.licenceClass,
    pollution_group: row.pollutionGroup,
    safety_level: row.safetyLevel,
    warranty: row.warranty,
    deposit: row.depositAgorot === null ? null : toShekels(row.depositAgorot),
    road_fees: fees(engineCc),
    finance_plans: plans.filter((plan) => variants.some(({ price }) => downRange(plan, toAgorot(price)))).map(toPlan),
    videos: row.videos,
    variants,
    product_images: sold.get(uid)?.images ?? [],
    specifications: groupSpecs(specs),
    safety_systems: safety.map(({ name, explanation, icon, standard }) => ({ name, explanation, icon, standard })),
    faqs: faqs.map(({ question, answer }) => ({ question, answer })),
    upsell: ofKind('UPSELL'),
    related: ofKind('RELATED'),
    fits: row.kind === 'SPARE_PART' ? await listFits(ctx, uid) : [],
    breadcrumbs,
    seo: { title: row.seoTitle ?? row.name, description: row.seoDescription ?? row.subtitle },
  };
}

/** @throws NOT_FOUND */
export const productUidOf = async (ctx: RequestContext, idOrSlug: string): Promise<string> =>
  (await findRow(ctx, idOrSlug)).uuid;

/** Cards of these products with what can be chosen of each, in eight queries whatever their number. */
export async function getUpsells(ctx: RequestContext, uids: string[]): Promise<UpsellProduct[]> {
  const [previews, sold] = await Promise.all([getPreviews(ctx, uids), getVariants(ctx, uids)]);
  return previews.map((preview) => ({ ...preview, variants: sold.get(preview.id)?.variants ?? [] }));
}

async function findRow(ctx: RequestContext, idOrSlug: string) {
  const slug = plainSlug(idOrSlug);
  const bySlug = eq(products.slug, slug);
  const found = await selectRow(ctx, uuidPattern.test(slug) ? or(bySlug, eq(products.uuid, slug)) : bySlug);
  if (found) return found;
  const [former] = await ctx.db
    .select({ uid: slugHistory.entityUid })
    .from(slugHistory)
    .where(
      and(
        eq(slugHistory.ownerUid, ctx.store.companyUid),
        eq(slugHistory.entityType, 'PRODUCT'),
        eq(slugHistory.slug, slug),
      ),
    );
  const renamed = former && (await selectRow(ctx, eq(products.uuid, former.uid)));
  if (!renamed) throw refuse('NOT_FOUND');
  return renamed;
}

async function selectRow(ctx: RequestContext, condition: SQL | undefined) {
  const [row] = await ctx.db
    .select({ product: products })
    .from(products)
    .innerJoin(
      storeProducts,
      and(eq(storeProducts.productUid, products.uuid), eq(storeProducts.storeUid, ctx.store.uuid)),
    )
    .where(and(storeProducts.published, condition))
    .limit(1);
  return row?.product;
}

/** From the root to the product's most particular category. */
async function pathTo(ctx: RequestContext, productUid: string) {
  const [own, all] = await Promise.all([
    ctx.db
      .select({ uuid: collections.uuid })
      .from(collectionProducts)
      .innerJoin(collections, eq(collections.uuid, collectionProducts.collectionUid))
      .where(and(eq(collectionProducts.productUid, productUid), eq(collections.storeUid, ctx.store.uuid))),
    listCollections(ctx),
  ]);
  const paths = own.map(({ uuid }) => ancestors(all, uuid)).sort((a, b) => b.length - a.length);
  return paths[0] ?? [];
}

/** The store's fees for a vehicle; the engine's volume comes with the previews. */
async function roadFees(ctx: RequestContext, row: typeof products.$inferSelect) {
  const rules = row.kind === 'VEHICLE' ? (ctx.store.settings.road_fees ?? []) : [];
  const brands = rules.length > 0 ? await listBrands(ctx, ctx.store.companyUid) : [];
  const brand = brands.find(({ id }) => id === row.brandUid)?.key ?? null;
  return (engineCc: number) =>
    feesOf(rules, { brand, licenceClass: row.licenceClass, engineCc }).map(({ name, note, price }) => ({
      name,
      note: note ?? '',
      price: toShekels(price),
    }));
}

export function groupSpecs(rows: { groupName: string; name: string; value: string; unit: string }[]) {
  const groups = new Map<string, { name: string; value: string; unit: string }[]>();
  for (const { groupName, name, value, unit } of rows) {
    const group = groups.get(groupName) ?? [];
    group.push({ name, value, unit });
    groups.set(groupName, group);
  }
  return [...groups].map(([name, values]) => ({ name, values }));
}
