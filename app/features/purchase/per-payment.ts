/**
 * One payment of `count`; `exact` when all are alike. Else the sum is about that, in whole shekels: the gateway gets the
 * total and the number of payments, the card company divides, and its first payment makes up the difference.
 */
export function perPayment(total: number, count: number): { sum: number; exact: boolean } {
  const agorot = Math.round(total * 100);
  const exact = agorot % count === 0;
  return { sum: exact ? agorot / count / 100 : Math.floor(total / count), exact };
}
