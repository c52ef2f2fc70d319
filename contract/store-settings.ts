import { z } from 'zod';
import { filterNamed } from '#domain/catalogue/filters.ts';
import { productSections } from '#domain/catalogue/product-page/sections.ts';
import { isDefiniteOf } from '#domain/catalogue/vehicles/vehicle-name.ts';
import { licenceClasses } from '#domain/catalogue/vehicles/vehicle-rules.ts';
import { terminalName } from '#domain/money/payment-terminals.ts';
import { WALLETS } from '#domain/money/wallets.ts';
import { buyerTasks } from '#domain/orders/handover-tasks.ts';
import { hasKnownPlaces, orderEvents } from '#domain/orders/order-texts.ts';
import { parsePhone } from '#domain/people/phone.ts';
import { webhookEvents } from '#domain/people/webhook-events.ts';
import { filled, money, weekHours } from './file-values.ts';

/** Vehicles that an entry applies to; without either list, all. */
const forVehicles = {
  brands: z.array(filled).optional(),
  licence_classes: z.array(z.enum(licenceClasses)).optional(),
};

const cubicCentimetres = z.number().int().min(0).max(20_000).optional();

/** A fee of the road price; it applies to vehicles for which all its conditions hold. */
const roadFee = z.strictObject({
  name: filled,
  note: z.string().optional(),
  price: money,
  ...forVehicles,
  engine_cc: z.strictObject({ from: cubicCentimetres, to: cubicCentimetres }).optional(),
});

const bookingWords = z.strictObject({
  name: filled.max(40),
  plural: filled.max(40),
  bring: filled.max(200),
  booked: filled.max(60).optional(),
});

/** Words for vehicles in a sentence; without either list, for all of the store's. */
const vehicleName = z
  .strictObject({
    definite: filled.max(40),
    indefinite: filled.max(40),
    brands: z.array(filled).min(1).optional(),
    types: z.array(filled).min(1).optional(),
  })
  .refine(({ definite, indefinite }) => isDefiniteOf(definite, indefinite), {
    path: ['definite'],
    error: 'is not indefinite with its article: הסירה of סירה',
  });

/** A store's own words; a brace that stands for nothing would be sent as it is. */
const ownWords = filled
  .max(400, 'is longer than 400 characters')
  .refine(hasKnownPlaces, 'has a placeholder that there is not: {שם}, {הזמנה} and {חנות} are known');

const clientId = z
  .string()
  .regex(/^[\w.-]{5,200}$/, 'is not a client id')
  .optional();

/**
 * `stores.settings`: everything pages and rules read of a store's behaviour. Sums are shekels in a file, agorot as
 * stored.
 */
export const storeSettings = z.strictObject({
  purchase: z.strictObject({
    step_4: z.enum(['old', 'new']).default('new'),
    max_payments: z.number().int().min(1).max(36).default(12),
    /** Business days of the hold when nothing is paid online (financing). */
    hold_days: z.number().int().min(1).max(30).optional(),
    /** A reservation's deposit: charged at once, or held on the card until an operator captures it. */
    deposit: z.enum(['charge', 'hold']).default('charge'),
    provider: z.enum(['sandbox', 'cardcom', 'payplus']).default('sandbox'),
    /** One of several terminals there, as the environment names it (PAYMENT_TERMINALS). */
    terminal: terminalName.optional(),
    /** What the terminal takes beside cards, with the most at a time in shekels. */
    wallets: z
      .array(z.strictObject({ wallet: z.enum(WALLETS), up_to: z.number().int().min(1).max(1_000_000).optional() }))
      .refine((rules) => new Set(rules.map(({ wallet }) => wallet)).size === rules.length, 'names a wallet twice')
      .optional(),
    /** Used vehicles are taken in exchange for vehicles. */
    trade_in: z.boolean().default(false),
  }),
  licence_note: z.string().default(''),
  /** The first match replaces `licence_note` on a vehicle's page. */
  licence_notes: z
    .array(
      z.strictObject({
        text: filled.max(400),
        ...forVehicles,
      }),
    )
    .optional(),
  /** Words for visits that can be booked, and what to bring. */
  booking_words: z
    .strictObject({
      TEST_RIDE: bookingWords.optional(),
      SERVICE: bookingWords.optional(),
      HANDOVER: bookingWords.optional(),
    })
    .default({}),
  /**
   * Staff bring vehicles to the shopper to be tried: what that is called, and a sentence of it. Without it nobody can
   * ask for one.
   */
  home_visit: z.strictObject({ name: filled.max(40), text: filled.max(200) }).optional(),
  /** Words for vehicles in sentences; the first match applies. */
  vehicle_names: z.array(vehicleName).optional(),
  /** Sender of its SMS, as registered with the provider. */
  sms_sender: z
    .string()
    .regex(/^[A-Za-z0-9]{3,11}$/, 'has 3 to 11 Latin letters and digits')
    .optional(),
  /** Number that shoppers write to; product pages lead there with the model filled in. */
  whatsapp: z
    .string()
    .refine((number) => parsePhone(number) !== null, 'is not an Israeli phone number')
    .optional(),
  /**
   * When somebody answers by phone and WhatsApp. Without them pages don't say, and calls back are promised on business
   * days.
   */
  contact_hours: weekHours.optional(),
  /** Webhook of what `webhook_events` names; of leads and bookings, beside the mail to `lead_email`. */
  lead_webhook: z.url({ protocol: /^https?$/, error: 'is not an address: https://…' }).optional(),
  webhook_events: z.array(z.enum(webhookEvents)).optional(),
  /** Months after which inquiries and bookings are deleted, as the store's privacy page promises. */
  leads_kept_months: z.number().int().min(1).max(120).optional(),
  /** Hosts besides the payment gateway's that may be framed (videos, viewers). */
  frame_hosts: z.array(z.string().regex(/^(?:\*\.)?[a-z0-9.-]+$/, 'is not a host name')).default([]),
  /** Client ids at Google and Facebook. Without one, that sign-in isn't offered. */
  social: z.strictObject({ google: clientId, facebook: clientId }).default({}),
  road_fees: z.array(roadFee).default([]),
  /** Papers and steps before a vehicle's handover; entries with brands or classes apply to such vehicles only. */
  handover: z
    .array(
      z
        .strictObject({
          title: filled.max(80),
          text: filled.max(400),
          /** For the office's checklist; customers don't see it. */
          staff: filled.max(400).optional(),
          /** What the buyer sends for it from the order's page: photographed papers, or a signature. */
          task: z.enum(buyerTasks).optional(),
          /** What the buyer reads there; of a signature the words to sign. */
          ask: filled.max(2_000).optional(),
          ...forVehicles,
        })
        .refine(({ task, ask }) => !task || ask, { path: ['ask'], error: 'is needed with a task' }),
    )
    .default([]),
  /** Filters of the category page: names, units, ranges. */
  filters: z
    .array(
      z.strictObject({
        key: filled.transform(filterNamed),
        name: filled,
        unit: z.string().optional(),
        ranges: z
          .array(z.number().positive())
          .min(1)
          .refine((bounds) => bounds.every((bound, at) => at === 0 || bound > (bounds[at - 1] ?? 0)), 'do not ascend')
          .optional(),
      }),
    )
    .optional(),
  /** The store's own words in the mails of its orders. */
  order_words: z
    .strictObject({
      greeting: ownWords.optional(),
      ending: ownWords.optional(),
      sentences: z.partialRecord(z.enum(orderEvents), ownWords).optional(),
    })
    .optional(),
  /** Parts of a product's page, in the store's sequence; the others follow in the usual one. */
  product_sections: z
    .array(z.strictObject({ section: z.enum(productSections) }))
    .refine((parts) => new Set(parts.map(({ section }) => section)).size === parts.length, 'names a part twice')
    .optional(),
  /** Suggested queries of the search box. */
  popular_searches: z.array(filled.max(60, 'is longer than 60 characters')).max(8, 'are more than eight').default([]),
});
/** As stored. What has a default may be missing: it is newer than the row. */
export type StoreSettings = Partial<z.input<typeof storeSettings>>;
export type HandoverStep = NonNullable<StoreSettings['handover']>[number];

const hero = z.strictObject({
  title: filled,
  text: z.string().default(''),
  /** In the file a path (`files/hero-1.avif`); stored as the media name. */
  picture: z.string().optional(),
  link: filled,
  link_label: filled,
  product: z.string().optional(),
});

/** `stores.home`. */
export const storeHome = z.strictObject({
  hero: z.array(hero).default([]),
  categories: z.array(z.string()).default([]),
  featured: z.array(z.string()).default([]),
  featured_title: z.string().default(''),
  story: z
    .strictObject({
      title: filled,
      text: filled,
      picture: z.string().optional(),
      link: filled,
      link_label: filled,
    })
    .optional(),
});
/** As stored. */
export type StoreHome = z.input<typeof storeHome>;
