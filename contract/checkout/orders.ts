import { z } from 'zod';
import { WALLETS } from '#domain/money/wallets.ts';
import { MAX_LINES } from '#domain/orders/cart-limits.ts';
import { orderStatuses, paymentStatuses } from '#domain/orders/states.ts';
import { isIdentityNumber } from '#domain/people/identity-number.ts';
import { withoutSeparators } from '#domain/text/without-marks.ts';
import { lineChoice } from '../catalogue/configurator.ts';
import { financeQuote } from '../catalogue/finance-models.ts';
import { variantValue } from '../catalogue/products.ts';
import { type CallSchema, mediaUrl, money, slug, uid } from '../common.ts';
import { emailAddress } from '../email.ts';
import { personName } from '../person-form.ts';
import { addressInput } from './address-form.ts';
import { cartItemInput, couponInput, depositKind, roadFee } from './cart-pricing.ts';
import { taxDocument } from './documents.ts';

export const orderStatus = z.enum(orderStatuses);
export const paymentStatus = z.enum(paymentStatuses);
const paymentMethod = z.enum(['card', 'instalments', 'financing', 'deposit']);

export const createOrderBody = z.strictObject({
  cart: z.array(cartItemInput.loose()).min(1).max(MAX_LINES),
  coupons: z.array(couponInput.loose()).max(10).default([]),
  delivery_type_id: uid,
  branch_id: uid.nullish(),
  payment_method: paymentMethod.default('card'),
  payments_count: z.number().int().min(1).max(36).default(1),
  /** With `card`: the wallet to pay by instead, one that the store takes for this sum. */
  wallet: z.enum(WALLETS).nullish(),
  /** With `financing`: the stored quote that the shopper saw. Other figures today refuse the order. */
  finance_quote_uid: uid.nullish(),
  customer: z.strictObject({
    first_name: personName,
    last_name: personName,
    phone: z.string().max(30),
    email: emailAddress,
  }),
  address: addressInput.nullish(),
  business: z
    .strictObject({
      name: z.string().trim().min(2).max(120),
      number: z.string().overwrite(withoutSeparators).refine(isIdentityNumber, 'המספר אינו תקין'),
    })
    .nullish(),
  remarks: z.string().trim().max(500).default(''),
  /**
   * The secret of an offer for a used vehicle, and which vehicle of the cart it is for. It changes no sum of the order.
   * `low`: its lower end as the shopper saw it. Another one today refuses the order, with the offer in `details`.
   */
  trade_in: z.strictObject({ secret: z.string().min(1).max(100), product_uid: uid, low: money.optional() }).nullish(),
  /** Ticket of `login-verify-otp-code` for this phone: proves it for guests where nothing is paid online now. */
  phone_ticket: z.string().max(100).nullish(),
  terms_accepted: z.literal(true),
  marketing_consent: z.boolean().default(false),
  /** Secret of the device's order that waits for payment: until it is paid or abandoned, no other is placed. */
  open_order: z.string().max(100).nullish(),
  /** The total that the shopper saw. A different total refuses the order, with the new calculation in `details`. */
  total_order_price: money,
  /**
   * What the shopper saw is to be paid online now, such as a deposit. Another sum refuses the order in the same way.
   */
  due: money.optional(),
  /** With `deposit`: how the shopper saw it is taken. A store that takes it in the other way refuses the order, too. */
  deposit_kind: depositKind.optional(),
});

/**
 * The gateway's page, and by name the wallet that the shopper wants: `choose` where it is to be chosen on the page,
 * `missed` where the page should have opened on it and did not.
 */
export const paymentFrame = z.object({
  url: z.url(),
  origin: z.string(),
  choose: z.string().nullable(),
  missed: z.string().nullable(),
});

/** A notice of cancellation sent for an order, with the inquiry's number (docs/rules/cancellation.md). */
export const cancellationNotice = z.object({ number: z.string(), sent_at: z.string() });

/**
 * The used vehicle of an order. `estimated`: `credit` is in no sum until the vehicle was inspected; `confirmed`: it is
 * a discount of the order; `rejected`: there is none.
 */
const orderTradeIn = z.object({
  name: z.string(),
  state: z.enum(['estimated', 'confirmed', 'rejected']),
  /** The lower end of the offer; the credit is at most the vehicle’s price. */
  low: money,
  credit: money,
  reason: z.string(),
});

export const orderLine = z.object({
  id: uid,
  name: z.string(),
  sku: z.string(),
  slug: z.object({ name: slug }).nullable(),
  types: z.array(variantValue),
  /** Choices of the configurator, with names and prices as sold. */
  choices: z.array(lineChoice),
  image_url: mediaUrl.nullable(),
  quantity: z.number().int(),
  /** Pieces of it whose money went back. */
  returned: z.number().int(),
  price: money,
  discount: money,
});

/** Goods that were sent; without a carrier or a number where the store writes none. */
const parcel = z.object({
  carrier: z.string(),
  tracking_number: z.string(),
  shipped_at: z.string(),
  lines: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
});

export const order = z.object({
  uuid: uid,
  number: z.string(),
  status: orderStatus,
  payment_status: paymentStatus,
  payment_method: paymentMethod,
  created_at: z.string(),
  paid_at: z.string().nullable(),
  customer: z.object({ first_name: z.string(), last_name: z.string(), phone: z.string(), email: z.string() }),
  lines: z.array(orderLine),
  order_discounts: z.array(z.object({ discount_amount: money, sale: z.object({ name: z.string() }) })),
  trade_in: orderTradeIn.nullable(),
  delivery: z.object({
    name: z.string(),
    kind: z.string(),
    final_price: money,
    branch: z.string().nullable(),
    /** Street and town of the branch. */
    branch_address: z.string().nullable(),
    address: z.string().nullable(),
    /** For who brings it. */
    courier_remarks: z.string(),
  }),
  /** Ascending by time. */
  parcels: z.array(parcel),
  /** In whose name the invoice is, where a business buys. */
  business: z.object({ name: z.string(), number: z.string() }).nullable(),
  total_cart_price: money,
  total_cart_discounts: money,
  total_order_price: money,
  /** To be paid online so that the order is accepted. */
  amount_to_pay: money,
  /** A person looks into a payment of it: nothing is to be paid until then, neither `amount_to_pay` nor `balance`. */
  in_doubt: z.boolean(),
  /** Staff have placed it: its buyer agrees to the terms by paying, and a page that leads there says so. */
  asks_for_terms: z.boolean(),
  /** What an accepted order grew by and is still to be paid online, and where; `null`: nothing. */
  balance: z.object({ amount: money, path: z.string() }).nullable(),
  /** Paid, or held on a card, but for a surplus that went back; 0 until then. */
  paid_online: money,
  /** Of a reserved vehicle: the deposit paid or held on the card; before that, the deposit due. */
  deposit: money.nullable(),
  /** What a deposit leaves to be paid before the handover, without `balance`; 0 for any other order. */
  rest: money,
  payments_count: z.number().int(),
  /** The requested financing. */
  finance: financeQuote.nullable(),
  /** The wallet that has paid, by name; `null`: a card, or nothing yet. */
  wallet: z.string().nullable(),
  card: z.object({ last4: z.string(), brand: z.string() }).nullable(),
  /** End of the hold of an unpaid order. */
  hold_until: z.string().nullable(),
  /** Seconds from this answer until then: a device's clock may be wrong. */
  hold_seconds: z.number().int().nullable(),
  /** Invoices, receipts and credits, descending by time. */
  documents: z.array(taxDocument),
  /** Papers and steps before the handover of a vehicle; empty for other goods. */
  handover: z.array(z.object({ title: z.string(), text: z.string() })),
  /** Heading of the handover, with the store's word for the vehicle. */
  handover_title: z.string(),
  /** Fees of its vehicles as of today: paid before the handover, in no total. */
  road_fees: z.array(roadFee),
  /** What the total with these fees is called, as on the vehicles' pages. */
  road_price_name: z.string(),
  /**
   * Money that went back or is on its way back, ascending by time; `fee`: what was kept of it besides as a
   * cancellation's fee; `to`: where it goes, for a return that goes to several cards.
   */
  refunds: z.array(
    z.object({
      id: uid,
      amount: money,
      fee: money,
      at: z.string(),
      done: z.boolean(),
      to: z.object({ wallet: z.string().nullable(), last4: z.string().nullable() }).nullable(),
    }),
  ),
  /** Every piece was given back: nothing of it is still to come, whatever its status. */
  returned: z.boolean(),
  /**
   * What was kept of its money as the fee of its cancellation, although all its goods were given back; `null`: nothing.
   */
  cancellation_fee: money.nullable(),
  /** Ascending by time: the first one's date counts by law (docs/rules/cancellation.md). */
  cancellation_notices: z.array(cancellationNotice),
  /** Payment, accepted, in process, delivery: when each was reached. */
  timeline: z.array(
    z.object({ stage: z.enum(['payment', 'accepted', 'in_process', 'delivery']), at: z.string().nullable() }),
  ),
});

/** An open purchase of the shopper, for the screens around it. */
const openOrder = z.object({
  secret: z.string(),
  number: z.string(),
  /**
   * Waits for payment; waits, but its cancellation was asked for and is being dealt with; is in doubt, so that nothing
   * more is to be paid; is paid, or needs no payment online.
   */
  state: z.enum(['open', 'cancelling', 'review', 'done']),
  amount_to_pay: money,
  hold_until: z.string().nullable(),
  hold_seconds: z.number().int().nullable(),
  /** Of the first line. */
  name: z.string(),
  lines_count: z.number().int(),
  /** Variants that it holds. */
  variants: z.array(uid),
});

const createOrderReply = z.object({
  order,
  /** Opens `/order/{secret}` and get-order without signing in. */
  secret: z.string(),
  /** The page to show in the frame; `null` when nothing is paid online. */
  payment: paymentFrame.nullable(),
});

export const calls = {
  'POST /api/orders/create': {
    summary: 'Places an order: recalculates, reserves stock, opens the payment page. Idempotent by header',
    headers: z.object({ 'idempotency-key': z.string().min(8).max(100) }),
    body: createOrderBody,
    response: createOrderReply,
  },
  'GET /api/orders/get-order': {
    summary: "An order, for its owner's token or by its own secret",
    query: z.object({ id: uid.optional(), secret: z.string().max(100).optional() }),
    response: order,
  },
  'POST /api/orders/get-open-order': {
    summary:
      'The order that the device knows by its secret, or by the random key of a click that was not answered, until it has ended; else the signed-in customer’s that waits for payment',
    body: z.strictObject({
      open_order: z.string().max(100).nullish(),
      /** An `Idempotency-Key` of 16 random bytes: it identifies the client that placed the order. */
      click: z
        .string()
        .regex(/^[0-9a-f]{32}$/)
        .nullish(),
    }),
    response: z.object({ order: openOrder.nullable() }),
  },
  'POST /api/orders/extend-hold': {
    summary: 'Holds the goods of an unpaid order for another half hour, once stock allows',
    body: z.strictObject({ secret: z.string().max(100) }),
    response: order,
  },
  'POST /api/orders/release': {
    summary: 'Releases an unpaid order: its goods return, and its payment page is closed where the gateway can do that',
    body: z.strictObject({ secret: z.string().max(100) }),
    response: order,
  },
  'POST /api/orders/check-payment': {
    summary:
      'Asks the gateway whether an order was paid (again after 3 seconds at most, or when `returned`); the answer is the gateway’s, never the browser’s',
    body: z.strictObject({ secret: z.string().max(100), returned: z.boolean().optional() }),
    response: order,
  },
  'POST /api/receipts/get-payment-link': {
    summary:
      "A fresh payment page for an unpaid order, by the order's secret; none while a notice of its cancellation is being dealt with",
    body: z.strictObject({ secret: z.string().max(100) }),
    response: paymentFrame,
  },
} satisfies Record<string, CallSchema>;

export type PaymentMethod = z.infer<typeof paymentMethod>;
export type Order = z.infer<typeof order>;
export type OpenOrder = z.infer<typeof openOrder>;
export type CancellationNotice = z.infer<typeof cancellationNotice>;
export type OrderLine = z.infer<typeof orderLine>;
export type CreateOrderBody = z.input<typeof createOrderBody>;
export type CreateOrderReply = z.infer<typeof createOrderReply>;
