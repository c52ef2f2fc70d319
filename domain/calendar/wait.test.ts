import { expect, test } from 'vitest';
import { clockText, formatWait } from './wait.ts';

test.each([
  [0, 'שנייה'],
  [1, 'שנייה'],
  [40, '40 שניות'],
  [60, 'דקה'],
  [61, 'שתי דקות'],
  [719, '12 דקות'],
  [3_541, 'שעה'],
  [3_601, 'שעתיים'],
  [80_000, '23 שעות'],
])('%i seconds are %s', (seconds, words) => expect(formatWait(seconds)).toBe(words));

test.each([
  [0, '0:00'],
  [60, '1:00'],
  [1_799, '29:59'],
  [14_709, '4:05:09'],
  [86_399, '23:59:59'],
  [86_400, null],
])('%i seconds are %s on a clock', (seconds, text) => expect(clockText(seconds)).toBe(text));
