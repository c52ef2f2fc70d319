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

/** Origin of the office, for links in what staff get. */
export const officeUrl = ({ OFFICE_HOST, PORT }: Pick<Environment, 'OFFICE_HOST' | 'PORT'>): string =>
  OFFICE_HOST ? `https://${OFFICE_HOST}` : `http://office.localhost:${PORT}`;
