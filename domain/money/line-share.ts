type SoldLine = { priceAgorot: number; quantity: number; discountAgorot: number };

/**
 * Of a line. What the pieces that went back had cost, agorot: the line may have another discount or quantity since.
 * `ahead`: what went back already of the price of the pieces that go back next.
 */
export type Returned = { pieces: number; costAgorot: number; aheadAgorot: number };
export const NOTHING_RETURNED: Returned = { pieces: 0, costAgorot: 0, aheadAgorot: 0 };

/**
 * A line of a refund that was not refused. Where several payments give back a return, all are planned at one moment,
 * and one has the pieces.
 */
export type ReturnedPart = { plannedAt: Date; quantity: number; amountAgorot: number; costAgorot: number };

/**
 * What went back of a line, or is about to. Pieces go back with their whole cost, also where the rest of the money was
 * refused. Where the part that has the pieces was refused, they stay, and what the other payments gave is taken off
 * their next return.
 */
export function returnedOf(parts: ReturnedPart[]): Returned {
  const returns = parts.filter(({ quantity }) => quantity > 0);
  const returned = { ...NOTHING_RETURNED };
  for (const { quantity, costAgorot } of returns) {
    returned.pieces += quantity;
    returned.costAgorot += costAgorot;
  }
  const latest = Math.max(...returns.map(({ plannedAt }) => plannedAt.getTime()));
  for (const { plannedAt, quantity, amountAgorot } of parts) {
    const at = plannedAt.getTime();
    if (quantity > 0 || returns.some((one) => one.plannedAt.getTime() === at)) continue;
    // A later return was offered less by it.
    if (at < latest) returned.costAgorot += amountAgorot;
    else returned.aheadAgorot += amountAgorot;
  }
  return returned;
}

/**
 * What is to go back for some pieces of a line: what they cost, its discounts included, in agorot. `returned`: those
 * that went back already; the shares of all pieces add up to the line's sum, whatever the steps.
 */
export function shareOfPieces(
  { priceAgorot, quantity, discountAgorot }: SoldLine,
  pieces: number,
  returned: Returned = NOTHING_RETURNED,
): number {
  const left = Math.max(0, priceAgorot * quantity - discountAgorot - returned.costAgorot);
  return Math.max(0, Math.floor((left * pieces) / (quantity - returned.pieces)) - returned.aheadAgorot);
}
