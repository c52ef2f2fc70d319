import { asc, eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, type orders } from '#db/schema/index.ts';
import type { CheckoutLine, Receipt } from '../../providers/payment/provider.ts';

/** What a gateway that writes the tax document is told. */
export async function receiptOf(db: Db, order: typeof orders.$inferSelect, amountAgorot: number): Promise<Receipt> {
  return {
    customer: { name: `${order.firstName} ${order.lastName}`, phone: order.phone, email: order.email },
    lines: await checkoutLines(db, order, amountAgorot),
    business: order.business as Receipt['business'],
  };
}

/** What the gateway's tax document shows: the order's lines as they are paid, or one line for a part of the order. */
async function checkoutLines(db: Db, order: typeof orders.$inferSelect, amountAgorot: number): Promise<CheckoutLine[]> {
  const rows = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderUid, order.uuid))
    .orderBy(asc(orderLines.position));
  const lines = rows.map(({ name, sku, quantity, priceAgorot, discountAgorot }) => ({
    description: `${name} (${sku})`,
    quantity,
    totalAgorot: priceAgorot * quantity - discountAgorot,
  }));
  if (order.deliveryAgorot > 0)
    lines.push({ description: order.deliveryName || 'משלוח', quantity: 1, totalAgorot: order.deliveryAgorot });
  const whole = lines.reduce((sum, line) => sum + line.totalAgorot, 0) === amountAgorot;
  if (whole) return lines.filter((line) => line.totalAgorot > 0);
  const part = order.paymentMethod === 'deposit' ? 'מקדמה על הזמנה' : 'תשלום על הזמנה';
  return [{ description: `${part} ${order.number}`, quantity: 1, totalAgorot: amountAgorot }];
}
