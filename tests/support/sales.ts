import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.ts';

/**
 * A sale of a store, by coupon when a code is given; columns as in the database, 10 percent unless told otherwise. The
 * application under test knows it at once. @returns its uuid
 */
export async function saleOf(app: TestApp, values: Record<string, unknown>, code?: string): Promise<string> {
  const { store = 'raam', ...columns } = values;
  const row = { name: randomUUID(), kind: 'PERCENT', amount: 1_000, by_coupon: code !== undefined, ...columns };
  const names = Object.keys(row);
  const { pool } = app.connection;
  const { rows } = await pool.query<{ uuid: string; store_uid: string }>(
    `insert into sales (store_uid, ${names.join(', ')}) select uuid, ${names.map((_, i) => `$${i + 2}`).join(', ')}
     from stores where key = $1 returning uuid, store_uid`,
    [store, ...Object.values(row)],
  );
  const made = rows[0];
  if (!made) throw new Error(`there is no store ${store}`);
  if (code)
    await pool.query('insert into coupons (store_uid, sale_uid, code) values ($1, $2, $3)', [
      made.store_uid,
      made.uuid,
      code,
    ]);
  app.deps.cache.clear();
  return made.uuid;
}

/** The shop without any promotion. */
export async function noSales(app: TestApp): Promise<void> {
  await app.connection.pool.query('delete from sales');
  app.deps.cache.clear();
}
