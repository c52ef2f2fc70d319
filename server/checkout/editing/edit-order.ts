import { createHash } from 'node:crypto';
import type { Db } from '#db/client.ts';
import {
  type OrderLineRow,
  type OrderRow,
  orderDiscounts,
  orderLines,
  orders,
  payments,
  products,
  variants,
} from '#db/schema/index.ts';
import { and, asc, eq, gt, inArray, lte, ne, sql } from '#db/sql.ts';
import { allocate } from '#domain/money/allocate.ts';
import { isBeingHandled } from '#domain/orders/states.ts';
import { refuse } from '../../platform/errors.ts';
import { onlineMoney, onlineShare } from '../orders/balance.ts';
import { record } from '../orders/history.ts';
import { HOLD_MINUTES } from '../orders/hold.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { signedVehicles, voidSignatures } from '../orders/void-signatures.ts';
import type { PricedLine } from '../pricing/lines.ts';
import { addedRows, type Credit, creditOf, type EditedLine, editedLines, refuseHandedOut } from './edited-lines.ts';
import { moveStock } from './move-stock.ts';

/**
 * A line as it shall be: one of the order's, or a new one of a variant. Agorot; without a price the frozen, or today's
 * one.
 */
export type LineEdit = {
  line?: string | undefined;
  variant?: string | undefined;
  quantity: number;
  priceAgorot?: number | undefined;
};

type OrderSums = { linesAgorot: number; discountAgorot: number; deliveryAgorot: number; totalAgorot: number };
export type EditedOrder = {
  before: OrderSums;
  after: OrderSums;
  /** Pieces that the stock gains (or loses), by SKU. */
  stock: { sku: string; name: string; change: number }[];
  /** To be paid online now that the order grew. */
  balanceAgorot: number;
  /** Paid too much now that it shrank: proposed as a refund, never made by itself. */
  creditAgorot: number;
  /** What the buyer has signed for vehicles that the order hasn't any more, by title: it is signed anew. */
  unsigned: string[];
};

/** Stands for what an editor sees of an order: whoever saves it again with another one has seen an older order. */
export function editionOf(order: OrderRow, lines: OrderLineRow[]): string {
  const seen = [
    order.status,
    order.totalAgorot,
    order.dueAgorot,
    lines.map((l) => [l.uuid, l.quantity, l.priceAgorot]),
  ];
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url').slice(0, 16);
}

export const linesOf = (db: Db, orderUid: string): Promise<OrderLineRow[]> =>
  db.select().from(orderLines).where(eq(orderLines.orderUid, orderUid)).orderBy(asc(orderLines.position));

type Edit = { edition: string; lines: LineEdit[]; actor: string; reason: string; at: Date; credit?: Credit };

/**
 * Changes the lines of a placed order, within the caller's transaction: prices of its lines stay as they were sold
 * unless another was agreed, its delivery stays, its discounts shrink with the goods. `priced`: today's price of each
 * new variant. What was sent or returned stays. @throws CHANGED_MEANWHILE, NOT_POSSIBLE
 */
export async function editOrder(tx: Db, orderUid: string, edit: Edit, priced: PricedLine[]): Promise<EditedOrder> {
  const order = await lockOrder(tx, orderUid);
  if (!order) throw refuse('ORDER_NOT_FOUND');
  const lines = await linesOf(tx, orderUid);
  if (editionOf(order, lines) !== edit.edition)
    throw refuse('CHANGED_MEANWHILE', { message: 'מישהו שינה את ההזמנה בינתיים. רעננו את הדף וערכו שוב' });
  if (order.status !== 'payment' && !isBeingHandled(order.status))
    throw refuse('NOT_POSSIBLE', { message: 'אפשר לערוך רק הזמנה שלא נמסרה ולא בוטלה' });
  await retireLeftPage(tx, order, edit);
  await refuseOpenPage(tx, orderUid);
  await refuseOpenRefund(tx, orderUid);

  const had = await creditOf(tx, orderUid, lines);
  const { edited, removed } = editedLines(lines, edit.lines, priced, await soldFromStock(tx, lines), had);
  if (edit.credit) addCredit(edited, edit.credit);
  await refuseHandedOut(tx, orderUid, edited, removed);
  const before = sumsOf(order);
  const after = sumsAfter(order, edited);
  const money = await onlineMoney(tx, orderUid);
  const hasSameGoods = removed.length === 0 && edited.every(({ was, quantity }) => was?.quantity === quantity);
  const dueAgorot = await dueAfter(tx, order, after, hasSameGoods ? null : edited);

  const vehicles = await signedVehicles(tx, orderUid);
  const stock = await moveStock(tx, order, edited, removed);
  await writeLines(tx, order, edited);
  const unsigned = (await signedVehicles(tx, orderUid)) === vehicles ? [] : await voidSignatures(tx, orderUid, edit.at);
  await shareDiscount(tx, order, after.discountAgorot - (edit.credit?.agorot ?? 0), had);
  if (edit.credit)
    await tx.insert(orderDiscounts).values({ orderUid, saleName: edit.credit.name, amountAgorot: edit.credit.agorot });
  await tx
    .update(orders)
    .set({ ...after, dueAgorot })
    .where(eq(orders.uuid, orderUid));
  const toPay = order.status === 'payment' ? dueAgorot : Math.max(0, dueAgorot - money.taken);
  // One that has no page yet, as after a moment without the gateway.
  await tx.execute(sql`
    update payments set amount_agorot = case when ${toPay} > 0 then ${toPay} else amount_agorot end,
      status = case when ${toPay} > 0 then status else 'cancelled' end
    where order_uid = ${orderUid} and status = 'pending' and provider_ref is null`);
  await record(tx, orderUid, [
    {
      field: 'total',
      from: String(before.totalAgorot),
      to: String(after.totalAgorot),
      actor: edit.actor,
      reason: edit.reason,
    },
  ]);
  const isPaid = isBeingHandled(order.status) && money.taken > 0;
  return {
    before,
    after,
    stock,
    balanceAgorot: isBeingHandled(order.status) ? Math.max(0, dueAgorot - money.taken) : 0,
    creditAgorot: isPaid ? Math.max(0, money.taken - dueAgorot) : 0,
    unsigned,
  };
}

/** @throws NOT_POSSIBLE for more than the line costs */
function addCredit(edited: EditedLine[], { line, agorot }: Credit): void {
  const creditedLine = edited.find(({ was }) => was?.uuid === line);
  if (!creditedLine || creditedLine.discountAgorot + agorot > creditedLine.quantity * creditedLine.priceAgorot)
    throw refuse('NOT_POSSIBLE', { message: 'הזיכוי גבוה ממחיר הרכב בהזמנה' });
  creditedLine.discountAgorot += agorot;
}

async function soldFromStock(tx: Db, lines: OrderLineRow[]): Promise<Set<string>> {
  const rows = await tx
    .select({ uuid: variants.uuid })
    .from(variants)
    .innerJoin(products, eq(products.uuid, variants.productUid))
    .where(
      and(
        inArray(
          variants.uuid,
          lines.flatMap(({ variantUid }) => variantUid ?? []),
        ),
        eq(products.stockPolicy, 'IN_STOCK'),
      ),
    );
  return new Set(rows.map(({ uuid }) => uuid));
}

const sumsOf = ({ linesAgorot, discountAgorot, deliveryAgorot, totalAgorot }: OrderSums): OrderSums => ({
  linesAgorot,
  discountAgorot,
  deliveryAgorot,
  totalAgorot,
});

function sumsAfter(order: OrderRow, edited: EditedLine[]): OrderSums {
  const linesAgorot = edited.reduce((sum, { quantity, priceAgorot }) => sum + quantity * priceAgorot, 0);
  const discountAgorot = edited.reduce((sum, line) => sum + line.discountAgorot, 0);
  return {
    linesAgorot,
    discountAgorot,
    deliveryAgorot: order.deliveryAgorot,
    totalAgorot: linesAgorot - discountAgorot + order.deliveryAgorot,
  };
}

/** What is to be paid online. `goods`: the lines, where an edit took pieces out or put some in. */
async function dueAfter(tx: Db, order: OrderRow, after: OrderSums, goods: EditedLine[] | null): Promise<number> {
  if (order.status === 'payment') {
    if (order.paymentMethod === 'deposit')
      return Math.min((goods && (await depositOf(tx, goods))) ?? order.dueAgorot, after.totalAgorot);
    return order.dueAgorot === 0 ? 0 : after.totalAgorot;
  }
  const online = await onlineShare(tx, order);
  // What went back as a surplus stays part of what is due (`finish-refund.ts`), so only the change counts.
  return Math.max(0, order.dueAgorot + online(after.totalAgorot) - online(order.totalAgorot));
}

/**
 * The deposits of today of what takes one; an extra of the office adds none. `null`: nothing takes one, and the agreed
 * one stays.
 */
async function depositOf(tx: Db, edited: EditedLine[]): Promise<number | null> {
  const pieces = new Map<string, number>();
  for (const { was, added, quantity } of edited) {
    const uuid = was?.variantUid ?? added?.variant.uuid;
    if (uuid) pieces.set(uuid, (pieces.get(uuid) ?? 0) + quantity);
  }
  const rows = await tx
    .select({ uuid: variants.uuid, depositAgorot: products.depositAgorot })
    .from(variants)
    .innerJoin(products, eq(products.uuid, variants.productUid))
    .where(inArray(variants.uuid, [...pieces.keys()]));
  const sum = rows.reduce(
    (total, { uuid, depositAgorot }) => total + (depositAgorot ?? 0) * (pieces.get(uuid) ?? 0),
    0,
  );
  return sum > 0 ? sum : null;
}

/** Closes a page that counts as left (`HOLD_MINUTES`): it is for the former sum. */
async function retireLeftPage(tx: Db, order: OrderRow, { at, actor, reason }: Edit): Promise<void> {
  const left = await tx
    .update(payments)
    .set({
      status: 'cancelled',
      settledAt: at,
      nextCheckAt: sql`coalesce(${payments.nextCheckAt}, ${at}::timestamptz)`,
    })
    .where(
      and(
        eq(payments.orderUid, order.uuid),
        eq(payments.status, 'pending'),
        lte(payments.openedAt, new Date(at.getTime() - HOLD_MINUTES * 60_000)),
      ),
    )
    .returning({ uuid: payments.uuid });
  if (left.length === 0 || order.status !== 'payment') return;
  await tx.update(orders).set({ paymentStatus: 'cancelled' }).where(eq(orders.uuid, order.uuid));
  await record(tx, order.uuid, [
    { field: 'payment_status', from: order.paymentStatus, to: 'cancelled', actor, reason },
  ]);
}

/** A shopper who is typing in a card pays the former sum. */
async function refuseOpenPage(tx: Db, orderUid: string): Promise<void> {
  const { rows } = await tx.execute(sql`
    select 1 from payments where order_uid = ${orderUid}
      and ((status = 'pending' and provider_ref is not null) or (review_reason is not null and review_resolved_at is null)) limit 1`);
  if (rows.length > 0)
    throw refuse('NOT_POSSIBLE', {
      message: 'דף התשלום של ההזמנה פתוח, או שתשלום שלה בבירור. אפשר לערוך אחרי שיסתיים',
    });
}

/** What money on its way back is for is known once it is there: amends, or a part of what an edit had made too much. */
async function refuseOpenRefund(tx: Db, orderUid: string): Promise<void> {
  const { rows } = await tx.execute(sql`
    select 1 from refunds r join payments p on p.uuid = r.payment_uid
    where p.order_uid = ${orderUid} and r.status in ('due', 'asked', 'unknown') limit 1`);
  if (rows.length > 0)
    throw refuse('NOT_POSSIBLE', { message: 'זיכוי של ההזמנה עוד לא הסתיים. אפשר לערוך אחרי שיסתיים' });
}

async function writeLines(tx: Db, order: OrderRow, edited: EditedLine[]): Promise<void> {
  const keptLineUids = edited.flatMap(({ was }) => was?.uuid ?? []);
  await tx.execute(
    sql`delete from order_lines where order_uid = ${order.uuid} and uuid <> all(${sql.param(keptLineUids)}::uuid[])`,
  );
  for (const { was, quantity, priceAgorot, discountAgorot, stockTaken } of edited)
    if (was)
      await tx
        .update(orderLines)
        .set({ quantity, priceAgorot, discountAgorot, stockTaken })
        .where(eq(orderLines.uuid, was.uuid));
  const added = addedRows(order.uuid, edited);
  if (added.length > 0) await tx.insert(orderLines).values(added);
}

/**
 * The sums of an order's promotions follow the discount of its lines, without its credit, and add up to it: documents
 * list both.
 */
async function shareDiscount(tx: Db, order: OrderRow, discountAgorot: number, credit: Credit | null): Promise<void> {
  const before = order.discountAgorot - (credit?.agorot ?? 0);
  const after = discountAgorot - (credit?.agorot ?? 0);
  if (after === before) return;
  const promotions = await tx
    .select()
    .from(orderDiscounts)
    .where(
      and(
        eq(orderDiscounts.orderUid, order.uuid),
        gt(orderDiscounts.amountAgorot, 0),
        credit ? ne(orderDiscounts.saleName, credit.name) : undefined,
      ),
    )
    .orderBy(asc(orderDiscounts.uuid));
  if (promotions.length === 0) return;
  const amounts = allocate(
    after,
    promotions.map(({ amountAgorot }) => amountAgorot),
  );
  for (const [at, { uuid }] of promotions.entries())
    await tx
      .update(orderDiscounts)
      .set({ amountAgorot: amounts[at] ?? 0 })
      .where(eq(orderDiscounts.uuid, uuid));
}
