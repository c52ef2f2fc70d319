import { z } from 'zod';
import { isPostBox, POST_BOX_REFUSED } from '#domain/people/address-line.ts';
import { withoutSeparators } from '#domain/text/without-marks.ts';

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

const isPlace = (text: string): boolean => !isPostBox(text);

/** An address as a form asks for it: where a courier finds it, and with the house, which older addresses lack. */
export const addressForm = addressInput.extend({
  street: addressInput.shape.street.refine(isPlace, POST_BOX_REFUSED),
  house: z.string().trim().min(1, 'הזינו מספר בית או משק').max(20).refine(isPlace, POST_BOX_REFUSED),
  is_main: z.boolean(),
});
