/** What one piece of a line costs after the line's discounts, which no credit exceeds. Agorot. */
export const netPiece = (line: { priceAgorot: number; quantity: number; discountAgorot: number }): number =>
  Math.max(0, line.priceAgorot - Math.ceil(line.discountAgorot / line.quantity));

/**
 * The credit that a purchase shows: the lower end of the offer, at most what the one vehicle costs that it is for, and never more than
 * the whole. The unit is the caller's.
 */
export const tradeInCredit = (low: number, piecePrice: number, total: number): number =>
  Math.max(0, Math.min(low, piecePrice, total));
