import type { ProductPreview } from '#contract/catalogue/products.ts';
import { anyOf, byProduct, prepared } from '#db/prepared.ts';
import {
  brands,
  productImages,
  productMeta,
  productReviews,
  products,
  storeProducts,
  variants,
  variantValues,
} from '#db/schema/index.ts';
import { and, asc, eq, sql } from '#db/sql.ts';
import { keyFigures } from '#domain/catalogue/product-page/key-figures.ts';
import { toShekels } from '#domain/money/money.ts';
import type { RequestContext } from '../../context.ts';
import { productCache } from '../product-cache.ts';
import { soldIn } from '../sold-in.ts';
import { isWithdrawn, noSpin, toImage } from './images.ts';
import { canBeOrdered, lowestPrice, variantDeletedPrice, variantPrice } from './price.ts';

/** Some 8,000 cards; more than the first pages of all categories have. */
const loadCards = productCache<ProductPreview>({
  maxBytes: 32 * 1024 * 1024,
  async load(ctx, uuids) {
    const previews = await getPreviews(ctx, uuids);
    // Objects take more than their text; three times is near enough.
    return new Map(
      previews.map((card) => [card.id, { value: card, tags: [], bytes: 3 * JSON.stringify(card).length }]),
    );
  },
});

/** Cards as lists show them, in this order. */
export const getCards = async (ctx: RequestContext, uuids: string[]): Promise<ProductPreview[]> =>
  (await loadCards(ctx, uuids)).flatMap((card) => card ?? []);

/**
 * Cards of these products, in this order; those that the store doesn't show are left out. Five queries whatever the
 * number.
 */
export async function getPreviews(ctx: RequestContext, uuids: string[]): Promise<ProductPreview[]> {
  if (uuids.length === 0) return [];
  const parameters = { uuids, store: ctx.store.uuid };
  const [rows, colorRows, imageRows, priceRows, metaRows] = await Promise.all([
    rowsQuery(ctx.db).execute(parameters),
    colorsQuery(ctx.db).execute(parameters),
    imagesQuery(ctx.db).execute(parameters),
    pricesQuery(ctx.db).execute(parameters),
    metaQuery(ctx.db).execute(parameters),
  ]);
  const byUuid = new Map(rows.map((row) => [row.uuid, row]));
  const colors = byProduct(colorRows);
  const images = byProduct(imageRows.map(({ image }) => image));
  const meta = byProduct(metaRows);
  const prices = byProduct(priceRows);
  return uuids.flatMap((uuid) => {
    const row = byUuid.get(uuid);
    if (!row) return [];
    const productImages = images(uuid);
    const imageOf = (variantUid: string) => productImages.find((image) => image.variantUid === variantUid) ?? null;
    const first = productImages.find((image) => image.variantUid === null) ?? productImages[0];
    const [price] = prices(uuid);
    const values = meta(uuid).map(({ key, value }) => ({ key, value }));
    const before = price ? price.deletedPrice : row.deletedPrice;
    return [
      {
        id: uuid,
        slug: { name: row.slug },
        kind: row.kind,
        name: row.name,
        subtitle: row.subtitle,
        brand:
          row.brandUid && row.brandName && row.brandNameEn
            ? { id: row.brandUid, name: row.brandName, name_en: row.brandNameEn }
            : null,
        main_image: first ? toImage(first, true) : null,
        price: row.price === null ? null : toShekels(Number(row.price)),
        deleted_price:
          row.price !== null && before !== null && Number(before) > Number(row.price)
            ? toShekels(Number(before))
            : null,
        starting_from: (price?.prices ?? 0) > 1,
        available: row.available,
        stock_policy: row.stockPolicy,
        badges: row.badges,
        variant_colors: colors(uuid).map((color) => {
          const image = color.variantUids.map(imageOf).find(Boolean) ?? null;
          return {
            value_name: color.valueName,
            value: color.value,
            value_type: color.valueType,
            // What is made to order is in stock in no colour, and to be had in all of them.
            available: row.stockPolicy === 'ON_REQUEST' || (color.available && row.stockPolicy !== 'OUT_OF_STOCK'),
            image: image && toImage(image, false),
            sku: color.sku,
            several: color.onSale > 1,
          };
        }),
        meta: values,
        key_figures: keyFigures({ kind: row.kind, licence_class: row.licenceClass, meta: values }),
        rating: row.rating,
        single_variant_id: price?.only ?? null,
      },
    ];
  });
}

const rowsQuery = prepared((db) =>
  db
    .select({
      uuid: products.uuid,
      slug: products.slug,
      kind: products.kind,
      name: products.name,
      subtitle: products.subtitle,
      brandUid: products.brandUid,
      brandName: brands.name,
      brandNameEn: brands.nameEn,
      price: lowestPrice,
      deletedPrice: sql<number | null>`coalesce(${storeProducts.deletedPriceAgorot}, ${products.deletedPriceAgorot})`,
      available: canBeOrdered,
      stockPolicy: products.stockPolicy,
      licenceClass: products.licenceClass,
      badges: products.badges,
      rating: sql<{ average: number; count: number } | null>`(
        select jsonb_build_object('average', round(avg(rating), 1), 'count', count(*)) from ${productReviews}
        where ${productReviews.storeUid} = ${storeProducts.storeUid} and ${productReviews.productUid} = ${products.uuid}
          and ${productReviews.state} = 'published' having count(*) > 0)`,
    })
    .from(storeProducts)
    .innerJoin(products, eq(products.uuid, storeProducts.productUid))
    .leftJoin(brands, eq(brands.uuid, products.brandUid))
    .where(
      and(eq(storeProducts.storeUid, sql.placeholder('store')), storeProducts.published, anyOf(products.uuid, 'uuids')),
    )
    .prepare('previews'),
);

const onSale = sql`${variants.active} and (${variants.stock} > 0 or ${products.stockPolicy} = 'PRE_ORDER')`;

/** One row a colour and product that is sold; of its variants, those that aren't may still have its pictures. */
const colorsQuery = prepared((db) =>
  db
    .select({
      productUid: variants.productUid,
      valueName: variantValues.valueName,
      value: sql<string>`min(${variantValues.value})`,
      valueType: sql<'COLOR' | 'IMAGE' | 'TEXT'>`min(${variantValues.valueType})`,
      variantUids: sql<string[]>`array_agg(${variants.uuid} order by not ${variants.active}, ${variants.position})`,
      available: sql<boolean>`bool_or(${onSale})`,
      onSale: sql<number>`(count(*) filter (where ${onSale}))::int`,
      sku: sql<string>`(array_agg(${variants.sku} order by ${onSale} desc, ${variants.position}) filter (where ${variants.active}))[1]`,
    })
    .from(variants)
    .innerJoin(products, eq(products.uuid, variants.productUid))
    .innerJoin(variantValues, and(eq(variantValues.variantUid, variants.uuid), eq(variantValues.type, 'COLOR')))
    .where(anyOf(variants.productUid, 'uuids'))
    .groupBy(variants.productUid, variantValues.valueName)
    .having(sql`bool_or(${variants.active})`)
    .orderBy(sql`min(${variants.position}) filter (where ${variants.active})`)
    .prepare('preview_colors'),
);

/** First picture of each product and of each of its variants, those that are sold first. */
const imagesQuery = prepared((db) =>
  db
    .selectDistinctOn([productImages.productUid, isWithdrawn, variants.position, productImages.variantUid], {
      image: productImages,
    })
    .from(productImages)
    .leftJoin(variants, eq(variants.uuid, productImages.variantUid))
    .where(and(anyOf(productImages.productUid, 'uuids'), noSpin))
    .orderBy(
      ...[productImages.productUid, isWithdrawn, asc(variants.position), productImages.variantUid],
      asc(productImages.position),
    )
    .prepare('preview_images'),
);

const metaQuery = prepared((db) =>
  db
    .select()
    .from(productMeta)
    .where(anyOf(productMeta.productUid, 'uuids'))
    .orderBy(asc(productMeta.key), asc(productMeta.value))
    .prepare('preview_meta'),
);

const pricesQuery = prepared((db) =>
  db
    .select({
      productUid: variants.productUid,
      /** Of the variant whose price is shown. */
      deletedPrice: sql<
        number | null
      >`(array_agg(${variantDeletedPrice} order by ${variantPrice}, ${variants.position}, ${variants.sku}))[1]`,
      prices: sql<number>`count(distinct ${variantPrice})::int`,
      only: sql<string | null>`case when count(*) = 1 then (array_agg(${variants.uuid}))[1] end`,
    })
    .from(variants)
    .innerJoin(products, eq(products.uuid, variants.productUid))
    .innerJoin(storeProducts, soldIn(sql.placeholder('store')))
    .where(and(anyOf(variants.productUid, 'uuids'), variants.active))
    .groupBy(variants.productUid)
    .prepare('preview_prices'),
);
