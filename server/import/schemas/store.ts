import { z } from 'zod';
import { filled, money, months, percent } from '#contract/file-values.ts';
import { storeHome, storeSettings } from '#contract/store-settings.ts';
import { isThemeChoice, themeChoices } from '#domain/catalogue/theme-choices.ts';
import { EMAIL } from '#domain/people/email.ts';
import { hex } from './cells.ts';
import { delivery, deliveryZone } from './deliveries.ts';

const finance = z
  .strictObject({
    name: filled,
    lender: filled,
    rate: percent,
    rate_kind: filled,
    prime: percent.optional(),
    rates_date: z.iso.date('is not a date: 2026-11-01'),
    months_min: months,
    months_max: months,
    months_step: months.default(1),
    down_min: percent,
    down_max: percent,
    balloon: percent.default(0),
    fee: money.default(0),
    min: money,
    max: money,
  })
  .refine((plan) => plan.months_min <= plan.months_max, { path: ['months_max'], error: 'is below months_min' })
  .refine((plan) => plan.down_min <= plan.down_max, { path: ['down_max'], error: 'is below down_min' })
  .refine((plan) => plan.min <= plan.max, { path: ['max'], error: 'is below min' })
  .refine((plan) => (plan.prime ?? 0) <= plan.rate, { path: ['prime'], error: 'is above rate, which includes it' });

const templateSettings = z.record(z.string(), z.string()).superRefine((settings, context) => {
  for (const [name, value] of Object.entries(settings)) {
    if (/^clr\d+$/.test(name) && !hex.test(value))
      context.addIssue({ code: 'custom', path: [name], message: 'is not a colour: #rrggbb' });
    if (isThemeChoice(name) && !(themeChoices[name] as readonly string[]).includes(value))
      context.addIssue({ code: 'custom', path: [name], message: `is not one of ${themeChoices[name].join(', ')}` });
  }
  for (const name of ['clr1', 'clr2', 'clr3']) {
    if (!(name in settings)) context.addIssue({ code: 'custom', path: [name], message: 'is missing' });
  }
});

export const storeFile = z.strictObject({
  name: filled,
  name_en: filled,
  status: z.enum(['open', 'under_construction', 'closed']).default('open'),
  position: z.number().int().min(0).optional(),
  public_domain: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'is not a host name')
    .optional(),
  logo: z.string().optional(),
  footer_logo: z.string().optional(),
  favicon: z.string().optional(),
  template_settings: templateSettings,
  seo: z.strictObject({
    title: filled,
    description: filled,
    share_text: z.string().optional(),
    tag_manager_id: z
      .string()
      .regex(/^GTM-[A-Z0-9]+$/, 'is not a tag-manager id: GTM-…')
      .optional(),
    verification_code: z.string().optional(),
  }),
  email: z.email({ pattern: EMAIL, error: 'is not an e-mail address' }).optional(),
  lead_email: z.email({ pattern: EMAIL, error: 'is not an e-mail address' }).optional(),
  ...storeSettings.shape,
  purchase: storeSettings.shape.purchase.prefault({}),
  finance: z.array(finance).default([]),
  delivery_zones: z.array(deliveryZone).default([]),
  deliveries: z.array(delivery).default([]),
  home: storeHome.prefault({}),
});

export type StoreFile = z.output<typeof storeFile>;
