import type { Product } from '#contract/catalogue/products.ts';
import { catalogueTag, salesTag, shownTag } from '#db/cache-tags.ts';
import { anyOf, prepared } from '#db/prepared.ts';
import { collectionProducts, coupons, orderDiscounts, orders, sales } from '#db/schema/index.ts';
import type { SaleScope } from '#db/schema/sales.ts';
import { and, eq, inArray, or, sql } from '#db/sql.ts';
import { byPriority } from '#domain/money/apply-promotions.ts';
import { toAgorot, toShekels } from '#domain/money/money.ts';
import { type Coupon, inScope, type Sale, type Scope } from '#domain/money/promotion-kinds.ts';
import { formatExactPrice, isolate } from '#domain/text/format.ts';
import type { RequestContext } from '../../context.ts';

type SaleRow = typeof sales.$inferSelect;

/** The store's active sales, cached; `uses` is as old as the cache (`usesOf` is current). */
export const storeSales = (ctx: RequestContext): Promise<Sale[]> =>
  ctx.cache.get(
    `sales:${ctx.store.uuid}`,
    { tags: [salesTag(ctx.store.uuid), catalogueTag(ctx.store.uuid), shownTag(ctx.store.uuid)] },
    async () => {
      const rows = await ctx.db
        .select()
        .from(sales)
        .where(and(eq(sales.storeUid, ctx.store.uuid), sales.active));
      const collections = rows.flatMap(({ terms }) => [
        ...(terms.collections ?? []),
        ...(terms.reward?.collections ?? []),
      ]);
      const members = await membersOf(ctx, [...new Set(collections)]);
      return rows.map((row) => toSale(row, members));
    },
  );

async function membersOf(ctx: RequestContext, collections: string[]): Promise<Map<string, string[]>> {
  const members = new Map<string, string[]>();
  if (collections.length === 0) return members;
  const rows = await ctx.db
    .select({ collection: collectionProducts.collectionUid, product: collectionProducts.productUid })
    .from(collectionProducts)
    .where(inArray(collectionProducts.collectionUid, collections));
  for (const { collection, product } of rows) members.set(collection, [...(members.get(collection) ?? []), product]);
  return members;
}

function toSale({ terms, ...row }: SaleRow, members: Map<string, string[]>): Sale {
  const bundle = (terms.bundle ?? []).map(({ products, quantity }) => ({ products: new Set(products), quantity }));
  const bundled = new Set(bundle.flatMap(({ products }) => [...products]));
  return {
    ...row,
    scope: row.kind === 'BUNDLE' ? { products: bundled } : toScope(terms, members),
    buy: terms.buy ?? 1,
    get: terms.get ?? 1,
    reward: terms.reward ? toScope(terms.reward, members) : null,
    bundle,
  };
}

const toScope = ({ products, collections, brands, kinds }: SaleScope, members: Map<string, string[]>): Scope => ({
  ...((products || collections) && {
    products: new Set([...(products ?? []), ...(collections ?? []).flatMap((uid) => members.get(uid) ?? [])]),
  }),
  ...(brands && { brands: new Set(brands) }),
  ...(kinds && { kinds: new Set(kinds) }),
});

/**
 * What a product's page says of promotions: the name of each that runs, with the sum or number of pieces that it takes.
 * Only of those that every buyer gets: none by code or with a limit of uses. Free delivery is told with the deliveries.
 */
export async function promotionsOf(
  ctx: RequestContext,
  { id, kind, brand, price }: Pick<Product, 'id' | 'kind' | 'brand' | 'price'>,
): Promise<string[]> {
  const line = { productUid: id, brandUid: brand?.id ?? null, kind };
  const running = (await storeSales(ctx))
    .filter(({ byCoupon, usesLimit, usesPerCustomer }) => !byCoupon && usesLimit === null && usesPerCustomer === null)
    .filter((sale) => sale.kind !== 'FREE_DELIVERY' && inScope(sale.scope, line))
    .filter((sale) => sale.kind !== 'FIXED_PRICE' || sale.amount < toAgorot(price ?? 0))
    // Only a promotion with dates makes the page depend on the clock.
    .filter(({ startsAt, endsAt }) => (!startsAt || startsAt <= ctx.now()) && (!endsAt || ctx.now() < endsAt));
  return combinable(running).map(({ name, minSumAgorot, minQuantity }) =>
    [
      name,
      ...(minSumAgorot ? [`בקנייה של ${isolate(formatExactPrice(toShekels(minSumAgorot)))} ומעלה`] : []),
      ...(minQuantity && minQuantity > 1 ? [`בקניית ${minQuantity} פריטים ומעלה`] : []),
    ].join(', '),
  );
}

/**
 * Without those that never apply beside what every cart with the product gets: an exclusive one that comes after such
 * a promotion, and whatever comes after an exclusive one of that kind.
 */
function combinable(sales: Sale[]): Sale[] {
  const left: Sale[] = [];
  let always: Sale | undefined;
  for (const sale of sales.toSorted(byPriority)) {
    if (always && (always.exclusive || sale.exclusive)) continue;
    left.push(sale);
    const isAlways =
      !sale.minSumAgorot && (sale.minQuantity ?? 0) <= 1 && sale.kind !== 'BUY_X_GET_Y' && sale.kind !== 'BUNDLE';
    if (isAlways) always ??= sale;
  }
  return left;
}

/** The store's coupons with these codes, which are upper case. */
export async function findCoupons(ctx: RequestContext, codes: string[]): Promise<Coupon[]> {
  return codes.length === 0 ? [] : couponsQuery(ctx.db).execute({ store: ctx.store.uuid, codes });
}

const couponsQuery = prepared((db) =>
  db
    .select({
      uuid: coupons.uuid,
      code: coupons.code,
      saleUid: coupons.saleUid,
      customerUid: coupons.customerUid,
      uses: coupons.uses,
      usesLimit: coupons.usesLimit,
    })
    .from(coupons)
    .where(
      and(
        eq(coupons.storeUid, sql.placeholder('store')),
        sql`upper(${coupons.code}) = any(${sql.placeholder('codes')})`,
      ),
    )
    .prepare('coupons_by_code'),
);

/** Current uses of each limited sale. */
export async function usesOf(ctx: RequestContext, limited: Sale[]): Promise<Map<string, number>> {
  if (limited.length === 0) return new Map();
  const rows = await usesQuery(ctx.db).execute({ store: ctx.store.uuid, ids: limited.map(({ uuid }) => uuid) });
  return new Map(rows.map(({ uuid, uses }) => [uuid, uses]));
}

const usesQuery = prepared((db) =>
  db
    .select({ uuid: sales.uuid, uses: sales.uses })
    .from(sales)
    .where(and(eq(sales.storeUid, sql.placeholder('store')), anyOf(sales.uuid, 'ids')))
    .prepare('uses_of_sales'),
);

/** Who places an order, as far as known. */
export type Buyer = {
  phone: string | null;
  email: string | null;
  /** The account that staff place it for; a shopper's own is the request's. */
  customerUid?: string | null | undefined;
};

/**
 * How often a buyer has used these sales: orders of the account, of the phone and of the e-mail address count, because
 * a guest's phone may be made up. Cancelled and refunded orders don't.
 */
export async function usedBy(
  { db, store, customer }: Pick<RequestContext, 'db' | 'store' | 'customer'>,
  { phone, email, customerUid }: Buyer,
  personal: string[],
): Promise<Map<string, number>> {
  const phones = [...new Set([phone, customer?.phone].filter((one) => typeof one === 'string'))];
  const emails = [...new Set([email, customer?.email].flatMap((one) => one?.toLowerCase() ?? []))];
  const account = customer?.uuid ?? customerUid;
  const ofCustomer = or(
    account ? eq(orders.customerUid, account) : undefined,
    phones.length > 0 ? inArray(orders.phone, phones) : undefined,
    emails.length > 0 ? inArray(sql`lower(${orders.email})`, emails) : undefined,
  );
  if (personal.length === 0 || !ofCustomer) return new Map();
  const rows = await db
    .select({ uuid: orderDiscounts.saleUid, times: sql<number>`count(*)::int` })
    .from(orders)
    .innerJoin(orderDiscounts, eq(orderDiscounts.orderUid, orders.uuid))
    .where(
      and(
        eq(orders.storeUid, store.uuid),
        ofCustomer,
        sql`${orders.status} not in ('cancelled', 'refunded')`,
        inArray(orderDiscounts.saleUid, personal),
      ),
    )
    .groupBy(orderDiscounts.saleUid);
  return new Map(rows.flatMap(({ uuid, times }) => (uuid ? [[uuid, times] as const] : [])));
}
