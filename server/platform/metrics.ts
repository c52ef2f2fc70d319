import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Connection } from '#db/client.ts';
import { paymentStatuses } from '#domain/orders/states.ts';
import type { Cache } from './cache.ts';
import type { Clock } from './clock.ts';

/** Database metrics are queried at most this often, however many scrapers there are. */
const FRESH_MS = 10_000;
const CHANNELS = ['email', 'sms', 'webhook'];

type Pools = Pick<Connection, 'pool' | 'lockPool'>;
export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Metrics of this process and, for database gauges, of the whole shop (equal in every process: take `max`, not
 * `sum`). Labels are small, fixed sets without personal data. Listed in `docs/operating.md`.
 */
export function createMetrics(connection: Pools, clock?: Pick<Clock, 'skew'>) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counters = { ...requestMetrics(registers), ...jobMetrics(registers) };
  processMetrics(connection, clock, registers);
  databaseMetrics(connection.pool, registers);
  /** The same cache with hits and misses counted. */
  const counted = (cache: Cache): Cache => ({
    ...cache,
    get(key, keeping, load) {
      let loaded = false;
      const loading = () => {
        loaded = true;
        return load();
      };
      const value = cache.get(key, keeping, loading);
      // `load` runs before `get` returns, or not at all.
      counters.cache.inc({ result: loaded ? 'miss' : 'hit' });
      return value;
    },
  });
  return { registry, ...counters, counted };
}

/** What requests cost, and what they are answered from. */
function requestMetrics(registers: Registry[]) {
  const counters = {
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'From the request’s head to the end of the reply',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    errors: new Counter({
      name: 'http_errors_total',
      help: 'Refused or failed requests by their error_code',
      labelNames: ['error_code'] as const,
      registers,
    }),
    refusals: new Counter({
      name: 'limit_refusals_total',
      help: 'Refused by a limit on abuse: its policy (docs/limits.md), and what it counts by',
      labelNames: ['policy', 'by'] as const,
      registers,
    }),
    pages: new Counter({
      name: 'page_cache_requests_total',
      help: 'Pages that visitors share: hit from memory, miss rendered',
      labelNames: ['result'] as const,
      registers,
    }),
    cache: new Counter({
      name: 'cache_requests_total',
      help: 'Data that changes only when an operator changes it: hit from memory, miss loaded',
      labelNames: ['result'] as const,
      registers,
    }),
  };
  // Initialised, so that the first refusal shows as a change.
  for (const policy of ['code', 'sms']) counters.refusals.inc({ policy, by: 'all' }, 0);
  for (const result of ['hit', 'miss']) {
    counters.pages.inc({ result }, 0);
    counters.cache.inc({ result }, 0);
  }
  return counters;
}

const jobMetrics = (registers: Registry[]) => ({
  jobs: new Histogram({
    name: 'job_duration_seconds',
    help: 'Runs of the jobs by their outcome',
    labelNames: ['job', 'outcome'] as const,
    buckets: [0.01, 0.1, 1, 10, 60],
    registers,
  }),
  jobDoneAt: new Gauge({
    name: 'job_last_done_timestamp_seconds',
    help: 'When a job last came to its end without failing; until then when the process started',
    labelNames: ['job'] as const,
    registers,
  }),
  jobInterval: new Gauge({
    name: 'job_interval_seconds',
    help: 'How often a job has its turn',
    labelNames: ['job'] as const,
    registers,
  }),
});

/** Its clock and its connections. */
function processMetrics(
  { pool, lockPool }: Pools,
  clock: Pick<Clock, 'skew'> | undefined,
  registers: Registry[],
): void {
  new Gauge({
    name: 'clock_skew_seconds',
    help: 'This machine’s clock less the database’s; beyond 5 s either way the jobs of this process stand still',
    registers,
    collect() {
      this.set((clock?.skew() ?? 0) / 1_000);
    },
  });

  new Gauge({
    name: 'db_pool_connections',
    help: 'Connections of this process; waiting: requests that wait for one',
    labelNames: ['pool', 'state'] as const,
    registers,
    collect() {
      for (const [name, { totalCount, idleCount, waitingCount }] of Object.entries({ main: pool, orders: lockPool })) {
        this.set({ pool: name, state: 'busy' }, totalCount - idleCount);
        this.set({ pool: name, state: 'idle' }, idleCount);
        this.set({ pool: name, state: 'waiting' }, waitingCount);
      }
    },
  });
}

type Row = { name: string; label: string; value: string };

/** Gauges of database queues and states, all from one query. */
function databaseMetrics(pool: pg.Pool, registers: Registry[]): void {
  const gauge = (name: string, help: string, label?: string, labels: readonly string[] = []) => {
    const metric = new Gauge({ name, help, labelNames: label ? [label] : [], registers });
    return { metric, label, labels };
  };
  const gauges = {
    outbox_waiting: gauge(
      'outbox_waiting',
      'Messages that are due, or were tried without success, and not sent',
      'channel',
      CHANNELS,
    ),
    outbox_oldest_seconds: gauge(
      'outbox_oldest_seconds',
      'How long the oldest of these has waited since it was due first',
      'channel',
      CHANNELS,
    ),
    outbox_given_up: gauge('outbox_given_up', 'Messages given up in the last 24 hours', 'channel', CHANNELS),
    payments: gauge('payments_last_day', 'Payments begun in the last 24 hours by state', 'state', paymentStatuses),
    payments_to_check: gauge('payments_to_check', 'Open payments that the gateway should have been asked about by now'),
    payments_in_doubt: gauge('payments_in_doubt', 'Payments in doubt that wait for a person (reviews list)'),
    refunds_open: gauge('refunds_open', 'Refunds on their way', 'state', ['due', 'asked', 'unknown']),
    stock_holds: gauge('stock_holds', 'Unpaid orders that hold stock'),
    stock_holds_overdue: gauge('stock_holds_overdue', 'Of these, held beyond their time by more than two minutes'),
  };
  const up = gauge('database_up', 'Whether the database answered the last question of /metrics').metric;

  let query: Promise<void> | null = null;
  let askedAt = 0;
  const ask = async () => {
    try {
      const { rows } = await pool.query<Row>(WAITING);
      for (const { metric, label, labels } of Object.values(gauges)) {
        if (!label) metric.set(0);
        else for (const value of labels) metric.set({ [label]: value }, 0);
      }
      for (const { name, label, value } of rows) {
        const { metric, label: key } = gauges[name as keyof typeof gauges];
        metric.set(key ? { [key]: label } : {}, Number(value));
      }
      up.set(1);
    } catch {
      up.set(0);
    }
  };
  // Gauges are collected together; the first one collected runs the query.
  for (const { metric } of [...Object.values(gauges), { metric: up }]) {
    Object.assign(metric, {
      collect: () => {
        if (!query || performance.now() - askedAt > FRESH_MS) {
          askedAt = performance.now();
          query = ask();
        }
        return query;
      },
    });
  }
}

/** Overdue: due now, or failed before and waiting for its next attempt. */
const STUCK = 'sent_at is null and gave_up_at is null and (next_attempt_at <= now() or attempts > 0)';
/**
 * When a message was first due: its next attempt less the waits since (`server/jobs/outbox.ts`), but not before it
 * was created.
 */
const FIRST_DUE = `greatest(created_at, next_attempt_at - interval '1 second' *
  case when attempts < 8 then 30 * (2 ^ attempts - 1) else 3810 + 3600 * (attempts - 7) end)`;

/** Each part is answered by an index. */
const WAITING = `
  select 'outbox_waiting' as name, channel as label, count(*) as value from outbox where ${STUCK} group by channel
  union all select 'outbox_oldest_seconds', channel, greatest(0, extract(epoch from now() - min(${FIRST_DUE}))) from outbox
    where ${STUCK} group by channel
  union all select 'outbox_given_up', channel, count(*) from outbox where gave_up_at > now() - interval '1 day' group by channel
  union all select 'payments', status::text, count(*) from payments where created_at > now() - interval '1 day' group by status
  union all select 'payments_to_check', '', count(*) from payments where next_check_at < now() - interval '2 minutes'
  union all select 'payments_in_doubt', '', count(*) from payments
    where review_reason is not null and review_resolved_at is null
  union all select 'refunds_open', status::text, count(*) from refunds where status in ('due', 'asked', 'unknown') group by status
  union all select 'stock_holds', '', count(*) from orders where hold_until is not null and status = 'payment'
  union all select 'stock_holds_overdue', '', count(*) from orders
    where hold_until < now() - interval '2 minutes' and status = 'payment'`;
