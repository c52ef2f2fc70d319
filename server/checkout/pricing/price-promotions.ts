import {
  type AppliedSale,
  isUsedUp,
  promote,
  type RefusedCoupon,
  type SkippedSale,
} from '#domain/money/apply-promotions.ts';
import { toShekels } from '#domain/money/money.ts';
import type { Sale, SaleLine } from '#domain/money/promotion-kinds.ts';
import { formatExactPrice } from '#domain/text/format.ts';
import { withoutMarks } from '#domain/text/without-marks.ts';
import type { RequestContext } from '../../context.ts';
import { usedByOpenOrder } from '../orders/open-order.ts';
import type { CartErrors, PricedLine } from './lines.ts';
import { type Buyer, findCoupons, storeSales, usedBy, usesOf } from './read-promotions.ts';

export type Promotions = { applied: AppliedSale[]; skipped: SkippedSale[]; freeDelivery: boolean; errors: CartErrors };

/**
 * Discounts the lines by the store's sales and the cart's coupons. Limits per customer count by `buyer`, once known. A
 * use that the shopper's own open order counts is still theirs (`openOrder`: its secret, where the device has it).
 */
export async function pricePromotions(
  ctx: RequestContext,
  lines: PricedLine[],
  codes: string[],
  buyer: Buyer,
  openOrder?: string | null,
): Promise<Promotions> {
  const couponCodes = [...new Set(codes.map((code) => withoutMarks(code).trim().toUpperCase()).filter(Boolean))];
  const [all, coupons] = await Promise.all([storeSales(ctx), findCoupons(ctx, couponCodes)]);
  const candidates = all.filter((sale) => !sale.byCoupon || coupons.some(({ saleUid }) => saleUid === sale.uuid));
  const personal = candidates.filter((sale) => sale.usesPerCustomer !== null).map(({ uuid }) => uuid);
  const [uses, usedByCustomer] = await Promise.all([
    usesOf(
      ctx,
      candidates.filter((sale) => sale.usesLimit !== null),
    ),
    usedBy(ctx, buyer, personal),
  ]);
  const sales = candidates.map((sale) => ({ ...sale, uses: uses.get(sale.uuid) ?? sale.uses }));
  const isAnyUsedUp =
    [...sales, ...coupons].some(isUsedUp) ||
    sales.some(({ uuid, usesPerCustomer }) => (usedByCustomer.get(uuid) ?? 0) >= (usesPerCustomer ?? Infinity));
  const ownUses = isAnyUsedUp ? await usedByOpenOrder(ctx, openOrder) : new Set();
  const without = (uuid: string, count: number) => (ownUses.has(uuid) ? Math.max(0, count - 1) : count);
  const result = promote({
    lines: lines.map(toSaleLine),
    sales: sales.map((sale) => ({ ...sale, uses: without(sale.uuid, sale.uses) })),
    coupons: coupons.map((coupon) => ({ ...coupon, uses: without(coupon.uuid, coupon.uses) })),
    customerUid: ctx.customer?.uuid ?? null,
    usedByCustomer: new Map([...usedByCustomer].map(([uuid, times]) => [uuid, without(uuid, times)])),
    now: ctx.now(),
  });
  for (const line of lines) line.discountAgorot = result.discounts.get(keyOf(line)) ?? 0;
  const unknown = couponCodes.filter((code) => !coupons.some((coupon) => coupon.code.toUpperCase() === code));
  return {
    applied: result.applied,
    skipped: result.skipped,
    freeDelivery: result.freeDelivery,
    errors: [
      ...unknown.map((id) => ({ error_code: 'COUPON_UNKNOWN' as const, message: messages.COUPON_UNKNOWN, id })),
      ...result.refused.map((refused) => ({
        error_code: refused.error,
        message: messageOf(refused),
        id: refused.coupon.code,
      })),
    ],
  };
}

/** Lines of one variant are told apart by their configurations. */
const keyOf = ({ variant, configuration }: PricedLine): string => `${variant.uuid}/${configuration?.code ?? ''}`;

const toSaleLine = (line: PricedLine): SaleLine => ({
  key: keyOf(line),
  productUid: line.variant.productUid,
  brandUid: line.variant.brandUid,
  kind: line.variant.kind,
  quantity: line.quantity,
  priceAgorot: line.priceAgorot,
});

const messages: Record<RefusedCoupon['error'], string> = {
  COUPON_UNKNOWN: 'הקופון אינו תקף',
  COUPON_EXPIRED: 'תוקף הקופון פג',
  COUPON_NOT_STARTED: 'הקופון עוד לא נכנס לתוקף',
  COUPON_USED_UP: 'הקופון נוצל במלואו',
  COUPON_MIN_ORDER: 'הסל אינו עומד בתנאי הקופון',
  COUPON_NOT_COMBINABLE: 'הקופון אינו ניתן לשילוב עם מבצע או קופון אחר',
  COUPON_NOT_NEEDED: 'אין צורך בקוד הזה: המבצע חל גם בלעדיו',
  COUPON_WRONG_CUSTOMER: 'הקופון אישי. יש להתחבר לחשבון שאליו נשלח',
};

function messageOf({ error, sale, coupon }: RefusedCoupon): string {
  if (error === 'COUPON_MIN_ORDER' && sale) return minimumOf(sale) ?? messages[error];
  // Others may still use it.
  if (error === 'COUPON_USED_UP' && sale && !isUsedUp(sale) && !isUsedUp(coupon)) return 'כבר השתמשתם בקופון הזה';
  return messages[error];
}

function minimumOf({ minSumAgorot, minQuantity, scope, kind }: Sale): string | null {
  const scopeText = kind === 'BUNDLE' || Object.keys(scope).length > 0 ? ' מהמוצרים המשתתפים' : '';
  if (minSumAgorot) return `הקופון תקף בקנייה${scopeText} של ${formatExactPrice(toShekels(minSumAgorot))} ומעלה`;
  if (minQuantity && minQuantity > 1) return `הקופון תקף בקניית ${minQuantity} פריטים ומעלה${scopeText}`;
  return scopeText ? 'הקופון אינו חל על המוצרים שבסל' : null;
}
