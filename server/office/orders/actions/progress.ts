import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { orderStateNames, orderStatuses } from '#domain/orders/states.ts';
import { nextStatus } from '#domain/orders/transitions.ts';
import { advanceOrder, cancelOrder } from '../../../checkout/fulfilment/advance-order.ts';
import { deliverOrder, shipOrder } from '../../../checkout/fulfilment/ship.ts';
import { lockOrder } from '../../../checkout/orders/lock-order.ts';
import { refuse } from '../../../platform/errors.ts';
import { actorName, officeCall } from '../../../staff/office-call.ts';
import { neededReason, reason } from '../../inputs.ts';

/** The stage that the person saw: of two who press at once, one moves it. */
const from = z.enum(orderStatuses).optional();

/** Moves an order to its next stage and tells the customer. */
export const advance = officeCall(
  {
    name: 'orders.advance',
    permission: 'orders.advance',
    input: z.object({ order: z.uuid(), from, reason }),
    kind: 'write',
    entity: 'order',
  },
  (ctx, { order, from, reason }) =>
    ctx.db.transaction(async (tx) => {
      await refuseStuck(tx, order, from);
      return advanceOrder(ctx, tx, order, { actor: actorName(ctx.staff), reason });
    }),
);

/**
 * Says in Hebrew why the order has no next stage now; the stages' own rules refuse all the same. @throws NOT_POSSIBLE
 */
async function refuseStuck(tx: Db, uuid: string, seen: z.output<typeof from>): Promise<void> {
  const stuck = (message: string) => refuse('NOT_POSSIBLE', { message });
  const order = await lockOrder(tx, uuid);
  if (!order) return;
  const state = `״${orderStateNames[order.status]}״`;
  if (seen && seen !== order.status) throw stuck(`בינתיים היא כבר במצב ${state}`);
  const to = nextStatus(order.status);
  if (!to) throw stuck(`במצב ${state} אין לאן לקדם`);
  if (order.status === 'payment' && order.dueAgorot > 0) throw stuck('היא מחכה לתשלום, ותתקדם כשיאושר');
}

/** Sends an order, or some of its pieces, with whom and under which number. */
export const ship = officeCall(
  {
    name: 'orders.ship',
    permission: 'orders.advance',
    input: z.object({
      order: z.uuid(),
      /** Without them, all that was not sent yet. */
      lines: z
        .array(z.object({ line: z.uuid(), quantity: z.coerce.number().int().min(0).max(1_000).default(0) }))
        .max(200)
        .optional(),
      carrier: z.string().trim().max(60).default(''),
      tracking: z.string().trim().max(60).default(''),
    }),
    kind: 'write',
    entity: 'order',
  },
  (ctx, { order, lines, carrier, tracking }) =>
    ctx.db.transaction((tx) =>
      shipOrder(ctx, tx, order, {
        ...(lines && { lines: lines.map(({ line, quantity }) => ({ orderLineUid: line, quantity })) }),
        carrier,
        trackingNumber: tracking,
        actor: actorName(ctx.staff),
        reason: '',
      }),
    ),
);

/** Notes that a shipment, or the whole order, has reached the customer. */
export const deliver = officeCall(
  {
    name: 'orders.deliver',
    permission: 'orders.advance',
    input: z.object({ order: z.uuid(), shipment: z.uuid().optional(), from, reason }),
    kind: 'write',
    entity: 'order',
  },
  (ctx, { order, shipment, from, reason }) =>
    ctx.db.transaction(async (tx) => {
      if (from) await refuseStuck(tx, order, from);
      return deliverOrder(ctx, tx, order, { shipment, actor: actorName(ctx.staff), reason });
    }),
);

/** Cancels an order; what was paid is given back by a refund. */
export const cancel = officeCall(
  {
    name: 'orders.cancel',
    permission: 'orders.cancel',
    input: z.object({ order: z.uuid(), reason: neededReason }),
    kind: 'write',
    entity: 'order',
  },
  (ctx, { order, reason }) =>
    ctx.db.transaction((tx) => cancelOrder(ctx, tx, order, { actor: actorName(ctx.staff), reason })),
);
