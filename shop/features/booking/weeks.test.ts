import { expect, test } from 'vitest';
import { addDays } from '#domain/calendar/israel-time.ts';
import { weeksOf } from './weeks.ts';

/** So many days in reach, of which all but Saturdays are free. */
const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, at) => {
    const day = addDays(first, at);
    return { day, note: null, times: new Date(day).getUTCDay() === 6 ? [] : ['09:00'] };
  });
const headings = (first: string, count: number) => weeksOf(daysFrom(first, count)).map(({ months }) => months);

test.each([
  // The week of the last day goes on into January, which is out of reach.
  ['2026-11-30', 30, ['נובמבר–דצמבר 2026', null, null, null, null]],
  ['2026-12-01', 29, ['דצמבר 2026', null, null, null, null]],
  ['2026-11-25', 10, ['נובמבר 2026', 'נובמבר–דצמבר 2026']],
  ['2026-12-20', 14, ['דצמבר 2026', 'דצמבר 2026 – ינואר 2027']],
  ['2026-10-25', 12, ['אוקטובר 2026', 'נובמבר 2026']],
])('from %s, above %i days stand the months that they are in, each once', (first, count, expected) =>
  expect(headings(first, count)).toEqual(expected),
);

test('whole weeks are shown, from the first free day’s to the last one’s', () => {
  const weeks = weeksOf(daysFrom('2026-11-28', 9));
  expect(weeks.map(({ days }) => [days[0], days.at(-1)])).toEqual([
    ['2026-11-29', '2026-12-05'],
    ['2026-12-06', '2026-12-12'],
  ]);
});
