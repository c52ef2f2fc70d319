import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RoleKey } from '#domain/people/permissions.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { readPage, signInAs } from '../../../tests/support/office.ts';
import { orderPhone, piece, shopper } from '../../../tests/support/purchase.ts';
import type { OrdersPage, SelectedOrder } from './list-orders.ts';

let site: TestApp;
const cookies = new Map<RoleKey, string>();
beforeAll(async () => {
  site = await startApp({ office: true });
  for (const role of ['owner', 'accountant', 'sales'] as const) cookies.set(role, await signInAs(site, role));
});
afterAll(() => site.close());

const query = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;
const cookieOf = (role: RoleKey) => cookies.get(role) ?? '';
const file = (path: string, role: RoleKey) =>
  site.call({ host: 'office.localhost', path, headers: { cookie: cookieOf(role) } });

async function placed(firstName: string, store = 'raam') {
  const customer = { first_name: firstName, last_name: 'לוי', phone: orderPhone(), email: 'dana@example.com' };
  const { order } = await shopper(site.port, store).order(await piece(site.connection.pool, { store }), { customer });
  const [row] = await query('select total_agorot::float8 as total from orders where uuid = $1', [order.uuid]);
  return { uuid: order.uuid, number: order.number, total: row.total as number };
}

type BulkReply = { outcomes: { order: string; refused: string | null }[] };

test('the list is exported as it is filtered, by who may and from their stores; nothing in it is a formula, and that it was is written', async () => {
  const first = await placed('דנה');
  await query(`update orders set first_name = '=HYPERLINK("https://evil.example")' where uuid = $1`, [first.uuid]);
  const second = await placed('אביגיל');
  const foreign = await placed('זוהר', 'noam');
  expect((await file('/orders.csv', 'sales')).status).toBe(403);

  const all = await file('/orders.csv', 'accountant');
  expect(all.headers['content-disposition']).toContain('orders.csv');
  expect(all.text).toContain(`"'=HYPERLINK(""https://evil.example"") לוי"`);
  expect(all.text).toContain(`,${(second.total / 100).toFixed(2)},`);
  expect(all.text).toContain(foreign.number);
  const found = await file(`/orders.csv?${new URLSearchParams({ q: 'אביגיל' })}`, 'accountant');
  expect(found.text).toContain(second.number);
  expect(found.text).not.toContain('HYPERLINK');

  await query(`update staff_roles set store_uid = (select uuid from stores where key = 'raam')
    where role_uid = (select uuid from roles where key = 'accountant')`);
  const [{ uuid: noam }] = await query(`select uuid from stores where key = 'noam'`);
  expect((await file('/orders.csv', 'accountant')).text).not.toContain(foreign.number);
  expect((await file(`/orders.csv?store=${noam}`, 'accountant')).text).not.toContain(foreign.number);

  const logged = await query(`select details from audit_log where command like 'orders.export%' order by created_at`);
  expect(logged[1]).toMatchObject({ details: { rows: 1, searched: true } });
  expect(logged).toHaveLength(4);
  expect(JSON.stringify(logged)).not.toContain('אביגיל');
});

test('the last row is the number and sum of all that is filtered, not of the page', async () => {
  const made = [await placed('טלילה'), await placed('טלילה')];
  const sum = made.reduce((total, order) => total + order.total, 0);
  const { data } = await readPage<{ page: OrdersPage }>(
    site,
    cookieOf('owner'),
    `/orders?${new URLSearchParams({ q: 'טלילה' })}`,
  );
  expect(data.page).toMatchObject({ total: 2, sum_agorot: sum });
  const after = `${data.page.rows[0]?.moment}_${data.page.rows[0]?.uuid}`;
  const next = await readPage<{ page: OrdersPage }>(
    site,
    cookieOf('owner'),
    `/orders?${new URLSearchParams({ q: 'טלילה', after })}`,
  );
  expect(next.data.page).toMatchObject({ total: 2, sum_agorot: sum });
  expect(next.data.page.rows).toHaveLength(1);
});

test('orders of one branch are those picked up there', async () => {
  const [here, there] = [await placed('ברנרד'), await placed('ברנרד')];
  const [branch] = await query(
    'select s.branch_uid as uuid from branch_stores s join orders o on o.store_uid = s.store_uid where o.uuid = $1',
    [here.uuid],
  );
  await query('update orders set branch_uid = case uuid when $1 then $3::uuid end where uuid in ($1, $2)', [
    here.uuid,
    there.uuid,
    branch?.uuid,
  ]);
  const path = `/orders?${new URLSearchParams({ q: 'ברנרד', branch: branch?.uuid ?? '' })}`;
  const { data } = await readPage<{ page: OrdersPage }>(site, cookieOf('owner'), path);
  expect(data.page.rows.map(({ uuid }) => uuid)).toEqual([here.uuid]);
});

test('of several orders each is moved or refused by itself, and says why; of two who press at once one moves it', async () => {
  const ask = async (role: RoleKey, call: string, ...rows: Record<string, string>[]) => {
    const fields = rows.flatMap((row, at) =>
      Object.entries(row).map(([name, value]) => [`rows[${at}].${name}`, value]),
    );
    const reply = await site.call({
      host: 'office.localhost',
      path: '/orders/bulk',
      method: 'POST',
      headers: {
        origin: `http://office.localhost:${site.port}`,
        cookie: cookieOf(role),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams([['_call', call], ...fields]).toString(),
    });
    return reply.json<BulkReply>();
  };
  const orders = [await placed('שירה'), await placed('שירה'), await placed('שירה')];
  const [good, waits, ended] = orders.map(({ uuid }) => uuid) as [string, string, string];
  await query(`update orders set status = 'accepted', payment_status = 'paid' where uuid = any($1)`, [[good]]);
  await query(`update orders set status = 'cancelled' where uuid = $1`, [ended]);
  const refusedOf = ({ outcomes }: BulkReply) => outcomes.map(({ refused }) => refused);
  expect(refusedOf(await ask('sales', 'advance', { order: good, from: 'accepted' }))).toEqual([expect.any(String)]);
  const batch = [
    { order: waits, from: 'payment' },
    { order: good, from: 'accepted' },
    { order: ended, from: 'cancelled' },
  ];
  const twice = await Promise.all([ask('owner', 'advance', ...batch), ask('owner', 'advance', ...batch)]);
  for (const { outcomes } of twice) {
    expect(outcomes.map(({ order }) => order)).toEqual([waits, good, ended]);
    expect(outcomes[0]?.refused).toContain('מחכה לתשלום');
    expect(outcomes[2]?.refused).toContain('בוטלה');
  }
  const moved = twice.map(({ outcomes }) => outcomes[1]?.refused);
  expect(moved.filter((refused) => refused === null)).toHaveLength(1);
  expect(moved.find((refused) => refused !== null)).toContain('בטיפול');
  const states = await query('select status from orders where uuid = any($1) order by array_position($1, uuid)', [
    [good, waits, ended],
  ]);
  expect(states.map(({ status }) => status)).toEqual(['in_process', 'payment', 'cancelled']);

  const [keeper] = await query(`select s.uuid from staff s join staff_roles r on r.staff_uid = s.uuid
    where r.role_uid = (select uuid from roles where key = 'owner') limit 1`);
  const [editor] = await query(`select s.uuid from staff s join staff_roles r on r.staff_uid = s.uuid
    where r.role_uid = (select uuid from roles where key = 'editor') limit 1`);
  const ownerOf = async () => (await query('select owner_uid from orders where uuid = $1', [good]))[0].owner_uid;
  const give = async (row: object) => refusedOf(await ask('owner', 'assign', { order: good, ...row }))[0];
  expect(await give({ owner: editor.uuid })).toContain('אינו מטפל');
  expect(await give({ owner: keeper.uuid })).toBeNull();
  expect(await ownerOf()).toBe(keeper.uuid);
  // Undone only while it is still the one that was given.
  expect(await give({ back: editor.uuid })).toContain('למישהו אחר');
  expect(await ownerOf()).toBe(keeper.uuid);
  expect(await give({ back: keeper.uuid })).toBeNull();
  expect(await ownerOf()).toBeNull();
  expect(await give({})).not.toBeNull();
});

test('a selection of the whole filter is its orders of all pages and of the person’s stores, frozen when it is asked for', async () => {
  await query(
    `insert into orders (store_uid, number, secret_hash, payment_method, first_name, last_name, phone, email, lines_agorot, total_agorot, due_agorot, terms_accepted_at)
     select s.uuid, 'WH' || lpad(n::text, 2, '0') || '-' || case s.key when 'raam' then 'RAAM' else 'SELA' end, 'x' || n || s.key, 'card', 'ורדית', 'ב', '+972501234567', 'a@b.example', 100, 100, 100, now()
     from stores s, generate_series(1, 60) n where s.key in ('raam', 'sela')`,
  );
  const select = async (role: RoleKey, filter: Record<string, string>) =>
    (await file(`/orders/bulk?${new URLSearchParams(filter)}`, role)).json<SelectedOrder[]>();
  const all = await select('owner', { q: 'ורדית' });
  expect(new Set(all.map(({ uuid }) => uuid)).size).toBe(120);
  const after = `2026-01-01T00:00:00.000000Z_${all[0]?.uuid}`;
  expect(await select('owner', { q: 'ורדית', after })).toHaveLength(120);
  const own = await select('sales', { q: 'ורדית' });
  expect(own).toHaveLength(60);
  expect(own.every(({ number }) => number.endsWith('RAAM'))).toBe(true);
  expect(await select('owner', { q: 'ורדית', status: 'accepted' })).toEqual([]);
});
