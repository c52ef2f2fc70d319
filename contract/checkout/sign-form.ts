import { z } from 'zod';
import { parseStrokes } from '#domain/orders/handover-tasks.ts';

/**
 * A signature on the order's page: the full name as typed, the consent, and what was drawn, if anything (lines of
 * points as JSON).
 */
export const signForm = z.strictObject({
  position: z.coerce.number().int().min(0).max(50),
  name: z
    .string()
    .trim()
    .max(120)
    .regex(/^\p{L}[\p{L}\p{M}'’׳״"\-־.]*(?: +[\p{L}\p{M}'’׳״"\-־.]+)+$/u, 'הזינו שם פרטי ושם משפחה'),
  agreed: z.boolean().refine(Boolean, 'סמנו שקראתם ושאתם מסכימים'),
  /** Of the task, as the page showed it: words that nobody read are not signed. */
  version: z.string().max(20).default(''),
  /** The paper that was signed before, as far as the page knew, or `none`. Signed meanwhile, it isn't replaced. */
  replaces: z.string().max(40).optional(),
  drawing: z
    .string()
    .max(100_000)
    .refine((text) => parseStrokes(text) !== null, 'לא הצלחנו לקרוא את החתימה. חתמו שוב')
    .default(''),
});
