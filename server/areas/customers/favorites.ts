import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { ProductList } from '#contract/products.ts';
import type { Db } from '#db/client.ts';
import { favorites, storeProducts } from '#db/schema/index.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../errors.ts';
import { getPreviews } from '../products/previews.ts';
import { lockCustomer, requireCustomer } from './profile.ts';

const LIMIT = 500;

/** Only what the store shows: a product that is taken off comes back to the list when it is published again. */
const shown = (ctx: RequestContext, customerUid: string) =>
  and(eq(favorites.customerUid, customerUid), eq(storeProducts.storeUid, ctx.store.uuid), storeProducts.published);

async function countShown(ctx: RequestContext, db: Db, customerUid: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(favorites)
    .innerJoin(storeProducts, eq(storeProducts.productUid, favorites.productUid))
    .where(shown(ctx, customerUid));
  return row?.total ?? 0;
}

const selectShown = (ctx: RequestContext, customerUid: string) =>
  ctx.db
    .select({ productUid: favorites.productUid })
    .from(favorites)
    .innerJoin(storeProducts, eq(storeProducts.productUid, favorites.productUid))
    .where(shown(ctx, customerUid))
    .orderBy(desc(favorites.createdAt), favorites.productUid);

/** Product ids, the newest first. */
export async function favoriteIds(ctx: RequestContext, customerUid: string): Promise<string[]> {
  return (await selectShown(ctx, customerUid)).map((row) => row.productUid);
}

export async function getFavorites(
  ctx: RequestContext,
  paging: { page: number; page_size: number },
): Promise<ProductList> {
  const { uuid } = requireCustomer(ctx);
  const [total, rows] = await Promise.all([
    countShown(ctx, ctx.db, uuid),
    selectShown(ctx, uuid)
      .limit(paging.page_size)
      .offset((paging.page - 1) * paging.page_size),
  ]);
  return {
    items: await getPreviews(
      ctx,
      rows.map((row) => row.productUid),
    ),
    total,
    ...paging,
  };
}

/**
 * Adds products in the order given, the first as the newest. Of several, those that the store doesn't have are left out:
 * a device may remember what is gone. @throws NOT_FOUND when none is of the store, FAVORITES_FULL
 */
export async function addFavorites(ctx: RequestContext, productUids: string[]): Promise<number> {
  const { uuid } = requireCustomer(ctx);
  return ctx.db.transaction(async (tx) => {
    await lockCustomer(tx, uuid);
    const known = await tx
      .select({ uuid: storeProducts.productUid })
      .from(storeProducts)
      .where(
        and(
          eq(storeProducts.storeUid, ctx.store.uuid),
          storeProducts.published,
          inArray(storeProducts.productUid, productUids),
        ),
      );
    if (known.length === 0) throw refuse('NOT_FOUND');
    const there = new Set(known.map((row) => row.uuid));
    const now = ctx.now().getTime();
    const added = [...new Set(productUids)].filter((productUid) => there.has(productUid));
    await tx
      .insert(favorites)
      .values(added.map((productUid, index) => ({ customerUid: uuid, productUid, createdAt: new Date(now - index) })))
      .onConflictDoNothing();
    const [kept] = await tx
      .select({ all: sql<number>`count(*)::int` })
      .from(favorites)
      .where(eq(favorites.customerUid, uuid));
    if ((kept?.all ?? 0) > LIMIT) throw refuse('FAVORITES_FULL');
    return countShown(ctx, tx, uuid);
  });
}

/** @throws NOT_FOUND when it is none of the customer's favourites */
export async function removeFavorite(ctx: RequestContext, productUid: string): Promise<number> {
  const { uuid } = requireCustomer(ctx);
  const removed = await ctx.db
    .delete(favorites)
    .where(and(eq(favorites.customerUid, uuid), eq(favorites.productUid, productUid)))
    .returning({ productUid: favorites.productUid });
  if (removed.length === 0) throw refuse('NOT_FOUND');
  return countShown(ctx, ctx.db, uuid);
}
