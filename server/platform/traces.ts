import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { maskedUrl } from './log.ts';

type Value = string | number;
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: 2 | 3;
  began: bigint;
  values: Record<string, Value>;
};
type Done = { span: Span; ended: bigint; failed: boolean };
type Options = { endpoint: string; service: string; pools: pg.Pool[]; log: { warn: (message: string) => void } };

export type Traces = ReturnType<typeof createTraces>;

const MAX_WAITING = 4_096;
const FLUSH_MS = 2_000;
const LONGEST_QUERY = 600;

const nanoseconds = (): bigint => BigInt(Math.round((performance.timeOrigin + performance.now()) * 1_000)) * 1_000n;

/**
 * Spans of requests and their queries, sent to an OpenTelemetry collector as OTLP/HTTP in JSON, with W3C
 * `traceparent` read. Loaded only where a collector is set; OpenTelemetry's own packages are 34 MB. Unsent spans are
 * dropped; no request waits for them. Query values are omitted, URLs masked as in the log.
 */
export function createTraces({ endpoint, service, pools, log }: Options) {
  const exporter = spanExporter({ endpoint, service, log });
  const tracing = { current: new AsyncLocalStorage<Span>(), end: exporter.end };
  return {
    watch(app: FastifyInstance): void {
      for (const pool of pools) watchQueries(pool, tracing);
      watchRequests(app, tracing);
    },
    close: exporter.close,
  };
}

/** `current`: the span of the request that runs. */
type Tracing = { current: AsyncLocalStorage<Span>; end: (span: Span, failed: boolean) => void };

/** Collects spans that have ended, and sends them every two seconds. */
function spanExporter({ endpoint, service, log }: Omit<Options, 'pools'>) {
  let waiting: Done[] = [];
  let complained = Number.NEGATIVE_INFINITY;

  async function flush(): Promise<void> {
    const spans = waiting;
    waiting = [];
    if (spans.length === 0) return;
    try {
      const reply = await fetch(new URL('v1/traces', endpoint.replace(/\/?$/, '/')), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(exported(service, spans)),
        signal: AbortSignal.timeout(5_000),
      });
      await reply.body?.cancel();
      if (!reply.ok) throw new Error(`it answered ${reply.status}`);
    } catch (error) {
      if (performance.now() - complained < 60_000) return;
      complained = performance.now();
      log.warn(`traces: the collector took nothing: ${(error as Error).message}`);
    }
  }
  const timer = setInterval(flush, FLUSH_MS).unref();

  return {
    end(span: Span, failed: boolean): void {
      if (waiting.length < MAX_WAITING) waiting.push({ span, ended: nanoseconds(), failed });
    },
    async close(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}

/** A span for each query that a request makes. */
function watchQueries(pool: pg.Pool, { current, end }: Tracing): void {
  const connect = pool.connect as (...args: unknown[]) => unknown;
  // A waiting caller gets its connection from another request's release, in that request's async context.
  pool.connect = ((...args: unknown[]) =>
    connect.apply(
      pool,
      args.map((arg) => (typeof arg === 'function' ? AsyncResource.bind(arg as () => void) : arg)),
    )) as typeof pool.connect;
  const watched = new WeakSet<object>();
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const parent = current.getStore();
      if (!parent) return query.apply(client, args);
      const span = child(parent, textOf(args[0]));
      const callback = args.at(-1);
      if (typeof callback !== 'function') {
        const answer = query.apply(client, args);
        if (answer instanceof Promise)
          answer.then(
            () => end(span, false),
            () => end(span, true),
          );
        return answer;
      }
      const report = (error: unknown, ...rest: unknown[]) => {
        end(span, Boolean(error));
        callback(error, ...rest);
      };
      return query.apply(client, [...args.slice(0, -1), report]);
    }) as typeof client.query;
  });
}

/** A span for each request, of which its queries are part. */
function watchRequests(app: FastifyInstance, { current, end }: Tracing): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, next) => {
    const span = server(request);
    spans.set(request, span);
    current.run(span, next);
  });
  // Reading a body leaves the request's own async context.
  app.addHook('preValidation', (request, _reply, next) => {
    const span = spans.get(request);
    if (span) current.run(span, next);
    else next();
  });
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request);
    if (!span) return;
    const route = request.pageRoute ?? request.routeOptions.url ?? '';
    span.name = `${request.method} ${route}`;
    Object.assign(span.values, { 'http.route': route, 'http.response.status_code': reply.statusCode });
    end(span, reply.statusCode >= 500);
  });
}

const id = (bytes: number): string => randomBytes(bytes).toString('hex');
const textOf = (query: unknown): string =>
  String(typeof query === 'object' && query !== null && 'text' in query ? query.text : query).slice(0, LONGEST_QUERY);

function server(request: FastifyRequest): Span {
  const parent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(String(request.headers.traceparent ?? ''));
  return {
    traceId: parent?.[1] ?? id(16),
    spanId: id(8),
    parentSpanId: parent?.[2] ?? '',
    name: request.method,
    kind: 2,
    began: nanoseconds(),
    values: {
      'http.request.method': request.method,
      'url.path': maskedUrl(request.url).slice(0, 500),
      'server.address': request.host,
      'request.id': request.id,
    },
  };
}

const child = (parent: Span, text: string): Span => ({
  traceId: parent.traceId,
  spanId: id(8),
  parentSpanId: parent.spanId,
  name: /^\w+/.exec(text.trim())?.[0]?.toUpperCase() ?? 'QUERY',
  kind: 3,
  began: nanoseconds(),
  values: { 'db.system.name': 'postgresql', 'db.query.text': text },
});

/** An ExportTraceServiceRequest in JSON, as `opentelemetry-proto` defines it. */
function exported(service: string, spans: Done[]) {
  const attributes = (values: Record<string, Value>) =>
    Object.entries(values).map(([key, value]) => ({
      key,
      value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
    }));
  return {
    resourceSpans: [
      {
        resource: { attributes: attributes({ 'service.name': service, 'process.pid': process.pid }) },
        scopeSpans: [
          {
            scope: { name: 'storefront' },
            spans: spans.map(({ span: { began, values, ...span }, ended, failed }) => ({
              ...span,
              startTimeUnixNano: String(began),
              endTimeUnixNano: String(ended),
              attributes: attributes(values),
              status: { code: failed ? 2 : 0 },
            })),
          },
        ],
      },
    ],
  };
}
