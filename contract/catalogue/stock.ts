import { z } from 'zod';
import { type CallSchema, uid } from '../common.ts';
import { emailAddress } from '../email.ts';

/** An e-mail or a mobile phone; the e-mail counts when both are present. */
export const stockSubscriptionBody = z.strictObject({
  variant_uid: uid,
  email: z.union([z.literal(''), emailAddress]).default(''),
  phone: z.string().trim().max(30).default(''),
  /** Honeypot: people leave it empty. */
  website: z.string().max(200).default(''),
});

export const calls = {
  'POST /api/variants/subscribe-to-stock': {
    summary: 'Asks to be told, once, when a variant is in stock again',
    body: stockSubscriptionBody,
    response: z.object({ subscribed: z.literal(true) }),
  },
} satisfies Record<string, CallSchema>;
