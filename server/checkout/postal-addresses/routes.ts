import type { FastifyInstance } from 'fastify';
import { serve } from '../../call.ts';
import { getSettlements, getStreets } from './addresses.ts';

export function addressRoutes(app: FastifyInstance): void {
  serve(app, 'GET /api/addresses/get-settlements', { cache: 'public' }, (ctx, { query }) =>
    getSettlements(ctx, query.search),
  );
  serve(app, 'GET /api/addresses/get-streets', { cache: 'public' }, (ctx, { query }) =>
    getStreets(ctx, query.settlement, query.search),
  );
}
