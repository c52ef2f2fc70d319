import { z } from 'zod';

/** The mailbox that a link is sent to. */
export const proveEmailForm = z.strictObject({
  email: z.string().trim().min(1, 'הזינו דוא״ל').pipe(z.email().max(254)),
});
