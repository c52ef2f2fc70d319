type SoldLine = { priceAgorot: number; quantity: number; discountAgorot: number };

/**
 * What was paid for some pieces of a line, its discounts included, in agorot. `before`: pieces that went back already; the shares of all pieces
 * add up to the line's sum, whatever the steps.
 */
export function shareOfPieces({ priceAgorot, quantity, discountAgorot }: SoldLine, pieces: number, before = 0): number {
  const sum = priceAgorot * quantity - discountAgorot;
  const upTo = (count: number) => Math.floor((sum * count) / quantity);
  return upTo(before + pieces) - upTo(before);
}
