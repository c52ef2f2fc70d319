import fc from 'fast-check';
import type { Coupon, Sale, SaleLine } from '#domain/money/promotion-kinds.ts';

/** Random carts, sales and coupons over a small world, so that scopes meet lines often. */
const PRODUCTS = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'];
const BRANDS = ['b1', 'b2'];
const KINDS = ['VEHICLE', 'ACCESSORY', 'SPARE_PART'];
export const NOW = new Date('2026-06-01T12:00:00Z');

export const plainSale: Sale = {
  uuid: 'sale',
  name: 'sale',
  kind: 'PERCENT',
  amount: 0,
  scope: {},
  buy: 1,
  get: 1,
  reward: null,
  bundle: [],
  minSumAgorot: null,
  minQuantity: null,
  startsAt: null,
  endsAt: null,
  uses: 0,
  usesLimit: null,
  usesPerCustomer: null,
  exclusive: false,
  priority: 0,
  byCoupon: false,
};

export const plainCoupon: Coupon = {
  uuid: 'coupon',
  code: 'CODE',
  saleUid: 'sale',
  customerUid: null,
  uses: 0,
  usesLimit: null,
};

const some = (from: string[]) => fc.subarray(from, { minLength: 1 }).map((picked) => new Set(picked));

/** One line a product; brand and kind go with the product. */
export const anyLines: fc.Arbitrary<SaleLine[]> = fc
  .uniqueArray(fc.integer({ min: 0, max: PRODUCTS.length * 2 - 1 }), { maxLength: 8 })
  .chain((picked) =>
    fc.tuple(
      ...picked.map((n) =>
        fc.record({
          key: fc.constant(`line-${n}`),
          productUid: fc.constant(PRODUCTS[n % PRODUCTS.length] ?? ''),
          brandUid: fc.constant(n % 3 === 0 ? null : (BRANDS[n % 2] ?? null)),
          kind: fc.constant(KINDS[(n % PRODUCTS.length) % 3] ?? ''),
          quantity: fc.integer({ min: 1, max: 12 }),
          priceAgorot: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 9_999_999 })),
        }),
      ),
    ),
  );

const anyScope = fc.record(
  { products: some(PRODUCTS), brands: some(BRANDS), kinds: some(KINDS) },
  { requiredKeys: [] },
);
const anyBundle = fc
  .shuffledSubarray(PRODUCTS, { minLength: 1, maxLength: 3 })
  .chain((products) =>
    fc.tuple(
      ...products.map((one) =>
        fc.record({ products: fc.constant(new Set([one])), quantity: fc.integer({ min: 1, max: 3 }) }),
      ),
    ),
  );

export const saleOf = (kind: Sale['kind']): fc.Arbitrary<Sale> =>
  fc
    .record({
      amount: ['PERCENT', 'BUY_X_GET_Y'].includes(kind)
        ? fc.integer({ min: 0, max: 10_000 })
        : fc.integer({ min: 0, max: 1_500_000 }),
      scope: anyScope,
      buy: fc.integer({ min: 1, max: 4 }),
      get: fc.integer({ min: 1, max: 3 }),
      reward: fc.option(anyScope),
      bundle: anyBundle,
    })
    .map((values) => ({ ...plainSale, kind, ...values }))
    .map((sale) =>
      kind === 'BUNDLE'
        ? { ...sale, scope: { products: new Set(sale.bundle.flatMap(({ products }) => [...products])) } }
        : sale,
    );

const KINDS_OF_SALE: Sale['kind'][] = ['PERCENT', 'FIXED', 'FIXED_PRICE', 'BUY_X_GET_Y', 'BUNDLE', 'FREE_DELIVERY'];

/** Up to eight sales with conditions, some of them by coupon. */
export const anySales: fc.Arbitrary<Sale[]> = fc
  .array(
    fc.tuple(
      fc.constantFrom(...KINDS_OF_SALE).chain(saleOf),
      fc.record({
        minSumAgorot: fc.option(fc.integer({ min: 0, max: 2_000_000 })),
        minQuantity: fc.option(fc.integer({ min: 1, max: 6 })),
        startsAt: fc.option(fc.constantFrom(new Date('2026-01-01'), new Date('2027-01-01')), { freq: 9 }),
        endsAt: fc.option(fc.constantFrom(new Date('2026-02-01'), new Date('2027-02-01')), { freq: 9 }),
        uses: fc.integer({ min: 0, max: 3 }),
        usesLimit: fc.option(fc.integer({ min: 1, max: 4 })),
        exclusive: fc.boolean(),
        priority: fc.integer({ min: 0, max: 3 }),
        byCoupon: fc.boolean(),
      }),
    ),
    { maxLength: 8 },
  )
  .map((sales) =>
    sales.map(([sale, conditions], i) => ({ ...sale, ...conditions, uuid: `sale-${i}`, name: `sale ${i}` })),
  );

export const couponsOf = (sales: Sale[]): Coupon[] =>
  sales
    .filter(({ byCoupon }) => byCoupon)
    .map(({ uuid }, i) => ({ ...plainCoupon, uuid: `c-${i}`, code: `C${i}`, saleUid: uuid }));
