import type { CreateOrderBody } from '#contract/checkout/orders.ts';
import type { Db } from '#db/client.ts';
import type { orderTradeIns } from '#db/schema/index.ts';
import { sql } from '#db/sql.ts';
import { toShekels } from '#domain/money/money.ts';
import { netPiece, tradeInCredit } from '#domain/money/trade-in-credit.ts';
import { tradeInName } from '#domain/people/trade-in-questions.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { secretHash } from '../../platform/keyed-hash.ts';
import { shownState, USED_IN } from '../orders/trade-in-usage.ts';
import type { Calculation } from '../pricing/calc-cart.ts';

/** A row of an order to be. */
export type UsedVehicleOfOrder = Omit<typeof orderTradeIns.$inferInsert, 'orderUid'> & { tradeInUid: string };

type Offer = { low: number; expires: Date };
type Row = {
  uuid: string;
  make: string;
  model: string;
  year: number;
  low: number | null;
  high: number | null;
  expires: Date;
};

/**
 * The offer as an order keeps it: the buyer's own, of a proved phone, in force, in no other order, for a vehicle that
 * is bought. What the order costs stays as it is. @throws TRADE_IN_UNUSABLE, TRADE_IN_CHANGED
 */
export async function tradeInForOrder(
  ctx: RequestContext,
  { secret, product_uid, low }: NonNullable<CreateOrderBody['trade_in']>,
  { lines, totalAgorot }: Calculation,
  phone: string,
): Promise<UsedVehicleOfOrder> {
  const line = lines.find(({ variant }) => variant.kind === 'VEHICLE' && variant.productUid === product_uid);
  const { rows } = await ctx.db.execute<Row>(sql`
    select t.uuid, t.make, t.model, t.year, t.low_agorot::float8 as low, t.high_agorot::float8 as high, t.expires_at as expires
    from trade_ins t ${USED_IN}
    where t.secret_hash = ${secretHash(secret)} and t.store_uid = ${ctx.store.uuid} and t.phone = ${phone} and t.proved_at is not null
      and ${shownState(ctx.now())} = 'offered'`);
  const [row] = rows;
  if (!line || row?.low == null || row.high == null) throw refuse('TRADE_IN_UNUSABLE');
  if (low !== undefined && low !== toShekels(row.low)) throw changed({ low: row.low, expires: row.expires });
  return {
    tradeInUid: row.uuid,
    productUid: product_uid,
    name: tradeInName(row),
    lowAgorot: row.low,
    highAgorot: row.high,
    creditAgorot: tradeInCredit(row.low, netPiece(line), totalAgorot),
  };
}

const changed = ({ low, expires }: Offer) =>
  refuse('TRADE_IN_CHANGED', { details: { low: toShekels(low), expires_at: new Date(expires).toISOString() } });

/**
 * Of two orders at a time with one offer, the second is refused. @throws TRADE_IN_UNUSABLE, TRADE_IN_CHANGED since it
 * was read
 */
export async function claimTradeIn(
  ctx: RequestContext,
  tx: Db,
  { tradeInUid: uuid, lowAgorot }: UsedVehicleOfOrder,
): Promise<void> {
  await tx.execute(sql`select from trade_ins where uuid = ${uuid} for update`);
  const { rows } = await tx.execute<Offer>(
    sql`select t.low_agorot::float8 as low, t.expires_at as expires from trade_ins t ${USED_IN} where t.uuid = ${uuid} and ${shownState(ctx.now())} = 'offered'`,
  );
  const [row] = rows;
  if (!row) throw refuse('TRADE_IN_UNUSABLE');
  if (row.low !== lowAgorot) throw changed(row);
}
