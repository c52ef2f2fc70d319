import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { type Db, lonePools } from './client.ts';
import { prepared } from './prepared.ts';
import * as schema from './schema/index.ts';

export type Session = {
  db: Db;
  /**
   * One transaction of statements that go out together with its commit, so that what they lock is not locked while this process is
   * busy with others. One that fails undoes them all, and is what is thrown.
   */
  atOnce: (statements: () => Promise<unknown>[]) => Promise<void>;
};

/**
 * Does `work` on a connection of its own while it alone holds these names, among all processes; whoever wants one of them
 * waits. Unlike a transaction's, these locks do not end with a commit: `work` may be several statements that are each on disk at
 * once. With the connection they end as well. Everybody has to name them in the same order. @throws what `isUnavailable` knows
 * where the wait is too long
 */
export async function withLocks<T>(db: Db, names: string[], work: (session: Session) => Promise<T>): Promise<T> {
  const pool = lonePools.get(db);
  if (!pool) throw new TypeError('Names are locked by a database of `connect`, not within a transaction.');
  const client = await pool.connect();
  const session = sessionOf(client);
  try {
    await lockQuery(session.db).execute({ names });
    return await work(session);
  } finally {
    // Nobody needs to wait for this. A connection that can't do it is closed, which does it too.
    unlockQuery(session.db)
      .execute()
      .then(
        () => client.release(),
        (error) => client.release(error),
      );
  }
}

const sessions = new WeakMap<pg.PoolClient, Session>();

function sessionOf(client: pg.PoolClient): Session {
  let session = sessions.get(client);
  if (!session) {
    session = {
      db: drizzle(client, { schema }),
      async atOnce(statements) {
        const sent = [client.query('begin'), ...statements(), client.query('commit')];
        for (const done of await Promise.allSettled(sent)) if (done.status === 'rejected') throw done.reason;
      },
    };
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
