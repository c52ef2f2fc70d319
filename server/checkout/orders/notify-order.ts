import type { StoreSettings } from '#contract/store-settings.ts';
import type { Db } from '#db/client.ts';
import { branches, type OrderRow, orderLines, outbox, payments, stores } from '#db/schema/index.ts';
import { and, asc, eq, inArray, isNull, sql } from '#db/sql.ts';
import { listed, roadPrice } from '#domain/catalogue/road-price.ts';
import { LAST_PAYMENT, loanFigures } from '#domain/money/finance-figures.ts';
import { ILLUSTRATION, LOAN_WARNING } from '#domain/money/finance-texts.ts';
import { toAgorot, toShekels } from '#domain/money/money.ts';
import { CANCELLATION_DAYS } from '#domain/orders/cancellation.ts';
import { type OrderEvent, wordedTexts } from '#domain/orders/order-texts.ts';
import { addressLine } from '#domain/people/address-line.ts';
import { parseMobile } from '#domain/people/phone.ts';
import { formatExactPrice, formatLongDate, formatTime, isolate } from '#domain/text/format.ts';
import { type MailContent, plainText } from '#domain/text/mail-content.ts';
import type { Deps } from '../../context.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { detailsOf } from '../documents/content.ts';
import { linkSecret } from '../order-secret.ts';
import { unpaidRestOf } from './balance.ts';
import { wasAskedFor } from './cancellation-notices.ts';
import { handoverOf, roadFeesOf } from './handover-steps.ts';
import { keptFee } from './kept-fee.ts';

export type NotifyTools = Pick<Deps, 'env' | 'secret' | 'now'>;

/** Left and right stay as they are, in mailboxes as in SMS, by a left-to-right isolate around the sum. */
const money = (agorot: number): string => `\u2066${formatExactPrice(toShekels(agorot))}\u2069`;
/** Isolates count as letters of an SMS: a sum reads well without them, a parcel's number may not. */
const withoutIsolates = (text: string): string => text.replace(/\u2066([^\u2069]*)\u2069/g, '$1');

/** E-mails of these events repeat what was ordered. */
const IN_FULL: OrderEvent[] = ['received', 'accepted', 'paid', 'deposit_paid', 'deposit_held', 'payment_link', 'quote'];
/** E-mails of these events are the document of the deal that the law asks for, and say how it is cancelled. */
const CONFIRMS: OrderEvent[] = ['received', 'accepted', 'paid', 'deposit_paid', 'deposit_held'];
/** E-mails of these events say what loan an order asks for. */
const WITH_LOAN: OrderEvent[] = ['received', 'accepted'];
/** SMS of these events carry the link whatever it costs; others as far as it takes no third part. */
const LINKED: OrderEvent[] = [...IN_FULL, 'payment_failed', 'ready', 'paper_refused', 'tasks_open', 'new_link'];
/** There is nothing more to see of these. */
const UNLINKED: OrderEvent[] = ['expired', 'closed', 'released'];
/** Letters of a Hebrew SMS of two parts (docs/rules/phones.md). */
const TWO_PARTS = 134;
/**
 * A guest's order that is to be paid online proves no phone; one that is held unpaid (`closed` at its end) has proved
 * it. Of these such a buyer hears by e-mail alone, or anybody could send SMS to other people by placing orders in their
 * name.
 */
const OF_UNPAID: OrderEvent[] = ['payment_failed', 'expired'];
const WITH_STEPS: OrderEvent[] = ['received', 'accepted', 'paid', 'deposit_paid', 'deposit_held'];
/** What these ask for is done on the page of the buyer's tasks. */
const ASKS_FOR_PAPERS: OrderEvent[] = ['paper_refused', 'tasks_open'];
const pathOf = (event: OrderEvent): string => (ASKS_FOR_PAPERS.includes(event) ? '/tasks' : '');
const NAMES_VEHICLE: OrderEvent[] = [...WITH_STEPS, 'tasks_open', 'provided'];

type More = {
  /** The sum to name, where it is not the order's due: a refund's. */
  agorot?: number;
  /** What this refund keeps as the fee of a cancellation, with `refunded`. */
  feeAgorot?: number;
  /** Target of the button; the order's page by default. */
  url?: string;
  /** What was sent, with `on_the_way` and `part_on_the_way`. */
  parcel?: { tracking: string; goods: string };
  /** What the buyer does for the handover, with the events about it. */
  tasks?: { titles: string[]; reason?: string };
  /** Of an unpaid order that ended: the gateway could not be asked whether it was paid. */
  unasked?: boolean;
  /** Delays sending; `cancelNotification` withdraws it when it is no longer true. */
  afterMinutes?: number;
};

/** Adds e-mail and SMS about an order to the outbox, in the transaction that makes them true. */
export async function notifyOrder(
  tools: NotifyTools,
  tx: Db,
  order: OrderRow,
  event: OrderEvent,
  more: More = {},
): Promise<void> {
  const [store] = await tx.select().from(stores).where(eq(stores.uuid, order.storeUid));
  // The order of an erased person has no recipient.
  if (!store || order.phone === '') return;
  const [branch] = order.branchUid
    ? await tx.select({ name: branches.name }).from(branches).where(eq(branches.uuid, order.branchUid))
    : [];
  const place = branch?.name ?? (order.postalAddress ? addressLine(order.postalAddress) : '');
  const dueAgorot = more.agorot ?? order.dueAgorot;
  const handover = NAMES_VEHICLE.includes(event) ? await handoverOf(tx, order.uuid) : null;
  const facts = {
    store: store.name,
    number: order.number,
    firstName: order.firstName,
    sum: money(dueAgorot),
    place,
    until: order.holdUntil ? `${formatLongDate(order.holdUntil)}, בשעה ${formatTime(order.holdUntil)}` : '',
    parcel: more.parcel ?? { tracking: '', goods: '' },
    unasked: more.unasked,
    ...(await moneyFacts(tx, order.uuid, event, more)),
    handedOver: order.status === 'provided',
    vehicle: handover?.vehicle.definite ?? 'המוצר',
    inGarage: handover !== null,
    tasks: { titles: [], reason: '', ...more.tasks },
  };
  const texts = wordedTexts(event, facts, (store.settings as StoreSettings).order_words);
  const secret = await linkSecret(tools.secret, tx, order);
  const url = more.url ?? `${siteUrl(tools.env, store)}/order/${secret}${pathOf(event)}`;
  const content: MailContent = {
    heading: texts.heading,
    paragraphs: texts.paragraphs,
    button: { label: texts.button, url },
    ...(IN_FULL.includes(event) && (await bill(tx, { ...order, dueAgorot }, event, place))),
    ...disclosures(order, event, siteUrl(tools.env, store)),
    ...(handover && WITH_STEPS.includes(event) && { steps: handover.steps, stepsTitle: handover.title }),
  };
  const row = {
    storeUid: store.uuid,
    orderUid: order.uuid,
    about: `order ${event}`,
    createdAt: tools.now(),
    nextAttemptAt: new Date(tools.now().getTime() + (more.afterMinutes ?? 0) * 60_000),
  };
  const linked = `${withoutIsolates(texts.sms)} ${url}`;
  const hasLink = LINKED.includes(event) || (!UNLINKED.includes(event) && linked.length <= TWO_PARTS);
  await tx
    .insert(outbox)
    .values([
      { ...row, channel: 'email', recipient: order.email, subject: texts.subject, body: plainText(content), content },
      ...(hearsBySms(order, event)
        ? [{ ...row, channel: 'sms', recipient: order.phone, body: hasLink ? linked : withoutIsolates(texts.sms) }]
        : []),
    ]);
}

async function moneyFacts(tx: Db, orderUid: string, event: OrderEvent, { feeAgorot }: More) {
  if (event !== 'cancelled' && event !== 'refunded') return { paid: false };
  const fee = event === 'refunded' ? feeAgorot : await keptFee(tx, orderUid);
  return {
    ...(await moneyOf(tx, orderUid)),
    fee: fee ? money(fee) : undefined,
    asked: await wasAskedFor(tx, orderUid),
  };
}

/**
 * Whether any charge of the order hasn't wholly gone back, be it of what the order grew by alone; and whether each has
 * gone back in part.
 */
export async function moneyOf(tx: Db, orderUid: string): Promise<{ paid: boolean; partlyBack: boolean }> {
  const charged = await tx
    .select({ status: payments.status })
    .from(payments)
    .where(
      and(
        eq(payments.orderUid, orderUid),
        inArray(payments.status, ['paid', 'partly_refunded']),
        // What a closed doubt settled elsewhere isn't here any more.
        sql`${payments.reviewOutcome} is distinct from 'closed'`,
      ),
    );
  const paid = charged.length > 0;
  return { paid, partlyBack: paid && charged.every(({ status }) => status === 'partly_refunded') };
}

/** Whether money of an ended order still has to go back: all but a fee that staff kept. */
export const isOwed = async (tx: Db, orderUid: string): Promise<boolean> =>
  (await moneyOf(tx, orderUid)).paid && (await keptFee(tx, orderUid)) === null;

const hearsBySms = (order: OrderRow, event: OrderEvent): boolean => {
  const isGuest = order.customerUid === null && order.placedByUid === null;
  const isUnpaid = event === 'cancelled' && order.status === 'payment' && order.dueAgorot > 0;
  return parseMobile(order.phone) !== null && !(isGuest && (isUnpaid || OF_UNPAID.includes(event)));
};

/** Deletes a notification that was not sent yet and is no longer true. */
export async function cancelNotification(tx: Db, orderUid: string, event: OrderEvent): Promise<void> {
  await tx
    .delete(outbox)
    .where(and(eq(outbox.orderUid, orderUid), eq(outbox.about, `order ${event}`), isNull(outbox.sentAt)));
}

async function bill(tx: Db, order: OrderRow, event: OrderEvent, place: string): Promise<Partial<MailContent>> {
  const lines = await tx
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderUid, order.uuid))
    .orderBy(asc(orderLines.position));
  const fees = await roadFeesOf(tx, order.uuid);
  const parts = await depositOf(tx, order, event);
  // What is left of a deposit has just said where.
  const besides = parts.length > 0 ? 'בנוסף,' : order.postalAddress ? 'לתשלום' : 'לתשלום בסניף,';
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
              name: [order.deliveryName, place].filter(Boolean).join(' – '),
              value: order.deliveryAgorot > 0 ? money(order.deliveryAgorot) : 'ללא עלות',
            },
          ]
        : []),
    ],
    total: { name: 'סה״כ כולל מע״מ', value: money(order.totalAgorot) },
    parts,
    ...(fees.length > 0 && {
      besides: {
        name: `${besides} לפני המסירה: ${listed(fees.map(({ name }) => name))}`,
        value: money(toAgorot(roadPrice(0, fees))),
      },
    }),
  };
}

/** What of a reserved vehicle's price the shop has, and what is left. */
async function depositOf(tx: Db, { uuid, dueAgorot, postalAddress }: OrderRow, event: OrderEvent) {
  const isHeld = event === 'deposit_held';
  if (!isHeld && event !== 'deposit_paid') return [];
  return [
    { name: isHeld ? 'דמי שריון שמורים בכרטיס' : 'דמי שריון ששולמו', value: money(dueAgorot) },
    {
      name: postalAddress ? 'יתרה לתשלום לפני המסירה' : 'יתרה לתשלום בסניף',
      value: money(await unpaidRestOf(tx, uuid)),
    },
  ];
}

const disclosures = (order: OrderRow, event: OrderEvent, site: string): Pick<MailContent, 'terms' | 'note'> => ({
  ...(CONFIRMS.includes(event) && { note: cancellationNote(site) }),
  ...requestedLoan(order, event),
});

/** docs/rules/cancellation.md */
const cancellationNote = (site: string): string =>
  `אפשר לבטל את העסקה בתוך ${CANCELLATION_DAYS} ימים מקבלת המוצר או מקבלת מסמך זה, לפי המאוחר מביניהם, בטופס שבאתר: ${isolate(`${site}/cancellation`)}`;

/** The figures that the shopper saw, with the disclosure that the law asks for (docs/rules/finance.md). */
function requestedLoan({ financeQuote }: OrderRow, event: OrderEvent): Pick<MailContent, 'terms'> {
  const quote = financeQuote;
  if (!quote || !WITH_LOAN.includes(event)) return {};
  return {
    terms: {
      title: 'המימון שביקשתם',
      figures: [
        { name: 'החזר חודשי', value: money(toAgorot(quote.monthly)) },
        { name: 'תשלומים חודשיים שווים', value: String(quote.months) },
        ...loanFigures(quote),
      ],
      warning: LOAN_WARNING,
      note: `${ILLUSTRATION}. ${LAST_PAYMENT}`,
    },
  };
}
