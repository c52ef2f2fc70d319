import { z } from 'zod';
import { filterKinds } from '#domain/catalogue/filters.ts';
import { type CallSchema, media, money, slug, storeQuery, uid } from '../common.ts';
import { categoryBox } from '../stores.ts';
import { financePlan } from './finance-models.ts';
import { productsFilter } from './products.ts';

const collection = z.object({
  id: uid,
  name: z.string(),
  text: z.string(),
  banner: media.nullable(),
  slug: z.object({ name: slug }),
  parent_id: uid.nullable(),
  /** From the root to this collection's parent. */
  breadcrumbs: z.array(z.object({ name: z.string(), slug: z.object({ name: slug }) })),
  children: z.array(categoryBox),
});

/** Loans behind the monthly filter; wherever it is shown, lender and warning are too (docs/rules/finance.md). */
const monthlyTerms = z.object({
  /** The plans with the lowest payments here, under the terms that were chosen. */
  loans: z.array(
    financePlan.pick({ lender: true, rate: true, rate_kind: true, prime: true, rates_date: true, balloon: true }),
  ),
  /** Of each plan of the store: terms that it offers together. */
  limits: z.array(z.object({ down_min: z.number(), down_max: z.number(), months_offered: z.array(z.number().int()) })),
  /** As chosen; `null`: each plan's smallest down payment, and its most payments. */
  down_percent: z.number().nullable(),
  months: z.number().int().nullable(),
  warning: z.string(),
});

const filterValue = z.object({
  value: z.string(),
  name: z.string(),
  /** Products that the value leaves under the other filters. 0: shown but disabled. */
  count: z.number().int(),
  selected: z.boolean(),
  /** Swatch of a colour: one hex, two of them, or a picture. */
  look: z.object({ value: z.string(), value_type: z.string() }).nullable(),
});

const collectionFilter = z.object({
  /** Key in the query: `price` (as `price_min` and `price_max`), `monthly_max`, `color`, `meta.fuel` … */
  key: z.string(),
  name: z.string(),
  unit: z.string(),
  kind: z.enum(filterKinds),
  values: z.array(filterValue),
  /** Of prices: lowest and highest under the other filters. */
  min: money.nullable(),
  max: money.nullable(),
  monthly: monthlyTerms.nullable(),
});

const variantType = z.object({
  type: z.string(),
  values: z.array(
    z.object({ value_name: z.string(), value: z.string(), value_type: z.string(), products_count: z.number().int() }),
  ),
});

export const calls = {
  'GET /api/collections/get-collection-filters': {
    summary:
      'The filters of a collection (of the whole store without one), each value with its count under the other filters',
    query: productsFilter,
    response: z.array(collectionFilter),
  },
  'GET /api/collections/get-collection-filters-from-cache': {
    summary: 'The filters of a collection before anything is chosen',
    query: storeQuery.extend({ collection: slug.optional() }),
    response: z.array(collectionFilter),
  },
  'GET /api/collections/get-collection-variants-values': {
    summary:
      'Option types of the products of a collection with their values, and how many products can be ordered in each',
    query: productsFilter,
    response: z.array(variantType),
  },
  'GET /api/variants/get-optional-variants-values': {
    summary: 'Option types of one product (by uuid or slug) with their values; 1 where it can be ordered, else 0',
    query: storeQuery.extend({ product: slug }),
    response: z.array(variantType),
  },
  'GET /api/collections/list': {
    summary: 'All collections of the store',
    query: storeQuery,
    response: z.array(categoryBox.extend({ parent_id: uid.nullable() })),
  },
  'GET /api/collections/find-one': {
    summary: 'One collection by slug',
    query: storeQuery.extend({ slug }),
    response: collection,
  },
} satisfies Record<string, CallSchema>;

export type Collection = z.infer<typeof collection>;
export type CollectionFilter = z.infer<typeof collectionFilter>;
export type FilterValue = z.infer<typeof filterValue>;
export type MonthlyTerms = z.infer<typeof monthlyTerms>;
export type VariantType = z.infer<typeof variantType>;
export type CategoryBox = z.infer<typeof categoryBox>;
