import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { products, storeProducts, variants } from '#db/schema/index.ts';
import { isolate } from '#domain/text/format.ts';
import type { RequestContext } from '../../context.ts';

/** What the store sells or has sold, by variant: the name of a line that can't be bought any more. Others' variants are not in it. */
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

export const goneText = (name: string | undefined): string =>
  name ? `${isolate(name)}: הפריט אינו זמין יותר` : 'הפריט אינו זמין יותר';
