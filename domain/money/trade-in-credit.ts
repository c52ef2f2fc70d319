/**
 * The credit that a purchase shows: the lower end of the offer, at most the price of the one vehicle that it is for, and never more
 * than the whole. The unit is the caller's.
 */
export const tradeInCredit = (low: number, piecePrice: number, total: number): number =>
  Math.max(0, Math.min(low, piecePrice, total));
