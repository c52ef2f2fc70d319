import { z } from 'zod';
import { parsePhone } from '#domain/people/phone.ts';
import { filled } from './values.ts';

const key = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'is not a key: small Latin letters, digits and hyphens');
/** Opening hours of a day; empty: closed. */
export const openingHours = z
  .string()
  .regex(
    /^(?:([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-4]):[0-5]\d)?$/,
    'is not opening hours: 08:30-18:00, or empty for a closed day',
  );

/** Duration of a visit, and how many the branch serves at once. */
const plan = z.strictObject({ minutes: z.number().int().min(10).max(480), capacity: z.number().int().min(1).max(20) });

/** Days with hours of their own. */
export const exceptionDay = z.iso.date('is not a date: 2026-12-31');

export const branchFile = z.strictObject({
  key,
  name: filled,
  city: filled,
  address: filled,
  region: filled,
  phone: z
    .string()
    .refine((phone) => parsePhone(phone) !== null || /^\*\d{3,6}$|^1-[78]00-/.test(phone), 'is not a phone number'),
  lat: z.number().min(29).max(34).optional(),
  lng: z.number().min(34).max(36).optional(),
  stores: z.array(key).default([]),
  services: z.array(z.enum(['SALE', 'SERVICE', 'TEST_RIDE', 'PARTS'])).default([]),
  hours: z.partialRecord(z.enum(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']), openingHours).default({}),
  exceptions: z.record(exceptionDay, openingHours).default({}),
  booking: z
    .strictObject({ TEST_RIDE: plan.optional(), SERVICE: plan.optional(), HANDOVER: plan.optional() })
    .default({}),
});

export const companyFile = z.strictObject({
  key,
  name: filled,
  legal_name: filled,
  company_number: z.string().regex(/^\d{9}$/, 'is not a company number of nine digits'),
  address: filled,
  brands: z.array(z.strictObject({ key, name: filled, name_en: filled, logo: z.string().optional() })).default([]),
  branches: z.array(branchFile).default([]),
});

export type CompanyFile = z.output<typeof companyFile>;
