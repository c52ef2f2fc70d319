import { z } from 'zod';
import { type CallSchema, mediaUrl, slug, storeQuery, uid } from '../common.ts';

const seoType = z.enum(['PRODUCT', 'COLLECTION', 'CONTENT_PAGE', 'POST']);

const seoRecord = z.object({
  type: seoType,
  id: uid,
  slug: z.object({ name: slug }),
  title: z.string(),
  description: z.string(),
  canonical: z.string().nullable().describe('On the home store’s public domain'),
  image_url: mediaUrl.nullable(),
});

export const calls = {
  'GET /api/seo/get-seo-by-slug': {
    summary: 'Title, description and canonical address of a page, by its slug',
    query: storeQuery.extend({ slug, type: seoType.optional() }),
    response: seoRecord,
  },
  'GET /api/seo/get-seo-by-type-and-id': {
    summary: 'Title, description and canonical address of a page, by its kind and id',
    query: storeQuery.extend({ type: seoType, id: uid }),
    response: seoRecord,
  },
} satisfies Record<string, CallSchema>;

export type SeoRecord = z.infer<typeof seoRecord>;
export type SeoType = z.infer<typeof seoType>;
