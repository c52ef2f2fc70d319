import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import readSheet from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { officeOf } from '../../tests/support/office.ts';

// Every list leaves as a file, alike in both formats.

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ office: true });
  await site.connection.pool.query(
    `insert into leads (store_uid, kind, source, name, phone, message) select uuid, 'contact', 'contact', '=1+1', '+972501234567', 'שאלה' from stores`,
  );
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
];
const lines = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');

test.each(files)('%s has as many rows as a workbook as it has as CSV', async (path, heading) => {
  const owner = await officeOf(site, 'owner');
  const csv = await owner.get(path);
  expect([csv.status, csv.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  const xlsx = await owner.get(`${path}?format=xlsx`);
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

test('customers leave the office only with whoever may export them', async () => {
  expect((await (await officeOf(site, 'sales')).get('/customers/export')).status).toBe(403);
  expect((await (await officeOf(site, 'viewer')).get('/stock/export')).status).toBe(200);
});
