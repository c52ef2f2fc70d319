import { afterAll, beforeAll, expect, test } from 'vitest';
import { eq, sql } from '#db/sql.ts';
import { freshDatabase } from '../tests/support/database.ts';
import { type Connection, connect } from './client.ts';
import { holdTransaction } from './held-transaction.ts';
import { stores } from './schema/index.ts';

let connection: Connection;
let drop: () => Promise<unknown>;
beforeAll(async () => {
  const database = await freshDatabase();
  drop = database.drop;
  connection = connect(database.url, { max: 2 });
});
afterAll(async () => {
  await connection.close();
  await drop();
});

const titles = async (db = connection.db) =>
  new Set((await db.select({ title: stores.seoTitle }).from(stores)).map(({ title }) => title));

test('what rules begin and commit inside is kept only by the owner’s commit', async () => {
  const before = await titles();
  const held = holdTransaction(connection.pool);
  await held.db.transaction((tx) => tx.update(stores).set({ seoTitle: 'מוחזק' }));
  await held.client.query('commit').catch(() => {});
  expect(await titles()).toEqual(before);
  await held.rollback();
  expect(await titles()).toEqual(before);

  const heldTransaction = holdTransaction(connection.pool);
  await heldTransaction.db.transaction((tx) => tx.update(stores).set({ seoTitle: 'נשמר' }));
  expect(await titles()).toEqual(before);
  await heldTransaction.commit();
  expect(await titles()).toEqual(new Set(['נשמר']));
});

test('a rule that fails takes back its own writes and leaves those before it', async () => {
  const held = holdTransaction(connection.pool);
  await held.db.update(stores).set({ seoTitle: 'ראשון' });
  await held.db
    .transaction(async (tx) => {
      await tx.update(stores).set({ seoTitle: 'שני' });
      await tx.transaction((inner) => inner.update(stores).set({ seoTitle: 'שלישי' }));
      await tx.execute(sql`select 1 / 0`);
    })
    .catch(() => {});
  expect(await titles(held.db)).toEqual(new Set(['ראשון']));
  await held.rollback();
});

test('nothing is sent once it has ended, whatever was under way', async () => {
  const before = await titles();
  const held = holdTransaction(connection.pool, {
    prepare: async ({ db }) => {
      for (let turn = 0; turn < 50; turn += 1) await db.update(stores).set({ seoTitle: `פנייה ${turn}` });
    },
  });
  const read = titles(held.db).catch((error: Error) => error.message);
  await connection.db.select().from(stores).where(eq(stores.key, 'raam'));
  await held.rollback();
  expect(await read).toBe('Failed query: select "seo_title" from "stores"\nparams: ');
  expect(await titles()).toEqual(before);
  await expect(titles(held.db)).rejects.toThrow();
});

test('one that nobody asked anything of takes no connection', async () => {
  const held = holdTransaction(connection.pool);
  await held.rollback();
  expect(connection.pool.totalCount - connection.pool.idleCount).toBe(0);
});
