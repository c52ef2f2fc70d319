import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CategoryBox } from '#contract/catalogue/collections.ts';
import type { RoleKey } from '#domain/people/permissions.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act as actAs, readPage, signInAs } from '../../../tests/support/office.ts';

let site: TestApp;
const cookies = new Map<RoleKey, string>();
beforeAll(async () => {
  site = await startApp({ office: true });
  for (const role of ['owner', 'manager', 'editor', 'sales', 'warehouse', 'viewer'] as const)
    cookies.set(role, await signInAs(site, role));
});
afterAll(() => site.close());

const query = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;
const page = <T>(path: string, role: RoleKey = 'owner') => readPage<T>(site, cookies.get(role) ?? '', path);
const act = (path: string, call: string, input: Record<string, unknown>, role: RoleKey = 'owner') =>
  actAs(site, cookies.get(role) ?? '', path, call, input);

type Rows = { rows: Record<string, unknown>[]; version: string };
type Product = {
  product: Record<string, string | number | string[] | null> & { name: string; price: number };
  costs: Rows | null;
  variants: Rows;
  prices: Rows;
  places: Rows;
  lists: Record<string, Rows>;
  history: { uuid: string; action: string }[];
};

const uuidOf = async (slug: string): Promise<string> =>
  (await query('select uuid from products where slug = $1', [slug]))[0].uuid;
const productPage = async (uuid: string, role: RoleKey = 'owner') =>
  (await page<Product>(`/products/${uuid}`, role)).data;

/** The details as the page's form sends them, begun with what is stored. */
function form({ product }: Product, typed: Record<string, string>) {
  const names = ['name', 'subtitle', 'kind', 'brand', 'year', 'licenceClass', 'stockPolicy', 'pollutionGroup'];
  const more = ['safetyLevel', 'warranty', 'badges', 'seoTitle', 'seoDescription', 'slug'];
  const was = Object.fromEntries([...names, ...more].map((name) => [name, [product[name] ?? ''].flat().join('|')]));
  return { was, ...was, ...typed };
}

/** Saves the variants as the page's form does, with a change of its rows. */
async function saveVariants(uuid: string, change: (rows: Record<string, unknown>[]) => Record<string, unknown>[]) {
  const { rows, version } = (await productPage(uuid)).variants;
  const shekels = (sum: unknown) => (sum === null ? '' : Number(sum) / 100);
  const typed = rows.map(({ price, deletedPrice, active, ...row }) => ({
    ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? ''])),
    ...{ price: shekels(price), deletedPrice: shekels(deletedPrice), active: active ? 'on' : '' },
  }));
  const { data } = await act(`/products/${uuid}`, 'variants', { version, rows: change(typed) });
  expect(data).toMatchObject({ ok: true });
}

/** What the shop shows, at most two seconds after a change. */
const shopShows = (path: string, text: string) =>
  expect.poll(async () => (await site.call({ path })).text.includes(text), { interval: 50 }).toBe(true);

test('the list is found by name and by SKU, and knows what is sold out, hidden or too dear', async () => {
  type List = { page: { rows: { name: string; slug: string; stock: number }[]; total: number } };
  const all = (await page<List>('/products')).data.page;
  expect(all.total).toBeGreaterThan(200);
  expect(all.rows).toHaveLength(50);
  const [{ sku, slug }] = await query(
    "select v.sku, p.slug from variants v join products p on p.uuid = v.product_uid where p.slug = 'raam-barak-500' limit 1",
  );
  const bySku = (await page<List>(`/products?q=${encodeURIComponent(sku.replaceAll('-', ' '))}`)).data.page;
  expect(bySku.rows.map((row) => row.slug)).toEqual([slug]);
  const products =
    await query(`select p.stock_policy as policy, coalesce(sum(v.stock) filter (where v.active), 0)::int as pieces
    from products p left join variants v on v.product_uid = p.uuid group by p.uuid`);
  const many = (means: (policy: string, pieces: number) => boolean) =>
    products.filter(({ policy, pieces }) => means(policy, pieces)).length;
  const expected = {
    out: many((policy, pieces) => policy === 'OUT_OF_STOCK' || (policy === 'IN_STOCK' && pieces === 0)),
    low: many((policy, pieces) => policy === 'IN_STOCK' && pieces >= 1 && pieces <= 3),
    in: many((policy, pieces) => policy === 'IN_STOCK' && pieces > 0),
    order: many((policy) => policy === 'PRE_ORDER' || policy === 'ON_REQUEST'),
  };
  for (const [stock, total] of Object.entries(expected)) {
    expect(total).toBeGreaterThan(0);
    expect((await page<List>(`/products?stock=${stock}`)).data.page.total, stock).toBe(total);
  }
  const dear = (await page<List>('/products?from=40000&kind=VEHICLE')).data.page;
  expect(dear.total).toBeGreaterThan(0);
  expect(dear.total).toBeLessThan(all.total);
});

test('a person of one store sees its products and no other', async () => {
  const foreign = await query(`select p.uuid from products p where not exists (
    select from store_products sp join staff_roles sr on sr.store_uid = sp.store_uid join roles r on r.uuid = sr.role_uid
    where sp.product_uid = p.uuid and r.key = 'sales') limit 1`);
  expect((await page(`/products/${foreign[0].uuid}`, 'owner')).status).toBe(200);
  expect((await page(`/products/${foreign[0].uuid}`, 'sales')).status).toBe(404);
});

test('a new name is in the shop at once; others’ changes of the same field aren’t overwritten', async () => {
  const uuid = await uuidOf('raam-barak-500');
  const former = await productPage(uuid);
  expect((await site.call({ path: '/product/raam-barak-500' })).text).toContain(former.product.name);
  expect((await act(`/products/${uuid}`, 'edit', form(former, { name: 'ברק חדש' }), 'editor')).data.ok).toBe(true);
  await shopShows('/product/raam-barak-500', 'ברק חדש');
  const late = await act(`/products/${uuid}`, 'edit', form(former, { name: 'ברק אחר' }));
  expect(late.status).toBe(409);
  expect((late.data.details as { conflicts: object[] }).conflicts).toMatchObject([
    { field: 'name', theirs: 'ברק חדש', mine: 'ברק אחר' },
  ]);
  // Another field of the same form is saved beside it.
  expect((await act(`/products/${uuid}`, 'edit', form(former, { warranty: 'שנתיים' }))).data.ok).toBe(true);
  expect((await productPage(uuid)).product).toMatchObject({ name: 'ברק חדש', warranty: 'שנתיים' });
});

test('a price changes only by whoever may, by half only when confirmed, and its undo returns it to the shop', async () => {
  const uuid = await uuidOf('raam-barak-800');
  const { product } = await productPage(uuid);
  const shekels = product.price / 100;
  const was = { price: shekels, deletedPrice: '', deposit: '', onRequest: 'no' };
  const refused = await act(`/products/${uuid}`, 'price', { was, price: shekels + 111 }, 'editor');
  expect(refused.status).toBe(403);
  const refusal = async (to: object) => (await act(`/products/${uuid}`, 'price', { was, ...to })).data.errors;
  expect(await refusal({ price: shekels * 2 })).toMatchObject([{ path: 'confirmed' }]);
  expect((await productPage(uuid)).product.price).toBe(product.price);
  expect(await refusal({ price: 0, confirmed: 'on' })).toMatchObject([{ path: 'price' }]);
  expect(await refusal({ price: shekels, deletedPrice: shekels })).toMatchObject([{ path: 'deletedPrice' }]);
  expect((await act(`/products/${uuid}`, 'price', { was, price: shekels + 111 })).data.ok).toBe(true);
  const shown = (sum: number) => sum.toLocaleString('en-US');
  await shopShows('/product/raam-barak-800', shown(shekels + 111));
  const [change] = (await productPage(uuid)).history;
  expect(change?.action).toBe('מחיר של מוצר');
  expect((await act(`/changes/${change?.uuid}`, 'undo', { reason: 'טעות במחיר' })).data.ok).toBe(true);
  expect((await productPage(uuid)).product.price).toBe(product.price);
  await shopShows('/product/raam-barak-800', shown(shekels));
});

test('what one store strikes through, or a variant, is found there by ״מבצע״, until it is undone', async () => {
  const uuid = await uuidOf('raam-barak-300');
  const found = async () => {
    const path = `/api/products/get-products?slugs=raam-barak-300&search=${encodeURIComponent('מבצע')}`;
    const calls = ['raam', 'ofek'].map((store) => site.call({ path, host: `${store}.localhost` }));
    return (await Promise.all(calls)).map((reply) => reply.json<{ total: number }>().total);
  };
  const undo = async () => {
    const [change] = (await productPage(uuid)).history;
    expect((await act(`/changes/${change?.uuid}`, 'undo', { reason: 'המבצע נגמר' })).data.ok).toBe(true);
    await expect.poll(found).toEqual([0, 0]);
  };
  expect(await found()).toEqual([0, 0]);
  const { product, prices } = await productPage(uuid);
  const [ofek] = await query(`select uuid from stores where key = 'ofek'`);
  const rows = [{ store: ofek.uuid, price: '', deletedPrice: product.price / 100 + 1_000 }];
  expect((await act(`/products/${uuid}`, 'priceStores', { version: prices.version, rows })).data).toMatchObject({
    ok: true,
  });
  await expect.poll(found).toEqual([0, 1]);
  await undo();
  await saveVariants(uuid, (all) => all.map((row) => ({ ...row, deletedPrice: product.price / 100 + 1_000 })));
  await expect.poll(found).toEqual([1, 1]);
  await undo();
});

test('a list is saved as a whole, and only over the list that the form began with', async () => {
  const uuid = await uuidOf('raam-barak-500');
  const { lists } = await productPage(uuid);
  const version = lists.faq?.version;
  const rows = [{ question: 'כמה זמן לוקחת ההרכבה?', answer: 'יומיים' }];
  expect((await act(`/products/${uuid}`, 'faq', { version, rows })).data.ok).toBe(true);
  await shopShows('/product/raam-barak-500', 'כמה זמן לוקחת ההרכבה?');
  const late = await act(`/products/${uuid}`, 'faq', { version, rows: [] });
  expect(late.status).toBe(409);
  expect((await productPage(uuid)).lists.faq?.rows).toEqual(rows);
});

test('a product at a new address is found by the former one and wherever it was named, and goes back by an undo', async () => {
  const uuid = await uuidOf('raam-barak-500');
  const [home] = await query(`select uuid, home from stores where key = 'raam'`);
  const slide = { title: 'שלום', link: '/product/raam-barak-500', link_label: 'לפרטים', product: 'raam-barak-500' };
  await query(`update stores set home = home || $2 where uuid = $1`, [
    home.uuid,
    JSON.stringify({ hero: [slide], featured: ['raam-masa-450', 'raam-barak-500'] }),
  ]);
  const rename = async (slug: string) => act(`/products/${uuid}`, 'edit', form(await productPage(uuid), { slug }));
  for (const slug of ['raam-masa-450', 'Not A Slug', ''])
    expect((await rename(slug)).data.errors).toMatchObject([{ path: 'slug' }]);
  expect((await rename('barak-500-x')).data.ok).toBe(true);
  await shopShows('/product/barak-500-x', '/product/barak-500-x');
  const former = await site.call({ path: '/product/raam-barak-500' });
  expect([former.status, former.headers.location]).toEqual([301, '/product/barak-500-x']);
  const named = async () => (await query('select home from stores where uuid = $1', [home.uuid]))[0].home;
  expect(await named()).toMatchObject({
    hero: [{ link: '/product/barak-500-x', product: 'barak-500-x' }],
    featured: ['raam-masa-450', 'barak-500-x'],
  });

  const [change] = (await productPage(uuid)).history;
  const undone = await act(`/changes/${change?.uuid}`, 'undo', { reason: 'כתובת שגויה' });
  expect(undone.data).toMatchObject({ ok: true });
  expect(await named()).toMatchObject({ hero: [slide], featured: ['raam-masa-450', 'raam-barak-500'] });
  // The shop hears of it by a notification of the database.
  const statusOf = async (path: string) => (await site.call({ path })).status;
  await expect.poll(() => statusOf('/product/raam-barak-500')).toBe(200);
  // What was linked to the address meanwhile leads on.
  await expect.poll(() => statusOf('/product/barak-500-x')).toBe(301);

  // Its own former address is free for it, and for no other.
  for (const slug of ['barak-500-x', 'barak-500-y', 'barak-500-x']) expect((await rename(slug)).data.ok).toBe(true);
  const other = await uuidOf('raam-masa-450');
  const taken = await act(`/products/${other}`, 'edit', form(await productPage(other), { slug: 'raam-barak-500' }));
  expect(taken.data.errors).toMatchObject([{ path: 'slug' }]);
  expect(await query('select slug from slug_history where entity_uid = $1 order by slug', [uuid])).toEqual([
    { slug: 'barak-500-y' },
    { slug: 'raam-barak-500' },
  ]);
  expect((await rename('raam-barak-500')).data.ok).toBe(true);
});

test('costs are seen by whoever may, and by nobody else', async () => {
  const uuid = await uuidOf('raam-barak-500');
  const { costs, variants } = await productPage(uuid);
  const rows = variants.rows.map((row, at) => ({ uuid: row.uuid, cost: 20_000 + at }));
  expect((await act(`/products/${uuid}`, 'costs', { version: costs?.version, rows })).data.ok).toBe(true);
  expect((await productPage(uuid, 'manager')).costs?.rows[0]?.cost).toBe(2_000_000);
  for (const role of ['editor', 'viewer'] as const) {
    const seen = await productPage(uuid, role);
    expect(seen.costs).toBeNull();
    expect(JSON.stringify(seen)).not.toContain('2000000');
  }
  expect((await act(`/products/${uuid}`, 'costs', { version: costs?.version, rows }, 'editor')).status).toBe(403);
  const [logged] = await query(
    "select after from changes where table_name = 'variants' and after ? 'cost_agorot' limit 1",
  );
  expect(logged.after.cost_agorot).toBe('•••');
});

test('a description keeps what the shop allows, and no script', async () => {
  const uuid = await uuidOf('raam-barak-500');
  const { product } = await productPage(uuid);
  const description = '<h2>כותרת</h2><p onclick="alert(1)">טקסט<script>alert(1)</script></p>';
  const describe = (text: string) =>
    act(`/products/${uuid}`, 'describe', {
      was: JSON.stringify({ description: product.description }),
      now: JSON.stringify({ description: text }),
    });
  expect((await describe(description)).data.ok).toBe(true);
  expect((await productPage(uuid)).product.description).toBe('<h2>כותרת</h2><p>טקסט</p>');
  // Who began with the former text is told of this one, and overwrites nothing.
  const late = await describe('<p>אחר</p>');
  expect([late.status, (late.data.details as { conflicts: object[] }).conflicts]).toMatchObject([
    409,
    [{ field: 'description', theirs: '<h2>כותרת</h2><p>טקסט</p>' }],
  ]);
});

test('from nothing to the shop: a product is made hidden, gets variants, is shown and found', async () => {
  const [store] = await query("select uuid from stores where key = 'raam'");
  const input = { name: 'מעיל בדיקה', slug: 'test-coat', kind: 'ACCESSORY', price: '350', sku: 'TC-1', stock: '4' };
  await act('/products/new', 'create', { ...input, stores: [store.uuid] });
  const uuid = await uuidOf('test-coat');
  expect((await site.call({ path: '/product/test-coat' })).status).toBe(404);
  const bare = (await page<{ page: { rows: { uuid: string }[] } }>('/products?picture=missing')).data.page;
  expect(bare.rows.map((row) => row.uuid)).toEqual([uuid]);
  const former = await productPage(uuid);
  const variants = [
    { uuid: former.variants.rows[0]?.uuid, sku: 'TC-1', colorName: 'אדום', color: '#cc0000', size: 'M', active: 'on' },
    { sku: 'TC-2', colorName: 'כחול', color: '#0000cc', size: 'M', active: 'on', stock: '7' },
  ];
  const twins = variants.map((row) => ({ ...row, colorName: 'אדום', color: '#cc0000' }));
  const { version } = former.variants;
  expect((await act(`/products/${uuid}`, 'variants', { version, rows: twins })).data.errors).toMatchObject([
    { path: 'rows.1.sku' },
  ]);
  expect((await act(`/products/${uuid}`, 'variants', { version, rows: variants })).data.ok).toBe(true);
  const places = { version: former.places.version, rows: [{ store: store.uuid, sold: 'on', published: 'on' }] };
  expect((await act(`/products/${uuid}`, 'place', places)).data.ok).toBe(true);
  await shopShows('/product/test-coat', 'מעיל בדיקה');
  await shopShows(`/category?search=${encodeURIComponent('מעיל בדיקה')}`, '/product/test-coat');
  expect((await productPage(uuid)).variants.rows).toMatchObject([
    { sku: 'TC-1', stock: 4 },
    { sku: 'TC-2', stock: 7 },
  ]);
});

test('a category’s tile follows the sequence of the colours, what is withdrawn of them, and an undo', async () => {
  const [{ uuid, slug }] =
    await query(`select p.uuid, c.slug from collections c join stores s on s.uuid = c.store_uid and s.key = 'raam'
    cross join lateral (select cp.product_uid as uuid from collection_products cp
      join store_products sp on sp.product_uid = cp.product_uid and sp.store_uid = s.uuid and sp.published
      where cp.collection_uid = c.uuid order by cp.position, sp.position limit 1) p
    where (select count(*) from variants v where v.product_uid = p.uuid and v.active) > 2
      and not exists (select from product_images i where i.product_uid = p.uuid and i.variant_uid is null)
    order by c.position limit 1`);
  const tile = async () => {
    const boxes = (await site.call({ path: '/api/collections/list' })).json<CategoryBox[]>();
    return boxes.find((box) => box.slug.name === slug)?.image?.image_url;
  };
  const pictures = await query(
    `select i.media from variants v cross join lateral (select media from product_images i where i.variant_uid = v.uuid
       and view not like 'spin-%' order by position limit 1) i where v.product_uid = $1 and v.active order by v.position`,
    [uuid],
  );
  const [first, second, last] = [pictures[0], pictures[1], pictures.at(-1)].map((one) => `/media/${one?.media}`);
  expect(new Set([first, second, last]).size).toBe(3);
  expect(await tile()).toBe(first);
  await saveVariants(uuid, (rows) => rows.toReversed());
  await expect.poll(tile).toBe(last);
  await saveVariants(uuid, (rows) => rows.toReversed());
  await expect.poll(tile).toBe(first);
  await saveVariants(uuid, (rows) => rows.map((row, at) => (at === 0 ? { ...row, active: '' } : row)));
  await expect.poll(tile).toBe(second);
  const [withdrawal] = (await productPage(uuid)).history;
  expect((await act(`/changes/${withdrawal?.uuid}`, 'undo', { reason: 'נסגר בטעות' })).data.ok).toBe(true);
  await expect.poll(tile).toBe(first);
});

test('new variants have stock only from whoever may change stock', async () => {
  const [{ uuid: store }] = await query(`select uuid from stores where key = 'raam'`);
  await query(`update roles set permissions = array_remove(permissions, 'stock.edit') where key = 'manager'`);
  const input = { name: 'כפפות בדיקה', slug: 'test-gloves', kind: 'ACCESSORY', price: '90', sku: 'TG-1', stock: '4' };
  await act('/products/new', 'create', { ...input, stores: [store] }, 'manager');
  const uuid = await uuidOf('test-gloves');
  const { rows, version } = (await productPage(uuid, 'manager')).variants;
  const variants = [
    { uuid: rows[0]?.uuid, sku: 'TG-1', colorName: 'אדום', color: '#cc0000', size: 'M', active: 'on' },
    { sku: 'TG-2', colorName: 'כחול', color: '#0000cc', size: 'M', active: 'on', stock: '7' },
  ];
  const saved = await act(`/products/${uuid}`, 'variants', { version, rows: variants }, 'manager');
  expect(saved.data).toMatchObject({ ok: true });
  await query(`update roles set permissions = array_append(permissions, 'stock.edit') where key = 'manager'`);
  expect((await productPage(uuid)).variants.rows).toMatchObject([
    { sku: 'TG-1', stock: 0 },
    { sku: 'TG-2', stock: 0 },
  ]);
});

test('counted stock doesn’t overwrite a sale meanwhile; every movement is kept with who and why', async () => {
  // Of the stores that the demo's warehouse knows.
  const [variant] = await query(`
    select v.uuid, v.stock from variants v join store_products sp on sp.product_uid = v.product_uid
    where v.active and v.stock between 2 and 8 and sp.store_uid in (select uuid from stores order by position, key limit 2) limit 1`);
  await query('update variants set stock = stock - 1 where uuid = $1', [variant.uuid]);
  const count = { variant: variant.uuid, was: variant.stock, counted: 9, reason: 'ספירה' };
  const late = await act('/stock', 'count', count, 'warehouse');
  expect(late.status).toBe(409);
  expect((await act('/stock', 'count', { ...count, was: variant.stock - 1 }, 'warehouse')).data.ok).toBe(true);
  const receipt = { variant: variant.uuid, received: 3, reason: 'תעודה 12' };
  expect((await act('/stock', 'receive', receipt, 'warehouse')).data.ok).toBe(true);
  expect((await act('/stock', 'receive', receipt, 'sales')).status).toBe(403);
  const { movements } = (await page<{ movements: object[] }>(`/stock/${variant.uuid}`, 'warehouse')).data;
  expect(movements.slice(0, 2)).toMatchObject([
    { before: 9, after: 12, kind: 'receipt', reason: 'תעודה 12' },
    { after: 9, kind: 'count', reason: 'ספירה' },
  ]);
});
