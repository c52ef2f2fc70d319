import { z } from 'zod';
import { productPreview } from '../catalogue/products.ts';
import { type CallSchema, image, listOf, pageQuery, slug, storeQuery, uid } from '../common.ts';

const postCategory = z.object({
  id: uid,
  name: z.string(),
  text: z.string(),
  slug: z.object({ name: slug }),
  posts_count: z.number().int(),
});

const postPreview = z.object({
  id: uid,
  slug: z.object({ name: slug }),
  title: z.string(),
  description: z.string(),
  image: image.nullable(),
  category: z.object({ name: z.string(), slug: z.object({ name: slug }) }),
  author: z.string(),
  tags: z.array(z.string()),
  minutes: z.number().int().describe('Reading time'),
  featured: z.boolean(),
  published_at: z.string(),
  updated_at: z.string(),
});

const post = postPreview.extend({
  body: z.string().describe('Sanitised HTML'),
  /** Products mentioned in the post, for the banners beside it. */
  products: z.array(productPreview),
  related: z.array(postPreview),
});

const bySlug = storeQuery.extend({ slug });
const postsQuery = storeQuery.extend({
  ...pageQuery.shape,
  category: slug.optional(),
  tag: z.string().max(80).optional(),
});

export const calls = {
  'GET /api/blogs/get-categories-and-posts-by-blog-key': {
    summary: 'The blog: its categories, the featured post and the newest posts',
    query: storeQuery.extend({ key: z.literal('blog').default('blog') }),
    response: z.object({
      categories: z.array(postCategory),
      featured: postPreview.nullable(),
      posts: z.array(postPreview),
    }),
  },
  'GET /api/blogs/get-post': { summary: 'A post by slug', query: bySlug, response: post },
  'GET /api/blogs/get-posts': {
    summary: 'Posts, the newest first',
    query: postsQuery,
    response: listOf(postPreview),
  },
  'GET /api/blogs/get-category-posts': {
    summary: 'Posts of a category, the newest first',
    query: postsQuery.extend({ category: slug }),
    response: listOf(postPreview),
  },
} satisfies Record<string, CallSchema>;

export type PostCategory = z.infer<typeof postCategory>;
export type PostPreview = z.infer<typeof postPreview>;
export type Post = z.infer<typeof post>;
export type PostsQuery = z.output<typeof postsQuery>;
