import { z } from 'zod';
import { toAgorot } from '#domain/money/money.ts';

/** Values of an import folder's JSON files. */
export const filled = z.string().trim().min(1, 'is empty');

/** Shekels as a JSON number, to agorot. */
export const money = z
  .number()
  .min(0, 'is below zero')
  .max(99_999_999, 'is too large')
  .refine((value) => Number.isInteger(Number((value * 100).toFixed(6))), 'has more than two decimals')
  .transform(toAgorot);

/** Percent to basis points. */
export const percent = z
  .number()
  .min(0, 'is below zero')
  .max(100, 'is above 100')
  .transform((value) => Math.round(value * 100));

export const months = z.number().int().min(1).max(360);
