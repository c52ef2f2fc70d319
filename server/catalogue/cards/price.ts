import { products, storeProducts, variants } from '#db/schema/index.ts';
import { sql } from '#db/sql.ts';

/**
 * What a variant costs in this store: its own price, else the store's for the product, else the product's. `null`: on
 * request. Agorot.
 */
export const variantPrice = sql<
  number | null
>`case when not ${products.priceOnRequest} then coalesce(${variants.priceAgorot}, ${storeProducts.priceAgorot}, ${products.priceAgorot}) end`;

/**
 * What is struck through beside it: the variant's own, else the store's for the product, else the product's. Agorot.
 */
export const variantDeletedPrice = sql<
  number | null
>`coalesce(${variants.deletedPriceAgorot}, ${storeProducts.deletedPriceAgorot}, ${products.deletedPriceAgorot})`;

/** Lowest price among the product's variants in this store; `null`: on request. Agorot. */
export const lowestPrice = sql<
  number | null
>`case when not ${products.priceOnRequest} then coalesce((select min(coalesce(v.price_agorot, ${storeProducts.priceAgorot}, ${products.priceAgorot}))
  from variants v where v.product_uid = ${products.uuid} and v.active), ${storeProducts.priceAgorot}, ${products.priceAgorot}) end`;

/** The same of those that can be ordered now; `null` where none can, too. Agorot. */
export const lowestOrderablePrice = sql<
  number | null
>`case when not ${products.priceOnRequest} then (select min(coalesce(v.price_agorot, ${storeProducts.priceAgorot}, ${products.priceAgorot}))
  from variants v where v.product_uid = ${products.uuid} and v.active
    and (${products.stockPolicy} = 'PRE_ORDER' or (${products.stockPolicy} = 'IN_STOCK' and v.stock > 0))) end`;

/** Whether something of the product can be ordered now: `IN_STOCK` needs a piece, `PRE_ORDER` does not. */
export const canBeOrdered = sql<boolean>`(${products.stockPolicy} = 'PRE_ORDER' or (${products.stockPolicy} = 'IN_STOCK' and exists (
  select from variants v where v.product_uid = ${products.uuid} and v.active and v.stock > 0)))`;

/** The same of one variant. */
export const variantAvailable = sql<boolean>`(${products.stockPolicy} = 'PRE_ORDER' or (${products.stockPolicy} = 'IN_STOCK' and ${variants.stock} > 0))`;
