import type { ProductList } from '#contract/catalogue/products.ts';
import type { Db } from '#db/client.ts';
import { favorites, products, storeProducts } from '#db/schema/index.ts';
import { and, count, desc, eq, inArray } from '#db/sql.ts';
import { MAX_FAVORITES } from '#domain/people/account-limits.ts';
import { getPreviews } from '../../catalogue/cards/previews.ts';
import { canBeOrdered, lowestPrice } from '../../catalogue/cards/price.ts';
import type { RequestContext } from '../../context.ts';
import { lockCustomer, requireCustomer } from '../../identity/require-customer.ts';
import { refuse } from '../../platform/errors.ts';

/** Only products that the store shows: an unpublished one returns to the list when it is published again. */
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

/** Product ids, descending by time. */
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
 * Adds products, the first as the newest. Of several, those that the store doesn't have are dropped: a device may
 * remember removed ones.
 * @throws NOT_FOUND when none is of the store, FAVORITES_FULL (then none is added)
 */
export async function addFavorites(ctx: RequestContext, productUids: string[]): Promise<number> {
  const { uuid } = requireCustomer(ctx);
  return ctx.db.transaction(async (tx) => {
    const { known, left } = await putFavorites(ctx, tx, productUids);
    if (known === 0) throw refuse('NOT_FOUND');
    if (left.length > 0) throw refuse('FAVORITES_FULL');
    return countShown(ctx, tx, uuid);
  });
}

/**
 * Adds as many as there is room for.
 * @returns how many the store has and how many were new; `left` are those without room
 */
export async function putFavorites(
  ctx: RequestContext,
  tx: Db,
  productUids: string[],
): Promise<{ known: number; added: number; left: string[] }> {
  const { uuid } = requireCustomer(ctx);
  await lockCustomer(tx, uuid);
  if (productUids.length === 0) return { known: 0, added: 0, left: [] };
  const sold = await tx
    .select({ uuid: storeProducts.productUid, price: lowestPrice, available: canBeOrdered })
    .from(storeProducts)
    .innerJoin(products, eq(products.uuid, storeProducts.productUid))
    .where(
      and(
        eq(storeProducts.storeUid, ctx.store.uuid),
        storeProducts.published,
        inArray(storeProducts.productUid, productUids),
      ),
    );
  const rowsBefore = await tx
    .select({ uuid: favorites.productUid })
    .from(favorites)
    .where(eq(favorites.customerUid, uuid));
  const offers = new Map(sold.map((row) => [row.uuid, row]));
  const favoriteUids = new Set(rowsBefore.map((row) => row.uuid));
  const newUids = [...new Set(productUids)].filter(
    (productUid) => offers.has(productUid) && !favoriteUids.has(productUid),
  );
  const room = Math.max(0, MAX_FAVORITES - favoriteUids.size);
  const added = newUids.slice(0, room);
  const now = ctx.now().getTime();
  const rows = added.map((productUid, index) => {
    const offer = offers.get(productUid);
    const knownPriceAgorot = offer?.price == null ? null : Number(offer.price);
    const knownOffer = { knownPriceAgorot, knownAvailable: offer?.available ?? null };
    return { customerUid: uuid, productUid, createdAt: new Date(now - index), ...knownOffer };
  });
  if (rows.length > 0) await tx.insert(favorites).values(rows);
  return { known: offers.size, added: added.length, left: newUids.slice(room) };
}

/** @throws NOT_FOUND when it isn't among the customer's favourites */
export async function removeFavorite(ctx: RequestContext, productUid: string): Promise<number> {
  const { uuid } = requireCustomer(ctx);
  const removed = await ctx.db
    .delete(favorites)
    .where(and(eq(favorites.customerUid, uuid), eq(favorites.productUid, productUid)))
    .returning({ productUid: favorites.productUid });
  if (removed.length === 0) throw refuse('NOT_FOUND');
  return countShown(ctx, ctx.db, uuid);
}
