import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '#db/unavailable.ts';
import { type Cache, LAST_RESORT_MS } from '../cache.ts';
import type { RequestContext } from '../context.ts';
import { contentSecurityPolicy, type InlineSources } from './security.ts';

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
type State = { pages: Map<string, SharedPage>; rendering: Map<string, Rendering>; bytes: number };

/** HTML of all stores together; with its packed forms a third more. */
const MOST_BYTES = 96 * 1024 * 1024;
/** What changes with the clock (opening hours, dates of posts) is a minute old at most. */
const FRESH_MS = 30_000;
/** So long an outdated page is given while a new one is being made. */
const STALE_MS = 1_500;

/** Pages with nothing in them that is somebody's own and nothing that is to be done once. The view of a list is kept in a cookie. */
const SHARED = /^\/(?:$|(?:category|product|page|blog|spare-parts)(?:\/|$)|(?:distributors|sitemap|compare)$)/;
/** What advertisers add; no page of ours reads it. */
const CAMPAIGN = /^(?:utm_\w+|gclid|gbraid|wbraid|fbclid|msclkid|ttclid|dclid|_gl)$/;
const LONGEST_URL = 1_000;

/** The address of the page that this request shares with others, or `null` where it shares none. */
export function sharedUrl(request: FastifyRequest): { url: string; list: boolean } | null {
  if ((request.method !== 'GET' && request.method !== 'HEAD') || request.url.length > LONGEST_URL) return null;
  // Whatever stands behind the first question mark is the query, further ones too.
  const [path = ''] = request.url.split('?', 1);
  const query = request.url.slice(path.length + 1);
  if (!SHARED.test(path) || path.includes('.data') || path.includes('//')) return null;
  const list = path.startsWith('/category') && /(?:^|;\s*)view=list(?:;|$)/.test(request.headers.cookie ?? '');
  if (!query) return { url: path, list };
  const asked = new URLSearchParams(query);
  // It sets the cookie.
  if (asked.has('view')) return null;
  for (const name of [...asked.keys()]) if (CAMPAIGN.test(name)) asked.delete(name);
  return { url: asked.size > 0 ? `${path}?${asked}` : path, list };
}

/** The pages that were kept when the process last heard of changes. */
const lastKept = new WeakMap<Cache, State>();

/**
 * The page from memory, or as `render` makes it now, once for all who wait for it. What can't be kept (a redirect, an error) comes as
 * the response that it is.
 */
export async function sharedPage(
  ctx: RequestContext,
  key: string,
  render: () => Promise<Response>,
): Promise<SharedPage | Response> {
  const state = await ctx.cache.get<State>(
    'pages',
    async () => ({ pages: new Map(), rendering: new Map(), bytes: 0 }),
    async (old, _changed, since) => {
      for (const page of old.pages.values()) page.outdatedAt = Math.min(page.outdatedAt, since);
      // What is being rendered may have been read before the change.
      old.rendering.clear();
      return old;
    },
  );
  if (ctx.cache.listening()) lastKept.set(ctx.cache, state);
  const known = state.pages.get(key);
  const age = known ? Date.now() - Math.min(known.outdatedAt, known.renderedAt + FRESH_MS) : Number.POSITIVE_INFINITY;
  if (known && age < 0) {
    state.pages.delete(key);
    state.pages.set(key, known);
    return known;
  }
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

/** While the database is away the shop can still be looked at, as it was. What is bought is calculated by the database alone. */
function formerPage(ctx: RequestContext, key: string): SharedPage | undefined {
  const page = ctx.cache.listening() ? undefined : lastKept.get(ctx.cache)?.pages.get(key);
  return page && Date.now() - page.renderedAt < LAST_RESORT_MS ? page : undefined;
}

function begin(ctx: RequestContext, state: State, key: string, render: () => Promise<Response>): Rendering {
  const began = Date.now();
  const one = {} as Rendering;
  one.answer = (async () => {
    const response = await render();
    if (!isPage(response)) return response;
    const page = await toPage(ctx, response, began);
    if (response.status !== 200)
      return new Response(new Uint8Array(page.html), { status: response.status, headers: page.headers });
    if (state.rendering.get(key) === one) put(state, key, page);
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

async function toPage(ctx: RequestContext, response: Response, renderedAt: number): Promise<SharedPage> {
  const html = Buffer.from(await response.arrayBuffer());
  const etag = createHash('sha1').update(html).digest('base64url');
  const headers = Object.fromEntries(response.headers);
  headers.vary = headers.vary ? `${headers.vary}, Accept-Encoding` : 'Accept-Encoding';
  headers['content-security-policy'] = contentSecurityPolicy(ctx, inlineSources(html));
  return { html, packed: new Map(), headers, etag, renderedAt, outdatedAt: Number.POSITIVE_INFINITY };
}

function put(state: State, key: string, page: SharedPage): void {
  state.bytes += page.html.length - (state.pages.get(key)?.html.length ?? 0);
  state.pages.delete(key);
  state.pages.set(key, page);
  for (const [oldest, { html }] of state.pages) {
    if (state.bytes <= MOST_BYTES) break;
    state.pages.delete(oldest);
    state.bytes -= html.length;
  }
}

/** Hashes of whatever stands inline; what is data and no script needs none. */
function inlineSources(page: Buffer): InlineSources {
  // A letter for each byte: what is looked for is ASCII, and hashes are made of bytes.
  const html = page.toString('latin1');
  const hashes = (tag: string) => {
    const found = html.matchAll(new RegExp(`<${tag}((?:\\s[^>]*)?)>([^]*?)</${tag}>`, 'g'));
    const texts = [...found].flatMap(([, attributes = '', text = '']) =>
      /\ssrc=|type="application\//.test(attributes) || text === '' ? [] : [text],
    );
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
