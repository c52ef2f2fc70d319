import { expect, test } from 'vitest';
import { returnedOf, shareOfPieces } from './line-share.ts';

test('shares of a line’s pieces add up to what was paid for it', () => {
  for (let quantity = 1; quantity <= 7; quantity++)
    for (const discountAgorot of [0, 1, 999, 10_001]) {
      const line = { priceAgorot: 33_333, quantity, discountAgorot };
      const shares: number[] = [];
      const sum = () => shares.reduce((all, share) => all + share, 0);
      while (shares.length < quantity)
        shares.push(shareOfPieces(line, 1, { pieces: shares.length, costAgorot: sum(), aheadAgorot: 0 }));
      expect(sum()).toBe(33_333 * quantity - discountAgorot);
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
      expect(shareOfPieces(line, quantity)).toBe(33_333 * quantity - discountAgorot);
    }
});

test('pieces that are left share what a discount leaves of them, whatever those that went back had cost', () => {
  const line = { priceAgorot: 5_000, quantity: 3, discountAgorot: 2_000 };
  expect(shareOfPieces(line, 1, { pieces: 1, costAgorot: 5_000, aheadAgorot: 0 })).toBe(4_000);
  expect(shareOfPieces(line, 2, { pieces: 1, costAgorot: 5_000, aheadAgorot: 0 })).toBe(8_000);
  expect(shareOfPieces(line, 1, { pieces: 2, costAgorot: 14_000, aheadAgorot: 0 })).toBe(0);
});

test('what went back of pieces that stayed is taken off their next return once, however much it was', () => {
  const line = { priceAgorot: 5_000, quantity: 3, discountAgorot: 0 };
  const part = (day: number, quantity: number, amountAgorot: number, costAgorot = 0) => ({
    ...{ plannedAt: new Date(2026, 0, day), quantity, amountAgorot, costAgorot },
  });
  const share = (pieces: number, ...parts: Parameters<typeof returnedOf>[0]) =>
    shareOfPieces(line, pieces, returnedOf(parts));
  expect([share(1, part(1, 0, 1_000)), share(3, part(1, 0, 1_000))]).toEqual([4_000, 14_000]);
  expect(share(1, part(1, 0, 1_000), part(2, 1, 4_000, 4_000))).toBe(5_000);
  // The other part of a piece that is back.
  expect(share(1, part(1, 1, 4_000, 5_000), part(1, 0, 1_000))).toBe(5_000);
  expect(share(1, part(1, 1, 5_000, 5_000), part(2, 0, 1_000))).toBe(4_000);
  // More than the piece costs that goes back next.
  expect(share(1, part(1, 0, 6_000))).toBe(0);
  expect(share(2, part(1, 0, 6_000), part(2, 1, 0, 0))).toBe(9_000);
});
