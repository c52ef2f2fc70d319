import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isUnavailable } from '#db/unavailable.ts';
import { PAPERS_COOKIE } from '../checkout/order-secret.ts';
import type { Deps, RequestContext, Session } from '../context.ts';
import { tokenOf } from '../customers/sign-in/cookies.ts';
import { DEVICE_COOKIE } from '../identity/known-device.ts';
import { customerByToken } from '../identity/tokens.ts';
import { refuse } from '../platform/errors.ts';
import { findStoreOfHost } from '../stores/stores.ts';
import { sharedUrl } from './pages/page-cache.ts';

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

  app.addHook('preHandler', async (request) => {
    const storeUid = storeUidOf(request.query) ?? storeUidOf(request.body);
    if (storeUid && request.ctxOrNull && storeUid !== request.ctxOrNull.store.uuid) throw refuse('WRONG_STORE');
  });
}

function storeUidOf(source: unknown): string | undefined {
  if (typeof source !== 'object' || source === null || !('store_uid' in source)) return undefined;
  return typeof source.store_uid === 'string' ? source.store_uid : undefined;
}
