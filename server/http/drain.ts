import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the process is about to stop. */
    draining: () => boolean;
    /** Makes `/readyz` fail and keeps serving for a while, so that the balancer stops sending requests first. */
    drain: (milliseconds: number) => Promise<void>;
  }
}

/**
 * A balancer keeps sending requests until it notices, also on keep-alive connections: these are closed with the next
 * reply, so that no request is cut off.
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
