import { z } from 'zod';
import { filterNamed, isValueFilter } from '#domain/catalogue/filters.ts';
import { CHASSIS_PREFIX, writtenChassis } from '#domain/catalogue/parts/chassis.ts';
import { specKindKeys } from '#domain/catalogue/product-page/spec-kinds.ts';
import { parseServicePlan } from '#domain/catalogue/vehicles/service-plan.ts';
import { licenceClasses } from '#domain/catalogue/vehicles/vehicle-rules.ts';
import {
  choiceKey,
  colour,
  difference,
  formerSlugs,
  list,
  oneOf,
  orEmpty,
  price as ownPrice,
  pairs,
  position,
  productKinds,
  productPrice,
  shekels,
  slug,
  text,
  whole,
  year,
} from './cells.ts';

/** A brand beside those of `company.json`. */
export const brandRow = z.strictObject({
  key: text.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'is not a key: small Latin letters, digits and hyphens'),
  name: text.max(80, 'is longer than 80 characters'),
  name_en: text.max(80, 'is longer than 80 characters'),
});

/** `raam|ofek=42900`: stores with an optional price of their own. */
const storePrices = list.transform((stores, context) =>
  stores.map((entry) => {
    const [key = '', price] = entry.split('=').map((part) => part.trim());
    if (price === undefined) return { store: key, priceAgorot: null };
    const agorot = ownPrice.safeParse(price);
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

/** `1000/1|10000/12`: kilometres and months of each interval between services; the last repeats. */
const servicePlan = text.refine(
  (plan) => parseServicePlan(plan) !== null,
  'is not a plan of services: kilometres/months for each interval, as 1000/1|10000/12',
);

const link = z.url({ protocol: /^https$/ });
const film = z.string().regex(/^pictures\/(?!.*\.\.)[^\\]+\.mp4$/i);
const videos = list.superRefine((links, context) => {
  for (const one of links)
    if (!link.safeParse(one).success && !film.safeParse(one).success)
      context.addIssue({ code: 'custom', message: `"${one}" is neither an https address nor an .mp4 below pictures/` });
});

export const productRow = z.strictObject({
  slug,
  former_slugs: orEmpty(formerSlugs),
  kind: oneOf(productKinds).optional(),
  brand: orEmpty(text),
  name: text.max(200, 'is longer than 200 characters').optional(),
  subtitle: orEmpty(text),
  price: productPrice.optional(),
  deleted_price: orEmpty(shekels),
  year: orEmpty(year),
  licence_class: orEmpty(oneOf(licenceClasses)),
  stock_policy: orEmpty(oneOf(['IN_STOCK', 'PRE_ORDER', 'ON_REQUEST', 'OUT_OF_STOCK'])),
  pollution_group: orEmpty(whole(1, 15)),
  safety_level: orEmpty(whole(0, 8)),
  warranty: orEmpty(text),
  service_plan: orEmpty(servicePlan),
  badges: orEmpty(list),
  meta: orEmpty(meta),
  stores: storePrices.optional(),
  home_store: orEmpty(text),
  hidden: orEmpty(list),
  deposit: orEmpty(shekels),
  position: orEmpty(position),
  replaced_by: orEmpty(slug),
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
  price: orEmpty(ownPrice),
  deleted_price: orEmpty(shekels),
  stock: orEmpty(whole(0, 1_000_000)),
  stock_exported: orEmpty(whole(0, 1_000_000)),
  low_stock: orEmpty(whole(0, 1_000_000)),
  weight_g: orEmpty(whole(0, 50_000_000)),
  cost: orEmpty(shekels),
  picture: orEmpty(text),
  options: orEmpty(pairs),
  active: orEmpty(oneOf(['yes', 'no'])),
});

/** Names what the file names of a variant's pictures can't say. Without a SKU the picture is of all variants. */
export const pictureRow = z.strictObject({
  product: slug,
  sku: orEmpty(text),
  view: text.regex(
    /^(?:hero|side|front|rear|top|detail-\d{1,3}|spin-\d{2,3})$/,
    'is not a view: hero, side, front, rear, top, detail-1 or spin-01',
  ),
  picture: text.regex(/^(?![/.])(?!.*(?:\/|^)\.\.?(?:\/|$))[^\\]+$/, 'is not a path below pictures/'),
  alt: orEmpty(text.max(300, 'is longer than 300 characters')),
  focus_x: orEmpty(whole(0, 100)),
  focus_y: orEmpty(whole(0, 100)),
});

/** Pieces of a variant that lie at a branch; the rest of its stock is in the central warehouse. */
export const branchStockRow = z.strictObject({
  product: slug,
  sku: text,
  branch: text,
  stock: whole(0, 1_000_000),
  stock_exported: orEmpty(whole(0, 1_000_000)),
  low_stock: orEmpty(whole(0, 1_000_000)),
});

export const specRow = z.strictObject({ product: slug, group: text, name: text, value: text, unit: orEmpty(text) });

/** A line of the specifications of a kind, without a value; the office offers them for new products. */
export const templateRow = z.strictObject({
  kind: oneOf(specKindKeys),
  group: text,
  name: text,
  unit: orEmpty(text.max(40, 'is longer than 40 characters')),
});

export const safetyRow = z.strictObject({
  product: slug,
  name: text,
  explanation: orEmpty(text),
  icon: orEmpty(text.regex(/^[a-z][a-z0-9-]*$/, 'is not an icon name')),
  standard: orEmpty(oneOf(['yes', 'optional'])),
});

export const faqRow = z.strictObject({ product: slug, question: text, answer: text });

export const relationRow = z.strictObject({ product: slug, related: slug, kind: oneOf(['UPSELL', 'RELATED']) });

/** The digits of a running number, with their zeros. */
const serial = text.regex(/^\d{1,12}$/, 'is not the digits of a running number');

export const fitRow = z.strictObject({
  part: slug,
  vehicle: slug,
  year_from: year,
  year_to: year,
  chassis_prefix: orEmpty(
    text
      .transform(writtenChassis)
      .pipe(
        z
          .string()
          .max(20, 'is longer than 20 characters')
          .regex(CHASSIS_PREFIX, 'is not the beginning of a chassis number'),
      ),
  ),
  chassis_from: orEmpty(serial),
  chassis_to: orEmpty(serial),
});

/** `price|color|engine_cc`: names of filters; `meta.` may be omitted for meta-fields. */
const filterKeys = list.transform((keys, context) =>
  keys.map((key) => {
    const filter = filterNamed(key);
    if (filter !== key && !isValueFilter(filter))
      context.addIssue({ code: 'custom', message: `"${key}" is not a filter name` });
    return filter;
  }),
);
export const choiceRow = z.strictObject({
  product: slug,
  group: text.max(60, 'is longer than 60 characters'),
  pick: oneOf(['one', 'many']),
  choice: choiceKey,
  name: text.max(80, 'is longer than 80 characters'),
  text: orEmpty(text.max(300, 'is longer than 300 characters')),
  price: orEmpty(difference),
  default: orEmpty(oneOf(['yes'])),
  variants: orEmpty(list),
  picture: orEmpty(text),
});

export const ruleRow = z.strictObject({
  product: slug,
  choice: choiceKey,
  rule: oneOf(['requires', 'excludes']),
  others: list,
  reason: orEmpty(text.max(200, 'is longer than 200 characters')),
});

/** `raam-barak-500=2019-2026|raam-barak-800=2024`: vehicles with first and last model year. */
const vehicleYears = pairs.transform((entries, context) =>
  entries.map(([vehicle, years]) => {
    const [from, to, ...more] = years.split(/[-–]/).map((part) => year.safeParse(part.trim()));
    const last = to ?? from;
    if (from?.success && last?.success && more.length === 0 && from.data <= last.data) {
      return { vehicle, yearFrom: from.data, yearTo: last.data };
    }
    context.addIssue({
      code: 'custom',
      message: `"${vehicle}=${years}" is not a vehicle with its years, as in 2019-2026`,
    });
    return { vehicle, yearFrom: 0, yearTo: 0 };
  }),
);

/** A position in a picture, in percent with at most two decimals. */
const percent = text.transform((value, context) => {
  const number = Number(value);
  if (/^\d{1,3}(\.\d{1,2})?$/.test(value) && number <= 100) return number;
  context.addIssue({ code: 'custom', message: 'is not a number from 0 to 100' });
  return z.NEVER;
});

export const assemblyRow = z.strictObject({
  slug,
  former_slugs: orEmpty(formerSlugs),
  name: text.max(120, 'is longer than 120 characters'),
  picture: text.refine((path) => !/(?:^|\/)\.\.?(?:\/|$)|^\/|\\/.test(path), 'is not a path below pictures/'),
  vehicles: vehicleYears,
  position: orEmpty(position),
});

export const calloutRow = z.strictObject({
  assembly: slug,
  number: whole(1, 99),
  name: text.max(120, 'is longer than 120 characters'),
  parts: orEmpty(list),
  quantity: orEmpty(whole(1, 999)),
  x: percent,
  y: percent,
});

export const collectionRow = z.strictObject({
  slug,
  former_slugs: orEmpty(formerSlugs),
  parent: orEmpty(slug),
  name: text,
  text: orEmpty(text),
  banner: orEmpty(text),
  products: orEmpty(list),
  rule_kind: orEmpty(oneOf(productKinds)),
  rule_brand: orEmpty(text),
  rule_meta: orEmpty(meta),
  filters: orEmpty(filterKeys),
  position: orEmpty(position),
});

/** Words and phrases with one meaning. */
export const synonymRow = z.strictObject({
  words: list.refine((words) => words.length >= 2 && words.length <= 20, 'needs two to twenty words separated by |'),
});

/** A URL of the old site, and the path it leads to today. */
export const redirectRow = z.strictObject({
  from: text.regex(/^\/\S*$/, 'is not a path: /catalog.asp?catid=7'),
  to: text.regex(/^\/(?!\/)[^\s\\]*$/, 'is not a path of the site: /category/helmets'),
});

export type RedirectRow = z.output<typeof redirectRow>;
export type ProductRow = z.output<typeof productRow>;
export type BranchStockRow = z.output<typeof branchStockRow>;
export type VariantRow = z.output<typeof variantRow>;
export type SpecRow = z.output<typeof specRow>;
export type TemplateRow = z.output<typeof templateRow>;
export type BrandRow = z.output<typeof brandRow>;
export type PictureRow = z.output<typeof pictureRow>;
export type SafetyRow = z.output<typeof safetyRow>;
export type FaqRow = z.output<typeof faqRow>;
export type RelationRow = z.output<typeof relationRow>;
export type FitRow = z.output<typeof fitRow>;
export type SynonymRow = z.output<typeof synonymRow>;
export type ChoiceRow = z.output<typeof choiceRow>;
export type RuleRow = z.output<typeof ruleRow>;
export type AssemblyRow = z.output<typeof assemblyRow>;
export type CalloutRow = z.output<typeof calloutRow>;
export type CollectionRow = z.output<typeof collectionRow>;
