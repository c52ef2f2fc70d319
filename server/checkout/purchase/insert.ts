import { eq, sql } from 'drizzle-orm';
import type { FinanceQuote } from '#contract/catalogue/finance-models.ts';
import type { CreateOrderBody } from '#contract/checkout/orders.ts';
import type { Db } from '#db/client.ts';
import type { Session } from '#db/locks.ts';
import { prepared } from '#db/prepared.ts';
import { asRows, insertRows } from '#db/rows.ts';
import {
  customers,
  idempotencyKeys,
  orderConsents,
  orderDiscounts,
  orderHistory,
  orderLines,
  orders,
  payments,
} from '#db/schema/index.ts';
import { addBusinessDays } from '#domain/calendar/business-days.ts';
import { mediaName } from '#domain/catalogue/media-address.ts';
import { MARKETING_TEXT, TERMS_TEXT } from '#domain/people/consent-texts.ts';
import type { RequestContext } from '../../context.ts';
import { spendTicket } from '../../identity/tokens.ts';
import { refuse } from '../../platform/errors.ts';
import { secretHash } from '../../platform/keyed-hash.ts';
import { orderNumber, orderSecret } from '../order-secret.ts';
import { historyRows } from '../orders/history.ts';
import { tellOrder } from '../orders/notify-order.ts';
import { HOLD_MINUTES, isGone, reserve } from '../orders/stock.ts';
import type { OpenPayment } from '../payments/payment-page.ts';
import type { Calculation } from '../pricing/calc-cart.ts';

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

/** `gone`: somebody else has taken a piece, a use or the key; then nothing is written. */
export type Placed = { uuid: string; toPay?: OpenPayment } | 'gone';

/**
 * Writes the order with its lines, discounts, open payment and the request's key, takes its goods and counts the uses of sales and
 * coupons. All of it is one message to the database: goods that many want are locked while they are taken, and not while we
 * read the answer. An order that costs nothing is paid as it is.
 */
export async function insertOrder(ctx: RequestContext, session: Session, placing: Placing): Promise<Placed> {
  const made = rowsOfOrder(ctx, placing);
  const write = (tx: Db) => placeQuery(tx).execute(made.parameters);
  const take = (tx: Db) => reserve(tx, reservationOf(made.order.uuid, placing.calculation));
  const work =
    placing.dueAgorot > 0
      ? session.atOnce(() => [write(session.db), take(session.db)])
      : session.db.transaction(async (tx) => {
          // Goods that nobody pays for are held for a phone that is proved. What the ticket proves must be this phone.
          if (
            ctx.customer?.phone !== placing.phone &&
            (await spendTicket(ctx, tx, placing.body.phone_ticket ?? '')) !== placing.phone
          )
            throw refuse('PHONE_NOT_PROVED');
          await write(tx);
          await take(tx);
          // What is said of an order and the order are one.
          const [order] = await tx.select().from(orders).where(eq(orders.uuid, made.order.uuid));
          if (order) await tellOrder(ctx, tx, order, order.status === 'accepted' ? 'accepted' : 'received');
        });
  return work.then(
    () => ({ uuid: made.order.uuid, ...(made.toPay && { toPay: made.toPay }) }),
    (error) => {
      if (isGone(error)) return 'gone';
      throw error;
    },
  );
}

function rowsOfOrder(ctx: RequestContext, placing: Placing) {
  const { body, calculation, provider } = placing;
  const uuid = crypto.randomUUID();
  const order = orderRow(ctx, uuid, placing);
  const lines = lineRows(uuid, calculation);
  const payment = provider ? paymentRow(ctx, uuid, placing, provider) : null;
  const history = historyRows(uuid, [
    { field: 'status', from: null, to: order.status, actor: 'shopper' },
    { field: 'payment_status', from: null, to: order.paymentStatus, actor: 'shopper' },
  ]);
  const parameters = {
    customer: ctx.customer?.uuid ?? null,
    key: asRows(idempotencyKeys, [keyRow(ctx, uuid, placing)]),
    expired: new Date(ctx.now().getTime() - KEY_HOURS * 3_600_000),
    orders: asRows(orders, [order]),
    lines: asRows(orderLines, lines),
    discounts: asRows(orderDiscounts, discountRows(uuid, calculation)),
    consents: asRows(orderConsents, consentRows(ctx, uuid, body)),
    history: asRows(orderHistory, history),
    payments: asRows(payments, payment ? [payment] : []),
  };
  return { order, parameters, toPay: payment && { order, payment: { ...payment, url: null }, lines } };
}

const reservationOf = (orderUid: string, { lines, applied }: Calculation) => ({
  orderUid,
  wanted: lines
    .filter(({ variant }) => variant.stockPolicy === 'IN_STOCK')
    .map(({ variant, quantity }) => ({ variantUid: variant.uuid, quantity })),
  saleUids: applied.map(({ sale }) => sale.uuid),
  couponUids: applied.flatMap(({ coupon }) => coupon?.uuid ?? []),
});

/**
 * Without the customer, who may be erased meanwhile, there is no key, and without a key nothing else. A second request with this
 * key waits here until the first has committed. One whose time is over is taken over.
 */
const placeQuery = prepared((db) => {
  const customer = sql`${sql.placeholder('customer')}::uuid`;
  const rows = {
    orders,
    lines: orderLines,
    discounts: orderDiscounts,
    consents: orderConsents,
    history: orderHistory,
    payments,
  };
  const parts = {
    owner: sql`select c.uuid from ${customers} c where c.uuid = ${customer} and c.erased_at is null for update of c`,
    owned: sql`select where ${customer} is null or exists (select from owner)`,
    new_key: sql`${insertRows(idempotencyKeys, 'key', sql`owned`)}
      on conflict (store_uid, key) do update
      set body_hash = excluded.body_hash, order_uid = excluded.order_uid, created_at = excluded.created_at
      where ${idempotencyKeys}.created_at <= ${sql.placeholder('expired')}::timestamptz returning 1`,
    ...Object.fromEntries(
      Object.entries(rows).map(([name, table]) => [`new_${name}`, insertRows(table, name, sql`new_key`)]),
    ),
  };
  return db
    .with(...Object.entries(parts).map(([name, part]) => db.$with(name, {}).as(part)))
    .select({ keys: sql<number>`(select count(*) from new_key)::int` })
    .from(sql`(values (1)) as one`)
    .prepare('place_order');
});

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
  uuid: crypto.randomUUID(),
  orderUid,
  provider,
  capture: captureOf(ctx, body),
  amountAgorot: dueAgorot,
  instalments: paymentsCount(body),
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
    media: line.image && mediaName(line.image.image_url),
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
