import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import { SetupError } from '#db/setup-error.ts';
import { type NotifyTools, notifyOrder } from '../orders/notify-order.ts';
import { payLinkUrl } from './pay-link.ts';

export const MOST_HOURS = 72;

/**
 * The payment link of an unpaid order, good for so many hours from now; its goods are held as long. Only for an order that still holds
 * them: a payment in review keeps its unlimited hold and allows no second page. `send`: to its phone and mailbox.
 * @throws SetupError
 */
export async function extendPayLink(
  tools: NotifyTools,
  tx: Db,
  uuid: string,
  { hours, send }: { hours: number; send: boolean },
): Promise<{ url: string; number: string; goodUntil: Date }> {
  const until = new Date(tools.now().getTime() + hours * 3_600_000);
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
  if (!order?.holdUntil) throw new SetupError('This is no order that waits for a payment online.');
  const url = await payLinkUrl(tools, tx, order);
  if (send) await notifyOrder(tools, tx, order, 'payment_link', { url });
  return { url, number: order.number, goodUntil: order.holdUntil };
}
