import { formatExactPrice, isolate } from '../text/format.ts';

/**
 * One payment of `count`; `exact` when all are equal. Otherwise it is approximate, in whole shekels: the gateway gets
 * total and number of payments, the card company divides, and its first payment takes the remainder. Shekels.
 */
export function perPayment(total: number, count: number): { sum: number; exact: boolean } {
  const agorot = Math.round(total * 100);
  const exact = agorot % count === 0;
  return { sum: exact ? agorot / count / 100 : Math.floor(total / count), exact };
}

/** `12 תשלומים של כ־₪444`: shared by the choice, the button and the sandbox gateway's page. */
export function instalmentsText(total: number, count: number): string {
  const { sum, exact } = perPayment(total, count);
  return `${count} תשלומים של ${exact ? '' : 'כ־'}${isolate(formatExactPrice(sum))}`;
}
