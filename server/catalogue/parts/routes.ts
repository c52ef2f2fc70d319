import type { FastifyInstance } from 'fastify';
import { serve } from '../../call.ts';
import { getAssembly, listAssemblies } from './assemblies.ts';
import { getParts } from './parts.ts';
import { listPartsVehicles } from './vehicles.ts';

export function partRoutes(app: FastifyInstance): void {
  serve(app, 'GET /api/products/get-parts-vehicles', { cache: 'public' }, (ctx) => listPartsVehicles(ctx));
  serve(app, 'GET /api/products/get-assemblies', { cache: 'public' }, (ctx, { query }) => listAssemblies(ctx, query));
  serve(app, 'GET /api/products/get-assembly/:id', { cache: 'public' }, (ctx, { params, query }) =>
    getAssembly(ctx, params.id, query),
  );
  serve(app, 'GET /api/products/get-parts', { cache: 'public' }, (ctx, { query }) => getParts(ctx, query));
}
