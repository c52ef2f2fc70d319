import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { drizzle, type NodePgDatabase } from '../node_modules/drizzle-orm/node-postgres/index.cjs';
import { type Actor, actorNow, introduce, SHOP } from './actor.ts';
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

/**
 * For rules that need a connection for more than Drizzle's words: temporary tables, statements made of catalogue names.
 */
export const poolOf = (db: Db): pg.Pool => (db as unknown as { $client: pg.Pool }).$client;

/** The connection of a transaction, for the importer's writing steps, which stage rows in temporary tables. */
export const clientOf = (tx: Db): pg.ClientBase =>
  (tx as unknown as { session: { client: pg.ClientBase } }).session.client;

/** The other way round: Drizzle's words on a connection in whose transaction others write. */
export const databaseOn = (client: object): Db => drizzle(client as pg.PoolClient, { schema });

/** A connection that waits longer for each statement than its pool would, unless the statement says itself how long. */
export const withPatience = (client: pg.ClientBase, ms: number): pg.ClientBase =>
  ({
    query: (what: string | pg.QueryConfig, values?: unknown[]) =>
      client.query({
        query_timeout: ms,
        ...(typeof what === 'string' ? { text: what } : what),
        ...(values && { values }),
      } as pg.QueryConfig),
  }) as pg.ClientBase;

/** `lockPool`: the connections of `transactionWithLocks`. */
export type Connection = { db: Db; pool: pg.Pool; lockPool: pg.Pool; close: () => Promise<void> };

/**
 * A pool on `url` (a unix socket or a server). `queryTimeoutMs` fails a query without a reply, as when the other end
 * is gone silently, and keeps the locks of a frozen process (a migrating virtual machine, a stopped process) for a
 * moment only; commands and imports have longer queries and set none. A broken idle connection is dropped and
 * reported to `onError`, not thrown. `actor`: who writes, for the change log; the shop by default; `each`: the person
 * or job that acts (`actingAs`).
 */
export function connect(
  url: string,
  options: { max?: number; queryTimeoutMs?: number; actor?: Actor | 'each'; onError?: (error: Error) => void } = {},
): Connection {
  const config: pg.PoolConfig = {
    connectionString: url,
    max: options.max ?? 20,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // The server's timeout is shorter: what it still committed after the caller stopped waiting would go unnoticed.
    ...(options.queryTimeoutMs && {
      query_timeout: options.queryTimeoutMs,
      statement_timeout: options.queryTimeoutMs * 0.8,
      lock_timeout: options.queryTimeoutMs * 0.3,
      // Before those who wait for its locks time out.
      idle_in_transaction_session_timeout: options.queryTimeoutMs * 0.2,
    }),
    application_name: 'storefront',
    onConnect: (client) =>
      introduce(client, options.actor === 'each' ? actorNow() : (options.actor ?? SHOP)).then(() => {}),
  };
  const pool = new pg.Pool(config);
  const lockPool = new pg.Pool({
    ...config,
    max: Math.min(LOCK_CONNECTIONS, config.max ?? LOCK_CONNECTIONS),
    pipeline: true,
  });
  for (const one of [pool, lockPool]) {
    one.on('error', (error) => options.onError?.(error));
    ignoreConnectionErrors(one);
    limitToOpenConnections(one);
    if (options.actor === 'each') introduceEach(one);
  }
  const db = drizzle(pool, { schema });
  lockPools.set(db, lockPool);
  return { db, pool, lockPool, close: () => Promise.all([pool.end(), lockPool.end()]).then(() => {}) };
}

/**
 * The connections of `transactionWithLocks`, apart from the main pool, which so never runs dry of connections that wait
 * for a lock. In pipeline mode: a statement is sent at once, not when the one before it is answered. Six, because rows
 * that many orders update are handed on faster among six connections than among twenty (docs/bench.md).
 */
export const lockPools = new WeakMap<object, pg.Pool>();
const LOCK_CONNECTIONS = 6;

/** Milliseconds until a connection refused by a full server is requested again, where the pool has none to wait for. */
const ASK_AGAIN_MS = 100;
/** Milliseconds for which a pool limits itself to the connections it has. */
const LIMITED_MS = 5_000;

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: boolean) => void,
) => void;

/** Every caller gets its connection of the pool by `take`, by promise or by callback. */
function replaceConnect(pool: pg.Pool, take: () => Promise<pg.PoolClient>): void {
  pool.connect = ((callback?: ConnectCallback) => {
    const client = take();
    if (!callback) return client;
    client.then(
      (one) => callback(undefined, one, (broken) => one.release(broken)),
      (error: Error) => callback(error, undefined, () => {}),
    );
  }) as typeof pool.connect;
}

/**
 * Where the server has no connection left (53300), a request waits for one of the pool's instead of being refused:
 * several processes that share too few connections are slow, not dead.
 */
function limitToOpenConnections(pool: pg.Pool): void {
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
          }, LIMITED_MS).unref();
        isShort = true;
        if (pool.totalCount === 0) await wait(ASK_AGAIN_MS);
      }
    }
  }

  replaceConnect(pool, patiently);
}

/** A connection is introduced anew whenever another person takes it. */
function introduceEach(pool: pg.Pool): void {
  const open = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const introduced = new WeakMap<pg.PoolClient, Actor>();

  async function introducedClient(actor: Actor): Promise<pg.PoolClient> {
    const client = await open();
    if (introduced.get(client) === actor) return client;
    try {
      await introduce(client, actor);
    } catch (error) {
      client.release(true);
      throw error;
    }
    introduced.set(client, actor);
    return client;
  }

  replaceConnect(pool, () => introducedClient(actorNow()));
}

/**
 * A connection lost in a transaction is reported twice: by the query, and by an event that ends the process without a
 * listener; outside the pool it has none.
 */
export function ignoreConnectionErrors(pool: pg.Pool): void {
  pool.on('connect', (client) => client.on('error', () => {}));
}

/** Closes without waiting for the other end. */
export function hangUp(client: pg.Client): void {
  client.removeAllListeners();
  client.on('error', () => {});
  client.end().catch(() => {});
  (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();
}
