import type { Db } from '#db/client.ts';
import type { orderTradeIns } from '#db/schema/index.ts';
import { sql } from '#db/sql.ts';

/**
 * For `trade_ins t`: the order `u` that it is used in, if any. Orders that were cancelled or refunded leave the offer
 * free again; of several, only one whose payment came after it had expired, the one that staff have decided on counts.
 */
export const USED_IN = sql`left join lateral (
  select i.state, i.confirmed_agorot, i.order_uid, i.decided_at, i.reason, o.number, i.created_at from order_trade_ins i join orders o on o.uuid = i.order_uid
  where i.trade_in_uid = t.uuid and o.status not in ('cancelled', 'refunded')
  order by i.state = 'estimated', i.created_at desc limit 1) u on true`;

/** Of `trade_ins t` with `USED_IN`: `TradeInState` of domain/people/trade-in-questions.ts. */
export const shownState = (
  now: Date,
) => sql`case u.state::text when 'confirmed' then 'confirmed' when 'rejected' then 'rejected' when 'estimated' then 'ordered'
  else case when t.state = 'offered' and t.expires_at <= ${now.toISOString()}::timestamptz then 'expired' else t.state::text end end`;

/**
 * Whether the used vehicle was credited in another order in the last year, by this offer or by another one of its
 * plate; later it may have been sold and come back. Locks the plate's offers of the company, so that of two credits at
 * a time the second sees the first.
 */
export async function creditedElsewhere(
  tx: Db,
  { orderUid, tradeInUid }: Pick<typeof orderTradeIns.$inferSelect, 'orderUid' | 'tradeInUid'>,
  at: Date,
): Promise<boolean> {
  if (!tradeInUid) return false;
  const { rows: offers } = await tx.execute<{ uuid: string }>(sql`
    select t.uuid from trade_ins t join stores s on s.uuid = t.store_uid, trade_ins own join stores o on o.uuid = own.store_uid
    where own.uuid = ${tradeInUid} and (t.uuid = own.uuid or t.plate = own.plate and s.company_uid = o.company_uid)
    order by t.uuid for update of t`);
  const uuids = sql.param(offers.map(({ uuid }) => uuid));
  const { rowCount } = await tx.execute(sql`
    select from order_trade_ins i join orders o on o.uuid = i.order_uid
    where i.trade_in_uid = any(${uuids}::uuid[]) and i.order_uid <> ${orderUid} and i.state = 'confirmed'
      and o.status not in ('cancelled', 'refunded') and i.decided_at > ${at.toISOString()}::timestamptz - interval '1 year'`);
  return Boolean(rowCount);
}
