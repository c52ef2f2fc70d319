import type { PersonalData } from '#contract/customers/account.ts';
import { type SQL, sql } from '#db/sql.ts';
import type { Deps } from '../context.ts';

type Row = Record<string, unknown>;
/**
 * `uuid`: of the account; `null` for a guest, who is known by the phone of the orders. `guestOrders`: with orders of
 * that phone that no account made, as an erasure reaches them.
 */
export type Holder = {
  uuid: string | null;
  phone: string | null;
  store: { uuid: string; name: string };
  guestOrders?: boolean;
};

/** Orders `o` of a guest. Those that were erased are another's: the phone may have a new owner. */
export const ordersOfGuest = (phone: string | null): SQL =>
  sql`(o.customer_uid is null and o.erased_at is null and o.phone = ${phone}::text)`;

/** Messages `b` that belong to nobody who was erased: of those, some wait to be sent. */
export const NOT_OF_ERASED = sql`(b.about not like '% erased' and not exists (select from orders e where e.uuid = b.order_uid and e.erased_at is not null))`;

/**
 * Everything stored about a customer, as in the tables. Values that only prove something to the server
 * (hashes, keyed addresses) are omitted. Inquiries, alerts and messages are found by the proved phone, the latter two
 * also by a proved e-mail; an unproved one is only what somebody typed and reveals nothing.
 */
export async function personalData(
  tools: Pick<Deps, 'db' | 'now'>,
  { uuid, phone, store: { uuid: store, name }, guestOrders = uuid === null }: Holder,
): Promise<PersonalData> {
  const rows = async (query: SQL): Promise<Row[]> => {
    const result = await tools.db.execute<{ row: Row }>(sql`select to_jsonb(t) as row from (${query}) t`);
    return result.rows.map(({ row }) => row);
  };
  const customerOrders = sql`select o.uuid from orders o where o.store_uid = ${store}
    and (o.customer_uid = ${uuid}::uuid or (${guestOrders} and ${ordersOfGuest(phone)}))`;
  const email = sql`(select lower(c.email) from customers c where c.uuid = ${uuid}::uuid and c.email_verified_at is not null)`;
  const sections = {
    customer: sql`select c.uuid, c.phone, c.email, c.first_name, c.last_name, c.image, c.created_at, c.email_verified_at,
      c.password_hash is not null as has_password from customers c where c.uuid = ${uuid} and c.store_uid = ${store}`,
    consents: sql`select kind, given, text, created_at from consents where customer_uid = ${uuid} order by created_at`,
    identities: sql`select provider, subject, created_at from customer_identities where customer_uid = ${uuid} and store_uid = ${store} order by created_at`,
    // Only by an e-mail that its owner has proved.
    newsletter: sql`select s.email, s.consent_text, s.confirmed_at, s.unsubscribed_at, s.created_at from subscribers s
      join customers c on c.uuid = ${uuid} and c.email_verified_at is not null and s.email = lower(c.email) where s.store_uid = ${store}`,
    sessions: sql`select created_at, expires_at from customer_tokens where customer_uid = ${uuid} order by created_at`,
    image: sql`select 'image/webp' as type, encode(bytes, 'base64') as base64, created_at from customer_images where customer_uid = ${uuid}`,
    addresses: sql`select * from addresses where customer_uid = ${uuid} order by created_at`,
    favorites: sql`select p.uuid, p.name, f.created_at, f.known_price_agorot, f.known_available from favorites f join products p on p.uuid = f.product_uid
      where f.customer_uid = ${uuid} order by f.created_at`,
    favorite_alerts: sql`select by_sms, by_email from favorite_alerts where customer_uid = ${uuid}`,
    garage: sql`select p.name, g.year, g.plate, g.kilometres, g.kilometres_on, g.services, g.serviced_on, g.serviced_km, g.test_until, g.insured_until,
        g.order_line_uid, g.unit, g.removed_at, g.sold_at, g.created_at
      from garage_vehicles g join products p on p.uuid = g.vehicle_uid where g.customer_uid = ${uuid} order by g.created_at`,
    garage_reminders: sql`select by_sms, by_email, days from garage_reminders where customer_uid = ${uuid}`,
    cart: sql`select p.name, v.sku, c.configuration, c.quantity, c.created_at from cart_lines c join variants v on v.uuid = c.variant_uid
      join products p on p.uuid = v.product_uid where c.customer_uid = ${uuid} order by c.created_at`,
    configurations: sql`select c.code, c.choices, p.name, s.created_at from saved_configurations s
      join configurations c on c.uuid = s.configuration_uid join products p on p.uuid = c.product_uid
      where s.customer_uid = ${uuid} order by s.created_at`,
    finance_quotes: sql`select q.uuid, q.asked, q.quote, s.created_at from saved_quotes s join finance_quotes q on q.uuid = s.quote_uid
      where s.customer_uid = ${uuid} order by s.created_at`,
    orders: sql`select to_jsonb(o) - 'secret_hash' - 'link_version' - 'placed_from' as "order",
        (select jsonb_agg(to_jsonb(l) order by l.position) from order_lines l where l.order_uid = o.uuid) as lines,
        (select jsonb_agg(to_jsonb(v) - 'updated_at') from order_vehicles v join order_lines vl on vl.uuid = v.order_line_uid where vl.order_uid = o.uuid) as vehicles,
        (select jsonb_agg(to_jsonb(d)) from order_discounts d where d.order_uid = o.uuid) as discounts,
        (select to_jsonb(i) - 'order_uid' - 'trade_in_uid' from order_trade_ins i where i.order_uid = o.uuid) as trade_in,
        (select jsonb_agg(jsonb_build_object('kind', c.kind, 'text', c.text, 'address', c.address, 'created_at', c.created_at)) from order_consents c where c.order_uid = o.uuid) as consents,
        (select jsonb_agg(jsonb_build_object('field', h.field, 'from', h.from_value, 'to', h.to_value, 'created_at', h.created_at) order by h.created_at) from order_history h where h.order_uid = o.uuid) as history,
        (select jsonb_agg(jsonb_build_object('status', p.status, 'amount_agorot', p.amount_agorot, 'refunded_agorot', p.refunded_agorot,
          'wallet', p.wallet, 'last4', p.last4, 'card_brand', p.card_brand, 'approval_number', p.approval_number, 'created_at', p.created_at, 'settled_at', p.settled_at)
          order by p.created_at) from payments p where p.order_uid = o.uuid) as payments
      from orders o where o.uuid in (${customerOrders}) order by o.created_at`,
    documents: sql`select d.kind, d.number, d.issued_at, d.total_agorot, d.vat_agorot, d.allocation_number, d.content from documents d
      where d.order_uid in (${customerOrders}) order by d.issued_at`,
    // Papers of the orders, of the store's people and of the buyer, whole, as the picture is; with what was signed.
    files: sql`select o.number as "order", f.name, f.type, f.bytes, f.from_buyer, encode(f.content, 'base64') as base64, f.created_at,
        g.name as signed_by, g.text as signed_text, g.signed_at
      from order_files f join orders o on o.uuid = f.order_uid left join order_signatures g on g.file_uid = f.uuid where f.order_uid in (${customerOrders}) order by f.created_at`,
    inquiries: sql`select * from leads where store_uid = ${store} and phone = ${phone} and source not like '% erased' order by created_at`,
    bookings: sql`select b.service, r.name as branch, b.starts_at, b.ends_at, b.name, b.phone, b.email, b.message, b.created_at, b.cancelled_at
      from bookings b join branches r on r.uuid = b.branch_uid where b.store_uid = ${store} and b.phone = ${phone} order by b.starts_at`,
    answers: sql`select a.lead_uid, a.channel, a.text, a.created_at from lead_answers a join leads l on l.uuid = a.lead_uid
      where l.store_uid = ${store} and l.phone = ${phone} and l.source not like '% erased' order by a.created_at`,
    stock_alerts: sql`select s.channel, s.recipient, v.sku, s.created_at from stock_subscriptions s join variants v on v.uuid = s.variant_uid
      where s.store_uid = ${store} and (s.recipient = ${phone} or lower(s.recipient) = ${email}) order by s.created_at`,
    stock_alert_recipients: sql`select recipient, told_at, stopped_at from stock_alert_recipients
      where store_uid = ${store} and (recipient = ${phone} or lower(recipient) = ${email})`,
    reviews: sql`select p.name as product, r.author, r.rating, r.aspects, r.text, r.state, r.reason, r.answer, r.answered_at, r.created_at,
        (select jsonb_agg(jsonb_build_object('type', 'image/webp', 'base64', encode(f.content, 'base64'), 'created_at', f.created_at))
          from review_photos f where f.review_uid = r.uuid) as photos
      from product_reviews r join products p on p.uuid = r.product_uid
      where r.store_uid = ${store} and (r.phone = ${phone}::text or r.order_uid in (${customerOrders})) order by r.created_at`,
    trade_ins: sql`select t.name, t.phone, t.email, t.plate, t.make, t.model, t.year, t.condition, t.remarks, t.state, t.low_agorot, t.high_agorot,
        t.expires_at, t.reason, t.proved_at, t.created_at,
        (select jsonb_agg(jsonb_build_object('type', 'image/webp', 'base64', encode(f.content, 'base64'), 'created_at', f.created_at))
          from trade_in_photos f where f.trade_in_uid = t.uuid) as photos
      from trade_ins t where t.store_uid = ${store} and (t.phone = ${phone}::text or t.customer_uid = ${uuid}::uuid) order by t.created_at`,
    questions: sql`select p.name as product, q.author, q.email, q.text, q.state, q.reason, q.answer, q.answered_at, q.created_at
      from product_questions q join products p on p.uuid = q.product_uid
      where q.store_uid = ${store} and q.customer_uid = ${uuid}::uuid order by q.created_at`,
    // One-time codes and links that open the account are masked: they must not be read again here. Nor do mails to
    // staff, with links into the office, belong to the customer of the same mailbox. An SMS without `about` may be one.
    messages: sql`select channel, recipient, about, subject, case when about in ('code', '') and channel = 'sms' or about in ('password link', 'e-mail proof') then null else body end as body, created_at, sent_at
      from outbox where store_uid = ${store} and uuid in (select b.uuid from outbox b where b.store_uid = ${store}
          and (b.recipient = ${phone} or (lower(b.recipient) = ${email} and b.about <> 'staff') or b.thing_uid = ${uuid}::uuid) and ${NOT_OF_ERASED}
        union select b.uuid from outbox b where b.order_uid in (${customerOrders})) order by created_at`,
    coupons: sql`select code, created_at from coupons where store_uid = ${store} and customer_uid = ${uuid}`,
    // A section that the contract doesn't name would be left out of the reply without a word.
  } satisfies Record<Exclude<keyof PersonalData, 'generated_at' | 'store'>, SQL>;
  const names = Object.keys(sections) as (keyof typeof sections)[];
  // Sequential: a person's file is no reason to take many connections.
  const data = {} as Record<keyof typeof sections, Row[]>;
  for (const section of names) data[section] = await rows(sections[section]);
  const { customer, image, ...lists } = data;
  return {
    generated_at: tools.now().toISOString(),
    store: { name },
    customer: customer[0] ?? {},
    image: (image[0] as PersonalData['image']) ?? null,
    ...lists,
  };
}
