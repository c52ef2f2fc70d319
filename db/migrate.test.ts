import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabase } from '../tests/support/database.ts';
import { migrate } from './migrate.ts';

const journal = JSON.parse(readFileSync(new URL('./migrations/meta/_journal.json', import.meta.url), 'utf8')) as {
  entries: { when: number }[];
};

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
    await migrate(database.url, { until: all[2] as number });
    expect(await applied()).toEqual(all.slice(0, 3));
    await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    expect(await applied()).toEqual(all);
    await expect(migrate(database.url, { until: 1 })).rejects.toThrow('another version');
  } finally {
    await client.end();
    await database.drop();
  }
});
