import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { createServer } from 'vite';
import type { Environment } from '../../platform/environment.ts';
import { isOfficeHost } from '../office.ts';
import type { Pages } from './pages.ts';

/**
 * `npm run dev`: pages straight from their sources, rebuilt as one edits. The server itself is started again by `node
 * --watch`.
 */
export async function devPages(
  app: 'shop' | 'office',
  env: Environment,
): Promise<Pages & { close: () => Promise<void> }> {
  const root = fileURLToPath(new URL(app === 'office' ? '../../../office' : '../../..', import.meta.url));
  // Vite reads its configuration, and React Router's, from there.
  const vite = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    server: { middlewareMode: true, hmr: { port: env.PORT + (app === 'office' ? 22_000 : 21_000) } },
  });
  const isOffice = (host: string) => isOfficeHost(env, host);
  return {
    mode: 'development',
    build: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
    clientDir: null,
    prepare(fastify: FastifyInstance) {
      fastify.addHook('onRequest', (request, reply, done) => {
        if (isOffice(request.host) === (app === 'office')) vite.middlewares(request.raw, reply.raw, () => done());
        else done();
      });
    },
    close: () => vite.close(),
  };
}
