import { eq, sql } from 'drizzle-orm';
import type { FinanceQuote } from '#contract/finance-models.ts';
import type { CreateOrderBody } from '#contract/orders.ts';
import type { Db } from '#db/client.ts';
import { prepared } from '#db/prepared.ts';
import { asRows, insertRows, rowsToInsert } from '#db/rows.ts';
import {
  idempotencyKeys,
  orderConsents,
  orderDiscounts,
  orderHistory,
  orderLines,
  orders,
  payments,
} from '#db/schema/index.ts';
import { addBusinessDays } from '#domain/business-days.ts';
import { MARKETING_TEXT, TERMS_TEXT } from '#domain/consent-texts.ts';
import type { RequestContext } from '../../context.ts';
import { tellOrder } from '../mail/tell-order.ts';
import type { Calculation } from '../sales/calc-cart.ts';
import { historyRows } from './history.ts';
import { orderNumber, orderSecret, secretHash } from './secret.ts';

/** How long an unpaid order holds its goods. */
export const HOLD_MINUTES = 30;
/** The same where nothing is paid online, in business days; a store may set another number. */
const HOLD_DAYS = 3;
/** How long a repeat of `orders/create` finds the first one's order. */
export const KEY_HOURS = 24;

type Placing = {
  /** Of the request (`Idempotency-Key`), and what else tells a repeat from another order. */
  key: string;
  bodyHash: string;
  body: CreateOrderBody;
  calculation: Calculation;
  dueAgorot: number;
  phone: string;
  /** Where it came from (`placedFrom`). */
  from: string | null;
  /** The gateway that the money is to come by; `null` when nothing is due online. */
  provider: string | null;
  financeQuote: FinanceQuote | null;
};

/**
 * Writes the order with its lines, discounts, open payment and the request's key, all in one statement: they wait for nobody but
 * a request with the same key. One that costs nothing is paid as it is.
 * @returns its uuid; `null` when another request with this key has made its order, and then the caller rolls back.
 */
export async function insertOrder(ctx: RequestContext, tx: Db, placing: Placing): Promise<string | null> {
  const { body, calculation, dueAgorot, provider } = placing;
  const uuid = crypto.randomUUID();
  const order = orderRow(ctx, uuid, placing);
  const history = historyRows(uuid, [
    { field: 'status', from: null, to: order.status, actor: 'shopper' },
    { field: 'payment_status', from: null, to: order.paymentStatus, actor: 'shopper' },
  ]);
  const payment = provider ? [paymentRow(ctx, uuid, placing, provider)] : [];
  const written = await placeQuery(tx).execute({
    key: asRows(idempotencyKeys, [keyRow(ctx, uuid, placing)]),
    expired: new Date(ctx.now().getTime() - KEY_HOURS * 3_600_000),
    orders: asRows(orders, [order]),
    lines: asRows(orderLines, lineRows(uuid, calculation)),
    discounts: asRows(orderDiscounts, discountRows(uuid, calculation)),
    consents: asRows(orderConsents, consentRows(ctx, uuid, body)),
    history: asRows(orderHistory, history),
    payments: asRows(payments, payment),
  });
  if (written.length === 0) return null;
  if (dueAgorot === 0) {
    const [unpaid] = await tx.select().from(orders).where(eq(orders.uuid, uuid));
    if (unpaid) await tellOrder(ctx, tx, unpaid, order.status === 'accepted' ? 'accepted' : 'received');
  }
  return uuid;
}

/** A second request with this key waits here until the first has committed. One whose time is over is taken over. */
const placeQuery = prepared((db) =>
  db
    .with(
      ...Object.entries({
        orders,
        lines: orderLines,
        discounts: orderDiscounts,
        consents: orderConsents,
        history: orderHistory,
        payments,
      }).map(([name, table]) => db.$with(`new_${name}`, {}).as(insertRows(table, name))),
    )
    .insert(idempotencyKeys)
    .select(rowsToInsert(idempotencyKeys, 'key'))
    .onConflictDoUpdate({
      target: [idempotencyKeys.storeUid, idempotencyKeys.key],
      set: {
        bodyHash: sql`excluded.body_hash`,
        orderUid: sql`excluded.order_uid`,
        createdAt: sql`excluded.created_at`,
      },
      setWhere: sql`${idempotencyKeys.createdAt} <= ${sql.placeholder('expired')}`,
    })
    .returning({ uuid: idempotencyKeys.uuid })
    .prepare('place_order'),
);

const keyRow = (ctx: RequestContext, orderUid: string, { key, bodyHash }: Placing) => ({
  storeUid: ctx.store.uuid,
  key,
  bodyHash,
  orderUid,
  createdAt: ctx.now(),
});

function orderRow(
  ctx: RequestContext,
  uuid: string,
  { body, calculation, dueAgorot, phone, from, financeQuote }: Placing,
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
    number: orderNumber(),
    secretHash: secretHash(orderSecret(ctx.secret, uuid)),
    paymentMethod: body.payment_method ?? 'card',
    paymentsCount: paymentsCount(body),
    firstName: body.customer.first_name,
    lastName: body.customer.last_name,
    phone,
    email: body.customer.email,
    address: pickup ? null : (body.address ?? null),
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
    placedFrom: from,
    holdUntil: holdUntil(ctx, now, { ...calculation, dueAgorot }),
    createdAt: now,
  } as const satisfies typeof orders.$inferInsert;
}

const paymentsCount = ({ payment_method, payments_count }: CreateOrderBody): number =>
  payment_method === 'instalments' ? (payments_count ?? 1) : 1;

const paymentRow = (ctx: RequestContext, orderUid: string, { body, dueAgorot }: Placing, provider: string) => ({
  orderUid,
  provider,
  capture: captureOf(ctx, body),
  amountAgorot: dueAgorot,
  maxPayments: paymentsCount(body),
  createdAt: ctx.now(),
});

/** Some stores only hold a deposit on the card, and take it once they have made sure of the vehicle. */
const captureOf = ({ store }: RequestContext, { payment_method }: CreateOrderBody): 'hold' | 'sale' =>
  payment_method === 'deposit' && store.settings.purchase?.deposit === 'hold' ? 'hold' : 'sale';

/** Money from elsewhere (a lender, the branch) takes days, not minutes. */
function holdUntil(
  { store }: RequestContext,
  now: Date,
  { totalAgorot, dueAgorot }: { totalAgorot: number; dueAgorot: number },
): Date | null {
  if (totalAgorot === 0) return null;
  if (dueAgorot > 0) return new Date(now.getTime() + HOLD_MINUTES * 60_000);
  return addBusinessDays(now, store.settings.purchase?.hold_days ?? HOLD_DAYS);
}

const lineRows = (orderUid: string, { lines }: Calculation) =>
  lines.map((line, position) => ({
    orderUid,
    productUid: line.variant.productUid,
    variantUid: line.variant.uuid,
    name: line.variant.name,
    sku: line.variant.sku,
    values: line.values,
    configuration: line.configuration && { code: line.configuration.code, choices: line.configuration.choices },
    media: line.image?.image_url ?? null,
    quantity: line.quantity,
    priceAgorot: line.priceAgorot,
    discountAgorot: line.discountAgorot,
    stockTaken: line.variant.stockPolicy === 'IN_STOCK' ? line.quantity : 0,
    position,
  }));

const discountRows = (orderUid: string, { applied }: Calculation) =>
  applied.map(({ sale, coupon, amountAgorot }) => ({
    orderUid,
    saleUid: sale.uuid,
    saleName: sale.name,
    couponUid: coupon?.uuid ?? null,
    couponCode: coupon?.code ?? null,
    amountAgorot,
  }));

/** In the words that stand on the page: both sides take them from one place. */
function consentRows(ctx: RequestContext, orderUid: string, body: CreateOrderBody) {
  const given = [
    { kind: 'terms', text: TERMS_TEXT },
    ...(body.marketing_consent ? [{ kind: 'marketing', text: MARKETING_TEXT }] : []),
  ];
  const proof = { orderUid, address: ctx.address, createdAt: ctx.now() };
  return given.map((consent) => ({ ...proof, ...consent }));
}
