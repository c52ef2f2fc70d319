import { SetupError } from '#db/setup-error.ts';
import { atIsraelTime, isDay, israelDay } from '#domain/calendar/israel-time.ts';
import { formatDate, formatTime } from '#domain/text/format.ts';

/** `2026-11-22 09:30` in Israel; `''` for none. */
export const israelMoment = (at: Date | null): string => (at ? `${israelDay(at)} ${formatTime(at)}` : '');

/** `2026-12-31 08:00`, or a day, which is its beginning, as operators write a moment in Israel. `null`: it is neither. */
export function parseIsraelMoment(text: string): Date | null {
  const [, day = '', time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[T ]([0-2]\d:[0-5]\d))?$/.exec(text.trim()) ?? [];
  return isDay(day) ? atIsraelTime(day, time) : null;
}

/** A day as it was typed. @throws SetupError */
export function day(name: string, value: string | boolean | undefined): string | null {
  if (value === undefined) return null;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(String(value)) || Number.isNaN(Date.parse(String(value))))
    throw new SetupError(`--${name} is a day: 2026-01-31`);
  return String(value);
}

/** In Israel's time, as in the letters that customers get. */
export const when = (at: Date): string => `${formatDate(at)} ${formatTime(at)}`;
