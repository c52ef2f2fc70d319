import type { Order } from '#contract/checkout/orders.ts';
import { prepared } from '#db/prepared.ts';
import { rowsOf } from '#db/rows.ts';
import { alias } from '#db/schema/columns.ts';
import {
  branches,
  brands,
  deliveryTypes,
  documents,
  orderDiscounts,
  orderHistory,
  orderLines,
  orders,
  orderTradeIns,
  payments,
  productMeta,
  products,
  shipments,
} from '#db/schema/index.ts';
import { and, eq, inArray, sql } from '#db/sql.ts';
import { mediaPath } from '#domain/catalogue/media-path.ts';
import { roadPriceName } from '#domain/catalogue/product-page/price-card.ts';
import { feesOfAll } from '#domain/catalogue/road-price.ts';
import { toShekels } from '#domain/money/money.ts';
import { walletNames } from '#domain/money/wallets.ts';
import { addressLine } from '#domain/people/address-line.ts';
import { formatPhone } from '#domain/people/phone.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { secretHash } from '../../platform/keyed-hash.ts';
import { shownColumns, shownDocument } from '../documents/read.ts';
import { payLinkSecret } from '../order-secret.ts';
import { balanceAgorot, hasPaymentInDoubt, restAtHandoverAgorot, takenAgorot } from './balance.ts';
import { noticesOfOrder, shownNotices } from './cancellation-notices.ts';
import { handoverSteps, handoverTitle, onOrderPage } from './handover-steps.ts';
import { holdSeconds } from './hold.ts';
import { keptFee } from './kept-fee.ts';
import { returnedPieces } from './returned-pieces.ts';
import { refundsOfOrder, shownRefunds } from './shown-refunds.ts';

type By = { id?: string; secret?: string };

/**
 * The order that a request may see: by its link's secret, or by uuid for the customer who owns it. @throws
 * ORDER_NOT_FOUND
 */
export const findOrder = async (ctx: RequestContext, by: By): Promise<string> => (await findOwned(ctx, by)).uuid;

/** The same, with whose it is. @throws ORDER_NOT_FOUND */
export async function findOwned(ctx: RequestContext, by: By) {
  const owner = by.secret
    ? eq(orders.secretHash, secretHash(by.secret))
    : by.id && ctx.customer
      ? and(eq(orders.uuid, by.id), eq(orders.customerUid, ctx.customer.uuid))
      : undefined;
  if (!owner) throw refuse(by.id && !ctx.customer ? 'UNAUTHORIZED' : 'ORDER_NOT_FOUND');
  const [row] = await ctx.db
    .select({
      uuid: orders.uuid,
      number: orders.number,
      linkVersion: orders.linkVersion,
      customerUid: orders.customerUid,
    })
    .from(orders)
    .where(and(eq(orders.storeUid, ctx.store.uuid), owner));
  if (!row) throw refuse('ORDER_NOT_FOUND');
  return row;
}

/** Statuses in which the vehicles' fees are still to be paid. */
const UNDER_WAY: Order['status'][] = ['payment', 'accepted', 'in_process', 'delivery_in_process'];

/** An order of this store with lines, sums and timeline. The caller has checked the right to see it. */
export async function readOrder(ctx: RequestContext, uuid: string): Promise<Order> {
  const [row] = await orderQuery(ctx.db).execute({ uuid, store: ctx.store.uuid });
  if (!row) throw refuse('ORDER_NOT_FOUND');
  const { order, payment } = row;
  const fee = order.paymentStatus === 'partly_refunded' ? await keptFee(ctx.db, uuid) : null;
  const vehicles = row.lines
    .filter(({ kind, returned, quantity }) => kind === 'VEHICLE' && quantity > returned)
    .map((line) => ({ ...line, quantity: line.quantity - line.returned, engineCc: Number(line.engineCc ?? 0) }));
  const reached = (status: string) => {
    const change = row.statuses.find(({ toValue }) => toValue === status);
    return change ? new Date(change.createdAt).toISOString() : null;
  };
  return {
    uuid: order.uuid,
    number: order.number,
    status: order.status,
    payment_status: order.paymentStatus,
    payment_method: order.paymentMethod as Order['payment_method'],
    created_at: order.createdAt.toISOString(),
    paid_at: order.paidAt?.toISOString() ?? null,
    customer: {
      first_name: order.firstName,
      last_name: order.lastName,
      phone: formatPhone(order.phone),
      email: order.email,
    },
    lines: row.lines.map(({ slug, ...line }) => ({
      id: line.uuid,
      name: line.name,
      sku: line.sku,
      slug: slug ? { name: slug } : null,
      types: line.values,
      choices: line.configuration?.choices ?? [],
      image_url: mediaPath(line.media),
      quantity: line.quantity,
      returned: line.returned,
      price: toShekels(line.priceAgorot),
      discount: toShekels(line.discountAgorot),
    })),
    order_discounts: row.discounts.map((row) => ({
      discount_amount: toShekels(row.amountAgorot),
      sale: { name: row.saleName },
    })),
    trade_in: row.tradeIn[0] ? shownTradeIn(row.tradeIn[0], order.totalAgorot) : null,
    delivery: shownDelivery(row),
    parcels: row.parcels.map(({ carrier, trackingNumber, shippedAt, lines }) => ({
      carrier,
      tracking_number: trackingNumber,
      shipped_at: new Date(shippedAt).toISOString(),
      lines,
    })),
    business: order.business,
    total_cart_price: toShekels(order.linesAgorot),
    total_cart_discounts: toShekels(order.discountAgorot),
    total_order_price: toShekels(order.totalAgorot),
    amount_to_pay: order.status === 'payment' ? toShekels(order.dueAgorot) : 0,
    in_doubt: row.hasPaymentInDoubt,
    asks_for_terms: order.placedByUid !== null,
    balance:
      row.balanceAgorot > 0
        ? { amount: toShekels(row.balanceAgorot), path: `/pay/${payLinkSecret(ctx.secret, order)}` }
        : null,
    paid_online: toShekels(row.takenAgorot),
    deposit: shownDeposit(row),
    rest: toShekels(row.restAtHandoverAgorot),
    // Once paid, the number that the gateway has charged.
    payments_count: payment?.paymentsCount ?? order.paymentsCount,
    finance: order.financeQuote,
    wallet: payment?.wallet ? walletNames[payment.wallet] : null,
    card: payment?.last4 ? { last4: payment.last4, brand: payment.cardBrand ?? '' } : null,
    hold_until: order.holdUntil?.toISOString() ?? null,
    hold_seconds: holdSeconds(ctx, order.holdUntil),
    documents: row.documents.map((document) => shownDocument(ctx, document, order)),
    handover: onOrderPage(
      handoverSteps(ctx.store.settings, vehicles, { branch: row.branch?.name ?? null, days: row.days }),
      order.status === 'payment' && order.paymentMethod === 'financing',
    ),
    handover_title: handoverTitle(ctx.store.settings, vehicles),
    road_fees: UNDER_WAY.includes(order.status) ? feesOfAll(ctx.store.settings.road_fees ?? [], vehicles) : [],
    road_price_name: roadPriceName(vehicles.map(({ licenceClass }) => licenceClass)),
    refunds: shownRefunds(row.refunds),
    returned: row.lines.length > 0 && row.lines.every(({ quantity, returned }) => returned >= quantity),
    cancellation_fee: fee === null ? null : toShekels(fee),
    cancellation_notices: shownNotices(row.notices),
    timeline: [
      // What a lender or the branch collects has no moment of payment here: it is settled when the order is accepted.
      { stage: 'payment', at: order.paidAt?.toISOString() ?? reached('accepted') },
      { stage: 'accepted', at: reached('accepted') },
      { stage: 'in_process', at: reached('in_process') },
      { stage: 'delivery', at: reached('provided') ?? reached('delivery_in_process') },
    ],
  };
}

type OrderWithParts = Awaited<ReturnType<ReturnType<typeof orderQuery>['execute']>>[number];

/** What was taken of a deposit; before that, what is due of it. */
const shownDeposit = ({ order, takenAgorot }: OrderWithParts): Order['deposit'] =>
  order.paymentMethod === 'deposit' ? toShekels(takenAgorot || order.dueAgorot) : null;

const shownDelivery = ({ order, deliveryKind, branch }: OrderWithParts): Order['delivery'] => ({
  name: order.deliveryName,
  kind: deliveryKind ?? '',
  final_price: toShekels(order.deliveryAgorot),
  branch: branch?.name ?? null,
  branch_address: branch && `${branch.address}, ${branch.city}`,
  address: order.postalAddress ? addressLine(order.postalAddress) : null,
  courier_remarks: order.postalAddress?.remarks ?? '',
});

const vehicleType = alias(productMeta, 'vehicle_type');
const linesOfOrder = rowsOf(
  {
    uuid: orderLines.uuid,
    name: orderLines.name,
    sku: orderLines.sku,
    values: orderLines.values,
    configuration: orderLines.configuration,
    media: orderLines.media,
    quantity: orderLines.quantity,
    priceAgorot: orderLines.priceAgorot,
    discountAgorot: orderLines.discountAgorot,
    slug: products.slug,
    returned: returnedPieces(sql`${orderLines.uuid}`),
    kind: products.kind,
    licenceClass: products.licenceClass,
    brand: brands.key,
    engineCc: productMeta.value,
    type: vehicleType.value,
  },
  sql`from ${orderLines} left join ${products} on ${products.uuid} = ${orderLines.productUid}
    left join ${brands} on ${brands.uuid} = ${products.brandUid}
    left join lateral (select value from ${productMeta} where product_uid = ${products.uuid} and key = 'engine_cc' limit 1)
      ${productMeta} on true
    left join lateral (select value from ${productMeta} t where t.product_uid = ${products.uuid} and t.key = 'type' limit 1)
      ${sql.identifier('vehicle_type')} on true
    where ${orderLines.orderUid} = ${orders.uuid}`,
  sql`${orderLines.position}`,
);
const discountsOfOrder = rowsOf(
  { saleName: orderDiscounts.saleName, amountAgorot: orderDiscounts.amountAgorot },
  sql`from ${orderDiscounts} where ${orderDiscounts.orderUid} = ${orders.uuid}`,
  sql`${orderDiscounts.amountAgorot} desc, ${orderDiscounts.saleName}`,
);
const tradeInOfOrder = rowsOf(
  {
    name: orderTradeIns.name,
    state: orderTradeIns.state,
    lowAgorot: orderTradeIns.lowAgorot,
    creditAgorot: orderTradeIns.creditAgorot,
    confirmedAgorot: orderTradeIns.confirmedAgorot,
    reason: orderTradeIns.reason,
  },
  sql`from ${orderTradeIns} where ${orderTradeIns.orderUid} = ${orders.uuid}`,
  sql`${orderTradeIns.createdAt}`,
);
const parcelsOfOrder = rowsOf(
  {
    carrier: shipments.carrier,
    trackingNumber: shipments.trackingNumber,
    shippedAt: shipments.shippedAt,
    lines: sql<
      { name: string; quantity: number }[]
    >`(select json_agg(json_build_object('name', l.name, 'quantity', s.quantity) order by l.position)
      from shipment_lines s join order_lines l on l.uuid = s.order_line_uid where s.shipment_uid = ${shipments.uuid})`,
  },
  sql`from ${shipments} where ${shipments.orderUid} = ${orders.uuid}`,
  sql`${shipments.shippedAt}, ${shipments.uuid}`,
);
const statusesOfOrder = rowsOf(
  { toValue: orderHistory.toValue, createdAt: orderHistory.createdAt },
  sql`from ${orderHistory} where ${orderHistory.orderUid} = ${orders.uuid} and ${orderHistory.field} = 'status'`,
  sql`${orderHistory.createdAt}`,
);
const documentsOfOrder = rowsOf(
  shownColumns,
  sql`from ${documents} where ${documents.orderUid} = ${orders.uuid}`,
  sql`${documents.issuedAt} desc, ${documents.createdAt} desc`,
);

const orderQuery = prepared((db) => {
  // The first that pays the order: a later one is in doubt, refunded, or pays what the order grew by.
  const payment = db
    .select({
      paymentsCount: payments.paymentsCount,
      wallet: payments.wallet,
      last4: payments.last4,
      cardBrand: payments.cardBrand,
    })
    .from(payments)
    .where(
      and(
        eq(payments.orderUid, orders.uuid),
        inArray(payments.status, ['paid', 'authorised', 'partly_refunded', 'refunded']),
      ),
    )
    .orderBy(sql`${payments.reviewReason} is not null`, payments.createdAt)
    .limit(1)
    .as('payment');
  return db
    .select({
      order: orders,
      balanceAgorot,
      takenAgorot,
      restAtHandoverAgorot,
      hasPaymentInDoubt,
      deliveryKind: deliveryTypes.kind,
      days: deliveryTypes.days,
      branch: { name: branches.name, address: branches.address, city: branches.city },
      lines: linesOfOrder,
      discounts: discountsOfOrder,
      parcels: parcelsOfOrder,
      tradeIn: tradeInOfOrder,
      statuses: statusesOfOrder,
      notices: noticesOfOrder,
      refunds: refundsOfOrder,
      documents: documentsOfOrder,
      payment: {
        paymentsCount: payment.paymentsCount,
        wallet: payment.wallet,
        last4: payment.last4,
        cardBrand: payment.cardBrand,
      },
    })
    .from(orders)
    .leftJoin(deliveryTypes, eq(deliveryTypes.uuid, orders.deliveryTypeUid))
    .leftJoin(branches, eq(branches.uuid, orders.branchUid))
    .leftJoinLateral(payment, sql`true`)
    .where(and(eq(orders.uuid, sql.placeholder('uuid')), eq(orders.storeUid, sql.placeholder('store'))))
    .prepare('order');
});

type TradeInRow = Pick<
  typeof orderTradeIns.$inferSelect,
  'name' | 'state' | 'lowAgorot' | 'creditAgorot' | 'confirmedAgorot' | 'reason'
>;
function shownTradeIn(tradeIn: TradeInRow, totalAgorot: number): Order['trade_in'] {
  const { name, state, lowAgorot, creditAgorot, confirmedAgorot, reason } = tradeIn;
  // Staff may have replaced the vehicle that is bought by one that costs less.
  const estimate = state === 'rejected' ? 0 : Math.min(creditAgorot, totalAgorot);
  return { name, state, low: toShekels(lowAgorot), credit: toShekels(confirmedAgorot ?? estimate), reason };
}
