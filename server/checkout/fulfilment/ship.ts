import type { Db } from '#db/client.ts';
import { RuleRefusal } from '#db/operator-error.ts';
import { type OrderRow, orderLines, orders, shipmentLines, shipments } from '#db/schema/index.ts';
import { and, asc, eq, isNull, sql } from '#db/sql.ts';
import { isBeingHandled } from '#domain/orders/states.ts';
import { nextStatus } from '#domain/orders/transitions.ts';
import { isolate } from '#domain/text/format.ts';
import { record } from '../orders/history.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { type NotifyTools, notifyOrder } from '../orders/notify-order.ts';
import { lineNamedTwice, NONE, noSuchLine, refundedPieces } from '../payments/refund-lines.ts';
import { advanceOrder, type Operator } from './advance-order.ts';
import { refuseToSend } from './checklist.ts';

type Parcel = Operator & {
  /** Pieces by line; without them all that was not sent yet. */
  lines?: { orderLineUid: string; quantity: number }[];
  carrier: string;
  trackingNumber: string;
};

/**
 * Records that goods are on their way, and tells the customer once. Never more than was ordered and neither sent nor
 * refunded, and nothing while money of the order is due or only held. Once everything is sent, so is the order. @throws
 * RuleRefusal
 */
export async function shipOrder(tools: NotifyTools, tx: Db, uuid: string, parcel: Parcel): Promise<{ whole: boolean }> {
  const order = await lockOrder(tx, uuid);
  if (!order || !isBeingHandled(order.status))
    throw new RuleRefusal(
      `Order ${order?.number ?? uuid} is ${order?.status ?? 'gone'}: nothing of it is sent.`,
      'במצב הזה לא שולחים דבר מההזמנה',
    );
  await refuseToSend(tx, order);
  const unsent = await unsentPieces(tx, uuid);
  const lines = parcel.lines ?? unsent.map(({ uuid: orderLineUid, left }) => ({ orderLineUid, quantity: left }));
  const sent = lines.filter(({ quantity }) => quantity > 0);
  if (sent.length === 0)
    throw new RuleRefusal(`Nothing of order ${order.number} is left to be sent.`, 'לא נשאר בהזמנה מה לשלוח');
  if (new Set(sent.map(({ orderLineUid }) => orderLineUid)).size < sent.length) throw lineNamedTwice();
  for (const { orderLineUid, quantity } of sent) {
    const line = unsent.find((one) => one.uuid === orderLineUid);
    if (!line) throw noSuchLine(order, orderLineUid);
    if (quantity > line.left)
      throw new RuleRefusal(
        `Only ${line.left} of ${line.sku} are left to be sent.`,
        `נשארו לשליחה רק ${line.left} מהפריט ${isolate(line.sku)}`,
      );
  }
  const { carrier, trackingNumber, actor, reason } = parcel;
  const now = tools.now();
  const [row] = await tx
    .insert(shipments)
    .values({ orderUid: uuid, carrier, trackingNumber, shippedAt: now, createdAt: now })
    .returning({ uuid: shipments.uuid });
  if (row) await tx.insert(shipmentLines).values(sent.map((line) => ({ ...line, shipmentUid: row.uuid })));

  const pieces = (list: { quantity: number }[]) => list.reduce((sum, { quantity }) => sum + quantity, 0);
  const whole = pieces(sent) === unsent.reduce((sum, { left }) => sum + left, 0);
  if (whole) await passToDelivery(tx, order, { actor, reason });
  const goods = sent.map(({ orderLineUid, quantity }) => {
    const name = unsent.find((one) => one.uuid === orderLineUid)?.name ?? '';
    return quantity > 1 ? `${quantity} × ${name}` : name;
  });
  await notifyOrder(tools, tx, order, whole ? 'on_the_way' : 'part_on_the_way', {
    parcel: { tracking: [carrier, trackingNumber].filter(Boolean).join(' '), goods: goods.join(', ') },
  });
  return { whole };
}

/** All of it is sent: the stages until then are recorded, and nobody is told of each. */
async function passToDelivery(tx: Db, order: OrderRow, by: Operator): Promise<void> {
  for (let from = order.status; from !== 'delivery_in_process'; ) {
    const to = nextStatus(from);
    if (!to) break;
    await record(tx, order.uuid, [{ field: 'status', from, to, ...by }]);
    from = to;
  }
  await tx.update(orders).set({ status: 'delivery_in_process' }).where(eq(orders.uuid, order.uuid));
}

/** Lines of an order with the pieces that are neither sent nor refunded (or about to be). */
async function unsentPieces(tx: Db, orderUid: string) {
  const refunded = await refundedPieces(tx, orderUid);
  const lines = await tx
    .select({
      uuid: orderLines.uuid,
      name: orderLines.name,
      sku: orderLines.sku,
      quantity: orderLines.quantity,
      sent: sql<number>`coalesce(sum(${shipmentLines.quantity}), 0)::int`,
    })
    .from(orderLines)
    .leftJoin(shipmentLines, eq(shipmentLines.orderLineUid, orderLines.uuid))
    .where(eq(orderLines.orderUid, orderUid))
    .groupBy(orderLines.uuid)
    .orderBy(asc(orderLines.position));
  return lines.map((line) => {
    const { pieces, sent } = refunded.get(line.uuid) ?? NONE;
    // What was sent and came back is still among the sent pieces.
    return { ...line, left: Math.max(0, line.quantity - line.sent - (pieces - sent)) };
  });
}

/**
 * Notes that a shipment, or without one all of them, has arrived. With the last one of an order that was sent as a
 * whole, be it that the rest went back or was edited out, the order is delivered. @throws RuleRefusal
 */
export async function deliverOrder(
  tools: NotifyTools,
  tx: Db,
  uuid: string,
  { shipment, ...by }: Operator & { shipment?: string | undefined },
): Promise<{ delivered: boolean }> {
  const order = await lockOrder(tx, uuid);
  if (!order || !isBeingHandled(order.status))
    throw new RuleRefusal(`Order ${order?.number ?? uuid} is not on its way.`, 'ההזמנה אינה בדרך ללקוח');
  const arrived = await tx
    .update(shipments)
    .set({ deliveredAt: tools.now() })
    .where(
      and(
        eq(shipments.orderUid, uuid),
        isNull(shipments.deliveredAt),
        shipment ? eq(shipments.uuid, shipment) : undefined,
      ),
    )
    .returning({ uuid: shipments.uuid });
  if (shipment && arrived.length === 0)
    throw new RuleRefusal('This shipment has arrived already.', 'המשלוח הזה כבר נמסר');
  const sent = await tx
    .select({ deliveredAt: shipments.deliveredAt })
    .from(shipments)
    .where(eq(shipments.orderUid, uuid));
  // What an edit has added since is still to be sent; what is picked up never is.
  const hasUnsent = sent.length > 0 && (await unsentPieces(tx, uuid)).some(({ left }) => left > 0);
  const isSentWhole = !hasUnsent && (sent.length > 0 || order.status === 'delivery_in_process');
  const delivered = isSentWhole && sent.every((parcel) => parcel.deliveredAt !== null);
  if (!delivered && arrived.length === 0)
    throw new RuleRefusal(`Order ${order.number} was not sent as a whole yet.`, 'ההזמנה עוד לא נשלחה כולה');
  if (delivered) {
    await passToDelivery(tx, order, by);
    await advanceOrder(tools, tx, uuid, by);
  }
  return { delivered };
}
