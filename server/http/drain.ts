import type { Socket } from 'node:net';
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

/** From the server's close; until then the first request on an open connection may still come. */
const FIRST_REQUEST_MS = 1_000;
/**
 * From the server's close; until then requests and replies under way may end. Node no longer applies its own limits
 * then.
 */
const LAST_ANSWER_MS = 30_000;

/**
 * A balancer keeps sending requests until it notices, also on keep-alive connections: these are closed with the next
 * reply, so that no request is cut off. Browsers open connections ahead on which nothing is asked: Node would wait two
 * minutes for these.
 */
export function drain(app: FastifyInstance): void {
  let draining = false;
  const silent = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }) => silent.delete(socket));
  app.decorate('draining', () => draining);
  app.decorate('drain', async (milliseconds) => {
    draining = true;
    await wait(milliseconds);
  });
  app.addHook('preClose', async () => {
    draining = true;
    setTimeout(() => destroyUnused(silent), FIRST_REQUEST_MS).unref();
    setTimeout(() => app.server.closeAllConnections(), LAST_ANSWER_MS).unref();
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    if (draining) reply.header('connection', 'close');
    return payload;
  });
}

/** What has sent a part of a request already is waited for. */
function destroyUnused(silent: Set<Socket>): void {
  for (const socket of silent) if (socket.bytesRead === 0) socket.destroy();
}
