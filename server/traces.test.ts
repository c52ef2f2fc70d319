import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../tests/support/app.ts';
import { request } from '../tests/support/http.ts';
import { ROOT } from '../tests/support/template.ts';
import { buildApp } from './app.ts';
import { createTraces } from './platform/traces.ts';

type Attribute = { key: string; value: { stringValue?: string; intValue?: string } };
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: number;
  attributes: Attribute[];
};
const received: { path: string; spans: Span[] }[] = [];
const collector = http.createServer((request, reply) => {
  let body = '';
  request.on('data', (part) => (body += part));
  request.on('end', () => {
    const { resourceSpans } = JSON.parse(body);
    received.push({ path: request.url ?? '', spans: resourceSpans[0].scopeSpans[0].spans });
    reply.end('{}');
  });
});

let site: TestApp;
beforeAll(async () => {
  site = await startApp();
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  await site.close();
  collector.close();
});

test('a request and its queries reach the collector as one trace, without what was asked for', async () => {
  const traces = createTraces({
    endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    service: 'test',
    pools: [site.connection.pool, site.connection.lockPool],
    log: { warn: (message) => console.error(message) },
  });
  const app = await buildApp(site.deps, {
    logger: false,
    traces,
    pages: { build: () => import(path.join(ROOT, 'build/server/index.js')), clientDir: null, mode: 'production' },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  // Connections from now on are watched.
  await Promise.all(Array.from({ length: 4 }, () => site.connection.pool.query('select 1')));
  const traceId = 'a'.repeat(32);
  const reply = await request(app.server, {
    method: 'POST',
    path: '/api/contacts',
    headers: { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` },
    body: { name: 'נועה הסודית', phone: '050-7654321', message: 'שלום' },
  });
  expect(reply.status).toBe(200);
  await app.close();
  await traces.close();

  const spans = received.flatMap(({ spans }) => spans).filter((span) => span.traceId === traceId);
  const root = spans.find(({ kind }) => kind === 2);
  expect(root).toMatchObject({ name: 'POST /api/contacts', parentSpanId: 'b'.repeat(16) });
  expect(root?.attributes).toContainEqual({ key: 'request.id', value: { stringValue: reply.headers['x-request-id'] } });
  const queries = spans.filter(({ kind }) => kind === 3);
  expect(queries.length).toBeGreaterThan(0);
  expect(new Set(queries.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([root?.spanId]));
  expect(JSON.stringify(spans)).not.toMatch(/הסודית|7654321/);
  expect(received[0]?.path).toBe('/v1/traces');
});
