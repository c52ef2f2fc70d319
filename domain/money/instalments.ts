import { formatExactPrice, isolate } from '../text/format.ts';

/**
 * One payment of `count`; `exact` when all are alike. Else the sum is about that, in whole shekels: the gateway gets the
 * total and the number of payments, the card company divides, and its first payment makes up the difference. Shekels.
 */
export function perPayment(total: number, count: number): { sum: number; exact: boolean } {
  const agorot = Math.round(total * 100);
  const exact = agorot % count === 0;
  return { sum: exact ? agorot / count / 100 : Math.floor(total / count), exact };
}

/** `12 תשלומים של כ־₪444`: the same words where they are chosen, on the button and on the sandbox gateway's page. */
export function instalmentsText(total: number, count: number): string {
  const { sum, exact } = perPayment(total, count);
  return `${count} תשלומים של ${exact ? '' : 'כ־'}${isolate(formatExactPrice(sum))}`;
}
