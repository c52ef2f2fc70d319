import { z } from 'zod';
import { withoutSeparators } from '#domain/text/pasted.ts';

export const addressInput = z.strictObject({
  city: z.string().trim().min(2, 'הזינו עיר או יישוב').max(80),
  street: z.string().trim().max(120).default(''),
  house: z.string().trim().max(20).default(''),
  entrance: z.string().trim().max(20).default(''),
  floor: z.string().trim().max(10).default(''),
  apartment: z.string().trim().max(20).default(''),
  postal_code: z
    .string()
    .overwrite(withoutSeparators)
    .regex(/^(\d{7})?$/, 'מיקוד הוא בן 7 ספרות. אפשר להשאיר ריק')
    .default(''),
  remarks: z.string().trim().max(300).default(''),
});

/** An address as a form asks for it: with the house, which older addresses lack. */
export const addressForm = addressInput.extend({
  house: z.string().trim().min(1, 'הזינו מספר בית או משק').max(20),
  is_main: z.boolean(),
});
