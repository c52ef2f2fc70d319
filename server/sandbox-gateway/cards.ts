/** Behaviour of a test card. */
export type Behaviour =
  | 'approve'
  | 'decline'
  | 'challenge'
  | 'challenge_fails'
  | 'time_out'
  | 'late_webhook'
  | 'no_webhook'
  | 'double_webhook'
  | 'wrong_sum'
  | 'refund_refused'
  | 'refund_unanswered';

export const TEST_CARDS: { number: string; behaviour: Behaviour; note: string }[] = [
  { number: '4580000000000000', behaviour: 'approve', note: 'העסקה מאושרת' },
  { number: '4580000000000018', behaviour: 'decline', note: 'העסקה נדחית' },
  { number: '4580000000000026', behaviour: 'challenge', note: 'אימות בקוד, ואז אישור' },
  { number: '4580000000000034', behaviour: 'challenge_fails', note: 'אימות בקוד שנכשל' },
  { number: '4580000000000042', behaviour: 'time_out', note: 'חברת האשראי אינה משיבה בזמן' },
  { number: '4580000000000059', behaviour: 'late_webhook', note: 'אישור, והדיווח לחנות מתעכב' },
  { number: '4580000000000067', behaviour: 'wrong_sum', note: 'אישור בסכום שגוי' },
  { number: '4580000000000075', behaviour: 'no_webhook', note: 'אישור, והדיווח לחנות אינו מגיע' },
  { number: '4580000000000083', behaviour: 'double_webhook', note: 'אישור, והדיווח לחנות מגיע פעמיים' },
  { number: '4580000000000091', behaviour: 'refund_refused', note: 'אישור, וזיכוי נדחה' },
  { number: '4580000000000109', behaviour: 'refund_unanswered', note: 'אישור, והתשובה לזיכוי אובדת' },
  { number: '5326140280779844', behaviour: 'approve', note: 'מאושרת, Mastercard' },
  { number: '374500000000007', behaviour: 'approve', note: 'מאושרת, American Express (קוד בן 4 ספרות)' },
];

/** The code that a test card's bank 'sends'. */
export const TEST_CODE = '1234';

/** `undefined` for any other card: real ones are never accepted. */
export const behaviourOf = (number: string): Behaviour | undefined =>
  TEST_CARDS.find((card) => card.number === number)?.behaviour;

/**
 * The books store the last four digits only; each test card has its own, which also select the behaviour of a refund.
 */
export const behaviourAfter = (last4: string): Behaviour | undefined =>
  TEST_CARDS.find((card) => card.number.endsWith(last4))?.behaviour;

const BRANDS: [RegExp, string][] = [
  [/^4/, 'Visa'],
  [/^(5[1-5]|2[2-7])/, 'Mastercard'],
  [/^3[47]/, 'American Express'],
  [/^3[068]/, 'Diners'],
];

export const brandOf = (number: string): string => BRANDS.find(([prefix]) => prefix.test(number))?.[1] ?? '';

/** Luhn: every second digit from the right is doubled; the sum of all digits ends in 0. */
export function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** An Israeli identity number with its check digit (docs/rules/identity-numbers.md). */
export function isIdentityNumber(digits: string): boolean {
  if (!/^\d{5,9}$/.test(digits) || Number(digits) === 0) return false;
  const sum = [...digits.padStart(9, '0')].reduce((total, digit, i) => {
    const value = Number(digit) * ((i % 2) + 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
