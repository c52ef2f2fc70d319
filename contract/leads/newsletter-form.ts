import { z } from 'zod';
import { emailAddress } from '../email.ts';

export const subscribeBody = z.strictObject({
  email: emailAddress,
  /** The wording is `NEWSLETTER_TEXT` of `domain/people/consent-texts.ts`. */
  consent: z.literal(true, 'סמנו את ההסכמה כדי להירשם'),
  /** Honeypot: people leave it empty. */
  website: z.string().max(200).default(''),
});

export const subscribeForm = subscribeBody.extend({
  email: z.string().trim().min(1, 'הזינו דוא״ל').pipe(subscribeBody.shape.email),
});
