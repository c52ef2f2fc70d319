import type { Environment } from './environment.ts';

type Site = { key: string; publicDomain: string | null };

/**
 * Public URL of a store: in live mode its public domain, whatever host the request used. Otherwise `origin`, the
 * request's where there is one, as the demo's domains are fictional.
 */
export const siteUrl = (
  { MODE, PORT }: Pick<Environment, 'MODE' | 'PORT'>,
  { key, publicDomain }: Site,
  origin = `http://${key}.localhost:${PORT}`,
): string => (MODE === 'live' && publicDomain ? `https://${publicDomain}` : origin);
