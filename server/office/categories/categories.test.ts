import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RoleKey } from '#domain/people/permissions.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { keptPages } from '../../../tests/support/kept-pages.ts';
import { act as actAs, readPage, signInAs } from '../../../tests/support/office.ts';
import { refreshDerived } from '../../catalogue/derived/refresh.ts';

let site: TestApp;
let store: string;
const cookies = new Map<RoleKey, string>();
beforeAll(async () => {
  site = await startApp({ office: true });
  for (const role of ['owner', 'editor', 'sales'] as const) cookies.set(role, await signInAs(site, role));
  store = (await query("select uuid from stores where key = 'raam'"))[0]?.uuid ?? '';
});
afterAll(() => site.close());

const query = async <T = Record<string, string>>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await site.connection.pool.query(text, values)).rows as T[];
const page = async <T>(path: string) => (await readPage<T>(site, cookies.get('owner') ?? '', path)).data;
const act = (path: string, call: string, input: Record<string, unknown>, role: RoleKey = 'editor') =>
  actAs(site, cookies.get(role) ?? '', path, call, input);

type Listed = { uuid: string; parent: string | null; slug: string; name: string; products: number };
type List = { categories: Listed[]; version: string };
type File = { name: string; slug: string; rule_kind: string; rule_meta: { key: string; value: string }[] };
type Category = {
  file: File;
  listed: string[];
  listVersion: string;
  members: { slug: string }[];
  total: number;
  former: string[];
};

const list = () => page<List>(`/categories?store=${store}`);
const uuidOf = async (slug: string) => (await list()).categories.find((one) => one.slug === slug)?.uuid ?? '';
async function create(name: string, slug: string, parent?: string): Promise<string> {
  const reply = await act('/categories', 'create', { store, name, slug, ...(parent && { parent }) });
  expect(reply.data).toMatchObject({ ok: true });
  return `/categories/${await uuidOf(slug)}`;
}
/** The form as it was begun, with what was typed. */
async function edit(path: string, typed: Partial<File>) {
  const { file } = await page<Category>(path);
  return act(path, 'edit', { was: JSON.stringify(file), now: JSON.stringify({ ...file, ...typed }) });
}
async function shown(path: string, isThere: (text: string) => boolean): Promise<void> {
  const until = performance.now() + 2_000;
  while (!isThere((await site.call({ path })).text)) {
    expect(performance.now(), path).toBeLessThan(until);
    await wait(20);
  }
}
const productsIn = async (slug: string): Promise<string[]> => {
  const { text } = await site.call({ path: `/api/products/get-products?collection=${encodeURIComponent(slug)}` });
  return (JSON.parse(text) as { items: { slug: { name: string } }[] }).items.map((item) => item.slug.name);
};

test('a rule says how many products it selects before it is saved, and selects as many', async () => {
  const path = await create('אביזרים לבדיקה', 'test-rule');
  const counted = await site.call({
    host: 'office.localhost',
    path: `/categories/count?store=${store}&kind=ACCESSORY`,
    headers: { cookie: cookies.get('owner') ?? '' },
  });
  const [real] = await query<{ count: number }>(
    `select count(*)::int as count from products p join store_products sp on sp.product_uid = p.uuid where sp.store_uid = $1 and p.kind = 'ACCESSORY'`,
    [store],
  );
  expect(real?.count).toBeGreaterThan(0);
  expect(JSON.parse(counted.text)).toEqual(real);
  expect((await edit(path, { rule_kind: 'ACCESSORY' })).data.ok).toBe(true);
  expect((await page<Category>(path)).total).toBe(real?.count);
  await shown('/category/test-rule', (text) => text.includes('אביזרים לבדיקה'));
});

test('a category offers its store’s own filters by the names that the store gives them', async () => {
  const [boats] = await query(`
    select c.uuid from collections c join stores s on s.uuid = c.store_uid join collection_products cp on cp.collection_uid = c.uuid
      join product_meta m on m.product_uid = cp.product_uid and m.key = 'load_kg' where s.key = 'gal' limit 1`);
  const { filterChoices } = await page<{ filterChoices: { value: string; label: string }[] }>(
    `/categories/${boats?.uuid}`,
  );
  expect(filterChoices).toEqual(
    expect.arrayContaining([
      { value: 'meta.load_kg', label: 'עומס מותר' },
      { value: 'meta.engine_cc', label: 'נפח מנוע' },
    ]),
  );
});

test('the products’ own order is kept and shown; one that began with another list is refused', async () => {
  const path = await create('סדר לבדיקה', 'test-sequence');
  await edit(path, { rule_kind: 'VEHICLE' });
  const { members, listVersion } = await page<Category>(path);
  const last = members.at(-1)?.slug ?? '';
  const second = members.at(-2)?.slug ?? '';
  const products = [last, second];
  expect((await act(path, 'order', { version: listVersion, products })).data.ok).toBe(true);
  expect((await page<Category>(path)).members.slice(0, 2).map(({ slug }) => slug)).toEqual(products);
  await expect.poll(async () => (await productsIn('test-sequence')).slice(0, 2)).toEqual(products);
  expect((await act(path, 'order', { version: listVersion, products: [] })).status).toBe(409);
  const { listVersion: now } = await page<Category>(path);
  const unknown = await act(path, 'order', { version: now, products: [...products, 'no-such-product'] });
  expect(unknown.data.errors).toHaveLength(1);
});

test('a tree that runs in a circle is refused, as is one that others have changed meanwhile', async () => {
  await create('אב', 'test-parent');
  const parent = await uuidOf('test-parent');
  await create('בן', 'test-child', parent);
  const child = await uuidOf('test-child');
  const { categories, version } = await list();
  const rows = categories.map(({ uuid, parent: above }) => [uuid, above]);
  const circle = rows.map(([uuid, above]) => [uuid, uuid === parent ? child : above]);
  const refused = await act('/categories', 'move', { store, version, tree: JSON.stringify(circle) });
  expect(refused.data.ok).toBe(false);
  expect((await list()).categories).toEqual(categories);
  const moved = rows.toReversed().map(([uuid, above]) => [uuid, uuid === child ? null : above]);
  expect((await act('/categories', 'move', { store, version, tree: JSON.stringify(moved) })).data.ok).toBe(true);
  expect((await list()).categories.map(({ uuid, parent: above }) => [uuid, above])).toEqual(moved);
  expect((await act('/categories', 'move', { store, version, tree: JSON.stringify(rows) })).status).toBe(409);
});

test('a renamed category keeps its address, its children and its menu link; the address of another is refused', async () => {
  const path = await create('ישן', 'test-old');
  await edit(path, { rule_kind: 'VEHICLE' });
  await create('מתחתיו', 'test-below', path.split('/').at(-1));
  expect((await edit(path, { slug: 'test-below' })).data.errors).toMatchObject([{ path: 'slug' }]);
  expect((await edit(path, { slug: 'לא תקין!' })).data.errors).toMatchObject([{ path: 'slug' }]);
  expect((await edit(path, { slug: 'test-new', name: 'חדש' })).data.ok).toBe(true);
  expect((await page<Category>(path)).former).toEqual(['test-old']);
  await shown('/category/test-new', (text) => text.includes('חדש'));
  const former = await site.call({ path: '/category/test-old' });
  expect([former.status, former.headers.location]).toEqual([301, expect.stringContaining('/category/test-new')]);
  const below = (await list()).categories.find(({ slug }) => slug === 'test-below');
  expect(`/categories/${below?.parent}`).toBe(path);
});

test('the home page, banners, menus and redirects lead on to a renamed category, until an undo', async () => {
  const path = await create('מקושרת', 'test-linked');
  await edit(path, { rule_kind: 'VEHICLE' });
  await query(
    `update stores set home = jsonb_set(jsonb_set(home, '{categories}', '["naked", "test-linked"]'),
       '{hero,0,link}', '"/category/test-linked?sort=price"') where uuid = $1`,
    [store],
  );
  await query(
    `insert into widgets (store_uid, area, component, style, attributes, items, position)
     values ($1, 'CENTER', 'benefits', 'row', '{}', '[{"title": "א", "text": "ב", "link": "/category/test-linked"}, {"link": "/category/test-linked-2"}]', 90)`,
    [store],
  );
  await query(
    `insert into menu_links (store_uid, menu_key, name, entity_type, custom_path, position) values ($1, 'footer', 'א', 'INTERNAL_LINK', 'category/test-linked', 90)`,
    [store],
  );
  await query(
    `insert into redirects (store_uid, source, target) values ($1, '/linked.asp', '/category/test-linked'), ($1, '/category/מקושרת2', '/category/test-linked')`,
    [store],
  );
  const links = async () =>
    (
      await query<object>(
        `select home -> 'categories' as home, home -> 'hero' -> 0 ->> 'link' as hero,
           (select items from widgets where store_uid = s.uuid and position = 90) as banner,
           (select custom_path from menu_links where store_uid = s.uuid and position = 90) as menu,
           (select jsonb_object_agg(source, target) from redirects where store_uid = s.uuid and source in ('/linked.asp', '/category/מקושרת2')) as redirects
         from stores s where uuid = $1`,
        [store],
      )
    )[0];
  expect((await edit(path, { slug: 'מקושרת2' })).data.ok).toBe(true);
  const renamed = await links();
  expect(renamed).toEqual({
    home: ['naked', 'מקושרת2'],
    hero: '/category/מקושרת2?sort=price',
    banner: [{ title: 'א', text: 'ב', link: '/category/מקושרת2' }, { link: '/category/test-linked-2' }],
    menu: 'category/מקושרת2',
    // Whoever comes by its new address isn't sent around in a circle.
    redirects: {
      '/linked.asp': encodeURI('/category/מקושרת2'),
      '/category/מקושרת2': '/category/test-linked',
    },
  });
  expect((await edit(path, { slug: 'test-relinked' })).data.ok).toBe(true);
  expect(await links()).toMatchObject({
    ...{ home: ['naked', 'test-relinked'], menu: 'category/test-relinked' },
    redirects: { '/linked.asp': '/category/test-relinked' },
  });
  await shown('/', (text) => text.includes('/category/test-relinked"'));
  const [change] = await query(
    `select uuid from audit_log where command like 'categories.edit%' order by created_at desc limit 1`,
  );
  expect((await act(`/changes/${change?.uuid}`, 'undo', { reason: 'טעות' }, 'owner')).data.ok).toBe(true);
  expect(await links()).toEqual(renamed);
});

test('a category whose own list names a product that isn’t sold here any more can be edited and ordered', async () => {
  const path = await create('רשימה ישנה', 'test-unsold');
  const [first, second] = (
    await query(
      'select p.slug from products p join store_products sp on sp.product_uid = p.uuid where sp.store_uid = $1 order by p.slug limit 2',
      [store],
    )
  ).map(({ slug }) => slug ?? '');
  const { listVersion } = await page<Category>(path);
  expect((await act(path, 'order', { version: listVersion, products: [first, second] })).data.ok).toBe(true);
  await query(
    'delete from store_products sp using products p where p.uuid = sp.product_uid and p.slug = $1 and sp.store_uid = $2',
    [first, store],
  );
  expect((await edit(path, { name: 'רשימה' })).data).toMatchObject({ ok: true });
  const { listed, listVersion: now } = await page<Category>(path);
  expect(listed).toEqual([first, second]);
  expect((await act(path, 'order', { version: now, products: [second, first] })).data).toMatchObject({ ok: true });
  // A product that is added is of this store.
  const { listVersion: last } = await page<Category>(path);
  await act(path, 'order', { version: last, products: [second] });
  const { listVersion: without } = await page<Category>(path);
  expect((await act(path, 'order', { version: without, products: [second, first] })).data.errors).toHaveLength(1);
});

test('of two people who change the same field, the second is told; another field is saved beside it', async () => {
  const path = await create('שדות', 'test-fields');
  const { file } = await page<Category>(path);
  const save = (typed: object) =>
    act(path, 'edit', { was: JSON.stringify(file), now: JSON.stringify({ ...file, ...typed }) });
  expect((await save({ name: 'שם א' })).data.ok).toBe(true);
  const late = await save({ name: 'שם ב' });
  expect(late.status).toBe(409);
  expect(late.data.details).toMatchObject({ conflicts: [{ field: 'name', theirs: 'שם א' }] });
  expect((await save({ rule_kind: 'ACCESSORY' })).data.ok).toBe(true);
  expect((await page<Category>(path)).file).toMatchObject({ name: 'שם א', rule_kind: 'ACCESSORY' });
});

test('what a menu, a redirect or the home page leads to stays; what is removed leaves its children, and comes back by the log', async () => {
  const [linked] = await query<{ slug: string }>(
    `select slug from menu_links where store_uid = $1 and entity_type = 'COLLECTION' limit 1`,
    [store],
  );
  const keptReply = await act(`/categories/${await uuidOf(linked?.slug ?? '')}`, 'remove', {});
  expect([keptReply.status, keptReply.data.message]).toEqual([422, expect.stringContaining('בתפריט')]);
  const path = await create('לרגע', 'test-gone');
  const home = (categories: string) =>
    query(`update stores set home = jsonb_set(home, '{categories}', ${categories}) where uuid = $1`, [store]);
  await home(`(home -> 'categories') || '["test-gone"]'`);
  expect((await act(path, 'remove', {})).data.message).toContain('בדף הבית');
  await home(`(home -> 'categories') - 'test-gone'`);
  await query(`insert into redirects (store_uid, source, target) values ($1, '/gone.asp', '/category/test-gone')`, [
    store,
  ]);
  expect((await act(path, 'remove', {})).data.message).toContain('/gone.asp');
  await query(`delete from redirects where source = '/gone.asp'`);
  await edit(path, { rule_kind: 'VEHICLE' });
  await create('נשאר', 'test-stays', path.split('/').at(-1));
  const before = (await list()).categories;
  await act(path, 'remove', {});
  expect((await list()).categories.find(({ slug }) => slug === 'test-stays')?.parent).toBeNull();
  expect(await uuidOf('test-gone')).toBe('');
  const [change] = await query(
    `select uuid from audit_log where command like 'categories.remove%' order by created_at desc limit 1`,
  );
  expect((await act(`/changes/${change?.uuid}`, 'undo', { reason: 'טעות' }, 'owner')).data.ok).toBe(true);
  expect((await list()).categories).toEqual(before);
});

test('a category that a promotion is for stays until the promotion is off or over; the page names all that keeps it', async () => {
  const path = await create('במבצע', 'test-promoted');
  await query(
    `insert into sales (store_uid, name, kind, amount, by_coupon, terms) values ($1, '20% על הכול', 'PERCENT', 2000, true,
       jsonb_build_object('collections', jsonb_build_array($2::text)))`,
    [store, path.split('/').at(-1)],
  );
  await query(
    `insert into redirects (store_uid, source, target) values ($1, '/promo.asp', '/category/test-promoted')`,
    [store],
  );
  await query(
    `update stores set home = jsonb_set(home, '{categories}', (home -> 'categories') || '["test-promoted"]') where uuid = $1`,
    [store],
  );
  const { ledBy } = await page<{ ledBy: string[] }>(path);
  expect(ledBy.map((one) => one.replace(/[\u2066-\u2069]/g, ''))).toEqual([
    ...['דף הבית', 'ההפניה מ־/promo.asp', 'המבצע ״20% על הכול״'],
  ]);
  await query(
    `update stores set home = jsonb_set(home, '{categories}', (home -> 'categories') - 'test-promoted') where uuid = $1`,
    [store],
  );
  await query(`delete from redirects where source = '/promo.asp'`);
  const refused = await act(path, 'remove', {});
  expect([refused.status, refused.data.message]).toEqual([422, expect.stringContaining('20% על הכול')]);
  await query(`update sales set ends_at = now() - interval '1 day' where name = '20% על הכול'`);
  await act(path, 'remove', {});
  expect(await uuidOf('test-promoted')).toBe('');
});

test('the search has the names of categories as if it were made anew', async () => {
  const client = await site.connection.pool.connect();
  const rows = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows;
  const searched = async () => [
    await rows('select store_uid, product_uid, terms, body from search_documents order by 1, 2'),
    await rows('select store_uid, term, products from search_terms order by 1, 2'),
    await rows('select product_uid, number, whole from search_numbers order by 1, 2'),
  ];
  const compare = async () => {
    const kept = await searched();
    await client.query('begin');
    const [company] = await rows('select company_uid from stores where key = $$raam$$');
    await refreshDerived(client, String(company?.[0]));
    for (const [at, made] of (await searched()).entries()) expect(kept[at]).toEqual(made);
    await client.query('rollback');
    return kept;
  };
  try {
    const path = await create('שונית', 'test-search');
    await edit(path, { rule_kind: 'VEHICLE' });
    const before = await searched();
    await edit(path, { name: 'אלמוגים' });
    expect(await compare()).not.toEqual(before);
    await act(path, 'remove', {});
    expect(await compare()).not.toEqual(before);
  } finally {
    client.release();
  }
});

test('pages of other stores and texts stay as they are kept; nobody edits without the permission', async () => {
  const path = await create('רענון', 'test-kept');
  await edit(path, { rule_kind: 'VEHICLE' });
  const pages = ['/page/terms', '/category/test-kept'];
  const cachedPages = () => [...keptPages(site.deps.cache).plain.keys()].map(String);
  for (const one of pages)
    await expect
      .poll(async () => (await site.call({ path: one })) && cachedPages().some((key) => key.endsWith(one)))
      .toBe(true);
  const elsewhere = { path: '/category/scooters', host: 'zik.localhost' };
  await site.call(elsewhere);
  const others = cachedPages().filter((key) => !key.startsWith(store));
  await edit(path, { name: 'רענון אחר' });
  await shown('/category/test-kept', (text) => text.includes('רענון אחר'));
  expect(cachedPages().some((key) => key.endsWith('/page/terms'))).toBe(true);
  expect(cachedPages()).toEqual(expect.arrayContaining(others));
  const refused = await act(path, 'edit', { was: '{}', now: '{}' }, 'sales');
  expect(refused.status).toBe(403);
});
