import { setTimeout as wait } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type Actor, introduce, SHOP } from './actor.ts';
import * as schema from './schema/index.ts';

/** Also the type of a transaction, so that a rule works in either. */
export type Db = Pick<
  NodePgDatabase<typeof schema>,
  | 'select'
  | 'selectDistinct'
  | 'selectDistinctOn'
  | 'with'
  | '$with'
  | 'insert'
  | 'update'
  | 'delete'
  | 'execute'
  | 'transaction'
>;

/** `lockPool`: the connections of `transactionWithLocks`. */
export type Connection = { db: Db; pool: pg.Pool; lockPool: pg.Pool; close: () => Promise<void> };

/**
 * A pool on `url` (a unix socket or a server). With `queryTimeoutMs` a query that nobody answers, as where the other end is gone
 * without a word, fails after so long; commands and imports have queries that take longer. And a process that stands still (a
 * virtual machine that is moved, a stopped process) keeps its locks for a moment only.
 * An idle connection that breaks is dropped and told to `onError`, not thrown. `actor`: who writes, for the change log; the shop
 * unless told otherwise.
 */
export function connect(
  url: string,
  options: { max?: number; queryTimeoutMs?: number; actor?: Actor; onError?: (error: Error) => void } = {},
): Connection {
  const config: pg.PoolConfig = {
    connectionString: url,
    max: options.max ?? 20,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // The server's timeout is shorter: what it still committed after the caller gave up would go unnoticed.
    ...(options.queryTimeoutMs && {
      query_timeout: options.queryTimeoutMs,
      statement_timeout: options.queryTimeoutMs * 0.8,
      lock_timeout: options.queryTimeoutMs * 0.3,
      // Before those who wait for its locks time out.
      idle_in_transaction_session_timeout: options.queryTimeoutMs * 0.2,
    }),
    application_name: 'storefront',
    onConnect: (client) => introduce(client, options.actor ?? SHOP).then(() => {}),
  };
  const pool = new pg.Pool(config);
  const lockPool = new pg.Pool({
    ...config,
    max: Math.min(LOCK_CONNECTIONS, config.max ?? LOCK_CONNECTIONS),
    pipeline: true,
  });
  for (const one of [pool, lockPool]) {
    one.on('error', (error) => options.onError?.(error));
    surviveLoss(one);
    makeDo(one);
  }
  const db = drizzle(pool, { schema });
  lockPools.set(db, lockPool);
  return { db, pool, lockPool, close: () => Promise.all([pool.end(), lockPool.end()]).then(() => {}) };
}

/**
 * The connections of `transactionWithLocks`, apart from the main pool, which so never runs dry of connections that wait for a lock.
 * In pipeline mode: a statement is sent at once, not when the one before it is answered. Six, because rows that many orders
 * update are handed on faster among six connections than among twenty (docs/bench.md).
 */
export const lockPools = new WeakMap<object, pg.Pool>();
const LOCK_CONNECTIONS = 6;

/** A connection that was refused because the server has no more is asked for again so much later, where there is no other to wait for. */
const ASK_AGAIN_MS = 100;
/** So long a pool makes do with what it has. */
const MAKE_DO_MS = 5_000;

/**
 * Where the server has no connection left (53300), whoever wants one waits for one of those that the pool has, instead of being
 * refused: several processes that share too few are slow, and not dead.
 */
function makeDo(pool: pg.Pool): void {
  const most = pool.options.max;
  const open = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  let isShort = false;

  async function patiently(): Promise<pg.PoolClient> {
    const until = performance.now() + (pool.options.connectionTimeoutMillis ?? 0);
    for (;;) {
      try {
        return await open();
      } catch (error) {
        if ((error as { code?: unknown }).code !== '53300' || performance.now() > until) throw error;
        pool.options.max = Math.max(1, Math.min(most, pool.totalCount));
        if (!isShort)
          setTimeout(() => {
            isShort = false;
            pool.options.max = most;
          }, MAKE_DO_MS).unref();
        isShort = true;
        if (pool.totalCount === 0) await wait(ASK_AGAIN_MS);
      }
    }
  }

  type Callback = (
    error: Error | undefined,
    client: pg.PoolClient | undefined,
    release: (error?: boolean) => void,
  ) => void;
  pool.connect = ((callback?: Callback) => {
    const client = patiently();
    if (!callback) return client;
    client.then(
      (one) => callback(undefined, one, (broken) => one.release(broken)),
      (error: Error) => callback(error, undefined, () => {}),
    );
  }) as typeof pool.connect;
}

/**
 * A connection that breaks in the middle of a transaction says so twice: by the query, and by an event that ends the process
 * when nobody listens, as nobody does while the connection is out of the pool.
 */
export function surviveLoss(pool: pg.Pool): void {
  pool.on('connect', (client) => client.on('error', () => {}));
}

/** At once, also where nobody at the other end answers any more. */
export function hangUp(client: pg.Client): void {
  client.removeAllListeners();
  client.on('error', () => {});
  client.end().catch(() => {});
  (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();
}
