import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product } from '#contract/catalogue/products.ts';
import { importFolder } from '#server/import/import.ts';
import { localStorage } from '#server/providers/storage/local.ts';
import { balancer } from '../support/balancer.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { request } from '../support/http.ts';
import { act, type OfficeSite, readPage, signInAs } from '../support/office.ts';
import { piece, shopper } from '../support/purchase.ts';
import { type AppProcess, freePort, startProcess } from '../support/site.ts';
import { ROOT } from '../support/template.ts';

/** Two processes on one PostgreSQL, and no word between them but by it. */
let database: FreshDatabase;
let pool: pg.Pool;
let settings: Record<string, string>;
let processes: [AppProcess, AppProcess];

const delivered: string[] = [];
const mailbox = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, session, done) {
    delivered.push(session.envelope.rcptTo.map(({ address }) => address).join());
    stream.resume().on('end', done);
  },
});

beforeAll(async () => {
  await new Promise<void>((resolve) => mailbox.listen(0, '127.0.0.1', resolve));
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 3 });
  settings = {
    DATABASE_URL: database.url,
    DATA_DIR: database.dataDir,
    TRUST_PROXY: '1',
    DRAIN_SECONDS: '1',
    SMTP_URL: `smtp://127.0.0.1:${(mailbox.server.address() as AddressInfo).port}`,
  };
  processes = await Promise.all([startProcess(settings), startProcess(settings)]);
});
afterAll(async () => {
  await Promise.all((processes ?? []).map((one) => one.end()));
  await pool?.end();
  await database?.drop();
  await new Promise<void>((resolve) => mailbox.close(resolve));
});

/** The price of a product in both processes, from the API and from the page. */
async function prices(slug: string): Promise<string[]> {
  const shown = processes.map(async ({ port }) => {
    const product = (await request(port, { path: `/api/products/get-product/${slug}` })).json<Product>();
    const page = await request(port, { path: `/product/${slug}` });
    const told = /"price":"?(\d+(?:\.\d+)?)/.exec(page.text)?.[1];
    return [String(product.price), String(Number(told))];
  });
  return (await Promise.all(shown)).flat();
}
const four = (price: number) => Array(4).fill(String(price));
/** A busy machine is slow; a process that does not hear keeps a page for half a minute and a product for ever. */
const soon = { timeout: 8_000, interval: 50 };

test('a new price is seen by both, whoever sets it', async () => {
  const slug = 'raam-barak-300';
  expect(await prices(slug)).toEqual(four(28_900));
  await pool.query('update products set price_agorot = 2777700 where slug = $1', [slug]);
  await expect.poll(() => prices(slug), soon).toEqual(four(27_777));

  const folder = mkdtempSync(path.join(tmpdir(), 'storefront-price-'));
  const [head, first] = readFileSync(path.join(ROOT, 'demo/catalogue/products-raam.csv'), 'utf8').split('\n');
  expect(first).toContain(',28900,');
  mkdirSync(path.join(folder, 'catalogue'));
  writeFileSync(path.join(folder, 'catalogue/products.csv'), `${head}\n${first?.replace(',28900,', ',26666,')}\n`);
  const storage = localStorage(path.join(database.dataDir, 'media'));
  const report = await importFolder({ pool, storage, folder });
  expect(report).toMatchObject({ errors: [], written: true });
  await expect.poll(() => prices(slug), soon).toEqual(four(26_666));
  rmSync(folder, { recursive: true });
});

const rendered = async (port: number): Promise<number> => {
  const { text } = await request(port, { host: 'localhost', path: '/metrics' });
  return Number(/page_cache_requests_total\{result="miss"\} (\d+)/.exec(text)?.[1]);
};
/** Those of the pages that each process renders when they are asked for, now. */
const rendersOf = (pages: { name: string; host?: string; path: string }[]) =>
  Promise.all(
    processes.map(async ({ port }) => {
      const found: string[] = [];
      for (const { name, ...page } of pages) {
        const before = await rendered(port);
        expect((await request(port, page)).status).toBe(200);
        if ((await rendered(port)) > before) found.push(name);
      }
      return found;
    }),
  );

test('a sale renders anew what shows the goods, in both, and nothing else', async () => {
  const goods = await piece(pool, { stock: 1 });
  const [found] = (await pool.query<{ slug: string }>('select slug from products where uuid = $1', [goods.product]))
    .rows;
  await pool.query('update variants set stock = 0 where product_uid = $1 and uuid <> $2', [
    goods.product,
    goods.variant,
  ]);
  const own = `/product/${found?.slug}`;
  const pages = ['/category', own, '/product/raam-masa-750', '/page/terms'];
  const renders = () => rendersOf(pages.map((page) => ({ name: page, path: page })));
  await expect.poll(renders, { timeout: 20_000, interval: 1_200 }).toEqual([[], []]);
  const changed = new Set<string>();
  await shopper(processes[0].port).order(goods);
  await expect
    .poll(
      async () => {
        for (const [index, found] of (await renders()).entries())
          for (const page of found) changed.add(`${index}${page}`);
        return [...changed].sort();
      },
      { timeout: 10_000, interval: 300 },
    )
    .toEqual(['0/category', `0${own}`, '1/category', `1${own}`]);
  expect(await renders()).toEqual([[], []]);
});

test('what staff change is in both within two seconds, and only the pages that show it are rendered anew', async () => {
  const [{ port }] = processes;
  const office: OfficeSite = { port, connection: { pool }, call: (call) => request(port, call) };
  const cookie = await signInAs(office, 'manager');
  const uuidOf = async (text: string): Promise<string> =>
    (await pool.query<{ uuid: string }>(text)).rows[0]?.uuid ?? '';
  const raam = await uuidOf(`select uuid from stores where key = 'raam'`);
  const product = await uuidOf(`select uuid from products where slug = 'raam-barak-300'`);
  const about = await uuidOf(
    `select p.uuid from content_pages p join stores s on s.uuid = p.store_uid where s.key = 'raam' and p.slug = 'about'`,
  );
  const json = (value: unknown) => JSON.stringify(value);
  const pages = [
    { name: 'home', path: '/' },
    { name: 'category', path: '/category/naked' },
    { name: 'product', path: '/product/raam-barak-300' },
    { name: 'another product', path: '/product/raam-derech-800' },
    { name: 'about', path: '/page/about' },
    { name: 'terms', path: '/page/terms' },
    { name: 'another store', host: 'gal.localhost', path: '/' },
  ];
  /** Makes the change in the first process. @returns the pages that are rendered anew, in either */
  const changed = async (
    make: () => Promise<{ data: unknown }>,
    path: string,
    text: string,
    isShown = true,
  ): Promise<string[]> => {
    await expect.poll(() => rendersOf(pages), { timeout: 20_000, interval: 1_200 }).toEqual([[], []]);
    expect((await make()).data).toMatchObject({ ok: true });
    const done = performance.now();
    const seen = new Set<string>();
    const show = () =>
      Promise.all(processes.map(async (one) => (await request(one.port, { path })).text.includes(text) === isShown));
    while (!(await show()).every(Boolean)) {
      expect(performance.now() - done, `${path} ${isShown ? 'shows' : 'leaves out'} ${text} in both`).toBeLessThan(
        2_000,
      );
      await wait(20);
    }
    const asked = pages.find((page) => page.path === path);
    if (asked) seen.add(asked.name);
    for (const found of (await rendersOf(pages)).flat()) seen.add(found);
    return pages.flatMap(({ name }) => (seen.has(name) ? [name] : []));
  };

  const { rows } = await pool.query<{ agorot: number }>(
    `select price_agorot::int as agorot from products where uuid = $1`,
    [product],
  );
  const price = (rows[0]?.agorot ?? 0) / 100;
  const was = { price, deletedPrice: '', deposit: '', onRequest: 'no' };
  expect(
    await changed(
      () => act(office, cookie, `/products/${product}`, 'price', { was, price: price + 137 }),
      '/product/raam-barak-300',
      (price + 137).toLocaleString('en'),
    ),
  ).toEqual(['home', 'category', 'product']);

  const page = await readPage<{ page: object }>(office, cookie, `/content/pages/${about}`);
  const text = { was: json(page.data.page), now: json({ ...page.data.page, title: 'מי אנחנו עכשיו' }) };
  expect(
    await changed(() => act(office, cookie, `/content/pages/${about}`, 'edit', text), '/page/about', 'מי אנחנו עכשיו'),
  ).toEqual(['about']);

  const { home } = (await readPage<{ home: { home: object } }>(office, cookie, `/content/home?store=${raam}`)).data;
  const festive = { ...home, home: { ...home.home, featured_title: 'מתנות לחג' } };
  expect(
    await changed(
      () => act(office, cookie, '/content/home', 'edit', { store: raam, was: json(home), now: json(festive) }),
      '/',
      'מתנות לחג',
    ),
  ).toEqual(['home']);

  const { menus } = (
    await readPage<{ menus: { TOP_MENU: { name: string }[] } }>(office, cookie, `/content/menus?store=${raam}`)
  ).data;
  const [first, ...rest] = menus.TOP_MENU;
  const menu = {
    store: raam,
    was: json({ TOP_MENU: menus.TOP_MENU }),
    now: json({ TOP_MENU: [{ ...first, name: 'כל האופנועים שלנו' }, ...rest] }),
  };
  expect(
    await changed(() => act(office, cookie, '/content/menus', 'edit', menu), '/page/terms', 'כל האופנועים שלנו'),
  ).toEqual(pages.map(({ name }) => name).filter((name) => name !== 'another store'));

  // One that the menu leads to.
  const recalled = await uuidOf(`select uuid from products where slug = 'raam-barak-500'`);
  const { places } = (await readPage<{ places: { version: string } }>(office, cookie, `/products/${recalled}`)).data;
  const hide = { version: places.version, rows: [{ store: raam, sold: 'on' }] };
  expect(
    await changed(
      () => act(office, cookie, `/products/${recalled}`, 'place', hide),
      '/page/terms',
      '/product/raam-barak-500',
      false,
    ),
  ).toEqual(pages.map(({ name }) => name).filter((name) => name !== 'another store'));
});

test('each message leaves once, and an order is abandoned once', async () => {
  const before = delivered.length;
  const goods = await piece(pool, { stock: 3 });
  const { order } = await shopper(processes[0].port).order(goods);
  await pool.query(`update orders set hold_until = now() - interval '1 second' where uuid = $1`, [order.uuid]);
  await pool.query(
    `insert into outbox (store_uid, channel, recipient, subject, body)
     select s.uuid, 'email', 'once-' || i || '@example.com', 'שלום', 'שלום' from stores s, generate_series(1, 60) i where s.key = 'raam'`,
  );
  const waiting = async () =>
    (await pool.query(`select 1 from outbox where sent_at is null and recipient like 'once-%'`)).rowCount;
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
  const once = delivered.slice(before).filter((recipient) => recipient.startsWith('once-'));
  expect(once).toHaveLength(60);
  expect(new Set(once).size).toBe(60);

  const state = async () =>
    (await pool.query('select status from orders where uuid = $1', [order.uuid])).rows[0]?.status;
  await expect.poll(state, { timeout: 30_000 }).toBe('cancelled');
  const { rows } = await pool.query(
    `select (select count(*)::int from order_history where order_uid = $1 and to_value = 'cancelled') times,
       (select stock from variants where uuid = $2) stock`,
    [order.uuid, goods.variant],
  );
  expect(rows).toEqual([{ times: 1, stock: 3 }]);
});

test('codes, limits and sign-ins of one are those of the other', async () => {
  const [one, other] = processes.map(({ port }) => port) as [number, number];
  const otp = { 'x-rate-limit': 'otp', 'x-forwarded-for': '203.0.113.77' };
  const phone = '0529876543';
  const ask = (port: number) => request(port, { path: `/api/customers/get-otp-code?phone=${phone}`, headers: otp });
  const verify = (port: number, code: string) =>
    request(port, { path: `/api/customers/login-verify-otp-code?phone=${phone}&code=${code}`, headers: otp });
  expect((await ask(one)).status).toBe(200);
  expect((await ask(other)).status).toBe(429);
  const { rows } = await pool.query(`select body from outbox where recipient = '+972529876543'`);
  const code = /\d{6}/.exec(rows[0]?.body)?.[0] ?? '';
  const wrong = code === '000000' ? '000001' : '000000';
  for (const port of [one, other, one, other])
    expect((await verify(port, wrong)).json<{ error_code: string }>().error_code).toBe('OTP_WRONG');
  const proven = await verify(other, code);
  expect(proven.status).toBe(200);
  const { ticket } = proven.json<{ ticket: string }>();
  const post = (port: number, where: string, body: unknown, headers = {}) =>
    request(port, { method: 'POST', path: where, body, headers: { 'x-forwarded-for': '203.0.113.77', ...headers } });
  const signedUp = await post(one, '/api/customers/create-customer', {
    ticket,
    first_name: 'נועה',
    last_name: 'לוי',
    email: 'two@example.com',
  });
  expect(signedUp.status).toBe(200);
  const headers = { authorization: `Bearer ${signedUp.json<{ token: string }>().token}` };
  const who = (port: number) => request(port, { path: '/api/customers/get-by-token', headers });
  expect((await who(other)).status).toBe(200);
  expect((await post(other, '/customer/customers/logout', {}, headers)).status).toBe(200);
  expect((await who(one)).status).toBe(401);
});

test('what an address may leave in an hour is counted over both', async () => {
  const leave = (message: number) =>
    request(processes[(message % 2) as 0 | 1].port, {
      method: 'POST',
      path: '/api/contacts',
      headers: { 'x-forwarded-for': '203.0.113.99' },
      body: { name: 'נועה לוי', phone: `050-73000${10 + message}` },
    });
  for (let message = 0; message < 20; message++) expect((await leave(message)).status).toBe(200);
  expect([(await leave(20)).status, (await leave(21)).status]).toEqual([429, 429]);
});

test('both are restarted one after the other, and no request fails', async () => {
  const ports = processes.map(({ port }) => port);
  const balance = balancer(ports);
  const goods = await piece(pool, { stock: 50 });
  const body = { cart: [{ id: goods.variant, quantity: 1 }] };
  const statuses: Record<string, number> = {};
  let running = true;
  const visit = async () => {
    for (let visits = 0; running; visits++) {
      const call =
        visits % 3 === 0
          ? { method: 'POST', path: '/api/sales/calc-cart', body }
          : { path: visits % 3 === 1 ? '/' : '/api/products/get-products' };
      const outcome = await balance.send(call).then(
        ({ status }) => String(status),
        (error: Error) => error.message,
      );
      statuses[outcome] = (statuses[outcome] ?? 0) + 1;
      await wait(30);
    }
  };
  const visitors = Array.from({ length: 4 }, visit);
  for (const index of [0, 1] as const) {
    expect(await processes[index].end('SIGTERM')).toBe(0);
    processes[index] = await startProcess({ ...settings, PORT: String(ports[index] ?? (await freePort())) });
  }
  await wait(300);
  running = false;
  await Promise.all(visitors);
  await balance.stop();
  expect(Object.keys(statuses)).toEqual(['200']);
  expect(statuses['200']).toBeGreaterThan(50);
});

test('a process that is about to stop says so, and still answers', async () => {
  const one = await startProcess({ ...settings, DRAIN_SECONDS: '20' });
  one.process.kill('SIGTERM');
  const ready = () => request(one.port, { path: '/readyz' });
  await expect.poll(async () => (await ready()).json()).toMatchObject({ database: true, draining: true });
  expect((await ready()).status).toBe(503);
  const page = await request(one.port, { path: '/' });
  expect([page.status, page.headers.connection]).toEqual([200, 'close']);
  await one.end('SIGKILL');
});
