import { z } from 'zod';
import { type CallSchema, listOf, money, pageQuery, uid } from './common.ts';
import { createOrderBody, orderStatus, paymentStatus } from './orders.ts';
import { productPreview } from './products.ts';

/** Names are the same wherever a person gives one: 1–60 letters, apostrophes and hyphens. */
const { first_name, last_name } = createOrderBody.shape.customer.shape;
const email = z.email().max(254).nullish();
const phone = z.string().max(30);

const otpHeaders = z.object({ 'x-rate-limit': z.literal('otp') });

export const customer = z.object({
  uuid: uid,
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  image_src: z.string().nullable(),
});

export const signedIn = z.object({
  token: z.string(),
  customer,
  /** Orders that were placed as a guest with this phone and are the customer's from now on. */
  orders_added: z.number().int(),
});

/** An order as it stands in the list. */
export const orderPreview = z.object({
  uuid: uid,
  number: z.string(),
  status: orderStatus,
  payment_status: paymentStatus,
  created_at: z.string(),
  total_order_price: money,
  /** What is still to be paid online. */
  amount_to_pay: money,
  lines_count: z.number().int(),
  /** The first few lines. */
  lines: z.array(z.object({ id: uid, name: z.string(), image_url: z.string().nullable(), quantity: z.number().int() })),
});

export const calls = {
  'POST /api/customers/check-otp-rate-limit': {
    summary: 'How many codes may still be asked for',
    body: z.strictObject({ phone }),
    response: z.object({ allowed: z.boolean(), remaining: z.number().int(), retry_after: z.number().int() }),
  },
  'GET /api/customers/get-otp-code': {
    summary: 'Sends a one-time code to a mobile phone',
    headers: otpHeaders,
    query: z.object({ phone }),
    response: z.object({ expires_in: z.number().int(), resend_in: z.number().int(), remaining: z.number().int() }),
  },
  'GET /api/customers/login-verify-otp-code': {
    summary: 'Checks a one-time code; the right one gives a single-use ticket',
    headers: otpHeaders,
    query: z.object({ phone, code: z.string().regex(/^\d{6}$/) }),
    response: z.object({ ticket: z.string(), registered: z.boolean() }),
  },
  'POST /api/customers/create-customer': {
    summary: 'Signs up the phone that a ticket proves',
    body: z.strictObject({
      ticket: z.string().max(100),
      first_name,
      last_name,
      email,
      marketing_consent: z.boolean().default(false),
    }),
    response: signedIn,
  },
  'POST /api/customers/login': {
    summary: 'Turns a ticket into a token; sets the cookie',
    body: z.strictObject({ ticket: z.string().max(100) }),
    response: signedIn,
  },
  'GET /api/customers/get-by-token': {
    summary: 'The customer of the cookie, the bearer token or the query token',
    query: z.object({ token: z.string().max(200).optional() }),
    response: customer.extend({ favorites: z.array(uid).describe('Product ids, the newest first') }),
  },
  'POST /customer/customers/update': {
    summary: 'Changes name and e-mail of the signed-in customer',
    body: z.strictObject({ first_name, last_name, email }),
    response: customer,
  },
  'POST /customer/customers/logout': {
    summary: 'Revokes the token',
    response: z.object({}),
  },
  'POST /customer/customers/add-favorite-product': {
    summary: 'Adds products to the favourites',
    body: z.strictObject({ product_ids: z.array(uid).min(1).max(200) }),
    response: z.object({ total: z.number().int() }),
  },
  'GET /customer/customers/get-products': {
    summary: 'The favourites',
    query: z.object({
      page: z.coerce.number().int().min(1).max(1_000).default(1),
      page_size: z.coerce.number().int().min(1).max(96).default(24),
    }),
    response: listOf(productPreview),
  },
  'DELETE /customer/customers/:id': {
    summary: 'Removes a favourite by product id',
    params: z.object({ id: uid }),
    response: z.object({ total: z.number().int() }),
  },
  'GET /customer/orders/get-customer-orders': {
    summary: "The customer's own orders, the newest first",
    query: pageQuery.extend({ search: z.string().trim().max(100).default('') }),
    response: listOf(orderPreview),
  },
} satisfies Record<string, CallSchema>;

export type Customer = z.infer<typeof customer>;
export type SignedInReply = z.infer<typeof signedIn>;
export type OrderPreview = z.infer<typeof orderPreview>;
