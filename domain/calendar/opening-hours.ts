import { holidayOf } from './holidays.ts';
import { addDays, weekdayOf } from './israel-time.ts';
import type { DayHours } from './open-now.ts';

/** Hours by weekday, `{ sun: '08:30-18:00' }`; empty or missing is closed. */
export type WeekHours = Partial<Record<string, string>>;

/** An operator's hours by weekday, and by date, `{ '2026-12-31': '' }`; empty is closed. */
export type OpeningHours = { hours: WeekHours; exceptions: Record<string, string> };

const KEYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/**
 * Hours of a day (`2026-11-22`): exceptions first, then holidays; eves have Friday's hours
 * (docs/rules/opening-hours.md).
 */
export function hoursOn({ hours, exceptions }: OpeningHours, day: string): DayHours {
  const exception = exceptions[day];
  const holiday = holidayOf(day);
  const note = holiday && (holiday.eve ? `ערב ${holiday.name}` : holiday.name);
  if (exception !== undefined) return { day, ...spanOf(exception), note: note ?? 'שעות מיוחדות' };
  if (holiday && !holiday.eve) return { day, ...spanOf(''), note };
  const usual = hours[KEYS[weekdayOf(day)] ?? ''] ?? '';
  return { day, ...spanOf(holiday && usual !== '' ? (hours.fri ?? '') : usual), note };
}

/** Hours of so many days from a day on. */
export const hoursAhead = (hours: OpeningHours, from: string, days: number): DayHours[] =>
  Array.from({ length: days }, (_, at) => hoursOn(hours, addDays(from, at)));

/** Hours in which the store answers calls; `null` where it has set none. */
export const contactWeek = (hours: WeekHours | undefined): WeekHours | null =>
  hours && Object.values(hours).some(Boolean) ? hours : null;

/** `08:30-18:00` in two; both `null` of a closed day. */
export function spanOf(text: string): { from: string | null; to: string | null } {
  const [from, to] = text.split('-');
  return from && to ? { from, to } : { from: null, to: null };
}
