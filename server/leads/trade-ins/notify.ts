import type { Db } from '#db/client.ts';
import { outbox, stores, tradeIns } from '#db/schema/index.ts';
import { and, eq, isNull } from '#db/sql.ts';
import { toShekels } from '#domain/money/money.ts';
import { parseMobile } from '#domain/people/phone.ts';
import { conditionOf, tradeInFacts, tradeInName } from '#domain/people/trade-in-questions.ts';
import { formatDate, formatExactPrice, isolate } from '#domain/text/format.ts';
import { type MailContent, plainText } from '#domain/text/mail-content.ts';
import type { Deps, RequestContext } from '../../context.ts';
import { staffMailbox } from '../../notifications/brand.ts';
import { keyedHash, secretHash } from '../../platform/keyed-hash.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { takeFormMessages, type Ways } from '../inquiries/limit-form-messages.ts';

export type TradeInRow = typeof tradeIns.$inferSelect;
type Tools = Pick<Deps, 'env' | 'secret' | 'now'>;
/** `confirmed` and `rejected`: after the inspection, of the order. */
export type TradeInEvent = 'received' | 'offered' | 'refused' | 'confirmed' | 'rejected';

/** The secret of an offer's link: derived when needed, never stored. */
export const tradeInSecret = (key: string, uuid: string): string => keyedHash(key, `trade-in:${uuid}`);

const sum = (agorot: number): string => isolate(formatExactPrice(toShekels(agorot)));

/** `₪12,000 עד ₪14,000`, or one sum. */
const rangeText = ({ low, high }: { low: number; high: number }): string =>
  low === high ? sum(low) : `${sum(low)} עד ${sum(high)}`;

/**
 * What is told: the heading, a sentence about it, and the same for an SMS. `agorot`: what the inspection has confirmed.
 */
function wordsOf(row: TradeInRow, event: TradeInEvent, agorot = 0): { heading: string; text: string; sms: string } {
  const offer =
    row.lowAgorot !== null && row.highAgorot !== null && row.expiresAt
      ? { range: rangeText({ low: row.lowAgorot, high: row.highAgorot }), until: formatDate(row.expiresAt) }
      : null;
  if (event === 'refused')
    return {
      heading: 'לא נוכל להציע טרייד־אין לרכב',
      text: 'בדקנו את הפרטים, ולצערנו לא נוכל להציע עליו סכום.',
      sms: 'לא נוכל להציע טרייד־אין לרכב שלכם',
    };
  if (event === 'confirmed')
    return {
      heading: 'נרשם זיכוי על הטרייד־אין',
      text: `הרכב נבדק, ובהזמנה נרשם זיכוי של ${sum(agorot)}. הפירוט בדף ההזמנה.`,
      sms: `הרכב נבדק, ובהזמנה נרשם זיכוי של ${formatExactPrice(toShekels(agorot))}`,
    };
  if (event === 'rejected')
    return {
      heading: 'לא נרשם זיכוי על הטרייד־אין',
      text: 'לאחר בדיקת הרכב לא נוכל לקבל אותו. ההזמנה נשארת בתוקף במחיר המלא.',
      sms: 'לאחר הבדיקה לא נוכל לקבל את הרכב, וההזמנה נשארת במחיר המלא',
    };
  if (!offer)
    return {
      heading: 'קיבלנו את פרטי הרכב',
      text: 'נבדוק את הפרטים ונחזור עם הצעה. אפשר לצרף תמונות בקישור, והן יקצרו את הבדיקה.',
      sms: 'קיבלנו את פרטי הרכב, ונחזור עם הצעה',
    };
  const heading = event === 'offered' ? 'יש לנו הצעה לרכב שלכם' : 'הערכה לרכב שלכם';
  return {
    heading: `${heading}: ${offer.range}`,
    text: `${event === 'offered' ? 'אנחנו מציעים' : 'לפי הפרטים שמסרתם, הערך הוא'} ${offer.range}, בכפוף לבדיקת הרכב. ההצעה בתוקף עד ${isolate(offer.until)}, ואפשר להשתמש בה ברכישה.`,
    sms: `${heading}: ${offer.range.replace(/[\u2066-\u2069]/g, '')}, בכפוף לבדיקה, עד ${offer.until}`,
  };
}

/**
 * Tells the shopper, in the transaction that makes it true: by e-mail where there is one, by SMS where it may be sent.
 */
async function notify(
  tools: Tools,
  tx: Db,
  row: TradeInRow,
  { event, bySms, byMail, agorot }: Ways & { event: TradeInEvent; agorot?: number | undefined },
): Promise<void> {
  const [store] = await tx.select().from(stores).where(eq(stores.uuid, row.storeUid));
  if (!store) return;
  const secret = tradeInSecret(tools.secret, row.uuid);
  // After a change of key the link written here replaces the former one.
  if (row.secretHash !== secretHash(secret))
    await tx
      .update(tradeIns)
      .set({ secretHash: secretHash(secret) })
      .where(eq(tradeIns.uuid, row.uuid));
  const url = `${siteUrl(tools.env, store)}/trade-in/${secret}`;
  const words = wordsOf(row, event, agorot);
  const content: MailContent = {
    heading: words.heading,
    paragraphs: [`שלום ${isolate(row.name)},`, words.text, ...(row.reason && event !== 'received' ? [row.reason] : [])],
    facts: [
      { name: 'הרכב', value: isolate(tradeInName(row)) },
      ...tradeInFacts(conditionOf(row.condition), row.plate).map(({ name, value }) => ({
        name,
        value: isolate(value),
      })),
    ],
    button: { label: 'לפרטי ההצעה', url },
  };
  const base = {
    storeUid: store.uuid,
    thingUid: row.uuid,
    about: `trade-in ${event}`,
    createdAt: tools.now(),
    nextAttemptAt: tools.now(),
  };
  const messages: (typeof outbox.$inferInsert)[] = [
    ...(row.email && byMail
      ? [
          {
            ...base,
            channel: 'email',
            recipient: row.email,
            subject: words.heading,
            body: plainText(content),
            content,
          },
        ]
      : []),
    ...(bySms && parseMobile(row.phone)
      ? [{ ...base, channel: 'sms', recipient: row.phone, body: `${store.name}: ${words.sms}. ${url}` }]
      : []),
  ];
  // What still waits says the former sum.
  await tx.delete(outbox).where(and(eq(outbox.thingUid, row.uuid), isNull(outbox.sentAt)));
  if (messages.length > 0) await tx.insert(outbox).values(messages);
}

/** To both sides. Who wrote, and what, is in the office alone: nothing of it lies in the store's mailbox. */
export async function notifyReceived(ctx: RequestContext, tx: Db, row: TradeInRow): Promise<void> {
  await notify(ctx, tx, row, { event: 'received', ...(await takeFormMessages(ctx, tx, row)) });
  const recipient = staffMailbox(ctx.store);
  if (!recipient) return;
  await tx.insert(outbox).values({
    storeUid: ctx.store.uuid,
    about: 'trade-in waiting',
    channel: 'email',
    recipient,
    subject: 'טרייד־אין חדש',
    body: `רכב שהוצע להחלפה מחכה במשרד, תחת ״טרייד־אין״. ${row.lowAgorot === null ? 'בטבלה אין לו ערך, ולכן צריך להציע סכום.' : 'הערכה לפי הטבלה כבר נמסרה.'}`,
    createdAt: ctx.now(),
    nextAttemptAt: ctx.now(),
  });
}

/** What staff did: not counted as a shopper's SMS. */
export const notifyByStaff = (tools: Tools, tx: Db, row: TradeInRow, event: TradeInEvent, agorot?: number) =>
  notify(tools, tx, row, { event, bySms: true, byMail: true, agorot });
