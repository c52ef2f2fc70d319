// Between Fastify's requests and the fetch standard's, which React Router speaks.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../platform/errors.ts';
import { isPagePath } from '../request-shape.ts';

export const FORM = 'application/x-www-form-urlencoded';

/**
 * Forms reach the pages' actions unparsed, in this scope only, so that the calls keep their JSON parser. They are read
 * whole beforehand: a stream handed on would be without the limit that every other body has. `limits`: bytes by content
 * type.
 */
export function parseForms(scope: FastifyInstance, limits: Record<string, number>): void {
  scope.removeAllContentTypeParsers();
  for (const [type, bodyLimit] of Object.entries(limits))
    scope.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));
}

/** No text of ours has a NUL, and the database takes none; and some methods the fetch standard makes no Request of. */
export function refuseOdd({ url, method }: FastifyRequest): void {
  if (!isPagePath(url)) throw refuse('NOT_FOUND');
  if (url.includes('%00')) throw refuse('BAD_REQUEST');
  if (/^(?:TRACE|TRACK|CONNECT)$/.test(method)) throw refuse('NOT_FOUND');
}

export function toRequest(request: FastifyRequest, reply: FastifyReply, origin: string): Request {
  const aborted = new AbortController();
  reply.raw.on('close', () => reply.raw.writableFinished || aborted.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(':'))
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // A write without a body is a form without fields.
  const writes = !/^(?:GET|HEAD|OPTIONS)$/.test(request.method);
  const body = writes ? new Uint8Array(Buffer.isBuffer(request.body) ? request.body : []) : null;
  if (body && !/^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/.test(headers.get('content-type') ?? ''))
    headers.set('content-type', FORM);
  return new Request(new URL(request.url.replace(/^\/+/, '/'), origin), {
    method: request.method,
    headers,
    signal: aborted.signal,
    ...(body && { body }),
  });
}

/** For a 301, which browsers else keep for good: what is renamed back would lead in a circle. */
export const ASK_AGAIN = 'public, max-age=0, must-revalidate';

export function send(reply: FastifyReply, response: Response): FastifyReply {
  reply.status(response.status);
  if (response.status === 301) reply.header('cache-control', ASK_AGAIN);
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
  for (const value of response.headers.getSetCookie()) reply.header('set-cookie', value);
  return reply.send(response.body ? Readable.fromWeb(response.body as never) : null);
}
