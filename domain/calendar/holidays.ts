import { addDays, weekdayOf } from './israel-time.ts';

/** `eve`: the day before, when shops close as on a Friday. */
export type Holiday = { name: string; eve: boolean };

// lint-allow intl: it calculates the Hebrew calendar and formats nothing
const hebrew = new Intl.DateTimeFormat('en-u-ca-hebrew', { day: 'numeric', month: 'long', timeZone: 'UTC' });

const HOLIDAYS: Record<string, string> = {
  '1 Tishri': 'ראש השנה',
  '2 Tishri': 'ראש השנה',
  '10 Tishri': 'יום הכיפורים',
  '15 Tishri': 'סוכות',
  '22 Tishri': 'שמחת תורה',
  '15 Nisan': 'פסח',
  '21 Nisan': 'שביעי של פסח',
  '6 Sivan': 'שבועות',
};
const EVES: Record<string, string> = {
  '29 Elul': 'ראש השנה',
  '9 Tishri': 'יום הכיפורים',
  '14 Tishri': 'סוכות',
  '21 Tishri': 'שמחת תורה',
  '14 Nisan': 'פסח',
  '20 Nisan': 'שביעי של פסח',
  '5 Sivan': 'שבועות',
};
/**
 * Independence Day is 5 Iyar, moved so that neither it nor Memorial Day touches the Sabbath (docs/rules/holidays.md).
 * Values are the weekday on which that date is kept.
 */
const INDEPENDENCE: Record<string, number> = { '3 Iyar': 4, '4 Iyar': 4, '5 Iyar': 3, '6 Iyar': 2 };
const MEMORIAL: Record<string, number> = { '2 Iyar': 3, '3 Iyar': 3, '4 Iyar': 2, '5 Iyar': 1 };

/**
 * The holiday or eve of a day (`2026-04-02`): rest days by law (docs/rules/holidays.md). Half-holidays, Purim and
 * Hanukkah are workdays.
 */
export function holidayOf(day: string): Holiday | null {
  const date = hebrew.format(new Date(`${day}T12:00:00Z`));
  const weekday = weekdayOf(day);
  const name = HOLIDAYS[date] ?? (INDEPENDENCE[date] === weekday ? 'יום העצמאות' : undefined);
  if (name) return { name, eve: false };
  const before = EVES[date] ?? (MEMORIAL[date] === weekday ? 'יום העצמאות' : undefined);
  return before ? { name: before, eve: true } : null;
}

/** Saturday or a holiday; an eve is none. */
export const isRestDay = (day: string): boolean => weekdayOf(day) === 6 || holidayOf(day)?.eve === false;

/** Holidays, without their eves, of so many days from a day on. */
export const holidaysAfter = (from: string, days: number): { day: string; name: string }[] =>
  Array.from({ length: days }, (_, at) => addDays(from, at)).flatMap((day) => {
    const holiday = holidayOf(day);
    return holiday && !holiday.eve ? [{ day, name: holiday.name }] : [];
  });
