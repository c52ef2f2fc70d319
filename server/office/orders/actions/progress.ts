import { z } from 'zod';
import { advanceOrder, cancelOrder } from '../../../checkout/purchase/operate.ts';
import { deliverOrder, shipOrder } from '../../../checkout/purchase/ship.ts';
import { actorName, officeCall } from '../../../staff/office-call.ts';
import { neededReason, reason } from '../../inputs.ts';

/** Moves an order to its next stage and tells the customer. */
export const advance = officeCall(
  {
    name: 'orders.advance',
    permission: 'orders.advance',
    input: z.object({ order: z.uuid(), reason }),
    kind: 'write',
    entity: 'order',
  },
  (ctx, { order, reason }) =>
    ctx.db.transaction((tx) => advanceOrder(ctx, tx, order, { actor: actorName(ctx.staff), reason })),
);

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
    input: z.object({ order: z.uuid(), shipment: z.uuid().optional(), reason }),
    kind: 'write',
    entity: 'order',
  },
  (ctx, { order, shipment, reason }) =>
    ctx.db.transaction((tx) => deliverOrder(ctx, tx, order, { shipment, actor: actorName(ctx.staff), reason })),
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
