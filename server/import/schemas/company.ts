import { z } from 'zod';
import { filled, openingHours, percent, weekHours } from '#contract/file-values.ts';
import { parsePhone } from '#domain/people/phone.ts';

const key = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'is not a key: small Latin letters, digits and hyphens');

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
  hours: weekHours.default({}),
  exceptions: z.record(exceptionDay, openingHours).default({}),
  booking: z
    .strictObject({ TEST_RIDE: plan.optional(), SERVICE: plan.optional(), HANDOVER: plan.optional() })
    .default({}),
});

const year = z.number().int().min(1950, 'is no model year').max(2100, 'is no model year');
const share = z.number().min(0, 'is below zero').max(100, 'is above 100');
const price = z.number().int('is not a whole number').positive('is not above 0').max(10_000_000, 'is too large');
const fewest = z.number().int('is not a whole number').min(0, 'is below zero').max(2_000_000, 'is too large');

/** `TradeInTable` of `domain/money/trade-in-estimate.ts`, in shekels and percent. */
export const tradeInFile = z.strictObject({
  valid_days: z.number().int('is not a whole number').min(1, 'is not above 0').max(90, 'is too large').default(14),
  spread: share.default(10),
  values: z
    .array(
      z
        .strictObject({ make: filled, model: filled.optional(), year_from: year, year_to: year, price })
        .refine(({ year_from, year_to }) => year_to >= year_from, { path: ['year_to'], error: 'is below year_from' }),
    )
    .max(2_000)
    .default([]),
  km: z
    .array(z.strictObject({ from: fewest, share }))
    .max(20)
    .refine((rows) => rows.every(({ from }, at) => at === 0 || from > (rows[at - 1]?.from ?? 0)), 'is not ascending')
    .default([]),
  deductions: z
    .strictObject({
      second_hand: share.default(0),
      third_hand: share.default(0),
      fleet: share.default(0),
      light_damage: share.default(0),
      structural_damage: share.default(100),
      worn_tyres: share.default(0),
    })
    .prefault({}),
});

export const companyFile = z.strictObject({
  key,
  name: filled,
  legal_name: filled,
  company_number: z.string().regex(/^\d{9}$/, 'is not a company number of nine digits'),
  address: filled,
  brands: z.array(z.strictObject({ key, name: filled, name_en: filled, logo: z.string().optional() })).default([]),
  branches: z.array(branchFile).default([]),
  /** Without it the company keeps the one that it has. */
  trade_in: tradeInFile.optional(),
  /** Rates of VAT beside the known ones (`domain/money/vat.ts`). */
  vat_rates: z
    .array(z.strictObject({ from: exceptionDay, percent: percent.refine((bp) => bp <= 5_000, 'is above 50') }))
    .refine((rates) => new Set(rates.map(({ from }) => from)).size === rates.length, 'names a day twice')
    .optional(),
});

export type CompanyFile = z.output<typeof companyFile>;
