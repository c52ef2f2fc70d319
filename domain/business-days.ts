import { weekdayInIsrael } from './format.ts';

const DAY = 24 * 3_600_000;

/** The same hour so many business days (Sunday to Thursday in Israel) later. Holidays count as other days. */
export function addBusinessDays(from: Date, days: number): Date {
  let at = from;
  for (let left = days; left > 0; ) {
    at = new Date(at.getTime() + DAY);
    if (!['Fri', 'Sat'].includes(weekdayInIsrael(at))) left--;
  }
  return at;
}
