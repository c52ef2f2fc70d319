import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATION_COLUMN } from '#db/change-log.ts';
import { connect } from '#db/client.ts';
import { documents, orders, payments } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';
import { piece, shopper } from '../../../tests/support/purchase.ts';
import { settingsDesk, type Values } from '../../../tests/support/settings.ts';
import { issueDocument } from '../../checkout/documents/issue.ts';
import { importFolder } from '../../import/import.ts';

let site: TestApp;
let desk: Awaited<ReturnType<typeof settingsDesk>>;
beforeAll(async () => {
  site = await startApp({ office: true });
  desk = await settingsDesk(site);
});
afterAll(() => site.close());

const rates = async () => (await readPage<{ whole: { vat: VatRow[] } }>(site, desk.owner, '/settings')).data.whole.vat;
const add = (from: string, percent: string) => act(site, desk.owner, '/settings', 'addVat', { from, percent });

/** Issues the invoice of an order at a moment. @returns its rate */
async function issued(order: string, at: string): Promise<number | undefined> {
  const tools = { ...site.deps, now: () => new Date(at), log: site.app.log };
  await site.deps.db.transaction(async (tx) => {
    const [row] = await tx.select().from(orders).where(eq(orders.uuid, order));
    const [payment] = await tx.select().from(payments).where(eq(payments.orderUid, order));
    if (row && payment) await issueDocument(tools, tx, row, payment, null);
  });
  const [document] = await site.deps.db.select().from(documents).where(eq(documents.orderUid, order));
  return document?.vatBp;
}

type VatRow = { from: string; bp: number; uuid: string | null; used: boolean; current: boolean };

/** @returns the notes of an import of the demo's company with rates of 17 % from these days on */
async function importRates(days: string[], changes: Record<string, string> = {}): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'rates-'));
  const company = JSON.parse(await readFile('demo/company.json', 'utf8'));
  const vat_rates = days.map((from) => ({ from, percent: 17 }));
  await writeFile(join(folder, 'company.json'), JSON.stringify({ ...company, ...changes, vat_rates }));
  const actor = { kind: 'command', name: 'operator:דנה', source: 'import' } as const;
  const ownConnection = connect(site.deps.env.DATABASE_URL ?? '', { actor });
  const report = await importFolder({ pool: ownConnection.pool, storage: site.deps.storage, folder });
  await ownConnection.close();
  await rm(folder, { recursive: true });
  expect(report.errors).toEqual([]);
  return report.notes.map(({ value, reason }) => `${value} ${reason}`);
}

test('a rate of VAT is the invoices’ from its day on; one that an invoice bears is neither changed nor removed', async () => {
  expect((await rates()).find(({ current }) => current)).toMatchObject({ from: '2025-01-01', bp: 1_800, uuid: null });
  for (const [from, percent] of [
    ['2099-06-01', '101'],
    ['2099-06-01', '18.555'],
    ['2099-02-30', '18'],
  ] as const)
    expect((await add(from, percent)).data.ok, `${from} ${percent}`).toBe(false);
  expect((await add('2099-06-01', '20')).data).toMatchObject({ ok: true });
  expect((await add('2099-06-01', '19.5')).data).toMatchObject({ ok: true });
  const [added] = await rates();
  expect(added).toMatchObject({ from: '2099-06-01', bp: 1_950, used: false });

  const shop = shopper(site.port);
  const purchase = await shop.order(await piece(site.connection.pool));
  const later = await shop.order(await piece(site.connection.pool));
  expect(await issued(purchase.order.uuid, '2099-05-31T20:59:00Z')).toBe(1_800);
  expect((await rates())[0]?.used).toBe(false);
  expect((await add('2099-05-31', '21')).data).toMatchObject({
    ok: false,
    details: expect.stringContaining('חשבוניות'),
  });
  expect(await importRates(['2099-05-31']), 'an import has the same rule').toEqual([
    '2099-05-31 was not added: invoices of that day or later have been issued',
  ]);
  expect(await issued(later.order.uuid, '2099-05-31T21:00:00Z')).toBe(1_950);
  expect((await rates())[0]?.used).toBe(true);
  const rate = added?.uuid;
  expect((await act(site, desk.owner, '/settings', 'removeVat', { rate })).data.ok).toBe(false);
  expect((await add('2099-06-01', '17')).data.ok).toBe(false);
  // A credit bears the rate of what it credits, however late it is.
  await site.connection.pool.query(
    `insert into documents select (jsonb_populate_record(d, jsonb_build_object('uuid', gen_random_uuid(), 'number', d.number || '-2', 'sequence', d.sequence + 100,
       'credits_uid', d.uuid, 'issued_at', '2105-01-01'))).* from documents d where order_uid = $1`,
    [later.order.uuid],
  );
  expect((await add('2100-01-01', '17')).data.ok).toBe(true);
  const [future] = await rates();
  expect((await act(site, desk.owner, '/settings', 'removeVat', { rate: future?.uuid })).data.ok).toBe(true);
  expect((await rates()).map(({ from }) => from)).toEqual(['2099-06-01', '2025-01-01', '2015-10-01']);

  expect(await importRates(['2099-05-01', '2099-06-01', '2100-01-01'])).toEqual([
    '2099-06-01 has another rate, which stays',
    '2099-05-01 was not added: invoices of that day or later have been issued',
  ]);
  expect((await rates()).map(({ from, bp }) => [from, bp])).toEqual([
    ['2100-01-01', 1_700],
    ['2099-06-01', 1_950],
    ['2025-01-01', 1_800],
    ['2015-10-01', 1_700],
  ]);
});

test('an import with rates of VAT is undone as a whole; a rate that an invoice bears stays, and the rest goes back', async () => {
  const one = async (sql: string): Promise<string> => (await site.connection.pool.query(sql)).rows[0]?.value;
  const address = () => one('select address as value from companies');
  const days = async () => (await rates()).map(({ from }) => from);
  const lastChange = () =>
    one(`select ${OPERATION_COLUMN} as value from changes where table_name = 'vat_rates' order by id desc limit 1`);
  const undone = async (change: string) =>
    (await act(site, desk.owner, `/changes/${change}`, 'undo', { reason: 'טעות' })).data;
  const [before, known] = [await address(), await days()];
  expect(await importRates(['2110-01-01', '2111-01-01'], { address: 'רחוב אחר 2, חיפה' })).toEqual([]);
  expect(await days()).toEqual(['2111-01-01', '2110-01-01', ...known]);
  const first = await undone(await lastChange());
  expect(first).toMatchObject({ ok: true });
  expect(first.message).not.toContain('מע״מ');
  expect([await address(), await days()]).toEqual([before, known]);

  expect(await importRates(['2110-01-01', '2111-01-01'], { address: 'רחוב אחר 2, חיפה' })).toEqual([]);
  const imported = await lastChange();
  const shop = shopper(site.port);
  const { order } = await shop.order(await piece(site.connection.pool));
  expect(await issued(order.uuid, '2110-01-02T10:00:00Z')).toBe(1_700);
  expect(await undone(imported)).toMatchObject({ ok: true, message: expect.stringContaining('01/01/2110') });
  expect([await address(), await days()]).toEqual([before, ['2110-01-01', ...known]]);

  // Nothing but rates that stay: nothing is undone.
  expect((await add('2112-01-01', '20')).data).toMatchObject({ ok: true });
  const added = await lastChange();
  const later = await shop.order(await piece(site.connection.pool));
  expect(await issued(later.order.uuid, '2112-01-01T10:00:00Z')).toBe(2_000);
  expect(await undone(added)).toMatchObject({
    ok: false,
    details: { conflicts: [{ table: 'vat_rates', row: '2112-01-01', reason: 'is borne by invoices' }] },
  });
  expect((await days())[0]).toBe('2112-01-01');
});

test('the company’s details have the importer’s rules, and belong to whoever has all stores', async () => {
  type Whole = { whole: { companies: { uuid: string; values: Values }[] } | null };
  const { data } = await readPage<Whole>(site, desk.owner, '/settings');
  const { uuid = '', values = {} } = data.whole?.companies[0] ?? {};
  const company = (changes: Values) =>
    act(site, desk.owner, '/settings', 'company', {
      company: uuid,
      was: JSON.stringify(values),
      now: JSON.stringify({ ...values, ...changes }),
    });
  expect((await company({ company_number: '12' })).data).toMatchObject({
    ok: false,
    errors: [{ path: 'company_number', message: expect.stringContaining('תשע') }],
  });
  expect((await company({ address: 'דרך הים 1, חיפה' })).data).toMatchObject({ ok: true });
  expect(await desk.query('select address from companies where uuid = $1', [uuid])).toEqual([
    { address: 'דרך הים 1, חיפה' },
  ]);
  await desk.query(
    `update staff_roles set store_uid = (select uuid from stores where key = 'sela') where role_uid = (select uuid from roles where key = 'manager')`,
  );
  const { data: ownCompany } = await readPage<Whole & { stores: unknown[] }>(
    site,
    await signInAs(site, 'manager'),
    '/settings',
  );
  expect([ownCompany.whole, ownCompany.stores]).toEqual([null, [expect.objectContaining({ name: 'סלע' })]]);
});
