import { z } from 'zod';
import {
  LONGEST_VALUES,
  type NumberParameter,
  type NumberParameterName,
  numberParameter,
  numberParameters,
  type ValueFilter,
  valueFilters,
} from '#domain/catalogue/filters.ts';
import { type CallSchema, image, listOf, money, pageQuery, productKind, slug, storeQuery, uid } from '../common.ts';
import { brand } from '../stores.ts';
import { financePlan, monthlyFrom } from './finance-models.ts';

const stockPolicy = z.enum(['IN_STOCK', 'PRE_ORDER', 'ON_REQUEST', 'OUT_OF_STOCK']);

export const variantValue = z.object({
  type: z.string().meta({ examples: ['COLOR', 'SIZE'] }),
  value_name: z.string(),
  value: z.string(),
  value_type: z.enum(['COLOR', 'IMAGE', 'TEXT']),
});

const variant = z.object({
  id: uid,
  sku: z.string(),
  /** `null`: price on request. */
  price: money.nullable(),
  deleted_price: money.nullable(),
  /** `null` where no lender finances it. */
  monthly_from: monthlyFrom.nullable(),
  /** Whether one can be ordered now; the exact stock isn't published except for the last pieces. */
  available: z.boolean(),
  /** Set when three or fewer are left. */
  last_pieces: z.number().int().nullable(),
  /** The store's branches where a piece lies; `null` where its stock isn't kept by branch. */
  at_branches: z.array(z.object({ key: z.string(), name: z.string() })).nullable(),
  types: z.array(variantValue),
  product_images: z.array(image),
  /** Frames of the 360° view, in sequence; empty without one. */
  spin: z.array(image),
});

const variantColor = z.object({
  value_name: z.string(),
  value: z.string(),
  value_type: z.enum(['COLOR', 'IMAGE', 'TEXT']),
  available: z.boolean(),
  image: image.nullable(),
  /** Of the first variant on sale in this colour, which the product's address opens by `?variant=`. */
  sku: z.string(),
  /** Whether it is on sale in several variants, such as sizes, among which the shopper is to choose. */
  several: z.boolean(),
});

export const productPreview = z.object({
  id: uid,
  slug: z.object({ name: slug }),
  kind: productKind,
  name: z.string(),
  subtitle: z.string(),
  brand: z.object({ id: uid, name: z.string(), name_en: z.string() }).nullable(),
  main_image: image.nullable(),
  /** `null`: price on request; an inquiry instead of a purchase. */
  price: money.nullable(),
  deleted_price: money.nullable(),
  starting_from: z.boolean(),
  available: z.boolean(),
  stock_policy: stockPolicy,
  badges: z.array(z.string()),
  variant_colors: z.array(variantColor),
  /** Filter values. */
  meta: z.array(z.object({ key: z.string(), value: z.string() })),
  /** Of published reviews in this store; `null` while there are none. */
  rating: z.object({ average: z.number(), count: z.number().int() }).nullable(),
  /** The few figures to choose by, in order, as they are shown; which those are depends on the kind of vehicle. */
  key_figures: z.array(z.object({ name: z.string(), value: z.string(), unit: z.string() })),
  /** The variant to put in the cart when the product has just one. */
  single_variant_id: uid.nullable(),
});

const specGroup = z.object({
  name: z.string(),
  values: z.array(z.object({ name: z.string(), value: z.string(), unit: z.string() })),
});

/** The part that is delivered instead of another one; `number`: of its maker, or its SKU. */
export const successor = z.object({ id: uid, name: z.string(), slug: z.object({ name: slug }), number: z.string() });

/**
 * Chassis numbers that begin with `prefix` (`*`: any character), their running number from `from` to `to`; what is
 * empty doesn't bound.
 */
export const chassisRange = z.object({ prefix: z.string(), from: z.string(), to: z.string() });

/**
 * A vehicle that a part fits. `former_slugs`: those that a device's garage may still hold; `sold`: the store has a page
 * of the vehicle itself.
 */
const partFit = z.object({
  vehicle: z.object({
    id: uid,
    name: z.string(),
    slug: z.object({ name: slug }),
    former_slugs: z.array(z.string()),
    sold: z.boolean(),
  }),
  brand: z.object({ key: z.string(), name: z.string() }),
  year_from: z.number().int(),
  year_to: z.number().int(),
  chassis: chassisRange,
});

export const product = productPreview.extend({
  description: z.string(),
  year: z.number().int().nullable(),
  licence_class: z.string().nullable(),
  pollution_group: z.number().int().nullable(),
  safety_level: z.number().int().nullable(),
  warranty: z.string(),
  deposit: money.nullable(),
  /** Compulsory costs beyond the price, as set by the store for such a vehicle. */
  road_fees: z.array(z.object({ name: z.string(), note: z.string(), price: money })),
  /** Plans that finance one of its variants; vehicles only. */
  finance_plans: z.array(financePlan),
  /** The store's note on the required licence; empty without one. */
  licence_note: z.string(),
  videos: z.array(z.string()),
  variants: z.array(variant),
  product_images: z.array(image),
  specifications: z.array(specGroup),
  safety_systems: z.array(
    z.object({ name: z.string(), explanation: z.string(), icon: z.string(), standard: z.boolean() }),
  ),
  faqs: z.array(z.object({ question: z.string(), answer: z.string() })),
  upsell: z.array(productPreview),
  related: z.array(productPreview),
  /** Of a spare part: vehicles it fits, of makes that the store sells. */
  fits: z.array(partFit),
  /** What replaces a part that the maker delivers no more. */
  replaced_by: successor.nullable(),
  /** From the root to the product's most specific category. */
  breadcrumbs: z.array(z.object({ name: z.string(), slug: z.object({ name: slug }) })),
  seo: z.object({ title: z.string(), description: z.string() }),
});

/** `seat`: the lowest seat first (`meta.seat_mm`), products without one last. */
export const sort = z.enum(['recommended', 'price', '-price', 'newest', 'name', 'seat']);

/** One value or several, separated by commas (a comma inside a value is `%2C`) or by naming the parameter again. */
const values = z.union([z.string().max(LONGEST_VALUES), z.array(z.string().max(LONGEST_VALUES)).max(50)]).optional();

const numbers = Object.keys(numberParameters).map((name) => {
  const { min = 0, max, integer } = numberParameter(name) as NumberParameter;
  const number = z.coerce.number().min(min).max(max);
  return [name, (integer ? number.int() : number).optional()];
});
type FilterShape = Record<NumberParameterName, z.ZodOptional<z.ZodCoercedNumber>> & Record<ValueFilter, typeof values>;
const filterShape = Object.fromEntries([...numbers, ...valueFilters.map((name) => [name, values])]) as FilterShape;

/**
 * What the category page and every call that lists products filter by; the page's address has the same names. Filters
 * of an operator's own are `meta.<key>` and `option.<type>`, with values like those that are registered by name.
 */
export const productsFilter = storeQuery
  .extend({
    /** Slug of a collection. */
    collection: slug.optional(),
    kind: productKind.optional(),
    /** Slugs of products, separated by commas; they keep that sequence under `sort=recommended`. */
    slugs: z.string().max(8_000).optional(),
    ids: z.string().max(4_000).optional(),
    search: z.string().max(200).optional(),
    ...filterShape,
  })
  .catchall(z.unknown());

/** Whether there may be more than counted: of long texts and part numbers a search reads the first 300 only. */
export const atLeast = z.boolean();

const getProductsQuery = productsFilter.extend(pageQuery.shape).extend({ sort: sort.default('recommended') });

export const calls = {
  'GET /api/products/get-product/:id': {
    summary: 'A product with variants and all that its page shows; by uuid or slug',
    params: z.object({ id: slug }),
    query: storeQuery,
    response: product,
  },
  'GET /api/products/get-products': {
    summary: 'A page of products',
    query: getProductsQuery,
    response: listOf(productPreview).extend({ at_least: atLeast }),
  },
  'GET /api/products/get-products-count': {
    summary: 'How many products a filter leaves',
    query: productsFilter,
    response: z.object({ count: z.number().int(), at_least: atLeast }),
  },
  'GET /api/products/get-products-price-range': {
    summary: 'Lowest and highest price under a filter',
    query: productsFilter,
    response: z.object({ min: money, max: money }),
  },
  'GET /api/products/get-products-brands': {
    summary: 'Brands of the products under a filter, with their numbers',
    query: productsFilter,
    response: z.array(brand.extend({ products_count: z.number().int() })),
  },
  'GET /api/products/get-brands': {
    summary: 'Brands of the company',
    query: storeQuery,
    response: z.array(brand),
  },
  'GET /api/products/get-product-specification-and-values': {
    summary: 'The specification of a product, in groups; by uuid or slug',
    query: storeQuery.extend({ id: slug }),
    response: z.array(specGroup),
  },
  'GET /api/products/get-specification': {
    summary: 'What products are specified by: groups and names, with the number of products; under a filter',
    query: productsFilter,
    response: z.array(
      z.object({
        name: z.string(),
        values: z.array(z.object({ name: z.string(), unit: z.string(), products_count: z.number().int() })),
      }),
    ),
  },
} satisfies Record<string, CallSchema>;

export type VariantValue = z.infer<typeof variantValue>;
export type Variant = z.infer<typeof variant>;
export type ProductPreview = z.infer<typeof productPreview>;
export type Successor = z.infer<typeof successor>;
export type PartFit = z.infer<typeof partFit>;
export type Product = z.infer<typeof product>;
/** Data of an upsell card: a preview with its variants. */
export type UpsellProduct = ProductPreview & { variants: Variant[] };
export type SpecGroup = z.infer<typeof specGroup>;
/** `meta.<key>` and `option.<type>` beside the named filters. */
export type ProductsFilter = z.infer<typeof productsFilter>;
export type ProductsBrand = z.infer<typeof brand> & { products_count: number };
export type GetProductsQuery = z.infer<typeof getProductsQuery>;
export type ProductList = { items: ProductPreview[]; total: number; page: number; page_size: number };
export type FoundProducts = ProductList & { at_least: boolean };
