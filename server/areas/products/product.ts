import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Product, Variant } from '#contract/products.ts';
import {
  collectionProducts,
  collections,
  productFaqs,
  productImages,
  productRelations,
  productSafety,
  productSpecs,
  products,
  storeProducts,
  variants,
  variantValues,
} from '#db/schema/index.ts';
import { toShekels } from '#domain/money.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../errors.ts';
import { ancestors, listCollections } from '../collections/collections.ts';
import { variantPrice } from './filter.ts';
import { type ImageRow, toImage } from './images.ts';
import { getPreviews } from './previews.ts';

const LAST_PIECES = 3;
const uuidPattern = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** A product with everything its page shows; `idOrSlug` within the store. @throws NOT_FOUND */
export async function getProduct(ctx: RequestContext, idOrSlug: string): Promise<Product> {
  const row = await findRow(ctx, idOrSlug);
  const uid = row.uuid;
  const [previews, variantRows, values, images, specs, safety, faqs, relations, categories, allCollections] =
    await Promise.all([
      getPreviews(ctx, [uid]),
      selectVariants(ctx, uid),
      ctx.db
        .select({
          variantUid: variantValues.variantUid,
          type: variantValues.type,
          value_name: variantValues.valueName,
          value: variantValues.value,
          value_type: variantValues.valueType,
        })
        .from(variantValues)
        .innerJoin(variants, eq(variants.uuid, variantValues.variantUid))
        .where(eq(variants.productUid, uid))
        .orderBy(asc(variantValues.position)),
      ctx.db.select().from(productImages).where(eq(productImages.productUid, uid)).orderBy(asc(productImages.position)),
      ctx.db.select().from(productSpecs).where(eq(productSpecs.productUid, uid)).orderBy(asc(productSpecs.position)),
      ctx.db.select().from(productSafety).where(eq(productSafety.productUid, uid)).orderBy(asc(productSafety.position)),
      ctx.db.select().from(productFaqs).where(eq(productFaqs.productUid, uid)).orderBy(asc(productFaqs.position)),
      ctx.db
        .select()
        .from(productRelations)
        .where(eq(productRelations.productUid, uid))
        .orderBy(asc(productRelations.position)),
      ctx.db
        .select({ uuid: collections.uuid })
        .from(collectionProducts)
        .innerJoin(collections, eq(collections.uuid, collectionProducts.collectionUid))
        .where(and(eq(collectionProducts.productUid, uid), eq(collections.storeUid, ctx.store.uuid))),
      listCollections(ctx),
    ]);
  const [preview] = previews;
  if (!preview) throw refuse('NOT_FOUND');
  const related = await getPreviews(
    ctx,
    relations.map((relation) => relation.relatedUid),
  );
  const ofKind = (kind: 'UPSELL' | 'RELATED') => {
    const uids = new Set(relations.filter((relation) => relation.kind === kind).map((relation) => relation.relatedUid));
    return related.filter((product) => uids.has(product.id));
  };
  const paths = categories
    .map((category) => ancestors(allCollections, category.uuid))
    .sort((a, b) => b.length - a.length);
  return {
    ...preview,
    description: row.description,
    year: row.year,
    licence_class: row.licenceClass,
    pollution_group: row.pollutionGroup,
    safety_level: row.safetyLevel,
    warranty: row.warranty,
    deposit: row.depositAgorot === null ? null : toShekels(row.depositAgorot),
    videos: row.videos,
    variants: variantRows.map((variant) => toVariant(variant, row.stockPolicy, values, images)),
    product_images: images
      .filter((image) => image.variantUid === null && image.view !== 'spin')
      .map((image, i) => toImage(image, i === 0)),
    specifications: groupSpecs(specs),
    safety_systems: safety.map(({ name, explanation, icon, standard }) => ({ name, explanation, icon, standard })),
    faqs: faqs.map(({ question, answer }) => ({ question, answer })),
    upsell: ofKind('UPSELL'),
    related: ofKind('RELATED'),
    breadcrumbs: paths[0] ?? [],
    seo: { title: row.seoTitle ?? row.name, description: row.seoDescription ?? row.subtitle },
  };
}

async function findRow(ctx: RequestContext, idOrSlug: string) {
  const [row] = await ctx.db
    .select()
    .from(products)
    .innerJoin(
      storeProducts,
      and(eq(storeProducts.productUid, products.uuid), eq(storeProducts.storeUid, ctx.store.uuid)),
    )
    .where(
      and(
        storeProducts.published,
        or(
          eq(products.slug, idOrSlug.normalize('NFC').toLowerCase()),
          uuidPattern.test(idOrSlug) ? eq(products.uuid, idOrSlug) : undefined,
        ),
      ),
    )
    .limit(1);
  if (!row) throw refuse('NOT_FOUND');
  return row.products;
}

const selectVariants = (ctx: RequestContext, productUid: string) =>
  ctx.db
    .select({
      uuid: variants.uuid,
      sku: variants.sku,
      stock: variants.stock,
      price: variantPrice,
      deletedPrice: sql<
        number | null
      >`coalesce(${variants.deletedPriceAgorot}, ${storeProducts.deletedPriceAgorot}, ${products.deletedPriceAgorot})`,
    })
    .from(variants)
    .innerJoin(products, eq(products.uuid, variants.productUid))
    .innerJoin(
      storeProducts,
      and(eq(storeProducts.productUid, products.uuid), eq(storeProducts.storeUid, ctx.store.uuid)),
    )
    .where(and(inArray(variants.productUid, [productUid]), variants.active))
    .orderBy(asc(variants.position), asc(variants.sku));

type VariantRow = Awaited<ReturnType<typeof selectVariants>>[number];
type ValueRow = { variantUid: string; type: string; value_name: string; value: string; value_type: string };

function toVariant(row: VariantRow, policy: string, values: ValueRow[], images: ImageRow[]): Variant {
  const price = Number(row.price);
  const own = images.filter((image) => image.variantUid === row.uuid);
  return {
    id: row.uuid,
    sku: row.sku,
    price: toShekels(price),
    deleted_price:
      row.deletedPrice !== null && Number(row.deletedPrice) > price ? toShekels(Number(row.deletedPrice)) : null,
    available: policy === 'PRE_ORDER' || (policy === 'IN_STOCK' && row.stock > 0),
    last_pieces: policy === 'IN_STOCK' && row.stock > 0 && row.stock <= LAST_PIECES ? row.stock : null,
    types: values
      .filter((value) => value.variantUid === row.uuid)
      .map(({ type, value_name, value, value_type }) => ({
        type,
        value_name,
        value,
        value_type: value_type as 'COLOR' | 'IMAGE' | 'TEXT',
      })),
    product_images: own.filter((image) => image.view !== 'spin').map((image, i) => toImage(image, i === 0)),
    spin: own.filter((image) => image.view === 'spin').map((image) => toImage(image, false)),
  };
}

function groupSpecs(rows: { groupName: string; name: string; value: string; unit: string }[]) {
  const groups = new Map<string, { name: string; value: string; unit: string }[]>();
  for (const { groupName, name, value, unit } of rows) {
    const group = groups.get(groupName) ?? [];
    group.push({ name, value, unit });
    groups.set(groupName, group);
  }
  return [...groups].map(([name, values]) => ({ name, values }));
}
