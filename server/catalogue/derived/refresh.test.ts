import type pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { CACHE_CHANNEL } from '#db/cache-tags.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { placementsOf, refreshDerived, refreshProducts } from './refresh.ts';

// What a product's save makes anew is what the whole company's rebuild would come to.

let site: TestApp;
let companyUid: string;
beforeAll(async () => {
  site = await startApp();
  const { rows } = await site.connection.pool.query("select company_uid from stores where key = 'raam'");
  companyUid = rows[0].company_uid;
});
afterAll(() => site.close());

/**
 * Every derived row. How the vocabulary spells a word is whoever brought it in first: a rebuild may take another's
 * spelling.
 */
async function derivedOf(client: pg.ClientBase): Promise<Record<string, unknown[]>> {
  const all = async (query: string) => (await client.query({ text: query, rowMode: 'array' })).rows;
  return {
    collections: await all('select * from collection_products order by 1, 2'),
    documents: await all('select store_uid, product_uid, position, terms, body from search_documents order by 1, 2'),
    numbers: await all('select company_uid, product_uid, number, whole from search_numbers order by 2, 3'),
    terms: await all('select store_uid, term, products from search_terms order by 1, 2'),
  };
}

/** Makes the change, compares, and takes it back. */
async function compare(slugs: string[], change: (client: pg.ClientBase, uids: string[]) => Promise<unknown>) {
  const client = await site.connection.pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query('select uuid from products where slug = any($1) order by slug', [slugs]);
    const uids = rows.map(({ uuid }) => uuid as string);
    expect(uids).toHaveLength(slugs.length);
    const former = await derivedOf(client);
    const before = await placementsOf(client, uids);
    await change(client, uids);
    await refreshProducts(client, companyUid, uids, before);
    const refreshed = await derivedOf(client);
    await refreshDerived(client, companyUid);
    const rebuilt = await derivedOf(client);
    for (const [name, rows] of Object.entries(rebuilt)) expect(refreshed[name], name).toEqual(rows);
    return { former, refreshed };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const BIKE = 'raam-barak-500';

test('a name, a brand and a filter value', async () => {
  const { former, refreshed } = await compare([BIKE], async (client, [uuid]) => {
    await client.query(
      `update products set name = 'Zarzir 77 חדש', seo_title = 'כותרת אחרת', year = 2031,
         brand_uid = (select uuid from brands where company_uid = $2 and uuid <> brand_uid order by key limit 1) where uuid = $1`,
      [uuid, companyUid],
    );
    await client.query("delete from product_meta where product_uid = $1 and key = 'use'", [uuid]);
    await client.query("insert into product_meta (product_uid, key, value) values ($1, 'part_number', 'ZZ-900-1')", [
      uuid,
    ]);
  });
  expect(refreshed.documents).not.toEqual(former.documents);
  expect(refreshed.numbers).not.toEqual(former.numbers);
  expect(refreshed.terms).not.toEqual(former.terms);
});

test('another kind moves it to other categories', async () => {
  const { former, refreshed } = await compare([BIKE], (client, [uuid]) =>
    client.query("update products set kind = 'ACCESSORY' where uuid = $1", [uuid]),
  );
  expect(refreshed.collections).not.toEqual(former.collections);
});

test('out of its stores, and into another one', async () => {
  const { former, refreshed } = await compare([BIKE, 'raam-barak-800'], async (client, [gone, added]) => {
    await client.query('delete from store_products where product_uid = $1', [gone]);
    await client.query(
      `insert into store_products (store_uid, product_uid, position)
       select s.uuid, $1, 3 from stores s where not exists (select from store_products where store_uid = s.uuid and product_uid = $1) limit 1`,
      [added],
    );
  });
  expect(refreshed.documents).not.toEqual(former.documents);
});

test('a vehicle’s name is in the texts of the parts that fit it', async () => {
  const client = await site.connection.pool.connect();
  const { rows } = await client.query<{ slug: string }>(
    'select p.slug from part_fits f join products p on p.uuid = f.vehicle_uid group by p.slug having count(distinct part_uid) > 1 order by 1 limit 1',
  );
  client.release();
  const { former, refreshed } = await compare([rows[0]?.slug ?? ''], (on, [uuid]) =>
    on.query("update products set name = 'Qarqash' where uuid = $1", [uuid]),
  );
  const changed = refreshed.documents?.filter(
    (row, at) => JSON.stringify(row) !== JSON.stringify(former.documents?.[at]),
  );
  expect(changed?.length).toBeGreaterThan(2);
});

test('stores hear of a vehicle whose parts they sell, and of a part that replaces another, though they sell neither of the two', async () => {
  const { pool } = site.connection;
  const { rows: stores } = await pool.query<{ key: string; uuid: string }>('select key, uuid from stores');
  const uuidOf = (key: string) => stores.find((store) => store.key === key)?.uuid ?? '';
  const listener = await pool.connect();
  onTestFinished(() => listener.release(true));
  const heard = new Set<string>();
  listener.on('notification', ({ payload = '' }) => {
    for (const tag of payload.split(' ')) heard.add(tag);
  });
  await listener.query(`listen ${CACHE_CHANNEL}`);
  const save = async (slug: string, change: string, values: unknown[] = []) => {
    heard.clear();
    const client = await pool.connect();
    await client.query('begin');
    const { rows } = await client.query<{ uuid: string }>('select uuid from products where slug = $1', [slug]);
    const uuid = rows[0]?.uuid ?? '';
    const before = await placementsOf(client, [uuid]);
    await client.query(`update products set ${change} where uuid = $1`, [uuid, ...values]);
    await refreshProducts(client, companyUid, [uuid], before);
    await client.query('commit');
    client.release();
    return uuid;
  };
  // raam alone sells it, and ofek parts for it.
  const vehicle = await save('raam-barak-1100r', "slug = 'raam-barak-1110r'");
  const { rows: parts } = await pool.query<{ uuid: string }>(
    `select distinct f.part_uid as uuid from part_fits f join store_products sp on sp.product_uid = f.part_uid
     where f.vehicle_uid = $1 and sp.store_uid = $2`,
    [vehicle, uuidOf('ofek')],
  );
  const expected = [`vehicles:${uuidOf('ofek')}`, `listed:${uuidOf('ofek')}`, `product:${parts[0]?.uuid}`];
  await expect.poll(() => expected.filter((tag) => !heard.has(tag))).toEqual([]);
  expect(heard).not.toContain(`listed:${uuidOf('noam')}`);

  const { rows: pair } = await pool.query<{ old: string; next: string }>(
    `select min(p.slug) as old, max(p.slug) as next from products p join store_products sp on sp.product_uid = p.uuid
     where p.kind = 'SPARE_PART' and p.replaced_by is null and sp.store_uid = $1`,
    [uuidOf('ofek')],
  );
  const { old = '', next = '' } = pair[0] ?? {};
  await pool.query(
    'delete from store_products sp using products p where p.uuid = sp.product_uid and p.slug = $1 and sp.store_uid = $2',
    [old, uuidOf('ofek')],
  );
  await save(old, 'replaced_by = (select uuid from products where slug = $2)', [next]);
  await expect.poll(() => heard.has(`listed:${uuidOf('ofek')}`)).toBe(true);
});
