import { eq, sql } from 'drizzle-orm';
import type { FinanceQuote } from '#contract/finance-models.ts';
import type { CreateOrderBody } from '#contract/orders.ts';
import type { Db } from '#db/client.ts';
import { prepared } from '#db/prepared.ts';
import { asRows, insertRows } from '#db/rows.ts';
import {
  coupons,
  customers,
  idempotencyKeys,
  orderConsents,
  orderDiscounts,
  orderHistory,
  orderLines,
  orders,
  payments,
  sales,
  variants,
} from '#db/schema/index.ts';
import { addBusinessDays } from '#domain/business-days.ts';
import { MARKETING_TEXT, TERMS_TEXT } from '#domain/consent-texts.ts';
import type { RequestContext } from '../../context.ts';
import { tellOrder } from '../mail/tell-order.ts';
import type { OpenPayment } from '../receipts/payment-page.ts';
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
 * What became of it. `gone`: somebody else has taken a piece or a use that it needs. `repeated`: another request with this key
 * has made its order. `erased`: the customer no longer exists. Of all but `placed` nothing is written.
 */
export type Placed = { uuid: string; outcome: 'placed' | 'gone' | 'repeated' | 'erased'; toPay?: OpenPayment };

/**
 * Takes the goods and the uses of sales and coupons, and writes the order with its open payment and the request's key: one
 * statement, so that goods that many want are locked for no longer than it takes to write. One that costs nothing is paid as it is.
 */
export async function insertOrder(ctx: RequestContext, db: Db, placing: Placing): Promise<Placed> {
  if (placing.dueAgorot > 0) return write(ctx, db, placing);
  // What is said of an order and the order are one.
  return db.transaction(async (tx) => {
    const placed = await write(ctx, tx, placing);
    if (placed.outcome !== 'placed') return placed;
    const [order] = await tx.select().from(orders).where(eq(orders.uuid, placed.uuid));
    if (order) await tellOrder(ctx, tx, order, order.status === 'accepted' ? 'accepted' : 'received');
    return placed;
  });
}

async function write(ctx: RequestContext, db: Db, placing: Placing): Promise<Placed> {
  const { body, calculation, provider } = placing;
  const uuid = crypto.randomUUID();
  const order = orderRow(ctx, uuid, placing);
  const history = historyRows(uuid, [
    { field: 'status', from: null, to: order.status, actor: 'shopper' },
    { field: 'payment_status', from: null, to: order.paymentStatus, actor: 'shopper' },
  ]);
  const lines = lineRows(uuid, calculation);
  const payment = provider ? paymentRow(ctx, uuid, placing, provider) : null;
  const [written] = await placeQuery(db).execute({
    ...wantedBy(calculation),
    customer: ctx.customer?.uuid ?? null,
    key: asRows(idempotencyKeys, [keyRow(ctx, uuid, placing)]),
    expired: new Date(ctx.now().getTime() - KEY_HOURS * 3_600_000),
    orders: asRows(orders, [order]),
    lines: asRows(orderLines, lines),
    discounts: asRows(orderDiscounts, discountRows(uuid, calculation)),
    consents: asRows(orderConsents, consentRows(ctx, uuid, body)),
    history: asRows(orderHistory, history),
    payments: asRows(payments, payment ? [payment] : []),
  });
  if (written?.keys === 1)
    return { uuid, outcome: 'placed', ...(payment && { toPay: { order, payment: { ...payment, url: null }, lines } }) };
  if (ctx.customer && written?.customers === 0) return { uuid, outcome: 'erased' };
  return { uuid, outcome: written?.goods ? 'repeated' : 'gone' };
}

/** Lines of one variant share its stock. */
function wantedBy({ lines, applied }: Calculation) {
  const pieces = new Map<string, number>();
  for (const { variant, quantity } of lines)
    if (variant.stockPolicy === 'IN_STOCK') pieces.set(variant.uuid, (pieces.get(variant.uuid) ?? 0) + quantity);
  return {
    variants: [...pieces.keys()],
    quantities: [...pieces.values()],
    sales: applied.map(({ sale }) => sale.uuid),
    coupons: applied.flatMap(({ coupon }) => coupon?.uuid ?? []),
  };
}

/**
 * Rows that others want too are locked before anything is written, always in one order (customer, variants, sales, coupons,
 * each by uuid, then the key), so that two orders can't deadlock; goods not against the rows that point to them (FOR UPDATE would be). A locked row is seen as it is by then. Without all of them there is no key, and without a key nothing else.
 */
const placeQuery = prepared((db) => {
  const given = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`;
  const all = (part: string, list: string) =>
    sql`(select count(*) from ${sql.identifier(part)}) = cardinality(${given(list, 'uuid[]')})`;
  const ours = sql`new_key`;
  const rows = {
    orders,
    lines: orderLines,
    discounts: orderDiscounts,
    consents: orderConsents,
    history: orderHistory,
    payments,
  };
  const parts = {
    owner: sql`select c.uuid from ${customers} c where c.uuid = ${given('customer', 'uuid')} and c.erased_at is null for update of c`,
    wanted: sql`select * from unnest(${given('variants', 'uuid[]')}, ${given('quantities', 'int[]')}) as w (uuid, quantity)`,
    held_variants: sql`select v.uuid from ${variants} v join wanted w using (uuid)
      where v.stock >= w.quantity and (${given('customer', 'uuid')} is null or exists (select from owner))
      order by v.uuid for no key update of v`,
    held_sales: sql`select s.uuid from ${sales} s where s.uuid = any(${given('sales', 'uuid[]')})
      and (s.uses_limit is null or s.uses < s.uses_limit) and ${all('held_variants', 'variants')}
      order by s.uuid for no key update of s`,
    held_coupons: sql`select c.uuid from ${coupons} c where c.uuid = any(${given('coupons', 'uuid[]')})
      and (c.uses_limit is null or c.uses < c.uses_limit) and ${all('held_sales', 'sales')}
      order by c.uuid for no key update of c`,
    goods: sql`select ${all('held_variants', 'variants')} and ${all('held_sales', 'sales')} and ${all('held_coupons', 'coupons')}
      and (${given('customer', 'uuid')} is null or exists (select from owner)) as there`,
    // A second request with this key waits here until the first has committed. One whose time is over is taken over.
    new_key: sql`${insertRows(idempotencyKeys, 'key', sql`goods where goods.there`)}
      on conflict (store_uid, key) do update
      set body_hash = excluded.body_hash, order_uid = excluded.order_uid, created_at = excluded.created_at
      where ${idempotencyKeys}.created_at <= ${given('expired', 'timestamptz')} returning 1`,
    taken: sql`update ${variants} v set stock = v.stock - w.quantity from wanted w, ${ours} where v.uuid = w.uuid`,
    counted: sql`update ${sales} s set uses = s.uses + 1 from held_sales h, ${ours} where s.uuid = h.uuid`,
    used: sql`update ${coupons} c set uses = c.uses + 1 from held_coupons h, ${ours} where c.uuid = h.uuid`,
    ...Object.fromEntries(Object.entries(rows).map(([name, table]) => [`new_${name}`, insertRows(table, name, ours)])),
  };
  return db
    .with(...Object.entries(parts).map(([name, part]) => db.$with(name, {}).as(part)))
    .select({
      customers: sql<number>`(select count(*) from owner)::int`,
      goods: sql<boolean>`there`,
      keys: sql<number>`(select count(*) from new_key)::int`,
    })
    .from(sql`goods`)
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
