import { z } from 'zod';
import type { CallSchema } from '../common.ts';
import { subscribeBody } from './newsletter-form.ts';

export const calls = {
  'POST /api/mailing/subscribe': {
    summary: 'Subscribes to the newsletter; a mail asks to confirm. The reply is the same for known addresses',
    body: subscribeBody,
    response: z.object({ received: z.literal(true) }),
  },
} satisfies Record<string, CallSchema>;
