import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import readSheet from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { officeOf } from '../../tests/support/office.ts';

// Every list leaves as a file, alike in both formats.

let site: TestApp;
let store: string;
beforeAll(async () => {
  site = await startApp({ office: true });
  const { pool } = site.connection;
  await pool.query(
    `insert into leads (store_uid, kind, source, name, phone, message) select uuid, 'contact', 'contact', '=1+1', '+972501234567', 'שאלה' from stores`,
  );
  await pool.query(
    `insert into trade_ins (store_uid, secret_hash, name, phone, make, model, year, condition, low_agorot, high_agorot)
     select uuid, key, 'דנה', '+972501234567', 'הונדה', 'CB500X', 2021, '{"kind":"road","km":9000}', 1000000, 1200000 from stores`,
  );
  await pool.query(
    `insert into product_questions (store_uid, product_uid, author, text)
     select store_uid, product_uid, 'דנה', 'מתאים גם לגשם?' from store_products limit 30`,
  );
  await pool.query(
    `insert into bookings (store_uid, branch_uid, service, starts_at, ends_at, seat, name, phone, secret_hash)
     select store_uid, branch_uid, 'SERVICE', '2026-06-08 10:00+03', '2026-06-08 10:30+03',
       row_number() over (), 'דנה', '+97250' || 1234567 + row_number() over (), row_number() over () from branch_stores`,
  );
  await pool.query(
    `insert into redirect_misses (store_uid, path, count)
     select uuid, path, 3 from stores, (values ('/old.asp?catid=7'), ('/category?search=מסור שרשראות')) asked(path)`,
  );
  store = (await pool.query<{ uuid: string }>(`select uuid from stores where key = 'raam'`)).rows[0]?.uuid ?? '';
});
afterAll(() => site.close());

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const files: [path: string, heading: string][] = [
  ['/orders.csv', 'הזמנה'],
  ['/leads.csv', 'התקבלה'],
  ['/products.csv', 'שם'],
  ['/changes.csv', 'מתי'],
  ['/documents/export', 'תאריך'],
  ['/stock/export', 'מק״ט'],
  ['/customers/export', 'לקוח'],
  ['/trade-ins/export', 'התקבלה'],
  ['/bookings/export?day=2026-06-08', 'מתי'],
  ['/reviews/export', 'סוג'],
  ['/promotions/export', 'מבצע'],
  ['/content/posts/export', 'כותרת'],
  ['/content/redirects/export?store=raam', 'מהכתובת'],
  ['/content/misses/export?store=raam&of=addresses', 'כתובת'],
  ['/content/misses/export?store=raam&of=searches', 'חיפוש'],
];
const inFormat = (path: string, format: string) => `${path}${path.includes('?') ? '&' : '?'}format=${format}`;
const lines = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');

test.each(files)('%s has as many rows as a workbook as it has as CSV', async (named, heading) => {
  const path = named.replace('=raam', `=${store}`);
  const owner = await officeOf(site, 'owner');
  const csv = await owner.get(path);
  expect([csv.status, csv.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  const xlsx = await owner.get(inFormat(path, 'xlsx'));
  expect([xlsx.status, xlsx.headers['content-type']]).toEqual([200, XLSX]);
  expect(xlsx.headers['content-disposition']).toContain('.xlsx');
  const rows = (await readSheet(xlsx.body)) as unknown as { data?: unknown[][] }[] | unknown[][];
  const table = Array.isArray(rows[0]) ? (rows as unknown[][]) : ((rows as { data?: unknown[][] }[])[0]?.data ?? []);
  expect(String(table[0]?.[0])).toBe(heading);
  // The log grows by each export.
  if (path !== '/changes.csv') expect(table.length).toBe(lines(csv.text).length);
});

test('prices are numbers in a workbook, and what a visitor typed is no formula in either', async () => {
  const owner = await officeOf(site, 'owner');
  expect((await owner.get('/leads.csv')).text).toContain("'=1+1");
  const leads = (await owner.get('/leads.csv?format=xlsx')).body;
  expect(leads.toString('latin1')).not.toContain('<f>');
  const products = lines((await owner.get('/products.csv')).text);
  const [{ count }] = (await site.connection.pool.query('select count(*)::int as count from products')).rows;
  expect(products).toHaveLength(count + 1);
});

test('an unknown format is refused, and nothing of a file stays behind', async () => {
  const owner = await officeOf(site, 'owner');
  expect((await owner.get('/products.csv?format=pdf')).status).toBe(400);
  expect((await readdir(tmpdir())).filter((name) => name.startsWith('list-'))).toEqual([]);
});

test('people leave the office only with whoever may export them', async () => {
  const sales = await officeOf(site, 'sales');
  for (const path of ['/customers/export', '/trade-ins/export', '/bookings/export'])
    expect((await sales.get(path)).status, path).toBe(403);
  const viewer = await officeOf(site, 'viewer');
  for (const path of ['/stock/export', '/reviews/export', `/content/redirects/export?store=${store}`])
    expect((await viewer.get(path)).status, path).toBe(200);
});

test('a list leaves as it is filtered, of the person’s stores alone, and the log keeps no name that was searched for', async () => {
  const owner = await officeOf(site, 'owner');
  const rowsOf = async (path: string) => lines((await owner.get(path)).text).length - 1;
  expect(await rowsOf('/trade-ins/export?q=CB500X&state=refused')).toBe(0);
  expect(await rowsOf(`/trade-ins/export?q=CB500X&store=${store}`)).toBe(1);
  expect(await rowsOf('/reviews/export?kind=question&q=%D7%9C%D7%92%D7%A9%D7%9D')).toBe(30);
  for (const kind of ['addresses', 'searches'])
    expect(await rowsOf(`/content/misses/export?store=${store}&of=${kind}`)).toBe(1);
  const [log] = (
    await site.connection.pool.query(
      `select details from audit_log where command like 'trade-ins.export%' order by created_at desc limit 1`,
    )
  ).rows;
  expect(log.details).toEqual({ rows: 1, searched: true, store: [store] });
  const manager = await officeOf(site, 'manager');
  await site.connection.pool.query(
    `update staff_roles set store_uid = $1 where role_uid = (select uuid from roles where key = 'manager')`,
    [store],
  );
  for (const path of [
    '/trade-ins/export',
    '/bookings/export?day=2026-06-08',
    '/reviews/export',
    '/promotions/export',
  ]) {
    const names = lines((await manager.get(path)).text).slice(1);
    expect(names.length, path).toBeGreaterThan(0);
    expect(
      names.filter((line) => !line.includes('רעם')),
      path,
    ).toEqual([]);
  }
  const [{ uuid: other }] = (await site.connection.pool.query(`select uuid from stores where key = 'noam'`)).rows;
  expect((await manager.get(`/content/redirects/export?store=${other}`)).status).toBe(404);
});
