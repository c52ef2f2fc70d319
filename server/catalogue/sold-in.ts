import { products, storeProducts } from '#db/schema/index.ts';
import { and, type Column, eq, type Placeholder, type SQL } from '#db/sql.ts';

/** The join of `store_products` with `products`: of what this store sells, shown or not. */
export const soldIn = (storeUid: string | Column | Placeholder): SQL | undefined =>
  and(eq(storeProducts.productUid, products.uuid), eq(storeProducts.storeUid, storeUid));
