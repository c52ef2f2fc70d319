import { expect, test } from 'vitest';
import { addBusinessDays } from './business-days.ts';

test.each([
  ['2026-06-07T09:00:00Z', 3, '2026-06-10'], // Sunday → Wednesday
  ['2026-06-10T09:00:00Z', 3, '2026-06-15'], // Wednesday → Monday
  ['2026-06-12T09:00:00Z', 1, '2026-06-14'], // Friday → Sunday
  ['2026-06-13T22:30:00Z', 1, '2026-06-14'], // Already Sunday in Israel → Monday
  ['2026-06-07T09:00:00Z', 0, '2026-06-07'],
])('%s and %i business days are %s', (from, days, day) => {
  expect(addBusinessDays(new Date(from), days).toISOString().slice(0, 10)).toBe(day);
});
