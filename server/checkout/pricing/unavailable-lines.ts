import type { Successor } from '#contract/catalogue/products.ts';
import type { Db } from '#db/client.ts';
import { products, storeProducts, variants } from '#db/schema/index.ts';
import { and, eq, inArray, isNotNull } from '#db/sql.ts';
import { isolate } from '#domain/text/format.ts';
import { successorsOf } from '../../catalogue/parts/successors.ts';
import { soldIn } from '../../catalogue/sold-in.ts';
import type { RequestContext } from '../../context.ts';

/** Product names by variant, of all that the store sells or has sold, for lines that can't be bought any more. */
export async function namesOfVariants(ctx: RequestContext, db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ uuid: variants.uuid, name: products.name })
    .from(variants)
    .innerJoin(products, eq(products.uuid, variants.productUid))
    .innerJoin(storeProducts, soldIn(ctx.store.uuid))
    .where(inArray(variants.uuid, ids));
  return new Map(rows.map(({ uuid, name }) => [uuid, name]));
}

export const unavailableText = (name: string | undefined): string =>
  name ? `${isolate(name)}: הפריט אינו זמין יותר` : 'הפריט אינו זמין יותר';

/** What is delivered instead of products that can't be bought, by variant. */
export async function successorsOfVariants(ctx: RequestContext, ids: string[]): Promise<Map<string, Successor>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ uuid: variants.uuid, product: products.uuid })
    .from(variants)
    .innerJoin(products, eq(products.uuid, variants.productUid))
    .where(
      and(inArray(variants.uuid, ids), eq(products.companyUid, ctx.store.companyUid), isNotNull(products.replacedBy)),
    );
  const successors = await successorsOf(
    ctx,
    rows.map(({ product }) => product),
  );
  return new Map(
    rows.flatMap(({ uuid, product }) => {
      const successor = successors.get(product);
      return successor ? [[uuid, successor] as const] : [];
    }),
  );
}
