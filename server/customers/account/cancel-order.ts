import { findOrder, readOrder } from '../../checkout/orders/read.ts';
import { abandonOrder } from '../../checkout/purchase/end-unpaid-orders.ts';
import type { RequestContext } from '../../context.ts';
import { requireCustomer } from '../../identity/require-customer.ts';

/**
 * Abandons an unpaid order of the customer's. One that has just been paid stays paid, and the reply says so.
 * @throws ORDER_NOT_FOUND, ORDER_NOT_PAYABLE (it is paid or ended; then the cancellation form applies,
 * docs/rules/cancellation.md)
 */
export async function cancelOwnOrder(ctx: RequestContext, id: string): Promise<{ cancelled: boolean; paid: boolean }> {
  requireCustomer(ctx);
  const uuid = await findOrder(ctx, { id });
  await abandonOrder(ctx, uuid);
  const { status, paid_at } = await readOrder(ctx, uuid);
  return { cancelled: status === 'cancelled', paid: paid_at !== null };
}
