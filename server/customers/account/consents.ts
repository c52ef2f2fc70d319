import type { Consent } from '#contract/customers/account.ts';
import type { Db } from '#db/client.ts';
import { consents } from '#db/schema/index.ts';
import { sql } from '#db/sql.ts';
import { UPDATES_TEXT } from '#domain/people/consent-texts.ts';
import type { RequestContext } from '../../context.ts';
import { lockCustomer, requireCustomer } from '../../identity/require-customer.ts';

/** Descending by time; the first of a kind is in force. */
export const getConsents = (ctx: RequestContext): Promise<Consent[]> => consentsOf(ctx.db, requireCustomer(ctx).uuid);

/** The e-mail whose newsletter an account reads: one that its owner has proved. */
const ownReader = (uuid: string) => sql`(
  select s.uuid from subscribers s join customers c on c.store_uid = s.store_uid and lower(c.email) = s.email
  where c.uuid = ${uuid} and c.email_verified_at is not null and s.unsubscribed_at is null)`;

/**
 * Those of the account, and what was agreed to with its orders, with inquiries of its phone and by reading the
 * newsletter.
 */
async function consentsOf(db: Db, uuid: string): Promise<Consent[]> {
  const { rows } = await db.execute<Omit<Consent, 'created_at'> & { created_at: Date | string }>(sql`
    select kind, given, text, created_at from consents where customer_uid = ${uuid}
    union all select c.kind, true, c.text, c.created_at from order_consents c join orders o on o.uuid = c.order_uid
      where o.customer_uid = ${uuid} and c.kind = 'marketing'
    union all select 'marketing', true, l.consent_text, l.created_at from leads l join customers c on c.store_uid = l.store_uid and c.phone = l.phone
      where c.uuid = ${uuid} and l.marketing_consent and l.consent_text is not null and l.source not like '% erased'
    union all select 'marketing', true, s.consent_text, s.confirmed_at from subscribers s where s.uuid in ${ownReader(uuid)} and s.confirmed_at is not null
    order by created_at desc limit 100`);
  return rows.map((row) => ({ ...row, created_at: new Date(row.created_at).toISOString() }));
}

/**
 * Records a change of consent with the wording of the page. Repeating the current state changes nothing. Taking back
 * ends the newsletter too: whoever reads that the consent is gone expects no advertisement from anywhere.
 */
export async function setConsent(
  ctx: RequestContext,
  { kind, given }: { kind: 'marketing'; given: boolean },
): Promise<Consent[]> {
  const { uuid } = requireCustomer(ctx);
  return ctx.db.transaction(async (tx) => {
    await lockCustomer(tx, uuid);
    const before = await consentsOf(tx, uuid);
    const inForce = before.find((one) => one.kind === kind)?.given ?? false;
    if (inForce === given) return before;
    await tx.insert(consents).values({ customerUid: uuid, kind, given, text: UPDATES_TEXT, createdAt: ctx.now() });
    if (!given) await endNewsletter(ctx, tx, uuid);
    return consentsOf(tx, uuid);
  });
}

async function endNewsletter({ store, now }: RequestContext, tx: Db, uuid: string): Promise<void> {
  const { rows } = await tx.execute<{ email: string }>(sql`
    update subscribers set unsubscribed_at = ${now().toISOString()}::timestamptz where uuid in ${ownReader(uuid)} returning email`);
  for (const { email } of rows)
    await tx.execute(sql`
      delete from outbox where store_uid = ${store.uuid} and about = 'newsletter' and recipient = ${email} and sent_at is null`);
}
