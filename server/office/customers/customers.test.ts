import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RoleKey } from '#domain/people/permissions.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { caller, signUp } from '../../../tests/support/customers.ts';
import { act, leaveStore, readPage, signInAs } from '../../../tests/support/office.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import { staffOfSession } from '../../staff/sessions.ts';
import { eraseCustomer } from './change-customer.ts';

let site: TestApp;
const cookies = new Map<RoleKey, string>();
beforeAll(async () => {
  site = await startApp({ office: true, env: { TRUST_PROXY: '1' } });
  for (const role of ['owner', 'manager', 'service', 'sales', 'privacy', 'viewer'] as const)
    cookies.set(role, await signInAs(site, role));
});
afterAll(() => site.close());

const query = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;
const page = (path: string, role: RoleKey) =>
  site.call({ host: 'office.localhost', path, headers: { cookie: cookies.get(role) ?? '' } });
const submit = (path: string, fields: Record<string, string>, role: RoleKey) =>
  site.call({
    host: 'office.localhost',
    path,
    method: 'POST',
    headers: {
      origin: `http://office.localhost:${site.port}`,
      cookie: cookies.get(role) ?? '',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  });
/** What an approval carries out, as the person of the role. */
async function asSecond(role: RoleKey, input: object) {
  const token = cookies.get(role)?.split('=')[1] ?? '';
  const ctx = {
    ...site.deps,
    origin: '',
    requestId: '',
    ipAddress: '',
    userAgent: '',
    source: '/approvals',
    log: console,
  };
  const staff = await staffOfSession(ctx as never, token);
  return eraseCustomer.asSecond({ ...ctx, staff } as never, input, randomUUID());
}
const edit = (uuid: string, was: object, now: object, role: RoleKey = 'service') => {
  const prefixed = Object.fromEntries(Object.entries(was).map(([name, value]) => [`was.${name}`, value]));
  return submit(`/customers/${uuid}`, { _call: 'edit', ...now, ...prefixed } as Record<string, string>, role);
};

test('a customer is found by a phone in any spelling, a name or a mail, by who may', async () => {
  const { phone, customer } = await signUp(site);
  const local = phone.replace('+972', '0');
  for (const q of [phone, local, `${local.slice(0, 3)} ${local.slice(3, 6)}-${local.slice(6)}`])
    expect((await page(`/customers?${new URLSearchParams({ q })}`, 'service')).text).toContain(customer.uuid);
  expect((await page('/customers', 'viewer')).status).toBe(200);
  await leaveStore(site, 'sales', 'raam');
  expect((await page(`/customers/${customer.uuid}`, 'sales')).status).toBe(404);
});

test('two people edit one customer: untouched fields merge, the same field is asked about, a new e-mail is unproved', async () => {
  const { customer } = await signUp(site);
  const { uuid } = customer;
  await query(
    `update customers set first_name = 'נועה', last_name = 'לוי', email = 'a@example.com', email_verified_at = now() where uuid = $1`,
    [uuid],
  );
  const was = { firstName: 'נועה', lastName: 'לוי', email: 'a@example.com' };
  expect((await edit(uuid, was, { ...was, firstName: 'נעה' })).status).toBe(200);
  expect((await edit(uuid, was, { ...was, email: 'b@example.com' }, 'manager')).status).toBe(200);
  const [row] = await query('select first_name, email, email_verified_at, phone from customers where uuid = $1', [
    uuid,
  ]);
  expect(row).toMatchObject({ first_name: 'נעה', email: 'b@example.com', email_verified_at: null });
  expect(row.phone).toMatch(/^\+972/);
  const late = await edit(uuid, was, { ...was, firstName: 'דנה', phone: '050-0000000' });
  expect(late.status).toBe(409);
  expect((await query('select first_name from customers where uuid = $1', [uuid]))[0].first_name).toBe('נעה');
  expect((await edit(uuid, was, was, 'viewer')).status).toBe(403);
  const logged = await query(`select c.after from changes c where c.entity_uid = $1 and c.table_name = 'customers'`, [
    uuid,
  ]);
  expect(JSON.stringify(logged)).not.toContain('b@example.com');
});

test('a vehicle that was bought here and whose parts were looked for is one in the garage, and what there is none of reads so', async () => {
  const { uuid } = (await signUp(site)).customer;
  const goods = await piece(site.connection.pool);
  const purchase = await shopper(site.port).order(goods);
  await query(
    `insert into garage_vehicles (customer_uid, vehicle_uid, year, order_line_uid, unit)
     select $1::uuid, $2::uuid, null::int, uuid, 1 from order_lines where order_uid = $3 union all select $1, $2, 2026, null, null`,
    [uuid, goods.product, purchase.order.uuid],
  );
  type Page = { garage: { uuid: string }[] };
  const { data } = await readPage<Page>(site, cookies.get('manager') ?? '', `/customers/${uuid}`);
  expect(data.garage).toHaveLength(1);
  const text = (await page(`/customers/${uuid}`, 'manager')).text.replace(/<!-- -->/g, '');
  expect(text).toMatch(/>אין הזמנות, (?:אין [^<]*, )?אין [^<,]+ ואין [^<,]+\.</);
});

test('a person’s data is exported by who may, and who did is written', async () => {
  const { customer } = await signUp(site);
  await submit(`/customers/${customer.uuid}`, { _call: 'note', text: 'מעדיפה בקרים' }, 'service');
  const exported = (role: RoleKey) => act(site, cookies.get(role) ?? '', `/customers/${customer.uuid}`, 'export');
  expect((await exported('service')).status).toBe(403);
  // The demo's people have no factors to prove.
  await query(`update staff set email = 'dana@store.example' where email = 'dana@demo.example'`);
  const provedBefore = (time: string) => query(`update staff_sessions set proved_at = now() - $1::interval`, [time]);
  await provedBefore('16 minutes');
  expect((await exported('privacy')).data).toMatchObject({ ok: false, code: 'PROVE_AGAIN' });
  expect(await query(`select 1 from audit_log where command like 'customers.export%'`)).toEqual([]);
  await provedBefore('1 minute');
  expect((await exported('privacy')).data).toMatchObject({
    ok: true,
    result: { customer: { uuid: customer.uuid }, notes: [{ text: 'מעדיפה בקרים' }] },
  });
  const logged = await query(`select actor, details from audit_log where command like 'customers.export%'`);
  expect(logged).toMatchObject([{ details: { customer: customer.uuid } }]);
  expect(logged[0].actor).toMatch(/^staff:dana@/);
});

test('a customer is erased by two people, with what staff wrote of them', async () => {
  const { customer, phone } = await signUp(site);
  const { uuid } = customer;
  const mark = 'סימןייחודי';
  await query(`update customers set first_name = $2 where uuid = $1`, [uuid, mark]);
  await site.call({
    method: 'POST',
    path: '/api/contacts',
    body: { name: mark, phone, email: 'mark@example.com', message: mark },
  });
  const [lead] = await query('select uuid from leads where name = $1', [mark]);
  await submit(`/leads/${lead.uuid}`, { _call: 'mail', subject: mark, text: mark, seen: 'none' }, 'service');
  await submit(`/leads/${lead.uuid}`, { _call: 'close', reason: mark }, 'service');
  await submit(`/customers/${uuid}`, { _call: 'note', text: mark }, 'service');
  await query(
    `insert into tasks (entity_kind, entity_uid, title, created_by_uid) select 'customer', $1, $2, uuid from staff limit 1`,
    [uuid, mark],
  );

  const ask = { _call: 'erase', reason: 'ביקשה במייל' };
  expect((await submit(`/customers/${uuid}`, ask, 'manager')).status).toBe(403);
  const askReply = await submit(`/customers/${uuid}`, ask, 'privacy');
  expect(askReply.status).toBe(200);
  expect((await query('select erased_at from customers where uuid = $1', [uuid]))[0].erased_at).toBeNull();
  const [waiting] = await query(`select * from approvals where entity_uid = $1`, [uuid]);
  expect(waiting).toMatchObject({ call: 'customers.erase', status: 'waiting' });
  expect(waiting.summary).not.toContain(mark);
  expect((await submit(`/customers/${uuid}`, ask, 'owner')).status).toBe(409);
  // Who agrees is told to whose erasure; who may not erase reads no name.
  expect((await page('/approvals', 'owner')).text).toContain(mark);
  expect((await page('/approvals', 'manager')).text).not.toContain(mark);

  await expect(asSecond('manager', waiting.input)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await asSecond('owner', waiting.input);
  expect((await query('select erased_at from customers where uuid = $1', [uuid]))[0].erased_at).not.toBeNull();
  const tables = await query(
    `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const left: string[] = [];
  for (const { table_name: table } of tables)
    if ((await query(`select 1 from ${table} t where to_jsonb(t)::text like $1 limit 1`, [`%${mark}%`])).length > 0)
      left.push(table);
  // The mail that tells the store of the lead goes out first, as for an erasure by the customer.
  expect(left.filter((table) => table !== 'outbox')).toEqual([]);
  const mails = await query(`select about from outbox where to_jsonb(outbox)::text like $1`, [`%${mark}%`]);
  expect(mails.filter(({ about }) => !about.endsWith(' erased'))).toEqual([]);
  expect((await page(`/customers/${uuid}`, 'owner')).text).toContain('לקוח שנמחק');
});

test('who ordered without an account is found by phone, name or mail, taken out and erased as an account is, by two people', async () => {
  const phone = '052-3334455';
  const mark = 'סימןאורח';
  const shop = shopper(site.port);
  const customer = { first_name: mark, last_name: 'לוי', phone, email: 'guest-mark@example.com' };
  const paid = await shop.order(await piece(site.connection.pool), { customer });
  await pay(site.port, paid.page, CARDS.approved);
  await shop.ask(paid.secret);
  const empty = await shop.order(await piece(site.connection.pool), { customer });
  const order = paid.order.uuid;
  const cookie = (role: RoleKey) => cookies.get(role) ?? '';
  const search = async (q: string, role: RoleKey = 'privacy') =>
    (
      await readPage<{ guests: { uuid: string; orders: number; created_at: string }[] }>(
        site,
        cookie(role),
        `/customers?${new URLSearchParams({ q })}`,
      )
    ).data.guests;
  for (const q of [phone, '+972523334455', '523334455', mark, 'guest-mark@example.com'])
    expect(await search(q)).toMatchObject([{ uuid: empty.order.uuid, orders: 2 }]);
  // A customer since the first order, also where only the second has what is looked for.
  await query(`update orders set created_at = '2025-03-04T10:00:00Z' where uuid = $1`, [order]);
  await query(`update orders set email = 'other-mark@example.com' where uuid = $1`, [empty.order.uuid]);
  const first = new Date('2025-03-04T10:00:00Z');
  const [found] = await search('other-mark');
  expect(found).toMatchObject({ uuid: empty.order.uuid, orders: 2 });
  expect(new Date(found?.created_at ?? '')).toEqual(first);
  const { data } = await readPage<{ customer: { created_at: string } }>(
    site,
    cookie('owner'),
    `/guests/${empty.order.uuid}`,
  );
  expect(new Date(data.customer.created_at)).toEqual(first);
  await query(`update orders set email = 'guest-mark@example.com' where uuid = $1`, [empty.order.uuid]);
  await leaveStore(site, 'sales', 'raam');
  expect(await search(mark, 'sales')).toEqual([]);
  // Who has an account is found there.
  const { customer: other, phone: ofAccount } = await signUp(site);
  await query(`update orders set phone = $2 where uuid = $1`, [empty.order.uuid, `+972${ofAccount.slice(1)}`]);
  expect(await search(mark)).toMatchObject([{ uuid: order, orders: 1 }]);
  expect((await page(`/customers/${other.uuid}`, 'owner')).text).toContain(empty.order.number);
  await query(`update orders set phone = '+972523334455' where uuid = $1`, [empty.order.uuid]);

  const path = `/guests/${order}`;
  expect((await page(path, 'privacy')).text).toContain('guest-mark@example.com');
  const exported = (role: RoleKey) => act(site, cookie(role), path, 'export');
  expect((await exported('service')).status).toBe(403);
  const { result } = (await exported('privacy')).data;
  const { orders } = result as { orders: { order: { uuid: string } }[] };
  expect(orders.map((one) => one.order.uuid).sort()).toEqual([order, empty.order.uuid].sort());

  // Free words of staff, and of the program.
  const owner = cookie('owner');
  await act(site, owner, `/orders/${order}`, 'refund', { total: 1, reason: mark });
  await act(site, owner, `/orders/${empty.order.uuid}`, 'cancel', { reason: mark });
  // As the job does once the payment page is closed.
  await query(`update payments set status = 'cancelled' where order_uid = $1`, [empty.order.uuid]);
  await query(`update orders set status = 'cancelled', payment_status = 'cancelled' where uuid = $1`, [
    empty.order.uuid,
  ]);
  await act(site, owner, `/orders/${order}`, 'note', { text: mark });
  await shop.post('/api/contacts', { type: 'cancellation', source: 'cancellation', name: mark, phone, message: mark });
  expect(await query('select 1 as one from refunds where reason = $1', [mark])).toHaveLength(1);
  const ask = { _call: 'erase', reason: 'ביקש בטלפון' };
  expect((await submit(path, ask, 'manager')).status).toBe(403);
  expect((await submit(path, ask, 'privacy')).status).toBe(200);
  expect((await submit(`/guests/${empty.order.uuid}`, ask, 'privacy')).status).toBe(409);
  const [waiting] = await query(`select * from approvals where call = 'guests.erase'`);
  expect(waiting.summary).not.toContain(mark);
  expect((await page('/approvals', 'owner')).text).toContain(mark);
  expect((await query('select erased_at from orders where uuid = $1', [order]))[0].erased_at).toBeNull();
  expect((await act(site, owner, '/approvals', 'approve', { approval: waiting.uuid })).data.ok).toBe(true);
  expect((await page('/approvals', 'owner')).text).not.toContain(mark);

  expect(await search(mark)).toEqual([]);
  expect((await page(path, 'privacy')).text).toContain('לקוח שנמחק');
  const tables = await query(
    `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const left: string[] = [];
  for (const { table_name: table } of tables)
    if ((await query(`select 1 from ${table} t where to_jsonb(t)::text like $1 limit 1`, [`%${mark}%`])).length > 0)
      left.push(table);
  // A paid order, its invoice and the notice of its cancellation stay seven years; what is still to be sent about it
  // goes out first.
  expect(left.filter((table) => table !== 'outbox').sort()).toEqual(['documents', 'leads', 'orders']);
  expect(await query('select uuid from orders where first_name = $1', [mark])).toEqual([{ uuid: order }]);

  // Whoever has the phone next, as a guest and with an account, is another person.
  await query(
    'insert into notes (entity_kind, entity_uid, staff_uid, text) select $1, $2, uuid, $3 from staff limit 1',
    [...['order', order, mark]],
  );
  const next = await shop.order(await piece(site.connection.pool), {
    customer: { first_name: 'רותם', last_name: 'כהן', phone, email: 'next@example.com' },
  });
  const seen = async (path: string) => {
    const taken = await act(site, cookie('privacy'), path, 'export');
    const shown = await readPage<object>(site, owner, path);
    return [taken.data, shown.data].map((part) => JSON.stringify(part));
  };
  const asGuest = await seen(`/guests/${next.order.uuid}`);
  const account = await signUp(site, caller(site), '0523334455');
  for (const part of [...asGuest, ...(await seen(`/customers/${account.customer.uuid}`))]) {
    expect(part).toContain(next.order.number);
    for (const former of [mark, paid.order.number, empty.order.number]) expect(part).not.toContain(former);
  }
});
