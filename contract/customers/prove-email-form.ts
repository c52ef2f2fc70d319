import { z } from 'zod';
import { emailAddress } from '../email.ts';

/** The mailbox that a link is sent to. */
export const proveEmailForm = z.strictObject({
  email: z.string().trim().min(1, 'הזינו דוא״ל').pipe(emailAddress),
});
