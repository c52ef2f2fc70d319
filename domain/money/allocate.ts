/**
 * Spreads `total` over `weights` proportionally, in whole agorot, remainder on the largest. The parts always add up
 * to `total`, in any order of weights. While `total` is at most the sum of weights, no part exceeds its weight; the
 * excess goes to the next largest.
 * @throws RangeError when total is negative, or every weight is 0 and total isn't.
 */
export function allocate(total: number, weights: number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  if (total < 0 || (total > 0 && sum <= 0)) throw new RangeError('nothing to allocate to');
  if (total === 0) return weights.map(() => 0);
  const parts = weights.map((weight) => Number((BigInt(total) * BigInt(weight)) / BigInt(sum)));
  let remainder = total - parts.reduce((a, b) => a + b, 0);
  const largestFirst = weights.map((weight, index) => ({ weight, index })).sort((a, b) => b.weight - a.weight);
  for (const { weight, index } of largestFirst) {
    const part = parts[index] ?? 0;
    const more = total > sum ? remainder : Math.min(remainder, weight - part);
    parts[index] = part + more;
    remainder -= more;
  }
  return parts;
}
