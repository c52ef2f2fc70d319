import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { bookings } from '#db/schema/index.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { tellStoreCancelled } from '../leads/bookings/tell.ts';

/** Of one store. Without `customerUid` a guest, known by the phone of the orders. `phone` is E.164, and proved to be the person's. */
export type Person = { storeUid: string; customerUid: string | null; phone: string | null };
export type Erased = { orders_kept: number; orders_anonymised: number; inquiries: number; messages: number };

/** An order `o` that came to nothing: bookkeeping asks for none of it. */
const empty = sql`o.status = 'cancelled' and o.paid_at is null and not exists (select from documents d where d.order_uid = o.uuid)
  and not exists (select from payments p where p.order_uid = o.uuid and (p.status not in ('pending', 'failed', 'cancelled') or p.review_reason is not null))`;

/** What an erased person had asked of the store and it has not been told yet: `about` and a notice's `source` end with this. */
const ERASED = ' erased';
/** An unsent message `b` that the store, or the law's receipt, still waits for. One of a visit goes to the store alone. */
const owed = (phone: string | null, email: string | null) => sql`(b.order_uid is not null or b.about like 'lead%'
  or (b.about like 'booking%' and b.recipient is distinct from ${phone}::text and lower(b.recipient) is distinct from ${email}::text))`;

/**
 * Takes a person out of a store, in one transaction. The account's row stays, empty, so that kept orders still point at
 * something; everything else of it is deleted. Orders that were paid, or that are still under way, are kept as they are with
 * their invoices (bookkeeping asks for seven years, see docs/privacy.md), and with them the notices of cancellation; orders that came to
 * nothing lose the person. Visits ahead are cancelled, and the store is told; what it has not been told yet is sent before it is emptied.
 */
export async function erasePerson(db: Db, { storeUid, customerUid, phone }: Person, now: Date): Promise<Erased> {
  return db.transaction(async (tx) => {
    const count = async (query: ReturnType<typeof sql>): Promise<number> => (await tx.execute(query)).rowCount ?? 0;
    // Before the account is locked, as a sign-in does it, or the two would wait for each other.
    await tx.execute(sql`delete from login_tickets where store_uid = ${storeUid} and phone = ${phone}::text`);
    if (customerUid) await tx.execute(sql`select 1 from customers where uuid = ${customerUid} for update`);
    // One that nobody has proved is only what somebody typed.
    const [proved] = (
      await tx.execute<{ email: string }>(
        sql`select lower(email) email from customers where uuid = ${customerUid}::uuid and email_verified_at is not null`,
      )
    ).rows;
    const email = proved?.email ?? null;
    const own = sql`(o.store_uid = ${storeUid} and (o.customer_uid = ${customerUid}::uuid or (o.customer_uid is null and o.phone = ${phone}::text)))`;

    await tx.execute(sql`
      update leads set source = source || ${ERASED} where store_uid = ${storeUid} and phone = ${phone}::text and kind = 'cancellation'
        and source not like '% erased' and exists (select from orders o where ${own} and not (${empty}))`);
    const inquiries = await count(
      sql`delete from leads where store_uid = ${storeUid} and phone = ${phone}::text and source not like '% erased'`,
    );
    const visits = await tx
      .select()
      .from(bookings)
      .where(
        and(
          eq(bookings.storeUid, storeUid),
          eq(bookings.phone, phone ?? ''),
          isNull(bookings.cancelledAt),
          gt(bookings.startsAt, now),
        ),
      )
      .for('update');
    for (const visit of visits) await tellStoreCancelled(tx, visit, now);
    await tx.execute(sql`delete from bookings where store_uid = ${storeUid} and phone = ${phone}::text`);
    // Its words were mailed to the store, too.
    const told = sql`(b.recipient = ${phone}::text or lower(b.recipient) = ${email}::text
      or (${phone}::text is not null and (position(${phone ? formatPhone(phone) : ''} in b.body) > 0 or position(${phone}::text in b.body) > 0)))`;
    await tx.execute(sql`
      update outbox b set about = b.about || ${ERASED} where b.store_uid = ${storeUid} and b.sent_at is null and b.gave_up_at is null
        and b.order_uid is null and ${owed(phone, email)} and ${told} and b.about not like '% erased'`);
    const messages = await count(sql`
      update outbox b set recipient = '', subject = '', body = '', content = null, gave_up_at = case when b.sent_at is null then ${now} else b.gave_up_at end
      where b.store_uid = ${storeUid} and (b.sent_at is not null or b.gave_up_at is not null or not ${owed(phone, email)})
        and (${told} or b.order_uid in (select o.uuid from orders o where ${own}))`);
    await tx.execute(sql`delete from subscribers where store_uid = ${storeUid} and lower(email) = ${email}::text`);
    await tx.execute(sql`
      delete from stock_subscriptions where store_uid = ${storeUid} and (recipient = ${phone}::text or lower(recipient) = ${email}::text)`);
    await tx.execute(sql`delete from otp_codes where store_uid = ${storeUid} and phone = ${phone}::text`);
    await tx.execute(sql`
      delete from order_consents c using orders o where c.order_uid = o.uuid and ${own} and ${empty}`);
    const anonymised = await count(sql`
      update orders o set first_name = '', last_name = '', phone = '', email = '', address = null, business = null, remarks = '', placed_from = null
      where ${own} and ${empty}`);
    await tx.execute(sql`update orders o set erased_at = ${now} where ${own} and o.erased_at is null`);
    const [kept] = (
      await tx.execute<{ count: number }>(sql`select count(*)::int count from orders o where ${own} and not (${empty})`)
    ).rows;

    if (customerUid) {
      for (const table of [
        'customer_tokens',
        'customer_identities',
        'password_links',
        'customer_images',
        'consents',
        'addresses',
        'favorites',
        'garage_vehicles',
        'cart_lines',
        'saved_configurations',
        'saved_quotes',
      ])
        await tx.execute(sql`delete from ${sql.identifier(table)} where customer_uid = ${customerUid}`);
      await tx.execute(
        sql`update coupons set customer_uid = null, uses_limit = uses where customer_uid = ${customerUid}`,
      );
      await tx.execute(sql`
        update customers set phone = null, email = null, first_name = '', last_name = '', email_verified_at = null, password_hash = null, image = null, erased_at = ${now}
        where uuid = ${customerUid}`);
      // The log holds nothing personal, only that something of this account was changed: that goes, too.
      await tx.execute(sql`select set_config('storefront.forgetting', 'on', true)`);
      await tx.execute(sql`delete from changes where entity_uid = ${customerUid}`);
    }
    return { orders_kept: kept?.count ?? 0, orders_anonymised: anonymised, inquiries, messages };
  });
}

/** What bookkeeping asks to keep, by whole years, the year of the order not counted. */
const YEARS = 7;

/**
 * Orders of people who asked to be erased, with an account or as guests, once the law lets them go, or once one that was under way
 * has come to nothing; their notices of cancellation after as many years. Their documents stay: those are the bookkeeper's. What was
 * still to be told of them is emptied once it is told.
 */
export async function forgetErasedOrders({ db, now }: { db: Db; now: () => Date }): Promise<void> {
  await db.execute(sql`
    update orders o set first_name = '', last_name = '', phone = '', email = '', address = null, business = null, remarks = '', placed_from = null
    where o.erased_at is not null and o.phone <> ''
      and ((${empty}) or extract(year from o.created_at at time zone 'Asia/Jerusalem') + ${YEARS} < extract(year from ${now()}::timestamptz at time zone 'Asia/Jerusalem'))`);
  await db.execute(sql`
    update outbox b set recipient = '', subject = '', body = '', content = null
    from orders o where o.uuid = b.order_uid and o.erased_at is not null and b.recipient <> ''
      and (b.sent_at is not null or b.gave_up_at is not null)`);
  await db.execute(sql`
    update outbox b set recipient = '', subject = '', body = '', content = null
    where b.about like '% erased' and b.recipient <> '' and (b.sent_at is not null or b.gave_up_at is not null)`);
  await db.execute(sql`
    delete from leads l where l.source like '% erased'
      and extract(year from l.created_at at time zone 'Asia/Jerusalem') + ${YEARS} < extract(year from ${now()}::timestamptz at time zone 'Asia/Jerusalem')`);
}
