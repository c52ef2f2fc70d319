import type { RequestContext } from '../../context.ts';

/** Where others find this store: in live mode its public domain, whatever host the request came by; else that host. */
export const publicOrigin = ({ env, store, origin }: Pick<RequestContext, 'env' | 'store' | 'origin'>): string =>
  env.MODE === 'live' && store.publicDomain ? `https://${store.publicDomain}` : origin;
