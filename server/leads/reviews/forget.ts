import type { Db } from '#db/client.ts';
import { type SQL, sql } from '#db/sql.ts';
import type { Deps } from '../../context.ts';

/** An answer may be corrected, and who asked be notified of it, for as long. */
const MAIL_DAYS = 30;

/**
 * Deletes questions and reviews that aren't published after as many months as the store promises for inquiries
 * (`leads_kept_months`; without it they stay), and the e-mails of who asked some weeks after the answer.
 */
export async function forgetOldReviews({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = sql`${now().toISOString()}::timestamptz`;
  await db.execute(sql`
    update product_questions set email = null
    where email is not null and state <> 'waiting' and state_at < ${at} - make_interval(days => ${MAIL_DAYS})`);
  await db.execute(sql`
    delete from outbox where about = 'question answered' and created_at < ${at} - make_interval(days => ${MAIL_DAYS})`);
  for (const table of ['product_questions', 'product_reviews'])
    await db.execute(sql`
      delete from ${sql.identifier(table)} v using stores s
      where s.uuid = v.store_uid and s.settings ? 'leads_kept_months' and v.state <> 'published'
        and v.state_at < ${at} - make_interval(months => (s.settings ->> 'leads_kept_months')::int)`);
}

type Author = { storeUid: string; customerUid: string | null; phone: string | null; email: string | null };

/**
 * Deletes what an erased person wrote: reviews by the phone and the orders, questions by the account and a proved
 * e-mail; with what the change log has of them, which names answers and reasons.
 */
export async function eraseReviews(tx: Db, author: Author, orders: SQL): Promise<void> {
  const { storeUid, customerUid, phone, email } = author;
  // Unlike messages about a stored deal, it isn't needed any more.
  await tx.execute(
    sql`delete from outbox where about = 'order review' and sent_at is null and order_uid in (${orders})`,
  );
  const { rows } = await tx.execute<{ uuid: string }>(sql`
    with reviews as (delete from product_reviews r
        where r.store_uid = ${storeUid} and (r.phone = ${phone}::text or r.order_uid in (${orders})) returning r.uuid),
      questions as (delete from product_questions q
        where q.store_uid = ${storeUid} and (q.customer_uid = ${customerUid}::uuid or lower(q.email) = ${email}::text) returning q.uuid)
    select uuid from reviews union all select uuid from questions`);
  if (rows.length === 0) return;
  await tx.execute(sql`select set_config('storefront.forgetting', 'on', true)`);
  await tx.execute(sql`delete from changes where entity_uid = any(${sql.param(rows.map(({ uuid }) => uuid))}::uuid[])`);
}
