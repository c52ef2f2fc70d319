// Promotions and the lines they apply to; `apply-promotions.ts` applies them, `promotion-amounts.ts` calculates each
// one's discount.

export const saleKindNames = {
  PERCENT: 'אחוז הנחה',
  FIXED: 'סכום הנחה',
  FIXED_PRICE: 'מחיר קבוע ליחידה',
  BUY_X_GET_Y: 'קונים ומקבלים',
  BUNDLE: 'ערכה במחיר',
  FREE_DELIVERY: 'משלוח חינם',
};
type SaleKind = keyof typeof saleKindNames;

export const promotionStateNames = {
  on: 'פועל',
  coming: 'עוד לא התחיל',
  over: 'הסתיים',
  used: 'נוצל במלואו',
  off: 'כבוי',
};
export type PromotionState = keyof typeof promotionStateNames;

/** Which lines count: every condition present must hold. Products of collections are among `products`. */
export type Scope = { products?: ReadonlySet<string>; brands?: ReadonlySet<string>; kinds?: ReadonlySet<string> };

export type Sale = {
  uuid: string;
  name: string;
  kind: SaleKind;
  /**
   * Basis points for PERCENT and for reduced pieces of BUY_X_GET_Y; agorot per piece (FIXED_PRICE), per set (BUNDLE),
   * or in total (FIXED).
   */
  amount: number;
  scope: Scope;
  /** BUY_X_GET_Y: for every `buy` pieces `get` more are reduced: the cheapest, of `reward` where set. */
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

/** A code of a promotion, with an optional limit of its own (single-use codes). */
export type Coupon = {
  uuid: string;
  code: string;
  saleUid: string;
  customerUid: string | null;
  uses: number;
  usesLimit: number | null;
};

export type SaleLine = {
  /** Identifies the line; rounding follows this key, so that the sequence of lines changes nothing. */
  key: string;
  productUid: string;
  brandUid: string | null;
  kind: string;
  quantity: number;
  priceAgorot: number;
};

/** A line and what it still costs after the discounts applied so far. */
export type Item = SaleLine & { left: number };

export const inScope = (
  { products, brands, kinds }: Scope,
  line: Pick<SaleLine, 'productUid' | 'brandUid' | 'kind'>,
): boolean =>
  (!products || products.has(line.productUid)) &&
  (!brands || (line.brandUid !== null && brands.has(line.brandUid))) &&
  (!kinds || kinds.has(line.kind));
