import { expect, it } from 'vitest';
import { changesOf, sumOf, withFilters } from './change.ts';

it('a sum is read as it is typed or pasted', () => {
  for (const [text, sum] of [
    ['₪12,500.00', '12500'],
    ['\u200f12,500.50 ₪', '12500.5'],
    ['99.5', '99.5'],
    ['99.', '99'],
    ['99.567', '99.57'],
    ['12345678901', '999999999'],
    ['0', '0'],
    [' ', ''],
    ['-5', null],
    ['12a', null],
    ['.', null],
    ['1.2.3', null],
  ] as const) {
    expect(sumOf(text), text).toBe(sum);
  }
});

it('changes go on top of other filters than those they were made in', () => {
  const changes = changesOf({ brand: 'a', color: 'b', price_min: '5' }, { brand: 'a', color: 'c', year: '2024' });
  expect(changes).toEqual({ color: 'c', price_min: '', year: '2024' });
  expect(withFilters({ size: 'L', price_min: '5' }, changes)).toEqual({ size: 'L', color: 'c', year: '2024' });
});
