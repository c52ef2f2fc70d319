/** What promotions are and what they are reckoned on; `promotions.ts` applies them, `discounts.ts` says what each takes off. */
type SaleKind = 'PERCENT' | 'FIXED' | 'FIXED_PRICE' | 'BUY_X_GET_Y' | 'BUNDLE' | 'FREE_DELIVERY';

/** Which lines count: all that is named must hold. Products of collections stand among `products`. */
export type Scope = { products?: ReadonlySet<string>; brands?: ReadonlySet<string>; kinds?: ReadonlySet<string> };

export type Sale = {
  uuid: string;
  name: string;
  kind: SaleKind;
  /** Basis points for PERCENT and for the pieces that BUY_X_GET_Y gives; agorot a piece (FIXED_PRICE), a set (BUNDLE), or in all (FIXED). */
  amount: number;
  scope: Scope;
  /** BUY_X_GET_Y: for every `buy` pieces `get` more are lowered: the cheapest, of `reward` where that is set. */
  buy: number;
  get: number;
  reward: Scope | null;
  /** BUNDLE: a set takes `quantity` pieces of any of the products, for each entry. */
  bundle: readonly { products: ReadonlySet<string>; quantity: number }[];
  minSumAgorot: number | null;
  minQuantity: number | null;
  startsAt: Date | null;
  endsAt: Date | null;
  uses: number;
  usesLimit: number | null;
  usesPerCustomer: number | null;
  exclusive: boolean;
  priority: number;
  byCoupon: boolean;
};

/** A code of a sale; one code may have a limit of its own (single-use codes). */
export type Coupon = {
  uuid: string;
  code: string;
  saleUid: string;
  customerUid: string | null;
  uses: number;
  usesLimit: number | null;
};

export type SaleLine = {
  /** Tells the lines of a cart apart; rounding goes by it, so that their order changes nothing. */
  key: string;
  productUid: string;
  brandUid: string | null;
  kind: string;
  quantity: number;
  priceAgorot: number;
};

/** A line and what it still costs after the discounts so far. */
export type Item = SaleLine & { left: number };

export const inScope = ({ products, brands, kinds }: Scope, line: SaleLine): boolean =>
  (!products || products.has(line.productUid)) &&
  (!brands || (line.brandUid !== null && brands.has(line.brandUid))) &&
  (!kinds || kinds.has(line.kind));
