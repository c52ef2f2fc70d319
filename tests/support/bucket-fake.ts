import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { signed } from './signature.ts';

/**
 * A bucket as S3 documents it: GET (with ranges), HEAD and PUT of objects by path, for whoever signs with the right
 * keys.
 */
export async function bucketFake(keys: { region: string; key: string; secret: string }) {
  const objects = new Map<string, Buffer>();
  const asked: string[] = [];
  /** So many requests from now on are answered 503, as S3 does when it is busy. */
  const state = { busy: 0 };

  // Whoever asks may hang up in the middle.
  const server = http.createServer((request, response) => handle(request, response).catch(() => response.destroy()));

  async function handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    asked.push(`${request.method} ${request.url}`);
    const end = (status: number, content: Buffer | string = '', headers = {}) => {
      response.writeHead(status, { 'content-length': Buffer.byteLength(content), ...headers });
      response.end(request.method === 'HEAD' ? undefined : content);
    };
    if (state.busy > 0) {
      state.busy -= 1;
      return end(503, '<Error><Code>SlowDown</Code></Error>');
    }
    if (!isSigned(request, body)) return end(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>');
    const name = request.url ?? '';
    if (request.method === 'PUT') {
      objects.set(name, body);
      return end(200);
    }
    const object = objects.get(name);
    if (!object) return end(404, '<Error><Code>NoSuchKey</Code></Error>');
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    return range ? end(206, object.subarray(Number(range[1]), Number(range[2]) + 1)) : end(200, object);
  }

  function isSigned(request: http.IncomingMessage, body: Buffer): boolean {
    const { authorization, host, 'x-amz-date': moment, 'x-amz-content-sha256': payload } = request.headers;
    if (payload !== createHash('sha256').update(body).digest('hex') || typeof moment !== 'string') return false;
    const names = /SignedHeaders=([^,]+)/.exec(authorization ?? '')?.[1]?.split(';') ?? [];
    const given = names.filter((name) => name !== 'host' && !name.startsWith('x-amz-'));
    const headers = Object.fromEntries(given.map((name) => [name, String(request.headers[name])]));
    const now = new Date(moment.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
    const url = new URL(request.url ?? '/', `http://${host}`);
    const expected = signed(keys, { method: request.method ?? '', url, headers, body }, now).authorization;
    return expected === authorization?.replaceAll(', ', ',');
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/media`,
    objects,
    asked,
    state,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
