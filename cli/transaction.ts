import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Db } from '#db/client.ts';
import * as schema from '#db/schema/index.ts';

/** All or nothing: a command's changes are in one transaction with its audit row. `db` uses the same connection. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient, db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const done = await work(client, drizzle(client, { schema }));
    await client.query('commit');
    return done;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
