import { z } from 'zod';
import { sql } from '#db/sql.ts';
import { type BookingPlans, type BookingService, bookingServices, planOf } from '#domain/calendar/booking.ts';
import { addDays, atIsraelTime, israelDay, weekdayOf } from '#domain/calendar/israel-time.ts';
import type { DayHours } from '#domain/calendar/open-now.ts';
import { hoursOn } from '#domain/calendar/opening-hours.ts';
import { may } from '../../staff/grants.ts';
import { officeCall } from '../../staff/office-call.ts';
import { day } from '../list.ts';

const service = z.enum([...bookingServices, 'HANDOVER']);

export const calendarQuery = z.object({
  branch: z.uuid().optional(),
  service: service.optional(),
  day: day.optional(),
  view: z.enum(['day', 'week']).default('week'),
});

export type CalendarVisit = {
  uuid: string;
  starts_at: Date;
  ends_at: Date;
  seat: number;
  /** Of another store at the same branch, where this person has no rights: only that the seat is taken. */
  foreign: boolean;
  store: string;
  name: string;
  phone: string;
  email: string | null;
  product: string | null;
  message: string;
  moves: number;
  no_show_at: Date | null;
  customer_uid: string | null;
  /** Of a handover. */
  order_uid: string | null;
};

/** How many visits a branch's service has in the days shown; none where they are all still to come. */
type Count = { branch: string; service: BookingService; visits: number };

export type CalendarBlock = { uuid: string; starts_at: Date; ends_at: Date; service: string | null; reason: string };
export type CalendarStore = { uuid: string; name: string };

type BranchRow = {
  uuid: string;
  name: string;
  city: string;
  services: BookingService[];
  hours: Record<string, string>;
  exceptions: Record<string, string>;
  booking: BookingPlans;
};

/** The day, or its week from Sunday on; `from` and `to` are its bounds. */
export function daysOf(day: string, view: 'day' | 'week') {
  const first = view === 'week' ? addDays(day, -weekdayOf(day)) : day;
  const days = Array.from({ length: view === 'week' ? 7 : 1 }, (_, index) => addDays(first, index));
  const [from, to] = [first, addDays(first, days.length)].map((one) => atIsraelTime(one, '00:00')?.toISOString());
  return { first, days, from, to };
}

/** A day or a week (from Sunday) of a branch's service: hours, visits by seat and blocked hours. */
export const readCalendar = officeCall(
  { name: 'bookings.calendar', permission: 'bookings.read', input: calendarQuery, kind: 'read' },
  async (ctx, { branch: chosenBranch, service: chosenService, day: chosenDay, view }) => {
    const reachedStores = sql.param(ctx.stores);
    const today = israelDay(ctx.now());
    const { first, days, from, to } = daysOf(chosenDay ?? today, view);
    const within = sql`(starts_at >= ${from}::timestamptz and starts_at < ${to}::timestamptz)`;
    const { rows: counts } = await ctx.db.execute<Count>(sql`
      select branch_uid as branch, service, (count(*) filter (where ${within}))::int as visits from bookings
      where cancelled_at is null and store_uid = any(${reachedStores}::uuid[]) and (${within} or starts_at > ${ctx.now().toISOString()}::timestamptz)
      group by branch_uid, service order by min(starts_at) filter (where ${within})`);
    // Whatever a branch offers by now: what was booked there is seen.
    const { rows: branches } = await ctx.db.execute<BranchRow>(sql`
      select b.uuid, b.name, b.city, b.services, b.hours, b.exceptions, b.booking from branches b
      where b.uuid = any(${sql.param(counts.map(({ branch }) => branch))}::uuid[]) or cardinality(b.services) > 0
        and exists (select from branch_stores l where l.branch_uid = b.uuid and l.store_uid = any(${reachedStores}::uuid[]))
      order by b.position, b.name`);
    const visitsOf = (place: string, of?: BookingService): number =>
      counts.reduce(
        (sum, { branch, service, visits }) => (branch === place && (!of || service === of) ? sum + visits : sum),
        0,
      );
    // Where nobody has chosen, the calendar opens where the first visit is.
    const firstVisit = counts.find(({ visits }) => visits > 0);
    const branch = branches.find(({ uuid }) => uuid === (chosenBranch ?? firstVisit?.branch)) ?? branches[0];
    const names = branches.map(({ uuid, name, city }) => ({ uuid, name, city, visits: visitsOf(uuid) }));
    // Every branch can hand over.
    const ofBranch = counts.filter((count) => count.branch === branch?.uuid);
    const offered = [...(branch?.services ?? []), ...ofBranch.map((count) => count.service)];
    const services: BookingService[] = [...bookingServices.filter((one) => offered.includes(one)), 'HANDOVER'];
    const ofFirst = ofBranch.find(({ visits }) => visits > 0)?.service;
    const shown = [chosenService, ofFirst].find((one) => one && services.includes(one)) ?? services[0];
    if (!branch || !shown) return { branches: names, calendar: null, today, view };
    const [visits, blocks, stores] = await Promise.all([
      ctx.db.execute(sql`
        select k.uuid, k.starts_at, k.ends_at, k.seat, k.no_show_at, k.moves, k.store_uid <> all(${reachedStores}::uuid[]) as foreign, s.name as store,
          k.name, k.phone, k.email, p.name as product, k.message, k.order_uid,
          (select c.uuid from customers c where c.store_uid = k.store_uid and c.phone = k.phone) as customer_uid
        from bookings k join stores s on s.uuid = k.store_uid left join products p on p.uuid = k.product_uid
        where k.branch_uid = ${branch.uuid} and k.service = ${shown} and k.cancelled_at is null
          and k.starts_at < ${to}::timestamptz and k.ends_at > ${from}::timestamptz
        order by k.starts_at, k.seat limit 1000`),
      ctx.db.execute(sql`
        select uuid, starts_at, ends_at, service, reason from booking_blocks
        where branch_uid = ${branch.uuid} and (service is null or service = ${shown})
          and starts_at < ${to}::timestamptz and ends_at > ${from}::timestamptz
        order by starts_at limit 200`),
      ctx.db.execute<CalendarStore>(sql`
        select s.uuid, s.name from stores s join branch_stores l on l.store_uid = s.uuid
        where l.branch_uid = ${branch.uuid} and s.uuid = any(${reachedStores}::uuid[]) order by s.position, s.key`),
    ]);
    return {
      branches: names,
      today,
      view,
      calendar: {
        branch: branch.uuid,
        service: shown,
        services: services.map((key) => ({ key, visits: visitsOf(branch.uuid, key) })),
        first,
        ...planOf(branch.booking, shown),
        days: days.map((one): DayHours => hoursOn(branch, one)),
        visits: (visits.rows as CalendarVisit[]).map(hideForeign),
        blocks: blocks.rows as CalendarBlock[],
        stores: stores.rows.filter(({ uuid }) => may(ctx.staff, 'bookings.edit', uuid)),
        mayBlock: may(ctx.staff, 'bookings.block'),
        mayReadCustomers: may(ctx.staff, 'customers.read'),
      },
    };
  },
);

export type Calendar = NonNullable<Awaited<ReturnType<typeof readCalendar>>['calendar']>;

const hideForeign = (visit: CalendarVisit): CalendarVisit =>
  visit.foreign
    ? { ...visit, name: '', phone: '', email: null, product: null, message: '', customer_uid: null, order_uid: null }
    : visit;
