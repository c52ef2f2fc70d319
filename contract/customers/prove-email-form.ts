import { z } from 'zod';
import { emailAddress } from '../email.ts';

/** The mailbox that a link is sent to. */
export const proveEmailForm = z.strictObject({
  email: emailAddress,
});
