import type { FinanceQuote } from '#contract/finance-models.ts';
import type { CreateOrderBody } from '#contract/orders.ts';
import type { Db } from '#db/client.ts';
import { orderConsents, orderDiscounts, orderLines, orders, payments } from '#db/schema/index.ts';
import { addBusinessDays } from '#domain/business-days.ts';
import { MARKETING_TEXT, TERMS_TEXT } from '#domain/consent-texts.ts';
import type { RequestContext } from '../../context.ts';
import { tellOrder } from '../mail/tell-order.ts';
import type { Calculation } from '../sales/calc-cart.ts';
import { record } from './history.ts';
import { orderNumber, orderSecret, secretHash } from './secret.ts';

/** How long an unpaid order holds its goods. */
export const HOLD_MINUTES = 30;
/** The same where nothing is paid online, in business days; a store may set another number. */
const HOLD_DAYS = 3;
/** How long a repeat of `orders/create` finds the first one's order. */
export const KEY_HOURS = 24;

type Placing = {
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

/** Writes the order with its lines, discounts and open payment. One that costs nothing is paid as it is. */
export async function insertOrder(
  ctx: RequestContext,
  tx: Db,
  { body, calculation, dueAgorot, phone, from, provider, financeQuote }: Placing,
): Promise<string> {
  const uuid = crypto.randomUUID();
  const now = ctx.now();
  const pickup = calculation.delivery?.kind !== 'COURIER';
  const free = calculation.totalAgorot === 0;
  const paymentsCount = body.payment_method === 'instalments' ? (body.payments_count ?? 1) : 1;
  const begins = free
    ? ({ status: 'accepted', paymentStatus: 'paid' } as const)
    : ({ status: 'payment', paymentStatus: 'pending' } as const);
  const [order] = await tx
    .insert(orders)
    .values({
      uuid,
      ...begins,
      paidAt: free ? now : null,
      storeUid: ctx.store.uuid,
      customerUid: ctx.customer?.uuid ?? null,
      number: orderNumber(),
      secretHash: secretHash(orderSecret(ctx.secret, uuid)),
      paymentMethod: body.payment_method ?? 'card',
      paymentsCount,
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
    })
    .returning();
  await insertLines(tx, uuid, calculation);
  await insertConsents(ctx, tx, uuid, body);
  if (provider) {
    const capture = captureOf(ctx, body);
    const amounts = { amountAgorot: dueAgorot, maxPayments: paymentsCount };
    await tx.insert(payments).values({ orderUid: uuid, provider, capture, ...amounts, createdAt: now });
  }
  await record(tx, uuid, [
    { field: 'status', from: null, to: begins.status, actor: 'shopper' },
    { field: 'payment_status', from: null, to: begins.paymentStatus, actor: 'shopper' },
  ]);
  if (dueAgorot === 0 && order) await tellOrder(ctx, tx, order, free ? 'accepted' : 'received');
  return uuid;
}

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

async function insertLines(tx: Db, orderUid: string, calculation: Calculation): Promise<void> {
  await tx.insert(orderLines).values(
    calculation.lines.map((line, position) => ({
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
    })),
  );
  if (calculation.applied.length > 0) {
    await tx.insert(orderDiscounts).values(
      calculation.applied.map(({ sale, coupon, amountAgorot }) => ({
        orderUid,
        saleUid: sale.uuid,
        saleName: sale.name,
        couponUid: coupon?.uuid ?? null,
        couponCode: coupon?.code ?? null,
        amountAgorot,
      })),
    );
  }
}

/** In the words that stand on the page: both sides take them from one place. */
async function insertConsents(ctx: RequestContext, tx: Db, orderUid: string, body: CreateOrderBody): Promise<void> {
  const given = [
    { kind: 'terms', text: TERMS_TEXT },
    ...(body.marketing_consent ? [{ kind: 'marketing', text: MARKETING_TEXT }] : []),
  ];
  const proof = { orderUid, address: ctx.address, createdAt: ctx.now() };
  await tx.insert(orderConsents).values(given.map((consent) => ({ ...proof, ...consent })));
}
