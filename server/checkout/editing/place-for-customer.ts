import type { CreateOrderBody } from '#contract/checkout/orders.ts';
import type { Db } from '#db/client.ts';
import { violatedConstraint } from '#db/constraints.ts';
import { allDone, takeLocks } from '#db/locks.ts';
import { type OrderRow, orders } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { allocate } from '#domain/money/allocate.ts';
import { toShekels } from '#domain/money/money.ts';
import { BY_STAFF_TEXT } from '#domain/people/consent-texts.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { historyRows } from '../orders/history.ts';
import { notifyOrder } from '../orders/notify-order.ts';
import { isOutOfStock } from '../orders/stock.ts';
import { payLinkUrl } from '../payments/pay-link.ts';
import { type Calculation, calculate } from '../pricing/calc-cart.ts';
import type { DeliveryType } from '../pricing/delivery.ts';
import { preventsOrder } from '../pricing/lines.ts';
import { exceedsUses, isWithinPersonalLimits } from '../pricing/promotion-uses.ts';
import { checkDelivery } from '../purchase/create.ts';
import { insertRows, namesDeleted } from '../purchase/insert.ts';
import { lockNamesOf } from '../purchase/limit-open-orders.ts';
import { rowsOfOrder } from '../purchase/order-rows.ts';

export type Basket = {
  lines: { variant: string; quantity: number; configuration?: string | undefined }[];
  /** Agreed, in basis points of the goods after the store's promotions. */
  discountBp: number;
  delivery?: string | undefined;
  city?: string | undefined;
  /** E.164. */
  phone?: string | undefined;
  email?: string | undefined;
  /** The account. */
  customer?: string | undefined;
};
export type Offer = Calculation & { deliveries: DeliveryType[]; agreedAgorot: number };

/** The shop's own calculation of a basket, less the agreed discount, which its lines share. */
export async function offerOf(ctx: RequestContext, basket: Basket): Promise<Offer> {
  const { phone, email, customer, city, delivery } = basket;
  const request = {
    cart: basket.lines.map(({ variant, quantity, configuration }) => ({ id: variant, quantity, configuration })),
    delivery_type_id: delivery ?? null,
    address: city ? { city } : null,
    ...(phone && { phone }),
    ...(email && { email }),
  };
  const calculation = await calculate(ctx, request, customer);
  const goods = calculation.linesAgorot - calculation.discountAgorot;
  const agreedAgorot = Math.floor((goods * basket.discountBp) / 10_000);
  const shares = allocate(
    agreedAgorot,
    calculation.lines.map((line) => line.quantity * line.priceAgorot - line.discountAgorot),
  );
  const lines = calculation.lines.map((line, at) => ({
    ...line,
    discountAgorot: line.discountAgorot + (shares[at] ?? 0),
  }));
  return {
    ...calculation,
    lines,
    agreedAgorot,
    discountAgorot: calculation.discountAgorot + agreedAgorot,
    totalAgorot: calculation.totalAgorot - agreedAgorot,
  };
}

export type Placing = {
  body: Omit<CreateOrderBody, 'total_order_price' | 'terms_accepted'>;
  /** E.164. */
  phone: string;
  customerUid: string | null;
  /** Until when the goods are held, and the link is good. */
  holdUntil: Date;
  isQuote: boolean;
  /** Sent to the customer; otherwise the link is only returned. */
  send: boolean;
  key: string;
  staffUid: string;
  actor: string;
  reason: string;
};

const usedMeanwhile = () => refuse('NOT_POSSIBLE', { message: 'מבצע שחל על ההזמנה נוצל בינתיים. חשבו שוב' });

/**
 * Writes an order that staff make for a customer, with its goods held: it waits for payment by link. A quote is the
 * same, but is called a quote in messages.
 * @throws NOT_POSSIBLE, CONFLICT for a repeated `key`
 */
export async function placeForCustomer(
  ctx: RequestContext,
  tx: Db,
  offer: Offer,
  placing: Placing,
): Promise<{ order: OrderRow; url: string }> {
  const problem = offer.errors.find(preventsOrder);
  if (problem) throw refuse('NOT_POSSIBLE', { message: problem.message });
  if (offer.totalAgorot <= 0) throw refuse('NOT_POSSIBLE', { message: 'אין מה לשלם על ההזמנה הזו' });
  const body = { ...placing.body, terms_accepted: true as const, total_order_price: toShekels(offer.totalAgorot) };
  await checkDelivery(ctx, body, offer);
  // Of one customer's orders at once, whoever places them, each counts those before it (`writeOrder`).
  const buyer = { phone: placing.phone, email: body.customer.email, customerUid: placing.customerUid };
  await takeLocks(tx, lockNamesOf(ctx, { ...buyer, originHash: null }));
  if (!(await isWithinPersonalLimits(ctx, tx, { ...buyer, used: offer.used }))) throw usedMeanwhile();
  const rows = rowsOfOrder(ctx, {
    ...{ key: placing.key, bodyHash: placing.key, body, calculation: offer, dueAgorot: offer.totalAgorot },
    ...{ phone: placing.phone, originHash: null, provider: null, financeQuote: null },
  });
  const { uuid } = rows.order;
  const by = { actor: placing.actor, reason: placing.reason };
  const until = placing.holdUntil.toISOString();
  const rowsToInsert = {
    ...rows,
    order: {
      ...rows.order,
      holdUntil: placing.holdUntil,
      customerUid: placing.customerUid,
      placedByUid: placing.staffUid,
    },
    // The buyer agrees to the terms where it is paid (`payment-page.ts`); until then it is known who placed it.
    consents: [
      { orderUid: uuid, kind: 'by_staff', text: BY_STAFF_TEXT, ipAddress: ctx.ipAddress, createdAt: ctx.now() },
    ],
    discounts: [
      ...rows.discounts,
      ...(offer.agreedAgorot > 0
        ? [
            {
              ...{ orderUid: uuid, saleUid: null, saleName: 'הנחה מוסכמת', couponUid: null, couponCode: null },
              amountAgorot: offer.agreedAgorot,
            },
          ]
        : []),
    ],
    history: historyRows(uuid, [
      { field: 'status', from: null, to: 'payment', ...by },
      { field: 'payment_status', from: null, to: 'pending', ...by },
      ...(placing.isQuote ? [{ field: 'quote' as const, from: null, to: until, ...by }] : []),
    ]),
  };
  await allDone(insertRows(tx, rowsToInsert)).catch((error) => {
    if (isOutOfStock(error)) throw refuse('NOT_POSSIBLE', { message: 'אחד הפריטים אזל בינתיים מהמלאי' });
    if (exceedsUses(error)) throw usedMeanwhile();
    if (namesDeleted(error))
      throw refuse('NOT_POSSIBLE', { message: 'פריט, מבצע או משלוח של ההזמנה נמחקו בינתיים. חשבו שוב' });
    if (violatedConstraint(error) === 'idempotency_keys_store_uid_key_unique')
      throw refuse('CONFLICT', { message: 'ההזמנה הזו כבר נוצרה' });
    throw error;
  });
  const [order] = await tx.select().from(orders).where(eq(orders.uuid, uuid));
  if (!order) throw new Error('the order was not written');
  const url = await payLinkUrl(ctx, tx, order);
  if (placing.send) await notifyOrder(ctx, tx, order, placing.isQuote ? 'quote' : 'payment_link', { url });
  return { order, url };
}
