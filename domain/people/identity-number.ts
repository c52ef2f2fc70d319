/** Check digit of identity, company and dealer numbers: nine digits, weights 1 and 2 in turn. */
export function isIdentityNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits) || digits === '000000000') return false;
  const sum = [...digits].reduce((total, digit, i) => {
    const product = Number(digit) * (1 + (i % 2));
    return total + (product > 9 ? product - 9 : product);
  }, 0);
  return sum % 10 === 0;
}

/**
 * What such a number is called, on forms and documents: nothing in the number says for certain whether a company or a dealer
 * goes by it.
 */
export const NUMBER_LABEL = 'ח.פ. / עוסק מורשה';
