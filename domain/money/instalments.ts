import { formatExactPrice, isolate } from '../text/format.ts';
import { nearestAgorot, toShekels } from './money.ts';

/**
 * One payment of `count`; `exact` when all are equal. Otherwise it is approximate, in whole shekels and rounded up, so
 * that the shown payments never come to less than the total. The gateway gets total and number of payments, and the
 * card company divides: its first payment takes the remainder. Shekels.
 */
export function perPayment(total: number, count: number): { sum: number; exact: boolean } {
  const agorot = nearestAgorot(total);
  const exact = agorot % count === 0;
  return { sum: exact ? toShekels(agorot / count) : Math.ceil(toShekels(agorot / count)), exact };
}

/** `12 תשלומים של כ־₪445`: shared by the choice, the button and the sandbox gateway's page. */
export function instalmentsText(total: number, count: number): string {
  const { sum, exact } = perPayment(total, count);
  return `${count} תשלומים של ${exact ? '' : 'כ־'}${isolate(formatExactPrice(sum))}`;
}
