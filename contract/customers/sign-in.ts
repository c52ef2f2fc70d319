import { z } from 'zod';
import { createOrderBody } from '../checkout/orders.ts';
import type { CallSchema } from '../common.ts';
import { emailAddress } from '../email.ts';
import { customer, signedIn } from './customers.ts';

const { first_name, last_name } = createOrderBody.shape.customer.shape;
const phone = z.string().max(30);
const ticket = z.string().max(100);
/** Rules of passwords are in `domain/people/password.ts`; a refusal is WEAK_PASSWORD with the reason. */
const password = z.string().min(1).max(1_000);
const provider = z.enum(['google', 'facebook']);
const social_ticket = ticket.optional().describe('Of a refused login-whit-social: ties that account to this customer');

const otpHeaders = z.object({ 'x-rate-limit': z.literal('otp') });

export const signUpBody = z
  .strictObject({
    ticket,
    first_name,
    last_name,
    email: emailAddress.nullish(),
    password: password.optional().describe('With an e-mail address; signs in by the two from then on'),
    social_ticket,
    marketing_consent: z.boolean().default(false),
  })
  .refine((body) => !body.password || body.email, { path: ['email'], error: 'is needed with a password' });

const hashedBody = z.strictObject({
  hashedData: z.string().max(16_000).describe('The same body as a compact JWE to the key of get-encryption-key'),
  isHashed: z.literal(true),
});

const loginTicket = z.strictObject({ ticket, social_ticket });

const resetLink = z.object({
  valid: z.boolean(),
  email: z.string().nullable().describe('The address with its first letter only'),
  sign_in_first: z.boolean().describe('The address is not proved yet: sign in by phone, then use the link'),
});

export const calls = {
  'POST /api/customers/check-otp-rate-limit': {
    summary: 'Whether a code may be asked for now, or in how many seconds; nothing of how many were',
    body: z.strictObject({ phone }),
    response: z.object({
      allowed: z.boolean(),
      remaining: z.number().int().describe('5 where waiting a minute at most is enough, otherwise 0'),
      retry_after: z.number().int(),
    }),
  },
  'GET /api/customers/get-otp-code': {
    summary: 'Sends a one-time code to a mobile phone',
    headers: otpHeaders,
    query: z.object({ phone }),
    response: z.object({
      expires_in: z.number().int(),
      resend_in: z.number().int().describe('Seconds until the next code may be asked for'),
      remaining: z.number().int().describe('How many more this caller may ask for, whatever others have'),
    }),
  },
  'GET /api/customers/login-verify-otp-code': {
    summary: 'Checks a one-time code; the right one gives a single-use ticket',
    headers: otpHeaders,
    query: z.object({ phone, code: z.string().regex(/^\d{6}$/) }),
    response: z.object({
      ticket: z.string(),
      registered: z.boolean(),
      buyer: z
        .object({ first_name: z.string(), last_name: z.string(), email: z.string() })
        .nullable()
        .describe('As the last paid order of a guest with this phone names them, for a sign-up'),
    }),
  },
  'GET /api/customers/get-encryption-key': {
    summary: 'The public key (JWK) that hashedData is encrypted to: ECDH-ES with A256GCM',
    response: z.object({
      kty: z.literal('EC'),
      crv: z.literal('P-256'),
      x: z.string(),
      y: z.string(),
      kid: z.string(),
      use: z.literal('enc'),
      alg: z.literal('ECDH-ES'),
    }),
  },
  'POST /api/customers/create-customer': {
    summary: 'Signs up the phone that a ticket proves',
    body: z.union([signUpBody, hashedBody]),
    response: signedIn,
  },
  'POST /api/customers/login': {
    summary: 'Turns a ticket, or an e-mail address and a password, into a token; sets the cookie',
    body: z.union([loginTicket, z.strictObject({ email: emailAddress, password })]),
    response: signedIn,
  },
  'POST /api/customers/start-social': {
    summary: 'The address where the browser signs in at Google or Facebook; binds what comes back to this browser',
    body: z.strictObject({ provider }),
    response: z.object({ url: z.string() }),
  },
  'POST /api/customers/login-whit-social': {
    summary: 'Turns an ID token of Google or Facebook into a token; sets the cookie',
    body: z.strictObject({ provider, id_token: z.string().max(8_000) }),
    response: signedIn,
  },
  'POST /api/customers/forgot-password': {
    summary: 'Mails a link that chooses a new password, if the address is known; the answer is the same if not',
    body: z.strictObject({ email: emailAddress }),
    response: z.object({ expires_in: z.number().int() }),
  },
  'POST /api/customers/verify-reset-password-link': {
    summary: 'Whether a mailed link is still good',
    body: z.strictObject({ token: ticket }),
    response: resetLink,
  },
  'POST /api/customers/reset-password': {
    summary: 'Spends a mailed link on a new password; signs everybody else out',
    body: z.strictObject({ token: ticket, password }),
    response: z.object({}),
  },
  'POST /customer/customers/change-password': {
    summary: 'A new password for the old one, or the first one shortly after signing in; signs everybody else out',
    body: z.strictObject({
      current_password: password
        .optional()
        .describe('Needed where there is one; where there is none, it may not be given'),
      password,
    }),
    response: z.object({}),
  },
  'POST /customer/customers/change-phone': {
    summary: 'The phone that a ticket proves becomes the account’s, shortly after signing in; signs everybody else out',
    body: z.strictObject({ ticket }),
    response: customer,
  },
  'POST /customer/customers/logout': {
    summary: 'Revokes the token',
    response: z.object({}),
  },
  'POST /customer/customers/logout-everywhere': {
    summary: "Revokes every token of the customer's, this one too",
    response: z.object({}),
  },
} satisfies Record<string, CallSchema>;

export type SignUp = z.infer<typeof signUpBody>;
export type LoginTicket = z.infer<typeof loginTicket>;
export type ResetLink = z.infer<typeof resetLink>;
