import type { FastifyInstance } from 'fastify';
import { serve } from '../../call.ts';
import { productUidOf } from '../products/product.ts';
import { checkConfiguration, openConfiguration } from './configurations.ts';
import { getConfigurator } from './configurator.ts';

export function configuratorRoutes(app: FastifyInstance): void {
  serve(app, 'GET /api/variants/get-configurator', { cache: 'public' }, async (ctx, { query }) => {
    const configurator = await getConfigurator(ctx, await productUidOf(ctx, query.product));
    const configuration =
      configurator && query.config ? await openConfiguration(ctx, configurator, query.config) : null;
    return { configurator, configuration };
  });
  serve(app, 'POST /api/variants/configure', (ctx, { body }) => checkConfiguration(ctx, body));
}
