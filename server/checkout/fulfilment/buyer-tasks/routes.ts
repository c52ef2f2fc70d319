import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { paperTypes } from '#domain/orders/handover-tasks.ts';
import { serve, uploads } from '../../../call.ts';
import type { RequestContext } from '../../../context.ts';
import { refuse } from '../../../platform/errors.ts';
import { findOrder, findOwned } from '../../orders/read.ts';
import { MAX_PAPER_BYTES } from '../papers.ts';
import { opensPaper, papersCookie } from './paper-access.ts';
import { addPaper, readPaper, removePaper, signTask } from './send.ts';
import { readTasks } from './tasks.ts';

const findOwn = (ctx: RequestContext, { order }: { order?: unknown }) =>
  findOwned(ctx, { secret: typeof order === 'string' ? order : '' });

export function orderTaskRoutes(app: FastifyInstance): void {
  serve(app, 'GET /api/orders/get-tasks', async (ctx, { query }) => ({
    tasks: await readTasks(ctx.db, await findOrder(ctx, { secret: query.order }), ctx),
  }));
  serve(app, 'POST /api/orders/remove-paper', async (ctx, { body }) => ({
    tasks: await removePaper(ctx, body),
  }));
  serve(app, 'POST /api/orders/sign', async (ctx, { body }, { reply }) => {
    const { tasks, carries } = await signTask(ctx, body);
    reply.header('set-cookie', papersCookie(ctx, carries));
    return { tasks };
  });

  app.get('/api/orders/papers/:id', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'private, no-store');
    const { id } = request.params as { id: string };
    if (!z.guid().safeParse(id).success) throw refuse('NOT_FOUND');
    const order = await findOwn(request.ctx, request.query as { order?: unknown });
    // The link of a page that was left open for longer than the proof holds.
    if (request.headers['sec-fetch-dest'] === 'document' && !opensPaper(request.ctx, order, id))
      return reply.redirect(`/order?order=${order.number}&for=papers`, 303);
    const { name, type, bytes } = await readPaper(request.ctx, order, id);
    return reply
      .type(type)
      .headers({
        'content-disposition': `${type === 'image/webp' ? 'inline' : 'attachment'}; filename="file"; filename*=UTF-8''${encodeURIComponent(name.replaceAll('/', '־'))}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'referrer-policy': 'no-referrer',
      })
      .send(bytes);
  });

  uploads(app, { types: paperTypes, mostBytes: MAX_PAPER_BYTES }, findOwn, (scope, options) =>
    serve(scope, 'POST /api/orders/add-paper', options, async (ctx, { query, body }, { reply }) => {
      const { tasks, carries } = await addPaper(ctx, query, body);
      reply.header('set-cookie', papersCookie(ctx, carries));
      return { tasks };
    }),
  );
}
