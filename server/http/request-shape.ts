import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { malformed } from './errors.ts';

/** A host name or IPv6 address, and perhaps a port; `''` is HTTP/1.0, which health checks still speak. */
const HOST = /^(?:(?:[a-z0-9_-][a-z0-9._-]{0,254}|\[[0-9a-f:.]{2,45}\])(?::(\d{1,5}))?)?$/i;
/** What the pages of the shop need at most is half of it (docs/security.md). */
const MOST_SEGMENTS = 12;
const LONGEST_PATH = 1_024;
/** Hebrew names are sent in six bytes a letter; the longest query is one of a list with all of its filters. */
const LONGEST_QUERY = 8_192;
/** Deeper than any call's body, and wider than the largest cart by far. */
const MOST_NESTED = 32;
const MOST_VALUES = 10_000;

/**
 * Refuses with 400, before any other hook, what has more than one meaning: two Host headers, a host that is none, a target that a URL
 * parser reads as another host's (RFC 9112 §3.2). Registered first: what comes later may trust `request.host` and `request.url`.
 */
export function requestShape(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { headers } = request.raw;
    // Whose shop is asked for is said by Host alone: a proxy hands it on, and a visitor may have written this one.
    delete headers['x-forwarded-host'];
    if (!/^(?:.*,\s*)?https?$/.test(String(headers['x-forwarded-proto'] ?? 'http')))
      delete headers['x-forwarded-proto'];
    if (isClear(request.raw)) done();
    else malformed(new Error('ambiguous'), request, reply);
  });

  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isBounded(body as string)) parse(request, body as string, done);
    else done(Object.assign(new Error('nested too deeply'), { statusCode: 400 }));
  });
}

function isClear({ rawHeaders, headers, url = '', method }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  const host = HOST.exec(headers.host ?? '');
  if (hosts > 1 || !host || Number(host[1] ?? 0) > 65_535) return false;
  if (url === '*') return method === 'OPTIONS';
  // The WHATWG parser takes a backslash for a slash, and two of them for the beginning of a host.
  return url.startsWith('/') && !url.split('?', 1)[0]?.includes('\\');
}

/** Whether a page can be meant: longer paths cost the router seconds, since it looks for the routes of each of their ancestors. */
export function isPagePath(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  if (path.length > LONGEST_PATH || url.length - path.length > LONGEST_QUERY) return false;
  return path.replace(/\/$/, '').split('/').length - 1 <= MOST_SEGMENTS;
}

/** How deep and wide a JSON text is, without reading it: brackets and commas outside of its strings. */
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
        if (++depth > MOST_NESTED) return false;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth--;
        break;
      case 0x2c: // ,
        if (++values > MOST_VALUES) return false;
    }
  }
  return true;
}
