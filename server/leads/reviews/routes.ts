import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { MAX_PICTURE_BYTES, PICTURES, sendPicture, serve, uploads } from '../../call.ts';
import { findOrder } from '../../checkout/orders/read.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { photoQuery } from '../photos.ts';
import { askQuestion } from './ask.ts';
import { listQuestions, listReviews, readPhoto } from './read.ts';
import { addPhoto, removePhoto, writeReview } from './write.ts';

export function reviewRoutes(app: FastifyInstance): void {
  serve(app, 'GET /api/reviews/get-reviews', { cache: 'public' }, (ctx, { query }) => listReviews(ctx, query));
  serve(app, 'GET /api/reviews/get-questions', { cache: 'public' }, (ctx, { query }) => listQuestions(ctx, query));
  serve(app, 'POST /api/reviews/ask-question', async (ctx, { body }) => {
    await askQuestion(ctx, body);
    return { received: true as const };
  });
  serve(app, 'POST /api/reviews/write-review', async (ctx, { body: { order, ...review } }) => {
    await writeReview(ctx, order, review);
    return { received: true as const };
  });
  serve(app, 'POST /api/reviews/remove-photo', async (ctx, { body }) => ({
    photos: await removePhoto(ctx, body),
  }));
  photos(app);
}

const ownedQuery = photoQuery.extend({ order: z.string().max(200).optional() });

function photos(app: FastifyInstance): void {
  app.get('/api/reviews/photos/:id', { schema: { hide: true } }, async (request, reply) => {
    const { ctx } = request;
    const { id } = request.params as { id: string };
    const query = ownedQuery.safeParse(request.query);
    if (!z.guid().safeParse(id).success || !query.success) throw refuse('NOT_FOUND');
    const { size, order } = query.data;
    const owned = order ? await findOrder(ctx, { secret: order }) : null;
    const bytes = await readPhoto(ctx.db, ctx.store.uuid, { uuid: id, size, owned });
    if (!bytes) throw refuse('NOT_FOUND');
    // Short: what is taken from the page is soon gone everywhere.
    return sendPicture(reply, bytes, owned ? 'private, no-store' : 'public, max-age=300');
  });
  const findOwn = (ctx: RequestContext, { order }: { order?: unknown }) =>
    findOrder(ctx, { secret: typeof order === 'string' ? order : '' });
  uploads(app, { types: PICTURES, mostBytes: MAX_PICTURE_BYTES }, findOwn, (scope, options) =>
    serve(scope, 'POST /api/reviews/add-photo', options, async (ctx, { query, body }) => ({
      photos: await addPhoto(ctx, query, body),
    })),
  );
}
