import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Order } from '#contract/orders.ts';
import {
  branches,
  deliveryTypes,
  orderDiscounts,
  orderHistory,
  orderLines,
  orders,
  payments,
  products,
} from '#db/schema/index.ts';
import { toShekels } from '#domain/money.ts';
import { formatPhone } from '#domain/phone.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../errors.ts';
import { listDocuments } from '../documents/read.ts';
import { type Address, addressLine } from './address-line.ts';
import { handoverOf } from './handover.ts';
import { secretHash } from './secret.ts';

/** Which order a request may see: by its link's secret, or by uuid for the customer who owns it. @throws ORDER_NOT_FOUND */
export async function findOrder(ctx: RequestContext, by: { id?: string; secret?: string }): Promise<string> {
  const owner = by.secret
    ? eq(orders.secretHash, secretHash(by.secret))
    : by.id && ctx.customer
      ? and(eq(orders.uuid, by.id), eq(orders.customerUid, ctx.customer.uuid))
      : undefined;
  if (!owner) throw refuse(by.id && !ctx.customer ? 'UNAUTHORIZED' : 'ORDER_NOT_FOUND');
  const [row] = await ctx.db
    .select({ uuid: orders.uuid })
    .from(orders)
    .where(and(eq(orders.storeUid, ctx.store.uuid), owner));
  if (!row) throw refuse('ORDER_NOT_FOUND');
  return row.uuid;
}

/** An order of this store with lines, sums and timeline. The caller has made sure that it may be seen. */
export async function readOrder(ctx: RequestContext, uuid: string): Promise<Order> {
  const [[found], lines, discounts, history, [payment], documents, handover] = await Promise.all([
    ctx.db
      .select({ order: orders, deliveryKind: deliveryTypes.kind, branch: branches.name })
      .from(orders)
      .leftJoin(deliveryTypes, eq(deliveryTypes.uuid, orders.deliveryTypeUid))
      .leftJoin(branches, eq(branches.uuid, orders.branchUid))
      .where(and(eq(orders.uuid, uuid), eq(orders.storeUid, ctx.store.uuid))),
    ctx.db
      .select({ line: orderLines, slug: products.slug })
      .from(orderLines)
      .leftJoin(products, eq(products.uuid, orderLines.productUid))
      .where(eq(orderLines.orderUid, uuid))
      .orderBy(asc(orderLines.position)),
    ctx.db.select().from(orderDiscounts).where(eq(orderDiscounts.orderUid, uuid)),
    ctx.db.select().from(orderHistory).where(eq(orderHistory.orderUid, uuid)).orderBy(asc(orderHistory.createdAt)),
    ctx.db
      .select()
      .from(payments)
      .where(and(eq(payments.orderUid, uuid), inArray(payments.status, ['paid', 'authorised'])))
      .orderBy(desc(payments.createdAt))
      .limit(1),
    listDocuments(ctx, { orderUid: uuid }),
    handoverOf(ctx.db, uuid),
  ]);
  if (!found) throw refuse('ORDER_NOT_FOUND');
  const { order } = found;
  const reached = (status: string) =>
    history.find((change) => change.field === 'status' && change.toValue === status)?.createdAt.toISOString() ?? null;
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
    lines: lines.map(({ line, slug }) => ({
      id: line.uuid,
      name: line.name,
      sku: line.sku,
      slug: slug ? { name: slug } : null,
      types: line.values as Order['lines'][number]['types'],
      choices: choicesAsSold(line.configuration),
      image_url: line.media,
      quantity: line.quantity,
      price: toShekels(line.priceAgorot),
      discount: toShekels(line.discountAgorot),
    })),
    order_discounts: discounts.map((row) => ({
      discount_amount: toShekels(row.amountAgorot),
      sale: { name: row.saleName },
    })),
    delivery: {
      name: order.deliveryName,
      kind: found.deliveryKind ?? '',
      final_price: toShekels(order.deliveryAgorot),
      branch: found.branch,
      address: order.address ? addressLine(order.address as Address) : null,
    },
    total_cart_price: toShekels(order.linesAgorot),
    total_cart_discounts: toShekels(order.discountAgorot),
    total_order_price: toShekels(order.totalAgorot),
    amount_to_pay: order.status === 'payment' ? toShekels(order.dueAgorot) : 0,
    payments_count: order.paymentsCount,
    finance: order.financeQuote as Order['finance'],
    card: payment?.last4 ? { last4: payment.last4, brand: payment.cardBrand ?? '' } : null,
    hold_until: order.holdUntil?.toISOString() ?? null,
    documents,
    handover,
    timeline: [
      // What a lender or the branch collects has no moment of payment here: it is settled when the order is accepted.
      { stage: 'payment', at: order.paidAt?.toISOString() ?? reached('accepted') },
      { stage: 'accepted', at: reached('accepted') },
      { stage: 'in_process', at: reached('in_process') },
      { stage: 'delivery', at: reached('provided') ?? reached('delivery_in_process') },
    ],
  };
}

/** `{ code, choices }` as `insertLines` has written it. */
const choicesAsSold = (configuration: unknown): Order['lines'][number]['choices'] =>
  (configuration as { choices?: Order['lines'][number]['choices'] } | null)?.choices ?? [];
