import type { Product, ProductPreview } from '#contract/catalogue/products.ts';
import { anyOf, byProduct, prepared } from '#db/prepared.ts';
import {
  collectionProducts,
  collections,
  productFaqs,
  productRelations,
  productSafety,
  productSpecs,
  products,
} from '#db/schema/index.ts';
import { and, asc, eq, sql } from '#db/sql.ts';
import { feesOf } from '#domain/catalogue/road-price.ts';
import { suits } from '#domain/catalogue/vehicles/vehicle-rules.ts';
import { downRange } from '#domain/money/finance-terms.ts';
import { toAgorot, toShekels } from '#domain/money/money.ts';
import type { RequestContext } from '../../context.ts';
import { listBrands } from '../../stores/stores.ts';
import { getPreviews } from '../cards/previews.ts';
import { ancestors, listCollections } from '../collections/collections.ts';
import { listPlans, toPlan } from '../finance-plans.ts';
import { listFits } from '../parts/fits.ts';
import { successorsOf } from '../parts/successors.ts';
import { groupSpecs } from './specifications.ts';
import { getVariants } from './variants.ts';

type Row = typeof products.$inferSelect;

/**
 * These products with everything that their pages show; without those that the store does not. Some fifteen queries
 * whatever their number.
 */
export async function readProducts(ctx: RequestContext, uids: string[]): Promise<Product[]> {
  const [rows, relations, specs, safety, faqs, paths, sold, rulesFor, plans] = await Promise.all([
    productsQuery(ctx.db).execute({ uids }),
    relationsQuery(ctx.db).execute({ uids }),
    specsQuery(ctx.db).execute({ uids }),
    safetyQuery(ctx.db).execute({ uids }),
    faqsQuery(ctx.db).execute({ uids }),
    pathsTo(ctx, uids),
    getVariants(ctx, uids),
    storeRules(ctx),
    listPlans(ctx),
  ]);
  const parts = rows.filter(({ kind }) => kind === 'SPARE_PART').map(({ uuid }) => uuid);
  const [previews, fits, successors] = await Promise.all([
    getPreviews(ctx, [...new Set([...uids, ...relations.map(({ relatedUid }) => relatedUid)])]),
    parts.length > 0 ? listFits(ctx, parts) : new Map(),
    successorsOf(
      ctx,
      rows.flatMap(({ uuid, replacedBy }) => (replacedBy ? [uuid] : [])),
    ),
  ]);
  const byUid = new Map(previews.map((preview) => [preview.id, preview]));
  const [relationsOf, specsOf, safetyOf, faqsOf] = [
    byProduct(relations),
    byProduct(specs),
    byProduct(safety),
    byProduct(faqs),
  ];
  return rows.flatMap((row) => {
    const uid = row.uuid;
    const preview = byUid.get(uid);
    if (!preview) return [];
    const ofKind = (relationKind: 'UPSELL' | 'RELATED'): ProductPreview[] =>
      relationsOf(uid)
        .filter(({ kind }) => kind === relationKind)
        .flatMap(({ relatedUid }) => byUid.get(relatedUid) ?? []);
    const variants = sold.get(uid)?.variants ?? [];
    const offered = row.kind === 'VEHICLE' ? plans : [];
    return [
      {
        ...preview,
        description: row.description,
        year: row.year,
        licence_class: row.licenceClass,
        pollution_group: row.pollutionGroup,
        safety_level: row.safetyLevel,
        warranty: row.warranty,
        deposit: row.depositAgorot === null ? null : toShekels(row.depositAgorot),
        ...rulesFor(row, preview),
        finance_plans: offered
          .filter((plan) => variants.some(({ price }) => price !== null && downRange(plan, toAgorot(price))))
          .map(toPlan),
        videos: row.videos,
        variants,
        product_images: sold.get(uid)?.images ?? [],
        specifications: groupSpecs(specsOf(uid)),
        safety_systems: safetyOf(uid).map(({ name, explanation, icon, standard }) => ({
          name,
          explanation,
          icon,
          standard,
        })),
        faqs: faqsOf(uid).map(({ question, answer }) => ({ question, answer })),
        upsell: ofKind('UPSELL'),
        related: ofKind('RELATED'),
        fits: fits.get(uid) ?? [],
        replaced_by: successors.get(uid) ?? null,
        breadcrumbs: paths.get(uid) ?? [],
        seo: { title: row.seoTitle ?? row.name, description: row.seoDescription ?? row.subtitle },
      },
    ];
  });
}

const productsQuery = prepared((db) =>
  db.select().from(products).where(anyOf(products.uuid, 'uids')).prepare('products'),
);

const relationsQuery = prepared((db) =>
  db
    .select()
    .from(productRelations)
    .where(anyOf(productRelations.productUid, 'uids'))
    .orderBy(asc(productRelations.position))
    .prepare('product_relations'),
);

const specsQuery = prepared((db) =>
  db
    .select()
    .from(productSpecs)
    .where(anyOf(productSpecs.productUid, 'uids'))
    .orderBy(asc(productSpecs.position))
    .prepare('product_specs'),
);

const safetyQuery = prepared((db) =>
  db
    .select()
    .from(productSafety)
    .where(anyOf(productSafety.productUid, 'uids'))
    .orderBy(asc(productSafety.position))
    .prepare('product_safety'),
);

const faqsQuery = prepared((db) =>
  db
    .select()
    .from(productFaqs)
    .where(anyOf(productFaqs.productUid, 'uids'))
    .orderBy(asc(productFaqs.position))
    .prepare('product_faqs'),
);

const collectionsQuery = prepared((db) =>
  db
    .select({ productUid: collectionProducts.productUid, uuid: collections.uuid })
    .from(collectionProducts)
    .innerJoin(collections, eq(collections.uuid, collectionProducts.collectionUid))
    .where(and(anyOf(collectionProducts.productUid, 'uids'), eq(collections.storeUid, sql.placeholder('store'))))
    .prepare('collections_of_products'),
);

/** From the root to each product's most particular category. */
async function pathsTo(ctx: RequestContext, uids: string[]) {
  const [rows, all] = await Promise.all([
    collectionsQuery(ctx.db).execute({ uids, store: ctx.store.uuid }),
    listCollections(ctx),
  ]);
  return new Map(
    uids.map((uid) => {
      const paths = rows.filter(({ productUid }) => productUid === uid).map(({ uuid }) => ancestors(all, uuid));
      return [uid, paths.sort((a, b) => b.length - a.length)[0] ?? []];
    }),
  );
}

/** The store's fees for a vehicle, and its note on the licence. */
async function storeRules(ctx: RequestContext) {
  const { road_fees: fees = [], licence_notes: notes = [], licence_note: usual = '' } = ctx.store.settings;
  const brands = fees.length + notes.length > 0 ? await listBrands(ctx, ctx.store.companyUid) : [];
  return (row: Row, { meta }: ProductPreview) => {
    if (row.kind !== 'VEHICLE') return { road_fees: [], licence_note: '' };
    const brand = brands.find(({ id }) => id === row.brandUid)?.key ?? null;
    const engineCc = Number(meta.find(({ key }) => key === 'engine_cc')?.value ?? 0);
    const vehicle = { brand, licenceClass: row.licenceClass, engineCc };
    return {
      road_fees: feesOf(fees, vehicle).map(({ name, note, price }) => ({
        name,
        note: note ?? '',
        price: toShekels(price),
      })),
      licence_note: notes.find((note) => suits(note, vehicle))?.text ?? usual,
    };
  };
}
