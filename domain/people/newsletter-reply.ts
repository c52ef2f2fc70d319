import type { FormReply } from '../forms/parse-form.ts';

/** Reply of the newsletter form. */
export type NewsletterReply = { form: 'newsletter' } & (
  | { received: true; message: string }
  | ({ received: false; message: string } & FormReply)
);
