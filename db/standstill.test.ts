import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../tests/support/database.ts';
import { type Connection, connect } from './client.ts';
import { transactionWithLocks } from './locks.ts';
import { isUnavailable } from './unavailable.ts';

let database: FreshDatabase;
let frozen: Connection;
let other: Connection;
beforeAll(async () => {
  database = await freshDatabase();
  [frozen, other] = [
    // A fifth of it may a transaction stand still, and so may this process on a busy machine.
    connect(database.url, { queryTimeoutMs: 6_000 }),
    connect(database.url, { queryTimeoutMs: 30_000 }),
  ];
});
afterAll(async () => {
  await Promise.all([frozen.close(), other.close()]);
  await database.drop();
});

test('a process that stands still in a transaction keeps its rows from nobody, and learns of it as of a database that was away', async () => {
  const client = await frozen.pool.connect();
  await client.query('begin');
  const { rows } = await client.query<{ uuid: string }>('select uuid from variants order by uuid limit 1 for update');
  const waited = await other.pool.query('update variants set stock = 7 where uuid = $1', [rows[0]?.uuid]);
  expect(waited.rowCount).toBe(1);
  const error = await client.query('update variants set stock = 3').then(
    () => null,
    (reason: Error) => reason,
  );
  expect(isUnavailable(error)).toBe(true);
  client.release(true);
  expect(isUnavailable(Object.assign(new pg.DatabaseError('too long', 0, 'error'), { code: '25P03' }))).toBe(true);
  const after = await other.pool.query('select stock from variants where uuid = $1', [rows[0]?.uuid]);
  expect(after.rows).toEqual([{ stock: 7 }]);
  expect((await frozen.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('so with the advisory locks of its transaction', async () => {
  const names = ['one buyer'];
  const error = await transactionWithLocks(frozen.db, names, async ({ tx }) => {
    expect(await transactionWithLocks(other.db, names, async () => 'mine')).toBe('mine');
    await tx.execute('select 1');
  }).then(
    () => null,
    (reason: Error) => reason,
  );
  expect(isUnavailable(error)).toBe(true);
  expect(await transactionWithLocks(frozen.db, names, async () => 'again')).toBe('again');
});

test('a statement that takes too long, and one that waits too long for a lock, end as a database that is away does; the pool goes on', async () => {
  const reasonOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (reason: Error & { code?: string }) => [reason.code, isUnavailable(reason)],
    );
  expect(await reasonOf(frozen.pool.query('select pg_sleep(30)'))).toEqual(['57014', true]);
  const client = await other.pool.connect();
  await client.query('begin');
  const { rows } = await client.query<{ uuid: string }>('select uuid from variants order by uuid limit 1 for update');
  const waiting = frozen.pool.query('update variants set stock = 3 where uuid = $1', [rows[0]?.uuid]);
  expect(await reasonOf(waiting)).toEqual(['55P03', true]);
  await client.query('rollback');
  client.release();
  expect((await frozen.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
