import { z } from 'zod';
import { productPreview } from '../catalogue/products.ts';
import { cancellationNotice, createOrderBody, orderStatus, paymentStatus } from '../checkout/orders.ts';
import { type CallSchema, listOf, mediaUrl, money, pageQuery, uid } from '../common.ts';
import { emailAddress } from '../email.ts';

/** Names follow one rule everywhere: 1–60 letters, apostrophes and hyphens. */
const { first_name, last_name } = createOrderBody.shape.customer.shape;
const email = emailAddress.nullish();

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
  /** Orders placed as a guest with this phone; they belong to the customer now. */
  orders_added: z.number().int(),
});

/** An order in the list. */
const orderPreview = z.object({
  uuid: uid,
  number: z.string(),
  status: orderStatus,
  payment_status: paymentStatus,
  created_at: z.string(),
  total_order_price: money,
  /** To be paid online now: nothing while a payment is in doubt. */
  amount_to_pay: money,
  /** A person looks into a payment of it. */
  in_doubt: z.boolean(),
  at_branch: z.boolean().describe('Picked up at a branch'),
  cancellation_notices: z.array(cancellationNotice),
  /** Staff still deal with such a notice: its buyer is asked for nothing. */
  cancelling: z.boolean(),
  /** Every piece was given back. */
  returned: z.boolean(),
  lines_count: z.number().int(),
  /** The first few lines. */
  lines: z.array(z.object({ id: uid, name: z.string(), image_url: mediaUrl.nullable(), quantity: z.number().int() })),
});

export const calls = {
  'GET /api/customers/get-by-token': {
    summary: 'The customer of the cookie, the bearer token or the query token',
    query: z.object({ token: z.string().max(200).optional() }),
    response: customer.extend({ favorites: z.array(uid).describe('Product ids, the newest first') }),
  },
  'POST /customer/customers/update': {
    summary: 'Changes name and e-mail of the signed-in customer',
    body: z.strictObject({ first_name, last_name, email: email.describe('Left out, it stays; null takes it away') }),
    response: customer,
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
