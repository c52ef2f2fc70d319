import { afterAll, beforeAll, expect, test } from 'vitest';
import { DERIVED, UNWATCHED, WATCHED } from '#db/change-log.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act as actAs, readPage, signInAs } from '../../../tests/support/office.ts';

let site: TestApp;
let owner: string;
beforeAll(async () => {
  site = await startApp({ office: true });
  owner = await signInAs(site, 'owner');
});
afterAll(() => site.close());

const query = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;
const act = (path: string, call: string, input: Record<string, unknown>, cookie = owner) =>
  actAs(site, cookie, path, call, input);

test('a product that people bought, asked about or keep is not removed; another one is, and comes back by an undo', async () => {
  const [{ product, variant, company }] = await query(
    `select p.uuid as product, v.uuid as variant, p.company_uid as company from products p join variants v on v.product_uid = p.uuid
     where p.kind = 'ACCESSORY' order by p.slug, v.sku limit 1`,
  );
  const [{ store }] = await query('select uuid as store from stores where company_uid = $1 limit 1', [company]);
  const [{ uuid: customer }] = await query(
    `insert into customers (store_uid, phone) values ($1, '+972501234577') returning uuid`,
    [store],
  );
  const [{ uuid: order }] = await query(
    `insert into orders (store_uid, number, secret_hash, payment_method, first_name, last_name, phone, email, lines_agorot, total_agorot, due_agorot, terms_accepted_at)
     values ($1, 'TEST-77', 'x', 'card', 'א', 'ב', '+972501234577', 'a@b.example', 100, 100, 100, now()) returning uuid`,
    [store],
  );
  const [{ uuid: branch }] = await query('select uuid from branches where company_uid = $1 limit 1', [company]);
  const person = { store_uid: store, name: 'א', phone: '+972501234577' };
  const voice = { store_uid: store, product_uid: product, author: 'א', text: 'טקסט' };
  const vehicle = { make: 'א', model: 'ב', year: 2020, condition: {} };
  const visit = { starts_at: '2099-01-05 10:00+02', ends_at: '2099-01-05 11:00+02', seat: 0 };
  const uses: Record<string, Record<string, unknown>> = {
    order_lines: {
      order_uid: order,
      product_uid: product,
      name: 'א',
      sku: 'X',
      quantity: 1,
      price_agorot: 1,
      position: 0,
    },
    order_trade_ins: {
      order_uid: order,
      product_uid: product,
      name: 'א',
      low_agorot: 1,
      high_agorot: 2,
      credit_agorot: 1,
    },
    leads: { ...person, product_uid: product, kind: 'contact', source: 'product' },
    bookings: { ...person, ...visit, product_uid: product, branch_uid: branch, service: 'SERVICE', secret_hash: 'x' },
    trade_ins: { ...person, ...vehicle, product_uid: product, secret_hash: 'x' },
    product_questions: voice,
    product_reviews: { ...voice, order_uid: order, phone: person.phone, rating: 5 },
    favorites: { customer_uid: customer, product_uid: product },
    configurations: { store_uid: store, product_uid: product, code: 'aaaaaaaa', choices: [] },
    garage_vehicles: { customer_uid: customer, vehicle_uid: product },
    stock_subscriptions: { store_uid: store, variant_uid: variant, channel: 'email', recipient: 'a@b.example' },
    cart_lines: { customer_uid: customer, variant_uid: variant, quantity: 1 },
  };
  // Whatever a later table keeps of a product and the log doesn't, the removal has to ask for.
  const named = await query(
    `select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid in ('products'::regclass, 'variants'::regclass)`,
  );
  const passed = [DERIVED, 'a log itself'];
  const lost = named
    .map(({ name }) => name)
    .filter((name) => WATCHED[name]?.kind !== 'content' && !passed.includes(UNWATCHED[name] ?? ''));
  expect(lost.length).toBeGreaterThan(5);
  expect(Object.keys(uses)).toEqual(expect.arrayContaining(lost));

  for (const [table, row] of Object.entries(uses)) {
    const names = Object.keys(row).join(', ');
    await query(`insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, $1)`, [
      JSON.stringify(row),
    ]);
    const refused = await act(`/products/${product}`, 'remove', {});
    expect(refused.status, table).toBe(422);
    expect(JSON.stringify(refused.data), table).toContain('אפשר להסתיר');
    await query(`delete from ${table}`);
  }
  const removed = async () => (await query('select from products where uuid = $1', [product])).length === 0;
  expect((await act(`/products/${product}`, 'remove', {})).data.ok).toBe(true);
  expect(await removed()).toBe(true);
  const [{ change }] = await query(
    `select deed_uid as change from changes where table_name = 'products' and operation = 'delete' and row_key ->> 'uuid' = $1`,
    [product],
  );
  expect((await act(`/changes/${change}`, 'undo', { reason: 'נמחק בטעות' })).data).toMatchObject({ ok: true });
  expect(await removed()).toBe(false);
});

const placesOf = async (uuid: string): Promise<string> =>
  (await readPage<{ places: { version: string } }>(site, owner, `/products/${uuid}`)).data.places.version;

test('a product always has a home store: the next one that sells it, where nobody chose another', async () => {
  const [{ uuid }] = await query(
    `select p.uuid from products p join store_products sp on sp.product_uid = p.uuid where p.kind <> 'SERVICE'
     group by p.uuid having count(*) >= 3 order by p.slug limit 1`,
  );
  const homes = async (of = uuid) =>
    (
      await query(
        `select s.uuid from store_products sp join stores s on s.uuid = sp.store_uid where sp.product_uid = $1 and sp.is_home`,
        [of],
      )
    ).map((row) => row.uuid);
  const sellers = (
    await query(
      `select s.uuid from store_products sp join stores s on s.uuid = sp.store_uid where sp.product_uid = $1 order by s.position, s.key`,
      [uuid],
    )
  ).map((row) => row.uuid);
  const place = async (...rows: Record<string, unknown>[]) =>
    (await act(`/products/${uuid}`, 'place', { version: await placesOf(uuid), rows })).data;
  const [home] = await homes();
  const left = sellers.filter((store) => store !== home);
  expect(await place({ store: home })).toMatchObject({ ok: true });
  expect(await homes()).toEqual([left[0]]);
  // A choice of the same form comes first.
  expect(await place({ store: left[0] }, { store: left[1], sold: 'on', home: 'on' })).toMatchObject({ ok: true });
  expect(await homes()).toEqual([left[1]]);
  // Sold nowhere and then in two at once, it has one home.
  expect(await place(...left.map((store) => ({ store })))).toMatchObject({ ok: true });
  expect(await homes()).toEqual([]);
  expect(await place(...sellers.slice(0, 2).map((store) => ({ store, sold: 'on' })))).toMatchObject({ ok: true });
  expect(await homes()).toEqual([sellers[0]]);

  // A copy is made for the person's stores, which needn't have the first one's home.
  await query(`update staff_roles set store_uid = $1 where role_uid = (select uuid from roles where key = 'manager')`, [
    sellers[1],
  ]);
  const typed = { name: 'העתק בלי בית', slug: 'copy-without-home', suffix: '-H' };
  expect((await act(`/products/${uuid}`, 'copy', typed, await signInAs(site, 'manager'))).data).toMatchObject({
    ok: true,
  });
  const [copied] = await query('select uuid from products where slug = $1', [typed.slug]);
  expect(await homes(copied.uuid)).toEqual([sellers[1]]);
});

test('what a menu or the home page leads to isn’t taken off sale or removed; old URLs follow it to its category', async () => {
  const [{ uuid, slug, store, name, category }] = await query(
    `select p.uuid, p.slug, s.uuid as store, s.name, c.slug as category from products p
     join store_products sp on sp.product_uid = p.uuid join stores s on s.uuid = sp.store_uid and s.key = 'raam'
     join collection_products cp on cp.product_uid = p.uuid join collections c on c.uuid = cp.collection_uid and c.store_uid = s.uuid
     where p.kind = 'ACCESSORY' and (select count(*) from collection_products o join collections d on d.uuid = o.collection_uid
       where o.product_uid = p.uuid and d.store_uid = s.uuid and d.parent_uid is not null) = 1 and c.parent_uid is not null
       and not exists (select from menu_links m where m.slug = p.slug) order by p.slug limit 1`,
  );
  const link = { menu: 'הקישור של הבדיקה', source: '/old-of-test.asp' };
  await query(
    `insert into menu_links (store_uid, menu_key, name, entity_type, custom_path, area_number, position) values ($1, 'FOOTER', $2, 'INTERNAL_LINK', $3, 1, 99)`,
    [store, link.menu, `/product/${slug}`],
  );
  await query(
    `insert into redirects (store_uid, source, target) select uuid, $1, $2 from stores where key in ('raam', 'ofek')`,
    [link.source, `/product/${slug}?from=old`],
  );
  const leave = async () => act(`/products/${uuid}`, 'place', { version: await placesOf(uuid), rows: [{ store }] });
  for (const refused of [await leave(), await act(`/products/${uuid}`, 'remove', {})]) {
    expect(refused.status).toBe(422);
    expect(refused.data.message, 'its store, of several').toMatch(new RegExp(`${link.menu}.* בתפריט של .*${name}`));
  }
  await query('delete from menu_links where name = $1', [link.menu]);
  expect((await leave()).data.ok).toBe(true);
  const { status, headers } = await site.call({ host: 'raam.localhost', path: link.source });
  expect([status, headers.location]).toEqual([301, encodeURI(`/category/${category}`)]);
  const ofAnother = await site.call({ host: 'ofek.localhost', path: link.source });
  expect(ofAnother.headers.location, 'another store sells it still, or says itself what it does').toBe(
    `/product/${slug}?from=old`,
  );
});

test('what a menu and the home page lead to is hidden at once, with the links to it, which the reply and the editors name; once shown they are back', async () => {
  const [{ uuid, slug, store, name }] = await query(
    `select p.uuid, p.slug, s.uuid as store, s.name from products p join store_products sp on sp.product_uid = p.uuid
     join stores s on s.uuid = sp.store_uid and s.key = 'raam'
     where p.kind = 'ACCESSORY' and sp.published and not exists (select from menu_links m where m.slug = p.slug) order by p.slug limit 1`,
  );
  const path = `/product/${encodeURIComponent(slug)}`;
  await query(
    `insert into menu_links (store_uid, menu_key, name, entity_type, slug, area_number, position) values ($1, 'FOOTER', 'אל המוצר שנקרא', 'PRODUCT', $2, 2, 99)`,
    [store, slug],
  );
  await query(
    `update stores set home = home || jsonb_build_object('story', jsonb_build_object('title', 'סיפור המוצר', 'text', 'א', 'link', $2::text, 'link_label', 'ב')) where uuid = $1`,
    [store, `/product/${slug}`],
  );
  const leads = async (page: string) => (await site.call({ host: 'raam.localhost', path: page })).text.includes(path);
  await expect.poll(() => leads('/page/terms')).toBe(true);
  await expect.poll(() => leads('/')).toBe(true);
  const place = async (row: Record<string, unknown>) =>
    act(`/products/${uuid}`, 'place', { version: await placesOf(uuid), rows: [{ store, sold: 'on', ...row }] });
  const hidden = async (page: string) =>
    (await readPage<{ hidden: string[] }>(site, owner, `/content/${page}?store=${store}`)).data.hidden;

  const { data } = await place({});
  expect(data.message).toMatch(
    new RegExp(`עד שהמוצר יוצג שוב.*אל המוצר שנקרא.* בתפריט של .*${name}.*הקישור בדף הבית של .*${name}`),
  );
  const kept = await readPage<{ hiddenLinks: string }>(site, owner, `/products/${uuid}`);
  expect(data.message).toBe(`נשמר. ${kept.data.hiddenLinks}`);
  expect(await hidden('menus')).toEqual([path]);
  expect(await hidden('home')).toContain(`/product/${slug}`);
  for (const page of ['/', '/page/terms', '/blog', '/sitemap', '/sitemap.xml', '/llms.txt', '/products.xml'])
    await expect.poll(() => leads(page), { message: page, timeout: 2_000 }).toBe(false);
  expect((await site.call({ host: 'raam.localhost', path })).status).toBe(404);

  expect((await place({ published: 'on' })).data.message).toBe('נשמר');
  for (const page of ['/', '/page/terms']) await expect.poll(() => leads(page), { message: page }).toBe(true);
  expect(await hidden('menus')).toEqual([]);
});
