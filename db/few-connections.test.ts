import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../tests/support/database.ts';
import { looseConnection } from '../tests/support/loose-connection.ts';
import { type Connection, connect } from './client.ts';

const MOST = 3;
let database: FreshDatabase;
let server: Awaited<ReturnType<typeof looseConnection>>;
let few: Connection;
beforeAll(async () => {
  database = await freshDatabase();
  server = await looseConnection(database.url, { most: MOST });
  few = connect(server.url, { max: 10 });
});
afterAll(async () => {
  await few.close();
  await server.close();
  await database.drop();
});

test('where the database gives fewer connections than a pool may have, who asks waits for one of those', async () => {
  const requests = Array.from({ length: 60 }, async (_, at) => {
    const { rows } = await few.pool.query<{ at: number }>('select $1::int as at, pg_sleep(0.02)', [at]);
    return rows[0]?.at;
  });
  expect(await Promise.all(requests)).toEqual(Array.from({ length: 60 }, (_, at) => at));
  expect(few.pool.totalCount).toBeGreaterThan(0);
  expect(few.pool.totalCount).toBeLessThanOrEqual(MOST);
});

test('where others have them all, it waits for one that comes free, and says after five seconds that there is none', async () => {
  await few.close();
  const others = await Promise.all(
    Array.from({ length: MOST }, async () => {
      const one = connect(server.url, { max: 1 });
      return { one, client: await one.pool.connect() };
    }),
  );
  few = connect(server.url, { max: 10 });
  await expect(few.pool.query('select 1')).rejects.toMatchObject({ code: '53300' });
  const waiting = few.pool.query('select 1 as one');
  others[0]?.client.release();
  await others[0]?.one.close();
  expect((await waiting).rows).toEqual([{ one: 1 }]);
  for (const { one, client } of others.slice(1)) {
    client.release();
    await one.close();
  }
});
