import { holidayOf } from './holidays.ts';
import { addDays, israelDay, weekdayOf } from './israel-time.ts';

const DAY = 24 * 3_600_000;

/** Sunday to Thursday, neither a holiday nor an eve (`docs/rules/holidays.md`). `day` is `2026-11-22`, in Israel. */
export const isBusinessDay = (day: string): boolean => weekdayOf(day) < 5 && holidayOf(day) === null;

/** The same time of day, `days` business days later. */
export function addBusinessDays(from: Date, days: number): Date {
  let at = from;
  let day = israelDay(from);
  for (let remaining = days; remaining > 0; ) {
    at = new Date(at.getTime() + DAY);
    day = addDays(day, 1);
    if (isBusinessDay(day)) remaining--;
  }
  return at;
}
