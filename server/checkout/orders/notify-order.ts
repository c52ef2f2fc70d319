import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { branches, orderLines, type orders, outbox, stores } from '#db/schema/index.ts';
import { listed, roadPrice } from '#domain/catalogue/road-price.ts';
import { toAgorot, toShekels } from '#domain/money/money.ts';
import { parseMobile } from '#domain/people/phone.ts';
import { formatExactPrice, formatLongDate, formatTime } from '#domain/text/format.ts';
import { type MailContent, plainText } from '#domain/text/mail-content.ts';
import type { Deps } from '../../context.ts';
import { type OrderEvent, orderTexts } from '../../notifications/order-texts.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { detailsOf } from '../documents/content.ts';
import { type Address, addressLine } from '../postal-addresses/address-line.ts';
import { handoverOf, roadFeesOf } from './handover.ts';
import { linkSecret } from './link-secret.ts';

type Order = typeof orders.$inferSelect;
export type Teller = Pick<Deps, 'env' | 'secret' | 'now'>;

/** Left and right stay as they are, in mailboxes as in SMS, by a left-to-right isolate around the sum. */
const money = (agorot: number): string => `\u2066${formatExactPrice(toShekels(agorot))}\u2069`;
/** Isolates count as letters of an SMS; a sum reads well without them at its end. */
const withoutMarks = (text: string): string => text.replace(/[\u2066-\u2069]/g, '');

/** With these, a mail says again what was ordered. */
const IN_FULL: OrderEvent[] = ['received', 'accepted', 'paid', 'deposit_paid', 'deposit_held', 'payment_link'];
/** With these an SMS has the link, in a second part; what follows says only what has changed. */
const LINKED: OrderEvent[] = [...IN_FULL, 'payment_failed', 'ready'];
const WITH_STEPS: OrderEvent[] = ['received', 'accepted', 'paid', 'deposit_paid', 'deposit_held', 'in_process'];

type More = {
  /** Of what is told, where it isn't what the order asked for: a refund's sum. */
  agorot?: number;
  /** Where the button leads, when not to the order. */
  url?: string;
  /** Not before so many minutes; what made it untrue by then takes it back by `untell`. */
  afterMinutes?: number;
};

/** Writes e-mail and SMS about an order, in the transaction that makes it true; the outbox sends them. */
export async function tellOrder(
  tools: Teller,
  tx: Db,
  order: Order,
  event: OrderEvent,
  more: More = {},
): Promise<void> {
  const [store] = await tx.select().from(stores).where(eq(stores.uuid, order.storeUid));
  // Nobody is left to be told of an erased person's order.
  if (!store || order.phone === '') return;
  const [branch] = order.branchUid
    ? await tx.select({ name: branches.name }).from(branches).where(eq(branches.uuid, order.branchUid))
    : [];
  const place = branch?.name ?? (order.address ? addressLine(order.address as Address) : '');
  const sum = money(more.agorot ?? order.dueAgorot);
  const handover = WITH_STEPS.includes(event) ? await handoverOf(tx, order.uuid) : null;
  const texts = orderTexts(event, {
    store: store.name,
    number: order.number,
    firstName: order.firstName,
    sum,
    place,
    until: order.holdUntil ? `${formatLongDate(order.holdUntil)}, בשעה ${formatTime(order.holdUntil)}` : '',
    paid: order.paidAt !== null && order.paymentStatus !== 'authorised',
    vehicle: handover?.vehicle.definite ?? 'המוצר',
  });
  const url = more.url ?? `${siteUrl(tools.env, store)}/order/${await linkSecret(tools.secret, tx, order.uuid)}`;
  const content: MailContent = {
    heading: texts.heading,
    paragraphs: texts.paragraphs,
    button: { label: texts.button, url },
    ...(IN_FULL.includes(event) && (await bill(tx, order, place))),
    ...(handover && { steps: handover.steps, stepsTitle: handover.title }),
  };
  const row = {
    storeUid: store.uuid,
    orderUid: order.uuid,
    about: `order ${event}`,
    createdAt: tools.now(),
    nextAttemptAt: new Date(tools.now().getTime() + (more.afterMinutes ?? 0) * 60_000),
  };
  const sms = LINKED.includes(event) ? `${texts.sms} ${url}` : texts.sms;
  await tx
    .insert(outbox)
    .values([
      { ...row, channel: 'email', recipient: order.email, subject: texts.subject, body: plainText(content), content },
      ...(parseMobile(order.phone)
        ? [{ ...row, channel: 'sms', recipient: order.phone, body: withoutMarks(sms) }]
        : []),
    ]);
}

/** Takes back what was not sent yet and is no longer true. */
export async function untell(tx: Db, orderUid: string, event: OrderEvent): Promise<void> {
  await tx
    .delete(outbox)
    .where(and(eq(outbox.orderUid, orderUid), eq(outbox.about, `order ${event}`), isNull(outbox.sentAt)));
}

async function bill(tx: Db, order: Order, place: string): Promise<Partial<MailContent>> {
  const lines = await tx
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderUid, order.uuid))
    .orderBy(asc(orderLines.position));
  const fees = await roadFeesOf(tx, order.uuid);
  return {
    items: lines.map((line) => ({
      name: line.name,
      details: [detailsOf(line), line.quantity > 1 && `${line.quantity} יחידות`].filter(Boolean).join(' · '),
      sum: money(line.priceAgorot * line.quantity),
    })),
    facts: [
      ...(order.discountAgorot > 0 ? [{ name: 'הנחות', value: money(-order.discountAgorot) }] : []),
      ...(order.deliveryName
        ? [
            {
              name: [order.deliveryName, place].filter(Boolean).join(': '),
              value: order.deliveryAgorot > 0 ? money(order.deliveryAgorot) : 'ללא עלות',
            },
          ]
        : []),
    ],
    total: { name: 'סה״כ כולל מע״מ', value: money(order.totalAgorot) },
    ...(fees.length > 0 && {
      besides: {
        name: `לתשלום בסניף, לפני המסירה: ${listed(fees.map(({ name }) => name))}`,
        value: money(toAgorot(roadPrice(0, fees))),
      },
    }),
  };
}
