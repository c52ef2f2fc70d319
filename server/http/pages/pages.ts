import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from 'react-router';
import { hasLegacyQuery } from '#domain/text/legacy-url.ts';
import { findRedirect, recordMiss } from '../../content/redirects/redirects.ts';
import type { Deps, RequestContext } from '../../context.ts';
import { dependOn, SHORT_LIVED } from '../../platform/cache-reads.ts';
import { refuse } from '../../platform/errors.ts';
import { findStore } from '../../stores/stores.ts';
import { ASK_AGAIN, FORM, parseForms, refuseOdd, send, toRequest } from './fetch-bridge.ts';
import { type SharedPage, sendShared, sharedPage, sharedUrl } from './page-cache.ts';
import { storeIndex } from './state-pages.ts';

/** What `shop/entry.server.tsx` exports besides React Router's own. */
type PageContext = { ctx: RequestContext | null; nonce: string; list: string | null };
type PagesBuild = ServerBuild & { entry: { module: { pageContext: RouterContext<PageContext> } } };

/** The built pages (`build/`), or Vite's development server in place of them. */
export type Pages = {
  build: () => Promise<ServerBuild>;
  clientDir: string | null;
  mode: 'production' | 'development';
  /** What has to see a request before anything else does. */
  prepare?: (app: FastifyInstance) => void;
};

/** Hands everything that no call took to React Router, with the request's context. */
export async function pages(app: FastifyInstance, deps: Deps, { build, clientDir, mode }: Pages): Promise<void> {
  if (clientDir) {
    await app.register(fastifyStatic, {
      root: clientDir,
      wildcard: false,
      preCompressed: true,
      index: false,
      setHeaders: (reply, path) => {
        reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        );
      },
    });
  }

  let built: Promise<PagesBuild> | undefined;
  /** To import it anew for every request would only find the same one, but take its time. */
  function readBuild(): Promise<PagesBuild> {
    if (mode === 'development') return build() as Promise<PagesBuild>;
    built ??= build() as Promise<PagesBuild>;
    return built;
  }

  await app.register(async (scope) => {
    parseForms(scope, { [FORM]: LONGEST_FORM });
    scope.all('*', { schema: { hide: true } }, async (request, reply) => {
      refuseOdd(request);
      if (isIndexHost(request.host) && deps.env.MODE === 'demo') return storeIndex(request, reply, deps);
      if (!request.ctxOrNull) request.log.warn({ host: request.host }, 'store not found');
      const serverBuild = await readBuild();
      const { handle, firstParts } = routingOf(serverBuild, mode);
      const list = deps.env.MODE === 'demo' ? `http://localhost:${deps.env.PORT}/` : null;
      const render = (pageRequest: Request, ctx: RequestContext | null, nonce: string) => {
        const context = new RouterContextProvider();
        context.set(serverBuild.entry.module.pageContext, { ctx, nonce, list });
        return handle(pageRequest, context);
      };
      const renderUncached = async () =>
        // An unknown host is never given to the pages: it could end up in a link.
        render(toRequest(request, reply, request.ctxOrNull?.origin ?? NO_STORE), request.ctxOrNull, request.nonce);
      request.pageRoute = routeOf(firstParts, request.url);
      const answer = mode === 'production' ? await fromCache(request, render) : null;
      if (answer && !(answer instanceof Response)) return sendShared(request, reply, answer);
      return sendOn(request, reply, firstParts, async () => {
        const response = answer ?? (await renderUncached());
        // A loader that failed has logged why; the page that it leaves is not worth showing while nothing else works.
        if (response.status === 500 && !deps.cache.listening()) throw refuse('UNAVAILABLE', { retryAfter: 5 });
        return response;
      });
    });
  });
}

/** `firstParts`: what the paths of its routes begin with. */
type Routing = { handle: ReturnType<typeof createRequestHandler>; firstParts: ReadonlySet<string> };
/** Made once for each build, as all routes are read for it; in development every change makes a new build. */
const routings = new WeakMap<ServerBuild, Routing>();

function routingOf(build: ServerBuild, mode: Pages['mode']): Routing {
  const routing = routings.get(build) ?? {
    handle: createRequestHandler(build, mode),
    firstParts: new Set(Object.values(build.routes).map((route) => route?.path?.split('/')[0] ?? '')),
  };
  routings.set(build, routing);
  return routing;
}

/** The longest text in a form of ours is of 2,000 letters, each six bytes. */
const LONGEST_FORM = 128 * 1024;
const NO_STORE = 'http://store-not-found.invalid';

type Render = (request: Request, ctx: RequestContext | null, nonce: string) => Promise<Response>;

/** The page as all visitors get it, or that there is none; `null` where this request has to be answered by itself. */
async function fromCache(request: FastifyRequest, render: Render): Promise<SharedPage | Response | null> {
  const ctx = request.ctxOrNull;
  const shared = sharedUrl(request);
  if (!shared || ctx?.store.status !== 'open' || ctx.preview || hasLegacyQuery(request.url)) return null;
  const headers = new Headers(shared.list ? { cookie: 'view=list' } : {});
  let rendered = false;
  const answer = await sharedPage(ctx, shared, async (nonce) => {
    rendered = true;
    const page = new Request(new URL(shared.url, ctx.origin), { headers });
    // Asked for once more: since the request came in it may have changed, and the page would not know.
    const store = (await findStore(ctx, ctx.store.key)) ?? ctx.store;
    const now = () => {
      dependOn(SHORT_LIVED);
      return ctx.now();
    };
    return { response: await render(page, { ...ctx, store, now, db: ctx.reader, customer: null }, nonce), store };
  });
  ctx.metrics.pages.inc({ result: rendered ? 'miss' : 'hit' });
  // A redirect leads on with the query as it was asked for.
  return answer instanceof Response && answer.status !== 404 ? null : answer;
}

/**
 * Old addresses lead on: at once where no page of ours can be meant (a query that names the page, or a path that none
 * of our routes has), otherwise when nothing answers. What leads nowhere is kept.
 */
async function sendOn(
  request: FastifyRequest,
  reply: FastifyReply,
  firstParts: Routing['firstParts'],
  answer: () => Promise<Response>,
): Promise<FastifyReply> {
  const ctx = request.ctxOrNull;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const pageContext = ctx && reads && !/\.data(?:\?|$)/.test(request.url) ? ctx : null;
  const foreign = pageContext && (hasLegacyQuery(request.url) || !isOwn(firstParts, request.url));
  const earlyRedirect = foreign ? await findRedirect(pageContext, request.url) : null;
  if (earlyRedirect) return reply.header('cache-control', ASK_AGAIN).redirect(earlyRedirect, 301);
  const response = await answer();
  if (!pageContext || response.status !== 404) return send(reply, response);
  const lateRedirect = foreign ? null : await findRedirect(pageContext, request.url);
  if (!lateRedirect) {
    if (!pageContext.preview) await recordMiss(pageContext, request.url);
    return send(reply, response);
  }
  await response.body?.cancel();
  return reply.header('cache-control', ASK_AGAIN).redirect(lateRedirect, 301);
}

/**
 * What the page is counted under: the first part of its address where that is one of ours, so that callers can't invent
 * any.
 */
function routeOf(firstParts: Routing['firstParts'], url: string): string | null {
  return isOwn(firstParts, url) ? `/${firstPart(url).replace(/\.data$/, '')}` : null;
}

const firstPart = (url: string): string => /^\/*([^/?#]*)/.exec(url)?.[1] ?? '';

/** Whether one of the routes begins like the address. The home page's has no path. */
const isOwn = (firstParts: Routing['firstParts'], url: string): boolean => firstParts.has(firstPart(url));

const isIndexHost = (host: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host);
