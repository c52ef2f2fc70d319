import { createHash } from 'node:crypto';
import type { CreateOrderBody, CreateOrderReply } from '#contract/checkout/orders.ts';
import { prepared } from '#db/prepared.ts';
import { idempotencyKeys } from '#db/schema/index.ts';
import { and, eq, gt, sql } from '#db/sql.ts';
import { toAgorot, toShekels } from '#domain/money/money.ts';
import { walletsFor } from '#domain/money/wallets.ts';
import { isPostBox, POST_BOX_REFUSED } from '#domain/people/address-line.ts';
import { parsePhone } from '#domain/people/phone.ts';
import type { RequestContext } from '../../context.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { quoteForOrder } from '../finance/quotes.ts';
import { linkSecretById, orderSecret } from '../order-secret.ts';
import { readOrder } from '../orders/read.ts';
import { type OpenPayment, openPaymentPage, providerOf } from '../payments/payment-page.ts';
import { type Calculation, calcCart, calculate, depositKindOf, depositOf, openPlans } from '../pricing/calc-cart.ts';
import { storeBranches } from '../pricing/delivery.ts';
import { preventsOrder } from '../pricing/lines.ts';
import { keyExpiry, writeOrder } from './insert.ts';
import { orderOriginHash } from './limit-open-orders.ts';
import { rowsOfOrder } from './order-rows.ts';
import { tradeInForOrder } from './trade-in.ts';

/**
 * Places an order: recalculates the cart, takes stock and uses of sales and coupons, and opens the payment page. The
 * order is on disk before the gateway is asked. The same `key` gives the same order. @throws CART_CHANGED (the new
 * calculation in `details`) …
 */
export async function createOrder(ctx: RequestContext, body: CreateOrderBody, key: string): Promise<CreateOrderReply> {
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  const created = await placeOrder(ctx, body, key, bodyHash).catch(async (error) => {
    // A repeat may be refused because of the first request's order, which took the key, the last piece, or the last
    // order allowed.
    const orderUid = error instanceof Refusal ? await findOrderByKey(ctx, key, bodyHash) : null;
    if (!orderUid) throw error;
    return { orderUid, secret: await linkSecretById(ctx.secret, ctx.db, orderUid), openPayment: undefined };
  });
  const payment = await openPaymentPage(ctx, created.orderUid, created.openPayment);
  return { order: await readOrder(ctx, created.orderUid), secret: created.secret, payment };
}

type CreatedOrder = { orderUid: string; secret: string; openPayment: OpenPayment | undefined };

async function placeOrder(
  ctx: RequestContext,
  body: CreateOrderBody,
  key: string,
  bodyHash: string,
): Promise<CreatedOrder> {
  const phone = parsePhone(body.customer.phone);
  if (!phone) throw refuse('INVALID_PHONE', { fields: [{ path: 'customer.phone', message: 'מספר הטלפון אינו תקין' }] });
  const cart = { ...body, phone, email: body.customer.email };
  const cartChanged = async (message?: string) =>
    refuse('CART_CHANGED', { message, details: await calcCart(ctx, cart) });
  const calculation = await calculate(ctx, cart);
  if (calculation.errors.some(preventsOrder) || calculation.totalAgorot !== asAgorot(body.total_order_price)) {
    throw await cartChanged();
  }
  await checkDelivery(ctx, body, calculation);
  const dueAgorot = await due(ctx, body, calculation);
  if (body.due !== undefined && asAgorot(body.due) !== dueAgorot) throw await cartChanged();
  if (body.payment_method === 'deposit' && (body.deposit_kind ?? depositKindOf(ctx)) !== depositKindOf(ctx))
    throw await cartChanged('אופן הגבייה של דמי השריון השתנה. בדקו אותו ואשרו שוב');
  if (dueAgorot === 0 && !body.phone_ticket && ctx.customer?.phone !== phone) throw refuse('PHONE_NOT_PROVED');
  const provider = dueAgorot > 0 ? providerOf(ctx) : null;
  const tradeIn = body.trade_in ? await tradeInForOrder(ctx, body.trade_in, calculation, phone) : null;
  const { totalAgorot } = calculation;
  const financeQuote =
    body.payment_method === 'financing'
      ? await quoteForOrder(ctx, body.finance_quote_uid, { totalAgorot, creditAgorot: tradeIn?.creditAgorot ?? 0 })
      : null;
  const originHash = orderOriginHash(ctx, phone);
  const newOrder = { key, bodyHash, body, calculation, dueAgorot, phone, originHash, provider, financeQuote, tradeIn };
  const rows = rowsOfOrder(ctx, newOrder);
  if (!(await writeOrder(ctx, newOrder, rows))) throw await cartChanged();
  const { order, payment, lines } = rows;
  return {
    orderUid: order.uuid,
    secret: orderSecret(ctx.secret, order),
    openPayment: payment ? { order, payment: { ...payment, url: null, walletMissed: false }, lines } : undefined,
  };
}

/** The order that an earlier request with this key has made. @throws IDEMPOTENCY_MISMATCH for another body. */
async function findOrderByKey(ctx: RequestContext, key: string, bodyHash: string): Promise<string | null> {
  const [row] = await keyQuery(ctx.db).execute({ store: ctx.store.uuid, key, since: keyExpiry(ctx.now()) });
  if (!row) return null;
  if (row.bodyHash !== bodyHash) throw refuse('IDEMPOTENCY_MISMATCH');
  return row.orderUid;
}

const keyQuery = prepared((db) =>
  db
    .select({ bodyHash: idempotencyKeys.bodyHash, orderUid: idempotencyKeys.orderUid })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.storeUid, sql.placeholder('store')),
        eq(idempotencyKeys.key, sql.placeholder('key')),
        gt(idempotencyKeys.createdAt, sql.placeholder('since')),
      ),
    )
    .prepare('idempotency_key'),
);

function asAgorot(shekels: number): number | null {
  try {
    return toAgorot(shekels);
  } catch {
    return null;
  }
}

/** @throws DELIVERY_REQUIRED, ADDRESS_REQUIRED, BRANCH_REQUIRED */
export async function checkDelivery(
  ctx: RequestContext,
  body: CreateOrderBody,
  { delivery }: Calculation,
): Promise<void> {
  if (!delivery)
    throw refuse('DELIVERY_REQUIRED', { fields: [{ path: 'delivery_type_id', message: 'בחרו שיטת משלוח' }] });
  if (delivery.kind === 'COURIER') {
    const { city = '', street = '', house = '' } = body.address ?? {};
    // A kibbutz or moshav has no streets, so the settlement alone will do when a house is named.
    if (!city || (!street && !house))
      throw refuse('ADDRESS_REQUIRED', { fields: [{ path: 'address', message: 'הזינו כתובת למשלוח' }] });
    for (const [name, text] of Object.entries({ street, house }))
      if (isPostBox(text))
        throw refuse('ADDRESS_REQUIRED', {
          message: POST_BOX_REFUSED,
          fields: [{ path: `address.${name}`, message: POST_BOX_REFUSED }],
        });
    return;
  }
  const branches = await storeBranches(ctx);
  if (!branches.some((branch) => branch.id === body.branch_id)) {
    throw refuse('BRANCH_REQUIRED', { fields: [{ path: 'branch_id', message: 'בחרו סניף' }] });
  }
}

/** What is to be paid online now. Agorot. @throws PAYMENT_METHOD_UNAVAILABLE */
async function due(ctx: RequestContext, body: CreateOrderBody, calculation: Calculation): Promise<number> {
  const { totalAgorot } = calculation;
  const { wallet = null } = body;
  if (
    wallet &&
    (body.payment_method !== 'card' ||
      !walletsFor(ctx.store.settings.purchase?.wallets, toShekels(totalAgorot)).includes(wallet))
  )
    throw refuse('PAYMENT_METHOD_UNAVAILABLE');
  switch (body.payment_method ?? 'card') {
    case 'card':
      return totalAgorot;
    case 'instalments':
      if ((body.payments_count ?? 1) > (ctx.store.settings.purchase?.max_payments ?? 1))
        throw refuse('PAYMENT_METHOD_UNAVAILABLE');
      return totalAgorot;
    case 'financing': {
      // Such an order holds its goods for days, so only what a lender of the store finances becomes one.
      if ((await openPlans(ctx, calculation)).length === 0) throw refuse('PAYMENT_METHOD_UNAVAILABLE');
      return 0;
    }
    case 'deposit': {
      const deposit = depositOf(calculation);
      if (deposit === null) throw refuse('PAYMENT_METHOD_UNAVAILABLE');
      return deposit;
    }
  }
}
