import type { FastifyInstance } from 'fastify';
import { serve } from '../../call.ts';
import { getSeo, getSeoBySlug } from './records.ts';

export function seoRoutes(app: FastifyInstance): void {
  serve(app, 'GET /api/seo/get-seo-by-slug', { cache: 'public' }, (ctx, { query }) =>
    getSeoBySlug(ctx, query.slug, query.type),
  );
  serve(app, 'GET /api/seo/get-seo-by-type-and-id', { cache: 'public' }, (ctx, { query }) =>
    getSeo(ctx, query.type, { id: query.id }),
  );
}
