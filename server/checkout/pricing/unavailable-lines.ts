import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { products, storeProducts, variants } from '#db/schema/index.ts';
import { isolate } from '#domain/text/format.ts';
import type { RequestContext } from '../../context.ts';

/** Product names by variant, of all that the store sells or has sold, for lines that can't be bought any more. */
export async function namesOfVariants(ctx: RequestContext, db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ uuid: variants.uuid, name: products.name })
    .from(variants)
    .innerJoin(products, eq(products.uuid, variants.productUid))
    .innerJoin(
      storeProducts,
      and(eq(storeProducts.productUid, products.uuid), eq(storeProducts.storeUid, ctx.store.uuid)),
    )
    .where(inArray(variants.uuid, ids));
  return new Map(rows.map(({ uuid, name }) => [uuid, name]));
}

export const unavailableText = (name: string | undefined): string =>
  name ? `${isolate(name)}: הפריט אינו זמין יותר` : 'הפריט אינו זמין יותר';
