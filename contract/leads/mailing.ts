import { z } from 'zod';
import type { CallSchema } from '../common.ts';

export const subscribeBody = z.strictObject({
  email: z.email().max(254),
  /** The wording is `NEWSLETTER_TEXT` of `domain/people/consent-texts.ts`. */
  consent: z.literal(true),
  /** Honeypot: people leave it empty. */
  website: z.string().max(200).default(''),
});

export const calls = {
  'POST /api/mailing/subscribe': {
    summary: 'Subscribes to the newsletter; a mail asks to confirm. The reply is the same for known addresses',
    body: subscribeBody,
    response: z.object({ received: z.literal(true) }),
  },
} satisfies Record<string, CallSchema>;
