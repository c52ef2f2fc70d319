import { z } from 'zod';
import { filled, money } from '#contract/file-values.ts';
import { deliveryKinds } from '#domain/orders/delivery-kinds.ts';
import { productKinds } from './cells.ts';

/** Zones with a delivery price of their own. */
export const deliveryZone = z
  .strictObject({
    key: filled,
    name: filled,
    cities: z.array(filled).optional(),
    /** Prefixes of postal codes. */
    postal_codes: z.array(z.string().regex(/^\d{1,7}$/, 'is not the beginning of a postal code')).optional(),
  })
  .refine((zone) => zone.cities || zone.postal_codes, { error: 'has neither cities nor postal_codes' });

const kilograms = z
  .number()
  .positive('is not above 0')
  .max(50_000, 'is too large')
  .transform((value) => Math.round(value * 1_000));

const price = z.strictObject({
  zone: filled.optional(),
  weight_from: kilograms.optional(),
  sum_from: money.optional(),
  price: money,
  free_from: money.nullish(),
});

export const delivery = z.strictObject({
  key: filled,
  kind: z.enum(deliveryKinds),
  name: filled,
  price: money.default(0),
  free_from: money.nullish(),
  /** The first whose conditions hold replaces the two above. */
  prices: z.array(price).default([]),
  max_weight: kilograms.optional(),
  product_kinds: z.array(z.enum(productKinds)).default([...productKinds]),
  days: z.string().optional(),
});
