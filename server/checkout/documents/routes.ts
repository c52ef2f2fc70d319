import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { INVOICES } from '#domain/money/tax-document.ts';
import { serve } from '../../call.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { findOrder } from '../orders/read.ts';
import { listDocuments, printOf } from './read.ts';

type Whose = { id?: string | undefined; secret?: string | undefined };

const orderOf = async (ctx: RequestContext, { id, secret }: Whose): Promise<{ orderUid?: string }> =>
  id || secret ? { orderUid: await findOrder(ctx, { ...(id && { id }), ...(secret && { secret }) }) } : {};

export function documentRoutes(app: FastifyInstance): void {
  serve(app, 'GET /api/receipts/get-invoices', async (ctx, { query }) =>
    listDocuments(ctx, { ...(await orderOf(ctx, query)), kinds: INVOICES }),
  );
  serve(app, 'POST /api/receipts/get-receipts', async (ctx, { body }) =>
    listDocuments(ctx, { ...(await orderOf(ctx, body)), kinds: ['tax_invoice_receipt', 'receipt', 'credit_receipt'] }),
  );

  app.get('/api/receipts/get-document/:id', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'private, no-store');
    const { id } = request.params as { id: string };
    const { secret } = request.query as { secret?: unknown };
    if (!z.uuid().safeParse(id).success) throw refuse('NOT_FOUND');
    const { name, bytes } = await printOf(request.ctx, id, typeof secret === 'string' ? secret : undefined);
    return reply
      .type('application/pdf')
      .headers({
        'content-disposition': `inline; filename="document.pdf"; filename*=UTF-8''${encodeURIComponent(name.replace('/', '־'))}`,
        'referrer-policy': 'no-referrer',
      })
      .send(bytes);
  });
}
