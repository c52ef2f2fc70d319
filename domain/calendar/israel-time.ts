import { formatDate, formatTime } from '../text/format.ts';

/** The date in Israel, `2026-03-04`. */
export const israelDay = (at: Date): string => formatDate(at).split('/').reverse().join('-');

const noon = (day: string): Date => new Date(`${day}T12:00:00Z`);

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(noon(text).getTime()) &&
  noon(text).toISOString().slice(0, 10) === text;

/** The date `days` later: `('2026-02-28', 1)` → `2026-03-01`. */
export function addDays(day: string, days: number): string {
  const at = noon(day);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** 0 Sunday … 6 Saturday */
export const weekdayOf = (day: string): number => noon(day).getUTCDay();

const NAMES = ['ראשון', 'שני', 'שלישי', 'רביעי', 'חמישי', 'שישי', 'שבת'];
/** `ראשון` … `שבת` */
export const weekdayName = (day: string): string => NAMES[weekdayOf(day)] ?? '';

/** `09:30` → 570; `24:00`, the end of the day, → 1440. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/**
 * The moment at which clocks in Israel show this time; `null` for the hour skipped in March (no moment) and the hour
 * repeated in October (two moments).
 */
export function atIsraelTime(day: string, time: string): Date | null {
  const moments = ['+02:00', '+03:00']
    .map((offset) => new Date(`${day}T${time}:00${offset}`))
    .filter((at) => !Number.isNaN(at.getTime()) && israelDay(at) === day && formatTime(at) === time);
  return moments.length === 1 ? (moments[0] ?? null) : null;
}
