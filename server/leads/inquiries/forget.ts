import { type SQL, sql } from '#db/sql.ts';
import type { Deps } from '../../context.ts';

/** The first turn after a store has made such a promise finds years: one statement would exceed the job's timeout. */
const BATCH = 1_000;

/**
 * Deletes inquiries and bookings, with their messages, after as many months as the store promises
 * (`leads_kept_months`; without it they stay). A consent to advertising is kept: it is the proof. Notices of
 * cancellation are kept with their orders.
 */
export async function forgetOldLeads({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const limits = sql`(
    select uuid, ${now().toISOString()}::timestamptz - make_interval(months => (settings ->> 'leads_kept_months')::int) as before
    from stores where settings ? 'leads_kept_months')`;
  const oldLeads = sql`leads l join ${limits} s on s.uuid = l.store_uid where l.created_at < s.before and l.kind <> 'cancellation'`;
  const forget = async (what: SQL, rows: SQL): Promise<void> => {
    let count: number | null;
    do count = (await db.execute(sql`${what} where uuid in (${rows} limit ${BATCH})`)).rowCount;
    while (count === BATCH);
  };
  await forget(sql`delete from leads`, sql`select l.uuid from ${oldLeads} and not l.marketing_consent`);
  await forget(
    sql`update leads set message = '', model = '', product_uid = null, configuration = null, finance_quote = null`,
    sql`select l.uuid from ${oldLeads} and l.marketing_consent
      and (l.message <> '' or l.model <> '' or l.product_uid is not null or l.configuration is not null or l.finance_quote is not null)`,
  );
  await forget(
    sql`delete from lead_answers`,
    sql`select a.uuid from lead_answers a where a.lead_uid in (select l.uuid from ${oldLeads})`,
  );
  await forget(
    sql`delete from bookings`,
    sql`select b.uuid from bookings b join ${limits} s on s.uuid = b.store_uid where b.ends_at < s.before`,
  );
  await forget(
    sql`delete from outbox`,
    sql`select o.uuid from outbox o join ${limits} s on s.uuid = o.store_uid where o.created_at < s.before
      and (o.about like 'lead%' or o.about like 'booking%' or o.about like 'trade-in%') and o.about not like 'lead cancellation%'`,
  );
}
