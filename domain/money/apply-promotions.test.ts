import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyLines, anySales, couponsOf, NOW, plainCoupon, plainSale, saleOf } from '../../tests/support/carts.ts';
import { promote } from './apply-promotions.ts';
import { deliveryPrice } from './delivery-price.ts';
import { inScope, type Sale, type SaleLine, type Scope } from './promotion-kinds.ts';

const calm = { coupons: [], customerUid: null, usedByCustomer: new Map<string, number>(), now: NOW };
const sum = (numbers: Iterable<number>) => [...numbers].reduce((a, b) => a + b, 0);
const costOf = (lines: SaleLine[]) => sum(lines.map((line) => line.quantity * line.priceAgorot));
const line = (key: string, priceAgorot: number, quantity = 1, more: Partial<SaleLine> = {}): SaleLine => ({
  key,
  productUid: key,
  brandUid: null,
  kind: 'ACCESSORY',
  quantity,
  priceAgorot,
  ...more,
});
const offOf = (sale: Partial<Sale>, lines: SaleLine[]) =>
  promote({ ...calm, lines, sales: [{ ...plainSale, ...sale }] });
const partsOf = (sale: Partial<Sale>, lines: SaleLine[]) => [...offOf(sale, lines).discounts.values()];

test('ten thousand carts: every sum adds up, nothing is below zero, no order of anything matters', () => {
  fc.assert(
    fc.property(
      anyLines,
      anySales,
      fc.record({ priceAgorot: fc.nat(20_000), freeFromAgorot: fc.option(fc.nat(2_000_000)) }),
      (lines, sales, terms) => {
        const coupons = couponsOf(sales);
        const one = promote({ ...calm, lines, sales, coupons });
        const off = sum(one.discounts.values());
        for (const { key, quantity, priceAgorot } of lines) {
          const part = one.discounts.get(key) ?? Number.NaN;
          expect(Number.isSafeInteger(part) && part >= 0 && part <= quantity * priceAgorot).toBe(true);
        }
        expect(sum(one.applied.map(({ amountAgorot }) => amountAgorot))).toBe(off);
        expect(one.refused.length + one.applied.filter(({ coupon }) => coupon).length).toBe(coupons.length);
        const goods = costOf(lines) - off;
        const total = goods + (one.freeDelivery ? 0 : deliveryPrice(terms, goods));
        expect(total).toBeGreaterThanOrEqual(0);

        const two = promote({
          ...calm,
          lines: lines.toReversed(),
          sales: sales.toReversed(),
          coupons: coupons.toReversed(),
        });
        expect(two).toEqual(one);
        const alone = one.applied.find(({ sale }) => sale.exclusive);
        if (alone) expect(one.applied).toHaveLength(1);
      },
    ),
    { numRuns: 10_000 },
  );
});

describe('each kind against a second calculation:', () => {
  const scoped = (scope: Scope, lines: SaleLine[]) => lines.filter((one) => inScope(scope, one));
  /** Every piece by itself, most expensive first. */
  const pieces = (lines: SaleLine[]) =>
    lines.flatMap((one) => Array<number>(one.quantity).fill(one.priceAgorot)).sort((a, b) => b - a);
  const check = (kind: Sale['kind'], oracle: (sale: Sale, lines: SaleLine[]) => number) =>
    fc.assert(
      fc.property(anyLines, saleOf(kind), (lines, sale) => {
        expect(sum(offOf(sale, lines).discounts.values())).toBe(
          scoped(sale.scope, lines).length ? oracle(sale, lines) : 0,
        );
      }),
      { numRuns: 1_500 },
    );

  test('percent, rounded half up in each line', () =>
    check('PERCENT', (sale, lines) =>
      sum(
        scoped(sale.scope, lines).map((one) =>
          Math.floor((one.quantity * one.priceAgorot * sale.amount) / 10_000 + 0.5),
        ),
      ),
    ));

  test('a fixed sum, and never more than there is', () =>
    check('FIXED', (sale, lines) => Math.min(sale.amount, costOf(scoped(sale.scope, lines)))));

  test('a fixed price for each piece, and never a dearer one', () =>
    check('FIXED_PRICE', (sale, lines) =>
      sum(pieces(scoped(sale.scope, lines)).map((price) => Math.max(0, price - sale.amount))),
    ));

  test('bought pieces make the cheapest ones free', () => {
    const oracle = (sale: Sale, lines: SaleLine[]) => {
      const rewards = scoped(sale.reward ?? sale.scope, lines);
      const bought = sale.reward ? scoped(sale.scope, lines).filter((one) => !rewards.includes(one)) : rewards;
      const group = sale.reward ? sale.buy : sale.buy + sale.get;
      const groups = Math.floor(pieces(bought).length / group);
      return sum(
        pieces(rewards)
          .toReversed()
          .slice(0, groups * sale.get),
      );
    };
    fc.assert(
      fc.property(anyLines, saleOf('BUY_X_GET_Y'), (lines, drawn) => {
        const sale = { ...drawn, amount: 10_000 };
        expect(sum(offOf(sale, lines).discounts.values())).toBe(
          scoped(sale.scope, lines).length ? oracle(sale, lines) : 0,
        );
      }),
      { numRuns: 1_500 },
    );
  });

  test('sets of the dearest pieces, as long as they save', () =>
    check('BUNDLE', (sale, lines) => {
      const shelves = sale.bundle.map(({ products, quantity }) => ({
        quantity,
        prices: pieces(lines.filter((one) => products.has(one.productUid))),
      }));
      let saved = 0;
      for (let n = 0; shelves.every(({ prices, quantity }) => prices.length >= (n + 1) * quantity); n++) {
        const cost = sum(shelves.flatMap(({ prices, quantity }) => prices.slice(n * quantity, (n + 1) * quantity)));
        if (cost <= sale.amount) break;
        saved += cost - sale.amount;
      }
      return saved;
    }));

  test('free delivery takes nothing off the goods', () => {
    check('FREE_DELIVERY', () => 0);
    expect(offOf({ kind: 'FREE_DELIVERY' }, [line('a', 100)]).freeDelivery).toBe(true);
    expect(offOf({ kind: 'FREE_DELIVERY', minSumAgorot: 101 }, [line('a', 100)]).freeDelivery).toBe(false);
  });
});

describe('to the agora:', () => {
  test('a fixed sum is spread by share, the remainder on the largest', () => {
    expect(partsOf({ kind: 'FIXED', amount: 100 }, [line('a', 100), line('b', 100), line('c', 101)])).toEqual([
      33, 33, 34,
    ]);
    expect(partsOf({ kind: 'FIXED', amount: 1 }, [line('a', 5), line('b', 5)])).toEqual([1, 0]);
  });
  test('percent rounds half up', () => {
    expect(partsOf({ amount: 5_000 }, [line('a', 1), line('b', 3)])).toEqual([1, 2]);
  });
  test('half price for the cheapest of two', () => {
    const sale: Partial<Sale> = { kind: 'BUY_X_GET_Y', amount: 5_000 };
    expect(partsOf(sale, [line('a', 22_900, 1), line('b', 49_000, 1)])).toEqual([11_450, 0]);
    expect(partsOf(sale, [line('a', 22_900, 3)])).toEqual([11_450]);
  });
  test('a set is spread over its lines, and what is no part of it costs what it costs', () => {
    const bundle = ['a', 'b'].map((one) => ({ products: new Set([one]), quantity: 1 }));
    const sale: Partial<Sale> = { kind: 'BUNDLE', amount: 25_000, bundle, scope: { products: new Set(['a', 'b']) } };
    expect(partsOf(sale, [line('a', 20_000, 2), line('b', 10_000), line('c', 7_000)])).toEqual([3_334, 1_666, 0]);
  });
});

describe('a coupon', () => {
  const refusedBy = (sale: Partial<Sale>, more: Partial<Parameters<typeof promote>[0]> = {}) =>
    promote({
      ...calm,
      lines: [line('a', 10_000, 2)],
      sales: [{ ...plainSale, amount: 1_000, byCoupon: true, usesLimit: 5, ...sale }],
      coupons: [plainCoupon],
      ...more,
    }).refused.map(({ error }) => error);

  test.each<[string, Partial<Sale>, Partial<Parameters<typeof promote>[0]>]>([
    ['COUPON_NOT_STARTED', { startsAt: new Date(NOW.getTime() + 1) }, {}],
    ['COUPON_EXPIRED', { endsAt: NOW }, {}],
    ['COUPON_USED_UP', { uses: 5 }, {}],
    ['COUPON_USED_UP', {}, { coupons: [{ ...plainCoupon, uses: 1, usesLimit: 1 }] }],
    ['COUPON_USED_UP', { usesPerCustomer: 2 }, { usedByCustomer: new Map([['sale', 2]]) }],
    ['COUPON_MIN_ORDER', { minSumAgorot: 20_001 }, {}],
    ['COUPON_MIN_ORDER', { minQuantity: 3 }, {}],
    ['COUPON_MIN_ORDER', { scope: { products: new Set(['b']) } }, {}],
    ['COUPON_MIN_ORDER', { kind: 'FIXED_PRICE', amount: 10_000 }, {}],
    ['COUPON_UNKNOWN', {}, { coupons: [{ ...plainCoupon, saleUid: 'gone' }] }],
    ['COUPON_WRONG_CUSTOMER', {}, { coupons: [{ ...plainCoupon, customerUid: 'dana' }], customerUid: 'noa' }],
    ['COUPON_WRONG_CUSTOMER', {}, { coupons: [{ ...plainCoupon, customerUid: 'dana' }] }],
    ['COUPON_NOT_NEEDED', { byCoupon: false }, {}],
    ['COUPON_NOT_COMBINABLE', {}, { coupons: [plainCoupon, { ...plainCoupon, uuid: 'other', code: 'D' }] }],
  ])('%s', (error, sale, more) => {
    expect(refusedBy(sale, more)).toEqual([error]);
  });

  test.each<[string, Partial<Sale>, Partial<Parameters<typeof promote>[0]>]>([
    ['at its first moment', { startsAt: NOW }, {}],
    ['before its end', { endsAt: new Date(NOW.getTime() + 1) }, {}],
    ['for the last time', { uses: 4 }, {}],
    ['of the right sum and quantity', { minSumAgorot: 20_000, minQuantity: 2 }, {}],
    ['of its customer', {}, { coupons: [{ ...plainCoupon, customerUid: 'dana' }], customerUid: 'dana' }],
  ])('counts %s', (_name, sale, more) => {
    expect(refusedBy(sale, more)).toEqual([]);
  });
});

test('priority decides what goes first, and an exclusive sale neither follows nor is followed', () => {
  const fixed: Sale = { ...plainSale, uuid: 'f', name: 'f', kind: 'FIXED', amount: 1_000 };
  const percent: Sale = { ...plainSale, uuid: 'p', name: 'p', amount: 1_000 };
  const off = (...sales: Sale[]) => sum(promote({ ...calm, lines: [line('a', 10_000)], sales }).discounts.values());
  expect(off({ ...fixed, priority: 1 }, percent)).toBe(1_900);
  expect(off(fixed, { ...percent, priority: 1 })).toBe(2_000);
  expect(off({ ...fixed, priority: 1, exclusive: true }, percent)).toBe(1_000);
  expect(off({ ...fixed, exclusive: true }, { ...percent, priority: 1 })).toBe(1_000);
});
