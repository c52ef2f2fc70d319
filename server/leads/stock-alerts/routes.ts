import type { FastifyInstance } from 'fastify';
import { serve } from '../../call.ts';
import { subscribeToStock } from './subscribe.ts';

export function stockRoutes(app: FastifyInstance): void {
  serve(app, 'POST /api/variants/subscribe-to-stock', async (ctx, { body }) => {
    await subscribeToStock(ctx, body);
    return { subscribed: true as const };
  });
}
