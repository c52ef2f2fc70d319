import type { FastifyInstance } from 'fastify';
import { serve } from '../../call.ts';
import { findCollection, listCollections } from './collections.ts';

export function collectionRoutes(app: FastifyInstance): void {
  serve(app, 'GET /api/collections/list', { cache: 'public' }, (ctx) => listCollections(ctx));
  serve(app, 'GET /api/collections/find-one', { cache: 'public' }, (ctx, { query }) => findCollection(ctx, query.slug));
}
