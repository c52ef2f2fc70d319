import type { FastifyInstance } from 'fastify';
import { serve } from '../../call.ts';
import { subscribe } from './newsletter.ts';

export function mailingRoutes(app: FastifyInstance): void {
  serve(app, 'POST /api/mailing/subscribe', async (ctx, { body }) => {
    await subscribe(ctx, body);
    return { received: true as const };
  });
}
