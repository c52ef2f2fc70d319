import { formatTime } from '../text/format.ts';
import { DAY_MS, HOUR_MS } from './durations.ts';
import { holidayOf } from './holidays.ts';
import { addDays, israelDay, weekdayOf } from './israel-time.ts';

/** Sunday to Thursday, neither a holiday nor an eve (`docs/rules/holidays.md`). `day` is `2026-11-22`, in Israel. */
export const isBusinessDay = (day: string): boolean => weekdayOf(day) < 5 && holidayOf(day) === null;

/** The same time of day in Israel, `days` business days later. */
export function addBusinessDays(from: Date, days: number): Date {
  let at = from.getTime();
  let day = israelDay(from);
  for (let remaining = days; remaining > 0; ) {
    at += DAY_MS;
    day = addDays(day, 1);
    if (isBusinessDay(day)) remaining--;
  }
  // A day on which clocks change has 23 hours, or 25.
  return (
    [0, -HOUR_MS, HOUR_MS].map((shift) => new Date(at + shift)).find((one) => isSameTime(one, from)) ?? new Date(at)
  );
}

const isSameTime = (a: Date, b: Date): boolean => formatTime(a) === formatTime(b);
