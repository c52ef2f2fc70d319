import { expect, test } from 'vitest';
import { applyFormula } from './price-formulas.ts';

test.each([
  [10_000, 'percent', 3, 10_300],
  [9_999, 'percent', 3, 10_299],
  [33_333, 'percent', -10, 30_000],
  [500_000, 'add', -200, 480_000],
  [10_000, 'add', -200, 0],
  [0, 'set', 12.5, 1_250],
  [451_200, 'round', 100, 450_000],
  [455_000, 'round', 100, 460_000],
  [451_200, 'ending', 90, 449_000],
  [455_200, 'ending', 90, 459_000],
  [451_200, 'ending', 9, 450_900],
  [4_512_000, 'ending', 990, 4_499_000],
  [3_000, 'ending', 90, 9_000],
] as const)('%i agorot, %s %d is %i', (before, formula, by, after) =>
  expect(applyFormula(before, formula, by)).toBe(after),
);
