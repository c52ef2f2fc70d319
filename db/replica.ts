import pg from 'pg';
import { drizzle } from '../node_modules/drizzle-orm/node-postgres/index.cjs';
import { type Connection, type Db, hangUp, ignoreConnectionErrors } from './client.ts';
import * as schema from './schema/index.ts';
import { isUnavailable } from './unavailable.ts';

const LOOK_EVERY_MS = 500;
const ANSWER_WITHIN_MS = 1_000;
/** A write this old must have been replayed. */
const MAX_LAG_MS = 2_000;

export type Replica = {
  /** Reads from the replica while it keeps up, else from the primary; writes always go to the primary. */
  db: Db;
  /** Reports a change: later reads must include it. */
  changed: () => void;
  /** Whether the replica is currently read from. */
  keepsUp: () => boolean;
  close: () => Promise<void>;
};

type Log = { warn: (message: string) => void };
type Written = { lsn: bigint; at: number };

/**
 * A streaming replica to read from. Compared with the primary twice a second; while it lags, is unreachable, was
 * promoted, or hasn't replayed the latest `changed`, the primary is read. A read that fails on one is retried on the
 * other.
 */
export function openReplica(primary: Connection, url: string, options: { max: number; log: Log }): Replica {
  const { log } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    connectionTimeoutMillis: 1_000,
    query_timeout: 10_000,
    keepAlive: true,
    application_name: 'storefront reader',
  });
  pool.on('error', () => {}); // the next look tells
  ignoreConnectionErrors(pool);
  const position = comparePositions(primary, url, log);

  /** On the preferred one, and on the other where that one is unavailable. */
  async function onEither<T>(atReplica: () => Promise<T>, atPrimary: () => Promise<T>): Promise<T> {
    if (!position.keepsUp()) {
      try {
        return await atPrimary();
      } catch (error) {
        // It may lag, but it is the only one available.
        if (!isUnavailable(error)) throw error;
        return await atReplica().catch(() => Promise.reject(error));
      }
    }
    try {
      return await atReplica();
    } catch (error) {
      // A replica refuses writes, and cancels queries that conflict with replay; any other error would occur on the
      // primary too.
      if (isUnavailable(error)) position.lost();
      return atPrimary();
    }
  }

  type Query = (...args: unknown[]) => Promise<never>;
  const query = (one: pg.Pool) => one.query.bind(one) as unknown as Query;
  const [replicaQuery, primaryQuery] = [query(pool), query(primary.pool)];
  const either = {
    query: (...args: unknown[]) =>
      onEither(
        () => replicaQuery(...args),
        () => primaryQuery(...args),
      ),
  };
  const reads = drizzle(either as unknown as pg.Client, { schema });
  const primaryDb = drizzle(pool, { schema });

  return {
    db: {
      select: reads.select.bind(reads),
      selectDistinct: reads.selectDistinct.bind(reads),
      selectDistinctOn: reads.selectDistinctOn.bind(reads),
      execute: reads.execute.bind(reads),
      insert: primary.db.insert.bind(primary.db),
      update: primary.db.update.bind(primary.db),
      delete: primary.db.delete.bind(primary.db),
      // Restarted on the other: nothing of it was committed.
      transaction: (work, config) =>
        onEither(
          () => primaryDb.transaction(work, config),
          () => primary.db.transaction(work, config),
        ),
    } as Db,
    changed: position.changed,
    keepsUp: position.keepsUp,
    async close() {
      await position.close();
      await pool.end();
    },
  };
}

/** Compares the two twice a second, and after each `changed`. */
function comparePositions(primary: Connection, url: string, log: Log) {
  const atPrimary = probe({ ...primary.pool.options });
  const atReplica = probe({ connectionString: url });
  let isFit = false;
  let pending = true;
  let looking: Promise<void> | undefined;
  let awaitedLsn = 0n;
  let written: Written[] = [];

  async function look(): Promise<void> {
    const wasPending = pending;
    pending = false;
    const wasFit = isFit;
    try {
      const now = performance.now();
      const { lsn } = await atPrimary.ask<{ lsn: string }>('select pg_current_wal_flush_lsn()::text lsn');
      if (wasPending) awaitedLsn = numberOf(lsn);
      written = [...written.filter(({ at }) => now - at < 10 * MAX_LAG_MS), { lsn: numberOf(lsn), at: now }];
      const position = await atReplica.ask<{ lsn: string | null; follows: boolean }>(
        'select pg_last_wal_replay_lsn()::text lsn, pg_is_in_recovery() follows',
      );
      const replayed = position.follows && position.lsn ? numberOf(position.lsn) : 0n;
      const due = written.findLast(({ at }) => now - at >= MAX_LAG_MS)?.lsn ?? 0n;
      // A change during this comparison waits for the next one.
      isFit = !pending && replayed >= awaitedLsn && replayed >= due;
    } catch {
      isFit = false;
      pending ||= wasPending;
    }
    if (wasFit && !isFit && !pending) log.warn('replica: lags or is gone; reading from the primary');
  }

  let mustLookAgain = false;
  const lookNow = () => {
    mustLookAgain = looking !== undefined;
    looking ??= look().finally(() => {
      looking = undefined;
      if (mustLookAgain) lookNow();
      mustLookAgain = false;
    });
  };
  const timer = setInterval(lookNow, LOOK_EVERY_MS).unref();
  lookNow();

  return {
    keepsUp: () => isFit,
    lost() {
      isFit = false;
    },
    changed() {
      isFit = false;
      pending = true;
      lookNow();
    },
    async close() {
      clearInterval(timer);
      mustLookAgain = false;
      await looking;
      atPrimary.close();
      atReplica.close();
    },
  };
}

/** `16/B374D848` (an LSN) as a number. */
function numberOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** A dedicated connection with a short timeout, reopened when it is lost. */
function probe(config: pg.ClientConfig) {
  let client: Promise<pg.Client> | undefined;

  async function open(): Promise<pg.Client> {
    const client = new pg.Client({
      ...config,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      application_name: 'storefront replica',
    });
    client.on('error', () => {}); // the running query reports the same
    await client.connect();
    return client;
  }

  function close(): void {
    client?.then(hangUp, () => {});
    client = undefined;
  }

  return {
    async ask<T extends pg.QueryResultRow>(text: string): Promise<T> {
      client ??= open();
      try {
        const { rows } = await (await client).query<T>(text);
        return rows[0] as T;
      } catch (error) {
        close();
        throw error;
      }
    },
    close,
  };
}
