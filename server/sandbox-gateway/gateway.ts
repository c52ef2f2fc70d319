import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import fastify, { type FastifyInstance } from 'fastify';
import type { Deps } from '../context.ts';
import { contentSecurityPolicy, gatewayOrigin, LABEL } from '../providers/payment/sandbox/wire.ts';
import { gatewayApi } from './api.ts';
import { hostedPages } from './pages.ts';
import { plainPage } from './views.ts';

const FILES: Record<string, [file: string, type: string]> = {
  '/page.css': ['./page.css', 'text/css; charset=utf-8'],
  '/page.js': ['./page.js', 'text/javascript; charset=utf-8'],
  '/hebrew.woff2': ['@fontsource-variable/heebo/files/heebo-hebrew-wght-normal.woff2', 'font/woff2'],
  '/latin.woff2': ['@fontsource-variable/heebo/files/heebo-latin-wght-normal.woff2', 'font/woff2'],
};

/**
 * The sandbox gateway: an application of its own behind the reserved host label, in demo mode only. Requests to its
 * host never reach the shop's routes, and those to a store's host never reach these. Registered before any other
 * hook.
 */
export async function sandboxGateway(app: FastifyInstance, deps: Deps): Promise<void> {
  if (deps.env.MODE !== 'demo') return;
  const gateway = await buildGateway(app, deps);
  app.addHook('onRequest', async (request, reply) => {
    if (!isGateway(request.headers.host)) return;
    reply.hijack();
    gateway.routing(request.raw, reply.raw);
  });
  app.addHook('onClose', () => gateway.close());
}

const isGateway = (host: string | undefined): boolean => (host ?? '').toLowerCase().split(/[.:]/)[0] === LABEL;

async function buildGateway(app: FastifyInstance, deps: Deps): Promise<FastifyInstance> {
  const gateway = fastify({ loggerInstance: app.log, bodyLimit: 64 * 1024, forceCloseConnections: false });
  gateway.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cache-control': 'no-store',
    });
    const { origin, 'sec-fetch-site': site } = request.headers;
    const foreign = origin ? origin !== gatewayOrigin(deps.env) : site === 'cross-site';
    if (request.method === 'POST' && foreign)
      return reply
        .status(403)
        .type('text/html; charset=utf-8')
        .send(plainPage('הבקשה לא בוצעה', 'היא הגיעה מאתר אחר.'));
  });
  gateway.addHook('onSend', async (_request, reply, payload) => {
    if (!reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', contentSecurityPolicy(deps.env));
    return payload;
  });
  gateway.setNotFoundHandler((_request, reply) =>
    reply.status(404).type('text/html; charset=utf-8').send(plainPage('הדף לא נמצא', 'בדקו את הכתובת.')),
  );
  gateway.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode && error.statusCode < 500 ? error.statusCode : 500;
    if (status === 500) request.log.error({ err: error }, 'sandbox gateway failed');
    return reply
      .status(status)
      .type('text/html; charset=utf-8')
      .send(plainPage('משהו השתבש', 'לא בוצע חיוב. נסו שוב.'));
  });
  gatewayApi(gateway, deps);
  hostedPages(gateway, deps);
  const require = createRequire(import.meta.url);
  for (const [path, [file, type]] of Object.entries(FILES)) {
    const content = await readFile(require.resolve(file));
    gateway.get(path, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type(type).send(content),
    );
  }
  await gateway.ready();
  return gateway;
}
