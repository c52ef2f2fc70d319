import type { Db } from '#db/client.ts';
import { rowsOf } from '#db/rows.ts';
import { type OrderRow, orderLines, orders } from '#db/schema/index.ts';
import { asc, eq, sql } from '#db/sql.ts';
import type { CheckoutLine, Receipt } from '../../providers/payment/provider.ts';

const columns = {
  name: orderLines.name,
  sku: orderLines.sku,
  quantity: orderLines.quantity,
  priceAgorot: orderLines.priceAgorot,
  discountAgorot: orderLines.discountAgorot,
};
export type Line = Awaited<ReturnType<typeof linesToPay>>[number];
export type PayingOrder = Pick<
  OrderRow,
  | 'number'
  | 'firstName'
  | 'lastName'
  | 'phone'
  | 'email'
  | 'business'
  | 'deliveryName'
  | 'deliveryAgorot'
  | 'paymentMethod'
>;

/** Column of a query of orders: their lines as `receiptOf` expects them. */
export const linesToPayOfOrder = rowsOf(
  columns,
  sql`from ${orderLines} where ${orderLines.orderUid} = ${orders.uuid}`,
  sql`${orderLines.position}`,
);

export const linesToPay = (db: Db, orderUid: string) =>
  db.select(columns).from(orderLines).where(eq(orderLines.orderUid, orderUid)).orderBy(asc(orderLines.position));

/**
 * The data of the tax document, for a gateway that issues it: the order's lines as they are paid, or one line for a
 * part of the order.
 */
export function receiptOf(order: PayingOrder, sold: Line[], amountAgorot: number): Receipt {
  const lines = checkoutLines(order, sold);
  const whole = lines.reduce((sum, line) => sum + line.totalAgorot, 0) === amountAgorot;
  const isDeposit = !whole && order.paymentMethod === 'deposit';
  const description = `${isDeposit ? 'דמי שריון' : 'תשלום'} עבור הזמנה ${order.number}`;
  return {
    customer: { name: `${order.firstName} ${order.lastName}`, phone: order.phone, email: order.email },
    lines: whole
      ? lines.filter((line) => line.totalAgorot > 0)
      : [{ description, quantity: 1, totalAgorot: amountAgorot }],
    business: order.business,
    isDeposit,
  };
}

function checkoutLines(order: PayingOrder, sold: Line[]): CheckoutLine[] {
  const lines = sold.map(({ name, sku, quantity, priceAgorot, discountAgorot }) => ({
    description: `${name} (${sku})`,
    quantity,
    totalAgorot: priceAgorot * quantity - discountAgorot,
  }));
  if (order.deliveryAgorot > 0)
    lines.push({ description: order.deliveryName || 'משלוח', quantity: 1, totalAgorot: order.deliveryAgorot });
  return lines;
}
