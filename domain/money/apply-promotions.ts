import { discountsOf } from './promotion-amounts.ts';
import { type Coupon, type Item, inScope, type Sale, type SaleLine } from './promotion-kinds.ts';

type CouponError =
  | 'COUPON_UNKNOWN'
  | 'COUPON_EXPIRED'
  | 'COUPON_NOT_STARTED'
  | 'COUPON_USED_UP'
  | 'COUPON_MIN_ORDER'
  | 'COUPON_NOT_COMBINABLE'
  /** Its promotion is for everybody, with or without it. */
  | 'COUPON_NOT_NEEDED'
  | 'COUPON_WRONG_CUSTOMER';

export type Promoting = {
  lines: readonly SaleLine[];
  /** Active promotions of the store; those by coupon count only with a coupon. */
  sales: readonly Sale[];
  coupons: readonly Coupon[];
  customerUid: string | null;
  /** How often the customer has used a promotion, by its uuid. */
  usedByCustomer: ReadonlyMap<string, number>;
  now: Date;
};

export type AppliedSale = { sale: Sale; coupon: Coupon | null; amountAgorot: number };
export type RefusedCoupon = { coupon: Coupon; error: CouponError; sale: Sale | null };
/** Why a promotion that the cart might have had doesn't apply, with its lines' sum and pieces when it was tried. */
export type SkippedSale = {
  sale: Sale;
  coupon: Coupon | null;
  error: CouponError;
  sumAgorot: number;
  quantity: number;
};
export type Promoted = {
  /** By line key. Agorot. */
  discounts: Map<string, number>;
  applied: AppliedSale[];
  refused: RefusedCoupon[];
  skipped: SkippedSale[];
  freeDelivery: boolean;
};

/**
 * Which promotions and coupons a cart gets, and what they take off its lines. Promotions apply by descending
 * priority, each to what is still to be paid; an exclusive one applies alone. The result doesn't depend on the
 * sequence of lines, promotions or coupons.
 */
export function promote(input: Promoting): Promoted {
  const items: Item[] = input.lines
    .map((line) => ({ ...line, left: line.quantity * line.priceAgorot }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const applied: AppliedSale[] = [];
  const skipped: SkippedSale[] = [];
  const { candidates, refused } = candidatesOf(input);

  for (const { sale, coupon } of candidates) {
    const error = whyNot(input, sale, coupon, items, applied);
    const parts = error ? [] : discountsOf(sale, items);
    const amountAgorot = parts.reduce((sum, part) => sum + part, 0);
    if (error || (amountAgorot === 0 && sale.kind !== 'FREE_DELIVERY')) {
      if (coupon) refused.push({ coupon, sale, error: error ?? 'COUPON_MIN_ORDER' });
      skipped.push({ sale, coupon, error: error ?? 'COUPON_MIN_ORDER', ...scopeOf(sale, items) });
      continue;
    }
    for (const [i, item] of items.entries()) item.left -= parts[i] ?? 0;
    applied.push({ sale, coupon, amountAgorot });
  }
  return {
    discounts: new Map(items.map((item) => [item.key, item.quantity * item.priceAgorot - item.left])),
    applied,
    refused,
    skipped,
    freeDelivery: applied.some(({ sale }) => sale.kind === 'FREE_DELIVERY'),
  };
}

type Candidate = { sale: Sale; coupon: Coupon | null };

function candidatesOf({ sales, coupons }: Promoting): { candidates: Candidate[]; refused: RefusedCoupon[] } {
  const bySale = new Map(sales.map((sale) => [sale.uuid, sale]));
  const candidates: Candidate[] = sales.filter((sale) => !sale.byCoupon).map((sale) => ({ sale, coupon: null }));
  const refused: RefusedCoupon[] = [];
  for (const coupon of coupons) {
    const sale = bySale.get(coupon.saleUid);
    if (!sale) refused.push({ coupon, sale: null, error: 'COUPON_UNKNOWN' });
    else if (sale.byCoupon) candidates.push({ sale, coupon });
    else refused.push({ coupon, sale, error: 'COUPON_NOT_NEEDED' });
  }
  return { candidates: candidates.sort(byPriorityAndCode), refused };
}

/** Names are unique in a store, and so are codes. */
const byPriorityAndCode = (a: Candidate, b: Candidate): number =>
  byPriority(a.sale, b.sale) || compare(a.coupon?.code ?? '', b.coupon?.code ?? '');
/** The sequence in which promotions apply: the highest priority first, equal ones by name. */
export const byPriority = (a: Sale, b: Sale): number => b.priority - a.priority || compare(a.name, b.name);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function whyNot(
  { now, customerUid, usedByCustomer }: Promoting,
  sale: Sale,
  coupon: Coupon | null,
  items: Item[],
  applied: AppliedSale[],
): CouponError | null {
  if (sale.startsAt && now < sale.startsAt) return 'COUPON_NOT_STARTED';
  if (sale.endsAt && now >= sale.endsAt) return 'COUPON_EXPIRED';
  if (coupon?.customerUid && coupon.customerUid !== customerUid) return 'COUPON_WRONG_CUSTOMER';
  if (isUsedUp(sale) || (coupon && isUsedUp(coupon))) return 'COUPON_USED_UP';
  if (sale.usesPerCustomer !== null && (usedByCustomer.get(sale.uuid) ?? 0) >= sale.usesPerCustomer)
    return 'COUPON_USED_UP';

  const { sumAgorot, quantity } = scopeOf(sale, items);
  if (quantity === 0 || sumAgorot < (sale.minSumAgorot ?? 0) || quantity < (sale.minQuantity ?? 0))
    return 'COUPON_MIN_ORDER';
  if (applied.some((other) => other.sale.uuid === sale.uuid)) return 'COUPON_NOT_COMBINABLE';
  if (applied.length > 0 && (sale.exclusive || applied.some((other) => other.sale.exclusive)))
    return 'COUPON_NOT_COMBINABLE';
  return null;
}

/** What the lines of a promotion's scope still come to, and their pieces. */
function scopeOf({ scope }: Sale, items: Item[]): { sumAgorot: number; quantity: number } {
  const scoped = items.filter((item) => inScope(scope, item));
  return {
    sumAgorot: scoped.reduce((total, item) => total + item.left, 0),
    quantity: scoped.reduce((total, item) => total + item.quantity, 0),
  };
}

export const isUsedUp = ({ uses, usesLimit }: { uses: number; usesLimit: number | null }): boolean =>
  usesLimit !== null && uses >= usesLimit;
