import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import shopRoutes from '../../../shop/routes.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { keptPages } from '../../../tests/support/kept-pages.ts';
import { act, officeOf, readPage, signInAs } from '../../../tests/support/office.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ office: true });
});
afterAll(() => site.close());

type File = Record<string, unknown>;
type ReadPage = { page: File; former: string[] };

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await site.connection.pool.query(text, values)).rows as T[];

async function pageOf(slug: string, store = 'raam'): Promise<string> {
  const [row] = await query<{ uuid: string }>(
    'select p.uuid from content_pages p join stores s on s.uuid = p.store_uid where s.key = $1 and p.slug = $2',
    [store, slug],
  );
  return row?.uuid ?? '';
}
const storeOf = async (key: string): Promise<string> =>
  (await query<{ uuid: string }>('select uuid from stores where key = $1', [key]))[0]?.uuid ?? '';

const json = (value: File): string => JSON.stringify(value);

/** Saves the page as a form does that began with what is stored. */
async function save(cookie: string, path: string, began: File, changes: File) {
  return act(site, cookie, path, 'edit', { was: json(began), now: json({ ...began, ...changes }) });
}

/** A shop's page, until it says so; at most two seconds. */
async function shown(path: string, text: string): Promise<void> {
  const until = performance.now() + 2_000;
  for (;;) {
    const reply = await site.call({ path });
    if (reply.text.includes(text)) return;
    expect(performance.now(), `${path} shows ${text}`).toBeLessThan(until);
    await wait(20);
  }
}

test('a saved page is in the shop within two seconds, and no other page is made anew', async () => {
  const cookie = await signInAs(site, 'editor');
  const path = `/content/pages/${await pageOf('about')}`;
  const { data } = await readPage<ReadPage>(site, cookie, path);
  for (const one of ['/page/about', '/page/terms', '/category/naked']) await site.call({ path: one });
  const cachedPages = () => [...keptPages(site.deps.cache).plain.keys()].map(String).join(' ');
  expect(cachedPages()).toContain('/page/terms');
  const { data: reply } = await save(cookie, path, data.page, { title: 'מי אנחנו באמת' });
  expect(reply).toMatchObject({ ok: true });
  await shown('/page/about', 'מי אנחנו באמת');
  expect(cachedPages()).toContain('/page/terms');
  expect(cachedPages()).toContain('/category/naked');
  const [change] = await query<{ actor: string; command: string }>(
    `select a.actor, a.command from changes c join audit_log a on a.uuid = c.deed_uid where c.table_name = 'content_pages' order by a.created_at desc limit 1`,
  );
  expect(change?.actor).toMatch(/^staff:/);
  expect(change?.command).toMatch(/^content\.edit-page /);
});

test('what a text may not have is taken out, by the importer’s own rule', async () => {
  const cookie = await signInAs(site, 'editor');
  const uuid = await pageOf('about');
  const path = `/content/pages/${uuid}`;
  const { data } = await readPage<ReadPage>(site, cookie, path);
  const body =
    '<h1>כותרת</h1><p onclick="x()">שלום <script>alert(1)</script><a href="javascript:alert(1)">כאן</a> <a href="https://x.example">שם</a></p>' +
    '<img src="https://evil.example/x.png"><style>p{}</style><iframe src="https://evil.example"></iframe>';
  expect((await save(cookie, path, data.page, { body })).data).toMatchObject({ ok: true });
  const [row] = await query<{ body: string }>('select body from content_pages where uuid = $1', [uuid]);
  expect(row?.body).toBe(
    '<h2>כותרת</h2><p>שלום <a>כאן</a> <a href="https://x.example" rel="noopener noreferrer nofollow" target="_blank">שם</a></p>',
  );
});

test('a picture of the text is stored once and shown in the shop’s widths; a name that isn’t stored is refused', async () => {
  const office = await officeOf(site, 'editor');
  const path = `/content/pages/${await pageOf('about')}`;
  const form = new FormData();
  form.set('store', await storeOf('raam'));
  const drawn = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#335577' } })
    .png()
    .toBuffer();
  form.set('file', new Blob([new Uint8Array(drawn)]), 'a.png');
  const sent = JSON.parse((await office.upload('/pictures', form)).text) as { path: string; url: string };
  expect(sent.path).toMatch(/^files\/[\da-f]{32}\.png$/);
  const { data } = await readPage<ReadPage>(site, office.cookie, path);
  const withPicture = { body: `<p>כך</p><img src="${sent.url}" alt="אופנוע">` };
  expect((await save(office.cookie, path, data.page, withPicture)).data).toMatchObject({ ok: true });
  await shown('/page/about', `${sent.url}/800`);
  const { text } = await site.call({ path: '/page/about' });
  expect(text).toMatch(/width="900" height="300"/);
  // The editor has it back as it was written.
  const again = await readPage<ReadPage>(site, office.cookie, path);
  expect(again.data.page.body).toContain(`src="${sent.url}"`);
  expect(again.data.page.body).not.toContain('srcset');
  const missing = { body: `<img src="/media/${'0'.repeat(32)}.png">` };
  expect((await save(office.cookie, path, again.data.page, missing)).data).toMatchObject({
    ok: false,
    errors: [{ message: expect.stringContaining('לא נמצאה') }],
  });
  form.set('file', new Blob(['<html>']), 'a.png');
  expect((await office.upload('/pictures', form)).status).toBe(422);
});

test('a dead link is refused where it is new; one that was there before doesn’t hold up the title', async () => {
  const cookie = await signInAs(site, 'editor');
  const uuid = await pageOf('terms');
  const path = `/content/pages/${uuid}`;
  const { data } = await readPage<ReadPage>(site, cookie, path);
  const dead = { body: '<p><a href="/page/no-such">לכאן</a></p>' };
  expect((await save(cookie, path, data.page, dead)).data).toMatchObject({
    ok: false,
    errors: [{ path: 'body', message: expect.stringContaining('אין דף תוכן כזה') }],
  });
  await query('update content_pages set body = $2 where uuid = $1', [uuid, dead.body]);
  const again = await readPage<ReadPage>(site, cookie, path);
  expect((await save(cookie, path, again.data.page, { title: 'תקנון האתר' })).data).toMatchObject({ ok: true });
});

test('a renamed page keeps its former address, also in menus and on the home page; the address of another page is refused', async () => {
  const cookie = await signInAs(site, 'editor');
  const uuid = await pageOf('about');
  const path = `/content/pages/${uuid}`;
  const { data } = await readPage<ReadPage>(site, cookie, path);
  expect((await save(cookie, path, data.page, { slug: 'terms' })).data).toMatchObject({
    ok: false,
    errors: [{ path: 'slug' }],
  });
  expect((await save(cookie, path, data.page, { slug: 'אודות רעם' })).data).toMatchObject({ ok: false });
  expect((await save(cookie, path, data.page, { slug: 'our-story' })).data).toMatchObject({ ok: true });
  // The process that keeps pages is told a moment after the save.
  const answerAt = async (slug: string) => {
    const { status, headers } = await site.call({ path: `/page/${slug}` });
    return [status, headers.location];
  };
  await expect.poll(() => answerAt('about')).toEqual([301, '/page/our-story']);
  expect(
    await query(
      `select 1 from menu_links m join stores s on s.uuid = m.store_uid where s.key = 'raam' and m.slug = 'about'`,
    ),
  ).toEqual([]);
  expect(await query(`select home -> 'story' ->> 'link' as link from stores where key = 'raam'`)).toEqual([
    { link: '/page/our-story' },
  ]);
  const renamed = await readPage<ReadPage>(site, cookie, path);
  expect(renamed.data.former).toEqual(['about']);
  // And back again: the first address is the page's own.
  expect((await save(cookie, path, renamed.data.page, { slug: 'about' })).data).toMatchObject({ ok: true });
  await expect.poll(() => answerAt('about')).toEqual([200, undefined]);
  await expect.poll(() => answerAt('our-story')).toEqual([301, '/page/about']);
});

test('two people in one page: other fields are merged, the same one is shown to the second', async () => {
  const [dana, noa] = [await signInAs(site, 'editor'), await signInAs(site, 'owner')];
  const path = `/content/pages/${await pageOf('terms')}`;
  const { data } = await readPage<ReadPage>(site, dana, path);
  expect((await save(noa, path, data.page, { title: 'התקנון', description: 'של נועה' })).data).toMatchObject({
    ok: true,
  });
  const both = await save(dana, path, data.page, { description: 'של דנה', body: '<p>חדש</p>' });
  expect(both.status).toBe(409);
  expect(both.data.details).toMatchObject({ conflicts: [{ field: 'description', theirs: 'של נועה', mine: 'של דנה' }] });
  const knowing = { ...data.page, description: 'של נועה' };
  expect((await save(dana, path, knowing, { description: 'של דנה', body: '<p>חדש</p>' })).data).toMatchObject({
    ok: true,
  });
  const { data: now } = await readPage<ReadPage>(site, dana, path);
  expect(now.page).toMatchObject({ title: 'התקנון', description: 'של דנה', body: '<p>חדש</p>' });
});

test('hostile input: no JSON, another shape, a name from nowhere, a page of another store', async () => {
  const cookie = await signInAs(site, 'editor');
  const path = `/content/pages/${await pageOf('terms')}`;
  const tries = [
    { was: '{}', now: 'null' },
    { was: '{}', now: '[]' },
    { was: '{', now: '{}' },
    { was: '{}', now: '{"body":7}' },
    { was: '{}', now: '{"uuid":"x"}' },
  ];
  for (const input of tries) expect([400, 409]).toContain((await act(site, cookie, path, 'edit', input)).status);
  const sales = await signInAs(site, 'sales');
  expect((await act(site, sales, path, 'edit', { was: '{}', now: '{}' })).status).toBe(403);
});

test('a post waits for its time, in the blog and by its address', async () => {
  const cookie = await signInAs(site, 'editor');
  const raam = await storeOf('raam');
  const [category] = await query<{ slug: string }>('select slug from post_categories where store_uid = $1 limit 1', [
    raam,
  ]);
  const post = {
    ...{ title: 'החג מתחיל', slug: 'holiday', description: 'מבצעי החג', category: category?.slug, author: 'דנה' },
    ...{ published: '2031-04-01 00:00', tags: ['חג'], body: '<p>שלום</p>' },
  };
  const createReply = await act(site, cookie, '/content/posts/new', 'create', { store: raam, now: json(post) });
  expect(createReply.data).toMatchObject({ ok: true });
  const path = `/content/posts/${(createReply.data.result as { uuid: string }).uuid}`;
  expect((await site.call({ path: '/blog/holiday' })).status).toBe(404);
  const { data } = await readPage<{ post: File }>(site, cookie, path);
  expect(data.post).toMatchObject(post);
  expect((await save(cookie, path, data.post, { published: 'מחר' })).data).toMatchObject({
    errors: [{ path: 'published' }],
  });
  expect((await save(cookie, path, data.post, { category: 'אין' })).data).toMatchObject({
    errors: [{ path: 'category' }],
  });
  expect((await save(cookie, path, data.post, { published: '2026-11-01 08:30' })).data).toMatchObject({ ok: true });
  await shown('/blog/holiday', 'החג מתחיל');
  const [row] = await query<{ at: Date }>(`select published_at as at from posts where slug = 'holiday'`);
  expect(row?.at.toISOString()).toBe('2026-11-01T06:30:00.000Z');
  // One that is put off leaves the person on the page, which is still there.
  const putOff = await act(site, cookie, path, 'remove', { _when: 'draft', _draft_name: 'הסרה' });
  expect(putOff).toMatchObject({ status: 200, data: { ok: true, message: expect.stringContaining('טיוטה') } });
  await act(site, cookie, path, 'remove');
  await expect.poll(async () => (await site.call({ path: '/blog/holiday' })).status).toBe(404);
});

test('a menu of three levels is saved as a tree; a fourth level and a dead link are refused; two people in one menu', async () => {
  const cookie = await signInAs(site, 'editor');
  const raam = await storeOf('raam');
  const { data } = await readPage<{ menus: Record<string, File[]> }>(site, cookie, `/content/menus?store=${raam}`);
  const formerMenus = { TOP_MENU: data.menus.TOP_MENU };
  const link = (name: string, children: File[] = []): File => ({
    ...{ name, entity_type: 'COLLECTION', slug: 'naked', area_number: 1, children },
  });
  const edit = (was: File, now: File) =>
    act(site, cookie, '/content/menus', 'edit', { store: raam, was: json(was), now: json(now) });
  const three = { TOP_MENU: [link('אופנועים', [link('נייקד', [link('500 סמ״ק')])])] };
  expect((await edit(formerMenus, { TOP_MENU: [link('א', [link('ב', [link('ג', [link('ד')])])])] })).status).toBe(400);
  const dead = { TOP_MENU: [{ ...link('א'), slug: 'no-such' }] };
  expect((await edit(formerMenus, dead)).data).toMatchObject({ ok: false, errors: [{ path: 'TOP_MENU.0' }] });
  expect((await edit(formerMenus, three)).data).toMatchObject({ ok: true });
  await shown('/', '500 סמ״ק');
  const rows = await query<{ name: string; parent: string | null }>(
    `select m.name, p.name as parent from menu_links m left join menu_links p on p.uuid = m.parent_uid
     where m.store_uid = $1 and m.menu_key = 'TOP_MENU' order by m.position`,
    [raam],
  );
  expect(rows).toEqual([
    { name: 'אופנועים', parent: null },
    { name: 'נייקד', parent: 'אופנועים' },
    { name: '500 סמ״ק', parent: 'נייקד' },
  ]);
  // Other menus stay; who began with what is no longer there is told.
  expect(
    await query(`select 1 from menu_links where store_uid = $1 and menu_key = 'FOOTER' limit 1`, [raam]),
  ).toHaveLength(1);
  expect((await edit(formerMenus, { TOP_MENU: [] })).data.details).toMatchObject({
    conflicts: [{ field: 'TOP_MENU' }],
  });
});

test.each([
  ['collection', 'נייקד', 'naked'],
  ['product', 'barak 300', 'raam-barak-300'],
  ['page', 'about', 'about'],
  ['brand', 'raam', 'raam'],
  ['link', 'naked', '/category/naked'],
])('a %s of the store is found by part of its name', async (kind, q, value) => {
  const cookie = await signInAs(site, 'editor');
  const query = new URLSearchParams({ store: await storeOf('raam'), wanted: kind, q });
  const { found } = (await readPage<{ found: { value: string }[] }>(site, cookie, `/destinations?${query}`)).data;
  expect(found.map((one) => one.value)).toContain(value);
});

test.each([
  ['collection', 'naked', 'נייקד'],
  ['product', 'raam-barak-300', 'RAAM Barak 300'],
  ['link', '/category/naked', 'נייקד'],
])(
  'a %s that a form holds is called as staff call it; what is another store’s or gone is not',
  async (kind, value, label) => {
    const cookie = await signInAs(site, 'editor');
    const query = new URLSearchParams({ store: await storeOf('raam'), wanted: kind });
    for (const one of [value, 'gal-bay-450', 'no-such']) query.append('values', one);
    const { found } = (await readPage<{ found: object[] }>(site, cookie, `/destinations?${query}`)).data;
    expect(found).toEqual([{ value, label }]);
  },
);

test('the home page keeps what another person saved in another part of it', async () => {
  const cookie = await signInAs(site, 'editor');
  const raam = await storeOf('raam');
  const path = `/content/home?store=${raam}`;
  type Home = { home: { home: File & { hero: File[] }; banners: File[] } };
  const { data } = await readPage<Home>(site, cookie, path);
  const formerHome = data.home;
  const edit = (now: File) =>
    act(site, cookie, '/content/home', 'edit', { store: raam, was: json(formerHome), now: json(now) });
  expect(
    (await edit({ ...formerHome, home: { ...formerHome.home, featured_title: 'הבחירה של החג' } })).data,
  ).toMatchObject({
    ok: true,
  });
  const hero = formerHome.home.hero.map((slide, at) => (at === 0 ? { ...slide, title: 'חג על שני גלגלים' } : slide));
  expect((await edit({ ...formerHome, home: { ...formerHome.home, hero } })).data).toMatchObject({ ok: true });
  await shown('/', 'חג על שני גלגלים');
  expect((await site.call({ path: '/' })).text).toContain('הבחירה של החג');
  const dead = formerHome.home.hero.map((slide) => ({ ...slide, link: '/category/no-such' }));
  expect((await edit({ ...formerHome, home: { ...formerHome.home, hero: dead } })).data.ok).toBe(false);
  // The settings beside it, and the pictures, are as they were.
  const after = await readPage<Home>(site, cookie, path);
  expect(after.data.home.home.hero.map(({ picture }) => picture)).toEqual(
    formerHome.home.hero.map(({ picture }) => picture),
  );
  expect(after.data.home.banners).toEqual(formerHome.banners);
});

test('an address that leads nowhere is listed with a suggestion, and answered once it leads somewhere', async () => {
  const cookie = await signInAs(site, 'editor');
  const raam = await storeOf('raam');
  expect((await site.call({ path: '/shop/naked.html' })).status).toBe(404);
  type Desk = { misses: { path: string; suggestion: string | null }[]; total: number };
  const { data } = await readPage<Desk>(site, cookie, `/content/redirects?store=${raam}`);
  expect(data.misses.find(({ path }) => path === '/shop/naked.html')?.suggestion).toBe('/category/naked');
  const add = (from: string, to: string) => act(site, cookie, '/content/redirects', 'add', { store: raam, from, to });
  expect((await add('/shop/naked.html', '/category/no-such')).data).toMatchObject({
    ok: false,
    errors: [{ path: 'to' }],
  });
  const chain = (await add('/category/naked', '/page/terms')).data.errors;
  expect(chain?.[0]?.path).toBe('from');
  expect((await add('/x', 'https://evil.example')).data).toMatchObject({ ok: false, errors: [{ path: 'to' }] });
  expect((await add('/shop/naked.html', '/category/naked')).data).toMatchObject({ ok: true });
  expect((await add('/Shop/Naked.html/', '/page/terms')).data).toMatchObject({ ok: false, errors: [{ path: 'from' }] });
  const reply = await site.call({ path: '/shop/naked.html' });
  expect([reply.status, reply.headers.location]).toEqual([301, '/category/naked']);
  const after = await readPage<Desk>(site, cookie, `/content/redirects?store=${raam}`);
  expect(after.data.total).toBe(data.total + 1);
  expect(after.data.misses.some(({ path }) => path === '/shop/naked.html')).toBe(false);
  await act(site, cookie, '/content/redirects', 'remove', { store: raam, source: '/shop/naked.html' });
  expect((await site.call({ path: '/shop/naked.html' })).status).toBe(404);
});

type Routes = { path?: string; children?: Routes }[];
/** Addresses of the shop's screens without a parameter. */
const screens = (routes: Routes, above = ''): string[] =>
  routes.flatMap(({ path = '', children }) => {
    if (/:\w+\b(?!\?)|\*/.test(path)) return [];
    const own = `${above}/${path.replace(/\/?:?[\w-]+\?$/, '')}`.replace(/\/+$/, '');
    return children ? screens(children, own) : [own || '/'];
  });
/** To these only the shop leads: steps of a purchase, links of messages, addresses that need a name after them. */
const INNER = [
  ...['/success', '/thank-you', '/find-order', '/product', '/page', '/design-system', '/reset-password'],
  ...['dashboard', 'orders/order-details', 'privacy/password', 'prove-email'].map((one) => `/personal-area/${one}`),
];

test('a link may lead to every screen of the shop, and to a diagram that it has; from none of them a redirect leads away', async () => {
  const cookie = await signInAs(site, 'editor');
  const raam = await storeOf('raam');
  const add = async (from: string, to: string) =>
    (await act(site, cookie, '/content/redirects', 'add', { store: raam, from, to })).data;
  const paths = screens(shopRoutes);
  expect(paths).toEqual(expect.arrayContaining(INNER));
  const [diagram] = await query<{ path: string }>(`select '/spare-parts/' || slug as path from assemblies limit 1`);
  const open = [...paths.filter((path) => !INNER.includes(path)), diagram?.path ?? ''];
  expect(open).toEqual(expect.arrayContaining(['/', '/booking', '/trade-in', '/personal-area/garage']));
  for (const [at, path] of open.entries()) {
    expect(await add(`/old-${at}.asp`, path), path).toMatchObject({ ok: true });
    expect((await add(path, '/page/terms')).errors?.[0], path).toMatchObject({ path: 'from' });
  }
  expect(await add('/old.asp', '/spare-parts/no-such')).toMatchObject({
    errors: [{ path: 'to', message: expect.stringContaining('אין תרשים כזה') }],
  });
});

test.each(['page', 'blog'])('what a redirect or the home page leads to stays: /%s', async (at) => {
  const cookie = await signInAs(site, 'editor');
  const raam = await storeOf('raam');
  const [{ slug: category } = {}] = await query<File>('select slug from post_categories where store_uid = $1', [raam]);
  const file = { title: 'הגענו', slug: 'led-to', description: 'לכאן', body: '<p>שלום</p>' };
  const newFile = at === 'page' ? file : { ...file, category, author: 'דנה', published: '2026-01-01 08:00' };
  const [folder, table] = at === 'page' ? ['/content/pages', 'content_pages'] : ['/content/posts', 'posts'];
  const createReply = await act(site, cookie, `${folder}/new`, 'create', { store: raam, now: json(newFile) });
  const remove = async () =>
    (await act(site, cookie, `${folder}/${(createReply.data.result as File).uuid}`, 'remove')).data?.message;
  const redirects = (call: string, input: File) =>
    act(site, cookie, '/content/redirects', call, { store: raam, ...input });
  await redirects('add', { from: '/led.asp', to: `/${at}/led-to?from=old` });
  expect(await remove()).toContain('/led.asp');
  await redirects('remove', { source: '/led.asp' });
  const lead = (link: string) =>
    query(`update stores set home = jsonb_set(home, '{hero,0,link}', $1) where uuid = $2`, [`"${link}"`, raam]);
  await lead(`/${at}/led-to`);
  expect(await remove()).toContain('בדף הבית');
  await lead('/category/naked');
  await remove();
  expect(await query(`select from ${table} where slug = 'led-to'`)).toEqual([]);
});
