import { formatTime } from '../text/format.ts';
import { atIsraelTime, isDay, israelDay } from './israel-time.ts';

/** `2026-11-22 09:30` in Israel; `''` without a moment. */
export const israelMoment = (at: Date | null): string => (at ? `${israelDay(at)} ${formatTime(at)}` : '');

/** Parses an operator's moment in Israel: `2026-12-31 08:00`, or a day, which means its beginning. `null`: neither. */
export function parseIsraelMoment(text: string): Date | null {
  const [, day = '', time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[T ]([0-2]\d:[0-5]\d))?$/.exec(text.trim()) ?? [];
  return isDay(day) ? atIsraelTime(day, time) : null;
}
