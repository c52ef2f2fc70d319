import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isUnavailable } from '#db/unavailable.ts';
import { PAPERS_COOKIE } from '../checkout/order-secret.ts';
import type { Deps, RequestContext, Session } from '../context.ts';
import { tokenOf } from '../customers/sign-in/cookies.ts';
import { DEVICE_COOKIE } from '../identity/known-device.ts';
import { customerByToken } from '../identity/tokens.ts';
import { refuse } from '../platform/errors.ts';
import { siteUrl } from '../platform/site-url.ts';
import { findStoreOfHost, hostName } from '../stores/stores.ts';
import { ASK_AGAIN } from './pages/fetch-bridge.ts';
import { sharedUrl } from './pages/page-cache.ts';
import { isPagePath } from './request-shape.ts';

/** Files are the same for everybody, so they need no customer lookup. */
const isFile = (request: FastifyRequest): boolean => /^\/(assets|media)\//.test(request.url);

/** The signed-in customer, by bearer token or cookie. */
async function signedIn(ctx: RequestContext, request: FastifyRequest): Promise<Session | null> {
  const token = isFile(request) ? undefined : tokenOf(request);
  return token ? customerByToken(ctx, token) : null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Throws STORE_NOT_FOUND where the host is no store's. */
    ctx: RequestContext;
    /** The same, or `null` on a host without a store. */
    ctxOrNull: RequestContext | null;
  }
}

/** Host → store → the context that every rule gets. Also refuses a `store_uid` of another store. */
export function store(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('ctxOrNull', null);
  app.decorateRequest('ctx', {
    getter(this: FastifyRequest) {
      if (!this.ctxOrNull) throw refuse('STORE_NOT_FOUND');
      return this.ctxOrNull;
    },
  });

  app.addHook('onRequest', async (request) => {
    const store = await findStoreOfHost(deps, request.host);
    if (!store) return;
    request.ctxOrNull = {
      ...deps,
      requestId: request.id,
      origin: `${request.protocol}://${request.host}`,
      ipAddress: request.ip,
      log: request.log,
      store: store,
      customer: null,
      device: request.cookies[DEVICE_COOKIE] ?? '',
      papers: request.cookies[PAPERS_COOKIE] ?? '',
      limits: request.limits,
    };
    request.ctxOrNull.customer = await signedIn(request.ctxOrNull, request).catch((error) => {
      // Shared pages can be served while the customer lookup is unavailable.
      if (isUnavailable(error) && sharedUrl(request)) return null;
      throw error;
    });
  });

  app.addHook('onRequest', async (request, reply) => {
    const url = publicUrl(deps, request);
    if (url) return reply.header('cache-control', ASK_AGAIN).redirect(url, 301);
  });

  app.addHook('preHandler', async (request) => {
    const storeUid = storeUidOf(request.query) ?? storeUidOf(request.body);
    if (storeUid && request.ctxOrNull && storeUid !== request.ctxOrNull.store.uuid) throw refuse('WRONG_STORE');
  });
}

/**
 * Where a page is on the store's public domain, asked for on the same one with or without `www.`; `null` where it is
 * served here. Identity providers and gateways lead back to the public domain alone, and browsers take the two for
 * different sites. Only in live mode: the demo's domains are fictional. What pages that are open already ask for
 * (`.data`, `/__manifest`) is served to them.
 */
function publicUrl({ env }: Deps, { method, url, host, routeOptions, ctxOrNull }: FastifyRequest): string | null {
  const store = ctxOrNull?.store;
  const reads = method === 'GET' || method === 'HEAD';
  if (env.MODE !== 'live' || !store?.publicDomain || !reads || routeOptions.url !== '*') return null;
  if (!isPagePath(url) || /^\/__manifest\?|\.data(?:\?|$)/.test(url) || hostName(host) !== hostName(store.publicDomain))
    return null;
  const isThere = host.toLowerCase().replace(/:\d+$/, '') === store.publicDomain.toLowerCase();
  return isThere ? null : `${siteUrl(env, store)}${url}`;
}

function storeUidOf(source: unknown): string | undefined {
  if (typeof source !== 'object' || source === null || !('store_uid' in source)) return undefined;
  return typeof source.store_uid === 'string' ? source.store_uid : undefined;
}
