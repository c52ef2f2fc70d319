import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#db/client.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { runCommand } from '../../../tests/support/run-command.ts';
import type { Command } from '../../command.ts';
import { commands } from '../../commands.ts';
import { actAs, commandActor } from '../../operator.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.close());

type Json = Record<string, unknown>;

const run = async (name: string, args: string[] = [], options: Record<string, string | boolean> = {}) =>
  runCommand(site, (await commands[name]?.()) as Command, args, options);
const query = async (sql: string, values: unknown[] = []) => (await site.connection.pool.query(sql, values)).rows;
const newest = async (options: Record<string, string> = {}): Promise<Json> => {
  const { json } = await run('changes list', [], { ...options, limit: '1' });
  return (json as Json[])[0] as Json;
};

test('who set the stock is listed, shown with before and after, and undone', async () => {
  actAs('דנה');
  const [variant] = await query('select sku, stock, product_uid from variants where stock > 1 order by sku limit 1');
  await run('stock set', [variant.sku, '77']);
  const operation = await newest({ entity: `sku:${variant.sku}`, actor: 'דנה' });
  expect(operation).toMatchObject({
    actor: 'operator:דנה',
    actor_kind: 'command',
    command: 'stock set',
    rows: { 'variants update': 1 },
    undone_by: null,
  });
  expect(operation.details).toMatchObject({ sku: variant.sku, before: variant.stock, after: 77 });
  const shown = (await run('changes show', [String(operation.uuid).slice(0, 10)])).json as Json;
  expect(shown.changes).toEqual([
    {
      table: 'variants',
      row: variant.sku,
      key: { uuid: expect.any(String) },
      operation: 'update',
      before: { stock: variant.stock },
      after: { stock: 77 },
    },
  ]);
  expect(await run('changes undo', [String(operation.uuid)], { reason: 'נספר שוב' })).toMatchObject({
    json: { rows: 1 },
  });
  expect(await query('select stock from variants where sku = $1', [variant.sku])).toEqual([{ stock: variant.stock }]);
  const undo = await newest({ entity: `sku:${variant.sku}` });
  expect(undo).toMatchObject({ command: 'changes undo', undoes: operation.uuid, reason: 'נספר שוב' });
  await expect(run('changes undo', [String(operation.uuid)])).rejects.toThrow('is undone already');
  // An undo is an ordinary change.
  expect((await run('changes undo', [String(undo.uuid)])).failed).toBeUndefined();
  expect(await query('select stock from variants where sku = $1', [variant.sku])).toEqual([{ stock: 77 }]);
});

test('a piece that is sold while stock is put back is a conflict, and no piece is sold twice', async () => {
  const [variant] = await query('select uuid, sku from variants order by sku limit 1 offset 3');
  await run('stock set', [variant.sku, '50']);
  const operation = await newest({ entity: `sku:${variant.sku}` });
  const sale = await site.connection.pool.connect();
  await sale.query('begin');
  await sale.query('update variants set stock = stock - 1 where uuid = $1', [variant.uuid]);
  const undoing = run('changes undo', [String(operation.uuid)]);
  await expect
    .poll(() => query(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
    .toHaveLength(1);
  await sale.query('commit');
  sale.release();
  expect((await undoing).json).toMatchObject({ undone: null, conflicts: [{ field: 'stock', made: 50, now: 49 }] });
  expect(await query('select stock from variants where uuid = $1', [variant.uuid])).toEqual([{ stock: 49 }]);
});

test('what has another value since is listed by field with who wrote it, and nothing is put back', async () => {
  actAs('אבי');
  const skus = (await query('select sku from variants order by sku limit 2 offset 10')).map(({ sku }) => sku);
  const work = connect(site.deps.env.DATABASE_URL ?? '', { max: 1, actor: commandActor('prices') });
  await work.pool.query('update variants set price_agorot = 12300, weight_g = 7 where sku = any($1)', [skus]);
  await work.close();
  const operation = await newest({ entity: `sku:${skus[0]}` });
  actAs('רות');
  const other = connect(site.deps.env.DATABASE_URL ?? '', { max: 1, actor: commandActor('prices') });
  await other.pool.query('update variants set price_agorot = 45600 where sku = $1', [skus[1]]);
  await other.close();
  const outcome = await run('changes undo', [String(operation.uuid)]);
  expect(outcome.failed).toBe(true);
  expect((outcome.json as Json).conflicts).toMatchObject([
    {
      table: 'variants',
      row: skus[1],
      field: 'price_agorot',
      made: 12300,
      now: 45600,
      by: expect.stringMatching(/^operator:רות, prices/),
    },
  ]);
  expect(
    await query('select price_agorot::int as price from variants where sku = any($1) order by sku', [skus]),
  ).toEqual([{ price: 12300 }, { price: 45600 }]);
});

test('what was made is taken out again, unless something uses it; what was deleted comes back whole', async () => {
  actAs('דנה');
  await run('coupons create', ['raam', 'UNDO10'], { percent: '10', name: 'לביטול' });
  const operation = await newest({ store: 'raam' });
  expect(operation.rows).toEqual({ 'coupons insert': 1, 'sales insert': 1 });
  const [{ uuid: coupon }] = await query(`select uuid from coupons where code = 'UNDO10'`);
  const [{ uuid: order }] = await query(
    `insert into orders (store_uid, number, secret_hash, payment_method, first_name, last_name, phone, email, lines_agorot, total_agorot, due_agorot, terms_accepted_at)
     select uuid, 'T-1', 't-1', 'card', '', '', '', '', 1, 1, 1, now() from stores where key = 'raam' returning uuid`,
  );
  await query(`insert into order_discounts (order_uid, sale_name, coupon_uid, amount_agorot) values ($1, 'x', $2, 1)`, [
    order,
    coupon,
  ]);
  expect(((await run('changes undo', [String(operation.uuid)])).json as Json).conflicts).toMatchObject([
    { table: 'coupons', reason: 'is used by order_discounts' },
  ]);
  await query('delete from orders where uuid = $1', [order]);
  await run('changes undo', [String(operation.uuid)]);
  expect(await query(`select 1 from sales where name = 'לביטול'`)).toEqual([]);

  const everything = `select to_jsonb(s) - 'updated_at' as product, array(select l::text from product_specs l where l.product_uid = s.uuid order by position) as specs from products s where slug = $1`;
  const [{ slug }] = await query(
    `select slug from products p where exists (select from product_specs where product_uid = p.uuid) and exists (select from collection_products where product_uid = p.uuid) order by slug limit 1`,
  );
  const before = (await query(everything, [slug]))[0];
  const documents = await query('select count(*) from search_documents');
  const byHand = connect(site.deps.env.DATABASE_URL ?? '', { max: 1, actor: commandActor('by hand') });
  await byHand.pool.query('delete from products where slug = $1', [slug]);
  await byHand.close();
  const gone = await newest({ entity: `product:${slug}` });
  expect(gone).toMatchObject({ command: 'by hand', rows: { 'products delete': 1 } });
  await run('changes undo', [String(gone.uuid)]);
  const after = (await query(everything, [slug]))[0];
  expect(after).toEqual(before);
  expect(await query('select count(*) from search_documents')).toEqual(documents);
});

test('a store’s gate is closed again without its password leaving the table; people’s records are not undone', async () => {
  await run('stores set-status', ['zik', 'under_construction'], { code: 'first' });
  await run('stores set-status', ['zik', 'open'], { code: 'second' });
  const operation = await newest({ store: 'zik' });
  const shown = JSON.stringify((await run('changes show', [String(operation.uuid)])).json);
  expect(shown).toContain('"gate_hash":"•••"');
  expect((await run('changes undo', [String(operation.uuid)])).json).toMatchObject({ kept: ['stores.gate_hash'] });
  expect(await query(`select status from stores where key = 'zik'`)).toEqual([{ status: 'under_construction' }]);

  const byHand = connect(site.deps.env.DATABASE_URL ?? '', { max: 1, actor: commandActor('by hand') });
  await byHand.pool.query(
    `insert into customers (store_uid, phone, first_name) select uuid, '+972501112233', 'פלונית' from stores where key = 'raam'`,
  );
  await byHand.pool.query(`update customers set first_name = 'אלמונית'`);
  await byHand.close();
  const people = await newest();
  expect(JSON.stringify((await run('changes show', [String(people.uuid)])).json)).not.toMatch(/פלונית|אלמונית|50111/);
  await expect(run('changes undo', [String(people.uuid)])).rejects.toThrow('customers');
  // Nor what a role may: a permission that was taken away doesn't come back by itself.
  const again = connect(site.deps.env.DATABASE_URL ?? '', { max: 1, actor: commandActor('by hand') });
  await again.pool.query(
    `insert into roles (key, name, permissions) values ('own', 'משלנו', '{orders.read,orders.refund}')`,
  );
  await again.pool.query(`update roles set permissions = '{orders.read}' where key = 'own'`);
  await again.close();
  const role = await newest();
  await expect(run('changes undo', [String(role.uuid)])).rejects.toThrow('roles');
  expect(await query(`select permissions from roles where key = 'own'`)).toEqual([{ permissions: ['orders.read'] }]);
});

/** Commands that change nothing and export no personal data. */
const READ_ONLY = [
  ...[
    'documents check',
    'changes list',
    'changes show',
    'check',
    'coupons list',
    'customers find',
    'orders list',
    'orders show',
    'outbox list',
  ],
  ...['redirects misses', 'reviews list', 'doctor', 'export'],
];
/**
 * Commands that need a gateway, a backup or a disposable store: `payments.test.ts`, `backup.test.ts` and
 * `living-shop.test.ts` check their rows.
 */
const ELSEWHERE = [
  ...['orders capture', 'orders payment-link', 'orders refund', 'reviews resolve', 'backup', 'restore', 'changes undo'],
  ...['import', 'subscribers send', 'customers erase', 'settlements import', 'stores delete'],
];
const changingCommands: Record<string, () => Promise<[string[], Record<string, string | boolean>?]>> = {
  'stock set': async () => [[(await query('select sku from variants order by sku limit 1'))[0].sku, '3']],
  'coupons create': async () => [['raam', 'EVERY1'], { percent: '5', name: 'לכולם' }],
  'products unpublish': async () => [[(await query('select slug from products order by slug limit 1'))[0].slug]],
  'products publish': async () => [[(await query('select slug from products order by slug limit 1'))[0].slug]],
  'stores set-status': async () => [['gal', 'closed']],
  'orders advance': async () => [[await anOrder('T-2', 'accepted')]],
  'orders cancel': async () => [[await anOrder('T-3', 'accepted')]],
  'outbox retry': async () => {
    await query(
      `insert into outbox (channel, recipient, body, gave_up_at) values ('email', 'a@example.com', 'x', now())`,
    );
    return [[]];
  },
  'staff invite': async () => [['dina@example.com'], { name: 'דינה', role: 'owner' }],
  'bookings list': async () => [[]],
  'bookings move': async () => [[await aBooking(3), await inDays(4), '11:00'], { 'outside-hours': true }],
  'bookings cancel': async () => [[await aBooking(5)]],
  'documents export': async () => [[]],
  'leads export': async () => [[]],
  'leads webhook': async () => [['raam']],
  'subscribers export': async () => [[]],
};

const inDays = async (days: number): Promise<string> =>
  (await query(`select to_char(now() + make_interval(days => $1), 'YYYY-MM-DD') as day`, [days]))[0].day;

async function aBooking(days: number): Promise<string> {
  const [row] = await query(
    `insert into bookings (store_uid, branch_uid, service, starts_at, ends_at, seat, name, phone, secret_hash)
     select s.uuid, b.branch_uid, 'SERVICE', date_trunc('hour', now()) + make_interval(days => $1), date_trunc('hour', now()) + make_interval(days => $1, hours => 1), 0,
       'א', '+9725012345' || $1 || '7', 'booking ' || $1 from stores s join branch_stores b on b.store_uid = s.uuid where s.key = 'raam' limit 1 returning uuid`,
    [days],
  );
  return row.uuid;
}

async function anOrder(number: string, status: string): Promise<string> {
  await query(
    `insert into orders (store_uid, number, secret_hash, status, payment_status, payment_method, first_name, last_name, phone, email, lines_agorot, total_agorot, due_agorot, hold_until, terms_accepted_at)
     select uuid, $1, $1, $2, 'paid', 'card', 'א', 'ב', '+972501234567', 'a@example.com', 1, 1, 1, null, now() from stores where key = 'raam'`,
    [number, status],
  );
  return number;
}

test('every command that changes something, or lets personal data out, leaves its row', async () => {
  actAs('נועה');
  const coveredNames = [...READ_ONLY, ...ELSEWHERE, ...Object.keys(changingCommands)];
  expect(Object.keys(commands).filter((name) => !coveredNames.includes(name))).toEqual([]);
  for (const [name, prepare] of Object.entries(changingCommands)) {
    await run(name, ...(await prepare()));
    expect([name, await newest()]).toEqual([name, expect.objectContaining({ command: name, actor: 'operator:נועה' })]);
  }
  const last = await newest({ entity: 'order:T-2' });
  expect(Object.keys(last.rows as object)).toContain('orders update');
});

test('an import is one change, which is undone as a whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prices-'));
  const rows = await query(
    `select slug, price_agorot::int as price from products where kind = 'ACCESSORY' order by slug limit 40`,
  );
  const list = async () =>
    query(`select slug, price_agorot::int as price from products where slug = any($1) order by slug`, [
      rows.map(({ slug }) => slug),
    ]);
  await mkdir(join(folder, 'catalogue'));
  const lines = rows.map(({ slug, price }) => `${slug},${(price + 100) / 100}`);
  await writeFile(join(folder, 'catalogue/products.csv'), ['slug,price', ...lines].join('\n'));
  await run('import', [folder]);
  expect(await list()).toEqual(rows.map(({ slug, price }) => ({ slug, price: price + 100 })));
  const operation = await newest({ entity: `product:${rows[0].slug}` });
  expect(operation).toMatchObject({ command: 'import', rows: { 'products update': 40 } });
  await run('changes undo', [String(operation.uuid)]);
  expect(await list()).toEqual(rows);
  await rm(folder, { recursive: true });
});

test('filters that fit nothing, and ids that are none, are told', async () => {
  expect((await run('changes list', [], { since: '2099-01-01' })).json).toEqual([]);
  expect((await run('changes list', [], { actor: '100%' })).json).toEqual([]);
  await expect(run('changes list', [], { store: 'nobody' })).rejects.toThrow('There is no store nobody');
  await expect(run('changes list', [], { entity: 'sku:none' })).rejects.toThrow('There is no sku none');
  await expect(run('changes list', [], { entity: 'planet:mars' })).rejects.toThrow('--entity is a uuid');
  await expect(run('changes show', ['%'])).rejects.toThrow('<id>');
  await expect(run('changes undo', ['deadbeef'])).rejects.toThrow('There is no change deadbeef');
  expect(() => actAs('"; drop')).toThrow('--as is a name');
});
