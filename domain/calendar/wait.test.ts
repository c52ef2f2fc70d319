import { expect, test } from 'vitest';
import { formatWait } from './wait.ts';

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
