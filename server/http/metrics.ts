import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../context.ts';
import { refuse } from '../platform/errors.ts';
import { sameSecret } from '../platform/keyed-hash.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Code of the error reply; set by `http/errors.ts`. */
    errorCode: string | null;
    /** First path segment where it is one of the shop's pages; set by `http/pages/pages.ts`. */
    pageRoute: string | null;
  }
}

/** Counts every request and serves `/metrics` in Prometheus' text format. Callers without access get the usual 404. */
export function metrics(app: FastifyInstance, { env, metrics }: Deps): void {
  app.decorateRequest('errorCode', null);
  app.decorateRequest('pageRoute', null);

  app.addHook('onResponse', async (request, reply) => {
    const route = request.pageRoute ?? request.routeOptions.url ?? 'none';
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    metrics.requests.observe({ method: request.method, route, status }, reply.elapsedTime / 1_000);
    if (request.errorCode) metrics.errors.inc({ error_code: request.errorCode });
  });

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, env.METRICS_TOKEN)) throw refuse('NOT_FOUND');
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.registry.contentType)
      .send(await metrics.registry.metrics());
  });
}

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/;
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

/**
 * With the token, or from this machine itself. A proxy on this machine also connects from loopback: it is recognised
 * by the headers that proxies add, and by the host, which is a store's.
 */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  const { authorization } = request.headers;
  if (authorization) return token !== undefined && sameSecret(authorization, `Bearer ${token}`);
  return (
    LOOPBACK.test(request.socket.remoteAddress ?? '') &&
    /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(request.headers.host ?? '') &&
    !request.raw.rawHeaders.some((name) => FORWARDED.includes(name.toLowerCase()))
  );
}
