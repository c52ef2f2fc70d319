import type { FastifyInstance } from 'fastify';
import { serve } from '../../call.ts';
import { calcCart } from './calc-cart.ts';

export function cartPricingRoutes(app: FastifyInstance): void {
  serve(app, 'POST /api/sales/calc-cart', (ctx, { body }) => calcCart(ctx, body));
}
