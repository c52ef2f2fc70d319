import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError, call } from './api.ts';

const ask = (signal?: AbortSignal) =>
  call('GET /api/stores/find-by-sub-domain/:subdomain', { params: { subdomain: 'any' } }, { signal });
/** What happens when the caller has the head of a 200 and the first piece of its body. */
let onHead: () => void;
let breakOff: () => void;
const server = http.createServer((_, reply) => {
  reply.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  reply.write('{"name":');
  breakOff = () => reply.socket?.end();
});
const fetchByPath = globalThis.fetch;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  // A browser completes a path by the page's own address.
  globalThis.fetch = async (path, init) => {
    const response = await fetchByPath(`http://127.0.0.1:${port}${path}`, init);
    onHead();
    return response;
  };
});
afterAll(() => {
  globalThis.fetch = fetchByPath;
  server.closeAllConnections();
  server.close();
});

test('a reply that breaks off is no reply, whatever its head said', async () => {
  onHead = () => breakOff();
  const error = await ask().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 0, reply: { error_code: 'OFFLINE' } });
});

test('giving up while the body comes is the caller’s own AbortError', async () => {
  const caller = new AbortController();
  onHead = () => caller.abort();
  await expect(ask(caller.signal)).rejects.toMatchObject({ name: 'AbortError' });
});
