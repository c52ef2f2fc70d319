import { searchWords } from '../search/search-text.ts';
import { plainSlug } from './slug.ts';

/** Query parameters of the old sites that identify a page; the rest of a query is ignored. */
const NAMING = ['catid', 'itemid'] as const;
/** Parameters added by advertisers and mail programs, which redirects keep. */
const HARMLESS = /^(?:utm_[a-z_]+|gclid|gbraid|wbraid|fbclid|msclkid|dclid)$/;

/** A path in comparison form: decoded, NFC, lower case, without doubled and final slashes. */
const plainPath = (path: string): string => `/${path.split('/').map(plainSlug).filter(Boolean).join('/')}`;

/** The stored form of a search, whatever its marks and spaces; those of one key find the same. */
export const searchAddress = (search: string): string => `/category?search=${searchWords(search).join(' ')}`;

/** Stored form of an old URL: `/catalog.asp?catid=7&itemid=12`, and of a search: `/category?search=חגורה`. */
export const legacyKey = (url: string): string => legacyKeys(url)[0] ?? '/';

/** Keys under which an old URL may be stored, most exact first. */
export function legacyKeys(url: string): string[] {
  const [path = '', query = ''] = url.replace(/#.*$/s, '').split(/\?(.*)/s);
  const plain = plainPath(path);
  const parameters = new URLSearchParams(query.toLowerCase());
  const search = plain === '/category' ? (parameters.get('search') ?? '').trim() : '';
  if (search) return [searchAddress(search), plain];
  const pair = (name: string): string[] => (parameters.get(name) ? [`${name}=${parameters.get(name)}`] : []);
  const [catid, itemid] = NAMING.map(pair) as [string[], string[]];
  const queries = [[...catid, ...itemid], itemid, catid].filter((parts) => parts.length > 0);
  return [...new Set([...queries.map((parts) => `${plain}?${parts.join('&')}`), plain])];
}

/** Whether the URL has a query by which the old sites identified a page. */
export const hasLegacyQuery = (url: string): boolean => /[?&](?:catid|itemid)=[^&]/i.test(url);

/** A URL's path as people read it. */
export function decodedPath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The target with the harmless part of the incoming query. */
export function withHarmlessQuery(target: string, url: string): string {
  const query = url.replace(/#.*$/s, '').split(/\?(.*)/s)[1] ?? '';
  const keptParameters = [...new URLSearchParams(query)].filter(([name]) => HARMLESS.test(name));
  if (keptParameters.length === 0) return target;
  const [whole = '', hash] = target.split('#');
  const joined = `${whole}${whole.includes('?') ? '&' : '?'}${new URLSearchParams(keptParameters)}`;
  return hash === undefined ? joined : `${joined}#${hash}`;
}
