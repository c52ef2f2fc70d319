import type { Environment } from './environment.ts';

type Site = { key: string; publicDomain: string | null };

/**
 * Where a store is reached from outside: in live mode its public domain, whatever host a request came by. Else `origin`, which
 * is the request's where there is one; the demo's domains belong to nobody here.
 */
export const siteUrl = (
  { MODE, PORT }: Pick<Environment, 'MODE' | 'PORT'>,
  { key, publicDomain }: Site,
  origin = `http://${key}.localhost:${PORT}`,
): string => (MODE === 'live' && publicDomain ? `https://${publicDomain}` : origin);
