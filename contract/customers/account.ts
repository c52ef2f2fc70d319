import { z } from 'zod';
import { MAX_LINE_QUANTITY } from '#domain/orders/cart-limits.ts';
import { MAX_FAVORITES, MAX_SAVED, MAX_VEHICLES } from '#domain/people/account-limits.ts';
import { configurationCode, lineChoice } from '../catalogue/configurator.ts';
import { financeQuote } from '../catalogue/finance-models.ts';
import { addressInput } from '../checkout/address-form.ts';
import { type CallSchema, image, listOf, money, pageQuery, slug, uid } from '../common.ts';

/** A postal address of the signed-in customer. As long as there is any, one of them is the main one. */
const address = addressInput.extend({ id: uid, is_main: z.boolean(), line: z.string() });
const addressId = z.object({ id: uid });

const garageVehicle = z.object({
  id: uid,
  name: z.string(),
  slug: z.object({ name: slug }),
  /** Those that the device may still hold. */
  former_slugs: z.array(z.string()),
  year: z.number().int().nullable(),
  image: image.nullable(),
  /** Whether the store has a page of the vehicle itself. */
  sold: z.boolean(),
  /** Bought here, or with details of its owner's: only the personal area removes it. */
  kept: z.boolean(),
});
const vehicleInput = z.strictObject({ slug, year: z.number().int().min(1950).max(2100).nullable() });

/** A configuration at today's price; `price` is null when it is no longer available as configured. */
const keptConfiguration = z.object({
  code: configurationCode,
  product: z.object({ id: uid, name: z.string(), slug: z.object({ name: slug }) }),
  choices: z.array(lineChoice),
  price: money.nullable(),
  gone: z.array(z.string()),
  image: image.nullable(),
  saved_at: z.string(),
});

/** A finance quote at today's price and rates; `quote` is null when it can't be offered any more. */
const keptQuote = z.object({
  uid,
  product: z.object({ id: uid, name: z.string(), slug: z.object({ name: slug }) }).nullable(),
  image: image.nullable(),
  variant_sku: z.string().nullable(),
  quote: financeQuote.nullable(),
  kept: financeQuote,
  changed: z.boolean(),
  saved_at: z.string(),
  /** Until when a purchase can reference it. */
  valid_until: z.string(),
});

const consent = z.object({
  kind: z.string(),
  given: z.boolean(),
  /** Wording of the consent. */
  text: z.string(),
  created_at: z.string(),
});

/** A line of the account's cart; `configuration` is its code, `null` for the variant as it is. */
const cartLine = z.strictObject({
  id: uid,
  configuration: z.string().min(1).max(40).nullable().default(null),
  quantity: z.number().int().min(1).max(MAX_LINE_QUANTITY),
});

const rows = z.array(z.record(z.string(), z.unknown()));

/**
 * Everything that the store holds on a person, by subject. Fields are the tables' columns, so that nothing is
 * missing.
 */
const personalData = z.object({
  generated_at: z.string(),
  store: z.object({ name: z.string() }),
  customer: z.record(z.string(), z.unknown()),
  identities: rows,
  newsletter: rows,
  consents: rows,
  sessions: rows,
  image: z.object({ type: z.string(), base64: z.string(), created_at: z.string() }).nullable(),
  addresses: rows,
  favorites: rows,
  favorite_alerts: rows,
  garage: rows,
  garage_reminders: rows,
  cart: rows,
  configurations: rows,
  finance_quotes: rows,
  orders: rows,
  documents: rows,
  /** Papers uploaded to the orders; `base64` is their content. */
  files: rows,
  inquiries: rows,
  bookings: rows,
  answers: rows,
  stock_alerts: rows,
  stock_alert_recipients: rows,
  /** With their photos, whose `base64` is their content. */
  reviews: rows,
  questions: rows,
  trade_ins: rows,
  messages: rows,
  coupons: rows,
});

const codes = z.array(configurationCode).max(MAX_SAVED).default([]);
const uids = z.array(uid).max(MAX_SAVED).default([]);

export const calls = {
  'GET /customer/customers/get-addresses': {
    summary: "The customer's addresses, the main one first",
    query: pageQuery,
    response: listOf(address),
  },
  'POST /customer/customers/add-address': {
    summary: 'Adds an address; the first one, or one with `is_main`, is the main address',
    body: addressInput.extend({ is_main: z.boolean().default(false) }),
    response: address,
  },
  'POST /customer/customers/update-address': {
    summary: 'Changes an address',
    body: addressInput.extend({ id: uid }),
    response: address,
  },
  'POST /customer/customers/set-main-address/:id': {
    summary: 'Makes an address the main one',
    params: addressId,
    response: address,
  },
  'DELETE /customer/customers/delete-customer-address/:id': {
    summary: 'Deletes an address; of the main one the newest of the others takes the place',
    params: addressId,
    response: z.object({ total: z.number().int() }),
  },
  'POST /customer/media/upload-customer-image': {
    summary: 'Sets the picture of the customer',
    body: z.unknown().describe('The picture itself: JPEG, PNG or WebP of at most 8 MiB'),
    response: z.object({ image_src: z.string() }),
  },
  'POST /customer/media/delete-customer-image': {
    summary: 'Removes the picture of the customer',
    response: z.object({}),
  },
  'GET /customer/customers/get-garage': {
    summary: "The customer's vehicles, the one in use first",
    response: z.array(garageVehicle),
  },
  'POST /customer/customers/add-garage-vehicle': {
    summary: 'Puts a vehicle into the garage as the one in use',
    body: vehicleInput,
    response: z.array(garageVehicle),
  },
  'POST /customer/customers/remove-garage-vehicle': {
    summary: 'Takes a model that was chosen to find parts out of the garage',
    body: vehicleInput,
    response: z.array(garageVehicle),
  },
  'GET /customer/customers/get-saved': {
    summary: "Saved configurations and finance quotes, at today's prices",
    response: z.object({ configurations: z.array(keptConfiguration), quotes: z.array(keptQuote) }),
  },
  'POST /customer/customers/save-configuration': {
    summary: 'Saves a configuration by its code',
    body: z.strictObject({ code: configurationCode }),
    response: z.object({}),
  },
  'DELETE /customer/customers/delete-configuration/:code': {
    summary: 'Forgets a saved configuration',
    params: z.object({ code: configurationCode }),
    response: z.object({}),
  },
  'POST /customer/customers/save-quote': {
    summary: 'Saves a kept finance quote',
    body: z.strictObject({ uid }),
    response: z.object({}),
  },
  'DELETE /customer/customers/delete-quote/:id': {
    summary: 'Forgets a saved finance quote',
    params: z.object({ id: uid }),
    response: z.object({}),
  },
  'POST /customer/customers/merge-device': {
    summary:
      'Adds what a device had gathered to the account, as much as fits; tells how much of it was new, and what found no room',
    body: z.strictObject({
      favorites: z.array(uid).max(MAX_FAVORITES).default([]),
      garage: z.array(vehicleInput).max(MAX_VEHICLES).default([]),
      configurations: codes,
      quotes: uids,
    }),
    response: z.object({
      favorites: z.number().int(),
      garage: z.number().int(),
      configurations: z.number().int(),
      quotes: z.number().int(),
      left: z.object({
        favorites: z.array(uid),
        garage: z.array(vehicleInput),
        configurations: z.array(configurationCode),
        quotes: z.array(uid),
      }),
    }),
  },
  'POST /customer/customers/sync-cart': {
    summary:
      'Brings a device’s changes of its cart into the account’s, and answers that: each line gets the quantity that is sent, 0 takes it out. With `merge`, at sign-in, the larger quantity counts',
    body: z.strictObject({
      lines: z
        .array(cartLine.extend({ quantity: z.number().int().min(0).max(MAX_LINE_QUANTITY) }))
        .max(100)
        .default([]),
      merge: z.boolean().default(false),
    }),
    response: z.object({
      cart: z.array(cartLine),
      /** Lines that the account refused, and why. */
      refused: z.array(cartLine.pick({ id: true, configuration: true }).extend({ message: z.string() })),
    }),
  },
  'GET /customer/customers/get-consents': {
    summary: 'What the customer agreed to or took back, the newest first',
    response: z.array(consent),
  },
  'POST /customer/customers/set-consent': {
    summary: 'Gives or takes back a consent',
    body: z.strictObject({ kind: z.literal('marketing'), given: z.boolean() }),
    response: z.array(consent),
  },
  'GET /customer/customers/download-my-data': {
    summary: 'Everything that the store holds on the customer, as a JSON file',
    response: personalData,
  },
  'POST /customer/customers/delete-account': {
    summary: 'Erases the account, shortly after signing in; orders and invoices stay as the law asks, without it',
    body: z.strictObject({ confirm: z.literal(true) }),
    response: z.object({}),
  },
  'POST /customer/orders/cancel-order': {
    summary: 'Gives up an unpaid order of the customer; its goods return',
    body: z.strictObject({ id: uid }),
    // Neither, while a payment is in doubt.
    response: z.object({ cancelled: z.boolean(), paid: z.boolean() }),
  },
  'GET /api/addresses/get-settlements': {
    summary: 'Settlements whose name begins as what was typed, for completion',
    query: z.object({ search: z.string().trim().max(80).default('') }),
    response: z.array(z.object({ code: z.number().int(), name: z.string() })),
  },
  'GET /api/addresses/get-streets': {
    summary: 'Streets of a settlement, by what was typed, for completion',
    query: z.object({ settlement: z.string().trim().max(80), search: z.string().trim().max(120).default('') }),
    response: z.array(z.object({ code: z.number().int(), name: z.string() })),
  },
} satisfies Record<string, CallSchema>;

export type Address = z.infer<typeof address>;
export type GarageVehicle = z.infer<typeof garageVehicle>;
export type KeptConfiguration = z.infer<typeof keptConfiguration>;
export type KeptQuoteItem = z.infer<typeof keptQuote>;
export type Consent = z.infer<typeof consent>;
export type PersonalData = z.infer<typeof personalData>;
export type CartLine = z.infer<typeof cartLine>;
