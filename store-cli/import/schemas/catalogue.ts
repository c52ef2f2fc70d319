import { z } from 'zod';
import {
  colour,
  list,
  oneOf,
  orEmpty,
  pairs,
  position,
  productKinds,
  shekels,
  slug,
  text,
  whole,
  year,
} from './cells.ts';

/** `raam|ofek=42900` as store and its own price, if it has one. */
const storePrices = list.transform((stores, context) =>
  stores.map((entry) => {
    const [key = '', price] = entry.split('=').map((part) => part.trim());
    if (price === undefined) return { store: key, priceAgorot: null };
    const agorot = shekels.safeParse(price);
    if (!agorot.success) context.addIssue({ code: 'custom', message: `${entry}: ${agorot.error.issues[0]?.message}` });
    return { store: key, priceAgorot: agorot.data ?? null };
  }),
);

const numbers = ['engine_cc', 'power_hp', 'seats'];

const meta = pairs.superRefine((entries, context) => {
  for (const [key, value] of entries) {
    if (!/^[a-z][a-z0-9_]*$/.test(key))
      context.addIssue({ code: 'custom', message: `"${key}" is not a filter name (small Latin letters)` });
    else if (numbers.includes(key) && !/^\d{1,7}(\.\d+)?$/.test(value))
      context.addIssue({ code: 'custom', message: `${key} is not a number` });
  }
});

const link = z.url({ protocol: /^https$/, error: 'is not an https address' });
const videos = list.superRefine((links, context) => {
  for (const one of links)
    if (!link.safeParse(one).success) context.addIssue({ code: 'custom', message: `"${one}" is not an https address` });
});

export const productRow = z.strictObject({
  slug,
  kind: oneOf(productKinds).optional(),
  brand: orEmpty(text),
  name: text.max(200, 'is longer than 200 characters').optional(),
  subtitle: orEmpty(text),
  price: shekels.optional(),
  deleted_price: orEmpty(shekels),
  year: orEmpty(year),
  licence_class: orEmpty(oneOf(['A2', 'A1', 'A', 'B', '1', 'none'])),
  stock_policy: orEmpty(oneOf(['IN_STOCK', 'PRE_ORDER', 'ON_REQUEST', 'OUT_OF_STOCK'])),
  pollution_group: orEmpty(whole(1, 15)),
  safety_level: orEmpty(whole(0, 8)),
  warranty: orEmpty(text),
  badges: orEmpty(list),
  meta: orEmpty(meta),
  stores: storePrices.optional(),
  home_store: orEmpty(text),
  deposit: orEmpty(shekels),
  position: orEmpty(position),
  seo_title: orEmpty(text),
  seo_description: orEmpty(text),
  videos: orEmpty(videos),
});

export const variantRow = z.strictObject({
  product: slug,
  sku: text
    .max(64, 'is longer than 64 characters')
    .regex(/^[\p{L}\p{N}][\p{L}\p{N}._/-]*$/u, 'is not a SKU: letters, digits, and - . _ /'),
  color_name: orEmpty(text),
  color: orEmpty(colour),
  size: orEmpty(text),
  price: orEmpty(shekels),
  deleted_price: orEmpty(shekels),
  stock: orEmpty(whole(0, 1_000_000)),
  weight_g: orEmpty(whole(0, 50_000_000)),
  picture: orEmpty(text),
  options: orEmpty(pairs),
});

export const specRow = z.strictObject({ product: slug, group: text, name: text, value: text, unit: orEmpty(text) });

export const safetyRow = z.strictObject({
  product: slug,
  name: text,
  explanation: orEmpty(text),
  icon: orEmpty(text.regex(/^[a-z][a-z0-9-]*$/, 'is not an icon name')),
  standard: orEmpty(oneOf(['yes', 'optional'])),
});

export const faqRow = z.strictObject({ product: slug, question: text, answer: text });

export const relationRow = z.strictObject({ product: slug, related: slug, kind: oneOf(['UPSELL', 'RELATED']) });

export const fitRow = z.strictObject({ part: slug, vehicle: slug, year_from: year, year_to: year });

export const collectionRow = z.strictObject({
  slug,
  parent: orEmpty(slug),
  name: text,
  text: orEmpty(text),
  banner: orEmpty(text),
  products: orEmpty(list),
  rule_kind: orEmpty(oneOf(productKinds)),
  rule_brand: orEmpty(text),
  rule_meta: orEmpty(meta),
  position: orEmpty(position),
});

export type ProductRow = z.output<typeof productRow>;
export type VariantRow = z.output<typeof variantRow>;
export type SpecRow = z.output<typeof specRow>;
export type SafetyRow = z.output<typeof safetyRow>;
export type FaqRow = z.output<typeof faqRow>;
export type RelationRow = z.output<typeof relationRow>;
export type FitRow = z.output<typeof fitRow>;
export type CollectionRow = z.output<typeof collectionRow>;
