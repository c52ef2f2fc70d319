import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act as actAs, readPage, signInAs } from '../../../tests/support/office.ts';

let site: TestApp;
const cookies = { owner: '', sales: '' };
type Role = keyof typeof cookies;
beforeAll(async () => {
  site = await startApp({ office: true });
  cookies.owner = await signInAs(site, 'owner');
  cookies.sales = await signInAs(site, 'sales');
});
afterAll(() => site.close());

const query = async (text: string) => (await site.connection.pool.query(text)).rows;
const page = <T>(path: string, role: Role = 'owner') => readPage<T>(site, cookies[role], path);
const act = (path: string, call: string, input: Record<string, unknown>, role: Role = 'owner') =>
  actAs(site, cookies[role], path, call, input);

type Template = {
  kind: string;
  rows: { group: string; name: string; unit: string }[];
  isOwn: boolean;
  version: string;
};
type Product = {
  lists: { specs: { rows: Record<string, unknown>[]; version: string } };
  templates: Template[];
  filterNames: object;
};

test('a template of a kind begins with what most such products say, is saved for the company, and brings its rows', async () => {
  const read = async (role: Role = 'owner') => page<Template>('/products/templates?kind=length_m', role);
  const { data: usual } = await read();
  expect(usual.isOwn).toBe(false);
  expect(usual.rows.length).toBeGreaterThan(5);
  const [store] = await query(`select uuid from stores where key = 'gal'`);
  const rows = [{ group: 'מידות', name: 'אורך כולל', unit: 'מ׳' }, ...usual.rows.slice(0, 2)];
  const save = (version: string, next: object[], role: Role = 'owner') =>
    act('/products/templates', 'edit', { store: store.uuid, kind: 'length_m', version, rows: next }, role);
  expect((await save(usual.version, rows, 'sales')).status).toBe(403);
  expect((await save(usual.version, [...rows, rows[0] as object])).data.errors?.[0]?.path).toBe('rows.3.name');
  expect((await save(usual.version, rows)).data).toMatchObject({ ok: true });
  expect((await save(usual.version, rows)).status).toBe(409);
  const { data: own } = await read();
  expect([own.isOwn, own.rows]).toEqual([true, rows]);

  // The product of that kind offers it; what stays empty isn't kept, and what was there is.
  const [boat] = await query(
    `select p.uuid from products p join product_meta m on m.product_uid = p.uuid and m.key = 'length_m' where p.kind = 'VEHICLE' order by p.slug limit 1`,
  );
  const productPage = async () => (await page<Product>(`/products/${boat.uuid}`)).data;
  const data = await productPage();
  expect(data.filterNames).toMatchObject({ length_m: 'אורך', load_kg: 'עומס מותר' });
  expect(data.templates.map(({ kind, rows: named }) => [kind, named.length])).toEqual([['length_m', 3]]);
  const { specs } = data.lists;
  const template = [
    { group: 'מידות', name: 'אורך כולל', unit: 'מ׳', value: '', template: 'yes' },
    { group: 'מידות', name: 'רוחב בדיקה', unit: 'מ׳', value: '2.5', template: 'yes' },
  ];
  const edit = (next: object[]) => act(`/products/${boat.uuid}`, 'specs', { version: specs.version, rows: next });
  expect((await edit([{ ...template[0], template: '' }])).data.errors?.[0]?.path).toBe('rows.0.value');
  expect((await edit([...template, ...specs.rows])).data).toMatchObject({ ok: true });
  const after = (await productPage()).lists.specs.rows;
  expect(after).toHaveLength(specs.rows.length + 1);
  expect(after[0]).toMatchObject({ name: 'רוחב בדיקה', value: '2.5' });

  // Without rows it is again what most say.
  expect((await save(own.version, [])).data).toMatchObject({ ok: true });
  expect((await read()).data.isOwn).toBe(false);
});
