import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, israelDay } from '#domain/calendar/israel-time.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act as actAs, readPage, signInAs } from '../../../tests/support/office.ts';

// Prices, stock and redirects as steps of drafts.

let site: TestApp;
let cookie: string;
beforeAll(async () => {
  site = await startApp({ office: true });
  cookie = await signInAs(site, 'owner');
});
afterAll(() => site.close());

const query = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;
const act = (path: string, call: string, input: Record<string, unknown>) => actAs(site, cookie, path, call, input);
/** Keeps the call as the step of a new draft. @returns how to publish it */
async function later(path: string, call: string, input: Record<string, unknown>, name: string) {
  const keptReply = await act(path, call, { ...input, _when: 'draft', _draft_name: name });
  expect(keptReply.data, JSON.stringify(keptReply.data)).toMatchObject({ ok: true });
  const [draft] = await query('select uuid from drafts where name = $1', [name]);
  return () => act(`/drafts/${draft.uuid}`, 'publish', {});
}
const productOf = async (slug: string) =>
  (
    await query(
      `select p.uuid, p.price_agorot::int as price, v.uuid as variant, v.stock from products p join variants v on v.product_uid = p.uuid
       where p.slug = $1 and v.active order by v.sku limit 1`,
      [slug],
    )
  )[0];
const SLUG = 'raam-barak-500';

test('a price waits for its draft, and a price that somebody changes meanwhile is not overwritten', async () => {
  const { uuid, price } = await productOf(SLUG);
  const was = { price: price / 100, deletedPrice: '', deposit: '', onRequest: 'no' };
  const form = { was, price: price / 100 + 50 };
  const publish = await later(`/products/${uuid}`, 'price', form, 'מחיר חדש');
  expect((await productOf(SLUG)).price).toBe(price);
  expect((await publish()).data.ok).toBe(true);
  expect((await productOf(SLUG)).price).toBe(price + 5_000);
  const now = { was: { ...was, price: price / 100 + 50 }, price: price / 100 + 90 };
  const late = await later(`/products/${uuid}`, 'price', now, 'מחיר אחר');
  await query('update products set price_agorot = price_agorot + 100 where uuid = $1', [uuid]);
  expect((await late()).data.ok).toBe(false);
  expect((await productOf(SLUG)).price).toBe(price + 5_100);
});

test('two people save prices that go with what each has read, and not with each other: the second is told', async () => {
  const { uuid, price } = await productOf(SLUG);
  const prices = async () =>
    (
      await query(
        'select price_agorot::int as price, deposit_agorot::int as deposit, deleted_price_agorot::int as deleted from products where uuid = $1',
        [uuid],
      )
    )[0];
  const newest = async () =>
    (await query(`select uuid from audit_log where command like 'products.price%' order by created_at desc limit 1`))[0]
      .uuid;
  const former = await prices();
  const shekels = price / 100;
  const typed = (agorot: number | null) => (agorot === null ? '' : agorot / 100);
  const read = { price: shekels, deletedPrice: typed(former.deleted), deposit: typed(former.deposit) };
  const save = (changed: object) =>
    act(`/products/${uuid}`, 'price', { was: { ...read, onRequest: 'no' }, ...read, ...changed });
  const share = (part: number) => Math.round(shekels * part);
  const less = share(0.6);
  expect((await save({ price: less })).data).toMatchObject({ ok: true });
  const cheaper = await newest();
  const reply = await save({ deposit: share(0.7) });
  expect(reply.status).toBe(409);
  expect(JSON.stringify(reply.data.details)).toContain('"field":"price"');
  expect((await save({ deletedPrice: share(1.2) })).data.ok).toBe(true);
  expect(await prices()).toEqual({ ...former, price: less * 100, deleted: share(1.2) * 100 });
  // Once the old price is a lower one, the price can't come back by itself.
  const now = { price: less, deletedPrice: share(1.2), deposit: read.deposit };
  const lower = { was: { ...now, onRequest: 'no' }, ...now, deletedPrice: share(0.8) };
  expect((await act(`/products/${uuid}`, 'price', lower)).data.ok).toBe(true);
  const undone = await act(`/changes/${cheaper}`, 'undo', { change: cheaper, reason: 'טעות' });
  expect([undone.status, JSON.stringify(undone.data.details)]).toEqual([409, expect.stringContaining('contradict')]);
  await query('update products set price_agorot = $2, deleted_price_agorot = $3, deposit_agorot = $4 where uuid = $1', [
    uuid,
    ...[former.price, former.deleted, former.deposit],
  ]);
});

test('a price that reaches former prices of variants and stores takes them away and says so: none contradicts it', async () => {
  const { uuid, price } = await productOf(SLUG);
  const former = (table: string) =>
    query(
      `select deleted_price_agorot::int as former from ${table} where product_uid = $1 and deleted_price_agorot is not null`,
      [uuid],
    );
  for (const table of ['variants', 'store_products'])
    await query(`update ${table} set price_agorot = null, deleted_price_agorot = $2 where product_uid = $1`, [
      uuid,
      price + 5_000,
    ]);
  const all = (await former('variants')).length + (await former('store_products')).length;
  const [own] = await query(
    'select deleted_price_agorot::int as deleted, deposit_agorot::int as deposit from products where uuid = $1',
    [uuid],
  );
  const typed = (agorot: number | null) => (agorot === null ? '' : agorot / 100);
  const read = { price: price / 100, deletedPrice: typed(own.deleted), deposit: typed(own.deposit) };
  const save = (to: number) =>
    act(`/products/${uuid}`, 'price', { was: { ...read, onRequest: 'no' }, ...read, deletedPrice: '', price: to });
  expect((await save(price / 100 + 50)).data).toMatchObject({
    ok: true,
    message: expect.stringContaining(`${all} מחירים קודמים`),
  });
  expect([await former('variants'), await former('store_products')]).toEqual([[], []]);
  await query('update products set price_agorot = $2, deleted_price_agorot = $3 where uuid = $1', [
    uuid,
    price,
    own.deleted,
  ]);
});

test('goods that come in later are added to what is there then; a count is refused once something was sold', async () => {
  const { variant, stock } = await productOf(SLUG);
  const receive = await later(`/stock/${variant}`, 'receive', { variant, received: 5 }, 'מכולה');
  await query('update variants set stock = stock + 3 where uuid = $1', [variant]);
  expect((await receive()).data.ok).toBe(true);
  expect((await productOf(SLUG)).stock).toBe(stock + 8);
  const form = { variant, was: stock + 8, counted: 1, reason: 'ספירה' };
  const count = await later(`/stock/${variant}`, 'count', form, 'ספירה');
  await query('update variants set stock = stock - 1 where uuid = $1', [variant]);
  expect((await count()).data.ok).toBe(false);
  expect((await productOf(SLUG)).stock).toBe(stock + 7);
});

test('a product’s removal and a redirect wait for their draft', async () => {
  const [{ uuid }] = await query(
    `select p.uuid from products p where p.kind = 'ACCESSORY' and not exists (select from order_lines where product_uid = p.uuid) limit 1`,
  );
  const remove = await later(`/products/${uuid}`, 'remove', {}, 'יורד מהמדף');
  expect(await query('select from products where uuid = $1', [uuid])).toHaveLength(1);
  expect((await remove()).data.ok).toBe(true);
  expect(await query('select from products where uuid = $1', [uuid])).toHaveLength(0);
  const [store] = await query("select uuid from stores where key = 'raam'");
  const form = { store: store.uuid, from: '/old-catalogue.asp', to: '/category' };
  const add = await later('/content/redirects', 'add', form, 'הפניה לחג');
  expect(await query("select from redirects where source like '%old-catalogue%'")).toHaveLength(0);
  expect((await add()).data.ok).toBe(true);
  expect(await query("select from redirects where source like '%old-catalogue%'")).toHaveLength(1);
});

test('what buyers take from meanwhile, stock and new variants, is in no draft with an end: nothing of it would be taken back', async () => {
  const { uuid, variant, stock } = await productOf(SLUG);
  const day = addDays(israelDay(new Date()), 1);
  const when = { _when: 'at', _day: day, _end_day: addDays(day, 1) };
  const refused = { status: 422, data: { message: expect.stringContaining('מלאי וגרסאות חדשות לא מוחזרים') } };
  const count = { variant, was: stock, counted: stock + 1, reason: 'ספירה' };
  expect(await act(`/stock/${variant}`, 'count', { ...count, ...when })).toMatchObject(refused);
  const receive = { variant, received: 2 };
  expect(await act(`/stock/${variant}`, 'receive', { ...receive, ...when })).toMatchObject(refused);
  const { variants } = (
    await readPage<{ variants: { version: string; rows: Record<string, unknown>[] } }>(
      site,
      cookie,
      `/products/${uuid}`,
    )
  ).data;
  const row = variants.rows[0] ?? {};
  const typed = variants.rows.map((one) => ({
    ...one,
    active: one.active ? 'on' : '',
    price: '',
    deletedPrice: '',
    weight: one.weight ?? '',
  }));
  const added = { ...typed[0], uuid: '', sku: `${row.sku}-new`, size: 'XXXL', stock: 3 };
  const form = { version: variants.version, rows: [...typed, added], confirmed: 'on' };
  expect(await act(`/products/${uuid}`, 'variants', { ...form, ...when })).toMatchObject(refused);
  expect(await query("select from drafts where state = 'scheduled'")).toEqual([]);

  // With a price in one sheet: neither its end is set beforehand nor afterwards; without one it is published.
  const grid = await site.call({
    host: 'office.localhost',
    path: '/products/bulk/rows?kind=ACCESSORY',
    headers: { cookie },
  });
  type Row = { uuid: string; price: number; variants: { stock: number }[]; onRequest: boolean };
  const goods = grid.json<{ rows: Row[] }>().rows.find((one) => one.variants.length === 1 && !one.onRequest) as Row;
  const cell = (field: 'price' | 'stock', was: number, now: number) => ({ field, store: null, was, now });
  const sheet = (...cells: unknown[]) => ({ rows: JSON.stringify([{ product: goods.uuid, cells }]) });
  const pieces = goods.variants[0]?.stock ?? 0;
  const rows = sheet(cell('price', goods.price, goods.price - 100), cell('stock', pieces, pieces + 1));
  const publish = await later('/products/bulk', 'save', rows, 'גיליון');
  const [draft] = await query("select uuid from drafts where name = 'גיליון'");
  expect(await act(`/drafts/${draft.uuid}`, 'schedule', { day, end_day: addDays(day, 1) })).toMatchObject(refused);
  expect((await publish()).data).toMatchObject({ ok: true });
  expect(await act(`/drafts/${draft.uuid}`, 'end', { end_day: day })).toMatchObject(refused);
  const price = sheet(cell('price', goods.price - 100, goods.price));
  expect((await act('/products/bulk', 'save', { ...price, ...when })).data).toMatchObject({ ok: true });
});

test('a new promotion is made now: one that was used could not be taken out again at an end', async () => {
  const [store] = await query("select uuid from stores where key = 'raam'");
  const form = {
    store: store.uuid,
    now: JSON.stringify({ name: 'לחג', kind: 'PERCENT', value: 10, active: true }),
    _when: 'draft',
    _draft_name: 'מבצע',
  };
  expect((await act('/promotions/new', 'create', form)).data).toMatchObject({
    ok: false,
    message: 'הפעולה הזו מתבצעת רק עכשיו',
  });
});
