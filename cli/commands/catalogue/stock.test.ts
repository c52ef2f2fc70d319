import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { runCommand } from '../../../tests/support/run-command.ts';
import { stockSetCommand } from './stock.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.close());

const said: string[] = [];
const set = (sku: string, pieces: string, options = {}) =>
  runCommand(site, stockSetCommand, [sku, pieces], options, { say: (text) => said.push(text) });
const query = async (sql: string) => (await site.connection.pool.query(sql)).rows;

test('stock set changes one variant, says what it was, and leaves an audit row', async () => {
  const { json } = await set('RM-M750-RED', '4');
  expect(json).toEqual({ sku: 'RM-M750-RED', product: 'RAAM Masa 750', before: 0, after: 4 });
  expect(said.join()).toContain('RM-M750-RED');
  expect(await query(`select stock from variants where sku = 'RM-M750-RED'`)).toEqual([{ stock: 4 }]);
  expect(await query(`select details from audit_log where command = 'stock set'`)).toEqual([{ details: json }]);
});

test.each([
  ['NO-SUCH-SKU', '1', {}, /There is no variant NO-SUCH-SKU/],
  ['RM-M750-RED', '-1', {}, /whole number/],
  ['RM-M750-RED', '1.5', {}, /whole number/],
  ['RM-M750-RED', '9999999', {}, /whole number/],
  ['RM-M750-RED', '1', { company: 'nobody' }, /of the company nobody/],
  ["'; drop table variants; --", '1', {}, /There is no variant/],
])('%s %s %j changes nothing and says why', async (sku, pieces, options, reason) => {
  await expect(set(sku, pieces, options)).rejects.toThrow(reason);
  expect(await query(`select stock from variants where sku = 'RM-M750-RED'`)).toEqual([{ stock: 4 }]);
});

test('a SKU of two companies asks which', async () => {
  await query(`with other as (insert into companies (key, name, legal_name, company_number, address) values ('other', 'א', 'א', '1', 'א') returning uuid),
    p as (insert into products (company_uid, slug, kind, name, price_agorot) select uuid, 'twin', 'ACCESSORY', 'תאום', 100 from other returning uuid, company_uid)
    insert into variants (company_uid, product_uid, sku, stock) select company_uid, uuid, 'RM-M750-RED', 7 from p`);
  await expect(set('RM-M750-RED', '1')).rejects.toThrow(/--company/);
  const { json } = await set('RM-M750-RED', '1', { company: 'other' });
  expect(json).toMatchObject({ product: 'תאום', before: 7, after: 1 });
});
