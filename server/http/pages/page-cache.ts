import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isGoodsTag } from '#db/cache-tags.ts';
import { isUnavailable } from '#db/unavailable.ts';
import { isFilterParameter } from '#domain/catalogue/filters.ts';
import type { RequestContext, Store } from '../../context.ts';
import { LAST_RESORT_MS, perCache } from '../../platform/cache.ts';
import { lifetimeOf, recordReads } from '../../platform/cache-reads.ts';
import { type TaggedLru, taggedLru } from '../../platform/tagged-lru.ts';
import { QUICK_BROTLI } from '../quick-brotli.ts';
import { contentSecurityPolicy, type InlineSources } from '../security.ts';

/**
 * A page as every visitor gets it. Its inline scripts and styles are allowed by their hashes: a nonce would be another
 * one each time.
 */
export type SharedPage = {
  /** All that is kept of the HTML, of which it is a tenth. */
  brotli: Buffer;
  /** As small as brotli makes it, or on its way there. */
  dense?: true;
  /** For programs that know no brotli, made when first asked for. */
  gzip?: Promise<Buffer>;
  headers: Record<string, string>;
  etag: string;
  renderedAt: number;
  /** What it was made of (`db/cache-tags.ts`). */
  tags: ReadonlySet<string>;
  /** When goods that it shows have changed, or its time is over. */
  outdatedAt: number;
};
/** Makes the page, and says of which settings. */
type Render = (nonce: string) => Promise<{ response: Response; store: Store }>;
/** A rendering under way. `outdated`: goods that it has read have changed since it began. */
type Rendering = { answer: Promise<SharedPage | Response>; tags: Set<string>; renderedAt: number; outdated: boolean };
type Pages = { plain: TaggedLru<SharedPage>; queried: TaggedLru<SharedPage> };
export type PageCache = Pages & {
  rendering: Map<string, Rendering>;
  /** The pages that were cached when the process last received changes. */
  former: Pages | null;
  /** A page is being packed densely: one at a time. */
  condensing: boolean;
};

/** Bytes of compressed pages, all stores together: pages without a query, whose number the catalogue bounds. */
const MAX_PLAIN = 96 * 1024 * 1024;
/** The same for pages with a query. However many searches visitors invent, the home page stays cached. */
const MAX_QUERIED = 32 * 1024 * 1024;
/** Size of a page with its gzip form, which may be made later, as a multiple of its brotli form. */
const WITH_GZIP = 2.5;
/** Bytes of a page's headers and tags. */
const HEADERS_AND_TAGS = 8_000;
/** So long a page whose goods have changed is given while a new one is being made. */
const STALE_MS = 1_500;
/** Pages that stand so long are asked for often enough to be packed densely. */
const STOOD_MS = 10_000;
/** Goods that sell all the time make a page be rendered so often at most; less than `STALE_MS`. */
const RENDER_EVERY_MS = 1_000;

/**
 * Pages without personal data and without anything that is to be done once, by the first part of their path, and the
 * parameters that they read, in the browser too. Whatever else a query says makes no other page. The view of a list is
 * kept in a cookie; `view=` sets it.
 */
const SHARED: Record<string, { deeper: boolean; reads: { test: (parameter: string) => boolean } }> = {
  '': { deeper: false, reads: /^$/ },
  category: { deeper: true, reads: { test: (name) => /^(?:search|sort|page)$/.test(name) || isFilterParameter(name) } },
  product: { deeper: true, reads: /^(?:variant|choose|config|quote|plan|down|months|monthly|reviews)$/ },
  page: { deeper: true, reads: /^$/ },
  blog: { deeper: true, reads: /^(?:category|tag|page)$/ },
  'spare-parts': { deeper: true, reads: /^(?:make|model|year|number|category|page|callout)$/ },
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
  const parameters = new URLSearchParams(query);
  // Parts for a shopper's own vehicle are no shared page.
  if (parameters.has('view') || parameters.has('chassis')) return null;
  for (const name of [...parameters.keys()]) if (!kind.reads.test(name)) parameters.delete(name);
  const list = first === 'category' && /(?:^|;\s*)view=list(?:;|$)/.test(request.headers.cookie ?? '');
  const plain = plainPath([first, ...deeper]);
  if (plain === null) return null;
  const url = parameters.size > 0 ? `${plain}?${parameters}` : plain;
  return url.length > LONGEST_URL ? null : { url, list };
}

/**
 * One of the many ways to encode a path (RFC 3986 §6.2.2), so that they share a page; `null` for what is no text, and
 * for what goes up (`/blog/%2e%2e/product/a`): there are so many of these that one page would fill the cache.
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

const newPages = (): Pages => ({ plain: pagesOf(MAX_PLAIN), queried: pagesOf(MAX_QUERIED) });

/** The process's pages. */
export const pageCacheOf = perCache((cache): PageCache => {
  const state: PageCache = { ...newPages(), rendering: new Map(), former: null, condensing: false };
  cache.onChange((change) => {
    if (Array.isArray(change)) return outdate(state, change);
    state.former = change === 'lost' ? { plain: state.plain, queried: state.queried } : null;
    Object.assign(state, newPages());
    state.rendering.clear();
  });
  return state;
});

/** Drops the pages that are made of what has changed; where that is goods, they may be given for a moment yet. */
function outdate({ plain, queried, rendering }: PageCache, tags: string[]): void {
  const goods = tags.every(isGoodsTag);
  for (const pages of [plain, queried])
    for (const [key, page] of pages.tagged(tags)) {
      if (goods) page.outdatedAt = Math.min(page.outdatedAt, performance.now());
      else pages.delete(key);
    }
  for (const [key, pendingPage] of rendering) {
    if (!tags.some((tag) => pendingPage.tags.has(tag))) continue;
    if (goods) pendingPage.outdated = true;
    else rendering.delete(key);
  }
}

/**
 * The page from memory, or as `render` makes it now, once for all who wait for it. What can't be kept (a redirect, an
 * error) comes as the response that it is. `url` and `list` are of `sharedUrl`.
 */
export async function sharedPage(
  ctx: RequestContext,
  { url, list }: { url: string; list: boolean },
  render: Render,
): Promise<SharedPage | Response> {
  const state = pageCacheOf(ctx.cache);
  // By the store, never by the host: callers can invent any number of hosts.
  const key = `${ctx.store.uuid} ${list ? 'list' : 'box'} ${url}`;
  const cached = pagesFor(state, key).get(key);
  const now = performance.now();
  const age = cached ? now - cached.outdatedAt : Number.POSITIVE_INFINITY;
  if (cached && age < 0 && now - cached.renderedAt > STOOD_MS && !url.includes('?')) condense(ctx, state, cached);
  if (cached && (age < 0 || (age < STALE_MS && now - cached.renderedAt < RENDER_EVERY_MS))) return cached;
  const { answer } = renderingOf(state, key) ?? begin(ctx, state, key, render);
  if (cached && age < STALE_MS) {
    answer.catch((err) => ctx.log.error({ err }, 'page failed to render anew'));
    return cached;
  }
  const page = await answer.catch((error) => {
    const former = isUnavailable(error) ? formerPage(ctx, key) : undefined;
    if (!former) throw error;
    return former;
  });
  if (page instanceof Response && page.status >= 500) return formerPage(ctx, key) ?? page.clone();
  // A response can be read once.
  return page instanceof Response ? page.clone() : page;
}

const pagesOf = (maxSize: number): TaggedLru<SharedPage> =>
  taggedLru({ maxSize, sizeCalculation: ({ brotli }) => Math.ceil(brotli.length * WITH_GZIP) + HEADERS_AND_TAGS });

const pagesFor = ({ plain, queried }: Pages, key: string) => (key.includes('?') ? queried : plain);

/**
 * While the database is away the shop can still be looked at, as it was. What is bought is calculated by the database
 * alone.
 */
function formerPage(ctx: RequestContext, key: string): SharedPage | undefined {
  const { former } = pageCacheOf(ctx.cache);
  const page = former && pagesFor(former, key).get(key);
  return page && performance.now() - page.renderedAt < LAST_RESORT_MS ? page : undefined;
}

/** An outdated rendering that began long ago isn't waited for. */
function renderingOf(state: PageCache, key: string): Rendering | undefined {
  const rendering = state.rendering.get(key);
  const late = rendering?.outdated && performance.now() - rendering.renderedAt > RENDER_EVERY_MS;
  return late ? undefined : rendering;
}

function begin(ctx: RequestContext, state: PageCache, key: string, render: Render): Rendering {
  const renderedAt = performance.now();
  const tags = new Set<string>();
  const answer = recordReads(tags, async () => {
    const nonce = randomBytes(16).toString('hex');
    const { response, store } = await render(nonce);
    if (!isPage(response)) return response;
    const { html, headers } = await toPage({ ...ctx, store }, response, nonce);
    if (response.status !== 200) return new Response(new Uint8Array(html), { status: response.status, headers });
    const cachedPage: SharedPage = {
      brotli: await packed(html),
      headers,
      etag: createHash('sha1').update(html).digest('base64url'),
      tags,
      renderedAt,
      outdatedAt: renderedAt + lifetimeOf(tags),
    };
    // What has changed meanwhile may have been read before: goods may be shown for a moment, anything else is not kept.
    const changed = ctx.cache.changedSince(tags, renderedAt);
    if (changed.length > 0) cachedPage.outdatedAt = renderedAt;
    const pages = pagesFor(state, key);
    const newer = (pages.peek(key)?.renderedAt ?? 0) > renderedAt;
    if (ctx.cache.listening() && changed.every(isGoodsTag) && !newer) pages.set(key, cachedPage);
    return cachedPage;
  });
  const rendering = { answer, tags, renderedAt, outdated: false };
  state.rendering.set(key, rendering);
  const done = () => state.rendering.get(key) === rendering && state.rendering.delete(key);
  answer.then(done, done);
  return rendering;
}

/** One that can be kept, or says that there is none. */
const isPage = ({ status, headers }: Response): boolean =>
  (status === 200 || status === 404) &&
  headers.getSetCookie().length === 0 &&
  !/no-store/.test(headers.get('cache-control') ?? '') &&
  (headers.get('content-type') ?? '').startsWith('text/html');

/**
 * The page without the nonce that it was rendered with. Only our own code knew that: what bears it is ours, and is
 * allowed by its hash; a script that somebody got into a text of the page is not.
 */
async function toPage(
  ctx: RequestContext,
  response: Response,
  nonce: string,
): Promise<{ html: Buffer; headers: Record<string, string> }> {
  // A letter for each byte: what is looked for is ASCII, and hashes are made of bytes.
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
  const headers = Object.fromEntries(response.headers);
  headers.vary = headers.vary ? `${headers.vary}, Accept-Encoding` : 'Accept-Encoding';
  headers['content-security-policy'] = contentSecurityPolicy(ctx, ownSources(body, nonce));
  return { html: Buffer.from(body.replaceAll(nonce, ''), 'latin1'), headers };
}

/** Hashes of what stands inline and bears the nonce. */
function ownSources(html: string, nonce: string): InlineSources {
  const hashes = (tag: string) => {
    const matches = html.matchAll(new RegExp(`<${tag}(?=[^>]* nonce="${nonce}")[^>]*>([^]*?)</${tag}>`, 'g'));
    const texts = [...matches].map(([, text = '']) => text.replaceAll(nonce, '')).filter(Boolean);
    return [...new Set(texts)]
      .map((text) => `'sha256-${createHash('sha256').update(text, 'latin1').digest('base64')}'`)
      .join(' ');
  };
  return { scripts: hashes('script'), styles: hashes('style') };
}

/** Of a page of 126 kB: 60 ms, for a fifth less than `QUICK_BROTLI` makes of it. */
const DENSE = { [zlib.constants.BROTLI_PARAM_QUALITY]: 10 };

/** What most visitors get of a page that nothing changes. */
function condense(ctx: RequestContext, state: PageCache, page: SharedPage): void {
  if (page.dense || state.condensing) return;
  page.dense = true;
  state.condensing = true;
  unpacked(page.brotli)
    .then((html) => packed(html, DENSE))
    .then((brotli) => {
      page.brotli = brotli;
    })
    .catch((err) => ctx.log.error({ err }, 'page failed to be packed densely'))
    .finally(() => {
      state.condensing = false;
    });
}

const compress = promisify(zlib.brotliCompress);
const unpacked = promisify(zlib.brotliDecompress);
const gzipped = promisify(zlib.gzip);

const packed = (html: Buffer, settings: zlib.BrotliOptions['params'] = {}): Promise<Buffer> =>
  compress(html, { params: { ...QUICK_BROTLI, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: html.length, ...settings } });

/** Unless refused by a weight of 0 (RFC 9110 §12.5.3). */
const BROTLI = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/;
const GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/;

export async function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  page: SharedPage,
): Promise<FastifyReply> {
  const accepted = request.headers['accept-encoding'] ?? '';
  reply.headers(page.headers).header('etag', `W/"${page.etag}"`);
  if (BROTLI.test(accepted)) return reply.header('content-encoding', 'br').send(page.brotli);
  if (!GZIP.test(accepted)) return reply.header('content-encoding', 'identity').send(await unpacked(page.brotli));
  page.gzip ??= unpacked(page.brotli).then((html) => gzipped(html));
  return reply.header('content-encoding', 'gzip').send(await page.gzip);
}
