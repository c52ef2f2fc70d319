import { afterAll, beforeAll, expect, test } from 'vitest';
import { IMPORT_LOCK } from '#server/catalogue/derived/refresh.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { act, readPage, signInAs } from '../support/office.ts';
import { orderPhone, piece, shopper } from '../support/purchase.ts';

let site: TestApp;
let cookie: string;
beforeAll(async () => {
  // A lock is waited for 0.9 s.
  site = await startApp({ office: { queryTimeoutMs: 3_000 } });
  cookie = await signInAs(site, 'owner');
});
afterAll(() => site.close());

const query = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;

/** `work` while another connection holds what `lock` takes. */
async function whileHeld<T>(lock: string, values: unknown[], work: () => Promise<T>): Promise<T> {
  const other = await site.connection.pool.connect();
  try {
    await other.query('begin');
    await other.query(lock, values);
    return await work();
  } finally {
    await other.query('rollback');
    other.release();
  }
}

test('a save beside a long import is refused in words, and the page with what was typed stays', async () => {
  const { product } = await piece(site.connection.pool);
  const { status, data } = await whileHeld('select pg_advisory_xact_lock($1)', [IMPORT_LOCK], () =>
    act(site, cookie, `/products/${product}`, 'remove'),
  );
  expect(status).toBe(503);
  expect(data).toMatchObject({ ok: false, message: expect.stringContaining('מה שהוקלד נשאר') });
  expect(await query('select uuid from products where uuid = $1', [product])).toHaveLength(1);
});

test('saves beside a long import give their connections back soon: the rest of the office is answered', async () => {
  // The connection itself would wait longer for a lock than this test does.
  const patient = await startApp({ office: { queryTimeoutMs: 3_000_000 } });
  const other = await patient.connection.pool.connect();
  try {
    const owner = await signInAs(patient, 'owner');
    const { product } = await piece(patient.connection.pool);
    await other.query('select pg_advisory_lock($1)', [IMPORT_LOCK]);
    const saves = Array.from({ length: 4 }, () => act(patient, owner, `/products/${product}`, 'remove'));
    expect((await readPage(patient, owner, '/orders')).status).toBe(200);
    for (const { data } of await Promise.all(saves))
      expect(data).toMatchObject({ ok: false, message: expect.stringContaining('ייבוא רץ עכשיו') });
  } finally {
    await other.query('select pg_advisory_unlock($1)', [IMPORT_LOCK]);
    other.release();
    await patient.close();
  }
});

test('a fault at one of several orders is told of that one alone', async () => {
  const customer = { first_name: 'דנה', last_name: 'לוי', email: 'dana@example.com' };
  const placed = async () => {
    const goods = await piece(site.connection.pool);
    const { order } = await shopper(site.port).order(goods, { customer: { ...customer, phone: orderPhone() } });
    return order.uuid;
  };
  const orders = [await placed(), await placed(), await placed()];
  await query(`update orders set status = 'accepted', payment_status = 'paid' where uuid = any($1)`, [orders]);
  const rows = orders.flatMap((order, at) => [
    [`rows[${at}].order`, order],
    [`rows[${at}].from`, 'accepted'],
  ]);
  const reply = await whileHeld('select from orders where uuid = $1 for update', [orders[1]], () =>
    site.call({
      host: 'office.localhost',
      path: '/orders/bulk',
      method: 'POST',
      headers: {
        cookie,
        origin: `http://office.localhost:${site.port}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams([['_call', 'advance'], ...rows]).toString(),
    }),
  );
  expect(reply.json<{ outcomes: unknown }>().outcomes).toEqual([
    { order: orders[0], refused: null },
    { order: orders[1], refused: 'תקלה: בדקו בדף ההזמנה אם בוצע' },
    { order: orders[2], refused: null },
  ]);
  expect(await query(`select status from orders where uuid = any($1) order by status`, [orders])).toEqual([
    { status: 'accepted' },
    { status: 'in_process' },
    { status: 'in_process' },
  ]);
});

test('a day that is closed while somebody saves a branch isn’t lost in that save, which writes all branches', async () => {
  const day = '2099-03-03';
  const [store] = await query(`select uuid, company_uid as company from stores where key = 'noam'`);
  const saving = await site.connection.pool.connect();
  try {
    await saving.query('begin');
    // As the edit of a branch does: it locks the company, reads, and writes what it has read.
    await saving.query('select from companies where uuid = $1 for update', [store.company]);
    const { rows } = await saving.query('select uuid, exceptions from branches where company_uid = $1', [
      store.company,
    ]);
    const closed = act(site, cookie, `/settings/stores/${store.uuid}`, 'day', { day });
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(() => query(waiting)).toHaveLength(1);
    for (const { uuid, exceptions } of rows)
      await saving.query('update branches set exceptions = $2 where uuid = $1', [uuid, exceptions]);
    await saving.query('commit');
    expect((await closed).data).toMatchObject({ ok: true });
  } finally {
    saving.release();
  }
  const left = `select b.exceptions ->> $1 as hours from branches b join branch_stores l on l.branch_uid = b.uuid where l.store_uid = $2`;
  expect(new Set((await query(left, [day, store.uuid])).map(({ hours }) => hours))).toEqual(new Set(['']));
});

test('costs and a sale of the same variants never wait for each other', async () => {
  const [found] = await query(
    `select product_uid as product, array_agg(uuid::text order by uuid) as uuids from variants group by product_uid having count(*) > 2 limit 1`,
  );
  const { product, uuids } = found as { product: string; uuids: string[] };
  const [first, ...others] = uuids;
  // Last in the table and in the form, so that its uuid alone says that it is the first.
  await query('update variants set stock = stock, position = 99 where uuid = $1', [first]);
  const path = `/products/${product}`;
  const shown = await readPage<{ costs: { version: string } }>(site, cookie, path);
  const rows = [...others, first].map((uuid, at) => ({ uuid, cost: 100 + at }));
  const sale = await site.connection.pool.connect();
  try {
    await sale.query('begin');
    await sale.query('select from variants where uuid = $1 for no key update', [first]);
    const saved = act(site, cookie, path, 'costs', { version: shown.data.costs.version, rows });
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(() => query(waiting)).toHaveLength(1);
    // Held by the costs, they would be waited for while those wait for the first.
    await sale.query('select from variants where uuid = any($1) for no key update nowait', [others]);
    await sale.query('commit');
    expect((await saved).data).toMatchObject({ ok: true });
  } finally {
    sale.release();
  }
  const written = await query('select uuid, cost_agorot::int as cost from variants where uuid = any($1)', [uuids]);
  expect(written.find(({ uuid }) => uuid === first)?.cost).toBe((100 + others.length) * 100);
});
