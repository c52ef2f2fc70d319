import type { StoreSettings } from '#contract/store-settings.ts';
import { prepared } from '#db/prepared.ts';
import { orderConsents, orders, type PaymentRow, payments, stores } from '#db/schema/index.ts';
import { and, asc, eq, inArray, isNull, ne, sql } from '#db/sql.ts';
import { toShekels } from '#domain/money/money.ts';
import { walletNames, walletsFor } from '#domain/money/wallets.ts';
import { PAYING_TEXT } from '#domain/people/consent-texts.ts';
import type { Deps, RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { providerName } from '../../stores/gateway-name.ts';
import { opensByItself } from '../../stores/stores.ts';
import { balanceOf } from '../orders/balance.ts';
import { readCancelling } from '../orders/cancellation-notices.ts';
import { record } from '../orders/history.ts';
import { PAGE_CHECK_MINUTES } from './due-checks.ts';
import { type Line, linesToPayOfOrder, type PayingOrder, receiptOf } from './lines-to-pay.ts';
import { checkPayment } from './settle.ts';
import { hasPaymentInDoubt } from './take-payment.ts';

export type PaymentPage = { url: string; origin: string; choose: string | null; missed: string | null };

/** A payment that waits for its page, with its order. */
export type OpenPayment = {
  order: PayingOrder;
  payment: Pick<
    PaymentRow,
    'uuid' | 'provider' | 'url' | 'capture' | 'amountAgorot' | 'instalments' | 'wallet' | 'walletMissed'
  >;
  lines: Line[];
};

/**
 * The open payment page of an order, created at the gateway when there is none yet; `null` when nothing is to be paid
 * online (any more). A caller that has just inserted the payment passes it (`inserted`), which saves a query.
 * @throws PAYMENT_PROVIDER_DOWN; the order stays, and the next call tries again
 */
export async function openPaymentPage(
  ctx: RequestContext,
  orderUid: string,
  inserted?: OpenPayment,
): Promise<PaymentPage | null> {
  const [row] = inserted
    ? [inserted]
    : await openPaymentQuery(ctx.db).execute({ uuid: orderUid, store: ctx.store.uuid });
  if (!row) return null;
  const { order, payment, lines } = row;
  const provider = ctx.payment[payment.provider];
  if (!provider) throw refuse('PAYMENT_PROVIDER_DOWN');
  const { wallet } = payment;
  const pageOf = (url: string, isMissed: boolean): PaymentPage => ({
    url,
    origin: provider.frameOrigin,
    choose: wallet && !isMissed && !provider.opensOn.includes(wallet) ? walletNames[wallet] : null,
    missed: wallet && isMissed ? walletNames[wallet] : null,
  });
  if (payment.url) return pageOf(payment.url, payment.walletMissed);

  // The store may have lowered its limit since the order was placed.
  const wallets =
    order.paymentMethod === 'card'
      ? walletsFor(ctx.store.settings.purchase?.wallets, toShekels(payment.amountAgorot))
      : [];
  const offeredWallet = wallet && wallets.includes(wallet) ? wallet : null;

  const site = siteUrl(ctx.env, ctx.store, ctx.origin);
  const page = await provider
    .createCheckout({
      paymentId: payment.uuid,
      amountAgorot: payment.amountAgorot,
      currency: 'ILS',
      instalments: payment.instalments,
      capture: payment.capture === 'hold' ? 'hold' : 'sale',
      wallets,
      wallet: offeredWallet,
      title: `הזמנה ${order.number}`,
      ...receiptOf(order, lines, payment.amountAgorot),
      returnUrl: `${site}/payment/return`,
      cancelUrl: `${site}/payment/return?cancelled`,
      webhookUrl: `${site}/api/receipts/webhook/${encodeURIComponent(payment.provider)}`,
    })
    .catch((err) => {
      ctx.log.error({ err, provider: payment.provider }, 'payment page could not be opened');
      throw refuse('PAYMENT_PROVIDER_DOWN');
    });
  const openedAt = ctx.now();
  const nextCheckAt = new Date(openedAt.getTime() + (PAGE_CHECK_MINUTES[0] ?? 2) * 60_000);
  // Of two requests that opened a page each, the first to store it wins; the other page, as one of a former sum, is
  // never shown.
  const { providerRef, url } = page;
  const walletMissed = wallet !== offeredWallet || page.walletMissed === true;
  const { uuid, amountAgorot } = payment;
  const pageValues = { providerRef, url, walletMissed, uuid, amountAgorot, openedAt, nextCheckAt };
  const [stored] = await keepPageQuery(ctx.db).execute(pageValues);
  return stored ? pageOf(url, walletMissed) : openPaymentPage(ctx, orderUid);
}

const openPaymentQuery = prepared((db) =>
  db
    .select({ order: orders, payment: payments, lines: linesToPayOfOrder })
    .from(payments)
    .innerJoin(orders, eq(orders.uuid, payments.orderUid))
    .where(
      and(
        eq(payments.orderUid, sql.placeholder('uuid')),
        eq(payments.status, 'pending'),
        isNull(payments.reviewReason),
        // An order that has ended, or has another payment in doubt, takes no payment.
        // One that is being handled has an open payment only for what it grew by.
        inArray(orders.status, ['payment', 'accepted', 'in_process', 'delivery_in_process']),
        sql`not exists (select 1 from payments d where d.order_uid = ${payments.orderUid}
          and d.review_reason is not null and d.review_resolved_at is null)`,
        eq(orders.storeUid, sql.placeholder('store')),
      ),
    )
    .prepare('open_payment_of_order'),
);

const keepPageQuery = prepared((db) =>
  db
    .update(payments)
    .set({
      providerRef: sql`${sql.placeholder('providerRef')}`,
      url: sql`${sql.placeholder('url')}`,
      walletMissed: sql`${sql.placeholder('walletMissed')}`,
      openedAt: sql`${sql.placeholder('openedAt')}`,
      nextCheckAt: sql`${sql.placeholder('nextCheckAt')}`,
    })
    .where(
      and(
        eq(payments.uuid, sql.placeholder('uuid')),
        isNull(payments.providerRef),
        // Staff may have edited the order while the gateway was asked.
        eq(payments.status, 'pending'),
        eq(payments.amountAgorot, sql.placeholder('amountAgorot')),
      ),
    )
    .returning({ url: payments.url })
    .prepare('keep_payment_page'),
);

/**
 * A page to pay an unpaid order on: the open one, or after a decline a new one. @throws ORDER_EXPIRED,
 * ORDER_NOT_PAYABLE, CANCELLATION_PENDING
 */
export async function getPaymentLink(ctx: RequestContext, orderUid: string): Promise<PaymentPage> {
  const answered = await checkPayment(ctx, orderUid);
  const provider = providerOf(ctx);
  await ctx.db.transaction(async (tx) => {
    const [order] = await tx
      .select()
      .from(orders)
      .where(and(eq(orders.uuid, orderUid), eq(orders.storeUid, ctx.store.uuid)))
      .for('update');
    if (order?.status === 'cancelled') throw refuse('ORDER_EXPIRED');
    // It is as good as cancelled: the job's next turn does so, unless the gateway can't say whether it was paid.
    if (answered && order?.status === 'payment' && order.holdUntil && order.holdUntil <= ctx.now())
      throw refuse('ORDER_EXPIRED');
    // An order that grew after it was paid is paid the rest of.
    const amountAgorot = order?.status === 'payment' ? order.dueAgorot : await balanceOf(tx, orderUid);
    if (!order || amountAgorot === 0 || (await hasPaymentInDoubt(tx, orderUid))) throw refuse('ORDER_NOT_PAYABLE');
    if (await readCancelling({ db: tx }, order)) throw refuse('CANCELLATION_PENDING');
    // What the shop's purchase keeps when the box is ticked: here the page says that paying is agreeing
    // (`asks_for_terms`).
    if (order.placedByUid !== null)
      await tx
        .insert(orderConsents)
        .values({ orderUid, kind: 'terms', text: PAYING_TEXT, ipAddress: ctx.ipAddress, createdAt: ctx.now() })
        .onConflictDoNothing();
    // Open since before another payment was accepted, for the whole sum. It stays watched.
    await tx
      .update(payments)
      .set({ status: 'cancelled', settledAt: ctx.now(), nextCheckAt: ctx.now() })
      .where(
        and(eq(payments.orderUid, orderUid), eq(payments.status, 'pending'), ne(payments.amountAgorot, amountAgorot)),
      );
    const insertedRows = await tx
      .insert(payments)
      .values({
        orderUid,
        provider,
        amountAgorot,
        // As the shopper was told when the order was placed. What it grew by is charged at once: the number of payments
        // was chosen for the whole.
        ...(order.status === 'payment'
          ? {
              capture: sql`coalesce((select p.capture from payments p where p.order_uid = ${orderUid} order by p.created_at limit 1), 'sale')`,
              instalments: order.paymentsCount,
            }
          : { capture: 'sale', instalments: 1 }),
        // Of a page that only ran out of time; whoever was refused begins with a card, and finds the wallets beside it.
        wallet: sql`(select p.wallet from payments p where p.order_uid = ${orderUid} and p.status = 'cancelled' and p.created_at = (
          select max(l.created_at) from payments l where l.order_uid = ${orderUid}))`,
        createdAt: ctx.now(),
      })
      .onConflictDoNothing()
      .returning({ uuid: payments.uuid });
    if (insertedRows.length === 0 || order.status !== 'payment' || order.paymentStatus === 'pending') return;
    await tx.update(orders).set({ paymentStatus: 'pending' }).where(eq(orders.uuid, orderUid));
    await record(tx, orderUid, [
      { field: 'payment_status', from: order.paymentStatus, to: 'pending', actor: 'shopper', reason: 'tries again' },
    ]);
  });
  const page = await openPaymentPage(ctx, orderUid);
  if (!page) throw refuse('ORDER_NOT_PAYABLE');
  return page;
}

/**
 * The gateway that the store's settings name. @throws PAYMENT_PROVIDER_DOWN when this installation has none of that
 * name.
 */
export function providerOf(ctx: RequestContext): string {
  const name = providerName(ctx.store.settings);
  if (Object.hasOwn(ctx.payment, name)) return name;
  throw refuse('PAYMENT_PROVIDER_DOWN', { message: 'אי אפשר לשלם באתר כרגע. אפשר לפנות אלינו ונשמח לעזור' });
}

/** A line for each store that can't take money, for the operator at start. */
export async function unpayableStores({ db, payment }: Pick<Deps, 'db' | 'payment'>): Promise<string[]> {
  const rows = await db
    .select({ key: stores.key, settings: stores.settings })
    .from(stores)
    .where(opensByItself)
    .orderBy(asc(stores.key));
  return rows.flatMap(({ key, settings }) => {
    const name = providerName(settings as StoreSettings);
    return Object.hasOwn(payment, name)
      ? []
      : [`Store ${key} takes no payments: its provider "${name}" is not available in this mode.`];
  });
}

/** A charge is looked at, and given back, for about so long. */
const LATELY_DAYS = 30;

/**
 * A line for each gateway that payments or refunds still depend on and this installation has no keys of (any more), for
 * the operator: what is paid there isn't learned, and no money goes back.
 */
export async function missingGateways({ db, payment }: Pick<Deps, 'db' | 'payment'>): Promise<string[]> {
  const { rows } = await db.execute<{ provider: string; open: number; charged: number; refunds: number }>(sql`
    select * from (
      select p.provider,
        count(distinct p.uuid) filter (where p.status = 'authorised' or p.next_check_at is not null)::int as open,
        count(distinct p.uuid) filter (where p.status in ('paid', 'partly_refunded')
          and p.settled_at > now() - make_interval(days => ${LATELY_DAYS}))::int as charged,
        count(r.uuid)::int as refunds
      from payments p left join refunds r on r.payment_uid = p.uuid and r.status in ('due', 'asked')
      group by p.provider) used
    where open + charged + refunds > 0 order by provider`);
  return rows
    .filter(({ provider }) => !Object.hasOwn(payment, provider))
    .map(
      ({ provider, open, charged, refunds }) =>
        `No gateway "${provider}" is set any more: ${open} payments are open there, ${refunds} refunds wait for it, ${charged} payments were charged there in ${LATELY_DAYS} days.`,
    );
}
