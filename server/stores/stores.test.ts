import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HomePage, LayoutCache, Menu, ProductPageCache, StorePublic } from '#contract/stores.ts';
import { faces } from '#domain/catalogue/theme-choices.ts';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { keptPages } from '../../tests/support/kept-pages.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.close());

const get = async <T = unknown>(path: string, host = 'raam.localhost') => {
  const reply = await site.call({ host, path });
  return { status: reply.status, body: reply.json() as T, headers: reply.headers };
};

test('a sub-domain names its store on any host; one of nobody is null', async () => {
  const found = await get<StorePublic>('/api/stores/find-by-sub-domain/GAL');
  expect(found.status).toBe(200);
  expect(found.body).toMatchObject({ name: 'גל', company: { uuid: expect.any(String) } });
  expect((await get('/api/stores/find-by-sub-domain/gal', 'balancer.internal')).body).toEqual(found.body);
  expect(found.body.template_settings).toContainEqual({ setting_name: 'clr1', setting_value: '#0057b8' });
  expect(await get('/api/stores/find-by-sub-domain/nobody')).toMatchObject({ status: 200, body: null });
});

test('a store answers on its public domain, whatever its first label', async () => {
  await site.connection.pool.query(`update stores set public_domain = 'www.waves.example' where key = 'gal'`);
  for (const host of ['www.waves.example', 'waves.example', 'WWW.WAVES.example', 'gal.localhost'])
    await expect
      .poll(async () => (await site.call({ host, path: '/robots.txt' })).text, { message: host })
      .toContain('https://www.waves.example/sitemap.xml');
  expect((await site.call({ host: 'shop.waves.example', path: '/robots.txt' })).status).toBe(404);
});

test('in live mode a page is on the public domain alone: with or without www. it leads there, and only a page does', async () => {
  const { env } = site.deps;
  const { MODE } = env;
  const at = async (host: string, path: string, method = 'GET', headers = {}) => {
    const reply = await site.call({ host, path, method, headers });
    return [reply.status, reply.headers.location];
  };
  for (const [domain, other] of [
    ['waves.example', 'www.waves.example'],
    ['www.waves.example', 'waves.example'],
  ] as const) {
    await site.connection.pool.query(`update stores set public_domain = $1 where key = 'gal'`, [domain]);
    await expect
      .poll(async () => (await site.call({ host: domain, path: '/robots.txt' })).text)
      .toContain(`https://${domain}/sitemap.xml`);
    expect(await at(other, '/login'), 'demo').toEqual([200, undefined]);
    try {
      Object.assign(env, { MODE: 'live' });
      for (const path of [
        '/',
        '/login?to=%2Fpersonal-area&x=1',
        '/category/boats?sort=price',
        '//evil.example/x',
        '/nothing',
      ])
        expect(await at(other.toUpperCase(), path), path).toEqual([301, `https://${domain}${path}`]);
      expect(await at(other, '/login', 'HEAD')).toEqual([301, `https://${domain}/login`]);
      const forwarded = { 'x-forwarded-host': 'evil.example' };
      expect(await at(other, '/login', 'GET', forwarded)).toEqual([301, `https://${domain}/login`]);
      // No loop, and no host of another kind.
      for (const host of [domain, domain.toUpperCase(), 'gal.localhost', 'www.gal.localhost', 'raam.localhost'])
        expect(await at(host, '/login'), host).toEqual([200, undefined]);
      for (const path of [
        '/robots.txt',
        '/login.data',
        '/__manifest?p=%2Flogin&version=1',
        '/api/brands/nothing',
        '/payment/return',
        'http://evil.example/',
      ])
        expect((await at(other, path))[1], path).toBeUndefined();
      expect(await at(other, '/login', 'POST')).toEqual([303, '/login']);
    } finally {
      Object.assign(env, { MODE });
    }
  }
});

test('the layout brings widgets, head texts, menus and the brands of the company', async () => {
  const { body } = await get<LayoutCache>('/api/caching/get-vehicles-default-layout-cache');
  expect(body.seoData.title).toContain('רעם');
  expect(body.main_footer.items.length).toBeGreaterThanOrEqual(6);
  const keys = body.widgets.map((widget) => widget.component.key);
  for (const key of [
    'sale_phone',
    'customer_service_phone',
    'activity_time',
    'address',
    'facebook_url',
    'instegram_url',
    'youtube_url',
  ]) {
    expect(keys).toContain(key);
  }
  for (const menu of [body.top_menu, body.sub_top_menu, body.sub_footer, body.main_footer.menus]) {
    expect(menu[0]?.links.length).toBeGreaterThan(0);
  }
});

test('a menu by key is what the navigation calls give, too', async () => {
  const [byKey] = (await get<Menu[]>('/api/menus/get-menus-by-key?key=TOP_MENU')).body;
  expect((await get('/api/stores/navigation/get-store-menu-with-parameters?key=TOP_MENU')).body).toEqual(byKey);
  const all = (await get<Menu[]>('/api/stores/navigation/list-store-menu-with-parameters')).body;
  expect(all.map(({ key }) => key)).toEqual(['TOP_MENU', 'TOP_SUB_MENU', 'SUB_FOOTER', 'FOOTER']);
  expect((await get('/api/menus/get-menus-by-key?key=NOTHING')).status).toBe(400);
});

test('home and product pages have their calls', async () => {
  const home = (await get<HomePage>('/api/caching/get-vehicles-home-page-cache')).body;
  expect(home.hero.length).toBeGreaterThan(0);
  expect(home.categories.length).toBeGreaterThan(0);
  expect(home.featured.length).toBeGreaterThan(0);
  const product = (await get<ProductPageCache>('/api/caching/get-vehicles-product-page-cache')).body;
  expect(product.branches.length).toBeGreaterThan(0);
});

test('links to hidden products are left out of menus, with a group that has no others, and of the home page; pages that lead to none stay kept', async () => {
  const { pool } = site.connection;
  const query = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows;
  const [{ uuid: store }] = await query(`select uuid from stores where key = 'ruach'`);
  const products = await query(
    `select p.uuid, p.slug from products p join store_products sp on sp.product_uid = p.uuid
     where sp.store_uid = $1 and sp.published and not exists (select from menu_links m where m.slug = p.slug)
     order by p.slug limit 3`,
    [store],
  );
  const [one, two, unlinked] = products as [
    { uuid: string; slug: string },
    { uuid: string; slug: string },
    { uuid: string; slug: string },
  ];
  const add = async (name: string, type: string, target: string, parent: string | null = null): Promise<string> =>
    (
      await query(
        `insert into menu_links (store_uid, menu_key, name, entity_type, slug, custom_path, area_number, position, parent_uid)
         values ($1, 'TOP_MENU', $2, $3::text, case when $3 = 'PRODUCT' then $4::text end, case when $3 <> 'PRODUCT' then $4::text end, 1, 90, $5) returning uuid`,
        [store, name, type, target, parent],
      )
    )[0].uuid;
  const group = await add('קבוצה', 'PRODUCT', one.slug);
  await add('בתוכה', 'INTERNAL_LINK', `product/${encodeURIComponent(two.slug)}?variant=x`, group);
  await query(
    `insert into widgets (store_uid, area, component, style, attributes, items, position)
     values ($1, 'CENTER', 'text_banner', '', $2, '[]', 90)`,
    [store, JSON.stringify({ title: 'באנר', link: `/product/${one.slug}`, link_label: 'לדגם' })],
  );
  await query(
    `update stores set home = home || jsonb_build_object('hero', jsonb_build_array(
       jsonb_build_object('title', 'מוביל', 'link', '/product/' || $2::text, 'link_label', 'א', 'picture', 'x.avif'),
       jsonb_build_object('title', 'מראה', 'link', '/category', 'link_label', 'ב', 'product', $2::text),
       jsonb_build_object('title', 'אחר', 'link', '/contact', 'link_label', 'ג', 'picture', 'x.avif'))) where uuid = $1`,
    [store, one.slug],
  );
  const shown = async () => {
    const host = 'ruach.localhost';
    const [menu] = (await get<Menu[]>('/api/menus/get-menus-by-key?key=TOP_MENU', host)).body;
    const own = ['קבוצה', 'בתוכה'];
    const { hero, widgets } = (await get<HomePage>('/api/caching/get-vehicles-home-page-cache', host)).body;
    const banner = widgets.find(({ attributes }) => attributes.some(({ value }) => value === 'באנר'));
    return {
      menu: menu?.links.filter(({ name }) => own.includes(name)).map(({ name, children }) => [name, children.length]),
      hero: hero.map(({ title }) => title),
      button: banner?.attributes.some(({ key }) => key === 'link'),
    };
  };
  const publish = ({ uuid }: { uuid: string }, published: boolean) =>
    query('update store_products set published = $3 where store_uid = $1 and product_uid = $2', [
      store,
      uuid,
      published,
    ]);
  const all = { menu: [['קבוצה', 1]], hero: ['מוביל', 'מראה', 'אחר'], button: true };
  await expect.poll(shown).toEqual(all);
  await publish(two, false);
  await expect.poll(shown).toEqual({ ...all, menu: [['קבוצה', 0]] });
  await publish(two, true);
  await publish(one, false);
  const left = { hero: ['אחר'], button: false };
  await expect.poll(shown).toEqual({ ...left, menu: [['בתוכה', 0]] });
  await publish(two, false);
  await expect.poll(shown).toEqual({ ...left, menu: [] });

  // A page of texts alone depends on the products that its menus lead to, and of no others.
  const { plain } = keptPages(site.deps.cache);
  const kept = async (key: string) => {
    const [{ uuid }] = await query('select uuid from stores where key = $1', [key]);
    const get = () => plain.get(`${uuid} box /page/terms`);
    const isCurrent = (page = get()): boolean => Boolean(page && page.outdatedAt > performance.now());
    await expect
      .poll(async () => {
        await site.call({ host: `${key}.localhost`, path: '/page/terms' });
        return isCurrent();
      })
      .toBe(true);
    const page = get();
    return { isCurrent: () => isCurrent(page) };
  };
  const [here, elsewhere] = [await kept('ruach'), await kept('gal')];
  await publish(unlinked, false);
  await publish(one, true);
  await expect.poll(here.isCurrent).toBe(false);
  expect(elsewhere.isCurrent()).toBe(true);
  const again = await kept('ruach');
  await publish(unlinked, true);
  const price = async () =>
    (await get<{ price: number }>(`/api/products/get-product/${one.slug}`, 'ruach.localhost')).body.price;
  const before = await price();
  await query('update products set price_agorot = price_agorot + 10000 where uuid = $1', [one.uuid]);
  await query('update variants set price_agorot = price_agorot + 10000 where product_uid = $1', [one.uuid]);
  await query('update store_products set price_agorot = price_agorot + 10000 where product_uid = $1', [one.uuid]);
  await expect.poll(price).toBe(before + 100);
  expect(again.isCurrent()).toBe(true);
});

test('the story of the home page has the picture that its store has chosen', async () => {
  const { story } = (await get<HomePage>('/api/caching/get-vehicles-home-page-cache')).body;
  expect(story?.picture).toBeTruthy();
  const { text } = await site.call({ path: '/' });
  expect(text).toContain(`/${story?.picture}/800`);
});

test('the host decides the store: another store’s uuid is refused', async () => {
  const { body: other } = await get<StorePublic>('/api/stores/find-by-sub-domain/gal');
  const refused = await get(`/api/widgets/get-widgets?store_uid=${other.uuid}`);
  expect(refused).toMatchObject({ status: 400, body: { error_code: 'WRONG_STORE' } });
  expect((await get(`/api/widgets/get-widgets?store_uid=${other.uuid}`, 'gal.localhost')).status).toBe(200);
});

test('a public answer can be asked for again by its tag', async () => {
  const first = await get('/api/products/get-brands');
  const again = await site.call({
    path: '/api/products/get-brands',
    headers: { 'if-none-match': String(first.headers.etag) },
  });
  expect(again.status).toBe(304);
});

test('the contract is there to read, for people and for programs', async () => {
  const { body } = await get<{ openapi: string; paths: object }>('/api/openapi.json');
  expect(body.openapi).toMatch(/^3\.1/);
  expect(Object.keys(body.paths)).toContain('/api/products/get-product/{id}');
  expect((await site.call({ path: '/api/docs/' })).status).toBe(200);
});

test('a store without a public domain serves on', async () => {
  await site.connection.pool.query(`update stores set public_domain = null where key = 'zik'`);
  site.deps.cache.clear();
  const page = await site.call({ host: 'zik.localhost', path: '/' });
  expect(page.status).toBe(200);
  expect(page.text).not.toContain('rel="canonical"');
});

test('menus that can’t be had leave the page standing', async () => {
  await site.connection.pool.query('alter table menu_links rename to menu_links_away');
  site.deps.cache.clear();
  const page = await site.call({ path: '/' });
  expect(page.status).toBe(200);
  expect(page.text).toContain('<h1');
  expect((await get('/api/caching/get-vehicles-default-layout-cache')).body).toMatchObject({
    top_menu: [],
    sub_footer: [],
  });
  await site.connection.pool.query('alter table menu_links_away rename to menu_links');
});

test('each demo store has a face of its own for headings, loaded with the page, a look of its own, and its own words in the head', async () => {
  const { rows } = await site.connection.pool.query<{ host: string; share: string; code: string }>(
    `select key || '.localhost' as host, share_text as share, verification_code as code from stores`,
  );
  expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length);
  const looks = await Promise.all(
    rows.map(async ({ host, share, code }) => {
      const { text } = await site.call({ host, path: '/' });
      expect(text).toContain(`<meta property="og:description" content="${share}"/>`);
      expect(text).toContain(`<meta name="google-site-verification" content="${code}"/>`);
      for (const assurance of ['תשלום מאובטח', 'Visa', 'Mastercard', 'Isracard', 'Amex', 'Diners'])
        expect(text.split('<footer')[1]).toContain(assurance);
      const filesOf = (html: string) =>
        [...html.matchAll(/<link rel="preload" as="font"[^>]*href="([^"]+)"/g)]
          .map(([, path = '']) => path)
          .filter((path) => !path.includes('heebo'));
      // The home page's headings are Hebrew; models elsewhere have Latin names.
      const files = filesOf(text);
      expect(files).toEqual([expect.stringContaining('-hebrew')]);
      expect(filesOf((await site.call({ host, path: '/contact' })).text)).toHaveLength(2);
      // Nothing is painted before the style sheet has come: what can wait for it is asked for after it.
      const sheet = text.indexOf('<link rel="stylesheet"');
      expect(sheet).toBeGreaterThan(0);
      expect(sheet).toBeLessThan(text.indexOf('as="font"'));
      for (const path of files)
        expect((await site.call({ host, path })).headers).toMatchObject({ 'content-type': 'font/woff2' });
      const attributes = ['hero', 'ground', 'pictures'].map(
        (name) => new RegExp(`data-${name}="(\\w+)"`).exec(text)?.[1],
      );
      return {
        family: /--face:"([^"]+)"/.exec(text)?.[1],
        look: [...attributes, /--radius-md:[^;]*/.exec(text)].join(),
      };
    }),
  );
  expect(new Set(looks.map(({ family }) => family))).toEqual(new Set(Object.values(faces).map(({ family }) => family)));
  expect(new Set(looks.map(({ look }) => look)).size).toBe(rows.length);
});
