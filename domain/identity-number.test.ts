import { expect, test } from 'vitest';
import { isIdentityNumber, numberKind } from './identity-number.ts';

test.each(['123456782', '000000018'])('%s has the right check digit', (number) => {
  expect(isIdentityNumber(number)).toBe(true);
});

test.each(['123456789', '000000000', '12345678', '1234567820', '', '12345678a'])('%j is refused', (number) => {
  expect(isIdentityNumber(number)).toBe(false);
});

test('a company is named a company, and whoever deals under an own number a dealer', () => {
  expect(['514012343', '580000016', '000000018', '340000009'].map(numberKind)).toEqual([
    'ח.פ.',
    'ח.פ.',
    'עוסק מורשה',
    'עוסק מורשה',
  ]);
});
