import type { TaxDocument } from '#contract/checkout/documents.ts';
import { orders, payments } from '#db/schema/index.ts';
import { and, desc, eq, gt, inArray, not } from '#db/sql.ts';
import { toShekels } from '#domain/money/money.ts';
import { walletNames } from '#domain/money/wallets.ts';
import type { PaymentStatus } from '#domain/orders/states.ts';
import { listDocuments } from '../../checkout/documents/read.ts';
import { payLinkSecret } from '../../checkout/order-secret.ts';
import { toPayNowAgorot } from '../../checkout/orders/balance.ts';
import { hasOpenNotice } from '../../checkout/orders/cancellation-notices.ts';
import type { RequestContext } from '../../context.ts';
import { requireCustomer } from '../../identity/require-customer.ts';

type OpenPayment = {
  order_uid: string;
  order_number: string;
  amount: number;
  hold_until: string | null;
  path: string;
};
export type PastPayment = {
  uuid: string;
  order_uid: string;
  order_number: string;
  status: PaymentStatus;
  amount: number;
  refunded: number;
  payments_count: number;
  /** By name. */
  wallet: string | null;
  card: { last4: string; brand: string } | null;
  at: string;
};
export type Payments = { open: OpenPayment[]; past: PastPayment[]; documents: TaxDocument[] };

const MAX_SHOWN = 100;

/**
 * Open payments and past ones (the latest 100 of each), and their documents. No card is stored: only its last digits.
 */
export async function getPayments(ctx: RequestContext): Promise<Payments> {
  const { uuid } = requireCustomer(ctx);
  const ofCustomer = and(eq(orders.customerUid, uuid), eq(orders.storeUid, ctx.store.uuid));
  const [open, past, documents] = await Promise.all([
    ctx.db
      .select({ uuid: orders.uuid, number: orders.number, due: toPayNowAgorot, holdUntil: orders.holdUntil })
      .from(orders)
      // Of one that its buyer wants to cancel nothing is asked until staff have dealt with that.
      .where(and(ofCustomer, gt(toPayNowAgorot, 0), not(hasOpenNotice(orders.uuid))))
      .orderBy(desc(orders.createdAt))
      .limit(MAX_SHOWN),
    ctx.db
      .select({ payment: payments, number: orders.number })
      .from(orders)
      .innerJoin(payments, eq(payments.orderUid, orders.uuid))
      .where(and(ofCustomer, inArray(payments.status, ['paid', 'authorised', 'partly_refunded', 'refunded'])))
      .orderBy(desc(payments.createdAt), payments.uuid)
      .limit(MAX_SHOWN),
    listDocuments(ctx, {}),
  ]);
  return {
    open: open.map((order) => ({
      order_uid: order.uuid,
      order_number: order.number,
      amount: toShekels(order.due),
      hold_until: order.holdUntil?.toISOString() ?? null,
      path: `/pay/${payLinkSecret(ctx.secret, order)}`,
    })),
    past: past.map(({ payment, number }) => ({
      uuid: payment.uuid,
      order_uid: payment.orderUid,
      order_number: number,
      status: payment.status,
      amount: toShekels(payment.amountAgorot),
      refunded: toShekels(payment.refundedAgorot),
      payments_count: payment.paymentsCount ?? 1,
      wallet: payment.wallet && walletNames[payment.wallet],
      card: payment.last4 ? { last4: payment.last4, brand: payment.cardBrand ?? '' } : null,
      at: (payment.settledAt ?? payment.createdAt).toISOString(),
    })),
    documents,
  };
}
