import type { CalcCart, CalcCartBody, CartItem } from '#contract/checkout/cart-pricing.ts';
import { feesOfAll } from '#domain/catalogue/road-price.ts';
import type { AppliedSale, SkippedSale } from '#domain/money/apply-promotions.ts';
import { deliveryPrice, dependsOnPlace, type Parcel } from '#domain/money/delivery-price.ts';
import { downRange } from '#domain/money/finance-terms.ts';
import { toShekels } from '#domain/money/money.ts';
import { MAX_LINES } from '#domain/orders/cart-limits.ts';
import { formatExactPrice } from '#domain/text/format.ts';
import { listPlans, toPlan } from '../../catalogue/finance-plans.ts';
import type { RequestContext } from '../../context.ts';
import { listBrands } from '../../stores/stores.ts';
import { type DeliveryType, suitableDeliveries, toOption } from './delivery.ts';
import { type CartErrors, type PricedLine, priceLines } from './lines.ts';
import { pricePromotions } from './price-promotions.ts';

type CartRequest = Pick<CalcCartBody, 'cart' | 'coupons' | 'delivery_type_id' | 'open_order'> & {
  address?: { city?: string | undefined; postal_code?: string | undefined } | null | undefined;
  /** The buyer, once known: limits per customer are counted by phone and e-mail. */
  phone?: string | undefined;
  email?: string | undefined;
};

/** A cart with its sums in agorot. `totalAgorot` = lines − discounts + delivery, never below 0. */
export type Calculation = {
  lines: PricedLine[];
  applied: AppliedSale[];
  /** Those of them that an order uses up: not a free delivery where the delivery costs nothing anyway. */
  used: AppliedSale[];
  /** Promotions that don't apply to it, and why. */
  skipped: SkippedSale[];
  delivery: DeliveryType | null;
  linesAgorot: number;
  discountAgorot: number;
  deliveryAgorot: number;
  totalAgorot: number;
  errors: CartErrors;
};

const FULL = `הסל מלא, ואפשר לשמור בו עד ${MAX_LINES} פריטים`;

/**
 * The only calculation of a total, for carts and for `orders/create`. `customerUid`: the account that staff calculate
 * it for; a shopper's own is the request's.
 */
export async function calculate(
  ctx: RequestContext,
  request: CartRequest,
  customerUid?: string,
): Promise<Calculation & { deliveries: DeliveryType[]; freeDelivery: boolean }> {
  const { lines, errors } = await priceLines(ctx, request.cart.slice(0, MAX_LINES), request.open_order);
  errors.push(
    ...request.cart.slice(MAX_LINES).map(({ id }) => ({ error_code: 'CART_FULL' as const, message: FULL, id })),
  );
  const promotions = await pricePromotions(
    ctx,
    lines,
    (request.coupons ?? []).map((coupon) => coupon.code),
    { phone: request.phone ?? null, email: request.email ?? null, customerUid },
    request.open_order,
  );
  errors.push(...promotions.errors);
  const linesAgorot = lines.reduce((sum, line) => sum + line.quantity * line.priceAgorot, 0);
  const discountAgorot = lines.reduce((sum, line) => sum + line.discountAgorot, 0);

  const deliveries =
    lines.length > 0
      ? await suitableDeliveries(ctx, kindsOf(lines), parcelOf(lines, request), promotions.freeDelivery)
      : [];
  const delivery = deliveries.find((type) => type.uuid === request.delivery_type_id) ?? null;
  if (request.delivery_type_id && !delivery && lines.length > 0) {
    errors.push({ error_code: 'DELIVERY_UNAVAILABLE', message: 'שיטת המשלוח אינה מתאימה לפריטים שבסל' });
  }
  const deliveryAgorot = delivery?.finalAgorot ?? 0;
  const isFreeAnyway = delivery !== null && deliveryPrice(delivery.terms, linesAgorot - discountAgorot) === 0;
  return {
    lines,
    applied: promotions.applied,
    used: promotions.applied.filter(({ sale }) => sale.kind !== 'FREE_DELIVERY' || !isFreeAnyway),
    skipped: promotions.skipped,
    delivery,
    deliveries,
    freeDelivery: promotions.freeDelivery,
    linesAgorot,
    discountAgorot,
    deliveryAgorot,
    totalAgorot: linesAgorot - discountAgorot + deliveryAgorot,
    errors,
  };
}

const kindsOf = (lines: PricedLine[]): string[] => lines.map(({ variant }) => variant.kind);

const parcelOf = (lines: PricedLine[], { address }: CartRequest): Parcel => ({
  sumAgorot: lines.reduce((sum, line) => sum + line.quantity * line.priceAgorot - line.discountAgorot, 0),
  weightG: lines.reduce((sum, line) => sum + line.quantity * (line.variant.weightG ?? 0), 0),
  city: address?.city ?? '',
  postalCode: address?.postal_code ?? '',
});

export async function calcCart(ctx: RequestContext, request: CartRequest): Promise<CalcCart> {
  const result = await calculate(ctx, request);
  const goods = result.linesAgorot - result.discountAgorot;
  const options = await Promise.all(result.deliveries.map((type) => toOption(ctx, type)));
  const chosenDelivery = options.find((option) => option.id === result.delivery?.uuid);
  const deposit = depositOf(result);
  const free = freeDelivery(result, goods, !request.address?.city && !request.address?.postal_code);
  return {
    cart: result.lines.map(toItem),
    delivery: chosenDelivery
      ? { first_price: chosenDelivery.first_price, final_price: chosenDelivery.final_price }
      : null,
    delivery_type_id: result.delivery?.uuid ?? null,
    delivery_options: options,
    total_cart_discounts: toShekels(result.discountAgorot),
    total_cart_price: toShekels(result.linesAgorot),
    total_order_price: toShekels(result.totalAgorot),
    order_discounts: result.applied.map(({ sale, amountAgorot }) => ({
      discount_amount: toShekels(amountAgorot),
      sale: { name: sale.name },
    })),
    coupons: result.applied.flatMap(({ sale, coupon, amountAgorot }) =>
      coupon ? [{ id: coupon.uuid, name: sale.name, code: coupon.code, discount: toShekels(amountAgorot) }] : [],
    ),
    free_delivery: free,
    road_fees: await roadFees(ctx, result.lines),
    deposit: deposit === null ? null : toShekels(deposit),
    deposit_kind: depositKindOf(ctx),
    finance_plans: await openPlans(ctx, result),
    remarks:
      free && free.missing > 0
        ? `עוד ${formatExactPrice(free.missing)} למשלוח חינם${free.by_place ? ' ברוב היישובים' : ''}`
        : '',
    errors: result.errors,
  };
}

/** What reserves an order, in agorot, never more than it costs; `null` where something in it can't be reserved. */
export function depositOf({ lines, totalAgorot }: Pick<Calculation, 'lines' | 'totalAgorot'>): number | null {
  if (lines.length === 0 || lines.some(({ variant }) => !variant.depositAgorot)) return null;
  const deposits = lines.reduce((sum, { quantity, variant }) => sum + quantity * (variant.depositAgorot ?? 0), 0);
  return Math.min(deposits, totalAgorot);
}

export const depositKindOf = ({ store }: RequestContext): CalcCart['deposit_kind'] =>
  store.settings.purchase?.deposit ?? 'charge';

/** Only vehicles are financed, with what goes along. */
export const hasVehicle = (lines: PricedLine[]): boolean => lines.some(({ variant }) => variant.kind === 'VEHICLE');

/** The store's plans that finance these goods. */
export async function openPlans(
  ctx: RequestContext,
  { lines, totalAgorot }: Calculation,
): Promise<CalcCart['finance_plans']> {
  if (!hasVehicle(lines)) return [];
  return (await listPlans(ctx)).filter((plan) => downRange(plan, totalAgorot)).map(toPlan);
}

/** Licence and registration fees of the vehicles, which are paid elsewhere and are in no total. */
async function roadFees(ctx: RequestContext, lines: PricedLine[]): Promise<CalcCart['road_fees']> {
  const rules = ctx.store.settings.road_fees ?? [];
  const vehicles = lines.filter(({ variant }) => variant.kind === 'VEHICLE');
  if (rules.length === 0 || vehicles.length === 0) return [];
  const brands = await listBrands(ctx, ctx.store.companyUid);
  return feesOfAll(
    rules,
    vehicles.map(({ variant, quantity }) => ({
      brand: brands.find(({ id }) => id === variant.brandUid)?.key ?? null,
      licenceClass: variant.licenceClass,
      engineCc: Number(variant.engineCc ?? 0),
      quantity,
    })),
  );
}

/**
 * Threshold of free delivery: of the chosen type, else the lowest of the couriers. Shekels. `anywhere`: the place is
 * not known yet.
 */
function freeDelivery(
  { deliveries, delivery, freeDelivery: already }: Awaited<ReturnType<typeof calculate>>,
  goodsAgorot: number,
  anywhere: boolean,
): CalcCart['free_delivery'] {
  const offersOf = (some: DeliveryType[]) =>
    some.flatMap(({ terms, prices }) =>
      terms.priceAgorot > 0 && terms.freeFromAgorot !== null ? [{ from: terms.freeFromAgorot, prices }] : [],
    );
  const [ofChosen] = offersOf(delivery ? [delivery] : []);
  const couriers = offersOf(deliveries.filter(({ kind }) => kind === 'COURIER'));
  const offer = ofChosen ?? couriers.sort((a, b) => a.from - b.from)[0];
  if (!offer) return null;
  return {
    missing: already ? 0 : toShekels(Math.max(0, offer.from - goodsAgorot)),
    threshold: toShekels(offer.from),
    ...(anywhere && !already && dependsOnPlace(offer.prices) && { by_place: true }),
  };
}

function toItem(line: PricedLine): CartItem {
  const extra = line.priceAgorot - Number(line.variant.price);
  const deleted = line.variant.deletedPrice === null ? null : Number(line.variant.deletedPrice) + extra;
  return {
    id: line.variant.uuid,
    product_uid: line.variant.productUid,
    kind: line.variant.kind as CartItem['kind'],
    slug: { name: line.variant.slug },
    name: line.variant.name,
    sku: line.variant.sku,
    quantity: line.quantity,
    price: toShekels(line.priceAgorot),
    discount: toShekels(line.discountAgorot),
    deleted_price: deleted !== null && deleted > line.priceAgorot ? toShekels(deleted) : null,
    image_url: line.image?.image_url ?? null,
    main_image: line.image,
    types: line.values,
    configuration: line.configuration?.code ?? null,
    choices: line.configuration?.choices ?? [],
    max_quantity: line.maxQuantity,
    licence_class: line.variant.licenceClass,
  };
}
