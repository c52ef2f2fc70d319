import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the process is about to stop. */
    draining: () => boolean;
    /** Says so to whoever asks `/readyz`, and goes on serving for a while, so that no request comes to a closed door. */
    drain: (milliseconds: number) => Promise<void>;
  }
}

/**
 * A balancer sends requests on until it has noticed, and on connections that it keeps open: these are closed with the next
 * answer, so that none is cut while a request is on its way.
 */
export function drain(app: FastifyInstance): void {
  let draining = false;
  app.decorate('draining', () => draining);
  app.decorate('drain', async (milliseconds) => {
    draining = true;
    await wait(milliseconds);
  });
  app.addHook('preClose', async () => {
    draining = true;
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    if (draining) reply.header('connection', 'close');
    return payload;
  });
}
