import { z } from 'zod';
import { MAX_LINE_QUANTITY, MAX_LINES } from '#domain/orders/cart-limits.ts';
import { deliveryKinds } from '#domain/orders/delivery-kinds.ts';
import { lineChoice } from '../catalogue/configurator.ts';
import { financePlan } from '../catalogue/finance-models.ts';
import { successor, variantValue } from '../catalogue/products.ts';
import { type CallSchema, image, mediaUrl, money, productKind, slug, uid } from '../common.ts';

/** The only trusted input of calc-cart. `id` is the variant's. Other fields of a stored line are ignored. */
export const cartItemInput = z.object({
  id: uid,
  quantity: z.number().int().min(1).max(MAX_LINE_QUANTITY),
  configuration: z.string().max(40).nullish(),
  /** The price that the shopper last saw; only used to report that it changed. */
  price: z.number().nullish(),
});

const cartItem = z.object({
  id: uid,
  product_uid: uid,
  kind: productKind,
  slug: z.object({ name: slug }),
  name: z.string(),
  sku: z.string(),
  quantity: z.number().int(),
  price: money,
  /** For the whole line. */
  discount: money,
  deleted_price: money.nullable(),
  image_url: mediaUrl.nullable(),
  main_image: image.nullable(),
  types: z.array(variantValue),
  configuration: z.string().nullable(),
  /** Choices of the configurator; the price includes them. */
  choices: z.array(lineChoice),
  max_quantity: z.number().int(),
  licence_class: z.string().nullable(),
});

const cartErrorCode = z.enum([
  'PRODUCT_UNAVAILABLE',
  'NOT_ENOUGH_STOCK',
  'PRICE_CHANGED',
  'CONFIGURATION_UNAVAILABLE',
  'COUPON_UNKNOWN',
  'COUPON_EXPIRED',
  'COUPON_NOT_STARTED',
  'COUPON_USED_UP',
  'COUPON_MIN_ORDER',
  'COUPON_NOT_COMBINABLE',
  'COUPON_NOT_NEEDED',
  'CART_FULL',
  'COUPON_WRONG_CUSTOMER',
  'DELIVERY_UNAVAILABLE',
]);

const deliveryOption = z.object({
  id: uid,
  kind: z.enum(deliveryKinds),
  name: z.string(),
  days: z.string(),
  first_price: money,
  final_price: money,
  free_from: money.nullable(),
  /** The price depends on the destination: send `address` for the exact one. */
  by_place: z.boolean(),
  branches: z.array(z.object({ id: uid, name: z.string(), city: z.string(), address: z.string() })),
});

export const roadFee = z.object({ name: z.string(), price: money });

/** Whatever was typed: one that is unknown is an error of the cart, not of the call. */
export const couponInput = z.object({ code: z.string().max(500) });

/** A deposit is charged at once, or only held on the card. */
export const depositKind = z.enum(['charge', 'hold']);

const calcCartBody = z.strictObject({
  /** Lines beyond `MAX_LINES` come back as errors of the cart. */
  cart: z.array(cartItemInput.loose()).max(2 * MAX_LINES),
  store_uid: uid.optional(),
  customer_uid: uid.nullish(),
  delivery_type_id: uid.nullish(),
  /** Destination, for deliveries whose price depends on it. */
  address: z.strictObject({ city: z.string().max(80).optional(), postal_code: z.string().max(7).optional() }).nullish(),
  coupons: z.array(couponInput.loose()).max(10).default([]),
  /** Secret of the device's order that waits for payment: the stock it holds counts as available here. */
  open_order: z.string().max(100).nullish(),
});

const calcCartReply = z.object({
  cart: z.array(cartItem),
  delivery: z.object({ first_price: money, final_price: money }).nullable(),
  delivery_type_id: uid.nullable(),
  /** Types that suit every line of the cart. */
  delivery_options: z.array(deliveryOption),
  total_cart_discounts: money,
  total_cart_price: money,
  total_order_price: money,
  order_discounts: z.array(z.object({ discount_amount: money, sale: z.object({ name: z.string() }) })),
  coupons: z.array(z.object({ id: uid, name: z.string(), code: z.string(), discount: money })),
  /**
   * `{ missing, threshold }`: another ₪missing to free delivery; `null` without such an offer. `by_place`: it may be
   * more, or not to be had, where the goods go to, which was not said.
   */
  free_delivery: z.object({ missing: money, threshold: money, by_place: z.boolean().optional() }).nullable(),
  /** Fees of the vehicles until they are on the road: paid before the handover, in no total. */
  road_fees: z.array(roadFee),
  /** What reserves all of it; `null` where something in it can't be reserved. */
  deposit: money.nullable(),
  deposit_kind: depositKind,
  /** Plans that finance a cart with a vehicle; without one, none. */
  finance_plans: z.array(financePlan),
  remarks: z.string(),
  errors: z.array(
    z.object({
      error_code: cartErrorCode,
      message: z.string(),
      id: z.string().optional(),
      /** What is delivered instead of a part that can't be bought. */
      replaced_by: successor.optional(),
    }),
  ),
});

export const calls = {
  'POST /api/sales/calc-cart': {
    summary: 'The only place where a total is made',
    body: calcCartBody,
    response: calcCartReply,
  },
} satisfies Record<string, CallSchema>;

export type CartItem = z.infer<typeof cartItem>;
export type CartItemInput = z.infer<typeof cartItemInput>;
export type CalcCartBody = z.input<typeof calcCartBody>;
export type CalcCart = z.infer<typeof calcCartReply>;
export type DeliveryOption = z.infer<typeof deliveryOption>;
