import { expect, test } from 'vitest';
import { addBusinessDays } from './business-days.ts';

test.each([
  ['2026-06-07T09:00:00Z', 3, '2026-06-10'], // Sunday → Wednesday
  ['2026-06-10T09:00:00Z', 3, '2026-06-15'], // Wednesday → Monday
  ['2026-06-12T09:00:00Z', 1, '2026-06-14'], // Friday → Sunday
  ['2026-06-13T22:30:00Z', 1, '2026-06-14'], // Already Sunday in Israel → Monday
  ['2026-06-07T09:00:00Z', 0, '2026-06-07'],
  ['2026-03-31T09:00:00Z', 2, '2026-04-06'], // The eve of Passover, Passover and the Sabbath between
  ['2026-04-20T09:00:00Z', 1, '2026-04-23'], // Memorial Day and Independence Day
  ['2026-09-10T09:00:00Z', 1, '2026-09-14'], // New Year on Saturday and Sunday
  ['2026-10-22T22:30:00Z', 1, '2026-10-24'], // Friday in Israel → Sunday there, the night in which an hour comes twice
])('%s and %i business days are %s', (from, days, day) => {
  expect(addBusinessDays(new Date(from), days).toISOString().slice(0, 10)).toBe(day);
});
