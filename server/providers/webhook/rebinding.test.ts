import dns from 'node:dns/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { sendWebhook } from './webhook.ts';

/** Answers of the DNS: each query gets the next one. */
const answers: string[][] = [];
const lookup = vi.spyOn(dns, 'lookup');
lookup.mockImplementation((async () =>
  (answers.shift() ?? []).map((address) => ({ address, family: 4 }))) as unknown as typeof dns.lookup);

const reached: string[] = [];
const servers = ['127.0.0.2', '127.0.0.3'].map((address) => {
  const server = http.createServer((request, reply) => {
    reached.push(address);
    request.resume();
    reply.writeHead(204).end();
  });
  return { address, server };
});
let port = 0;
beforeAll(async () => {
  for (const { address, server } of servers) {
    await new Promise<void>((done) => server.listen(port, address, done));
    port ||= (server.address() as AddressInfo).port;
  }
});
afterAll(() => {
  lookup.mockRestore();
  for (const { server } of servers) server.close();
});
afterEach(() => {
  lookup.mockClear();
  reached.length = answers.length = 0;
});

const message = (scheme: string) => ({
  id: 'one',
  url: `${scheme}://crm.example:${port}/hook`,
  body: '{}',
  key: 'whsec_c2VjcmV0',
});

test('a name that changes after it was checked leads nowhere else', async () => {
  answers.push(['127.0.0.2'], ['127.0.0.3'], ['127.0.0.3']);
  await sendWebhook(message('http'), 'any', new Date());
  expect(reached).toEqual(['127.0.0.2']);
  expect(lookup).toHaveBeenCalledTimes(1);
});

test('one internal address among those of a name is enough to refuse it', async () => {
  answers.push(['8.8.8.8', '10.0.0.7']);
  await expect(sendWebhook(message('https'), 'public', new Date())).rejects.toThrow(/internal/);
  expect(reached).toEqual([]);
});
