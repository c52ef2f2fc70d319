import type { CalcCart, CartItemInput } from '#contract/checkout/cart-pricing.ts';
import type { Image } from '#contract/common.ts';
import { anyOf, prepared } from '#db/prepared.ts';
import { rowsOf } from '#db/rows.ts';
import { productMeta, products, storeProducts, variants, variantValues } from '#db/schema/index.ts';
import { and, eq, sql } from '#db/sql.ts';
import { toAgorot } from '#domain/money/money.ts';
import { MAX_LINE_QUANTITY } from '#domain/orders/cart-limits.ts';
import { isolate } from '#domain/text/format.ts';
import { columnsOf, imageOfVariant, toImage } from '../../catalogue/cards/images.ts';
import { variantDeletedPrice, variantPrice } from '../../catalogue/cards/price.ts';
import { soldIn } from '../../catalogue/sold-in.ts';
import type { RequestContext } from '../../context.ts';
import { heldByOpenOrder } from '../orders/open-order.ts';
import { type LineConfiguration, priceConfigurations } from './configured-lines.ts';
import { namesOfVariants, successorsOfVariants, unavailableText } from './unavailable-lines.ts';

export type CartErrors = CalcCart['errors'];

/** Told in the cart, and no reason not to order it: only another total would be. */
const NEWS: CartErrors[number]['error_code'][] = ['PRICE_CHANGED', 'COUPON_NOT_NEEDED'];
export const preventsOrder = ({ error_code }: CartErrors[number]): boolean => !NEWS.includes(error_code);

type Sellable = Awaited<ReturnType<typeof selectSellable>>[number];

/** A line as it can be sold now. Sums are agorot; `discount` is for the whole line. */
export type PricedLine = {
  variant: Sellable;
  quantity: number;
  priceAgorot: number;
  discountAgorot: number;
  maxQuantity: number;
  configuration: LineConfiguration | null;
  values: Sellable['values'];
  image: Image | null;
};

/**
 * The lines of a cart as they can be sold now, with an error for each difference. Only id and quantity of the request
 * are trusted. Pieces that the shopper's own open order holds count as available (`openOrder`: its secret, where the
 * device has it).
 */
export async function priceLines(
  ctx: RequestContext,
  cart: CartItemInput[],
  openOrder?: string | null,
): Promise<{ lines: PricedLine[]; errors: CartErrors }> {
  const errors: CartErrors = [];
  const configured = await priceConfigurations(ctx, cart);
  errors.push(...configured.errors);
  const merged = mergeLines(configured.cart);
  const ids = merged.map((item) => item.id);
  const rows = await selectSellable(ctx, ids);
  const unavailableNames = await namesOfVariants(
    ctx,
    ctx.db,
    ids.filter((id) => !rows.some(({ uuid }) => uuid === id)),
  );
  const pieces = new Map(rows.map((variant) => [variant.uuid, maxQuantity(variant)]));
  if (isShort(merged, pieces)) {
    const heldByOrder = await heldByOpenOrder(ctx, openOrder);
    // Not for variants that are no longer sold from stock.
    for (const { uuid, stock, stockPolicy } of rows)
      if (stockPolicy === 'IN_STOCK')
        pieces.set(uuid, Math.min(MAX_LINE_QUANTITY, stock + (heldByOrder.get(uuid) ?? 0)));
  }
  const successors = await successorsOfVariants(
    ctx,
    ids.filter((id) => (pieces.get(id) ?? 0) <= 0),
  );
  const lines = merged.flatMap((item) => {
    const variant = rows.find((row) => row.uuid === item.id);
    // Configurations of one variant are lines of their own, but share its stock.
    const max = pieces.get(item.id) ?? 0;
    if (!variant || max <= 0) {
      const replaced_by = successors.get(item.id);
      const instead = replaced_by ? `. הוחלף ב־${isolate(replaced_by.name)}` : '';
      const message = `${unavailable(variant, unavailableNames.get(item.id))}${instead}`;
      errors.push({ error_code: 'PRODUCT_UNAVAILABLE', message, id: item.id, ...(replaced_by && { replaced_by }) });
      return [];
    }
    if (item.quantity > max) {
      const message = `${isolate(variant.name)}: ${max === 1 ? 'נותרה יחידה אחת בלבד' : `נותרו ${max} יחידות בלבד`}`;
      errors.push({ error_code: 'NOT_ENOUGH_STOCK', message, id: item.id });
    }
    const quantity = Math.min(item.quantity, max);
    pieces.set(item.id, max - quantity);
    const configuration = configured.configurationOf(item);
    const priceAgorot = priceOf(variant, configuration);
    if (item.price != null && differs(item.price, priceAgorot)) {
      errors.push({ error_code: 'PRICE_CHANGED', message: `${isolate(variant.name)}: המחיר עודכן`, id: item.id });
    }
    return [
      {
        variant,
        quantity,
        priceAgorot,
        discountAgorot: 0,
        maxQuantity: max,
        configuration,
        values: variant.values,
        image: variant.image && toImage(variant.image, true),
      },
    ];
  });
  return { lines, errors };
}

function unavailable(variant: Sellable | undefined, name: string | undefined): string {
  if (!variant) return unavailableText(name);
  const why = variant.price === null ? 'המחיר לפי פנייה. השאירו פרטים ונחזור אליכם' : 'אזל מהמלאי';
  return `${isolate(variant.name)}: ${why}`;
}

/** Whether the cart has more of a variant than there is. */
function isShort(cart: CartItemInput[], pieces: Map<string, number>): boolean {
  const remaining = new Map(pieces);
  for (const { id, quantity } of cart) remaining.set(id, (remaining.get(id) ?? quantity) - quantity);
  return [...remaining.values()].some((count) => count < 0);
}

/** Merges lines of one variant and configuration. */
function mergeLines(cart: CartItemInput[]): CartItemInput[] {
  const merged = new Map<string, CartItemInput>();
  for (const item of cart) {
    const key = `${item.id}/${item.configuration ?? ''}`;
    const line = merged.get(key);
    merged.set(key, line ? { ...line, quantity: Math.min(MAX_LINE_QUANTITY, line.quantity + item.quantity) } : item);
  }
  return [...merged.values()];
}

/** A price that is no amount of shekels differs as well. */
function differs(shekels: number, agorot: number): boolean {
  try {
    return toAgorot(shekels) !== agorot;
  } catch {
    return true;
  }
}

const priceOf = (variant: Sellable, configuration: LineConfiguration | null): number =>
  configuration?.priceAgorot ?? Number(variant.price);

function maxQuantity({ stockPolicy, stock }: Sellable): number {
  if (stockPolicy === 'PRE_ORDER') return MAX_LINE_QUANTITY;
  return stockPolicy === 'IN_STOCK' ? Math.min(stock, MAX_LINE_QUANTITY) : 0;
}

const selectSellable = (ctx: RequestContext, ids: string[]) =>
  sellableQuery(ctx.db).execute({ ids, store: ctx.store.uuid });

const sellableQuery = prepared((db) => {
  const image = imageOfVariant(db);
  return db
    .select({
      uuid: variants.uuid,
      sku: variants.sku,
      stock: variants.stock,
      weightG: variants.weightG,
      price: variantPrice,
      deletedPrice: variantDeletedPrice,
      productUid: products.uuid,
      brandUid: products.brandUid,
      kind: products.kind,
      licenceClass: products.licenceClass,
      engineCc: sql<
        string | null
      >`(select value from ${productMeta} where product_uid = ${products.uuid} and key = 'engine_cc' limit 1)`,
      name: products.name,
      slug: products.slug,
      stockPolicy: products.stockPolicy,
      depositAgorot: products.depositAgorot,
      values: valuesOfVariant,
      image: columnsOf(image),
    })
    .from(variants)
    .innerJoin(products, eq(products.uuid, variants.productUid))
    .innerJoin(storeProducts, soldIn(sql.placeholder('store')))
    .leftJoinLateral(image, sql`true`)
    .where(and(anyOf(variants.uuid, 'ids'), variants.active, storeProducts.published))
    .prepare('sellable_lines');
});

const valuesOfVariant = rowsOf(
  {
    type: variantValues.type,
    value_name: variantValues.valueName,
    value: variantValues.value,
    value_type: variantValues.valueType,
  },
  sql`from ${variantValues} where ${variantValues.variantUid} = ${variants.uuid}`,
  sql`${variantValues.position}`,
);
