import { and, eq } from 'drizzle-orm';
import { orders, payments } from '#db/schema/index.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../errors.ts';

/** When the sweeper asks about an open page (israel.md §1.4): minutes after the one before. */
export const CHECK_AFTER_MINUTES = [2, 5, 15, 60];

export type PaymentPage = { url: string; origin: string };

/**
 * The open payment page of an order, made at the gateway when there is none yet; `null` when nothing is to be paid online.
 * @throws PAYMENT_PROVIDER_DOWN; the order stays, and the next call tries again.
 */
export async function openPaymentPage(ctx: RequestContext, orderUid: string): Promise<PaymentPage | null> {
  const [row] = await ctx.db
    .select({ order: orders, payment: payments })
    .from(payments)
    .innerJoin(orders, eq(orders.uuid, payments.orderUid))
    .where(and(eq(payments.orderUid, orderUid), eq(payments.status, 'pending'), eq(orders.storeUid, ctx.store.uuid)));
  if (!row) return null;
  const { order, payment } = row;
  const provider = ctx.payment[payment.provider];
  if (!provider) throw refuse('PAYMENT_PROVIDER_DOWN');
  if (payment.url) return { url: payment.url, origin: provider.frameOrigin };

  const page = await provider
    .createCheckout({
      paymentId: payment.uuid,
      amountAgorot: payment.amountAgorot,
      currency: 'ILS',
      maxPayments: payment.maxPayments,
      capture: payment.capture === 'hold' ? 'hold' : 'sale',
      title: `הזמנה ${order.number}`,
      customer: { name: `${order.firstName} ${order.lastName}`, phone: order.phone, email: order.email },
      returnUrl: `${ctx.origin}/payment/return`,
      webhookUrl: `${ctx.origin}/api/receipts/webhook/${payment.provider}`,
    })
    .catch((err) => {
      ctx.log.error({ err, provider: payment.provider }, 'payment page could not be opened');
      throw refuse('PAYMENT_PROVIDER_DOWN');
    });
  const nextCheckAt = new Date(ctx.now().getTime() + (CHECK_AFTER_MINUTES[0] ?? 2) * 60_000);
  await ctx.db
    .update(payments)
    .set({ providerRef: page.providerRef, url: page.url, nextCheckAt })
    .where(eq(payments.uuid, payment.uuid));
  return { url: page.url, origin: provider.frameOrigin };
}
