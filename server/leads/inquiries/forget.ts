import { sql } from 'drizzle-orm';
import type { Deps } from '../../context.ts';

/**
 * Deletes inquiries and bookings, with their messages, after as many months as the store promises
 * (`leads_kept_months`; without it they stay). A consent to advertising is kept: it is the proof. Notices of
 * cancellation are kept with their orders.
 */
export async function forgetOldLeads({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const limits = sql`(
    select uuid, ${now().toISOString()}::timestamptz - make_interval(months => (settings ->> 'leads_kept_months')::int) as before
    from stores where settings ? 'leads_kept_months')`;
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      delete from leads l using ${limits} s
      where l.store_uid = s.uuid and l.created_at < s.before and l.kind <> 'cancellation' and not l.marketing_consent`);
    await tx.execute(sql`
      update leads l set message = '', model = '', product_uid = null, finance_quote = null from ${limits} s
      where l.store_uid = s.uuid and l.created_at < s.before and l.kind <> 'cancellation' and l.marketing_consent
        and (l.message <> '' or l.model <> '' or l.product_uid is not null or l.finance_quote is not null)`);
    await tx.execute(sql`
      delete from lead_answers a using leads l, ${limits} s
      where a.lead_uid = l.uuid and l.store_uid = s.uuid and l.created_at < s.before and l.kind <> 'cancellation'`);
    await tx.execute(sql`
      delete from bookings b using ${limits} s where b.store_uid = s.uuid and b.ends_at < s.before`);
    await tx.execute(sql`
      delete from outbox o using ${limits} s
      where o.store_uid = s.uuid and o.created_at < s.before and (o.about like 'lead%' or o.about like 'booking%' or o.about like 'trade-in%')
        and o.about not like 'lead cancellation%'`);
  });
}
