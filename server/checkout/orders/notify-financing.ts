import type { FinanceQuote } from '#contract/catalogue/finance-models.ts';
import type { Db } from '#db/client.ts';
import { type OrderRow, outbox, stores } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { toAgorot, toShekels } from '#domain/money/money.ts';
import { formatExactPrice, isolate } from '#domain/text/format.ts';
import { type MailContent, plainText } from '#domain/text/mail-content.ts';
import { staffMailbox } from '../../notifications/brand.ts';
import { officeUrl } from '../../platform/site-url.ts';
import type { NotifyTools } from './notify-order.ts';

const money = (agorot: number): string => `\u2066${formatExactPrice(toShekels(agorot))}\u2069`;

/**
 * Mails the store that a buyer asks for financing, or doesn't any more: a person calls the buyer and the lender, and
 * moves the order on. Who it is stands in the office alone, so that nothing of a person lies in mailboxes.
 */
export async function notifyStoreOfFinancing(
  tools: NotifyTools,
  tx: Db,
  order: OrderRow,
  event: 'requested' | 'cancelled',
): Promise<void> {
  const [store] = await tx.select().from(stores).where(eq(stores.uuid, order.storeUid));
  const recipient = store && staffMailbox(store);
  if (!recipient) return;
  const heading = event === 'requested' ? 'בקשת מימון חדשה' : 'בקשת מימון בוטלה';
  const content: MailContent = {
    heading,
    paragraphs: [
      event === 'requested'
        ? 'הלקוח מחכה לשיחה עם תנאי ההצעה. אחרי שהמימון אושר, מקדמים את ההזמנה במשרד.'
        : 'הלקוח ביטל את ההזמנה באתר, והפריטים שוחררו. אין צורך להתקשר.',
    ],
    facts: [
      { name: 'הזמנה', value: isolate(order.number) },
      { name: 'סכום', value: money(order.totalAgorot) },
      ...termsOf(order.financeQuote),
    ],
    button: { label: 'להזמנה במשרד', url: `${officeUrl(tools.env)}/orders/${order.uuid}` },
  };
  await tx.insert(outbox).values({
    storeUid: store.uuid,
    about: 'order financing',
    channel: 'email',
    recipient,
    subject: `${heading}, הזמנה ${isolate(order.number)}`,
    body: plainText(content),
    content,
    createdAt: tools.now(),
    nextAttemptAt: tools.now(),
  });
}

const termsOf = (quote: FinanceQuote | null) =>
  quote
    ? [
        { name: 'תוכנית', value: isolate(`${quote.plan.name} (${quote.plan.lender})`) },
        { name: 'מקדמה', value: money(toAgorot(quote.down)) },
        { name: 'החזר חודשי', value: `${quote.months} × ${money(toAgorot(quote.monthly))}` },
      ]
    : [];
