import type { Environment } from '../../environment.ts';

type Site = { key: string; publicDomain: string | null };

/** Where a store is reached from outside, for links in messages. The demo's domains belong to nobody here. */
export const siteUrl = ({ MODE, PORT }: Pick<Environment, 'MODE' | 'PORT'>, { key, publicDomain }: Site): string =>
  MODE === 'live' && publicDomain ? `https://${publicDomain}` : `http://${key}.localhost:${PORT}`;
