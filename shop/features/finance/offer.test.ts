import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countTradeIn, type RequestedTerms } from './offer.ts';

/** Shekels with agorot. */
const sum = fc.integer({ min: 0, max: 8_000_000 }).map((agorot) => agorot / 100);

test('a used vehicle that is counted takes its part of the down payment that was asked for, and gives it back', () => {
  fc.assert(
    fc.property(sum, sum, (down, credit) => {
      const counted = countTradeIn({ down, months: 48 }, true, credit);
      expect((counted.down ?? 0) + credit).toBeCloseTo(Math.max(down, credit), 5);
      const again = countTradeIn(counted, false, credit);
      expect(again).toEqual({ months: 48, trade_in: false, ...(down > credit && { down }) });
    }),
  );
});

test('where no sum was asked for, the plan’s own is taken with and without the vehicle', () => {
  const terms: RequestedTerms = { months: 48 };
  expect(countTradeIn(terms, true, 9_000)).toEqual({ months: 48, trade_in: true });
  expect(countTradeIn({ months: 48, trade_in: true }, false, 9_000)).toEqual({ months: 48, trade_in: false });
});

test('terms that count the vehicle already stay as they are', () => {
  const terms: RequestedTerms = { down: 3_000, trade_in: true };
  expect(countTradeIn(terms, true, 9_000)).toEqual(terms);
});
