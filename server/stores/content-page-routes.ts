import type { FastifyInstance } from 'fastify';
import { serve } from '../call.ts';
import { getContentPage } from './content-pages.ts';

export function contentPageRoutes(app: FastifyInstance): void {
  serve(app, 'GET /api/content-pages/get-content-page/:id', { cache: 'public' }, (ctx, { params }) =>
    getContentPage(ctx, params),
  );
  serve(app, 'GET /api/content-pages/get-content-page-by-slug', { cache: 'public' }, (ctx, { query }) =>
    getContentPage(ctx, { slug: query.slug }),
  );
}
