import { z } from 'zod';
import { orderLines, orderVehicles, payments, refundLines, refunds } from '#db/schema/index.ts';
import { and, asc, eq, ne, sql } from '#db/sql.ts';
import { lockOrder } from '../../checkout/orders/lock-order.ts';
import { numberedVehicles, unitsToCorrect } from '../../checkout/orders/numbered-vehicles.ts';
import { keptUnits, unitsLeft } from '../../checkout/orders/returned-pieces.ts';
import { refuse } from '../../platform/errors.ts';
import { officeCall } from '../../staff/office-call.ts';
import { neededReason } from '../inputs.ts';
import { refuseTaken } from './vehicles.ts';

/**
 * Names the vehicles that a refund brought back in place of the wrong ones; its money and pieces stay. Garage and check
 * of chassis numbers follow. @throws NOT_POSSIBLE where one that the buyer then keeps was sold to somebody else since
 */
export const correctReturned = officeCall(
  {
    name: 'orders.correct-returned',
    permission: 'orders.refund',
    entity: 'order',
    input: z.object({
      order: z.uuid(),
      refund: z.uuid(),
      line: z.uuid(),
      units: z.array(z.coerce.number().int().min(1).max(1_000)).max(1_000).default([]),
      reason: neededReason,
    }),
    kind: 'write',
  },
  async (ctx, { order, refund, line, units }) => {
    await ctx.db.transaction(async (tx) => {
      await lockOrder(tx, order);
      const named = and(eq(refundLines.refundUid, refund), eq(refundLines.orderLineUid, line));
      const [row] = await tx
        .select({
          quantity: refundLines.quantity,
          left: unitsLeft(sql`${orderLines.uuid}`, sql`${orderLines.quantity}`, sql`${refundLines.refundUid}`),
          numbered: numberedVehicles(sql`${orderLines.uuid}`),
        })
        .from(refundLines)
        .innerJoin(orderLines, eq(orderLines.uuid, refundLines.orderLineUid))
        .innerJoin(refunds, eq(refunds.uuid, refundLines.refundUid))
        .innerJoin(payments, eq(payments.uuid, refunds.paymentUid))
        .where(and(named, eq(payments.orderUid, order), ne(refunds.status, 'refused')));
      if (!row) throw refuse('NOT_FOUND');
      const choices = unitsToCorrect(row.left, row.quantity, row.numbered).map(({ unit }) => unit);
      const chosen = [...new Set(units)];
      if (chosen.length !== row.quantity || chosen.some((unit) => !choices.includes(unit)))
        throw refuse('NOT_POSSIBLE', { message: 'בחרו מבין כלי הרכב של השורה בדיוק כמה שהזיכוי החזיר' });
      await tx.update(refundLines).set({ units: chosen }).where(named);
      const kept = await tx
        .select({ unit: orderVehicles.unit, chassis: sql<string>`upper(${orderVehicles.chassisNumber})` })
        .from(orderVehicles)
        .innerJoin(orderLines, eq(orderLines.uuid, orderVehicles.orderLineUid))
        .where(
          and(
            eq(orderVehicles.orderLineUid, line),
            ne(orderVehicles.chassisNumber, ''),
            sql`${orderVehicles.unit} in ${keptUnits(sql`${orderLines.uuid}`, sql`${orderLines.quantity}`)}`,
          ),
        )
        .orderBy(asc(orderVehicles.chassisNumber));
      for (const { unit, chassis } of kept) await refuseTaken(tx, chassis, { line, unit });
    });
  },
);
