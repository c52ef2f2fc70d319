import { expect, test } from 'vitest';
import { formatDate, formatExactPrice, formatLongDate, formatPrice, formatTime } from './format.ts';

test.each([
  [45_900, '₪45,900'],
  [0, '₪0'],
  [1_234.5, '₪1,234.50'],
  [-300, '-₪300'],
])('%s shekels are %s, without invisible marks', (value, expected) => expect(formatExactPrice(value)).toBe(expected));

test('whole shekels by default', () => expect(formatPrice(1_234.5)).toBe('₪1,235'));

test('dates and times are those of Jerusalem, whatever the machine’s zone', () => {
  const lateEvening = '2026-03-03T23:30:00Z';
  expect(formatLongDate(lateEvening)).toBe('4 במרץ 2026');
  expect(formatDate(lateEvening)).toBe('04/03/2026');
  expect(formatTime(lateEvening)).toBe('01:30');
});
