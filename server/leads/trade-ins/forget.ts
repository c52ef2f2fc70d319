import type { Db } from '#db/client.ts';
import { type SQL, sql } from '#db/sql.ts';
import type { Deps } from '../../context.ts';

/** How long an answer of the registry is kept at all; what counts is decided when it is read (`vehicle.ts`). */
const PLATE_DAYS = 90;

/**
 * Deletes offers that are in no open order after as many months as the store promises for inquiries
 * (`leads_kept_months`; without it they stay), and the registry's answers. What was credited stays for the year in
 * which its plate is credited once (`decide.ts`).
 */
export async function forgetOldTradeIns({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = sql`${now().toISOString()}::timestamptz`;
  await db.execute(sql`
    delete from trade_ins t using stores s
    where s.uuid = t.store_uid and s.settings ? 'leads_kept_months'
      and t.state_at < ${at} - make_interval(months => (s.settings ->> 'leads_kept_months')::int)
      and not exists (select from order_trade_ins i join orders o on o.uuid = i.order_uid
        where i.trade_in_uid = t.uuid and (o.status not in ('cancelled', 'refunded', 'provided')
          or i.state = 'confirmed' and i.decided_at > ${at} - interval '1 year'))`);
  await db.execute(sql`delete from plate_answers where created_at < ${at} - make_interval(days => ${PLATE_DAYS})`);
}

type Person = { storeUid: string; customerUid: string | null; phone: string | null };

/** The rows of `trade_ins` that a person offered in a store. */
export const ownTradeIns = ({ storeUid, customerUid, phone }: Person): SQL =>
  sql`store_uid = ${storeUid} and (phone = ${phone}::text or customer_uid = ${customerUid}::uuid)`;

/**
 * Deletes the vehicles that an erased person offered, with their photos, what is kept of their plates, and what the
 * change log has of them. Orders keep the vehicle's name and the sums, as of whatever else was agreed.
 */
export async function eraseTradeIns(tx: Db, person: Person, orders: SQL): Promise<void> {
  const { rows } = await tx.execute<{ uuid: string; plate: string | null }>(
    sql`delete from trade_ins where ${ownTradeIns(person)} returning uuid, plate`,
  );
  // Words of staff about the vehicle, of which the order needs none.
  await tx.execute(sql`update order_trade_ins set reason = '' where order_uid in (${orders}) and reason <> ''`);
  if (rows.length === 0) return;
  const plates = rows.flatMap(({ plate }) => plate ?? []);
  await tx.execute(sql`delete from plate_answers where plate = any(${sql.param(plates)}::text[])`);
  await tx.execute(sql`select set_config('storefront.forgetting', 'on', true)`);
  await tx.execute(sql`delete from changes where entity_uid = any(${sql.param(rows.map(({ uuid }) => uuid))}::uuid[])`);
}
