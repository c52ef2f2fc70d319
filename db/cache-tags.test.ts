import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../tests/support/database.ts';
import { INVALIDATED_BY_ROW } from './cache-tags.ts';
import { readTriggerFiles } from './triggers.ts';

let database: FreshDatabase;
let client: pg.Client;
let notifiedTags: string[];

beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  client.on('notification', ({ payload = '' }) => notifiedTags.push(payload));
  await client.query('listen cache_versions');
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});
beforeEach(() => {
  notifiedTags = [];
});

const rows = async (sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows;
/** What a statement tells, in its own transaction. Notifications come before the answer of the next query. */
async function tellsOf(sql: string, values: unknown[] = []): Promise<string[]> {
  notifiedTags = [];
  await rows(sql, values);
  await rows('select 1');
  return notifiedTags;
}

async function aVariant(): Promise<{ uuid: string; product: string }> {
  const [variant] = await rows(
    `select v.uuid, v.product_uid as product from variants v join products p on p.uuid = v.product_uid
     where v.active and p.kind = 'VEHICLE' order by v.sku limit 1`,
  );
  await rows('update variants set stock = 9 where uuid = $1', [variant.uuid]);
  await rows('select 1');
  return variant;
}

test('stock tells of the product only while pages show its count, and of its lists when it comes or goes', async () => {
  const { uuid, product } = await aVariant();
  const set = (stock: number) => tellsOf('update variants set stock = $2 where uuid = $1', [uuid, stock]);
  expect(await set(8)).toEqual([]);
  expect(await set(3)).toEqual([`stock:${product}`]);
  expect(await set(2)).toEqual([`stock:${product}`]);
  const lists = await rows(
    `select 'products:' || store_uid as tag from store_products where product_uid = $1
     union all select 'collection:' || collection_uid from collection_products where product_uid = $1`,
    [product],
  );
  const [gone, ...others] = await set(0);
  expect(others).toEqual([]);
  expect(gone?.split(' ').sort()).toEqual([`product:${product}`, ...lists.map(({ tag }) => tag)].sort());
});

test('hiding a product tells its store besides', async () => {
  const { product } = await aVariant();
  const [store] = await rows('select store_uid as uuid from store_products where product_uid = $1 and published', [
    product,
  ]);
  const [payload = ''] = await tellsOf(
    'update store_products set published = false where product_uid = $1 and store_uid = $2',
    [product, store.uuid],
  );
  expect(payload.split(' ')).toEqual(
    expect.arrayContaining([`shown:${store.uuid}`, `shown:${store.uuid}:${product}`, `product:${product}`]),
  );
});

test('more tags than a notification takes drop everything', async () => {
  const { uuid, product } = await aVariant();
  await rows(
    `with made as (insert into collections (store_uid, slug, name, text, position)
       select (select uuid from stores where key = 'raam'), 'many-' || i, 'קטגוריה', '', i from generate_series(1, 200) i returning uuid)
     insert into collection_products (collection_uid, product_uid, position) select uuid, $1, 0 from made`,
    [product],
  );
  expect(await tellsOf('update variants set price_agorot = 123400 where uuid = $1', [uuid])).toEqual(['']);
});

test('a use of a sale, which each order counts, tells nothing; its terms do', async () => {
  const [sale] = await rows('select uuid, store_uid as store from sales limit 1');
  expect(await tellsOf('update sales set uses = uses + 1 where uuid = $1', [sale.uuid])).toEqual([]);
  expect(await tellsOf(`update sales set name = name || '!' where uuid = $1`, [sale.uuid])).toEqual([
    `sales:${sale.store}`,
  ]);
});

const triggers = [
  ...(await readTriggerFiles()).join('\n').matchAll(/\bon (\w+)\nfor each row execute function tell_tags\((.*)\)/g),
].map(([, table = '', tags = '']): [string, string[]] => [table, tags.split(', ').map((tag) => tag.slice(1, -1))]);

test('the importer knows which tables tell of their rows themselves', () => {
  expect(triggers.map(([table]) => table).sort()).toEqual([...INVALIDATED_BY_ROW].sort());
});

test.each(triggers)('%s tells of each row that changes, and of none that does not', async (table, tags) => {
  const [{ row }] = await rows(`select to_jsonb(t) as row from ${table} t limit 1`);
  const expected = tags.map((tag) => tag.replace(/:(.*)/, (_, column) => `:${row[column]}`));
  const column = ['name', 'title', 'setting_value', 'component'].find((name) => name in row);
  const set = (value: string) =>
    tellsOf(`update ${table} t set ${column} = ${value} where to_jsonb(t) = $1`, [JSON.stringify(row)]);
  if (column) expect(await set(`${column}`)).toEqual([]);
  const columnTags = column
    ? await set(`${column} || ' new'`)
    : await tellsOf(`delete from ${table} t where to_jsonb(t) = $1`, [JSON.stringify(row)]);
  expect(columnTags.sort()).toEqual(expected.sort());
});
