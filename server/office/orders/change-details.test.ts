import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';
import { piece, shopper } from '../../../tests/support/purchase.ts';
import type { OrderPage } from './read-order.ts';

let site: TestApp;
let manager: string;
let service: string;
beforeAll(async () => {
  site = await startApp({ office: true });
  manager = await signInAs(site, 'manager');
  service = await signInAs(site, 'service');
});
afterAll(() => site.close());

async function placed(): Promise<string> {
  const made = await shopper(site.port).order(await piece(site.connection.pool));
  return made.order.uuid;
}
const orderOf = async (uuid: string) => (await readPage<OrderPage>(site, manager, `/orders/${uuid}`)).data.order;
const formOf = ({ firstName, lastName, phone, email, remarks, branchUid }: OrderPage['order']) => ({
  firstName,
  lastName,
  phone,
  email,
  remarks,
  branch: branchUid,
});

test('two people change an order at once: what both changed is shown to the second, the rest is merged', async () => {
  const uuid = await placed();
  const was = formOf(await orderOf(uuid));
  const first = await act(site, manager, `/orders/${uuid}`, 'details', {
    ...was,
    was,
    firstName: 'רות',
    remarks: 'לצלצל',
  });
  expect(first).toMatchObject({ status: 200, data: { ok: true } });

  const mine = { ...was, was, firstName: 'רותי', lastName: 'כהן' };
  const second = await act(site, service, `/orders/${uuid}`, 'details', mine);
  expect(second.status).toBe(409);
  const conflicts = [{ field: 'firstName', was: 'דנה', theirs: 'רות', mine: 'רותי' }];
  expect(second.data.details).toEqual({ conflicts });
  expect(await orderOf(uuid)).toMatchObject({ firstName: 'רות', lastName: was.lastName, remarks: 'לצלצל' });

  const again = { ...mine, was: { ...was, firstName: 'רות' } };
  expect((await act(site, service, `/orders/${uuid}`, 'details', again)).status).toBe(200);
  expect(await orderOf(uuid)).toMatchObject({ firstName: 'רותי', lastName: 'כהן', remarks: 'לצלצל' });
});

test('at the very same moment one of two is told of the other', async () => {
  const uuid = await placed();
  const was = formOf(await orderOf(uuid));
  const tries = ['אחת', 'שתיים', 'שלוש', 'ארבע'].map((lastName) =>
    act(site, manager, `/orders/${uuid}`, 'details', { ...was, was, lastName }),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 409, 409, 409]);
});

test('what isn’t right is said beside its field, and nothing is written', async () => {
  const uuid = await placed();
  const was = formOf(await orderOf(uuid));
  const reply = await act(site, manager, `/orders/${uuid}`, 'details', { ...was, was, phone: '12', firstName: 'אחר' });
  expect(reply.data.errors).toEqual([{ path: 'phone', message: 'מספר הטלפון אינו תקין' }]);
  const foreign = await site.connection.pool.query(
    `select b.branch_uid from branch_stores b join stores s on s.uuid = b.store_uid
     group by 1 having not bool_or(s.key = 'raam') limit 1`,
  );
  const branch = foreign.rows[0]?.branch_uid;
  const elsewhere = await act(site, manager, `/orders/${uuid}`, 'details', { ...was, was, branch, firstName: 'אחר' });
  expect(elsewhere.data.errors).toEqual([{ path: 'branch', message: 'בחרו סניף של החנות' }]);
  expect(formOf(await orderOf(uuid))).toEqual(was);
});

test('a business is added and taken away', async () => {
  const uuid = await placed();
  const was = formOf(await orderOf(uuid));
  const business = { businessName: 'רעם בע״מ', businessNumber: '514792829' };
  await act(site, manager, `/orders/${uuid}`, 'details', { ...was, was, ...business });
  const after = await orderOf(uuid);
  expect(after.business).toEqual({ name: 'רעם בע״מ', number: '514792829' });
  await act(site, manager, `/orders/${uuid}`, 'details', { ...was, was: { ...was, ...business } });
  expect((await orderOf(uuid)).business).toBeNull();
});

test('an order keeps its own branch in the form, and its buyer is told where it waits now', async () => {
  const uuid = await placed();
  const was = formOf(await orderOf(uuid));
  const { pool } = site.connection;
  const { rows } = await pool.query(
    `select b.branch_uid from branch_stores b join orders o on o.store_uid = b.store_uid where o.uuid = $1 and b.branch_uid <> o.branch_uid limit 1`,
    [uuid],
  );
  await pool.query(`update orders set status = 'delivery_in_process' where uuid = $1`, [uuid]);
  const ready = async () =>
    (await pool.query(`select from outbox where order_uid = $1 and about = 'order ready'`, [uuid])).rows.length;
  const branch = rows[0]?.branch_uid;
  await act(site, manager, `/orders/${uuid}`, 'details', { ...was, was, remarks: 'לצלצל' });
  expect(await ready()).toBe(0);
  await act(site, manager, `/orders/${uuid}`, 'details', { ...was, was, branch });
  expect(await ready()).toBeGreaterThan(0);

  await pool.query('delete from branch_stores where branch_uid = $1', [branch]);
  const { branches } = (await readPage<OrderPage>(site, manager, `/orders/${uuid}`)).data;
  expect(branches.map((one) => one.uuid)).toContain(branch);
});

test('what a buyer wrote for the courier is on the buyer’s page, in the office and on the picking list, and is edited apart from the order’s remarks', async () => {
  const { pool } = site.connection;
  const shop = shopper(site.port);
  const { order, secret } = await shop.order(await piece(pool));
  const address = {
    city: 'חיפה',
    street: 'הרצל',
    house: '10',
    entrance: '',
    floor: '',
    apartment: '',
    postal_code: '',
  };
  await pool.query('update orders set branch_uid = null, address = $2, remarks = $3 where uuid = $1', [
    ...[order.uuid, { ...address, remarks: 'הקוד בשער 1234' }, 'מתנה'],
  ]);
  expect((await shop.find(secret)).delivery.courier_remarks).toBe('הקוד בשער 1234');
  const office = async (path: string) =>
    (await site.call({ host: 'office.localhost', path, headers: { cookie: manager } })).text;
  for (const text of [
    (await site.call({ host: 'raam.localhost', path: `/order/${secret}` })).text,
    await office(`/orders/${order.uuid}`),
    await office(`/orders/${order.uuid}/picking`),
  ]) {
    expect(text).toContain('הערות לשליח');
    expect(text).toContain('הקוד בשער 1234');
  }
  for (const path of ['', '/picking']) {
    const text = await office(`/orders/${order.uuid}${path}`);
    expect(text).toContain('הערות להזמנה');
    expect(text).toContain('מתנה');
  }
  const { branch: _, ...form } = formOf(await orderOf(order.uuid));
  const was = { ...form, ...address, courierRemarks: 'הקוד בשער 1234' };
  const changed = { ...was, was, courierRemarks: 'הקוד בשער 5678' };
  expect((await act(site, manager, `/orders/${order.uuid}`, 'details', changed)).status).toBe(200);
  expect(await orderOf(order.uuid)).toMatchObject({
    postalAddress: { city: 'חיפה', remarks: 'הקוד בשער 5678' },
    remarks: 'מתנה',
  });
});
