import { z } from 'zod';
import { sql } from '#db/sql.ts';
import { isUsedUp, type SkippedSale } from '#domain/money/apply-promotions.ts';
import { toShekels } from '#domain/money/money.ts';
import type { Sale } from '#domain/money/promotion-kinds.ts';
import { MAX_LINE_QUANTITY } from '#domain/orders/cart-limits.ts';
import { parsePhone } from '#domain/people/phone.ts';
import { formatExactPrice, formatMoment } from '#domain/text/format.ts';
import { calculate } from '../../checkout/pricing/calc-cart.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { may } from '../../staff/grants.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { momentInput } from '../inputs.ts';
import { shopContextOf } from '../shop-context.ts';

const line = z.object({
  variant: z.uuid(),
  quantity: z.coerce.number().int().min(1, 'לפחות אחד').max(MAX_LINE_QUANTITY, `עד ${MAX_LINE_QUANTITY}`),
});

export type Explained = { name: string; outcome: 'applied' | 'not'; amountAgorot: number; why: string };

/**
 * What a basket costs in a store at a moment, by the shop's own calculation, and of each of the store's promotions why
 * it applied or why not. A phone stands for its customer: limits per customer and personal codes are counted, so that
 * it takes the right to see customers.
 */
export const simulate = officeCall(
  {
    name: 'promotions.simulate',
    permission: 'promotions.read',
    input: z.object({
      store: z.uuid(),
      lines: z.array(line).min(1, 'הוסיפו מוצר').max(50, 'עד 50 שורות'),
      codes: z.string().trim().max(400).default(''),
      at: momentInput.optional(),
      phone: z
        .string()
        .trim()
        .transform((typed, issues) => {
          const phone = parsePhone(typed);
          if (phone) return phone;
          issues.addIssue({ code: 'custom', message: 'מספר הטלפון אינו תקין' });
          return z.NEVER;
        })
        .optional(),
      delivery: z.uuid().optional(),
    }),
    kind: 'read',
    entity: 'store',
  },
  async (ctx, { store, lines, codes, at, phone, delivery }) => {
    if (phone && !may(ctx.staff, 'customers.read', store))
      throw refuse('FORBIDDEN', { message: 'אין לכם הרשאה לראות לקוחות בחנות הזו' });
    const shop = await shopContextOf(ctx, store);
    const when = at ?? ctx.now();
    const customer = phone ? await customerOf(ctx, store, phone) : null;
    const then: RequestContext = { ...shop, customer, now: () => when };
    const typed = codes.split(/[\s,]+/).filter(Boolean);
    const result = await calculate(then, {
      cart: lines.map(({ variant, quantity }) => ({ id: variant, quantity })),
      coupons: typed.map((code) => ({ code })),
      delivery_type_id: delivery ?? null,
      ...(phone && { phone }),
    });
    const applied = result.applied.map(
      ({ sale, coupon, amountAgorot }): Explained => ({
        name: coupon ? `${sale.name} (${coupon.code})` : sale.name,
        outcome: 'applied',
        amountAgorot,
        why:
          sale.kind === 'FREE_DELIVERY'
            ? 'המשלוח חינם'
            : `ירד ${formatExactPrice(toShekels(amountAgorot))} לפי סדר העדיפות ${sale.priority}`,
      }),
    );
    const skipped = result.skipped.map(
      (skippedSale): Explained => ({
        name: skippedSale.coupon ? `${skippedSale.sale.name} (${skippedSale.coupon.code})` : skippedSale.sale.name,
        outcome: 'not',
        amountAgorot: 0,
        why: whyNot(
          skippedSale,
          result.applied.map(({ sale }) => sale.name),
        ),
      }),
    );
    const sources = await priceSources(
      ctx,
      store,
      lines.map(({ variant }) => variant),
    );
    const calculatedSales = new Set([...result.applied, ...result.skipped].map(({ sale }) => sale.uuid));
    return {
      at: when,
      customer: customer ? 'לקוח רשום' : phone ? 'בלי חשבון בחנות' : 'לא מזוהה',
      lines: result.lines.map(({ variant, quantity, priceAgorot, discountAgorot }) => ({
        uuid: variant.uuid,
        name: variant.name,
        sku: variant.sku,
        quantity,
        priceAgorot,
        discountAgorot,
        source: sources.get(variant.uuid) ?? '',
      })),
      linesAgorot: result.linesAgorot,
      discountAgorot: result.discountAgorot,
      deliveryAgorot: result.deliveryAgorot,
      totalAgorot: result.totalAgorot,
      deliveries: result.deliveries.map(({ uuid, name, finalAgorot }) => ({ uuid, name, finalAgorot })),
      explained: [...applied, ...skipped, ...(await others(ctx, store, calculatedSales))],
      errors: result.errors.map(({ message }) => message),
    };
  },
);

async function customerOf(ctx: Allowed, store: string, phone: string): Promise<RequestContext['customer']> {
  const { rows } = await ctx.db.execute<{ uuid: string; email: string | null }>(
    sql`select uuid, email from customers where store_uid = ${store} and phone = ${phone} and erased_at is null`,
  );
  const [row] = rows;
  if (!row) return null;
  return { uuid: row.uuid, firstName: '', lastName: '', phone, email: row.email, image: null, signedInAt: ctx.now() };
}

/** Whose price each variant has: its own, else the store's for the product, else the product's. */
async function priceSources(ctx: Allowed, store: string, variants: string[]): Promise<Map<string, string>> {
  const { rows } = await ctx.db.execute<{ uuid: string; source: string }>(sql`
    select v.uuid, case when v.price_agorot is not null then 'מחיר הגרסה' when sp.price_agorot is not null then 'מחיר המוצר בחנות'
      else 'מחיר המוצר' end as source
    from variants v join store_products sp on sp.product_uid = v.product_uid and sp.store_uid = ${store}
    where v.uuid = any(${sql.param(variants)}::uuid[])`);
  return new Map(rows.map(({ uuid, source }) => [uuid, source]));
}

/** Promotions that the calculation has no reason to look at. */
async function others(ctx: Allowed, store: string, calculatedSales: Set<string>): Promise<Explained[]> {
  const { rows } = await ctx.db.execute<{ uuid: string; name: string; active: boolean }>(
    sql`select uuid, name, active from sales where store_uid = ${store} order by active desc, priority desc, name limit 200`,
  );
  return rows
    .filter(({ uuid }) => !calculatedSales.has(uuid))
    .map(({ name, active }) => ({
      name,
      outcome: 'not',
      amountAgorot: 0,
      why: active ? 'חל רק עם קוד קופון, ולא הוזן קוד שלו' : 'המבצע כבוי',
    }));
}

const shekels = (agorot: number): string => formatExactPrice(toShekels(agorot));

function whyNot({ sale, coupon, error, sumAgorot, quantity }: SkippedSale, applied: string[]): string {
  switch (error) {
    case 'COUPON_NOT_STARTED':
      return sale.startsAt ? `מתחיל ב־${formatMoment(sale.startsAt)}` : 'עוד לא התחיל';
    case 'COUPON_EXPIRED':
      return sale.endsAt ? `הסתיים ב־${formatMoment(sale.endsAt)}` : 'הסתיים';
    case 'COUPON_WRONG_CUSTOMER':
      return 'הקוד אישי, של לקוח אחר';
    case 'COUPON_USED_UP':
      if (isUsedUp(sale)) return `המבצע נוצל במלואו: ${sale.uses} מתוך ${sale.usesLimit}`;
      if (coupon && isUsedUp(coupon)) return `הקוד נוצל במלואו: ${coupon.uses} מתוך ${coupon.usesLimit}`;
      return `הלקוח כבר ניצל אותו ${sale.usesPerCustomer} פעמים`;
    case 'COUPON_NOT_COMBINABLE':
      return applied.includes(sale.name)
        ? 'המבצע כבר חל פעם אחת'
        : `אינו מצטרף למבצע אחר: כבר חל ${applied.join(', ')}`;
    case 'COUPON_MIN_ORDER':
      return shortfall(sale, sumAgorot, quantity);
    default:
      return 'אינו חל';
  }
}

/** What the basket lacks for the promotion. */
function shortfall(sale: Sale, sumAgorot: number, quantity: number): string {
  if (quantity === 0) return 'אין בסל מוצר שהמבצע חל עליו';
  if (sale.minSumAgorot !== null && sumAgorot < sale.minSumAgorot)
    return `המוצרים המשתתפים מגיעים ל־${shekels(sumAgorot)}, וצריך ${shekels(sale.minSumAgorot)}`;
  if (sale.minQuantity !== null && quantity < sale.minQuantity)
    return `יש ${quantity} פריטים משתתפים, וצריך ${sale.minQuantity}`;
  if (sale.kind === 'BUY_X_GET_Y') return `צריך לקנות ${sale.buy} ועוד ${sale.get} שמקבלים`;
  if (sale.kind === 'BUNDLE') return 'הערכה אינה שלמה, או שהיא אינה זולה מהפריטים בנפרד';
  return 'המבצע אינו מוריד ממחיר הפריטים שבסל';
}
