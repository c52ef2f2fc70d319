import { z } from 'zod';
import type { Db } from '#db/client.ts';
import {
  bookings,
  branches,
  deliveryTypes,
  orderFiles,
  orderLines,
  orders,
  orderVehicles,
  products,
  staff,
} from '#db/schema/index.ts';
import { and, asc, desc, eq, inArray, isNull, sql } from '#db/sql.ts';
import { dueBeforeHandover } from '#domain/catalogue/road-price.ts';
import { toAgorot } from '#domain/money/money.ts';
import { taskStateOf } from '#domain/orders/handover-tasks.ts';
import { isBeingHandled } from '#domain/orders/states.ts';
import { checklistOf } from '../../checkout/fulfilment/checklist.ts';
import { openMoney, restAtHandoverAgorot } from '../../checkout/orders/balance.ts';
import { roadFeesOf, staffStepsOf } from '../../checkout/orders/handover-steps.ts';
import { keptUnits } from '../../checkout/orders/returned-pieces.ts';
import { may } from '../../staff/grants.ts';
import { officeCall } from '../../staff/office-call.ts';

export type Fulfilment = Awaited<ReturnType<typeof readFulfilment>>;

/** Vehicles, checklist and papers of an order, and what holds its handover. */
export const readFulfilment = officeCall(
  {
    name: 'orders.fulfilment',
    permission: 'orders.read',
    entity: 'order',
    input: z.object({ order: z.uuid() }),
    kind: 'read',
  },
  async (ctx, { order: uuid }) => {
    const { db } = ctx;
    const storeUid = ctx.storeUid ?? undefined;
    const maySeePapers = may(ctx.staff, 'orders.handover', storeUid);
    const toDo = await staffStepsOf(db, uuid);
    const [vehicles, steps, files, money, fees, [visit], [order]] = await Promise.all([
      unitsOf(db, uuid),
      stepsOf(db, uuid, toDo),
      maySeePapers ? filesOf(db, uuid) : [],
      openMoney(db, uuid),
      roadFeesOf(db, uuid),
      db
        .select({ startsAt: bookings.startsAt, branch: branches.name })
        .from(bookings)
        .innerJoin(branches, eq(branches.uuid, bookings.branchUid))
        .where(and(eq(bookings.orderUid, uuid), isNull(bookings.cancelledAt)))
        .orderBy(desc(bookings.startsAt))
        .limit(1),
      db
        .select({
          status: orders.status,
          deliveryKind: deliveryTypes.kind,
          rest: restAtHandoverAgorot,
        })
        .from(orders)
        .leftJoin(deliveryTypes, eq(deliveryTypes.uuid, orders.deliveryTypeUid))
        .where(eq(orders.uuid, uuid)),
    ]);
    const isOpen = order !== undefined && isBeingHandled(order.status);
    return {
      vehicles,
      // Of an order whose vehicles have left it nothing is asked any more; of one that is over it is a record.
      steps: isOpen && toDo.length === 0 ? [] : steps,
      files,
      balanceAgorot: money.owed,
      /** What is only held on a card, and is to be captured before. */
      heldAgorot: money.held,
      /**
       * What the buyer was told to pay before the handover: what a deposit leaves, and the road fees, which are no part
       * of the total. Agorot.
       */
      dueAtHandover: {
        label: dueBeforeHandover([order?.deliveryKind ?? '']),
        rest: order?.rest ?? 0,
        fees:
          isOpen || order?.status === 'payment'
            ? fees.map(({ name, price }) => ({ name, agorot: toAgorot(price) }))
            : [],
      },
      /** The date that the buyer chose. */
      visit: visit ?? null,
      maySeePapers,
      mayNumber: isOpen && may(ctx.staff, 'orders.advance', storeUid),
      mayHandOver: isOpen && maySeePapers,
      handedOver: order?.status === 'provided',
      /** The stages that handing over follows. */
      ready: order?.status === 'in_process' || order?.status === 'delivery_in_process',
    };
  },
);

const filesOf = (db: Db, orderUid: string) =>
  db
    .select({
      uuid: orderFiles.uuid,
      stepUid: orderFiles.stepUid,
      name: orderFiles.name,
      type: orderFiles.type,
      bytes: orderFiles.bytes,
      fromBuyer: orderFiles.fromBuyer,
      createdAt: orderFiles.createdAt,
      by: staff.name,
    })
    .from(orderFiles)
    .leftJoin(staff, eq(staff.uuid, orderFiles.staffUid))
    .where(eq(orderFiles.orderUid, orderUid))
    .orderBy(asc(orderFiles.createdAt));

/** The pieces of vehicle lines, with their numbers where they are known. */
async function unitsOf(db: Db, orderUid: string) {
  const lines = await db
    .select({
      uuid: orderLines.uuid,
      name: orderLines.name,
      quantity: orderLines.quantity,
      keptUnits: sql<number[]>`array${keptUnits(sql`${orderLines.uuid}`, sql`${orderLines.quantity}`)}`,
    })
    .from(orderLines)
    .innerJoin(products, and(eq(products.uuid, orderLines.productUid), eq(products.kind, 'VEHICLE')))
    .where(eq(orderLines.orderUid, orderUid))
    .orderBy(asc(orderLines.position));
  const vehicleRows = await db
    .select({ vehicle: orderVehicles })
    .from(orderVehicles)
    .innerJoin(orderLines, eq(orderLines.uuid, orderVehicles.orderLineUid))
    .where(eq(orderLines.orderUid, orderUid));
  return lines.flatMap(({ uuid, name, quantity, keptUnits: units }) =>
    Array.from({ length: quantity }, (_, index) => {
      const numbers = vehicleRows.find(
        ({ vehicle }) => vehicle.orderLineUid === uuid && vehicle.unit === index + 1,
      )?.vehicle;
      return {
        line: uuid,
        name,
        unit: index + 1,
        chassis: numbers?.chassisNumber ?? '',
        engine: numbers?.engineNumber ?? '',
        plate: numbers?.plateNumber ?? '',
        isReturned: !units.includes(index + 1),
      };
    }),
  );
}

/** The checklist as it stands; until somebody begins it, as the store's settings would make it. */
async function stepsOf(db: Db, orderUid: string, toDo: Awaited<ReturnType<typeof staffStepsOf>>) {
  const begun = await checklistOf(db, orderUid);
  if (begun.length === 0) {
    const open = {
      uuid: null,
      doneAt: null,
      doneBy: null,
      sentAt: null,
      refusedAt: null,
      state: 'missing' as const,
      refusal: '',
    };
    return toDo.map((step, position) => ({ ...step, ...open, position }));
  }
  const doers = begun.flatMap(({ doneByUid }) => doneByUid ?? []);
  const people = await db.select({ uuid: staff.uuid, name: staff.name }).from(staff).where(inArray(staff.uuid, doers));
  return begun.map(({ uuid, position, title, text, doneAt, doneByUid, task, ask, sentAt, refusedAt, refusal }) => ({
    ...{ uuid, position, title, text, doneAt, task, ask, sentAt, refusedAt, refusal },
    state: taskStateOf({ sentAt, refusedAt, doneAt }),
    doneBy: people.find((person) => person.uuid === doneByUid)?.name ?? null,
  }));
}
