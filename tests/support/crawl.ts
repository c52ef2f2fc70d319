import type { Reply } from './http.ts';

export type Page = { path: string; status: number; html: string; location: string | undefined };

const decode = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"');

/**
 * Of one page with the same names in its query (a list filtered and sorted, a booking of this model at that branch) so
 * many are seen.
 */
const MAX_ALIKE = 2;
/** What tells pages with a query from one another; `null` for those that are all seen. */
function kindOf(address: string): string | null {
  const [path = '', query] = address.split('?');
  if (query === undefined || /^(?:page=\d+|category=[^&]*)$/.test(query)) return null;
  return `${path.split('/')[1]}?${[...new URLSearchParams(query).keys()].sort()}`;
}

/** Addresses of links on a page that stay within the store. */
function linksOf(html: string): string[] {
  const found = [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map(([, href = '']) => decode(href));
  return found.filter((href) => href.startsWith('/') && !href.startsWith('//')).map((href) => href.replace(/#.*$/, ''));
}

/** Other sites that a page links to. */
export const hostsOf = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*?\shref="(https?:)?\/\/([^/"?#]+)/g)].map(([, , host = '']) => host.toLowerCase());

/** Every page that can be reached from the home page by links, of those that are `wanted`. */
export async function crawl(
  get: (path: string) => Promise<Reply>,
  wanted: (path: string) => boolean = () => true,
): Promise<Map<string, Page>> {
  const pages = new Map<string, Page>();
  let next = ['/'];
  const seen = new Map<string, number>();
  const isWanted = (path: string): boolean => {
    if (!wanted(path)) return false;
    const kind = kindOf(path);
    if (kind === null) return true;
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    return count <= MAX_ALIKE;
  };
  while (next.length > 0) {
    const batch = next.splice(0, 8);
    const found = await Promise.all(
      batch.map(async (path) => {
        const reply = await get(path);
        const page = { path, status: reply.status, html: reply.text, location: reply.headers.location };
        pages.set(path, page);
        const leads = page.location?.startsWith('/') ? [page.location] : [];
        return [...leads, ...(String(reply.headers['content-type']).includes('text/html') ? linksOf(page.html) : [])];
      }),
    );
    const known = new Set([...pages.keys(), ...next]);
    next = [...next, ...[...new Set(found.flat())].filter((path) => !known.has(path) && isWanted(path))];
  }
  return pages;
}

const attribute = (html: string, pattern: RegExp): string | null => {
  const found = pattern.exec(html)?.[1];
  return found === undefined ? null : decode(found);
};

/** What a search engine reads of a page. */
export const headOf = (html: string) => ({
  title: attribute(html, /<title[^>]*>([^<]*)<\/title>/),
  description: attribute(html, /<meta name="description" content="([^"]*)"/),
  canonical: attribute(html, /<link rel="canonical" href="([^"]*)"/),
  noindex: /<meta name="robots" content="noindex/.test(html),
  headings: html.match(/<h1[\s>]/g)?.length ?? 0,
  data: [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(([, json = '']) =>
    JSON.parse(json),
  ) as Record<string, unknown>[],
});
