import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabase } from '../tests/support/database.ts';
import { migrate } from './migrate.ts';

const journal = JSON.parse(readFileSync(new URL('./migrations/meta/_journal.json', import.meta.url), 'utf8')) as {
  entries: { when: number; tag: string }[];
};

test('of the schema, only the newest snapshot is kept: the next migration is made from it', () => {
  const files = readdirSync(new URL('./migrations/meta', import.meta.url));
  const newest = journal.entries.at(-1)?.tag.slice(0, 4);
  expect(files.filter((file) => file.endsWith('_snapshot.json'))).toEqual([`${newest}_snapshot.json`]);
});

test('three processes that start at once migrate once; an earlier state can be had, and gone on from', async () => {
  const database = await emptyDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const applied = async () =>
    (await client.query('select created_at::text as at from drizzle.__drizzle_migrations order by id')).rows.map(
      ({ at }) => Number(at),
    );
  const all = journal.entries.map(({ when }) => when);
  try {
    await migrate(database.url, { until: all[0] as number });
    expect(await applied()).toEqual(all.slice(0, 1));
    await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    expect(await applied()).toEqual(all);
    await expect(migrate(database.url, { until: 1 })).rejects.toThrow('another version');
  } finally {
    await client.end();
    await database.drop();
  }
});

test('what pieces had cost is known also of those that went back before it was kept', async () => {
  const database = await emptyDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const before = journal.entries.find(({ tag }) => tag.endsWith('surplus_refunded'));
    await migrate(database.url, { until: before?.when ?? 0 });
    await client.query(`set session_replication_role = replica`);
    const { rows: lines } = await client.query(
      `insert into order_lines (order_uid, name, sku, quantity, price_agorot, discount_agorot, position)
       values (gen_random_uuid(), 'x', 'x', 3, 10000, 1, 0) returning uuid`,
    );
    for (const [day, status] of ['refused', 'done', 'done', 'asked'].entries())
      await client.query(
        `with f as (insert into refunds (payment_uid, amount_agorot, status, actor, ask_at, created_at)
           values (gen_random_uuid(), 1, $2, 'test', now(), now() + make_interval(days => $3)) returning uuid)
         insert into refund_lines (refund_uid, order_line_uid, quantity, amount_agorot, restock) select uuid, $1, 1, 1, false from f`,
        [lines[0]?.uuid, status, day],
      );
    await migrate(database.url);
    const { rows } = await client.query(
      `select r.cost_agorot::int as cost from refund_lines r join refunds f on f.uuid = r.refund_uid order by f.created_at`,
    );
    expect(rows.map(({ cost }) => cost)).toEqual([9_999, 9_999, 10_000, 10_000]);
  } finally {
    await client.end();
    await database.drop();
  }
});

test('a database of before the first release is refused, and left as it is', async () => {
  const database = await emptyDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(`create schema drizzle;
      create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
      insert into drizzle.__drizzle_migrations (hash, created_at) values ('former', ${(journal.entries[0]?.when ?? 0) - 1})`);
    await expect(migrate(database.url)).rejects.toThrow('before the first release');
    expect((await client.query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0);
  } finally {
    await client.end();
    await database.drop();
  }
});

test('the fee of a refund that waits for a second person is in shekels, as the call takes it; others stay', async () => {
  const database = await emptyDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const before = journal.entries.find(({ tag }) => tag.endsWith('deferrable_skus'));
    await migrate(database.url, { until: before?.when ?? 0 });
    await client.query(`set session_replication_role = replica`);
    for (const [at, [call, status, fee]] of [
      ['orders.refund', 'waiting', '10000'],
      ['orders.refund', 'waiting', '8450'],
      ['orders.refund', 'approved', '10000'],
      ['orders.create', 'waiting', '10000'],
    ].entries())
      await client.query(
        `insert into approvals (call, status, input, entity_kind, entity_uid, summary, requested_by_uid, created_at)
         values ($1, $2, $3, 'order', gen_random_uuid(), '', gen_random_uuid(), now() + make_interval(days => $4))`,
        [call, status, JSON.stringify({ fee, total: '99' }), at],
      );
    await migrate(database.url);
    const { rows } = await client.query(`select input from approvals order by created_at`);
    expect(rows.map(({ input }) => input)).toEqual(
      ['100.00', '84.50', '10000', '10000'].map((fee) => ({ fee, total: '99' })),
    );
  } finally {
    await client.end();
    await database.drop();
  }
});
