import { and, DrizzleQueryError, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { prepared } from '#db/prepared.ts';
import { coupons, orderLines, orders, sales, variants } from '#db/schema/index.ts';

type Wanted = { variantUid: string; quantity: number };
type Reservation = { wanted: Wanted[]; saleUids?: string[]; couponUids?: string[]; orderUid?: string | null };

/** How long an unpaid order holds its goods. */
export const HOLD_MINUTES = 30;

/** How PostgreSQL says that `reserve` found less than was wanted. */
const DIVISION_BY_ZERO = '22012';

/** Whether a transaction failed because somebody else was faster. */
export const isGone = (error: unknown): boolean =>
  error instanceof DrizzleQueryError && (error.cause as { code?: string } | undefined)?.code === DIVISION_BY_ZERO;

/**
 * Takes the pieces of all lines and counts a use of each sale and coupon: all of it, or it fails (`isGone`) and with it the
 * transaction; so too where the order that they are for has not been written. Others want these rows too, so that it is the
 * last statement before the commit. Rows are always locked in one order (variants, sales, coupons, each by uuid), so that two orders can't
 * deadlock, and not against the rows that point to them (FOR UPDATE would be).
 */
export async function reserve(
  tx: Db,
  { wanted, saleUids = [], couponUids = [], orderUid = null }: Reservation,
): Promise<void> {
  const pieces = new Map<string, number>();
  for (const { variantUid, quantity } of wanted) pieces.set(variantUid, (pieces.get(variantUid) ?? 0) + quantity);
  await reserveQuery(tx).execute({
    variants: [...pieces.keys()],
    quantities: [...pieces.values()],
    sales: saleUids,
    coupons: couponUids,
    order: orderUid,
  });
}

const reserveQuery = prepared((db) => {
  const given = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`;
  const all = (part: string, list: string) =>
    sql`(select count(*) from ${sql.identifier(part)}) = cardinality(${given(list, 'uuid[]')})`;
  const parts = {
    wanted: sql`select * from unnest(${given('variants', 'uuid[]')}, ${given('quantities', 'int[]')}) as w (uuid, quantity)`,
    locked_variants: sql`select v.uuid from ${variants} v join wanted using (uuid) order by v.uuid for no key update of v`,
    taken: sql`update ${variants} v set stock = v.stock - w.quantity from wanted w, locked_variants l
      where v.uuid = w.uuid and l.uuid = w.uuid and v.stock >= w.quantity returning 1`,
    locked_sales: sql`select s.uuid from ${sales} s where s.uuid = any(${given('sales', 'uuid[]')})
      and ${all('taken', 'variants')} order by s.uuid for no key update of s`,
    counted: sql`update ${sales} s set uses = s.uses + 1 from locked_sales l
      where s.uuid = l.uuid and (s.uses_limit is null or s.uses < s.uses_limit) returning 1`,
    locked_coupons: sql`select c.uuid from ${coupons} c where c.uuid = any(${given('coupons', 'uuid[]')})
      and ${all('counted', 'sales')} order by c.uuid for no key update of c`,
    used: sql`update ${coupons} c set uses = c.uses + 1 from locked_coupons l
      where c.uuid = l.uuid and (c.uses_limit is null or c.uses < c.uses_limit) returning 1`,
  };
  const ours = sql`(${given('order', 'uuid')} is null or exists (select from ${orders} o where o.uuid = ${given('order', 'uuid')}))`;
  return db
    .with(...Object.entries(parts).map(([name, part]) => db.$with(name, {}).as(part)))
    .select({
      done: sql`1 / (${all('taken', 'variants')} and ${all('counted', 'sales')} and ${all('used', 'coupons')} and ${ours})::int`,
    })
    .from(sql`(values (1)) as one`)
    .prepare('reserve');
});

/** Gives back what the lines of an order hold, in the order in which it is taken. */
export async function returnStock(tx: Db, orderUid: string): Promise<void> {
  const held = await piecesOf(tx, orderUid);
  const uuids = held.flatMap(({ variantUid }) => variantUid ?? []);
  if (uuids.length === 0) return;
  await tx.select().from(variants).where(inArray(variants.uuid, uuids)).orderBy(variants.uuid).for('no key update');
  for (const { variantUid, quantity } of held) {
    if (!variantUid) continue;
    await tx
      .update(variants)
      .set({ stock: sql`${variants.stock} + ${quantity}` })
      .where(eq(variants.uuid, variantUid));
  }
}

/** What an order takes again when it is paid after its hold has ended; `null` when a variant no longer exists. */
export async function stockOf(tx: Db, orderUid: string): Promise<Wanted[] | null> {
  const rows = await piecesOf(tx, orderUid);
  const wanted = rows.flatMap(({ variantUid, quantity }) => (variantUid ? [{ variantUid, quantity }] : []));
  return wanted.length === rows.length ? wanted : null;
}

const piecesOf = (tx: Db, orderUid: string) =>
  tx
    .select({ variantUid: orderLines.variantUid, quantity: sql<number>`sum(${orderLines.stockTaken})::int` })
    .from(orderLines)
    .where(and(eq(orderLines.orderUid, orderUid), gt(orderLines.stockTaken, 0)))
    .groupBy(orderLines.variantUid);
