import { z } from 'zod';
import { uid } from '../common.ts';
import { emailAddress } from '../email.ts';

export const questionForm = z.strictObject({
  product_uid: uid,
  text: z.string().trim().min(10, 'כתבו את השאלה').max(1_000),
  name: z.string().trim().min(2, 'הזינו שם').max(60),
  email: emailAddress,
  /** Honeypot: people leave it empty. */
  website: z.string().max(200).default(''),
});
