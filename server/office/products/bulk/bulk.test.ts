import type { FastifyBaseLogger } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Connection, connect } from '#db/client.ts';
import type { BulkCell, BulkRow } from '#domain/catalogue/bulk-rows.ts';
import type { RoleKey } from '#domain/people/permissions.ts';
import { startApp, type TestApp } from '../../../../tests/support/app.ts';
import { act as actAs, officeOf } from '../../../../tests/support/office.ts';
import { runTransfers } from '../../imports/run.ts';
import type { BulkOutcome } from './write-rows.ts';

let site: TestApp;
let jobs: Connection;
const people = new Map<RoleKey, Awaited<ReturnType<typeof officeOf>>>();
let rows: BulkRow[];

beforeAll(async () => {
  site = await startApp({ office: true });
  jobs = connect(site.deps.env.DATABASE_URL ?? '', { max: 3, actor: 'each' });
  for (const role of ['owner', 'editor', 'viewer'] as const) people.set(role, await officeOf(site, role));
});
afterAll(async () => {
  await jobs.close();
  await site.close();
});
beforeEach(async () => {
  rows = (await read('kind=ACCESSORY')).rows.filter(({ onRequest, may }) => !onRequest && may.price);
});

const queried = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;
async function read(query: string, role: RoleKey = 'owner'): Promise<{ rows: BulkRow[]; more: boolean }> {
  const reply = await people.get(role)?.get(`/products/bulk/rows?${query}`);
  return JSON.parse(reply?.text ?? 'null');
}
type Changes = { product: string; cells: BulkCell[] }[];
const save = (changes: Changes, more: Record<string, unknown> = {}, role: RoleKey = 'owner', call = 'save') =>
  actAs(site, people.get(role)?.cookie ?? '', '/products/bulk', call, { rows: JSON.stringify(changes), ...more });
const cell = (field: BulkCell['field'], was: BulkCell['was'], now: BulkCell['now'], store: string | null = null) => ({
  field,
  store,
  was,
  now,
});
const priced = (row: BulkRow, now: number) => ({ product: row.uuid, cells: [cell('price', row.price, now)] });
const priceOf = async ({ uuid }: BulkRow) =>
  Number((await queried('select price_agorot from products where uuid = $1', [uuid]))[0].price_agorot);
const at = (index: number): BulkRow => {
  const row = rows[index];
  if (!row) throw new Error(`no row ${index}`);
  return row;
};

test('the grid has the rows of a filter, or the chosen ones, with what the person may', async () => {
  expect(rows.length).toBeGreaterThan(20);
  const chosen = (await read(`product=${at(0).uuid}&product=${at(1).uuid}`)).rows;
  expect(chosen.map(({ uuid }) => uuid).sort()).toEqual([at(0).uuid, at(1).uuid].sort());
  const ofEditor = (await read('kind=ACCESSORY', 'editor')).rows;
  expect(ofEditor.every(({ may }) => !may.price)).toBe(true);
  expect((await people.get('viewer')?.get('/products/bulk/rows'))?.status).toBe(403);
});

test('many prices are one operation: seen in the shop within two seconds, and undone as a whole', async () => {
  const chosen = rows.slice(0, 30);
  const { data } = await save(chosen.map((row) => priced(row, row.price + 1_100)));
  expect(data).toMatchObject({ ok: true, message: '30 מוצרים נשמרו' });
  const operations = await queried(
    `select a.uuid, a.command from changes c join audit_log a on a.uuid = c.deed_uid
     where c.entity_uid = any($1) and c.table_name = 'products' and c.after ? 'price_agorot' group by a.uuid, a.command, a.created_at order by a.created_at desc limit 2`,
    [chosen.map(({ uuid }) => uuid)],
  );
  expect(operations[0]?.command).toContain('products.bulk');
  const count = await queried('select count(distinct entity_uid)::int as count from changes where deed_uid = $1', [
    operations[0]?.uuid,
  ]);
  expect(count).toEqual([{ count: 30 }]);
  const [shop] = await queried(
    'select s.key from store_products sp join stores s on s.uuid = sp.store_uid where sp.product_uid = $1 and sp.published and sp.price_agorot is null limit 1',
    [at(0).uuid],
  );
  const shown = ((at(0).price + 1_100) / 100).toLocaleString('en-US');
  await expect
    .poll(
      async () =>
        (await site.call({ path: `/product/${at(0).slug}`, host: `${shop.key}.localhost` })).text.includes(shown),
      { timeout: 2_000, interval: 50 },
    )
    .toBe(true);
  const undone = await actAs(site, people.get('owner')?.cookie ?? '', `/changes/${operations[0]?.uuid}`, 'undo', {
    reason: 'בדיקה',
  });
  expect(undone.data.ok).toBe(true);
  for (const row of chosen.slice(0, 3)) expect(await priceOf(row)).toBe(row.price);
});

test('a price that changed meanwhile isn’t overwritten, and is told; the other rows are saved', async () => {
  await queried('update products set price_agorot = price_agorot + 700 where uuid = $1', [at(0).uuid]);
  const { data } = await save([priced(at(0), at(0).price + 100), priced(at(1), at(1).price + 100)]);
  const { conflicts, products } = data.result as BulkOutcome;
  expect(products).toBe(1);
  expect(conflicts).toMatchObject([{ product: at(0).uuid, was: at(0).price, theirs: at(0).price + 700 }]);
  expect(await priceOf(at(0))).toBe(at(0).price + 700);
  expect(await priceOf(at(1))).toBe(at(1).price + 100);
});

test('what a menu leads to is hidden at once, and the outcome names the link', async () => {
  const row = at(3);
  const [store = ''] = Object.keys(row.stores);
  await queried(
    `insert into menu_links (store_uid, menu_key, name, entity_type, slug, area_number, position) values ($1, 'FOOTER', 'אל המוסתר', 'PRODUCT', $2, 1, 99)`,
    [store, row.slug],
  );
  const changes = [{ product: row.uuid, cells: [cell('published', true, false, store)] }];
  const { data } = await save(changes);
  expect(data).toMatchObject({ ok: true, result: { products: 1, hiddenLinks: expect.stringContaining('אל המוסתר') } });
  expect(data.message).toMatch(/^מוצר אחד נשמר\. עד שהמוצר יוצג שוב לא יוצגו בחנות: .*אל המוסתר/);
  await queried(`delete from menu_links where name = 'אל המוסתר'`);
});

test('one wrong cell saves nothing, with the product’s own rules', async () => {
  const wrong = { product: at(1).uuid, cells: [cell('deletedPrice', at(1).deletedPrice, at(1).price)] };
  const { status, data } = await save([priced(at(0), at(0).price + 100), wrong]);
  expect(status).toBe(400);
  expect(data.errors).toMatchObject([{ path: `${at(1).uuid}.deletedPrice` }]);
  expect(data.errors?.[0]?.message).toContain('גבוה מהמחיר');
  expect(await priceOf(at(0))).toBe(at(0).price);
  expect((await save([priced(at(0), 0)])).data.errors?.[0]?.message).toContain('גדול מאפס');
});

test('a price by more than half off is saved only when it is confirmed', async () => {
  const changes = [priced(at(2), at(2).price * 2)];
  expect((await save(changes)).data.errors).toMatchObject([{ path: 'confirmed' }]);
  expect(await priceOf(at(2))).toBe(at(2).price);
  expect((await save(changes, { confirmed: 'on' })).data.ok).toBe(true);
  expect(await priceOf(at(2))).toBe(at(2).price * 2);
});

test('a price that reaches the former price of a variant or a store takes it away, and the outcome says so', async () => {
  const row = at(5);
  const former = () =>
    queried(
      `select deleted_price_agorot from variants where product_uid = $1 and deleted_price_agorot is not null
       union all select deleted_price_agorot from store_products where product_uid = $1 and deleted_price_agorot is not null`,
      [row.uuid],
    );
  await queried('update variants set deleted_price_agorot = $2 where uuid = $1', [
    row.variants[0]?.uuid,
    row.price + 100,
  ]);
  await queried(
    `update store_products set deleted_price_agorot = $2 where (product_uid, store_uid) = (select product_uid, store_uid from store_products
       where product_uid = $1 and price_agorot is null limit 1)`,
    [row.uuid, row.price + 100],
  );
  expect(await former()).toHaveLength(2);
  const { data } = await save([priced(row, row.price + 100)]);
  expect(data).toMatchObject({ ok: true, result: { products: 1, formerPrices: 2 } });
  expect(data.message).toContain('2 מחירים קודמים');
  expect(await former()).toEqual([]);
});

test('a store’s price that reaches its own former one, which the sheet doesn’t show, takes it away and says so', async () => {
  const row = at(6);
  const [store = '', place] = Object.entries(row.stores)[0] ?? [];
  const ofStore = () =>
    queried(
      `select price_agorot::int as price, deleted_price_agorot::int as former from store_products
       where product_uid = $1 and store_uid = $2`,
      [row.uuid, store],
    );
  await queried('update store_products set deleted_price_agorot = $3 where product_uid = $1 and store_uid = $2', [
    row.uuid,
    store,
    row.price + 100,
  ]);
  const raised = (was: number | null, now: number | null) =>
    save([{ product: row.uuid, cells: [cell('storePrice', was, now, store)] }]);
  const former = place?.[1] ?? null;
  expect((await raised(former, row.price + 50)).data).toMatchObject({ ok: true, result: { formerPrices: 0 } });
  expect(await ofStore()).toEqual([{ price: row.price + 50, former: row.price + 100 }]);
  const { data } = await raised(row.price + 50, row.price + 100);
  expect(data).toMatchObject({ ok: true, result: { products: 1, formerPrices: 1 } });
  expect(data.message).toContain('מחיר קודם אחד');
  expect(await ofStore()).toEqual([{ price: row.price + 100, former: null }]);
});

test('who may not change prices can’t do it here, and a foreign store’s price nobody of another', async () => {
  expect((await save([priced(at(3), at(3).price + 100)], {}, 'editor')).status).toBe(403);
  const named = [{ product: at(3).uuid, cells: [cell('name', at(3).name, 'שם מהגיליון')] }];
  expect((await save(named, {}, 'editor')).data.ok).toBe(true);
  const [store] = Object.keys(at(3).stores);
  const ofStore = [
    { product: at(3).uuid, cells: [cell('storePrice', at(3).stores[store ?? '']?.[1] ?? null, 12_300, store)] },
  ];
  expect((await save(ofStore, {}, 'editor')).status).toBe(403);
  expect(await priceOf(at(3))).toBe(at(3).price);
});

test('names, stores’ prices, what is shown, stock and how it is sold are saved together', async () => {
  const row = rows.find(
    ({ variants, stores }) => variants.length === 1 && Object.values(stores).some(([shown]) => shown),
  );
  if (!row) throw new Error('no such row');
  const [store = '', place] = Object.entries(row.stores).find(([, [shown]]) => shown) ?? [];
  const cells = [
    cell('name', row.name, 'מוצר מהגיליון'),
    cell('policy', row.policy, 'PRE_ORDER'),
    cell('stock', row.variants[0]?.stock ?? 0, 41),
    cell('published', true, false, store),
    cell('storePrice', place?.[1] ?? null, row.price + 300, store),
  ];
  expect((await save([{ product: row.uuid, cells }])).data).toMatchObject({ ok: true });
  const [after] = (await read(`product=${row.uuid}`)).rows;
  expect(after).toMatchObject({ name: 'מוצר מהגיליון', policy: 'PRE_ORDER', variants: [{ stock: 41 }] });
  expect(after?.stores[store]).toEqual([false, row.price + 300]);
  const [movement] = await queried(
    'select kind, after from stock_movements where variant_uid = $1 order by id desc limit 1',
    [row.variants[0]?.uuid],
  );
  expect(movement).toEqual({ kind: 'count', after: 41 });
  // The search knows the new name at once.
  const found = await queried(
    `select from search_documents d where d.product_uid = $1 and d.terms::text like '%גיליונ%'`,
    [row.uuid],
  );
  expect(found.length).toBeGreaterThan(0);
});

test('counts and a sale of the same variants never wait for each other', async () => {
  const counted = rows.filter(({ variants }) => variants.length === 1).slice(0, 12);
  const uuids = counted.map(({ variants }) => variants[0]?.uuid ?? '').sort();
  const [first] = uuids;
  // Last in the table and in the list, so that its uuid alone says that it is the first.
  await queried('update variants set stock = stock where uuid = $1', [first]);
  counted.sort((a, b) => Number(a.variants[0]?.uuid === first) - Number(b.variants[0]?.uuid === first));
  const sale = await jobs.pool.connect();
  try {
    await sale.query(`begin; set local lock_timeout = '2s'`);
    await sale.query('select from variants where uuid = $1 for no key update', [first]);
    const saved = save(
      counted.map((row) => ({
        product: row.uuid,
        cells: [cell('stock', row.variants[0]?.stock ?? 0, (row.variants[0]?.stock ?? 0) + 1)],
      })),
    );
    const waiting = `select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(() => queried(waiting)).toEqual([{ waiting: 1 }]);
    await sale.query('select from variants where uuid = any($1) order by uuid for no key update', [uuids]);
    await sale.query('commit');
    expect((await saved).data).toMatchObject({ ok: true });
  } finally {
    sale.release();
  }
});

test('a job whose process dies once it has saved still tells what it saved', async () => {
  const chosen = rows.slice(24, 28);
  const begun = await save(
    chosen.map((row) => priced(row, row.price + 100)),
    {},
    'owner',
    'begin',
  );
  const { job } = begun.data.result as { job: string };
  await queried(`update products set price_agorot = price_agorot + 900 where uuid = $1`, [chosen[0]?.uuid]);
  const { storage, env } = site.deps;
  const silent = { info() {}, warn() {}, error() {} } as unknown as FastifyBaseLogger;
  const look = () => runTransfers({ db: jobs.db, storage, env }, silent);
  // The process can't say that the job has ended.
  await queried(`create function dies() returns trigger language plpgsql as $$ begin raise exception 'gone'; end $$`);
  await queried(
    `create trigger dies before update of ended_at on transfers for each row when (new.ended_at is not null) execute function dies()`,
  );
  await expect(look()).rejects.toThrow();
  await queried('drop trigger dies on transfers');
  await queried('drop function dies');
  await queried(`update transfers set claimed_at = now() - interval '2 minutes' where uuid = $1`, [job]);
  await look();
  const state = await people.get('owner')?.get(`/products/bulk/state?job=${job}`);
  expect(JSON.parse(state?.text ?? '')).toMatchObject({
    state: 'done',
    report: { kind: 'bulk', products: 3, conflicts: [{ product: chosen[0]?.uuid }] },
  });
});

test('many rows are saved by a job, whose state its starter sees, and nobody else', async () => {
  const chosen = rows.slice(4, 24);
  const begun = await save(
    chosen.map((row) => priced(row, row.price + 200)),
    {},
    'owner',
    'begin',
  );
  const { job } = begun.data.result as { job: string };
  const log = { info: () => {}, warn: () => {}, error: (told: { err: Error }) => expect(told.err).toBeUndefined() };
  const { storage, env } = site.deps;
  await runTransfers({ db: jobs.db, storage, env }, log as unknown as FastifyBaseLogger);
  const state = await people.get('owner')?.get(`/products/bulk/state?job=${job}`);
  expect(JSON.parse(state?.text ?? '')).toMatchObject({ state: 'done', report: { products: 20, conflicts: [] } });
  expect((await people.get('editor')?.get(`/products/bulk/state?job=${job}`))?.status).toBe(404);
  expect(await priceOf(chosen[0] as BulkRow)).toBe((chosen[0]?.price ?? 0) + 200);
  const [logged] = await queried(
    `select a.actor, a.command from transfers t join audit_log a on a.uuid = t.deed_uid where t.uuid = $1 and a.details ? 'changes'`,
    [job],
  );
  expect(logged).toMatchObject({ command: 'products.bulk /products/bulk' });
});

test('as a step of a draft nothing changes before it is published', async () => {
  const [row] = rows.slice(30);
  if (!row) throw new Error('no row');
  const cookie = people.get('owner')?.cookie ?? '';
  const keptReply = await actAs(site, cookie, '/products/bulk', 'save', {
    rows: JSON.stringify([priced(row, row.price + 500)]),
    _when: 'draft',
    _draft_name: 'מחירון פסח',
  });
  expect(keptReply.data.ok).toBe(true);
  expect(await priceOf(row)).toBe(row.price);
  const [draft] = await queried("select uuid from drafts where name = 'מחירון פסח'");
  const published = await actAs(site, cookie, `/drafts/${draft.uuid}`, 'publish', {});
  expect(published.data).toMatchObject({ ok: true });
  expect(await priceOf(row)).toBe(row.price + 500);
});

test('as a step of a draft all of it is kept, or nothing: who changed a price before is named', async () => {
  const [changed, other] = rows.slice(31, 33) as [BulkRow, BulkRow];
  await queried('update products set price_agorot = price_agorot + 700 where uuid = $1', [changed.uuid]);
  const keptReply = await save([priced(changed, changed.price + 100), priced(other, other.price + 100)], {
    _when: 'draft',
    _draft_name: 'מחירון סוכות',
  });
  expect([keptReply.status, keptReply.data]).toEqual([
    422,
    expect.objectContaining({ ok: false, message: expect.stringContaining(changed.name) }),
  ]);
  expect(await queried("select from drafts where name = 'מחירון סוכות'")).toEqual([]);
});
