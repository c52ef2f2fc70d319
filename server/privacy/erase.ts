import type { Db } from '#db/client.ts';
import { bookings } from '#db/schema/index.ts';
import { and, eq, gt, isNull, type SQL, sql } from '#db/sql.ts';
import { PAPER_MONTHS } from '#domain/orders/handover-tasks.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { notifyStoreCancelled } from '../leads/bookings/notify.ts';
import { eraseReviews } from '../leads/reviews/forget.ts';
import { eraseAlertRecipient } from '../leads/stock-alerts/stop.ts';
import { eraseTradeIns, ownTradeIns } from '../leads/trade-ins/forget.ts';

/**
 * A person of one store. Without `customerUid` a guest, known by the phone of the orders. `phone` is E.164 and
 * proved.
 */
export type Person = { storeUid: string; customerUid: string | null; phone: string | null };
export type Erased = { orders_kept: number; orders_anonymised: number; inquiries: number; messages: number };

/** An order `o` that came to nothing: bookkeeping needs none of it. */
const empty = sql`o.status = 'cancelled' and o.paid_at is null and not exists (select from documents d where d.order_uid = o.uuid)
  and not exists (select from payments p where p.order_uid = o.uuid and (p.status not in ('pending', 'failed', 'cancelled') or p.review_reason is not null))`;

/** An order `o` whose papers aren't needed any more. */
const ended = sql`o.status not in ('accepted', 'in_process', 'delivery_in_process')`;

/**
 * Suffix of `about` and of a notice's `source`: requests of an erased person that the store hasn't been notified of
 * yet.
 */
const ERASED = ' erased';
/** A message without its person, whom a provider's refusal or report may name as well. */
const EMPTIED = sql.raw(
  `recipient = '', subject = '', body = '', content = null, last_error = null, delivery_note = null`,
);
/** An unsent message `b` that the store or the legal receipt still needs. One about a visit goes to the store alone. */
const isStillNeeded = (
  phone: string | null,
  email: string | null,
) => sql`((b.order_uid is not null and b.about not like 'booking%') or b.about like 'lead%'
  or (b.about like 'booking%' and b.recipient is distinct from ${phone}::text and lower(b.recipient) is distinct from ${email}::text))`;

/**
 * Erases a person from a store in one transaction. The account's row stays, empty, so that kept orders still
 * reference a row; everything else of it is deleted. Paid and open orders stay with their invoices (seven years,
 * docs/privacy.md) and notices of cancellation; orders that came to nothing lose the person. Future visits are
 * cancelled and the store is notified; pending messages to the store are sent before they are emptied.
 */
export async function erasePerson(db: Db, { storeUid, customerUid, phone }: Person, now: Date): Promise<Erased> {
  return db.transaction(async (tx) => {
    const count = async (query: ReturnType<typeof sql>): Promise<number> => (await tx.execute(query)).rowCount ?? 0;
    // Before the account is locked, in the same sequence as a sign-in, or the two would deadlock.
    await tx.execute(sql`delete from login_tickets where store_uid = ${storeUid} and phone = ${phone}::text`);
    if (customerUid) await tx.execute(sql`select 1 from customers where uuid = ${customerUid} for update`);
    // An unproved e-mail is only typed text.
    const [provedEmail] = (
      await tx.execute<{ email: string }>(
        sql`select lower(email) email from customers where uuid = ${customerUid}::uuid and email_verified_at is not null`,
      )
    ).rows;
    const email = provedEmail?.email ?? null;
    const ofPerson = sql`(o.store_uid = ${storeUid} and (o.customer_uid = ${customerUid}::uuid or (o.customer_uid is null and o.phone = ${phone}::text)))`;

    // Before what they belong to is gone.
    await eraseOfficeTexts(tx, { storeUid, customerUid, phone }, ofPerson, now);
    await tx.execute(sql`
      update leads set source = source || ${ERASED} where store_uid = ${storeUid} and phone = ${phone}::text and kind = 'cancellation'
        and source not like '% erased' and exists (select from orders o where ${ofPerson} and not (${empty}))`);
    // The visit of a handover bears the phone of its order, which may be another.
    const ofVisits = sql`(phone = ${phone}::text or order_uid in (select o.uuid from orders o where ${ofPerson}))`;
    const visits = await tx
      .select()
      .from(bookings)
      .where(and(eq(bookings.storeUid, storeUid), ofVisits, isNull(bookings.cancelledAt), gt(bookings.startsAt, now)))
      .for('update');
    // Of inquiries and visits, to the store or with the legal receipt. Never null, as `not null` matches nothing.
    const ofRequests = sql`(b.thing_uid in (select uuid from leads where store_uid = ${storeUid} and phone = ${phone}::text)
      or (${customerUid}::uuid is not null and b.thing_uid = ${customerUid}::uuid and (b.about like 'lead%' or b.about like 'booking%')))`;
    const ofThings = sql`b.thing_uid in (select uuid from bookings where store_uid = ${storeUid} and ${ofVisits}
      union all select uuid from trade_ins where ${ownTradeIns({ storeUid, customerUid, phone })}
      union all select ${customerUid}::uuid)`;
    // Before the messages: a newsletter that is being written holds its readers.
    await tx.execute(sql`delete from subscribers where store_uid = ${storeUid} and lower(email) = ${email}::text`);
    const toPerson = await count(sql`
      update outbox b set ${EMPTIED}, gave_up_at = case when b.sent_at is null then ${now} else b.gave_up_at end
      where ${ofThings} and not ${ofRequests}`);
    for (const visit of visits) await notifyStoreCancelled(tx, visit, now);
    await tx.execute(sql`delete from bookings where store_uid = ${storeUid} and ${ofVisits}`);
    // The inquiry's text was mailed to the store too.
    const namesPerson = sql`(${ofRequests} or b.recipient = ${phone}::text or lower(b.recipient) = ${email}::text
      or (${phone}::text is not null and (position(${phone ? formatPhone(phone) : ''} in b.body) > 0 or position(${phone}::text in b.body) > 0)))`;
    await tx.execute(sql`
      update outbox b set about = b.about || ${ERASED} where b.store_uid = ${storeUid} and b.sent_at is null and b.gave_up_at is null
        and b.order_uid is null and ${isStillNeeded(phone, email)} and ${namesPerson} and b.about not like '% erased'`);
    const others = await count(sql`
      update outbox b set ${EMPTIED}, gave_up_at = case when b.sent_at is null then ${now} else b.gave_up_at end
      where b.store_uid = ${storeUid} and (b.sent_at is not null or b.gave_up_at is not null or not ${isStillNeeded(phone, email)})
        and (${namesPerson} or b.order_uid in (select o.uuid from orders o where ${ofPerson}))`);
    const inquiries = await count(
      sql`delete from leads where store_uid = ${storeUid} and phone = ${phone}::text and source not like '% erased'`,
    );
    await tx.execute(sql`
      delete from stock_subscriptions where store_uid = ${storeUid} and (recipient = ${phone}::text or lower(recipient) = ${email}::text)`);
    await eraseAlertRecipient(tx, storeUid, [phone, email]);
    await tx.execute(sql`delete from otp_codes where store_uid = ${storeUid} and phone = ${phone}::text`);
    await tx.execute(sql`
      delete from order_consents c using orders o where c.order_uid = o.uuid and ${ofPerson} and ${empty}`);
    await tx.execute(sql`
      delete from order_vehicles v using order_lines l, orders o where v.order_line_uid = l.uuid and o.uuid = l.order_uid and ${ofPerson} and ${empty}`);
    const anonymised = await count(sql`
      update orders o set first_name = '', last_name = '', phone = '', email = '', address = null, business = null, remarks = '', placed_from = null
      where ${ofPerson} and ${empty}`);
    await tx.execute(sql`update orders o set erased_at = ${now} where ${ofPerson} and o.erased_at is null`);
    await tx.execute(
      sql`delete from order_files f using orders o where o.uuid = f.order_uid and ${ofPerson} and ${ended}`,
    );
    // After the orders: a review that is being written holds its order.
    await eraseReviews(tx, { storeUid, customerUid, phone, email }, sql`select o.uuid from orders o where ${ofPerson}`);
    await eraseTradeIns(tx, { storeUid, customerUid, phone }, sql`select o.uuid from orders o where ${ofPerson}`);
    const [withContent] = (
      await tx.execute<{ count: number }>(
        sql`select count(*)::int count from orders o where ${ofPerson} and not (${empty})`,
      )
    ).rows;
    if (customerUid) await emptyAccount(tx, customerUid, now);
    return {
      ...{ orders_kept: withContent?.count ?? 0, orders_anonymised: anonymised, inquiries },
      messages: toPerson + others,
    };
  });
}

/** The account's row stays; what it has goes. */
async function emptyAccount(tx: Db, customerUid: string, now: Date): Promise<void> {
  for (const table of [
    'customer_tokens',
    'customer_identities',
    'password_links',
    'customer_images',
    'consents',
    'addresses',
    'favorites',
    'favorite_alerts',
    'garage_vehicles',
    'garage_reminders',
    'cart_lines',
    'saved_configurations',
    'saved_quotes',
  ])
    await tx.execute(sql`delete from ${sql.identifier(table)} where customer_uid = ${customerUid}`);
  await tx.execute(sql`update coupons set customer_uid = null, uses_limit = uses where customer_uid = ${customerUid}`);
  await tx.execute(sql`
    update customers set phone = null, email = null, first_name = '', last_name = '', email_verified_at = null, password_hash = null, image = null, erased_at = ${now}
    where uuid = ${customerUid}`);
  // The change log holds nothing personal, only that this account was changed: those rows are deleted too.
  await tx.execute(sql`select set_config('storefront.forgetting', 'on', true)`);
  await tx.execute(sql`delete from changes where entity_uid = ${customerUid}`);
}

/**
 * What staff wrote about the person, in their own words: notes, tasks, answers to leads with their mails, reasons, and
 * what was decided by a second person.
 */
async function eraseOfficeTexts(tx: Db, { storeUid, customerUid, phone }: Person, ofPerson: SQL, now: Date) {
  const leadsOfPerson = sql`select l.uuid from leads l where l.store_uid = ${storeUid} and l.phone = ${phone}::text`;
  const things = sql`(select ${customerUid}::uuid union all select o.uuid from orders o where ${ofPerson} union all ${leadsOfPerson}
    union all select k.uuid from bookings k where k.store_uid = ${storeUid} and (k.phone = ${phone}::text or k.order_uid in (select o.uuid from orders o where ${ofPerson}))
    union all select p.uuid from payments p join orders o on o.uuid = p.order_uid where ${ofPerson}
    union all select r.uuid from refunds r join payments p on p.uuid = r.payment_uid join orders o on o.uuid = p.order_uid where ${ofPerson}
    union all select s.uuid from shipments s join orders o on o.uuid = s.order_uid where ${ofPerson})`;
  await tx.execute(sql`
    update outbox b set ${EMPTIED}, gave_up_at = case when b.sent_at is null then ${now} else b.gave_up_at end
    where exists (select from lead_answers a where a.uuid in (b.uuid, b.thing_uid) and a.lead_uid in (${leadsOfPerson}))`);
  await tx.execute(sql`delete from lead_answers where lead_uid in (${leadsOfPerson})`);
  await tx.execute(sql`
    update handover_steps h set refusal = '' from orders o where o.uuid = h.order_uid and h.refusal <> '' and ${ofPerson}`);
  await tx.execute(sql`delete from notes where entity_uid in ${things}`);
  await tx.execute(sql`delete from tasks where entity_uid in ${things}`);
  // A refund that waits, or is on its way, needs its input; what was decided needs none.
  await tx.execute(sql`
    update approvals set input = '{}', reason = '', decision_note = ''
    where entity_uid in ${things} and status not in ('waiting', 'carrying_out')`);
  await tx.execute(sql`
    update approvals set reason = '', decision_note = ''
    where entity_uid = ${customerUid}::uuid and status = 'waiting' or entity_uid in ${things} and status = 'carrying_out'`);
  // An order that waits for consent is about its store; the person is in the input alone, the phone as somebody typed
  // it.
  await tx.execute(sql`
    update approvals set input = '{}', reason = '', decision_note = '', status = case when status = 'waiting' then 'withdrawn' else status end,
      decided_at = coalesce(decided_at, ${now})
    where call = 'orders.create' and store_uid = ${storeUid} and (input->>'customer' = ${customerUid}::text
      or regexp_replace(regexp_replace(input->>'phone', '[^0-9]', '', 'g'), '^(00)?(972)?0?', '') = substr(${phone}::text, 5))`);
  await tx.execute(sql`
    update audit_log set reason = '' where reason <> '' and uuid in (
      select c.deed_uid from changes c where c.entity_uid in ${things})`);
  await emptyReasons(tx, ofPerson);
}

/**
 * Reasons that staff typed, of refunds that have ended and in the history; sums, states and times stay. Reasons of the
 * program's own are none of a person, and some are read again.
 */
async function emptyReasons(tx: Db, ofOrders: SQL): Promise<void> {
  await tx.execute(sql`
    update refunds r set reason = '' from payments p join orders o on o.uuid = p.order_uid
    where p.uuid = r.payment_uid and ${ofOrders} and r.status in ('done', 'refused') and r.reason <> ''`);
  await tx.execute(sql`
    update order_history h set reason = '' from orders o
    where o.uuid = h.order_uid and ${ofOrders} and h.reason <> '' and h.actor ~ '^(staff|operator):'`);
}

/** Whole years after the year of the order (docs/rules/vat.md). */
const YEARS = 7;

/**
 * Deletes the papers of erased people's orders that have ended, and removes the person from orders of erased people,
 * accounts and guests, once the retention period has ended or an open order has come to nothing; their notices of
 * cancellation after the same period. Documents stay with the bookkeeper. Pending messages are emptied once they are
 * sent.
 */
export async function forgetErasedOrders({ db, now }: { db: Db; now: () => Date }): Promise<void> {
  await emptyReasons(db, sql`o.erased_at is not null`);
  await db.execute(
    sql`delete from order_files f using orders o where o.uuid = f.order_uid and o.erased_at is not null and ${ended}`,
  );
  await db.execute(sql`
    update orders o set first_name = '', last_name = '', phone = '', email = '', address = null, business = null, remarks = '', placed_from = null
    where o.erased_at is not null and o.phone <> ''
      and ((${empty}) or extract(year from o.created_at at time zone 'Asia/Jerusalem') + ${YEARS} < extract(year from ${now()}::timestamptz at time zone 'Asia/Jerusalem'))`);
  await db.execute(sql`
    update outbox b set ${EMPTIED}
    from orders o where o.uuid = b.order_uid and o.erased_at is not null and b.recipient <> ''
      and (b.sent_at is not null or b.gave_up_at is not null)`);
  await db.execute(sql`
    update outbox b set ${EMPTIED}
    where b.about like '% erased' and b.recipient <> '' and (b.sent_at is not null or b.gave_up_at is not null)`);
  // A provider may report after the message was emptied.
  await db.execute(sql`
    update outbox b set ${EMPTIED} where b.recipient = '' and (b.last_error is not null or b.delivery_note is not null)`);
  await db.execute(sql`
    delete from leads l where l.source like '% erased'
      and extract(year from l.created_at at time zone 'Asia/Jerusalem') + ${YEARS} < extract(year from ${now()}::timestamptz at time zone 'Asia/Jerusalem')`);
}

/** Deletes the identity papers, insurances and signatures that buyers sent, some time after their orders have ended. */
export async function forgetOldPapers({ db, now }: { db: Db; now: () => Date }): Promise<void> {
  await db.execute(sql`
    delete from order_files f using orders o
    where o.uuid = f.order_uid and f.from_buyer and ${ended} and (
      select max(h.created_at) from order_history h where h.order_uid = o.uuid and h.field = 'status'
    ) < ${now().toISOString()}::timestamptz - make_interval(months => ${PAPER_MONTHS})`);
}
