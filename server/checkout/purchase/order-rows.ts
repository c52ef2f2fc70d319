import { randomInt } from 'node:crypto';
import type { FinanceQuote } from '#contract/catalogue/finance-models.ts';
import type { CreateOrderBody } from '#contract/checkout/orders.ts';
import type { orders } from '#db/schema/index.ts';
import { mediaName } from '#domain/catalogue/media-path.ts';
import { newOrderNumber } from '#domain/orders/order-number.ts';
import { MARKETING_TEXT, TERMS_TEXT } from '#domain/people/consent-texts.ts';
import type { RequestContext } from '../../context.ts';
import { secretHash } from '../../platform/keyed-hash.ts';
import { orderSecret } from '../order-secret.ts';
import { historyRows } from '../orders/history.ts';
import { holdUntil } from '../orders/hold.ts';
import { type Calculation, depositKindOf } from '../pricing/calc-cart.ts';
import type { UsedVehicleOfOrder } from './trade-in.ts';

export type NewOrder = {
  /** The request's `Idempotency-Key`, and the hash that tells a repeat from another order. */
  key: string;
  bodyHash: string;
  body: CreateOrderBody;
  calculation: Calculation;
  /** To be paid online now. */
  dueAgorot: number;
  phone: string;
  originHash: string | null;
  /** The gateway; `null` when nothing is due online. */
  provider: string | null;
  financeQuote: FinanceQuote | null;
  /** The used vehicle that is offered in exchange. */
  tradeIn?: UsedVehicleOfOrder | null;
};

export type OrderRows = ReturnType<typeof rowsOfOrder>;

/** All rows of a new order, and what it takes: pieces of stock, uses of sales and coupons. */
export function rowsOfOrder(ctx: RequestContext, newOrder: NewOrder) {
  const { body, calculation, provider } = newOrder;
  const uuid = crypto.randomUUID();
  const order = orderRow(ctx, uuid, newOrder);
  return {
    order,
    key: keyRow(ctx, uuid, newOrder),
    lines: lineRows(uuid, calculation),
    discounts: discountRows(uuid, calculation),
    consents: consentRows(ctx, uuid, body),
    history: historyRows(uuid, [
      { field: 'status', from: null, to: order.status, actor: 'shopper' },
      { field: 'payment_status', from: null, to: order.paymentStatus, actor: 'shopper' },
    ]),
    payment: provider === null ? null : paymentRow(ctx, uuid, newOrder, provider),
    pieces: calculation.lines
      .filter(({ variant }) => variant.stockPolicy === 'IN_STOCK')
      .map(({ variant, quantity }) => ({ variantUid: variant.uuid, quantity })),
    tradeIn: newOrder.tradeIn ? { ...newOrder.tradeIn, orderUid: uuid, createdAt: ctx.now() } : null,
    uses: {
      saleUids: calculation.used.map(({ sale }) => sale.uuid),
      couponUids: calculation.used.flatMap(({ coupon }) => coupon?.uuid ?? []),
    },
  };
}

const keyRow = (ctx: RequestContext, orderUid: string, { key, bodyHash }: NewOrder) => ({
  storeUid: ctx.store.uuid,
  key,
  bodyHash,
  orderUid,
  createdAt: ctx.now(),
});

function orderRow(
  ctx: RequestContext,
  uuid: string,
  { body, calculation, dueAgorot, phone, originHash, financeQuote }: NewOrder,
) {
  const now = ctx.now();
  const pickup = calculation.delivery?.kind !== 'COURIER';
  const free = calculation.totalAgorot === 0;
  return {
    uuid,
    status: free ? 'accepted' : 'payment',
    paymentStatus: free ? 'paid' : 'pending',
    paidAt: free ? now : null,
    storeUid: ctx.store.uuid,
    customerUid: ctx.customer?.uuid ?? null,
    number: newOrderNumber((bound) => randomInt(bound)),
    secretHash: secretHash(orderSecret(ctx.secret, { uuid, linkVersion: 0 })),
    linkVersion: 0,
    paymentMethod: body.payment_method ?? 'card',
    paymentsCount: paymentsCount(body),
    firstName: body.customer.first_name,
    lastName: body.customer.last_name,
    phone,
    email: body.customer.email,
    postalAddress: pickup ? null : (body.address ?? null),
    business: body.business ?? null,
    remarks: body.remarks ?? '',
    deliveryTypeUid: calculation.delivery?.uuid ?? null,
    deliveryName: calculation.delivery?.name ?? '',
    branchUid: pickup ? (body.branch_id ?? null) : null,
    linesAgorot: calculation.linesAgorot,
    discountAgorot: calculation.discountAgorot,
    deliveryAgorot: calculation.deliveryAgorot,
    totalAgorot: calculation.totalAgorot,
    dueAgorot,
    financeQuote,
    termsAcceptedAt: now,
    marketingConsent: body.marketing_consent ?? false,
    originHash,
    holdUntil: holdUntil(ctx, now, { ...calculation, dueAgorot }),
    createdAt: now,
  } as const satisfies typeof orders.$inferInsert;
}

const paymentsCount = ({ payment_method, payments_count }: CreateOrderBody): number =>
  payment_method === 'instalments' ? (payments_count ?? 1) : 1;

const paymentRow = (ctx: RequestContext, orderUid: string, { body, dueAgorot }: NewOrder, provider: string) => ({
  uuid: crypto.randomUUID(),
  orderUid,
  provider,
  capture: captureOf(ctx, body),
  amountAgorot: dueAgorot,
  instalments: paymentsCount(body),
  wallet: body.wallet ?? null,
  createdAt: ctx.now(),
});

/** Some stores only hold a deposit on the card, and capture it once the vehicle is confirmed. */
const captureOf = (ctx: RequestContext, { payment_method }: CreateOrderBody): 'hold' | 'sale' =>
  payment_method === 'deposit' && depositKindOf(ctx) === 'hold' ? 'hold' : 'sale';

const lineRows = (orderUid: string, { lines }: Calculation) =>
  lines.map((line, position) => ({
    orderUid,
    productUid: line.variant.productUid,
    variantUid: line.variant.uuid,
    name: line.variant.name,
    sku: line.variant.sku,
    values: line.values,
    configuration: line.configuration && { code: line.configuration.code, choices: line.configuration.choices },
    media: line.image && mediaName(line.image.image_url),
    quantity: line.quantity,
    priceAgorot: line.priceAgorot,
    discountAgorot: line.discountAgorot,
    stockTaken: line.variant.stockPolicy === 'IN_STOCK' ? line.quantity : 0,
    position,
  }));

const discountRows = (orderUid: string, { used }: Calculation) =>
  used.map(({ sale, coupon, amountAgorot }) => ({
    orderUid,
    saleUid: sale.uuid,
    saleName: sale.name,
    couponUid: coupon?.uuid ?? null,
    couponCode: coupon?.code ?? null,
    amountAgorot,
  }));

/** The texts are the constants that the page shows. */
function consentRows(ctx: RequestContext, orderUid: string, body: CreateOrderBody) {
  const consents = [
    { kind: 'terms', text: TERMS_TEXT },
    ...(body.marketing_consent ? [{ kind: 'marketing', text: MARKETING_TEXT }] : []),
  ];
  return consents.map((consent) => ({ ...consent, orderUid, ipAddress: ctx.ipAddress, createdAt: ctx.now() }));
}
