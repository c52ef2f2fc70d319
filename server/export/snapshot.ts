import type pg from 'pg';
import { hangUp } from '#db/client.ts';

const BATCH = 1_000;

/** All rows as of one moment; the shop keeps writing meanwhile. */
export type Snapshot = {
  all: <T extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<T[]>;
  /** Row by row, with a bounded buffer. */
  each: <T extends pg.QueryResultRow>(sql: string, values?: unknown[]) => AsyncGenerator<T>;
};

/** `signal` aborts even a waiting query. */
export async function inSnapshot<T>(
  pool: pg.Pool,
  signal: AbortSignal | undefined,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const breakOff = () => hangUp(client as unknown as pg.Client);
  signal?.addEventListener('abort', breakOff, { once: true });
  let cursors = 0;
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query('set local statement_timeout = 0');
    const done = await work({
      all: async (sql, values) => (await client.query(sql, values)).rows,
      async *each<R extends pg.QueryResultRow>(sql: string, values?: unknown[]) {
        const name = `export_${++cursors}`;
        await client.query(`declare ${name} no scroll cursor for ${sql}`, values);
        for (;;) {
          const { rows } = await client.query<R>(`fetch ${BATCH} from ${name}`);
          yield* rows;
          if (rows.length < BATCH) break;
        }
        await client.query(`close ${name}`);
      },
    });
    await client.query('commit');
    return done;
  } finally {
    signal?.removeEventListener('abort', breakOff);
    // Never returned to the pool: after an abort the transaction is still open.
    client.release(true);
  }
}
