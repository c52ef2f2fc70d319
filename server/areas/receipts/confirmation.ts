import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { type orders, outbox, stores } from '#db/schema/index.ts';
import { formatExactPrice, isolate } from '#domain/format.ts';
import { toShekels } from '#domain/money.ts';
import { orderSecret } from '../orders/secret.ts';

/** Confirmation by e-mail and SMS: written with the payment, sent by the outbox. */
export async function tellShopper(
  { secret }: { secret: string },
  tx: Db,
  order: typeof orders.$inferSelect,
): Promise<void> {
  const [store] = await tx.select().from(stores).where(eq(stores.uuid, order.storeUid));
  if (!store) return;
  const link = store.publicDomain ? `https://${store.publicDomain}/order/${orderSecret(secret, order.uuid)}` : '';
  const paid = isolate(formatExactPrice(toShekels(order.dueAgorot)));
  await tx.insert(outbox).values([
    {
      storeUid: store.uuid,
      channel: 'email',
      recipient: order.email,
      subject: `ההזמנה שלכם מ${isolate(store.name)} התקבלה: ${isolate(order.number)}`,
      body: `תודה, ${isolate(order.firstName)}.\nקיבלנו את התשלום על הזמנה ${isolate(order.number)} בסך ${paid}.\n${link ? `לפרטי ההזמנה: ${link}\n` : ''}`,
    },
    {
      storeUid: store.uuid,
      channel: 'sms',
      recipient: order.phone,
      body: `${store.name}: הזמנה ${order.number} התקבלה ושולמה. תודה!`,
    },
  ]);
}
