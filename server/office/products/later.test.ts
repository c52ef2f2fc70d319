import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act as actAs, signInAs } from '../../../tests/support/office.ts';

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
  const kept = await act(path, call, { ...input, _when: 'draft', _draft_name: name });
  expect(kept.data, JSON.stringify(kept.data)).toMatchObject({ ok: true });
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
