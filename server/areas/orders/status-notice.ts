import { eq } from 'drizzle-orm';
import type { OrderStatus } from '#contract/orders.ts';
import type { Db } from '#db/client.ts';
import { type orders, outbox, stores } from '#db/schema/index.ts';
import { isolate } from '#domain/format.ts';

type Order = typeof orders.$inferSelect;

/** What the customer reads when an operator moves the order. */
const news: Partial<Record<OrderStatus, string>> = {
  accepted: 'אושרה ועברה לטיפול',
  in_process: 'נמצאת בטיפול',
  delivery_in_process: 'בדרך אליכם',
  provided: 'נמסרה. תודה שבחרתם בנו',
  cancelled: 'בוטלה',
};

/** Where goods are fetched they are not on their way, they wait. */
const atBranch = 'מוכנה ומחכה לכם בסניף';

/** Tells the customer by e-mail and SMS where the order stands now. Written with the change, sent by the outbox. */
export async function tellStatus(tx: Db, order: Order, to: OrderStatus): Promise<void> {
  const [store] = await tx.select({ name: stores.name }).from(stores).where(eq(stores.uuid, order.storeUid));
  const text = to === 'delivery_in_process' && order.branchUid ? atBranch : news[to];
  if (!store || !text) return;
  const number = isolate(order.number);
  const refund = to === 'cancelled' && order.paidAt ? '\nההחזר יבוצע לאמצעי התשלום בתוך 14 ימים לכל היותר.' : '';
  await tx.insert(outbox).values([
    {
      storeUid: order.storeUid,
      channel: 'email',
      recipient: order.email,
      subject: `הזמנה ${number} ${text}`,
      body: `שלום ${isolate(order.firstName)},\nהזמנה ${number} מ${isolate(store.name)} ${text}.${refund}\n`,
    },
    {
      storeUid: order.storeUid,
      channel: 'sms',
      recipient: order.phone,
      body: `${store.name}: הזמנה ${order.number} ${text}`,
    },
  ]);
}
