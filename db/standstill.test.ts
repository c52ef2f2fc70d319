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
    connect(database.url, { queryTimeoutMs: 2_500 }),
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
