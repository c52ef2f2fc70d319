import type { Customer } from '#contract/customers/customers.ts';
import type { Db } from '#db/client.ts';
import { violatedConstraint } from '#db/constraints.ts';
import { type CustomerRow, customers, otpCodes, outbox } from '#db/schema/index.ts';
import { and, eq, sql } from '#db/sql.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { isolate } from '#domain/text/format.ts';
import { type MailContent, plainText } from '#domain/text/mail-content.ts';
import type { RequestContext } from '../../context.ts';
import { lockCustomer, lockPhone, requireCustomer } from '../../identity/require-customer.ts';
import { isFresh, revokeTokens, spendTicket } from '../../identity/tokens.ts';
import { refuse } from '../../platform/errors.ts';
import { takeOrRefuse } from '../../platform/limits.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { servicePhone } from '../../stores/layout.ts';
import { toCustomer } from '../profile.ts';

/**
 * The account's phone becomes the one that the ticket proves: whoever has the former number signs in to it no more. All
 * other sessions end; `token`, the request's own, stays. Orders stay the account's, with the phone that they were
 * placed with.
 * @throws UNAUTHORIZED, SIGN_IN_AGAIN, TICKET_INVALID, PHONE_TAKEN (the ticket then stays valid), RATE_LIMITED
 */
export async function changePhone(ctx: RequestContext, ticket: string, token?: string): Promise<Customer> {
  const { uuid } = requireCustomer(ctx);
  if (!isFresh(ctx, uuid)) throw refuse('SIGN_IN_AGAIN', { message: 'לפני שמחליפים את מספר הטלפון, התחברו שוב' });
  await takeOrRefuse(ctx, [{ policy: 'phone_change', subject: uuid }]);
  const helpAt = await servicePhone(ctx);
  return ctx.db.transaction(async (tx) => {
    await lockCustomer(tx, uuid);
    const phone = await spendTicket(ctx, tx, ticket);
    const [former] = await tx.select().from(customers).where(eq(customers.uuid, uuid));
    if (!former) throw refuse('UNAUTHORIZED');
    if (former.phone === phone) return toCustomer(former);
    // What shoppers do isn't logged, but what opens an account is asked about later.
    await tx.execute(sql`
      select set_config('storefront.actor_kind', 'customer', true), set_config('storefront.actor', 'הלקוח', true),
        set_config('storefront.source', 'customers.change-phone', true)`);
    const customerRow = await writePhone(ctx, tx, uuid, phone);
    if (former.phone) await detachFormerPhone(ctx, tx, { uuid, former: former.phone }, phone);
    await revokeTokens(tx, uuid, token);
    await notifyFormerNumber(ctx, tx, former, { phone, helpAt });
    return toCustomer(customerRow);
  });
}

/** @throws PHONE_TAKEN */
async function writePhone({ store }: RequestContext, tx: Db, uuid: string, phone: string): Promise<CustomerRow> {
  const [otherCustomer] = await tx
    .select({ uuid: customers.uuid })
    .from(customers)
    .where(and(eq(customers.storeUid, store.uuid), eq(customers.phone, phone)));
  if (otherCustomer) throw refuse('PHONE_TAKEN');
  const [row] = await tx
    .update(customers)
    .set({ phone })
    .where(eq(customers.uuid, uuid))
    .returning()
    .catch((error) => {
      // Signed up with at this moment.
      throw violatedConstraint(error) ? refuse('PHONE_TAKEN') : error;
    });
  if (!row) throw refuse('UNAUTHORIZED');
  return row;
}

/**
 * Nothing of the person stays with the former number, which will be somebody else's: codes to it end, what is found in
 * the account by its phone goes along, and messages that name it are the account's. A visit of an order stays with the
 * order's phone, and so does one at the hour of another of the new phone.
 */
async function detachFormerPhone(
  { store }: RequestContext,
  tx: Db,
  { uuid, former }: { uuid: string; former: string },
  phone: string,
): Promise<void> {
  await tx.delete(otpCodes).where(and(eq(otpCodes.storeUid, store.uuid), eq(otpCodes.phone, former)));
  const ofFormer = sql`t.store_uid = ${store.uuid} and t.phone = ${former}`;
  await tx.execute(sql`update leads t set phone = ${phone} where ${ofFormer} and t.source not like '% erased'`);
  await tx.execute(sql`update trade_ins t set phone = ${phone} where ${ofFormer}`);
  // By the account: nothing else of it says later that this number was its own, and the next owner's aren't its.
  await tx.execute(sql`
    update outbox t set thing_uid = ${uuid} where t.store_uid = ${store.uuid} and t.thing_uid is null and t.order_uid is null
      and t.about not like '% erased'
      and (t.recipient = ${former} or position(${formatPhone(former)} in t.body) > 0 or position(${former} in t.body) > 0)`);
  const awaited = sql`t.store_uid = ${store.uuid} and t.recipient = ${former}`;
  await tx.execute(sql`
    update stock_subscriptions t set recipient = ${phone} where ${awaited} and not exists (
      select from stock_subscriptions n where n.store_uid = t.store_uid and n.variant_uid = t.variant_uid and n.recipient = ${phone})`);
  await tx.execute(sql`delete from stock_subscriptions t where ${awaited}`);
  // A visit that is booked with either number at this moment is seen, or sees what was moved.
  for (const one of [former, phone].sort()) await lockPhone(tx, { storeUid: store.uuid, phone: one });
  await tx.execute(sql`
    update bookings t set phone = ${phone} where ${ofFormer} and t.order_uid is null and not exists (
      select from bookings n where n.store_uid = t.store_uid and n.phone = ${phone} and n.cancelled_at is null
        and n.starts_at < t.ends_at and t.starts_at < n.ends_at)`);
}

/** Whoever didn't do it hears of it at the former number, and at the account's e-mail. */
async function notifyFormerNumber(
  ctx: RequestContext,
  tx: Db,
  { uuid, phone: former, email }: CustomerRow,
  { phone, helpAt }: { phone: string; helpAt: string },
): Promise<void> {
  const { store } = ctx;
  const base = {
    storeUid: store.uuid,
    thingUid: uuid,
    about: 'phone changed',
    createdAt: ctx.now(),
    nextAttemptAt: ctx.now(),
  };
  const help = helpAt ? `לא אתם? התקשרו: ${helpAt}` : 'לא אתם? פנו אלינו';
  if (former)
    await tx.insert(outbox).values({
      ...{ ...base, channel: 'sms', recipient: former },
      body: `${store.name}: מספר הטלפון של החשבון הוחלף. ${help}`,
    });
  if (!email) return;
  const content: MailContent = {
    heading: 'מספר הטלפון הוחלף',
    paragraphs: [
      `מספר הטלפון של החשבון שלכם ב${isolate(store.name)} הוחלף במספר שמסתיים ב־${isolate(phone.slice(-4))}, והחשבון נותק מכל המכשירים האחרים.`,
      help,
    ],
    button: { label: 'לחשבון', url: `${siteUrl(ctx.env, store)}/login` },
  };
  await tx.insert(outbox).values({
    ...{ ...base, channel: 'email', recipient: email },
    subject: `${content.heading} – ${store.name}`,
    body: plainText(content),
    content,
  });
}
