import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { PICTURES, serve, uploads } from '../../call.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { createTradeIn, requireTradeIn } from './create.ts';
import { addPhoto, provePhone, removePhoto, withdrawTradeIn } from './own.ts';
import { findTradeIn, readPhoto, readTradeIn } from './read.ts';
import { findVehicle } from './vehicle.ts';

const MOST_BYTES = 8 * 1024 * 1024;

export function tradeInRoutes(app: FastifyInstance): void {
  serve(app, 'POST /api/trade-ins/find-vehicle', (ctx, { body }) => {
    requireTradeIn(ctx);
    return findVehicle(ctx, body.plate);
  });
  serve(app, 'POST /api/trade-ins/create', async (ctx, { body }) => ({
    secret: await createTradeIn(ctx, body),
  }));
  serve(app, 'GET /api/trade-ins/get-trade-in', (ctx, { query }) => readTradeIn(ctx, query.secret));
  serve(app, 'POST /api/trade-ins/prove-phone', (ctx, { body }) => provePhone(ctx, body));
  serve(app, 'POST /api/trade-ins/withdraw', (ctx, { body }) => withdrawTradeIn(ctx, body.secret));
  serve(app, 'POST /api/trade-ins/remove-photo', async (ctx, { body }) => ({
    photos: await removePhoto(ctx, body),
  }));
  photos(app);
}

const photoQuery = z.object({ size: z.enum(['full', 'small']).catch('full'), secret: z.string().max(100) });

function photos(app: FastifyInstance): void {
  app.get('/api/trade-ins/photos/:id', { schema: { hide: true } }, async (request, reply) => {
    const { ctx } = request;
    const { id } = request.params as { id: string };
    const query = photoQuery.safeParse(request.query);
    if (!z.guid().safeParse(id).success || !query.success) throw refuse('NOT_FOUND');
    const { uuid } = await findTradeIn(ctx, query.data.secret);
    const bytes = await readPhoto(ctx.db, { uuid: id, size: query.data.size, tradeIn: uuid });
    if (!bytes) throw refuse('NOT_FOUND');
    return reply
      .type('image/webp')
      .headers({ 'cache-control': 'private, no-store', 'content-security-policy': "default-src 'none'; sandbox" })
      .send(bytes);
  });
  const findOwn = (ctx: RequestContext, { secret }: { secret?: unknown }) =>
    findTradeIn(ctx, typeof secret === 'string' ? secret : '');
  uploads(app, { types: PICTURES, mostBytes: MOST_BYTES }, findOwn, (scope, options) =>
    serve(scope, 'POST /api/trade-ins/add-photo', options, async (ctx, { query, body }) => ({
      photos: await addPhoto(ctx, query.secret, body),
    })),
  );
}
