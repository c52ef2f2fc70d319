import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, outbox, stores } from '#db/schema/index.ts';
import { formatExactPrice, formatLongDate, isolate } from '#domain/format.ts';
import { toShekels } from '#domain/money.ts';
import type { RequestContext } from '../../context.ts';
import { publicOrigin } from '../stores/public-origin.ts';
import { orderSecret } from './secret.ts';

type Order = typeof orders.$inferSelect;

/** Confirms an order that nothing is paid for online: a free one, or one that waits for a lender. Written with the order. */
export async function tellPlaced(ctx: RequestContext, tx: Db, orderUid: string): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.uuid, orderUid));
  if (!order) return;
  const number = isolate(order.number);
  const next = order.holdUntil
    ? `נציג יתקשר אליכם להמשך הטיפול. הפריטים שמורים עבורכם עד ${formatLongDate(order.holdUntil)}.`
    : 'אין סכום לתשלום, וההזמנה עברה לטיפול.';
  const link = `${publicOrigin(ctx)}/order/${orderSecret(ctx.secret, order.uuid)}`;
  await tell(tx, order, {
    subject: `קיבלנו את ההזמנה שלכם מ${isolate(ctx.store.name)}: ${number}`,
    body: `תודה, ${isolate(order.firstName)}.\nקיבלנו את הזמנה ${number} בסך ${isolate(formatExactPrice(toShekels(order.totalAgorot)))}.\n${next}\nלפרטי ההזמנה: ${link}\n`,
    sms: `${ctx.store.name}: קיבלנו את הזמנה ${order.number}. ${order.holdUntil ? 'נציג יתקשר להמשך הטיפול' : 'תודה!'}`,
  });
}

/** The days for which its goods were kept are over. */
export async function tellReleased(tx: Db, order: Order): Promise<void> {
  const [store] = await tx.select({ name: stores.name }).from(stores).where(eq(stores.uuid, order.storeUid));
  if (!store) return;
  const number = isolate(order.number);
  await tell(tx, order, {
    subject: `ההזמנה ${number} מ${isolate(store.name)} נסגרה`,
    body: `שלום ${isolate(order.firstName)},\nהזמן שבו הפריטים של הזמנה ${number} היו שמורים עבורכם הסתיים, וההזמנה נסגרה בלי חיוב.\nאפשר להזמין שוב באתר בכל עת.\n`,
    sms: `${store.name}: הזמנה ${order.number} נסגרה בלי חיוב. אפשר להזמין שוב באתר`,
  });
}

const tell = (tx: Db, { storeUid, email, phone }: Order, text: { subject: string; body: string; sms: string }) =>
  tx.insert(outbox).values([
    { storeUid, channel: 'email', recipient: email, subject: text.subject, body: text.body },
    { storeUid, channel: 'sms', recipient: phone, body: text.sms },
  ]);
