import type { Slots } from '#contract/leads/bookings.ts';
import { bookingBlocks, bookings, type branches } from '#db/schema/index.ts';
import { and, eq, gt, isNull, lt } from '#db/sql.ts';
import { BOOKING_DAYS, BOOKING_NOTICE_MINUTES, type BookingService, planOf } from '#domain/calendar/booking.ts';
import { MINUTE_MS } from '#domain/calendar/durations.ts';
import { holidayOf } from '#domain/calendar/holidays.ts';
import {
  addDays,
  atIsraelTime,
  clockOf,
  israelDay,
  minutesOf,
  weekdayName,
  weekdayOf,
} from '#domain/calendar/israel-time.ts';
import { hoursOn } from '#domain/calendar/opening-hours.ts';
import { formatLongDate, formatTime } from '#domain/text/format.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { listBranches } from '../../stores/branches.ts';
import { blocking } from './seats.ts';

export type Branch = Omit<typeof branches.$inferSelect, 'companyUid'>;
export type Slot = { startsAt: Date; endsAt: Date };

/** The first day that can be booked, and how many days ahead the last one is. */
export type Bounds = { from?: string; daysAhead?: number };

const dayInWords = (day: string): string => `יום ${weekdayName(day)}, ${formatLongDate(`${day}T12:00:00Z`)}`;

/** A branch of this store that offers the service; every branch can hand over. @throws NOT_FOUND, BOOKING_SERVICE */
export async function branchFor(ctx: RequestContext, uuid: string, service: BookingService): Promise<Branch> {
  const branch = (await listBranches(ctx)).find((one) => one.uuid === uuid);
  if (!branch) throw refuse('NOT_FOUND');
  if (service !== 'HANDOVER' && !branch.services.includes(service)) throw refuse('BOOKING_SERVICE');
  return branch;
}

/**
 * Start and end of a visit; `null` where the clock changes within it, as it would be longer or shorter
 * (docs/rules/opening-hours.md).
 */
export function slotAt(day: string, time: string, minutes: number): Slot | null {
  const startsAt = atIsraelTime(day, time);
  if (!startsAt) return null;
  const endsAt = new Date(startsAt.getTime() + minutes * MINUTE_MS);
  const shown = clockOf((minutesOf(time) + minutes) % 1_440);
  return formatTime(endsAt) === shown ? { startsAt, endsAt } : null;
}

/** Visits follow one another from the opening; the last one ends when the branch closes, or before. */
function timesOf(branch: Branch, service: BookingService, day: string): string[] {
  const { from, to } = hoursOn(branch, day);
  if (!from || !to) return [];
  const { minutes } = planOf(branch.booking, service);
  const times: string[] = [];
  for (let at = minutesOf(from); at + minutes <= minutesOf(to); at += minutes) times.push(clockOf(at));
  return times;
}

/**
 * Free times of the coming days, from the branch's hours, blocked hours, existing bookings and minimum notice.
 * `bounds`: of what isn't booked as other visits are.
 */
export async function getSlots(
  ctx: RequestContext,
  branch: Branch,
  service: BookingService,
  { from, daysAhead = BOOKING_DAYS }: Bounds = {},
): Promise<Slots> {
  const { minutes, capacity } = planOf(branch.booking, service);
  const now = ctx.now();
  const first = israelDay(now);
  const earliest = now.getTime() + BOOKING_NOTICE_MINUTES * MINUTE_MS;
  const last = new Date(now.getTime() + (daysAhead + 2) * 1_440 * MINUTE_MS);
  const [blocks, booked] = await Promise.all([
    ctx.db
      .select({ startsAt: bookingBlocks.startsAt, endsAt: bookingBlocks.endsAt })
      .from(bookingBlocks)
      .where(blocking(branch.uuid, service, { startsAt: now, endsAt: last })),
    ctx.db
      .select({ startsAt: bookings.startsAt, endsAt: bookings.endsAt })
      .from(bookings)
      .where(
        and(
          eq(bookings.branchUid, branch.uuid),
          eq(bookings.service, service),
          isNull(bookings.cancelledAt),
          gt(bookings.endsAt, now),
          lt(bookings.startsAt, last),
        ),
      ),
  ]);
  const isFree = (day: string, time: string): boolean => {
    const slot = slotAt(day, time, minutes);
    if (!slot || slot.startsAt.getTime() < earliest) return false;
    const overlaps = (one: Slot): boolean => one.startsAt < slot.endsAt && slot.startsAt < one.endsAt;
    return !blocks.some(overlaps) && booked.filter(overlaps).length < capacity;
  };
  return {
    branch_uid: branch.uuid,
    service,
    minutes,
    days: Array.from({ length: daysAhead + 1 }, (_, at) => addDays(first, at)).map((day) => ({
      day,
      note: hoursOn(branch, day).note,
      times: from && day < from ? [] : timesOf(branch, service, day).filter((time) => isFree(day, time)),
    })),
  };
}

/**
 * The requested visit, whether or not it is still free.
 * @throws BOOKING_PAST, BOOKING_TOO_SOON, BOOKING_TOO_FAR, BOOKING_CLOSED, BOOKING_CLOCK_CHANGE,
 * BOOKING_OUTSIDE_HOURS
 */
export function slotOf(
  ctx: RequestContext,
  branch: Branch,
  service: BookingService,
  { day, time }: { day: string; time: string },
  { from, daysAhead = BOOKING_DAYS }: Bounds = {},
): Slot {
  const { minutes } = planOf(branch.booking, service);
  const slot = slotAt(day, time, minutes);
  const now = ctx.now();
  if (day < israelDay(now) || (slot && slot.startsAt <= now)) throw refuse('BOOKING_PAST');
  if (from && day < from) throw refuse('BOOKING_TOO_SOON', { message: `המועד הראשון האפשרי: ${dayInWords(from)}` });
  if (day > addDays(israelDay(now), daysAhead))
    throw refuse('BOOKING_TOO_FAR', { message: `אפשר לקבוע מועד עד ${daysAhead} ימים מראש` });
  if (!hoursOn(branch, day).from) throw refuse('BOOKING_CLOSED', { message: whyClosed(day) });
  if (!slot) throw refuse('BOOKING_CLOCK_CHANGE');
  if (!timesOf(branch, service, day).includes(time)) throw refuse('BOOKING_OUTSIDE_HOURS');
  if (slot.startsAt.getTime() < now.getTime() + BOOKING_NOTICE_MINUTES * MINUTE_MS) throw refuse('BOOKING_TOO_SOON');
  return slot;
}

function whyClosed(day: string): string {
  const holiday = holidayOf(day);
  if (holiday && !holiday.eve) return `הסניף סגור ב${holiday.name}. בחרו יום אחר`;
  return weekdayOf(day) === 6 ? 'הסניף סגור בשבת. בחרו יום אחר' : 'הסניף סגור ביום שנבחר. בחרו יום אחר';
}
