import { expect, test } from 'vitest';
import { shareOfPieces } from './line-share.ts';

test('shares of a line’s pieces add up to what was paid for it', () => {
  for (let quantity = 1; quantity <= 7; quantity++)
    for (const discountAgorot of [0, 1, 999, 10_001]) {
      const line = { priceAgorot: 33_333, quantity, discountAgorot };
      const shares = Array.from({ length: quantity }, (_, before) => shareOfPieces(line, 1, before));
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(33_333 * quantity - discountAgorot);
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
      expect(shareOfPieces(line, quantity)).toBe(33_333 * quantity - discountAgorot);
    }
});
