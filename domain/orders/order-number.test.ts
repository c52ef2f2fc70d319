import { expect, it } from 'vitest';
import { newOrderNumber } from './order-number.ts';

it('a new order number is one that stays as it is among Hebrew letters', () => {
  // 2345-6AAA is one run of digits; 2345-A… would be shown as A…-2345.
  const drawn = [...[0, 1, 2, 3, 8, 8, 8, 8], ...[0, 1, 2, 3, 4, 8, 8, 8]];
  expect(newOrderNumber(() => drawn.shift() ?? 0)).toBe('2345-6AAA');
  expect(drawn).toEqual([]);
});
