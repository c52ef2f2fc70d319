import { z } from 'zod';
import { type CallSchema, slug, storeQuery, uid } from '../common.ts';

const contentPage = z.object({
  id: uid,
  slug: z.object({ name: slug }),
  title: z.string(),
  description: z.string(),
  body: z.string().describe('Sanitised HTML'),
  updated_at: z.string(),
});

export const calls = {
  'GET /api/content-pages/get-content-page/:id': {
    summary: 'A content page by id',
    params: z.object({ id: uid }),
    query: storeQuery,
    response: contentPage,
  },
  'GET /api/content-pages/get-content-page-by-slug': {
    summary: 'A content page by slug',
    query: storeQuery.extend({ slug }),
    response: contentPage,
  },
} satisfies Record<string, CallSchema>;

export type ContentPage = z.infer<typeof contentPage>;
