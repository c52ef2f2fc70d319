import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { MAX_PICTURE_BYTES, PICTURES, sendPicture, serve, uploads } from '../../call.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { photoQuery } from '../photos.ts';
import { createTradeIn, requireTradeIn } from './create.ts';
import { addPhoto, provePhone, removePhoto, withdrawTradeIn } from './owner-changes.ts';
import { findTradeIn, readPhoto, readTradeIn } from './read.ts';
import { findVehicle } from './vehicle.ts';

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

const ownedQuery = photoQuery.extend({ secret: z.string().max(100) });

function photos(app: FastifyInstance): void {
  app.get('/api/trade-ins/photos/:id', { schema: { hide: true } }, async (request, reply) => {
    const { ctx } = request;
    const { id } = request.params as { id: string };
    const query = ownedQuery.safeParse(request.query);
    if (!z.guid().safeParse(id).success || !query.success) throw refuse('NOT_FOUND');
    const { uuid } = await findTradeIn(ctx, query.data.secret);
    const bytes = await readPhoto(ctx.db, { uuid: id, size: query.data.size, tradeIn: uuid });
    if (!bytes) throw refuse('NOT_FOUND');
    return sendPicture(reply, bytes, 'private, no-store');
  });
  const findOwn = (ctx: RequestContext, { secret }: { secret?: unknown }) =>
    findTradeIn(ctx, typeof secret === 'string' ? secret : '');
  uploads(app, { types: PICTURES, mostBytes: MAX_PICTURE_BYTES }, findOwn, (scope, options) =>
    serve(scope, 'POST /api/trade-ins/add-photo', options, async (ctx, { query, body }) => ({
      photos: await addPhoto(ctx, query.secret, body),
    })),
  );
}
