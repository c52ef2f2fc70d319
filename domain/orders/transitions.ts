import type { OrderStatus } from './states.ts';

/**
 * Allowed changes of status. What was handed over is cancelled where no money is left to be refunded (`cancelOrder`). A
 * cancelled order is accepted again only when a payment arrives late and its goods are still there.
 */
const transitions: Record<OrderStatus, readonly OrderStatus[]> = {
  payment: ['accepted', 'cancelled', 'refunded'],
  accepted: ['in_process', 'cancelled', 'refunded'],
  in_process: ['delivery_in_process', 'cancelled', 'refunded'],
  delivery_in_process: ['provided', 'cancelled', 'refunded'],
  provided: ['cancelled', 'refunded'],
  cancelled: ['accepted', 'refunded'],
  refunded: [],
};

export const canMove = (from: OrderStatus, to: OrderStatus): boolean => transitions[from].includes(to);

const nextStatuses: Partial<Record<OrderStatus, OrderStatus>> = {
  payment: 'accepted',
  accepted: 'in_process',
  in_process: 'delivery_in_process',
  delivery_in_process: 'provided',
};

/** The next stage of an order without trouble; `null` at the end. */
export const nextStatus = (from: OrderStatus): OrderStatus | null => nextStatuses[from] ?? null;

type Goods = { status: OrderStatus; stockHeld: boolean; branchUid: string | null };

/**
 * The branch at which goods of an order that is picked up wait by now, wherever they were taken from; `null`: none do.
 */
export const waitsAt = ({ status, branchUid }: Goods): string | null =>
  status === 'delivery_in_process' ? branchUid : null;

/**
 * Whether an order that ends returns its stock by itself. Goods that a courier or the buyer has are put back by hand
 * (`stock set`).
 */
export const hasReturnableStock = (order: Goods): boolean =>
  order.stockHeld && (['payment', 'accepted', 'in_process'].includes(order.status) || waitsAt(order) !== null);

/** What becomes of the goods of an order that staff cancel, as they read it. */
export function goodsOfCancelled(order: Goods, isPartSent: boolean): string {
  if (!order.stockHeld) return 'הלקוח יקבל הודעה.';
  if (!hasReturnableStock(order))
    return 'הפריטים לא יחזרו למלאי מעצמם: החזירו אותם בזיכוי או בספירה. הלקוח יקבל הודעה.';
  if (isPartSent) return 'הפריטים שלא נשלחו יחזרו למלאי והלקוח יקבל הודעה.';
  return `הפריטים ${waitsAt(order) ? 'שמחכים בסניף יחזרו למלאי שלו' : 'יחזרו למלאי'}, והלקוח יקבל הודעה.`;
}

/**
 * What becomes of the goods that a refund doesn't name, where it ends the order as no money is left. `isAllNamed`: it
 * names them all.
 */
export function goodsOfRefunded(order: Goods, isAllNamed: boolean): string {
  if (!order.stockHeld || isAllNamed) return 'לא יישאר כסף לזכות, וההזמנה תסתיים.';
  return `לא יישאר כסף לזכות, וההזמנה תסתיים. יחידות שלא נבחרו כאן ${hasReturnableStock(order) ? 'יחזרו למלאי' : 'לא יחזרו למלאי מעצמן'}.`;
}

const isStatus = (value: string): value is OrderStatus => Object.hasOwn(transitions, value);

/** Checks each change of status on its way into the history. @throws Error for a forbidden one */
export function checkMove(from: string | null, to: string): void {
  const isFirst = from === null && (to === 'payment' || to === 'accepted');
  if (isFirst || (from !== null && isStatus(from) && isStatus(to) && canMove(from, to))) return;
  throw new Error(`an order does not go from ${from ?? 'nothing'} to ${to}`);
}
