/**
 * Spreads `total` over `weights` by share, whole agorot, the remainder on the largest. The parts always add up to
 * `total`, whatever the order. @throws RangeError when total is negative or every weight is 0 while total is not.
 */
export function allocate(total: number, weights: number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  if (total < 0 || (total > 0 && sum <= 0)) throw new RangeError('nothing to allocate to');
  if (total === 0) return weights.map(() => 0);
  const parts = weights.map((weight) => Number((BigInt(total) * BigInt(weight)) / BigInt(sum)));
  const largest = weights.indexOf(Math.max(...weights));
  parts[largest] = (parts[largest] ?? 0) + total - parts.reduce((a, b) => a + b, 0);
  return parts;
}
