import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Permission } from '#domain/people/permissions.ts';
import { API, apiCalls, apiPermissions } from '#server/office/api-keys/api-calls.ts';
import { CALLS_OF_A_KEY_A_MINUTE } from '#server/platform/limit-policies.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { act, readPage, signInAs } from '../support/office.ts';
import { CARDS, pay, piece, shopper } from '../support/purchase.ts';

// Programs call the office with a key. Every call that a key can make, against keys that may not, and one day of an
// ERP.

let site: TestApp;
let owner: string;
let stores: Record<string, string>;
beforeAll(async () => {
  site = await startApp({ office: true });
  owner = await signInAs(site, 'owner');
  const rows = await query('select key, uuid from stores');
  stores = Object.fromEntries(rows.map(({ key, uuid }) => [key, uuid]));
});
afterAll(() => site.close());

const query = async (sql: string, values: unknown[] = []) => (await site.connection.pool.query(sql, values)).rows;
const NEXT_YEAR = new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10);
let keys = 0;

type Wanted = { permissions?: Permission[]; stores?: string[]; refund?: number; name?: string; until?: string };
const ask = (cookie: string, wanted: Wanted = {}) =>
  act(site, cookie, '/keys', 'createKey', {
    name: `ERP ${++keys}`,
    permissions: apiPermissions,
    stores: [stores.raam],
    refund: 0,
    until: NEXT_YEAR,
    ...wanted,
  });
async function newKey(wanted: Wanted = {}): Promise<string> {
  const { data } = await ask(owner, wanted);
  return (data.result as { key: string }).key;
}

type Sent = { method?: string; body?: unknown; host?: string; headers?: Record<string, string> };
const call = (key: string | null, path: string, { method, body, host = 'office.localhost', headers }: Sent = {}) =>
  site.call({
    host,
    path: `${API}${path}`,
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers },
    ...(body !== undefined && { body }),
  });

/** An order of two pieces and what it was made of, paid. */
async function paidOrder(store = 'raam') {
  const goods = await piece(site.connection.pool, { store, stock: 6 });
  const made = await shopper(site.port, store).order(goods, { quantity: 2 });
  await pay(site.port, made.page, CARDS.approved);
  return { uuid: made.order.uuid as string, goods };
}

describe('who may not', () => {
  /** Real rows, so that a key that may not is told nothing of them. */
  let rows: Record<string, string>;
  beforeAll(async () => {
    const order = await paidOrder('noam');
    const [lead] = await query(
      `insert into leads (store_uid, kind, source, name, phone) values ($1, 'contact', 'contact', 'א', '+972501234567') returning uuid`,
      [stores.noam],
    );
    const { product, variant } = order.goods;
    rows = { order: order.uuid, product, variant, lead: lead.uuid };
  });
  const addressOf = (path: string) => path.replace(/:(\w+)/g, (_, name) => rows[name] ?? '');
  const bodies: Record<string, unknown> = {
    refund: { total: 1, reason: 'בדיקה' },
    price: { was: { price: '1', onRequest: 'no' }, price: '2' },
    count: { was: 1, counted: 2, reason: 'בדיקה' },
    receive: { received: 1 },
  };

  test.each(
    apiCalls.map(({ method, path, call: { options } }) => [`${method} ${path}`, method, path, options] as const),
  )('%s', async (_name, method, path, { permission }) => {
    const sent: Sent = { method, ...(method === 'POST' && { body: bodies[path.split('/').at(-1) ?? ''] ?? {} }) };
    const at = addressOf(path);
    const others = apiPermissions.filter((one) => one !== permission);
    expect((await call(null, at, sent)).status).toBe(401);
    expect((await call('ofk_0000000000000000000000000000000000000000000', at, sent)).status).toBe(401);
    // A person's cookie is none, and a shop's host has no such address.
    expect((await call(null, at, { ...sent, headers: { cookie: owner } })).status).toBe(401);
    const whole = await keyFor('whole', {});
    expect((await call(whole, at, { ...sent, host: 'raam.localhost' })).status).toBe(404);
    expect((await call(await keyFor('revoked', {}), at, sent)).status).toBe(401);
    expect((await call(await keyFor('ended', {}), at, sent)).status).toBe(401);
    if (!permission) return;
    const without = await keyFor(`without ${permission}`, { permissions: others, stores: [stores.noam as string] });
    expect((await call(without, at, sent)).status).toBe(403);
    // The rows are of another store than the key's.
    if (path.includes(':')) expect((await call(whole, at, sent)).status).toBe(404);
    else expect((await call(whole, at, sent)).text).not.toContain(rows.order);
    // A page of another site.
    if (method === 'POST')
      expect((await call(whole, at, { ...sent, headers: { origin: 'https://evil.example' } })).status).toBe(403);
  });

  const made = new Map<string, string>();
  async function keyFor(kind: string, wanted: Wanted): Promise<string> {
    const known = made.get(kind);
    if (known) return known;
    const key = await newKey(wanted);
    const hint = key.slice(-4);
    if (kind === 'revoked') {
      const [row] = await query('select uuid from api_keys where hint = $1', [hint]);
      await act(site, owner, '/keys', 'revokeKey', { key: row.uuid });
    }
    if (kind === 'ended') await query('update api_keys set expires_at = now() where hint = $1', [hint]);
    made.set(kind, key);
    return key;
  }
});

test('one day of an ERP: it finds an order, ships it with its number, counts and prices; all in the key’s name, and undone as any other', async () => {
  const order = await paidOrder();
  const key = await newKey({ name: 'פריוריטי' });
  expect((await call(key, '')).json()).toMatchObject({ name: 'פריוריטי', stores: [{ key: 'raam' }] });

  const found = (await call(key, '/orders?status=accepted')).json<{ orders: { uuid: string }[] }>();
  expect(found.orders.map(({ uuid }) => uuid)).toContain(order.uuid);
  const whole = (await call(key, `/orders/${order.uuid}`)).json<{ lines: { uuid: string; sku: string }[] }>();
  expect(JSON.stringify(whole)).not.toMatch(/note|timeline|consent/);

  expect((await call(key, `/orders/${order.uuid}/advance`, { body: { from: 'accepted' } })).status).toBe(200);
  const parcel = {
    carrier: 'חברת שליחויות',
    tracking: 'IL-77',
    lines: [{ line: whole.lines[0]?.uuid, quantity: 1 }],
  };
  const once = { 'idempotency-key': 'parcel-1' };
  expect((await call(key, `/orders/${order.uuid}/ship`, { body: parcel, headers: once })).json()).toMatchObject({
    repeated: false,
  });
  expect((await call(key, `/orders/${order.uuid}/ship`, { body: parcel, headers: once })).json()).toMatchObject({
    repeated: true,
  });
  const shipped = (await call(key, `/orders/${order.uuid}`)).json();
  expect(shipped).toMatchObject({ shipments: [{ tracking: 'IL-77', lines: [{ quantity: 1 }] }] });

  const { variants } = (await call(key, `/stock?q=${whole.lines[0]?.sku}`)).json<{
    variants: { uuid: string; stock: number; product: string }[];
  }>();
  const [variant] = variants;
  expect(variant).toMatchObject({ uuid: order.goods.variant, stock: 4 });
  const count = (was: number) =>
    call(key, `/stock/${variant?.uuid}/count`, { body: { was, counted: 9, reason: 'ספירה' } });
  expect((await count(3)).status).toBe(409);
  expect((await count(4)).json()).toMatchObject({ message: expect.stringContaining('9') });
  expect((await call(key, `/stock/${variant?.uuid}/receive`, { body: { received: 2 } })).status).toBe(200);
  expect((await call(key, `/stock/${variant?.uuid}`)).json()).toMatchObject({ stock: 11 });
  // Where branches have some of it, a count without a place is of the rest, which the reply tells.
  const [branch] = await query(
    `insert into branch_stock (variant_uid, branch_uid, pieces, low_stock)
     select $1, b.uuid, 3, 2 from branches b join branch_stores l on l.branch_uid = b.uuid join stores s on s.uuid = l.store_uid
     where s.key = 'raam' order by b.position limit 1 returning branch_uid as uuid, pieces`,
    [variant?.uuid],
  );
  const split = { stock: 11, warehouse: 8, branches: [{ ...branch, name: expect.any(String) }] };
  expect((await call(key, `/stock/${variant?.uuid}`)).json()).toMatchObject(split);
  expect((await call(key, `/stock?q=${whole.lines[0]?.sku}`)).json()).toMatchObject({ variants: [split] });
  expect((await count(11)).status).toBe(409);
  expect((await count(8)).status).toBe(200);
  expect((await call(key, `/stock/${variant?.uuid}`)).json()).toMatchObject({ stock: 12, warehouse: 9 });
  expect(
    (
      await call(key, `/stock/${variant?.uuid}/count`, {
        body: { at: branch?.uuid, was: 3, counted: 1, reason: 'ספירה' },
      })
    ).status,
  ).toBe(200);
  expect((await call(key, `/stock/${variant?.uuid}`)).json()).toMatchObject({ stock: 10, warehouse: 9 });

  const [{ name, price }] = await query('select name, price_agorot / 100 as price from products where uuid = $1', [
    variant?.product,
  ]);
  const priced = (was: unknown, now: unknown, more = {}) =>
    call(key, `/products/${variant?.product}/price`, {
      body: { was: { price: was, onRequest: 'no' }, price: now, ...more },
    });
  const dear = Number(price) * 3;
  // A jump is a mistake until somebody says that it isn't, also from a program.
  const refused = await priced(Number(price), dear);
  expect(refused).toMatchObject({ status: 400 });
  expect(refused.json()).toMatchObject({ fields: [{ path: 'confirmed' }] });
  expect((await priced(Number(price), dear, { confirmed: true })).status).toBe(200);
  const listed = (await call(key, `/products?q=${encodeURIComponent(name)}`)).json<{ products: unknown[] }>();
  expect(listed.products[0]).toMatchObject({ uuid: variant?.product, price: dear });

  const log = await query(
    `select uuid, actor, actor_kind, command from audit_log where actor_kind = 'api' order by created_at`,
  );
  expect(log.map(({ command }) => command.split(' ')[0])).toEqual([
    'orders.advance',
    'orders.ship',
    'stock.count',
    'stock.receive',
    'stock.count',
    'stock.count',
    'products.price',
  ]);
  expect(new Set(log.map(({ actor }) => actor))).toEqual(new Set(['api:פריוריטי']));
  const undone = await act(site, owner, `/changes/${log.at(-1)?.uuid}`, 'undo', { reason: 'טעות' });
  expect(undone).toMatchObject({ status: 200, data: { ok: true } });
  expect(
    (await query('select price_agorot / 100 as price from products where uuid = $1', [variant?.product]))[0],
  ).toEqual({ price });
});

test('an empty text is no number: no stock of 0, no sum of 0, and no filter', async () => {
  const { uuid, goods } = await paidOrder();
  const key = await newKey({ refund: 100_000 });
  const count = await call(key, `/stock/${goods.variant}/count`, { body: { was: 4, counted: '', reason: 'סנכרון' } });
  expect([count.status, count.json()]).toEqual([
    400,
    expect.objectContaining({ fields: [expect.objectContaining({ path: 'counted' })] }),
  ]);
  expect((await call(key, `/stock/${goods.variant}`)).json()).toMatchObject({ stock: 4 });
  const [{ uuid: line }] = await query('select uuid from order_lines where order_uid = $1', [uuid]);
  const lines = [{ line, quantity: 1, amount: '' }];
  const body = { lines, total: goods.price / 100, reason: 'החזרה' };
  expect((await call(key, `/orders/${uuid}/refund`, { body })).status).toBe(200);
  expect(
    await query('select amount_agorot::int as agorot from refund_lines where order_line_uid = $1', [line]),
  ).toEqual([{ agorot: goods.price }]);
  const found = (await call(key, '/orders?max=&min=&store=')).json<{ orders: { uuid: string }[] }>();
  expect(found.orders.map((order) => order.uuid)).toContain(uuid);
});

test('a parcel that names a line twice is refused', async () => {
  const { uuid } = await paidOrder();
  const [{ uuid: line }] = await query('select uuid from order_lines where order_uid = $1', [uuid]);
  const body = { carrier: 'חברת שליחויות', lines: [1, 1].map((quantity) => ({ line, quantity })) };
  const refused = await call(await newKey(), `/orders/${uuid}/ship`, { body });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('אותה שורה מופיעה פעמיים')]);
  expect(await query('select 1 from shipments where order_uid = $1', [uuid])).toEqual([]);
});

test('inquiries are read, of the key’s stores alone', async () => {
  const add = (store: string) =>
    query(
      `insert into leads (store_uid, kind, source, name, phone, message) values ($1, 'general', 'contact', 'רות', '+972501234567', $2) returning uuid`,
      [stores[store], `הודעה של ${store}`],
    );
  const [own] = await add('raam');
  await add('noam');
  const key = await newKey({ permissions: ['leads.read'] });
  const { leads } = (await call(key, `/leads?q=${encodeURIComponent('רות')}`)).json<{ leads: { message: string }[] }>();
  expect(leads.map(({ message }) => message)).toEqual(['הודעה של raam']);
  expect((await call(key, `/leads/${own.uuid}`)).json()).toMatchObject({ message: 'הודעה של raam', answers: [] });
});

test('money goes back up to the key’s limit; above it nothing is done and nobody is asked', async () => {
  const order = await paidOrder();
  const key = await newKey({ refund: 100 });
  const refund = (total: number, id: string) =>
    call(key, `/orders/${order.uuid}/refund`, { body: { total, reason: 'החזרה' }, headers: { 'idempotency-key': id } });
  expect((await refund(100.01, 'a')).status).toBe(403);
  expect((await refund(60, 'b')).status).toBe(200);
  expect((await refund(60, 'b')).json()).toMatchObject({ repeated: true });
  // What it gave back of the order before counts.
  expect((await refund(60, 'c')).status).toBe(403);
  const given = await query(
    `select r.amount_agorot::int as agorot from refunds r join payments p on p.uuid = r.payment_uid where p.order_uid = $1`,
    [order.uuid],
  );
  expect(given).toEqual([{ agorot: 6_000 }]);
  expect(await query('select 1 from approvals where entity_uid = $1', [order.uuid])).toEqual([]);
});

test('the fee that a refund keeps is in shekels, as its other sums', async () => {
  const { uuid, goods } = await paidOrder();
  const key = await newKey({ refund: 100_000 });
  const refund = (fee: number) =>
    call(key, `/orders/${uuid}/refund`, { body: { total: goods.price / 100 - fee, fee, reason: 'הודעת ביטול' } });
  const fees = () =>
    query(
      'select r.fee_agorot::int as fee from refunds r join payments p on p.uuid = r.payment_uid where p.order_uid = $1',
      [uuid],
    );
  expect((await refund(8_450)).status).toBe(400);
  expect((await refund(84.5)).status).toBe(200);
  expect(await fees()).toEqual([{ fee: 8_450 }]);
});

test('several keys of one maker have one limit', async () => {
  const order = await paidOrder();
  const refund = async (key: string, total: number, id: string) =>
    (
      await call(key, `/orders/${order.uuid}/refund`, {
        body: { total, reason: 'החזרה' },
        headers: { 'idempotency-key': `several ${id}` },
      })
    ).status;
  const keys = [await newKey({ refund: 100 }), await newKey({ refund: 100 })] as const;
  expect(await refund(keys[0], 60, 'a')).toBe(200);
  expect(await refund(keys[1], 60, 'b')).toBe(403);
  expect(await refund(keys[1], 40, 'c')).toBe(200);
  expect(await refund(keys[0], 1, 'd')).toBe(403);
});

test('a key is made by who may, with no more than they have, shown once, and ends with its maker', async () => {
  const [{ uuid: role }] = await query(
    `insert into roles (name, permissions, refund_limit_agorot, discount_limit_bp)
     values ('חיבורים', '{keys.edit,orders.read,orders.refund}', 5000, 0) returning uuid`,
  );
  const cookie = await signInAs(site, 'warehouse');
  const [{ uuid: person }] = await query(
    `select sr.staff_uid as uuid from staff_roles sr join roles r on r.uuid = sr.role_uid where r.key = 'warehouse' limit 1`,
  );
  expect((await ask(cookie)).status).toBe(403);
  await query('delete from staff_roles where staff_uid = $1', [person]);
  await query('insert into staff_roles (staff_uid, role_uid, store_uid) values ($1, $2, $3)', [
    person,
    role,
    stores.raam,
  ]);

  const permissions: Permission[] = ['orders.read', 'orders.refund'];
  expect((await ask(cookie, { permissions: ['orders.read', 'stock.edit'] })).status).toBe(403);
  expect((await ask(cookie, { permissions, stores: [stores.noam as string] })).status).toBe(404);
  expect((await ask(cookie, { permissions, refund: 50.01 })).status).toBe(403);
  expect((await ask(cookie, { permissions, until: '2020-01-01' })).status).toBe(400);
  expect((await ask(owner, { permissions: ['settings.edit'] })).status).toBe(400);
  const made = await ask(cookie, { permissions, refund: 50, name: 'ERP של המחסן' });
  const { key } = made.data.result as { key: string };
  expect((await ask(cookie, { permissions, name: 'erp של המחסן' })).status).toBe(400);

  // Nothing of it is kept, shown again or logged.
  const page = await readPage<{ keys: { uuid: string; hint: string; name: string }[] }>(site, cookie, '/keys');
  const shown = page.data.keys.find(({ name }) => name === 'ERP של המחסן');
  expect(shown).toMatchObject({ hint: key.slice(-4) });
  expect(JSON.stringify(page.data)).not.toContain(key);
  const everywhere = await query(
    `select (select json_agg(k)::text from api_keys k) || (select json_agg(a)::text from audit_log a) || (select json_agg(c)::text from changes c) as text`,
  );
  expect(everywhere[0].text).not.toContain(key);
  expect(everywhere[0].text).toContain('keys.create');

  // What it gives back counts towards its maker's own limit.
  const order = await paidOrder();
  const refund = { total: 40, reason: 'החזרה' };
  expect((await call(key, `/orders/${order.uuid}/refund`, { body: refund })).status).toBe(200);
  const more = await act(site, cookie, `/orders/${order.uuid}`, 'refund', { ...refund, lines: [], total: 20 });
  expect(more.data.message).toContain('לאישור');

  const reads = async () => (await call(key, '/orders')).status;
  expect(await reads()).toBe(200);
  expect((await query(`select last_used_at from api_keys where name = 'ERP של המחסן'`))[0].last_used_at).not.toBeNull();
  await query(`update roles set permissions = '{keys.edit}' where uuid = $1`, [role]);
  expect(await reads()).toBe(403);
  await query(`update roles set permissions = '{keys.edit,orders.read}' where uuid = $1`, [role]);
  expect(await reads()).toBe(200);
  await query(`update staff set status = 'disabled' where uuid = $1`, [person]);
  expect(await reads()).toBe(401);
});

test('calls of a key are counted; the description names every call', async () => {
  const key = await newKey();
  const described = (await call(key, '/openapi.json')).json<{ paths: Record<string, Record<string, unknown>> }>();
  const told = Object.entries(described.paths).flatMap(([path, calls]) =>
    Object.keys(calls).map(
      (method) => `${method.toUpperCase()} ${path.slice(API.length).replace(/\{(\w+)\}/g, ':$1')}`,
    ),
  );
  expect(told.sort()).toEqual(apiCalls.map(({ method, path }) => `${method} ${path}`).sort());
  expect(described.paths[`${API}/orders/{order}/ship`]?.post).toMatchObject({
    requestBody: { content: { 'application/json': { schema: { properties: { tracking: { type: 'string' } } } } } },
  });
  let last = await call(key, '/no-such-call');
  expect(last.status).toBe(404);
  for (let left = CALLS_OF_A_KEY_A_MINUTE - 2; left > 0; left -= 20)
    [last] = (await Promise.all(Array.from({ length: Math.min(20, left) }, () => call(key, '/no-such-call')))) as [
      typeof last,
    ];
  expect(last.status).toBe(404);
  expect((await call(key, '')).status).toBe(429);
  expect((await call(await newKey(), '')).status).toBe(200);
});
