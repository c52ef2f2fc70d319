import type { Socket } from 'node:net';
import type pg from 'pg';
import { sql } from '#db/sql.ts';
import { drizzle } from '../node_modules/drizzle-orm/node-postgres/index.cjs';
import { type Db, lockPools } from './client.ts';
import { prepared } from './prepared.ts';
import * as schema from './schema/index.ts';

type LockedTransaction = {
  tx: Db;
  /**
   * Sends the last statements together with the commit, without waiting for their answers in between (pipeline mode).
   * Rows that many orders update stay locked only while the database works on them, not for a round trip to this
   * process. One that fails rolls the whole transaction back and is thrown.
   */
  commitWith: (statements: () => Promise<unknown>[]) => Promise<void>;
};

/**
 * A transaction that first takes advisory locks on `names`: of two with a name in common, in whatever process, the
 * second starts when the first has ended. For rules on rows that do not exist yet, where no row can be locked. All
 * callers list names in the same order, or they could deadlock. It commits when `work` is done, and rolls back when it
 * throws.
 * @throws what `isUnavailable` recognises, when the wait is too long
 */
export async function transactionWithLocks<T>(
  db: Db,
  names: string[],
  work: (transaction: LockedTransaction) => Promise<T>,
): Promise<T> {
  const pool = lockPools.get(db);
  if (!pool) throw new TypeError('Locks are taken on a database of `connect`, not within a transaction.');
  const client = await pool.connect();
  const tx = databaseOf(client);
  let isOpen = true;
  const commit = () => {
    isOpen = false;
    return client.query('commit');
  };
  try {
    await sendTogether(client, () => [client.query('begin'), lockQuery(tx).execute({ names })]);
    const result = await work({
      tx,
      commitWith: (statements) => sendTogether(client, () => [...statements(), commit()]),
    });
    if (isOpen) await commit();
    client.release();
    return result;
  } catch (error) {
    // After a failed statement `commit` has rolled back already.
    const ended = isOpen ? client.query('rollback') : Promise.resolve();
    ended.then(
      () => client.release(),
      (broken) => client.release(broken),
    );
    throw error;
  }
}

/**
 * What advisory locks of a single name protect. The names are the same in every release, as processes of two run side
 * by side.
 */
type LockKind =
  /** Of a store and a phone: its visits are counted, and overlaps are seen. */
  | 'booking'
  /** Of a branch: its hours are blocked, and visits booked in them. */
  | 'booking blocks'
  /** Of a company: its documents are issued one after another. */
  | 'documents'
  /** Of a chassis number: it is recorded with one order. */
  | 'chassis'
  /** Of a call of the office: the same request waits for approval once. */
  | 'approval'
  /** People and roles: two owners can't remove one another. */
  | 'staff and roles'
  /** New stores: a key, a domain and a position are free until the other one has committed. */
  | 'stores.create';

/**
 * Takes an advisory lock until the transaction ends, for rules on rows that can't be locked as they may not exist yet.
 */
export const takeLock = (tx: Db, kind: LockKind, { of }: { of?: string } = {}) => {
  const name = of === undefined ? kind : `${kind}/${of}`;
  return tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
};

/**
 * Waits for all, also after a failure: what follows a failed statement of a transaction fails as well. @throws the
 * first failure
 */
export async function allDone(statements: Promise<unknown>[]): Promise<void> {
  for (const done of await Promise.allSettled(statements)) if (done.status === 'rejected') throw done.reason;
}

/** The statements in one write: on a busy machine a system call costs more than the statement that it carries. */
function sendTogether(client: pg.PoolClient, statements: () => Promise<unknown>[]): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.cork();
  // Drizzle hands a statement over some microtasks later: after an `await`, as here, they come before the next tick.
  process.nextTick(() => stream.uncork());
  return allDone(statements());
}

const databases = new WeakMap<pg.PoolClient, Db>();

/** The same object each time a connection is used, so that `prepared` finds its queries. */
function databaseOf(client: pg.PoolClient): Db {
  const database = databases.get(client) ?? drizzle(client, { schema });
  databases.set(client, database);
  return database;
}

/**
 * The locks of `transactionWithLocks` within a transaction that has begun: before it locks any row, as those do. Kept
 * until it ends.
 */
export const takeLocks = (tx: Db, names: string[]): Promise<unknown> => lockQuery(tx).execute({ names });

const lockQuery = prepared((db) =>
  db
    .select({ lock: sql`pg_advisory_xact_lock(hashtextextended(name, 0))` })
    .from(sql`unnest(${sql.placeholder('names')}::text[]) as names (name)`)
    .prepare('lock_names'),
);
