import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RoleKey } from '#domain/people/permissions.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { readPage, signInAs } from '../../../tests/support/office.ts';
import { orderPhone, piece, shopper } from '../../../tests/support/purchase.ts';
import type { OrdersPage } from './list-orders.ts';

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

test('of several orders each is moved or refused by itself, and says why; of two who press at once one moves it', async () => {
  type Told = { ok: boolean; message: string };
  const ask = async (role: RoleKey, fields: Record<string, string>) => {
    const reply = await site.call({
      host: 'office.localhost',
      path: '/orders/bulk',
      method: 'POST',
      headers: {
        origin: `http://office.localhost:${site.port}`,
        cookie: cookieOf(role),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(fields).toString(),
    });
    return reply.json<Told>();
  };
  const orders = [await placed('שירה'), await placed('שירה'), await placed('שירה')];
  const [good, waits, ended] = orders.map(({ uuid }) => uuid) as [string, string, string];
  await query(`update orders set status = 'accepted', payment_status = 'paid' where uuid = any($1)`, [[good]]);
  await query(`update orders set status = 'cancelled' where uuid = $1`, [ended]);
  const move = (order: string, from: string, role: RoleKey = 'owner') => ask(role, { _call: 'advance', order, from });
  expect(await move(good, 'accepted', 'sales')).toMatchObject({ ok: false });
  expect(await move(waits, 'payment')).toMatchObject({ ok: false, message: expect.stringContaining('מחכה לתשלום') });
  expect(await move(ended, 'cancelled')).toMatchObject({ ok: false, message: expect.stringContaining('בוטלה') });
  const twice = await Promise.all([move(good, 'accepted'), move(good, 'accepted')]);
  expect(twice.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(twice.find(({ ok }) => !ok)?.message).toContain('בטיפול');
  const states = await query('select status from orders where uuid = any($1) order by array_position($1, uuid)', [
    [good, waits, ended],
  ]);
  expect(states.map(({ status }) => status)).toEqual(['in_process', 'payment', 'cancelled']);

  const [keeper] = await query(`select s.uuid from staff s join staff_roles r on r.staff_uid = s.uuid
    where r.role_uid = (select uuid from roles where key = 'owner') limit 1`);
  const [editor] = await query(`select s.uuid from staff s join staff_roles r on r.staff_uid = s.uuid
    where r.role_uid = (select uuid from roles where key = 'editor') limit 1`);
  const give = (owner: string) => ask('owner', { _call: 'assign', order: good, owner });
  expect(await give(editor.uuid)).toMatchObject({ ok: false, message: expect.stringContaining('אינו מטפל') });
  expect(await give(keeper.uuid)).toMatchObject({ ok: true });
  expect(await query('select owner_uid from orders where uuid = $1', [good])).toEqual([{ owner_uid: keeper.uuid }]);
});
