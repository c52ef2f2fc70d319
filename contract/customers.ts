import { z } from 'zod';
import { type CallSchema, listOf, uid } from './common.ts';
import { productPreview } from './products.ts';

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

export const calls = {
  'POST /api/customers/check-otp-rate-limit': {
    summary: 'How many codes may still be asked for',
    body: z.strictObject({ phone: z.string().max(30) }),
    response: z.object({ allowed: z.boolean(), remaining: z.number().int(), retry_after: z.number().int() }),
  },
  'GET /api/customers/get-otp-code': {
    summary: 'Sends a one-time code to a mobile phone',
    headers: otpHeaders,
    query: z.object({ phone: z.string().max(30) }),
    response: z.object({ expires_in: z.number().int(), resend_in: z.number().int(), remaining: z.number().int() }),
  },
  'GET /api/customers/login-verify-otp-code': {
    summary: 'Checks a one-time code; the right one gives a single-use ticket',
    headers: otpHeaders,
    query: z.object({ phone: z.string().max(30), code: z.string().max(12) }),
    response: z.object({ ticket: z.string(), registered: z.boolean() }),
  },
  'POST /api/customers/create-customer': {
    summary: 'Signs up the phone that a ticket proves',
    body: z.strictObject({
      ticket: z.string().max(100),
      first_name: z.string().trim().min(1).max(60),
      last_name: z.string().trim().min(1).max(60),
      email: z.email().max(254).nullish(),
      marketing_consent: z.boolean().default(false),
    }),
    response: z.object({ token: z.string(), customer }),
  },
  'POST /api/customers/login': {
    summary: 'Turns a ticket into a token; sets the cookie',
    body: z.strictObject({ ticket: z.string().max(100) }),
    response: z.object({ token: z.string(), customer }),
  },
  'GET /api/customers/get-by-token': {
    summary: 'The customer of the cookie, the bearer token or the query token',
    query: z.object({ token: z.string().max(200).optional() }),
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
} satisfies Record<string, CallSchema>;

export type Customer = z.infer<typeof customer>;
