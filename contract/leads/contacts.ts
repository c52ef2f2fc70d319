import { z } from 'zod';
import { type CallSchema, uid } from '../common.ts';

const option = z.object({ id: uid, key: z.string(), name: z.string() });

export const leadBody = z.strictObject({
  type: z.string().max(40).default('general').describe('Id or key of get-contact-types'),
  source: z.string().max(60).default('contact').describe('Id or key of get-contact-sources'),
  name: z.string().trim().min(2).max(80),
  phone: z.string().trim().max(30),
  email: z.union([z.literal(''), z.email().max(254)]).default(''),
  message: z.string().trim().max(2_000).default(''),
  product_uid: uid.nullish(),
  /** As typed, without a product page. */
  model: z.string().trim().max(120).default(''),
  /** A stored finance quote. */
  finance_quote_uid: uid.nullish(),
  marketing_consent: z.boolean().default(false),
  /** Honeypot: people leave it empty. */
  website: z.string().max(200).default(''),
});

export const calls = {
  'GET /api/contacts/get-contact-types': { summary: 'What a message can be about', response: z.array(option) },
  'GET /api/contacts/get-contact-sources': { summary: 'Where a message can come from', response: z.array(option) },
  'POST /api/contacts': {
    summary: 'Leaves details: contact form, lead banner, interest in a model',
    body: leadBody,
    response: z.object({ received: z.literal(true) }),
  },
} satisfies Record<string, CallSchema>;
