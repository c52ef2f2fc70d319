import { z } from 'zod';
import { type CallSchema, media, slug, storeQuery, uid } from './common.ts';
import { categoryBox } from './stores.ts';

export const collection = z.object({
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

export const calls = {
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
export type CategoryBox = z.infer<typeof categoryBox>;
