import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../tests/support/database.ts';
import { type Connection, connect } from './client.ts';
import { preparedInsert } from './prepared.ts';
import { companies } from './schema/index.ts';
import { sql } from './sql.ts';

let database: FreshDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await freshDatabase();
  connection = connect(database.url, { max: 1 });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const company = (key: string) => ({ key, name: key, legalName: key, companyNumber: '1', address: 'חיפה' });

test('a prepared insert takes rows of several shapes on one connection: defaults where they have none, and no JSON null', async () => {
  const insert = preparedInsert(companies);
  const createdAt = new Date('2026-01-02T03:04:05Z');
  const tradeIn = { valid_days: 7 } as never;
  await insert(connection.db, [company('a')]);
  await insert(connection.db, [company('b')]);
  await insert(connection.db, [{ ...company('c'), tradeIn: null, createdAt }]);
  await insert(connection.db, [
    { ...company('d'), tradeIn, createdAt },
    { ...company('e'), tradeIn: null, createdAt },
  ]);
  expect(() => insert(connection.db, [company('f'), { ...company('g'), createdAt }])).toThrow('other columns');
  const { rows } = await connection.db.execute(
    sql`select key, trade_in, trade_in is null as none, created_at = ${createdAt} as at from companies where name in ('a', 'b', 'c', 'd', 'e', 'f', 'g') order by key`,
  );
  expect(rows).toEqual([
    { key: 'a', trade_in: null, none: true, at: false },
    { key: 'b', trade_in: null, none: true, at: false },
    { key: 'c', trade_in: null, none: true, at: true },
    { key: 'd', trade_in: { valid_days: 7 }, none: false, at: true },
    { key: 'e', trade_in: null, none: true, at: true },
  ]);
});
