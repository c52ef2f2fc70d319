import { SetupError } from '#db/setup-error.ts';
import { atIsraelTime, isDay, israelDay } from '#domain/calendar/israel-time.ts';
import { formatDate, formatTime } from '#domain/text/format.ts';

/** `2026-11-22 09:30` in Israel; `''` without a moment. */
export const israelMoment = (at: Date | null): string => (at ? `${israelDay(at)} ${formatTime(at)}` : '');

/** Parses an operator's moment in Israel: `2026-12-31 08:00`, or a day, which means its beginning. `null`: neither. */
export function parseIsraelMoment(text: string): Date | null {
  const [, day = '', time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[T ]([0-2]\d:[0-5]\d))?$/.exec(text.trim()) ?? [];
  return isDay(day) ? atIsraelTime(day, time) : null;
}

/** A day option. @throws SetupError */
export function day(name: string, value: string | boolean | undefined): string | null {
  if (value === undefined) return null;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(String(value)) || Number.isNaN(Date.parse(String(value))))
    throw new SetupError(`--${name} is a day: 2026-01-31`);
  return String(value);
}

/** In Israel's time, as in customers' mails. */
export const when = (at: Date): string => `${formatDate(at)} ${formatTime(at)}`;
