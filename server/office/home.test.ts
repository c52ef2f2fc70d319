import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RoleKey } from '#domain/people/permissions.ts';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { act, readPage, signInAs } from '../../tests/support/office.ts';
import type { Home, Waiting } from './home.ts';
import type { Found } from './search.ts';

let site: TestApp;
let clock = () => new Date();
const cookies = new Map<string, string>();
const query = async (sql: string, values: unknown[] = []) => (await site.connection.pool.query(sql, values)).rows;

beforeAll(async () => {
  site = await startApp({ office: true, deps: { now: () => clock() } });
  for (const role of ['owner', 'manager', 'sales', 'warehouse', 'editor', 'privacy', 'accountant'] as const)
    cookies.set(role, await signInAs(site, role));
  for (const [store, number, phone] of [
    ['raam', 'HM44-AA22', '+972501234567'],
    ['zik', 'HM55-BB44', '+972507654321'],
  ])
    await query(
      `insert into orders (store_uid, number, secret_hash, status, payment_status, payment_method, first_name, last_name, phone, email, lines_agorot, total_agorot, due_agorot, terms_accepted_at, deadline_at, owner_uid)
       select uuid, $2, $2, 'accepted', 'paid', 'card', 'אביגיל', 'לביא-' || key, $3, key || '.person@example.com', 10000, 10000, 10000, now(), now() - interval '1 hour',
         (select uuid from staff where email = 'maya@demo.example') from stores where key = $1`,
      [store, number, phone],
    );
  await query(
    `insert into customers (store_uid, phone, first_name, last_name) select uuid, '+972501234567', 'אביגיל', 'לביא' from stores where key = 'raam'`,
  );
  await query(
    `insert into leads (store_uid, kind, source, name, phone, created_at) select uuid, 'contact', 'contact', 'אביגיל', '+972501234567', now() - interval '2 hours' from stores where key in ('raam', 'zik')`,
  );
});
afterAll(() => site.close());

const get = (role: RoleKey | null, path: string) =>
  site.call({ host: 'office.localhost', path, headers: { cookie: (role && cookies.get(role)) ?? '' } });
const waitingOf = async (role: RoleKey): Promise<Waiting> => JSON.parse((await get(role, '/notices')).text).waiting;
const search = async (role: RoleKey, q: string): Promise<Found[]> =>
  JSON.parse((await get(role, `/search?${new URLSearchParams({ q })}`)).text).found;

test('each sees what waits by permission and in the own stores', async () => {
  expect(await waitingOf('owner')).toMatchObject({ handling: 2, late: 2, leads: 2, own_orders: 0, approvals: 0 });
  const [{ uuids }] = await query(
    `select array_agg(s.key) as uuids from staff_roles r join stores s on s.uuid = r.store_uid join staff p on p.uuid = r.staff_uid where p.email = 'maya@demo.example'`,
  );
  const own = ['raam', 'zik'].filter((key) => uuids.includes(key)).length;
  const sales = await waitingOf('sales');
  expect(sales).toMatchObject({ handling: own, late: own, own_orders: own, leads: own });
  expect(Object.keys(sales)).not.toContain('doubt');
  expect(Object.keys(await waitingOf('editor')).sort()).toEqual(['drafts', 'mentions', 'reviews', 'tasks']);
  expect(Object.keys(await waitingOf('privacy')).sort()).toEqual(['approvals', 'drafts', 'mentions', 'tasks']);
  const home = await get('editor', '/');
  expect(home.status).toBe(200);
  expect(home.text).not.toContain('מכירות היום');
  expect((await get('accountant', '/')).text).toContain('מכירות היום');
});

test('a request to approve waits for others than who asked, who may make the call', async () => {
  await query(
    `insert into approvals (call, input, store_uid, entity_kind, entity_uid, summary, requested_by_uid)
     select 'orders.refund', '{}', (select uuid from stores where key = 'raam'), 'order', gen_random_uuid(), 'זיכוי', uuid from staff where email = 'noa@demo.example'`,
  );
  expect((await waitingOf('owner')).approvals).toBe(0);
  expect((await waitingOf('manager')).approvals).toBe(1);
  expect((await waitingOf('privacy')).approvals).toBe(0);
});

test('who decides in one store, and may make the call in another alone, sees and declines nothing of the first', async () => {
  const cookie = cookies.get('privacy') ?? '';
  const [{ uuid: person }] = await query(
    "select sr.staff_uid as uuid from staff_roles sr join roles r on r.uuid = sr.role_uid where r.key = 'privacy' limit 1",
  );
  const give = (store: string) =>
    query(
      `insert into staff_roles (staff_uid, role_uid, store_uid) select $1, (select uuid from roles where key = 'service'), uuid from stores where key = $2`,
      [person, store],
    );
  const [request] = await query("select uuid from approvals where call = 'orders.refund' and status = 'waiting'");
  const lists = async () => {
    const { data } = await readPage<{ waiting: { uuid: string }[] }>(site, cookie, '/approvals');
    return [data.waiting.some(({ uuid }) => uuid === request.uuid), (await waitingOf('privacy')).approvals];
  };
  const decline = () => act(site, cookie, '/approvals', 'decline', { approval: request.uuid, note: 'לא נכון' });
  await give('zik');
  expect(await lists()).toEqual([false, 0]);
  expect((await decline()).status).toBe(403);
  expect(await query('select status from approvals where uuid = $1', [request.uuid])).toEqual([{ status: 'waiting' }]);
  await give('raam');
  expect(await lists()).toEqual([true, 1]);
  expect((await decline()).status).toBe(200);
});

test.each([
  '0501234567',
  '050-123 4567',
  '+972-50-123-4567',
  '972501234567',
  '1234567',
  'hm44aa22',
  'HM44-AA22',
  'אביגיל',
  'raam.person@',
])('an order and its customer are found by %s', async (q) => {
  const titles = (await search('owner', q)).map(({ kind, title }) => `${kind} ${title}`);
  expect(titles).toContain('order HM44-AA22');
  if (/^[+\d]/.test(q)) expect(titles).toContain('customer אביגיל לביא');
});

test('what looks like an order number is also a part of a name or an e-mail, and a number without letters is also an order’s', async () => {
  await query(
    `insert into customers (store_uid, phone, first_name, last_name, email)
     select s.uuid, c.phone, c.name, '', c.name || '@gmail.com' from stores s, (values ('dana1985', '+972521112222'), ('moshe222', '+972521112223')) c (name, phone)
     where s.key = 'raam'`,
  );
  await query(
    `insert into orders (store_uid, number, secret_hash, status, payment_status, payment_method, first_name, last_name, phone, email, lines_agorot, total_agorot, due_agorot, terms_accepted_at)
     select uuid, '2345-6789', 'digits', 'cancelled', 'pending', 'card', 'רות', 'לב', '', '', 10000, 10000, 10000, now() from stores where key = 'raam'`,
  );
  const titles = async (q: string) => (await search('owner', q)).map(({ title }) => title);
  for (const name of ['dana1985', 'moshe222']) expect(await titles(name)).toEqual([name]);
  for (const number of ['2345-6789', '23456789']) expect(await titles(number)).toEqual(['2345-6789']);
  expect(await titles('9720')).toEqual([]);
});

test('a vehicle is found by its plate and by the end of its chassis number, a product by its SKU in any spelling', async () => {
  await query(
    `with l as (insert into order_lines (order_uid, name, sku, quantity, price_agorot, position) select uuid, 'RAAM', 'X', 1, 10000, 0 from orders where number = 'HM44-AA22' returning uuid)
     insert into order_vehicles (order_line_uid, unit, chassis_number, plate_number) select uuid, 1, 'JYARN23E00A004217', '123-45-678' from l`,
  );
  for (const q of ['12345678', '123-45-678', 'A004217', 'jyarn23e00a004217'])
    expect([q, (await search('owner', q)).map(({ kind }) => kind)]).toEqual([q, expect.arrayContaining(['vehicle'])]);
  const [{ sku, name }] = await query(
    `select v.sku, p.name from variants v join products p on p.uuid = v.product_uid join store_products sp on sp.product_uid = p.uuid where v.sku like '%-%' order by sku limit 1`,
  );
  for (const q of [sku, sku.toLowerCase().replaceAll('-', ' ')])
    expect((await search('owner', q)).filter(({ kind }) => kind === 'product')).toContainEqual(
      expect.objectContaining({ title: name, detail: sku }),
    );
});

test('a saved view keeps neither whom somebody looked for nor the place in the list', async () => {
  const rawQuery = 'q=0501234567&who=%D7%93%D7%A0%D7%94&store=raam&after=x';
  await site.call({
    host: 'office.localhost',
    path: '/views',
    method: 'POST',
    headers: {
      cookie: cookies.get('sales') ?? '',
      origin: `http://office.localhost:${site.port}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ _call: 'save', list: 'orders', name: 'לפי החנות שלי', query: rawQuery }).toString(),
  });
  expect(await query('select query from saved_views')).toEqual([{ query: 'store=raam' }]);
  // However many views others share, one's own are shown.
  await query(
    `insert into saved_views (staff_uid, list, name, query, shared, created_at)
     select s.uuid, 'orders', 'של אחרים ' || n, 'n=' || n, true, now() - interval '1 day' from staff s, generate_series(1, 30) n where s.email = 'noa@demo.example'`,
  );
  expect((await get('sales', '/orders')).text).toContain('לפי החנות שלי');
});

test('of messages that failed those wait that would be sent again, on the home page and in the list that it leads to', async () => {
  const failed = (about: string, recipient: string, body: string) =>
    query(
      `insert into outbox (store_uid, channel, recipient, about, subject, body, gave_up_at) select uuid, 'sms', $1, $2, '', $3, now() from stores where key = 'raam'`,
      [recipient, about, body],
    );
  await failed('order paid', '+972501230001', 'שילמתם');
  // A code of an hour ago, an erased person, and what nobody needs any more.
  await failed('code', '+972501230002', '');
  await failed('order paid', '', '');
  await failed('favorite alert', '+972501230003', 'המחיר ירד');
  expect((await waitingOf('owner')).messages).toBe(1);
  const listed = async (state: string) =>
    (
      await readPage<{ page: { rows: { recipient: string }[] } }>(
        site,
        cookies.get('owner') ?? '',
        `/messages?state=${state}`,
      )
    ).data.page.rows.map(({ recipient }) => recipient);
  expect(await listed('failed')).toEqual(['+972501230001']);
  expect((await listed('outdated')).sort()).toEqual(['', '+972501230002', '+972501230003']);
  // Who knows better sends an outdated one all the same; of an erased person or an old code there is nothing to send.
  const canRetry = async (recipient: string) => {
    const [row] = await query('select uuid from outbox where recipient = $1 and gave_up_at is not null', [recipient]);
    const page = await readPage<{ canRetry: boolean }>(site, cookies.get('owner') ?? '', `/messages/${row?.uuid}`);
    return page.data.canRetry;
  };
  await failed('stock returned', '+972501230004', 'חזר למלאי');
  await query(`update outbox set created_at = now() - interval '2 days' where recipient = '+972501230004'`);
  for (const [recipient, can] of [
    ['+972501230001', true],
    ['+972501230002', false],
    ['+972501230004', true],
    ['', false],
  ] as const)
    expect(await canRetry(recipient), recipient).toBe(can);
});

test('what the home page counts as sold out is what the list shows: shown and sold from stock', async () => {
  const counted = async () => (await waitingOf('warehouse')).out_of_stock;
  const listed = async () =>
    (await readPage<{ page: { total: number } }>(site, cookies.get('warehouse') ?? '', '/stock?left=none')).data.page
      .total;
  const before = (await counted()) ?? 0;
  expect(await listed()).toBe(before);
  const products = await query(
    `select p.uuid from products p where p.stock_policy = 'IN_STOCK' and p.kind = 'ACCESSORY'
       and exists (select from store_products sp where sp.product_uid = p.uuid and sp.published)
       and not exists (select from variants v where v.product_uid = p.uuid and (v.stock = 0 or not v.active)) order by p.slug limit 3`,
  );
  const [shown, ordered, hidden] = products.map(({ uuid }) => uuid);
  await query('update variants set stock = 0 where product_uid = any($1)', [[shown, ordered, hidden]]);
  await query(`update products set stock_policy = 'PRE_ORDER' where uuid = $1`, [ordered]);
  await query('update store_products set published = false where product_uid = $1', [hidden]);
  const [{ gone }] = await query('select count(*)::int as gone from variants where product_uid = $1', [shown]);
  expect([await counted(), await listed()]).toEqual([before + gone, before + gone]);
});

test('after a change of the clocks, sales of a week ago are those until the same hour in Israel', async () => {
  // A Wednesday at ten; clocks went back on the Sunday before.
  clock = () => new Date('2026-10-28T08:00:00Z');
  const cookie = await signInAs(site, 'owner');
  const sold = (number: string, at: string, agorot: number) =>
    query(
      `insert into orders (store_uid, number, secret_hash, status, payment_status, payment_method, first_name, last_name, phone, email, lines_agorot, total_agorot, due_agorot, terms_accepted_at, created_at)
       select uuid, $1, $1, 'provided', 'paid', 'card', 'א', 'ב', '+972501230009', 'a@example.com', $3::int, $3::int, $3::int, $2::timestamptz, $2::timestamptz from stores where key = 'raam'`,
      [number, at, agorot],
    );
  await sold('WEEK-0930', '2026-10-21T06:30:00Z', 10_000);
  await sold('WEEK-1030', '2026-10-21T07:30:00Z', 200_000);
  const { data } = await readPage<{ home: Home }>(site, cookie, '/');
  clock = () => new Date();
  const { sales } = data.home;
  expect([sales?.then, sales?.then_orders, sales?.whole]).toEqual([10_000, 1, 210_000]);
});

test('nobody finds what they may not see, nor anything of another store', async () => {
  expect(await search('editor', '0501234567')).toEqual([]);
  expect((await search('warehouse', 'אביגיל')).every(({ kind }) => kind === 'order')).toBe(true);
  const [{ uuid }] = await query(`select uuid from stores where key = 'raam'`);
  await query(
    `update staff_roles set store_uid = $1 where staff_uid = (select uuid from staff where email = 'noa@demo.example')`,
    [uuid],
  );
  const orders = (await search('owner', 'אביגיל')).filter(({ kind }) => kind === 'order');
  expect(orders.map(({ title }) => title)).toEqual(['HM44-AA22']);
  expect(await waitingOf('owner')).toMatchObject({ handling: 1 });
  expect((await get(null, '/search?q=050')).status).toBe(302);
  expect((await get(null, '/notices')).status).toBe(302);
});

test.each(['%', '_', '\\', "'; drop table orders; --", '\u0000', 'a'.repeat(500), '((('])(
  'the text %j finds nothing and breaks nothing',
  async (q) => {
    expect((await get('owner', `/search?${new URLSearchParams({ q })}`)).status).toBeLessThan(500);
  },
);
