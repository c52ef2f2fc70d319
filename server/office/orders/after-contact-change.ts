import type { Db } from '#db/client.ts';
import { type OrderRow, orders, outbox } from '#db/schema/index.ts';
import { and, eq, isNull, type SQL, sql } from '#db/sql.ts';
import { parseMobile } from '#domain/people/phone.ts';
import { orderSecret } from '../../checkout/order-secret.ts';
import { HOLD_MINUTES } from '../../checkout/orders/hold.ts';
import { lockOrder } from '../../checkout/orders/lock-order.ts';
import { type NotifyTools, notifyOrder } from '../../checkout/orders/notify-order.ts';
import { moveVisitsToContact } from '../../leads/bookings/handover-date.ts';
import { refuse } from '../../platform/errors.ts';
import { secretHash } from '../../platform/keyed-hash.ts';

/**
 * What follows from a change of an order's contact. `former`: the order before it; `edited`: the fields that were
 * changed.
 * @throws BAD_REQUEST where the new phone has another visit at the time of the handover, NOT_POSSIBLE while the buyer
 * pays
 */
export async function afterContactChange(
  tools: NotifyTools,
  tx: Db,
  former: OrderRow,
  edited: string[],
): Promise<{ message?: string }> {
  if (edited.includes('phone') || edited.includes('email')) {
    await refuseWhilePaying(tx, former.uuid, tools.now());
    await handToContact(tools, tx, former);
    return { message: 'הפרטים נשמרו. הקישור הקודם להזמנה נסגר, וקישור חדש נשלח ללקוח' };
  }
  const order = await lockOrder(tx, former.uuid);
  if (order && (edited.includes('firstName') || edited.includes('lastName')))
    await moveVisitsToContact(tools, tx, order, { renewLinks: false });
  return {};
}

/**
 * Who pays at this moment has the page by the former link, and would come back from the gateway to nothing. A page that
 * was opened longer ago counts as left (`HOLD_MINUTES`).
 */
async function refuseWhilePaying(tx: Db, orderUid: string, now: Date): Promise<void> {
  const { rows } = await tx.execute(sql`
    select 1 from payments where order_uid = ${orderUid} and status = 'pending' and provider_ref is not null
      and opened_at > ${new Date(now.getTime() - HOLD_MINUTES * 60_000)} limit 1`);
  if (rows.length > 0)
    throw refuse('NOT_POSSIBLE', {
      message: `דף התשלום של ההזמנה פתוח אצל הלקוח. אפשר לשנות טלפון או דוא״ל אחרי התשלום, או ${HOLD_MINUTES} דקות אחרי שהדף נפתח`,
    });
}

/**
 * What follows from another phone or e-mail: somebody else may have the former link, or an account of the former phone,
 * so neither opens the order any more. The new contact gets a link, and what waited to be sent; an account of the new
 * phone gets the order at its next sign-in.
 */
async function handToContact(tools: NotifyTools, tx: Db, former: OrderRow): Promise<void> {
  const linkVersion = former.linkVersion + 1;
  const secret = orderSecret(tools.secret, { uuid: former.uuid, linkVersion });
  const isOfFormerPhone = sql`${orders.phone} <> ${former.phone} and ${orders.customerUid} in (select uuid from customers where phone = ${former.phone})`;
  const [order] = await tx
    .update(orders)
    .set({
      ...{ linkVersion, secretHash: secretHash(secret) },
      customerUid: sql`case when not (${isOfFormerPhone}) then ${orders.customerUid} end`,
    })
    .where(eq(orders.uuid, former.uuid))
    .returning();
  if (!order) throw refuse('NOT_FOUND');
  // A bought vehicle is in one garage: that of whoever has the order now.
  if (former.customerUid && !order.customerUid)
    await tx.execute(
      sql`delete from garage_vehicles where order_line_uid in (select uuid from order_lines where order_uid = ${former.uuid})`,
    );
  const visits = await moveVisitsToContact(tools, tx, order, { renewLinks: true });
  await redirectUnsentMessages(tx, former, order, [[orderSecret(tools.secret, former), secret], ...visits]);
  await notifyOrder(tools, tx, order, 'new_link');
}

/** Unsent messages of the order go to its present contact, with the present links. */
async function redirectUnsentMessages(
  tx: Db,
  former: OrderRow,
  order: OrderRow,
  secrets: [former: string, now: string][],
): Promise<void> {
  const isUnsent = and(
    ...[eq(outbox.orderUid, order.uuid), isNull(outbox.sentAt)],
    // What a provider may have delivered already goes on naming whom it went to.
    sql`${outbox.delivery} is distinct from 'unknown'`,
  );
  if (!parseMobile(order.phone)) await tx.delete(outbox).where(and(isUnsent, eq(outbox.channel, 'sms')));
  const renewed = (text: SQL) => secrets.reduce((rest, [from, to]) => sql`replace(${rest}, ${from}, ${to})`, text);
  await tx
    .update(outbox)
    .set({
      recipient: sql`case ${outbox.recipient} when ${former.phone} then ${order.phone} when ${former.email} then ${order.email} else ${outbox.recipient} end`,
      body: renewed(sql`${outbox.body}`),
      content: sql`${renewed(sql`${outbox.content}::text`)}::jsonb`,
    })
    .where(isUnsent);
}
