import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import { coupons, sales } from '#db/schema/index.ts';
import { allocate } from '#domain/allocate.ts';
import { percentOf } from '#domain/money.ts';
import type { RequestContext } from '../../context.ts';
import type { CartErrors, PricedLine } from './lines.ts';

type Sale = typeof sales.$inferSelect;
type Scope = { products?: string[]; brands?: string[]; kinds?: string[] };
type Code = { uuid: string; code: string; customerUid: string | null };

export type Applied = { sale: Sale; coupon: Code | null; amountAgorot: number };
export type Promotions = { applied: Applied[]; freeDelivery: boolean; errors: CartErrors };

/** What is applied; a sale of another kind is as if it were not there. */
const KINDS: Sale['kind'][] = ['PERCENT', 'FIXED', 'FIXED_PRICE', 'FREE_DELIVERY'];

/**
 * Running sales and the given coupons, by priority; an exclusive one ends the row. Lowers `discountAgorot` of the lines,
 * never below a free line.
 */
export async function applyPromotions(ctx: RequestContext, lines: PricedLine[], codes: string[]): Promise<Promotions> {
  const result: Promotions = { applied: [], freeDelivery: false, errors: [] };
  const given = [...new Set(codes.map((code) => code.trim().toUpperCase()).filter(Boolean))];
  const rows = await select(ctx, given);
  for (const code of given) {
    if (!rows.some((row) => row.coupon?.code.toUpperCase() === code)) {
      result.errors.push({ error_code: 'COUPON_UNKNOWN', message: 'הקופון אינו תקף', id: code });
    }
  }
  // Rounding leaves an agora here or there: always at the same line, in whatever order the cart names them.
  const sorted = lines.toSorted((a, b) => (a.variant.uuid < b.variant.uuid ? -1 : 1));
  for (const { sale, coupon } of rows) {
    const refusal = refusalOf(ctx, sale, coupon, lines, result.applied);
    if (refusal) {
      if (coupon) result.errors.push({ ...refusal, id: coupon.code });
      continue;
    }
    if (sale.kind === 'FREE_DELIVERY') {
      result.freeDelivery = true;
      result.applied.push({ sale, coupon, amountAgorot: 0 });
      continue;
    }
    const amountAgorot = discount(
      sale,
      sorted.filter((line) => inScope(sale.terms as Scope, line)),
    );
    if (amountAgorot > 0 || coupon) result.applied.push({ sale, coupon, amountAgorot });
  }
  return result;
}

async function select(ctx: RequestContext, codes: string[]): Promise<{ sale: Sale; coupon: Code | null }[]> {
  const wanted = codes.length > 0 ? sql`upper(${coupons.code}) in ${codes}` : sql`false`;
  return ctx.db
    .select({ sale: sales, coupon: { uuid: coupons.uuid, code: coupons.code, customerUid: coupons.customerUid } })
    .from(sales)
    .leftJoin(coupons, and(eq(coupons.saleUid, sales.uuid), wanted))
    .where(
      and(
        eq(sales.storeUid, ctx.store.uuid),
        sales.active,
        inArray(sales.kind, KINDS),
        or(eq(sales.byCoupon, false), sql`${coupons.uuid} is not null`),
      ),
    )
    .orderBy(desc(sales.priority), sales.createdAt, sales.uuid);
}

function refusalOf(
  ctx: RequestContext,
  sale: Sale,
  coupon: Code | null,
  lines: PricedLine[],
  applied: Applied[],
): CartErrors[number] | null {
  const now = ctx.now();
  if (sale.startsAt && now < sale.startsAt)
    return { error_code: 'COUPON_NOT_STARTED', message: 'הקופון עוד לא נכנס לתוקף' };
  if (sale.endsAt && now >= sale.endsAt) return { error_code: 'COUPON_EXPIRED', message: 'תוקף הקופון פג' };
  if (sale.usesLimit !== null && sale.uses >= sale.usesLimit)
    return { error_code: 'COUPON_USED_UP', message: 'הקופון נוצל במלואו' };
  if (coupon?.customerUid && coupon.customerUid !== ctx.customer?.uuid) {
    return { error_code: 'COUPON_WRONG_CUSTOMER', message: 'הקופון אישי ושייך ללקוח אחר' };
  }
  const scoped = lines.filter((line) => inScope(sale.terms as Scope, line));
  const sum = scoped.reduce((total, line) => total + line.quantity * line.priceAgorot - line.discountAgorot, 0);
  const quantity = scoped.reduce((total, line) => total + line.quantity, 0);
  if (scoped.length === 0 || sum < (sale.minSumAgorot ?? 0) || quantity < (sale.minQuantity ?? 0)) {
    return { error_code: 'COUPON_MIN_ORDER', message: 'הסל אינו עומד בתנאי הקופון' };
  }
  if (applied.some((other) => other.sale.uuid === sale.uuid)) {
    return { error_code: 'COUPON_NOT_COMBINABLE', message: 'מבצע אחד, קופון אחד: כבר נוצל קופון של המבצע הזה' };
  }
  if (applied.length > 0 && (sale.exclusive || applied.some((other) => other.sale.exclusive))) {
    return { error_code: 'COUPON_NOT_COMBINABLE', message: 'הקופון אינו ניתן לשילוב עם מבצע אחר' };
  }
  return null;
}

const inScope = (scope: Scope, { variant }: PricedLine): boolean =>
  (!scope.products || scope.products.includes(variant.productUid)) &&
  (!scope.brands || (variant.brandUid !== null && scope.brands.includes(variant.brandUid))) &&
  (!scope.kinds || scope.kinds.includes(variant.kind));

/** Takes the sale's discount off the lines and returns its sum. */
function discount(sale: Sale, lines: PricedLine[]): number {
  const left = lines.map((line) => line.quantity * line.priceAgorot - line.discountAgorot);
  const parts = partsOf(sale, lines, left);
  for (const [i, line] of lines.entries()) line.discountAgorot += parts[i] ?? 0;
  return parts.reduce((a, b) => a + b, 0);
}

/** `left` is what each line still costs; no part is larger. */
function partsOf(sale: Sale, lines: PricedLine[], left: number[]): number[] {
  switch (sale.kind) {
    case 'PERCENT':
      return left.map((sum) => percentOf(sum, Math.min(sale.amount, 10_000)));
    case 'FIXED_PRICE':
      return left.map((sum, i) => Math.max(0, sum - (lines[i]?.quantity ?? 0) * sale.amount));
    default: {
      const total = left.reduce((a, b) => a + b, 0);
      return allocate(Math.min(sale.amount, total), left);
    }
  }
}
