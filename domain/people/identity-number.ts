import { withoutSeparators } from '../text/without-marks.ts';

/**
 * Check digit of identity, company and dealer numbers: nine digits, weights 1 and 2 in turn
 * (docs/rules/identity-numbers.md).
 */
export function isIdentityNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits) || digits === '000000000') return false;
  const sum = [...digits].reduce((total, digit, i) => {
    const product = Number(digit) * (1 + (i % 2));
    return total + (product > 9 ? product - 9 : product);
  }, 0);
  return sum % 10 === 0;
}

/** What is wrong with a number as typed, with or without separators; `undefined`: nothing. */
export function identityNumberError(typed: string): string | undefined {
  const digits = withoutSeparators(typed);
  if (isIdentityNumber(digits)) return undefined;
  return /^\d{9}$/.test(digits) ? 'המספר אינו תקין. בדקו שכל הספרות נכונות' : 'המספר אינו תקין. הזינו 9 ספרות';
}

/** Label of such a number on forms and documents. The digits don't tell a company from a dealer. */
export const NUMBER_LABEL = 'ח.פ. / עוסק מורשה';
