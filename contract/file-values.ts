import { z } from 'zod';
import { isShekels, toAgorot, toBasisPoints } from '#domain/money/money.ts';

/** Values of an import folder's JSON files. */
export const filled = z.string().trim().min(1, 'is empty');

/** Shekels as a JSON number, to agorot. */
export const money = z
  .number()
  .min(0, 'is below zero')
  .max(99_999_999, 'is too large')
  .refine(isShekels, 'has more than two decimals')
  .transform(toAgorot);

/** Percent to basis points. */
export const percent = z.number().min(0, 'is below zero').max(100, 'is above 100').transform(toBasisPoints);

/** Opening hours of a day; empty: closed. */
export const openingHours = z
  .string()
  .regex(
    /^(?:([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-4]):[0-5]\d)?$/,
    'is not opening hours: 08:30-18:00, or empty for a closed day',
  );
export const weekHours = z.partialRecord(z.enum(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']), openingHours);

export const months = z.number().int().min(1).max(360);
