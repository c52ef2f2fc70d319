import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../context.ts';

/** `/healthz`: the process answers. `/readyz`: it can serve, database included, and is not being stopped. */
export function health(app: FastifyInstance, deps: Deps): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    const database = await deps.db.execute(sql`select 1`).then(
      () => true,
      () => false,
    );
    const ready = database && !app.draining();
    return reply
      .header('cache-control', 'no-store')
      .status(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'not ready', database, draining: app.draining() });
  });
}
