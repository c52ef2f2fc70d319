import { z } from 'zod';
import { parsePlate } from '#domain/catalogue/vehicles/vehicle-numbers.ts';
import { tradeInAnswers } from '#domain/people/trade-in.ts';
import { uid } from '../common.ts';
import { leadBody, leadForm } from './lead-form.ts';

const keysOf = <T extends object>(names: T) => Object.keys(names) as [keyof T & string, ...(keyof T & string)[]];
/** `missing` names the question: the summary above a form has the messages alone. */
const answer = <T extends object>(names: T, missing: string) => z.enum(keysOf(names), missing);

export const plateForm = z.strictObject({
  plate: z.string().trim().min(1, 'הזינו מספר רישוי').max(20).refine(parsePlate, 'מספר רישוי הוא שבע או שמונה ספרות'),
});

export const tradeInBody = z.strictObject({
  /** Of what has one. Where the registry has answered of it, its make, model and year count, whatever is sent. */
  plate: z
    .string()
    .trim()
    .max(20)
    .default('')
    .refine((plate) => plate === '' || parsePlate(plate), 'מספר רישוי הוא שבע או שמונה ספרות'),
  make: z.string().trim().min(2, 'הזינו יצרן').max(60),
  model: z.string().trim().min(1, 'הזינו דגם').max(120),
  /** At most the next one, by the server's clock. */
  year: z
    .number('הזינו שנת ייצור')
    .int('הזינו שנת ייצור בת ארבע ספרות')
    .min(1950, 'הזינו שנת ייצור בת ארבע ספרות')
    .max(2100, 'השנה הזו עוד לא הגיעה'),
  km: z.number('הזינו קילומטרים').int('הזינו מספר שלם').min(0, 'הזינו קילומטרים').max(2_000_000, 'המספר גדול מדי'),
  hand: answer(tradeInAnswers.hand, 'בחרו איזו יד הרכב'),
  ownership: answer(tradeInAnswers.ownership, 'בחרו סוג בעלות'),
  accidents: answer(tradeInAnswers.accidents, 'בחרו אם היו תאונות או פגיעות'),
  tyres: answer(tradeInAnswers.tyres, 'בחרו מה מצב הצמיגים'),
  remarks: z.string().trim().max(1_000).default(''),
  name: leadBody.shape.name,
  phone: leadBody.shape.phone,
  email: leadBody.shape.email,
  /** The vehicle that is wanted for it. */
  product_uid: uid.nullish(),
  /** Honeypot: people leave it empty. */
  website: leadBody.shape.website,
});

/** The same as a form. */
export const tradeInForm = tradeInBody.extend({
  phone: leadForm.shape.phone,
  email: leadForm.shape.email,
  product_uid: uid.nullish().catch(null),
});
