import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { malformed } from './errors.ts';

/** A host name or IPv6 address with an optional port; `''` is HTTP/1.0, which health checks still use. */
const HOST = /^(?:(?:[a-z0-9_-][a-z0-9._-]{0,254}|\[[0-9a-f:.]{2,45}\])(?::(\d{1,5}))?)?$/i;
/** Twice what the shop's own pages need (docs/security.md). */
const MAX_SEGMENTS = 12;
const LONGEST_PATH = 1_024;
/** Hebrew names take six bytes a letter; the longest query is a list with all of its filters. */
const LONGEST_QUERY = 8_192;
/**
 * `.` and `..`, which a URL parser resolves and the router doesn't: a rule for an address would be asked about another
 * one.
 */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i;
/** Deeper than any call's body, and wider than the largest cart. */
const MAX_NESTED = 32;
const MAX_VALUES = 10_000;

/**
 * Refuses ambiguous requests with 400 before any other hook: two Host headers, an invalid host, a target that a URL
 * parser reads as another host's (RFC 9112 §3.2). Registered first, so that later hooks may trust `request.host` and
 * `request.url`.
 */
export function requestShape(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { headers } = request.raw;
    // Only Host selects the store: a proxy passes it on, and visitors can forge this header.
    delete headers['x-forwarded-host'];
    if (!/^(?:.*,\s*)?https?$/.test(String(headers['x-forwarded-proto'] ?? 'http')))
      delete headers['x-forwarded-proto'];
    if (isUnambiguous(request.raw)) done();
    else malformed(new Error('ambiguous'), request, reply);
  });

  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isBounded(body as string)) parse(request, body as string, done);
    else done(Object.assign(new Error('nested too deeply'), { statusCode: 400 }));
  });
}

function isUnambiguous({ rawHeaders, headers, url = '', method }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  const host = HOST.exec(headers.host ?? '');
  if (hosts > 1 || !host || Number(host[1] ?? 0) > 65_535) return false;
  if (url === '*') return method === 'OPTIONS';
  // The WHATWG parser treats a backslash as a slash, and two of them as the start of a host.
  const path = url.split('?', 1)[0] as string;
  // A fragment isn't sent (RFC 9112 §3.2); the router and the parser would end the path at it, the rules for addresses
  // wouldn't.
  return path.startsWith('/') && !/[\\#]/.test(path) && !DOT_SEGMENT.test(path);
}

/**
 * Whether it can be a page's path: longer paths cost the router seconds, as it looks up the routes of each ancestor.
 */
export function isPagePath(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  if (path.length > LONGEST_PATH || url.length - path.length > LONGEST_QUERY) return false;
  return path.replace(/\/$/, '').split('/').length - 1 <= MAX_SEGMENTS;
}

/** Depth and width of a JSON text without parsing it: brackets and commas outside strings. */
function isBounded(json: string): boolean {
  let depth = 0;
  let values = 0;
  for (let i = 0; i < json.length; i++) {
    switch (json.charCodeAt(i)) {
      case 0x22: // "
        for (i++; i < json.length && json.charCodeAt(i) !== 0x22; i++) if (json.charCodeAt(i) === 0x5c) i++;
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > MAX_NESTED) return false;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth--;
        break;
      case 0x2c: // ,
        if (++values > MAX_VALUES) return false;
    }
  }
  return true;
}
