import { expect, test } from 'vitest';
import { identityNumberError, isIdentityNumber } from './identity-number.ts';

test.each(['123456782', '000000018'])('%s has the right check digit', (number) => {
  expect(isIdentityNumber(number)).toBe(true);
});

test.each(['123456789', '000000000', '12345678', '1234567820', '', '12345678a'])('%j is refused', (number) => {
  expect(isIdentityNumber(number)).toBe(false);
});

test('who typed nine digits is not asked for nine digits', () => {
  expect(identityNumberError('123456789')).toBe('המספר אינו תקין. בדקו שכל הספרות נכונות');
  expect(identityNumberError('12345678')).toBe('המספר אינו תקין. הזינו 9 ספרות');
  expect(identityNumberError('123456782')).toBeUndefined();
  expect(identityNumberError(' \u200f12-345678-2')).toBeUndefined();
});
