/**
 * One payment of `count`, in whole agorot; `exact` when all are alike. Else the sum is about that: the gateway gets the
 * total and the number of payments, the card company divides, and its first payment makes up the difference.
 */
export function perPayment(total: number, count: number): { sum: number; exact: boolean } {
  const agorot = Math.round(total * 100);
  return { sum: Math.floor(agorot / count) / 100, exact: agorot % count === 0 };
}
