import { z } from 'zod';
import { type CallSchema, uid } from '../common.ts';
import { leadBody } from './lead-form.ts';

const option = z.object({ id: uid, key: z.string(), name: z.string() });

export const calls = {
  'GET /api/contacts/get-contact-types': { summary: 'What a message can be about', response: z.array(option) },
  'GET /api/contacts/get-contact-sources': { summary: 'Where a message can come from', response: z.array(option) },
  'POST /api/contacts': {
    summary: 'Leaves details: contact form, lead banner, interest in a model',
    body: leadBody,
    response: z.object({ received: z.literal(true) }),
  },
} satisfies Record<string, CallSchema>;
