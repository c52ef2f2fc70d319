/** Check digit of identity, company and dealer numbers: nine digits, weights 1 and 2 in turn (israel.md §3.2). */
export function isIdentityNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits) || digits === '000000000') return false;
  const sum = [...digits].reduce((total, digit, i) => {
    const product = Number(digit) * (1 + (i % 2));
    return total + (product > 9 ? product - 9 : product);
  }, 0);
  return sum % 10 === 0;
}

/** What such a number is called on a document: those of companies begin with 5, dealers go by their identity number. */
export const numberKind = (digits: string): string => (digits.startsWith('5') ? 'ח.פ.' : 'עוסק מורשה');
