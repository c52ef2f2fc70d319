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

test.each([
  ['2026-03-26T09:00:00Z', '2026-03-29T08:00:00.000Z'], // 11:00 of Thursday → of Sunday, when clocks have gone forward
  ['2026-10-22T08:00:00Z', '2026-10-25T09:00:00.000Z'], // and when they have gone back
  ['2026-03-26T21:45:20Z', '2026-03-29T20:45:20.000Z'], // Late in the day it is still that day
])('a business day after %s it is %s, the same time of day', (from, at) => {
  expect(addBusinessDays(new Date(from), 1).toISOString()).toBe(at);
});
