type SoldLine = { priceAgorot: number; quantity: number; discountAgorot: number };

/** Of a line. What the pieces that went back had cost, agorot: the line may have another discount or quantity since. */
export type Returned = { pieces: number; costAgorot: number };

/**
 * What some pieces of a line cost, its discounts included, in agorot. `gone`: those that went back already; the shares of all pieces add up
 * to the line's sum, whatever the steps.
 */
export function shareOfPieces(
  { priceAgorot, quantity, discountAgorot }: SoldLine,
  pieces: number,
  gone: Returned = { pieces: 0, costAgorot: 0 },
): number {
  const left = Math.max(0, priceAgorot * quantity - discountAgorot - gone.costAgorot);
  return Math.floor((left * pieces) / (quantity - gone.pieces));
}
