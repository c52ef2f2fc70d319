import { plainSlug } from './slug.ts';

/** The query forms of the old sites that name a page; everything else in a query is no part of an address. */
const NAMING = ['catid', 'itemid'] as const;
/** What advertisers and mail programs add, and what is worth keeping on the way. */
const HARMLESS = /^(?:utm_[a-z_]+|gclid|gbraid|wbraid|fbclid|msclkid|dclid)$/;

/** A path as it is compared: decoded, NFC, small letters, without doubled and final slashes. */
const plainPath = (path: string): string => `/${path.split('/').map(plainSlug).filter(Boolean).join('/')}`;

/** How an old address is kept: `/catalog.asp?catid=7&itemid=12`. */
export const legacyKey = (address: string): string => legacyKeys(address)[0] ?? '/';

/** Keys under which an address may be found, the most exact first. */
export function legacyKeys(address: string): string[] {
  const [path = '', query = ''] = address.replace(/#.*$/s, '').split(/\?(.*)/s);
  const plain = plainPath(path);
  const given = new URLSearchParams(query.toLowerCase());
  const pair = (name: string): string[] => (given.get(name) ? [`${name}=${given.get(name)}`] : []);
  const [catid, itemid] = NAMING.map(pair) as [string[], string[]];
  const queries = [[...catid, ...itemid], itemid, catid].filter((parts) => parts.length > 0);
  return [...new Set([...queries.map((parts) => `${plain}?${parts.join('&')}`), plain])];
}

/** Whether the address has a query by which the old sites named a page. */
export const hasLegacyQuery = (address: string): boolean => /[?&](?:catid|itemid)=[^&]/i.test(address);

/** The target with what is harmless of the query that came. */
export function withHarmlessQuery(target: string, address: string): string {
  const query = address.replace(/#.*$/s, '').split(/\?(.*)/s)[1] ?? '';
  const kept = [...new URLSearchParams(query)].filter(([name]) => HARMLESS.test(name));
  if (kept.length === 0) return target;
  const [whole = '', hash] = target.split('#');
  const joined = `${whole}${whole.includes('?') ? '&' : '?'}${new URLSearchParams(kept)}`;
  return hash === undefined ? joined : `${joined}#${hash}`;
}
