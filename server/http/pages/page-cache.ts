import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { isUnavailable } from '#db/unavailable.ts';
import { isFilterParameter } from '#domain/catalogue/filters.ts';
import type { RequestContext } from '../../context.ts';
import { type Cache, LAST_RESORT_MS } from '../../platform/cache.ts';
import { contentSecurityPolicy, type InlineSources } from '../security.ts';

/** A page as every visitor gets it. Its inline scripts and styles are allowed by their hashes: a nonce would be another one each time. */
export type SharedPage = {
  html: Buffer;
  /** By encoding, made when first asked for. */
  packed: Map<string, Promise<Buffer>>;
  headers: Record<string, string>;
  etag: string;
  renderedAt: number;
  /** When something in the catalogue changed that may be on it. */
  outdatedAt: number;
};
/** Kept once it is there, unless it was begun before a change. */
type Rendering = { answer: Promise<SharedPage | Response> };
export type KeptPages = {
  plain: LRUCache<string, SharedPage>;
  queried: LRUCache<string, SharedPage>;
  rendering: Map<string, Rendering>;
};

/** Bytes of all stores together, packed forms included: of pages that the catalogue names, */
const MOST_PLAIN = 96 * 1024 * 1024;
/** and of those that a visitor names by a query. Nobody can invent so many searches that the home page goes. */
const MOST_QUERIED = 32 * 1024 * 1024;
/** Its brotli and gzip forms weigh a third of the HTML. */
const WITH_PACKED = 4 / 3;
/** What changes with the clock (opening hours, dates of posts) is a minute old at most. */
const FRESH_MS = 30_000;
/** So long an outdated page is given while a new one is being made. */
const STALE_MS = 1_500;

/**
 * Pages with nothing in them that is somebody's own and nothing that is to be done once, by the first part of their path, and the
 * parameters that they read, in the browser too. Whatever else a query says makes no other page. The view of a list is kept in a
 * cookie; `view=` sets it.
 */
const SHARED: Record<string, { deeper: boolean; reads: { test: (parameter: string) => boolean } }> = {
  '': { deeper: false, reads: /^$/ },
  category: { deeper: true, reads: { test: (name) => /^(?:search|sort|page)$/.test(name) || isFilterParameter(name) } },
  product: { deeper: true, reads: /^(?:variant|config|quote|plan|down|months|monthly)$/ },
  page: { deeper: true, reads: /^$/ },
  blog: { deeper: true, reads: /^(?:category|tag|page)$/ },
  'spare-parts': { deeper: true, reads: /^(?:make|model|year|number|page|callout)$/ },
  distributors: { deeper: false, reads: /^(?:region|search|open)$/ },
  sitemap: { deeper: false, reads: /^$/ },
  compare: { deeper: false, reads: /^(?:ids|add|only)$/ },
};
const LONGEST_URL = 1_000;

/** The address of the page that this request shares with others, or `null` where it shares none. */
export function sharedUrl(request: FastifyRequest): { url: string; list: boolean } | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  // Whatever stands behind the first question mark is the query, further ones too.
  const [path = ''] = request.url.split('?', 1);
  const query = request.url.slice(path.length + 1);
  if (path.includes('.data') || path.includes('//')) return null;
  const [first = '', ...deeper] = path.slice(1).replace(/\/$/, '').split('/');
  const kind = Object.hasOwn(SHARED, first) ? SHARED[first] : undefined;
  if (!kind || (deeper.length > 0 && !kind.deeper)) return null;
  const asked = new URLSearchParams(query);
  if (asked.has('view')) return null;
  for (const name of [...asked.keys()]) if (!kind.reads.test(name)) asked.delete(name);
  const list = first === 'category' && /(?:^|;\s*)view=list(?:;|$)/.test(request.headers.cookie ?? '');
  const plain = plainPath([first, ...deeper]);
  if (plain === null) return null;
  const url = asked.size > 0 ? `${plain}?${asked}` : plain;
  return url.length > LONGEST_URL ? null : { url, list };
}

/**
 * One of the many ways to encode a path (RFC 3986 §6.2.2), so that they share a page; `null` for what is no text, and for what goes up
 * (`/blog/%2e%2e/product/a`): there are so many of these that one page would fill the cache.
 */
function plainPath(parts: string[]): string | null {
  try {
    const texts = parts.map(decodeURIComponent);
    if (texts.some((text) => text === '.' || text === '..')) return null;
    return `/${texts.map(encodeURIComponent).join('/')}`;
  } catch {
    return null;
  }
}

/** The pages that were kept when the process last heard of changes. */
const lastKept = new WeakMap<Cache, KeptPages>();

/**
 * The page from memory, or as `render` makes it now, once for all who wait for it. What can't be kept (a redirect, an error) comes as
 * the response that it is. `url` and `list` are of `sharedUrl`.
 */
export async function sharedPage(
  ctx: RequestContext,
  { url, list }: { url: string; list: boolean },
  render: (nonce: string) => Promise<Response>,
): Promise<SharedPage | Response> {
  const state = await ctx.cache.get<KeptPages>(
    'pages',
    async () => ({ plain: pagesOf(MOST_PLAIN), queried: pagesOf(MOST_QUERIED), rendering: new Map() }),
    async (old, _changed, since) => {
      for (const kept of [old.plain, old.queried])
        for (const page of kept.values()) page.outdatedAt = Math.min(page.outdatedAt, since);
      // What is being rendered may have been read before the change.
      old.rendering.clear();
      return old;
    },
  );
  if (ctx.cache.listening()) lastKept.set(ctx.cache, state);
  // By the store, never by the host: a store has as many hosts as somebody likes to invent.
  const key = `${ctx.store.uuid} ${list ? 'list' : 'box'} ${url}`;
  const known = keptIn(state, key).get(key);
  const age = known
    ? performance.now() - Math.min(known.outdatedAt, known.renderedAt + FRESH_MS)
    : Number.POSITIVE_INFINITY;
  if (known && age < 0) return known;
  const stale = known && age < STALE_MS;
  const { answer } = state.rendering.get(key) ?? begin(ctx, state, key, render);
  if (stale) {
    answer.catch((err) => ctx.log.error({ err }, 'page failed to render anew'));
    return known;
  }
  const made = await answer.catch((error) => {
    const former = isUnavailable(error) ? formerPage(ctx, key) : undefined;
    if (!former) throw error;
    return former;
  });
  if (made instanceof Response && made.status >= 500) return formerPage(ctx, key) ?? made.clone();
  // A response can be read once.
  return made instanceof Response ? made.clone() : made;
}

const pagesOf = (maxSize: number): LRUCache<string, SharedPage> =>
  new LRUCache({ maxSize, sizeCalculation: ({ html }) => Math.ceil(html.length * WITH_PACKED) });

const keptIn = ({ plain, queried }: KeptPages, key: string) => (key.includes('?') ? queried : plain);

/** While the database is away the shop can still be looked at, as it was. What is bought is calculated by the database alone. */
function formerPage(ctx: RequestContext, key: string): SharedPage | undefined {
  const last = ctx.cache.listening() ? undefined : lastKept.get(ctx.cache);
  const page = last && keptIn(last, key).get(key);
  return page && performance.now() - page.renderedAt < LAST_RESORT_MS ? page : undefined;
}

function begin(
  ctx: RequestContext,
  state: KeptPages,
  key: string,
  render: (nonce: string) => Promise<Response>,
): Rendering {
  const began = performance.now();
  const one = {} as Rendering;
  one.answer = (async () => {
    const nonce = randomBytes(16).toString('hex');
    const response = await render(nonce);
    if (!isPage(response)) return response;
    const page = await toPage(ctx, response, { nonce, renderedAt: began });
    if (response.status !== 200)
      return new Response(new Uint8Array(page.html), { status: response.status, headers: page.headers });
    if (state.rendering.get(key) === one) keptIn(state, key).set(key, page);
    return page;
  })();
  state.rendering.set(key, one);
  const done = () => state.rendering.get(key) === one && state.rendering.delete(key);
  one.answer.then(done, done);
  return one;
}

/** One that can be kept, or says that there is none. */
const isPage = ({ status, headers }: Response): boolean =>
  (status === 200 || status === 404) &&
  headers.getSetCookie().length === 0 &&
  !/no-store/.test(headers.get('cache-control') ?? '') &&
  (headers.get('content-type') ?? '').startsWith('text/html');

/**
 * The page without the nonce that it was rendered with. Only our own code knew that: what bears it is ours, and is allowed by its hash;
 * a script that somebody got into a text of the page is not.
 */
async function toPage(
  ctx: RequestContext,
  response: Response,
  { nonce, renderedAt }: { nonce: string; renderedAt: number },
): Promise<SharedPage> {
  // A letter for each byte: what is looked for is ASCII, and hashes are made of bytes.
  const made = Buffer.from(await response.arrayBuffer()).toString('latin1');
  const html = Buffer.from(made.replaceAll(nonce, ''), 'latin1');
  const etag = createHash('sha1').update(html).digest('base64url');
  const headers = Object.fromEntries(response.headers);
  headers.vary = headers.vary ? `${headers.vary}, Accept-Encoding` : 'Accept-Encoding';
  headers['content-security-policy'] = contentSecurityPolicy(ctx, ownSources(made, nonce));
  return { html, packed: new Map(), headers, etag, renderedAt, outdatedAt: Number.POSITIVE_INFINITY };
}

/** Hashes of what stands inline and bears the nonce. */
function ownSources(html: string, nonce: string): InlineSources {
  const hashes = (tag: string) => {
    const found = html.matchAll(new RegExp(`<${tag}(?=[^>]* nonce="${nonce}")[^>]*>([^]*?)</${tag}>`, 'g'));
    const texts = [...found].map(([, text = '']) => text.replaceAll(nonce, '')).filter(Boolean);
    return [...new Set(texts)]
      .map((text) => `'sha256-${createHash('sha256').update(text, 'latin1').digest('base64')}'`)
      .join(' ');
  };
  return { scripts: hashes('script'), styles: hashes('style') };
}

const packers: Record<string, (html: Buffer) => Promise<Buffer>> = {
  br: (html) =>
    promisify(zlib.brotliCompress)(html, {
      params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: html.length },
    }),
  gzip: (html) => promisify(zlib.gzip)(html),
};

export async function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  page: SharedPage,
): Promise<FastifyReply> {
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = Object.keys(packers).find((name) =>
    new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|$))`).test(accepted),
  );
  reply.headers(page.headers).header('etag', `W/"${page.etag}"`);
  if (!encoding) return reply.header('content-encoding', 'identity').send(page.html);
  const packed = page.packed.get(encoding) ?? (packers[encoding] as (html: Buffer) => Promise<Buffer>)(page.html);
  page.packed.set(encoding, packed);
  return reply.header('content-encoding', encoding).send(await packed);
}
