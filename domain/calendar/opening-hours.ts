import { holidayOf } from './holidays.ts';
import { weekdayOf } from './israel-time.ts';
import type { DayHours } from './open-now.ts';

/** An operator's hours by weekday, `{ sun: '08:30-18:00' }`, and by date, `{ '2026-12-31': '' }`; empty is closed. */
export type OpeningHours = { hours: Record<string, string>; exceptions: Record<string, string> };

const KEYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/**
 * Hours of a day (`2026-11-22`): exceptions first, then holidays; eves have Friday's hours
 * (docs/rules/opening-hours.md).
 */
export function hoursOn({ hours, exceptions }: OpeningHours, day: string): DayHours {
  const exception = exceptions[day];
  const holiday = holidayOf(day);
  const note = holiday && (holiday.eve ? `ערב ${holiday.name}` : holiday.name);
  if (exception !== undefined) return { day, ...span(exception), note: note ?? 'שעות מיוחדות' };
  if (holiday && !holiday.eve) return { day, ...span(''), note };
  const usual = hours[KEYS[weekdayOf(day)] ?? ''] ?? '';
  return { day, ...span(holiday && usual !== '' ? (hours.fri ?? '') : usual), note };
}

function span(text: string): { from: string | null; to: string | null } {
  const [from, to] = text.split('-');
  return from && to ? { from, to } : { from: null, to: null };
}
