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
  /** Its name has all the words. */
  named: z.boolean(),
});

const suggestedCategory = z.object({
  name: z.string(),
  slug: z.object({ name: slug }),
  image: image.nullable(),
  products_count: z.number().int(),
  kind: commonKind,
});

/** Title and path of a page that isn't about products. */
const suggestedArticle = z.object({ title: z.string(), path: z.string() });

const suggestions = z.object({
  search: z.string(),
  /** Otherwise categories and popular searches are where to begin. */
  found: z.boolean(),
  /** The query as interpreted, where keyboard layout or spelling was corrected. */
  corrected: z.string().nullable(),
  /** No product has all words, so these have some of them. */
  partly: z.boolean(),
  /** The search asked for an order (`הכי זול`). */
  ordered: z.boolean(),
  products: z.array(suggestedProduct),
  /** Of all matching products. */
  total: z.number().int(),
  at_least: atLeast,
  categories: z.array(suggestedCategory),
  articles: z.array(suggestedArticle),
  /** The articles, such as a branch or a service, are what the search meant. */
  articles_first: z.boolean(),
  /** Of the blog. */
  posts: z.array(suggestedArticle),
  /** The store's suggested queries, when nothing was typed or found. */
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
