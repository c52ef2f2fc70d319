import type pg from 'pg';
import { clientOf } from '#db/client.ts';
import { OperatorError } from '#db/operator-error.ts';
import { noteOperation } from '#server/platform/note-operation.ts';
import type { Command } from '../../command.ts';
import { table } from '../../table.ts';

/** What is deleted with a store. Products, variants and branches are the company's and stay. */
const PARTS = {
  pages: 'content_pages',
  posts: 'posts',
  categories: 'collections',
  'products shown': 'store_products',
  customers: 'customers',
  leads: 'leads',
  bookings: 'bookings',
  subscribers: 'subscribers',
  sales: 'sales',
  redirects: 'redirects',
};

export const deleteStoreCommand: Command = {
  usage: '<store>',
  summary:
    'deletes a closed store that never had an order, with its customers and texts; without --confirm it only tells what',
  arguments: 1,
  options: { confirm: { type: 'string', help: 'the key of the store once more: do it, for good' } },
  async run({ db, say }, [key = ''], { confirm }) {
    if (confirm !== undefined && confirm !== key) throw new OperatorError(`--confirm is the key of the store: ${key}`);
    const counts = await db.transaction(async (tx) => {
      const client = clientOf(tx);
      const storeUid = await deletable(client, key);
      const rowCounts = await count(client, storeUid);
      if (confirm === undefined) return rowCounts;
      const { rows: homeless } = await client.query<{ uuid: string }>(
        'select product_uid as uuid from store_products where store_uid = $1 and is_home',
        [storeUid],
      );
      // References to the store without a foreign key.
      await client.query('delete from outbox where store_uid = $1', [storeUid]);
      await client.query('delete from slug_history where owner_uid = $1', [storeUid]);
      await client.query('delete from stores where uuid = $1', [storeUid]);
      await giveHomes(
        client,
        homeless.map(({ uuid }) => uuid),
      );
      await noteOperation(tx, { store: key, ...rowCounts });
      return rowCounts;
    });
    const deleted = confirm !== undefined;
    say(
      table(
        ['with it', ''],
        Object.entries(counts).map(([part, rows]) => [part, `${rows}`]),
      ),
    );
    say(deleted ? `${key} is deleted.` : `\nWith --confirm ${key} all of this is deleted, for good.`);
    return { json: { store: key, deleted, ...counts } };
  },
};

/** Locks the store, so that no order is created meanwhile. @throws OperatorError */
async function deletable(client: pg.ClientBase, key: string): Promise<string> {
  const { rows } = await client.query<{ uuid: string; status: string; reopens: boolean }>(
    'select uuid, status, closed_until is not null as reopens from stores where key = $1 for update',
    [key],
  );
  const [store] = rows;
  if (!store) throw new OperatorError(`There is no store "${key}"`);
  const records = await client.query<{ orders: number; documents: number }>(
    `select (select count(*) from orders where store_uid = $1)::int as orders,
       (select count(*) from documents where store_uid = $1)::int as documents`,
    [store.uuid],
  );
  const { orders = 0, documents = 0 } = records.rows[0] ?? {};
  if (orders + documents > 0)
    throw new OperatorError(
      `${key} has ${orders} orders and ${documents} documents, which the law has kept for seven years: leave it closed (stores set-status ${key} closed)`,
    );
  if (store.status !== 'closed' || store.reopens)
    throw new OperatorError(
      `${key} is ${store.reopens ? 'closed until a moment' : store.status}: close it first (stores set-status ${key} closed)`,
    );
  return store.uuid;
}

/**
 * As in the office (server/office/products/place-product.ts): a product's home becomes the first store that sells it.
 */
const giveHomes = (client: pg.ClientBase, products: string[]) =>
  client.query(
    `update store_products t set is_home = true from (
       select distinct on (sp.product_uid) sp.product_uid, sp.store_uid
       from store_products sp join stores s on s.uuid = sp.store_uid
       where sp.product_uid = any($1) order by sp.product_uid, s.position, s.key) first
     where t.product_uid = first.product_uid and t.store_uid = first.store_uid`,
    [products],
  );

async function count(client: pg.ClientBase, storeUid: string): Promise<Record<string, number>> {
  const columns = Object.values(PARTS).map(
    (name) => `(select count(*)::int from ${name} where store_uid = $1) as ${name}`,
  );
  const { rows } = await client.query<Record<string, number>>(`select ${columns.join(', ')}`, [storeUid]);
  return Object.fromEntries(Object.entries(PARTS).map(([part, name]) => [part, rows[0]?.[name] ?? 0]));
}
