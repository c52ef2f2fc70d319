import { z } from 'zod';
import { type CallSchema, image, money, slug, storeQuery, uid } from '../common.ts';
import { commonKind } from '../stores.ts';
import { atLeast } from './products.ts';

const suggestedProduct = z.object({
  id: uid,
  slug: z.object({ name: slug }),
  name: z.string(),
  image: image.nullable(),
  price: money.nullable(),
  starting_from: z.boolean(),
});

const suggestedCategory = z.object({
  name: z.string(),
  slug: z.object({ name: slug }),
  image: image.nullable(),
  products_count: z.number().int(),
  kind: commonKind,
});

/** A page of the store that is not about products: where it is and what it is called. */
const suggestedArticle = z.object({ title: z.string(), path: z.string() });

const suggestions = z.object({
  search: z.string(),
  /** What the search was taken for, where the keyboard layout or the spelling was mended. */
  corrected: z.string().nullable(),
  /** Nothing has all the words, so that the products have some of them. */
  partly: z.boolean(),
  products: z.array(suggestedProduct),
  /** Of all products found. */
  total: z.number().int(),
  at_least: atLeast,
  categories: z.array(suggestedCategory),
  articles: z.array(suggestedArticle),
  /** Of the blog. */
  posts: z.array(suggestedArticle),
  /** What the store proposes to look for, when nothing was typed or nothing found. */
  popular: z.array(z.string()),
});

export const calls = {
  'GET /api/products/search-suggestions': {
    summary:
      'Products, categories, pages and posts for what is being typed; with an empty search what the store proposes',
    query: storeQuery.extend({ search: z.string().max(200).default('') }),
    response: suggestions,
  },
} satisfies Record<string, CallSchema>;

export type Suggestions = z.infer<typeof suggestions>;
export type SuggestedProduct = z.infer<typeof suggestedProduct>;
export type SuggestedCategory = z.infer<typeof suggestedCategory>;
export type SuggestedArticle = z.infer<typeof suggestedArticle>;
