import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Db } from './client.ts';
import { prepared } from './prepared.ts';
import * as schema from './schema/index.ts';

/**
 * So many at a time in one process; the others wait, in their turn. Rows that all of them want are handed on faster among a few
 * than among twenty, and connections are left for those who only read.
 */
const AT_ONCE = 6;
const LONGEST_WAIT_MS = 5_000;
let inside = 0;
const waiting: (() => void)[] = [];

async function enter(most: number): Promise<void> {
  if (inside >= most)
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(new Error('timeout expired: too many are waiting for locks'));
      }, LONGEST_WAIT_MS);
      waiting.push(go);
    });
  inside++;
}

function leave(): void {
  inside--;
  waiting.shift()?.();
}

/**
 * Does `work` on a connection of its own while it alone holds these names, among all processes; whoever wants one of them
 * waits. Unlike a transaction's, these locks do not end with a commit: `work` may be several statements that are each on disk at
 * once. With the connection they end as well. Everybody has to name them in the same order. @throws what `isUnavailable` knows
 * where the wait is too long
 */
export async function withLocks<T>(db: Db, names: string[], work: (session: Db) => Promise<T>): Promise<T> {
  const pool = (db as Db & { $client: pg.Pool }).$client;
  await enter(Math.max(1, Math.min(AT_ONCE, pool.options.max - 1)));
  try {
    return await onConnection(await pool.connect(), names, work);
  } finally {
    leave();
  }
}

async function onConnection<T>(client: pg.PoolClient, names: string[], work: (session: Db) => Promise<T>): Promise<T> {
  const session = sessionOf(client);
  try {
    await lockQuery(session).execute({ names });
    return await work(session);
  } finally {
    // Nobody needs to wait for this. A connection that can't do it is closed, which does it too.
    unlockQuery(session)
      .execute()
      .then(
        () => client.release(),
        (error) => client.release(error),
      );
  }
}

const sessions = new WeakMap<pg.PoolClient, Db>();

function sessionOf(client: pg.PoolClient): Db {
  let session = sessions.get(client);
  if (!session) {
    session = drizzle(client, { schema });
    sessions.set(client, session);
  }
  return session;
}

const lockQuery = prepared((db) =>
  db
    .select({ lock: sql`pg_advisory_lock(hashtextextended(name, 0))` })
    .from(sql`unnest(${sql.placeholder('names')}::text[]) as names (name)`)
    .prepare('lock_names'),
);

const unlockQuery = prepared((db) =>
  db.select({ done: sql`pg_advisory_unlock_all()` }).from(sql`(values (1)) as one`).prepare('unlock_names'),
);
