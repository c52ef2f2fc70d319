import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { createServer } from 'vite';
import type { Pages } from './pages.ts';

/** `npm run dev`: pages straight from their sources, rebuilt as one edits. The server itself is started again by `node --watch`. */
export async function devPages(): Promise<Pages & { close: () => Promise<void> }> {
  const vite = await createServer({ server: { middlewareMode: true } });
  return {
    mode: 'development',
    build: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
    clientDir: null,
    prepare(app: FastifyInstance) {
      app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, () => done()));
    },
    close: () => vite.close(),
  };
}
