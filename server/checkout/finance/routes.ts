import type { FastifyInstance } from 'fastify';
import { serve } from '../../call.ts';
import { getPlans } from '../../catalogue/finance-plans.ts';
import { quoteFinance, reopenQuote } from './quotes.ts';

export function financeRoutes(app: FastifyInstance): void {
  serve(app, 'GET /api/finance/get-plans', { cache: 'public' }, (ctx) => getPlans(ctx));
  serve(app, 'POST /api/finance/quote', (ctx, { body }) => quoteFinance(ctx, body));
  serve(app, 'GET /api/finance/get-quote/:uid', (ctx, { params }) => reopenQuote(ctx, params.uid));
}
