import { expect, test } from 'vitest';
import { shareOfPieces } from './line-share.ts';

test('shares of a line’s pieces add up to what was paid for it', () => {
  for (let quantity = 1; quantity <= 7; quantity++)
    for (const discountAgorot of [0, 1, 999, 10_001]) {
      const line = { priceAgorot: 33_333, quantity, discountAgorot };
      const shares: number[] = [];
      const sum = () => shares.reduce((all, share) => all + share, 0);
      while (shares.length < quantity)
        shares.push(shareOfPieces(line, 1, { pieces: shares.length, costAgorot: sum() }));
      expect(sum()).toBe(33_333 * quantity - discountAgorot);
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
      expect(shareOfPieces(line, quantity)).toBe(33_333 * quantity - discountAgorot);
    }
});

test('pieces that are left share what a discount leaves of them, whatever those that went back had cost', () => {
  const line = { priceAgorot: 5_000, quantity: 3, discountAgorot: 2_000 };
  expect(shareOfPieces(line, 1, { pieces: 1, costAgorot: 5_000 })).toBe(4_000);
  expect(shareOfPieces(line, 2, { pieces: 1, costAgorot: 5_000 })).toBe(8_000);
  expect(shareOfPieces(line, 1, { pieces: 2, costAgorot: 14_000 })).toBe(0);
});
