import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { caller, signUp } from '../../../tests/support/customers.ts';
import { runCommand } from '../../../tests/support/run-command.ts';
import { customersEraseCommand } from '../people/customers-erase.ts';
import { settlementsImportCommand } from './settlements.ts';

let site: TestApp;
let folder: string;
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' } });
  folder = await mkdtemp(join(tmpdir(), 'places-'));
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

const row = (town: number, townName: string, street: number, name: string) => ({
  _id: street,
  סמל_ישוב: town,
  שם_ישוב: `${townName}  `,
  סמל_רחוב: street,
  שם_רחוב: `${name} `,
});
const records = [
  row(4000, 'חיפה', 101, 'הרצל'),
  row(4000, 'חיפה', 102, 'שד הנשיא'),
  // lint-allow hebrew-typography: the state's list spells it so
  row(4000, 'חיפה', 103, "ז'בוטינסקי"),
  // lint-allow hebrew-typography: the state's list spells it so
  row(5000, 'תל אביב - יפו', 101, 'הרצל'),
  row(6800, 'קרית אתא', 101, 'העצמאות'),
  row(6500, 'חדרה', 101, 'הנשיא'),
  row(700, 'אפיקים', 9000, 'אפיקים'),
];

async function load(content: unknown, name = 'streets.json') {
  await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return runCommand(site, settlementsImportCommand, [join(folder, name)]);
}

test('what is not the whole list is refused and changes nothing', async () => {
  for (const wrong of [
    '{',
    '{}',
    { result: { total: 2, records: records.slice(0, 1) } },
    [],
    { result: { total: 1, records: [{}] } },
  ])
    await expect(load(wrong)).rejects.toThrow(/streets|JSON/);
  await expect(runCommand(site, settlementsImportCommand, ['/no/such/file'])).rejects.toThrow("can't be read");
});

test('settlements and streets complete, however they are spelled; loading again replaces them', async () => {
  for (let again = 0; again < 2; again++) {
    const pages = [records.slice(0, 4), records.slice(4)].map((part) => ({
      result: { total: records.length, records: part },
    }));
    expect((await load(pages)).json).toEqual({ settlements: 5, streets: 7 });
  }
  const find = async (path: string, query: Record<string, string>) =>
    (await caller(site).get(`/api/addresses/${path}?${new URLSearchParams(query)}`))
      .json<{ name: string }[]>()
      .map(({ name }) => name);
  const towns: [typed: string, expected: string[]][] = [
    ['ח', ['חיפה', 'חדרה']],
    ['חיפה', ['חיפה']],
    ['קריית א', ['קרית אתא']],
    // lint-allow hebrew-typography: the state's list spells it so
    ['תל אביב־יפו', ['תל אביב - יפו']],
    // lint-allow hebrew-typography: the state's list spells it so
    ['יפו', ['תל אביב - יפו']],
    ['%', []],
    ['_', []],
    ['', []],
    ['אין כזה', []],
  ];
  for (const [search, expected] of towns)
    expect((await find('get-settlements', { search })).toSorted(), search).toEqual(expected.toSorted());
  const inTowns: [settlement: string, typed: string, expected: string[]][] = [
    ['חיפה', 'הר', ['הרצל']],
    ['חיפה', 'נשיא', []],
    ['חיפה', 'הנשיא', ['שד הנשיא']],
    // lint-allow hebrew-typography: the state's list spells it so
    ['חיפה', 'ז׳בוט', ["ז'בוטינסקי"]],
    ['קריית אתא', 'העצ', ['העצמאות']],
    ['אפיקים', 'אפ', []],
    ['אין כזה', 'הרצל', []],
  ];
  for (const [settlement, search, expected] of inTowns)
    expect(await find('get-streets', { settlement, search }), `${settlement}, ${search}`).toEqual(expected);
});

test('an operator erases a person by phone, once told to; the note of it names nobody', async () => {
  const { who, phone, bearer } = await signUp(site);
  const erase = (options: Record<string, string | boolean>) =>
    runCommand(site, customersEraseCommand, [phone], options).then(({ json }) => json);
  await expect(erase({})).rejects.toThrow('Which store?');
  expect(await erase({ store: 'raam' })).toEqual({ account: true, orders: 0, erased: null });
  expect((await who.get('/api/customers/get-by-token', bearer)).status).toBe(200);
  const { pool } = site.connection;
  await pool.query(`alter table audit_log add constraint full_book check (command <> 'customers erase')`);
  await expect(erase({ store: 'raam', yes: true }), 'what can’t be recorded isn’t done').rejects.toThrow();
  await pool.query('alter table audit_log drop constraint full_book');
  expect((await who.get('/api/customers/get-by-token', bearer)).status).toBe(200);
  expect(await erase({ store: 'raam', yes: true })).toMatchObject({ account: true, erased: { orders_kept: 0 } });
  expect((await who.get('/api/customers/get-by-token', bearer)).status).toBe(401);
  const { rows } = await site.connection.pool.query(
    `select details::text from audit_log where command = 'customers erase'`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0].details).not.toContain(phone.slice(1));
});
