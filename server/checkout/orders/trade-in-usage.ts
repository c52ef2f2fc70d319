import { sql } from '#db/sql.ts';

/**
 * For `trade_ins t`: the order `u` that it is used in, if any. Orders that were cancelled or refunded leave the offer free again; of
 * several, only one whose payment came after it had expired, the one that staff have decided on counts.
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
