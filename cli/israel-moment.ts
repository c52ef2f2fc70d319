import { SetupError } from '#db/setup-error.ts';
import { formatDate, formatTime } from '#domain/text/format.ts';

/** A day option. @throws SetupError */
export function day(name: string, value: string | boolean | undefined): string | null {
  if (value === undefined) return null;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(String(value)) || Number.isNaN(Date.parse(String(value))))
    throw new SetupError(`--${name} is a day: 2026-01-31`);
  return String(value);
}

/** In Israel's time, as in customers' mails. */
export const when = (at: Date): string => `${formatDate(at)} ${formatTime(at)}`;
