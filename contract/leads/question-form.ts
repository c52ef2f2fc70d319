import { z } from 'zod';
import { uid } from '../common.ts';
import { emailAddress } from '../email.ts';

export const questionForm = z.strictObject({
  product_uid: uid,
  name: z.string().trim().min(2, 'הזינו שם').max(60),
  email: emailAddress,
  text: z.string().trim().min(10, 'כתבו את השאלה').max(1_000),
  /** Honeypot: people leave it empty. */
  website: z.string().max(200).default(''),
});
