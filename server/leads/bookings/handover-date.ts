import { randomUUID } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { bookings, branches, deliveryTypes, type OrderRow, orders } from '#db/schema/index.ts';
import { and, asc, eq, gt, isNotNull, isNull, or, sql } from '#db/sql.ts';
import { planOf } from '#domain/calendar/booking.ts';
import { firstHandoverDay, HANDOVER_DAYS, taskReminderOf } from '#domain/calendar/handover-day.ts';
import { isBeingHandled } from '#domain/orders/states.ts';
import { enterOrder, readTasks } from '../../checkout/fulfilment/buyer-tasks/tasks.ts';
import { lockHandled } from '../../checkout/orders/lock-order.ts';
import { hasVehicle } from '../../checkout/orders/returned-pieces.ts';
import type { Deps, RequestContext } from '../../context.ts';
import { originHashOf } from '../../identity/known-device.ts';
import { lockPhone } from '../../identity/require-customer.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { secretHash } from '../../platform/keyed-hash.ts';
import { listBranches } from '../../stores/branches.ts';
import { reminderOf } from './bookings.ts';
import { bookingLinkSecret, bookingSecret, notifyBooked } from './notify.ts';
import { refuseBlocked, refuseOverlap, takeSeat } from './seats.ts';
import { type Bounds, type Branch, getSlots, slotOf } from './slots.ts';

type Plan = { branch: Branch; bounds: Bounds };

const unplanned = () => refuse('NOT_POSSIBLE', { message: 'את מועד המסירה של ההזמנה הזו קובעים עם הסניף' });

/**
 * Where and from when the vehicles of an order can be handed over.
 * @throws NOT_POSSIBLE where nothing is: it isn't being handled, has no vehicle, or is brought to its buyer
 */
export async function handoverPlan(ctx: RequestContext, orderUid: string): Promise<Plan> {
  const [order] = await ctx.db
    .select({
      ...{ status: orders.status, branchUid: orders.branchUid, erasedAt: orders.erasedAt },
      ...{ createdAt: orders.createdAt, paidAt: orders.paidAt, days: deliveryTypes.days },
      hasVehicle: hasVehicle(sql`${orders.uuid}`),
      // What a lender pays isn't paid here.
      acceptedAt: sql<string | null>`(select max(h.created_at) from order_history h
        where h.order_uid = ${orders.uuid} and h.field = 'status' and h.to_value = 'accepted')`,
    })
    .from(orders)
    .leftJoin(deliveryTypes, eq(deliveryTypes.uuid, orders.deliveryTypeUid))
    .where(and(eq(orders.uuid, orderUid), eq(orders.storeUid, ctx.store.uuid)));
  if (!order || order.erasedAt || !order.hasVehicle || !isBeingHandled(order.status)) throw unplanned();
  const branch = (await listBranches(ctx)).find(({ uuid }) => uuid === order.branchUid);
  if (!branch) throw unplanned();
  const acceptedAt = order.acceptedAt === null ? order.createdAt : new Date(order.acceptedAt);
  const from = firstHandoverDay({ ordered: order.paidAt ?? acceptedAt, days: order.days, now: ctx.now() });
  return { branch, bounds: { from, daysAhead: HANDOVER_DAYS } };
}

const liveVisit = (orderUid: string, now: Date) =>
  and(eq(bookings.orderUid, orderUid), isNull(bookings.cancelledAt), gt(bookings.startsAt, now));

type HandoverVisit = { secret: string; starts_at: string; branch: string };

/** When an order's vehicles will be handed over, with the link that moves it. */
async function handoverVisit(ctx: RequestContext, orderUid: string): Promise<HandoverVisit | null> {
  const [row] = await ctx.db
    .select({ booking: bookings, branch: branches.name })
    .from(bookings)
    .innerJoin(branches, eq(branches.uuid, bookings.branchUid))
    .where(liveVisit(orderUid, ctx.now()))
    .orderBy(asc(bookings.startsAt))
    .limit(1);
  if (!row) return null;
  const { booking, branch } = row;
  const secret = await bookingLinkSecret(ctx.secret, ctx.db, booking);
  return { secret, starts_at: booking.startsAt.toISOString(), branch };
}

/** `null` where nothing can be booked. */
const planOrNull = (ctx: RequestContext, orderUid: string): Promise<Plan | null> =>
  handoverPlan(ctx, orderUid).catch((error) => {
    if (error instanceof Refusal && error.code === 'NOT_POSSIBLE') return null;
    throw error;
  });

/** The date of the handover, or the times that it can be at; `null` for an order that has none. */
export async function readHandoverDate(ctx: RequestContext, orderUid: string) {
  const plan = await planOrNull(ctx, orderUid);
  if (!plan) return null;
  const visit = await handoverVisit(ctx, orderUid);
  const slots = visit ? null : await getSlots(ctx, plan.branch, 'HANDOVER', plan.bounds);
  return { visit, slots, phone: plan.branch.phone };
}

/** What an order's buyer does before the handover, in short. */
export async function readBuyerTasks(ctx: RequestContext, orderUid: string) {
  const [tasks, plan] = await Promise.all([readTasks(ctx.db, orderUid), planOrNull(ctx, orderUid)]);
  return { tasks, choosesDate: plan !== null, visit: plan && (await handoverVisit(ctx, orderUid)) };
}

/**
 * Books the handover of an order by its secret, and notifies both sides; its own time again changes nothing.
 * @throws ORDER_NOT_FOUND, RATE_LIMITED, NOT_POSSIBLE, BOOKING_EXISTS, SLOT_TAKEN, and what `slotOf` throws
 */
export async function bookHandover(
  ctx: RequestContext,
  secret: string,
  at: { day: string; time: string },
): Promise<void> {
  const { uuid: orderUid } = await enterOrder(ctx, secret);
  const { branch, bounds } = await handoverPlan(ctx, orderUid);
  const slot = slotOf(ctx, branch, 'HANDOVER', at, bounds);
  await ctx.db.transaction(async (tx) => {
    const order = await lockHandled(tx, orderUid);
    if (order.erasedAt || order.branchUid !== branch.uuid) throw unplanned();
    if (await isBooked(tx, orderUid, slot.startsAt, ctx.now())) return;
    const { storeUid, phone } = order;
    await lockPhone(tx, { storeUid, phone });
    await refuseOverlap(tx, { storeUid, phone }, slot);
    await refuseBlocked(tx, branch.uuid, 'HANDOVER', slot);
    const uuid = randomUUID();
    const row = {
      ...{ uuid, storeUid, branchUid: branch.uuid, service: 'HANDOVER', orderUid, ...slot, phone, email: order.email },
      name: `${order.firstName} ${order.lastName}`,
      message: `הזמנה ${order.number}`,
      secretHash: secretHash(bookingSecret(ctx.secret, { uuid, linkVersion: 0 })),
      remindAt: reminderOf(slot.startsAt, ctx.now()),
      tasksRemindAt: taskReminderOf(slot.startsAt, ctx.now()),
      originHash: originHashOf(ctx, phone),
      createdAt: ctx.now(),
    };
    const booked = await takeSeat(tx, row, planOf(branch.booking, 'HANDOVER').capacity);
    if (!booked) throw refuse('SLOT_TAKEN');
    await notifyBooked(ctx, tx, booked);
  });
}

/** @throws BOOKING_EXISTS at another time: it is moved on its own page */
async function isBooked(tx: Db, orderUid: string, startsAt: Date, now: Date): Promise<boolean> {
  const [visit] = await tx
    .select({ startsAt: bookings.startsAt })
    .from(bookings)
    .where(liveVisit(orderUid, now))
    .limit(1);
  if (!visit) return false;
  if (visit.startsAt.getTime() === startsAt.getTime()) return true;
  throw refuse('BOOKING_EXISTS', { message: 'מועד המסירה כבר נקבע. כאן אפשר לראות אותו ולשנות אותו' });
}

/**
 * The order's visits ahead, and cancelled ones, name its present contact, who alone hears of them. With `renewLinks`
 * their former links end.
 * @returns the former secrets and what each is now
 * @throws BAD_REQUEST where that phone has another visit at the time
 */
export async function moveVisitsToContact(
  { secret: key, now }: Pick<Deps, 'secret' | 'now'>,
  tx: Db,
  order: OrderRow,
  { renewLinks }: { renewLinks: boolean },
): Promise<[former: string, now: string][]> {
  const { storeUid, phone, email } = order;
  await lockPhone(tx, { storeUid, phone });
  const isAhead = or(isNotNull(bookings.cancelledAt), gt(bookings.startsAt, now()));
  const visits = await tx
    .select()
    .from(bookings)
    .where(and(eq(bookings.orderUid, order.uuid), isAhead))
    .for('update');
  const secrets: [string, string][] = [];
  for (const visit of visits) {
    if (!visit.cancelledAt)
      await refuseOverlap(tx, { storeUid, phone, uuid: visit.uuid }, visit).catch((error) => {
        if (!(error instanceof Refusal)) throw error;
        const message = 'לטלפון הזה כבר נקבע תור שחופף למועד המסירה. שנו קודם את אחד המועדים';
        throw refuse('BAD_REQUEST', { fields: [{ path: 'phone', message }] });
      });
    const linkVersion = visit.linkVersion + 1;
    const secret = bookingSecret(key, { uuid: visit.uuid, linkVersion });
    await tx
      .update(bookings)
      .set({
        ...{ phone, email, name: `${order.firstName} ${order.lastName}` },
        ...(renewLinks && { linkVersion, secretHash: secretHash(secret) }),
      })
      .where(eq(bookings.uuid, visit.uuid));
    secrets.push([bookingSecret(key, visit), secret]);
  }
  return secrets;
}
