import type { Db } from '#db/client.ts';
import { RuleRefusal } from '#db/operator-error.ts';
import { orders } from '#db/schema/index.ts';
import { and, eq, gt, sql } from '#db/sql.ts';
import { HOUR_MS } from '#domain/calendar/durations.ts';
import { balanceOf } from '../orders/balance.ts';
import { orderUnknown } from '../orders/lock-order.ts';
import { type NotifyTools, notifyOrder } from '../orders/notify-order.ts';
import { payLinkUrl } from './pay-link.ts';
import { hasPaymentInDoubt } from './take-payment.ts';

/**
 * The payment link of an unpaid order, good for so many hours from now; its goods are held as long. Only for an order
 * that still holds them: a payment in doubt keeps its unlimited hold and allows no second page. Of an order that grew
 * after it was paid, the same link pays the difference, whenever that is (but not while a payment is in doubt), and
 * nothing is written. `send`: to its phone and mailbox.
 * @throws RuleRefusal
 */
export async function extendPayLink(
  tools: NotifyTools,
  tx: Db,
  uuid: string,
  { hours, send }: { hours: number; send: boolean },
): Promise<{ url: string; number: string; goodUntil: Date | null }> {
  if (await hasPaymentInDoubt(tx, uuid))
    throw new RuleRefusal(
      'A payment of this order is in doubt: decide it first.',
      'התשלום של ההזמנה בבירור. הכריעו בו קודם בפאנל התשלומים',
    );
  const agorot = await balanceOf(tx, uuid);
  if (agorot > 0) {
    const [grown] = await tx.select().from(orders).where(eq(orders.uuid, uuid));
    if (!grown) throw orderUnknown(uuid);
    const url = await payLinkUrl(tools, tx, grown);
    if (send) await notifyOrder(tools, tx, grown, 'payment_link', { agorot, url });
    return { url, number: grown.number, goodUntil: null };
  }
  const until = new Date(tools.now().getTime() + hours * HOUR_MS);
  const [order] = await tx
    .update(orders)
    .set({ holdUntil: sql`greatest(${orders.holdUntil}, ${until.toISOString()}::timestamptz)` })
    .where(
      // A hold that has ended, as of an order that is being cancelled, is no more.
      and(
        eq(orders.uuid, uuid),
        eq(orders.status, 'payment'),
        gt(orders.dueAgorot, 0),
        gt(orders.holdUntil, tools.now()),
      ),
    )
    .returning();
  if (!order?.holdUntil)
    throw new RuleRefusal('This is no order that waits for a payment online.', 'ההזמנה אינה מחכה לתשלום באתר');
  const url = await payLinkUrl(tools, tx, order);
  if (send) await notifyOrder(tools, tx, order, 'payment_link', { url });
  return { url, number: order.number, goodUntil: order.holdUntil };
}
