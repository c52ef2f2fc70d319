import { z } from 'zod';
import { type CallbackWindow, callbackWindows } from '#domain/calendar/callback.ts';
import { parsePhone } from '#domain/people/phone.ts';
import { uid } from '../common.ts';
import { emailAddress } from '../email.ts';

export const leadBody = z.strictObject({
  type: z.string().max(40).default('general').describe('Id or key of get-contact-types'),
  source: z.string().max(60).default('contact').describe('Id or key of get-contact-sources'),
  name: z.string().trim().min(2, 'הזינו שם').max(80),
  phone: z.string().trim().max(30),
  email: z.union([z.literal(''), emailAddress]).default(''),
  message: z.string().trim().max(2_000).default(''),
  product_uid: uid.nullish(),
  /** As typed, without a product page. */
  model: z.string().trim().max(120).default(''),
  /** A stored finance quote. */
  finance_quote_uid: uid.nullish(),
  /** Code of a saved configuration of the product; an unknown one is dropped. */
  configuration: z.string().max(40).nullish(),
  /** Keys of its choices, which are saved and come instead of a code; what isn't possible is dropped. */
  choices: z.array(z.string().max(80)).max(200).default([]),
  /** When to call back: the next such part of a day in which the store answers. `''`: as soon as possible. */
  callback: z.enum(['', ...(Object.keys(callbackWindows) as CallbackWindow[])]).default(''),
  marketing_consent: z.boolean().default(false),
  /** Honeypot: people leave it empty. */
  website: z.string().max(200).default(''),
});

/** The same as a form. An error comes at the field instead of INVALID_PHONE. */
export const leadForm = leadBody.extend({
  phone: leadBody.shape.phone.min(1, 'הזינו מספר טלפון').refine(parsePhone, 'מספר טלפון לא תקין'),
  email: z.string().trim().pipe(leadBody.shape.email.unwrap()),
  /** From the page's URL: a wrong one is dropped. */
  finance_quote_uid: uid.nullish().catch(null),
  configuration: leadBody.shape.configuration.catch(null),
});

/** A notice of cancellation: a lead that also names the order. */
export const cancellationForm = leadForm.extend({
  order_number: z.string().trim().max(40).default(''),
  message: z.string().trim().max(1_900).default(''),
});
