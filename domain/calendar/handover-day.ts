import { addBusinessDays, isBusinessDay } from './business-days.ts';
import { addDays, atIsraelTime, israelDay } from './israel-time.ts';

/** How many days ahead a handover can be booked: vehicles may take weeks to arrive and be registered. */
export const HANDOVER_DAYS = 75;
/** Business days that the branch needs at the least: papers are checked, and the vehicle is registered and prepared. */
const HANDOVER_NOTICE = 2;
const FIRST_NUMBER = /(\d{1,3})(?:\s*[–־-]\s*\d{1,3})?\s*(שעות)?/;

/**
 * The first day on which a handover can be booked: `days` is what the way of delivery promises (`7–12 ימי עסקים`,
 * `24–48 שעות`), whose first number counts from the order; and never sooner than the branch can prepare it.
 */
export function firstHandoverDay({ ordered, days, now }: { ordered: Date; days: string | null; now: Date }): string {
  const [, number = '0', hours] = FIRST_NUMBER.exec(days ?? '') ?? [];
  const promised = hours ? Math.ceil(Number(number) / 24) : Number(number);
  const [fromOrder, fromNow] = [addBusinessDays(ordered, promised), addBusinessDays(now, HANDOVER_NOTICE)].map(
    israelDay,
  );
  return [fromOrder, fromNow].sort().at(-1) as string;
}

/** Business days before the handover on which its buyer is reminded of open tasks, and the hour. */
const REMINDER_DAYS = 2;
const REMINDER_HOUR = '10:00';

/** `null` where that moment has passed. */
export function taskReminderOf(startsAt: Date, now: Date): Date | null {
  let day = israelDay(startsAt);
  for (let remaining = REMINDER_DAYS; remaining > 0; ) {
    day = addDays(day, -1);
    if (isBusinessDay(day)) remaining--;
  }
  const at = atIsraelTime(day, REMINDER_HOUR);
  return at && at > now ? at : null;
}
