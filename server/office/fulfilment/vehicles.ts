import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { takeLock } from '#db/locks.ts';
import { orderLines, orderVehicles, products } from '#db/schema/index.ts';
import { and, eq, sql } from '#db/sql.ts';
import { parseChassis, parsePlate } from '#domain/catalogue/vehicles/vehicle-numbers.ts';
import { isolate } from '#domain/text/format.ts';
import { lockHandled } from '../../checkout/orders/lock-order.ts';
import { keptUnits } from '../../checkout/orders/returned-pieces.ts';
import { refuse } from '../../platform/errors.ts';
import { officeCall } from '../../staff/office-call.ts';
import type { FieldConflict } from '../edited-fields.ts';

const number = z.string().trim().max(40).default('');
const numbers = { chassis: number, engine: number, plate: number };
type Numbers = Record<keyof typeof numbers, string>;

/**
 * Chassis, engine and plate of one piece. Only of vehicles, and a chassis belongs to one order. What was left as it was
 * keeps what somebody else has saved meanwhile. @throws CHANGED_MEANWHILE with the conflicts
 */
export const setVehicle = officeCall(
  {
    name: 'orders.set-vehicle',
    permission: 'orders.advance',
    entity: 'order',
    input: z.object({
      order: z.uuid(),
      line: z.uuid(),
      unit: z.coerce.number().int().min(1).max(99),
      ...numbers,
      /** What the form began with. */
      was: z.object(numbers).prefault({}),
    }),
    kind: 'write',
  },
  async (ctx, input) => {
    const chassis = input.chassis ? parseChassis(input.chassis) : '';
    const plate = input.plate ? parsePlate(input.plate) : '';
    const fields = [
      ...(chassis === null
        ? [{ path: 'chassis', message: 'מספר שלדה הוא 17 אותיות וספרות, בלי האותיות I,‏ O ו־Q' }]
        : []),
      ...(plate === null ? [{ path: 'plate', message: 'מספר רישוי הוא חמש עד שמונה ספרות' }] : []),
    ];
    if (chassis === null || plate === null) throw refuse('BAD_REQUEST', { message: 'בדקו את המספרים', fields });
    await ctx.db.transaction(async (tx) => {
      await lockHandled(tx, input.order);
      const [line] = await tx
        .select({ quantity: orderLines.quantity, kind: products.kind })
        .from(orderLines)
        .leftJoin(products, eq(products.uuid, orderLines.productUid))
        .where(and(eq(orderLines.uuid, input.line), eq(orderLines.orderUid, input.order)));
      if (line?.kind !== 'VEHICLE' || input.unit > line.quantity)
        throw refuse('NOT_POSSIBLE', { message: 'מספרים נרשמים רק לכלי רכב שבהזמנה' });
      const now = { chassis, engine: input.engine.toUpperCase(), plate };
      const { engine, ...set } = editedOf(await numbersOf(tx, input), input.was, now);
      if (set.chassis) await refuseTaken(tx, set.chassis, input);
      const changed = {
        ...(set.chassis !== undefined && { chassisNumber: set.chassis }),
        ...(engine !== undefined && { engineNumber: engine }),
        ...(set.plate !== undefined && { plateNumber: set.plate }),
        updatedAt: ctx.now(),
      };
      await tx
        .insert(orderVehicles)
        .values({ orderLineUid: input.line, unit: input.unit, ...changed })
        .onConflictDoUpdate({ target: [orderVehicles.orderLineUid, orderVehicles.unit], set: changed });
    });
  },
);

async function numbersOf(tx: Db, { line, unit }: { line: string; unit: number }): Promise<Numbers> {
  const [row] = await tx
    .select({
      chassis: orderVehicles.chassisNumber,
      engine: orderVehicles.engineNumber,
      plate: orderVehicles.plateNumber,
    })
    .from(orderVehicles)
    .where(and(eq(orderVehicles.orderLineUid, line), eq(orderVehicles.unit, unit)));
  return row ?? { chassis: '', engine: '', plate: '' };
}

/**
 * What a form changed of the numbers as they are. @throws CHANGED_MEANWHILE where somebody else has changed the same
 * since it began
 */
function editedOf(current: Numbers, was: Numbers, now: Numbers): Partial<Numbers> {
  const edited = (Object.keys(now) as (keyof Numbers)[]).filter((name) => now[name] !== was[name]);
  const conflicts: FieldConflict[] = edited
    .filter((name) => current[name] !== was[name] && current[name] !== now[name])
    .map((field) => ({ field, was: was[field], theirs: current[field], mine: now[field] }));
  if (conflicts.length > 0) throw refuse('CHANGED_MEANWHILE', { details: { conflicts } });
  return Object.fromEntries(edited.map((name) => [name, now[name]]));
}

/**
 * A vehicle that was given back may be sold again. Two people who type one chassis at the same moment wait for each
 * other. @throws NOT_POSSIBLE with the other order's number
 */
export async function refuseTaken(
  tx: Db,
  chassis: string,
  { line, unit }: { line: string; unit: number },
): Promise<void> {
  await takeLock(tx, 'chassis', { of: chassis });
  const { rows } = await tx.execute<{ number: string }>(sql`
    select o.number from order_vehicles v join order_lines l on l.uuid = v.order_line_uid join orders o on o.uuid = l.order_uid
    where upper(v.chassis_number) = ${chassis} and not (v.order_line_uid = ${line} and v.unit = ${unit})
      and o.status not in ('cancelled', 'refunded') and v.unit in ${keptUnits(sql`l.uuid`, sql`l.quantity`)} limit 1`);
  if (rows[0]) throw refuse('NOT_POSSIBLE', { message: `מספר השלדה כבר רשום בהזמנה ${isolate(rows[0].number)}` });
}
