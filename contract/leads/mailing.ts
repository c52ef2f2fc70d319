import { z } from 'zod';
import type { CallSchema } from '../common.ts';

export const subscribeBody = z.strictObject({
  email: z.email().max(254),
  /** What was agreed to is `NEWSLETTER_TEXT` of `domain/people/consent-texts.ts`. */
  consent: z.literal(true),
  /** Left empty by people. */
  website: z.string().max(200).default(''),
});

export const calls = {
  'POST /api/mailing/subscribe': {
    summary: 'Subscribes to the newsletter; a mail asks to confirm. The reply is the same for known addresses',
    body: subscribeBody,
    response: z.object({ received: z.literal(true) }),
  },
} satisfies Record<string, CallSchema>;
