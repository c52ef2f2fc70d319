import type { FastifyBaseLogger } from 'fastify';
import readSheet from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connect } from '#db/client.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act, officeOf, readPage, signInAs } from '../../../tests/support/office.ts';
import type { ImportPage } from './read-imports.ts';
import { runTransfers } from './run.ts';
import type { ImportResult } from './transfers.ts';

let site: TestApp;
let jobs: Connection;
let manager: Awaited<ReturnType<typeof officeOf>>;
const log = {
  warn() {},
  error: (told: { err: Error }) => expect(told.err).toBeUndefined(),
} as unknown as FastifyBaseLogger;

beforeAll(async () => {
  site = await startApp({ office: true });
  jobs = connect(site.deps.env.DATABASE_URL ?? '', { max: 3, actor: 'each' });
  manager = await officeOf(site, 'manager');
});
afterAll(async () => {
  await jobs.close();
  await site.close();
});

const run = () => runTransfers({ db: jobs.db, storage: site.deps.storage, env: site.deps.env }, log);
const queried = async <T extends object>(text: string, values: unknown[] = []) =>
  (await site.connection.pool.query(text, values)).rows as T[];

async function call(name: string, fields: Record<string, string | Blob>) {
  const form = new FormData();
  form.set('_call', name);
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  const reply = await manager.upload('/import/calls', form);
  return JSON.parse(reply.body.toString()) as { ok: boolean; result: { uuid: string; isWhole: boolean } };
}
/** Uploads in two pieces, as the page does, and has the job look at it. */
async function uploaded(name: string, content: Buffer, supplier = ''): Promise<string> {
  const { result } = await call('begin', { name, bytes: String(content.length), supplier });
  const half = Math.ceil(content.length / 2);
  for (const [position, at] of [0, half].entries()) {
    const part = new File([new Uint8Array(content.subarray(at, at + half))], 'part');
    expect(await call('append', { import: result.uuid, position: String(position), part })).toMatchObject({ ok: true });
  }
  await run();
  return result.uuid;
}
const page = async (uuid: string) => (await readPage<ImportPage>(site, manager.cookie, `/import/${uuid}`)).data;
const reportOf = async (uuid: string) => (await page(uuid)).report as ImportResult;

/** SKUs whose price is their product's own, one a product. */
const goods = () =>
  queried<{ sku: string; price: number }>(
    `select min(v.sku) as sku, p.price_agorot::int as price from products p join variants v on v.product_uid = p.uuid and v.active
     where p.kind = 'ACCESSORY' and not p.price_on_request and v.price_agorot is null and p.deleted_price_agorot is null
       and not exists (select from store_products s where s.product_uid = p.uuid and s.price_agorot is not null)
       and not exists (select from configurator_choices c where c.product_uid = p.uuid)
     group by p.uuid having count(*) = 1 order by 1 limit 20`,
  );
const priceOf = async (sku: string) =>
  (
    await queried<{ price: number }>(
      'select coalesce(v.price_agorot, p.price_agorot)::int as price from variants v join products p on p.uuid = v.product_uid where sku = $1',
      [sku],
    )
  )[0]?.price;

test('a supplier’s list: checked, seen, applied, undone; the next one of that supplier is read alike', async () => {
  const [first, second] = await goods();
  if (!first || !second) throw new Error('the demo has no such goods');
  const lines = [
    'מחירון חורף',
    'Artikel;Preis',
    `${first.sku};₪ ${(first.price / 100) * 1.3}`,
    `${second.sku};${second.price / 100 + 1}`,
  ];
  const uuid = await uploaded('list.csv', Buffer.from(lines.join('\r\n')), 'ספק גרמני');
  expect((await reportOf(uuid)).errors.map(({ reason }) => reason)).toContain('this column is missing');

  const map = { import: uuid, kind: 'prices', headingRow: 2, supplier: 'ספק גרמני' };
  expect((await act(site, manager.cookie, `/import/${uuid}`, 'map', map)).data.ok).toBe(true);
  await run();
  const columns = { c0: 'sku', c1: 'price' };
  expect((await act(site, manager.cookie, `/import/${uuid}`, 'map', { ...map, columns })).data.ok).toBe(true);
  await run();
  const checked = await reportOf(uuid);
  expect(checked.errors).toEqual([]);
  expect(checked.changes.products).toMatchObject({ updated: 2, inserted: 0 });
  expect(checked.prices.map(({ before, isJump }) => [before, isJump])).toEqual([
    [first.price, true],
    [second.price, false],
  ]);
  // Nothing is written before it is confirmed.
  expect(await priceOf(second.sku)).toBe(second.price);

  expect((await act(site, manager.cookie, `/import/${uuid}`, 'apply', { import: uuid })).data.ok).toBe(true);
  await run();
  const done = await page(uuid);
  expect(done.state).toBe('done');
  expect(await priceOf(second.sku)).toBe(second.price + 100);
  const [log] = await queried<{ actor: string }>('select actor from audit_log where uuid = $1', [done.change]);
  expect(log?.actor).toBe('staff:eitan@demo.example');

  const undone = await act(site, manager.cookie, `/import/${uuid}`, 'undo', { change: done.change, reason: 'טעות' });
  expect(undone.data.ok).toBe(true);
  expect(await priceOf(second.sku)).toBe(second.price);
  expect((await page(uuid)).undone_by).not.toBeNull();

  const next = await uploaded('list-2.csv', Buffer.from(`x\r\n\r\nPreis;Artikel\r\n99;${second.sku}\r\n`), 'ספק גרמני');
  expect((await page(next)).mapping).toMatchObject({ headingRow: 3, columns: ['price', 'sku'] });
});

test('with errors only what is right is written, and only if that was said; the errors come as a sheet', async () => {
  const [first, second] = await goods();
  const uuid = await uploaded(
    'p.csv',
    Buffer.from(`sku,price\n${first?.sku},${(first?.price ?? 0) / 100 + 3}\n${second?.sku},אזל\n`),
  );
  expect((await page(uuid)).errorCount).toBe(1);
  const refused = await act(site, manager.cookie, `/import/${uuid}`, 'apply', { import: uuid });
  expect(refused.data.ok).toBe(false);
  const sheet = await manager.get(`/import/${uuid}/errors`);
  expect(sheet.headers['content-type']).toContain('spreadsheetml');
  await act(site, manager.cookie, `/import/${uuid}`, 'apply', { import: uuid, partial: 'on' });
  await run();
  expect(await priceOf(first?.sku ?? '')).toBe((first?.price ?? 0) + 300);
  expect(await priceOf(second?.sku ?? '')).toBe(second?.price);
  const again = await act(site, manager.cookie, `/import/${uuid}`, 'apply', { import: uuid });
  expect(again.data.message).toBe('הייבוא הזה כבר רץ או הסתיים');
});

const linesOf = async (uuid: string): Promise<string[]> => {
  const sheet = await manager.get(`/import/${uuid}/errors`);
  const rows = (await readSheet(sheet.body)) as unknown as { data?: unknown[][] }[] | unknown[][];
  const table = Array.isArray(rows[0]) ? (rows as unknown[][]) : ((rows as { data?: unknown[][] }[])[0]?.data ?? []);
  return table.map((cells) => cells.join(' '));
};
/** The text of its page. */
const seen = async (uuid: string) =>
  (await manager.get(`/import/${uuid}`)).text.replace(/^.*<main|<script.*?<\/script>|<[^>]*>/gs, '');

test('a count without the stock at its export writes nothing, and says so; the stock page’s list is one that is written', async () => {
  const [one] = await queried<{ sku: string; stock: number }>(
    `select v.sku, v.stock from variants v join products p on p.uuid = v.product_uid
     where v.active and v.stock > 2 and p.kind = 'ACCESSORY' order by v.sku limit 1`,
  );
  if (!one) throw new Error('the demo has no such goods');
  const counted = one.stock + 7;
  const uuid = await uploaded('count.csv', Buffer.from(`מק״ט,מלאי\n${one.sku},${counted}\n`));
  const { mapping, errorCount, noteCount, report } = await page(uuid);
  expect([mapping?.kind, errorCount, noteCount]).toEqual(['stock', 0, 1]);
  expect(Object.values((report as ImportResult).changes).every(({ updated }) => updated === 0)).toBe(true);
  const pageText = await seen(uuid);
  expect(pageText).toContain('לא ייכתב דבר: ראו את ההערות');
  expect(pageText).toContain('חסרה העמודה ״מלאי בעת הייצוא״');
  expect(pageText).not.toContain('השתנה מאז');
  expect(pageText).not.toContain('אין בקובץ דבר ששונה');

  const list = (await manager.get('/stock/export')).text;
  const count = list.replace(
    new RegExp(`^(${one.sku},.*?),${one.stock},${one.stock},`, 'm'),
    `$1,${counted},${one.stock},`,
  );
  const second = await uploaded('stock.csv', Buffer.from(count));
  expect((await page(second)).mapping?.kind).toBe('stock');
  expect(await reportOf(second)).toMatchObject({ errors: [], notes: [], changes: { variants: { updated: 1 } } });
  expect((await act(site, manager.cookie, `/import/${second}`, 'apply', { import: second })).data.ok).toBe(true);
  await run();
  expect(await queried('select stock from variants where sku = $1', [one.sku])).toEqual([{ stock: counted }]);
  expect(await seen(await uploaded('again.csv', Buffer.from(count)))).toContain('אין בקובץ דבר ששונה מהקטלוג');
});

test('a price jump is accepted, however many errors stand before it', async () => {
  const [one] = await goods();
  const wrong = Array.from({ length: 120 }, (_, at) => `NO-SUCH-${at},10`);
  const price = ((one?.price ?? 0) / 100) * 2;
  const uuid = await uploaded('jump.csv', Buffer.from(['sku,price', ...wrong, `${one?.sku},${price}`, ''].join('\n')));
  const { errorCount, priceJumps, report } = await page(uuid);
  expect([errorCount, priceJumps, (report as ImportResult).errors.length]).toEqual([121, 1, 100]);
  const pageText = await seen(uuid);
  expect(pageText).toContain('המחירים שמשתנים ביותר מחצי');
  expect(pageText).toContain('השגיאות הראשונות');
  const fields = { import: uuid, partial: 'on', acceptPriceChanges: 'on' };
  expect((await act(site, manager.cookie, `/import/${uuid}`, 'apply', fields)).data.ok).toBe(true);
  await run();
  expect(await priceOf(one?.sku ?? '')).toBe((one?.price ?? 0) * 2);
});

test('of many notes the page counts all and shows the first; the sheet has every one', async () => {
  const many = await queried<{ sku: string; stock: number }>(
    'select sku, stock from variants where active order by sku limit 120',
  );
  const lines = many.map(({ sku, stock }) => `${sku},${stock + 1},${stock + 2}`);
  const uuid = await uploaded('moved.csv', Buffer.from(['sku,stock,stock_exported', ...lines, ''].join('\n')));
  const { noteCount, report } = await page(uuid);
  expect([noteCount, (report as ImportResult).notes.length]).toEqual([120, 100]);
  const pageText = await seen(uuid);
  expect(pageText).toMatch(/120\P{L}*הערות/u);
  expect(pageText).toMatch(/100\P{L}*ההערות הראשונות/u);
  const sheet = await linesOf(uuid);
  expect(sheet).toHaveLength(121);
  expect(sheet.at(-1)).toMatch(/^הערה .*השתנה מאז/);
});

test('an export of the tables is a ZIP that imports as it is, and changes nothing', async () => {
  const begun = await act(site, manager.cookie, '/import', 'export', { what: 'tables' });
  const { uuid } = begun.data.result as { uuid: string };
  await run();
  expect((await page(uuid)).state).toBe('done');
  const file = await manager.get(`/import/${uuid}/file`);
  expect(file.body.subarray(0, 2).toString()).toBe('PK');
  const back = await uploaded('tables.zip', file.body);
  const report = await reportOf(back);
  expect(report.errors).toEqual([]);
  expect(Object.values(report.changes).every((one) => one.inserted + one.updated + one.deleted === 0)).toBe(true);
});

test('an export that is begun after midnight in Israel bears that day', async () => {
  const { now } = site.deps;
  site.deps.now = () => new Date('2031-01-14T22:30:00Z');
  const begun = await act(site, await signInAs(site, 'manager'), '/import', 'export', { what: 'tables' });
  site.deps.now = now;
  const { uuid } = begun.data.result as { uuid: string };
  expect(await queried('select file_name from transfers where uuid = $1', [uuid])).toEqual([
    { file_name: 'tables-2031-01-15.zip' },
  ]);
  await run();
});

test('an export names what it left out', async () => {
  const [unsold] = await queried<{ slug: string }>(
    `with unsold as (delete from store_products where product_uid = (select product_uid from variants where sku = $1) returning product_uid)
     select slug from products where uuid = (select product_uid from unsold limit 1)`,
    [(await goods()).at(-1)?.sku],
  );
  const begun = await act(site, manager.cookie, '/import', 'export', { what: 'tables' });
  const { uuid } = begun.data.result as { uuid: string };
  await run();
  expect((await page(uuid)).noteCount).toBe(1);
  const note = `המוצר \u2068${unsold?.slug}\u2069 הושמט: אף חנות אינה מוכרת אותו`;
  expect(await seen(uuid)).toContain(note);
  expect((await linesOf(uuid))[1]).toContain(note);
});

test('a supplier’s catalogue becomes products of the chosen store, and its undo takes them away', async () => {
  const [knownGoods] = await goods();
  const without = Math.round((knownGoods?.price ?? 0) / 1.18) + 200;
  const lines = [
    'קטלוג חורף',
    'קוד פריט;שם מוצר;יצרן;מחיר',
    'ZX-1;קסדת סופה;SUFA;1,290',
    `${knownGoods?.sku};אחר;;${without / 100}`,
  ];
  const uuid = await uploaded('catalogue.csv', Buffer.from(lines.join('\r\n')), 'SUFA');
  expect((await page(uuid)).mapping?.kind).toBe('prices');
  expect((await reportOf(uuid)).errors).toHaveLength(1);
  const map = {
    import: uuid,
    kind: 'goods',
    headingRow: 2,
    supplier: 'SUFA',
    fixed: { stores: 'raam', kind: 'ACCESSORY' },
    withoutVat: 'on',
  };
  expect((await act(site, manager.cookie, `/import/${uuid}`, 'map', map)).data.ok).toBe(true);
  await run();
  const checked = await reportOf(uuid);
  expect(checked.errors).toEqual([]);
  expect([checked.changes.products?.inserted, checked.changes.brands?.inserted]).toEqual([1, 1]);
  await act(site, manager.cookie, `/import/${uuid}`, 'apply', { import: uuid });
  await run();
  const made = () =>
    queried<{ name: string }>(
      `select p.name from products p join variants v on v.product_uid = p.uuid join store_products sp on sp.product_uid = p.uuid
       join stores s on s.uuid = sp.store_uid join brands b on b.uuid = p.brand_uid
       where v.sku = 'ZX-1' and s.key = 'raam' and b.name = 'SUFA'`,
    );
  expect(await made()).toEqual([{ name: 'קסדת סופה' }]);
  expect(await priceOf(knownGoods?.sku ?? '')).toBe(Math.round(without * 1.18));
  const { change } = await page(uuid);
  const undone = await act(site, manager.cookie, `/import/${uuid}`, 'undo', { change, reason: 'ניסיון' });
  expect(undone.data.ok).toBe(true);
  expect(await made()).toEqual([]);
});

test('what another person applies is that person’s, in the change log and in what may be written', async () => {
  const [first] = await goods();
  const [before] = await queried<{ product: string; cost: string | null }>(
    'select p.slug as product, v.cost_agorot as cost from variants v join products p on p.uuid = v.product_uid where sku = $1',
    [first?.sku],
  );
  const price = (first?.price ?? 0) / 100 + 4;
  const sheet = `product,sku,מחיר,עלות\n${before?.product},${first?.sku},${price},12.34\n`;
  const uuid = await uploaded('handed-on.csv', Buffer.from(sheet));
  expect(await reportOf(uuid)).toMatchObject({ errors: [], notes: [] });
  await queried(`update roles set permissions = array_remove(permissions, 'products.cost') where key = 'owner'`);
  const owner = await signInAs(site, 'owner');
  expect((await act(site, owner, `/import/${uuid}`, 'apply', { import: uuid })).data.ok).toBe(true);
  await run();
  // The sheet with its costs stays its uploader's.
  expect((await (await officeOf(site, 'owner')).get(`/import/${uuid}/file`)).status).toBe(403);
  await queried(`update roles set permissions = array_append(permissions, 'products.cost') where key = 'owner'`);
  const { change } = await page(uuid);
  const [{ email } = { email: '' }] = await queried<{ email: string }>(
    `select s.email from staff s join staff_roles sr on sr.staff_uid = s.uuid join roles r on r.uuid = sr.role_uid
     where r.key = 'owner' and s.email like '%@demo.example'`,
  );
  expect(await queried('select actor from audit_log where uuid = $1', [change])).toEqual([{ actor: `staff:${email}` }]);
  expect(
    await queried(
      'select coalesce(v.price_agorot, p.price_agorot)::int as price, v.cost_agorot as cost from variants v join products p on p.uuid = v.product_uid where sku = $1',
      [first?.sku],
    ),
  ).toEqual([{ price: price * 100, cost: before?.cost }]);
});

test('costs come and go with who may see them, and with nobody else', async () => {
  const [first] = await goods();
  const costOf = async () =>
    (
      await queried<{ cost: number | null }>('select cost_agorot::int as cost from variants where sku = $1', [
        first?.sku,
      ])
    )[0]?.cost;
  const [owner] = await queried<{ product: string }>(
    'select p.slug as product from variants v join products p on p.uuid = v.product_uid where sku = $1',
    [first?.sku],
  );
  const imported = async (cost: string) => {
    const uuid = await uploaded(
      'costs.csv',
      Buffer.from(`product,sku,עלות\n${owner?.product},${first?.sku},${cost}\n`),
    );
    const { notes } = await reportOf(uuid);
    await act(site, manager.cookie, `/import/${uuid}`, 'apply', { import: uuid });
    await run();
    return notes.map(({ column }) => column);
  };
  const exported = async () => {
    const begun = await act(site, manager.cookie, '/import', 'export', { what: 'tables' });
    await run();
    return (begun.data.result as { uuid: string }).uuid;
  };
  expect(await imported('₪ 31.50')).toEqual([]);
  expect(await costOf()).toBe(3_150);
  const withCosts = await exported();
  const other = await officeOf(site, 'owner');
  expect((await other.get(`/import/${withCosts}/file`)).status).toBe(200);

  await queried(
    `update roles set permissions = array_remove(permissions, 'products.cost') where key in ('manager', 'owner')`,
  );
  expect(await imported('40')).toEqual(['cost']);
  expect(await costOf()).toBe(3_150);
  expect((await other.get(`/import/${withCosts}/file`)).status).toBe(403);
  expect((await other.get(`/import/${await exported()}/file`)).status).toBe(200);
});

test('where there are several companies, the office says whose goods a sheet names', async () => {
  const [ownGoods] = await goods();
  const [{ key } = { key: '' }] = await queried<{ key: string }>('select key from companies');
  await queried(
    `insert into companies (key, name, legal_name, company_number, address) values ('tzafon', 'צפון', 'צפון', '510000000', 'חיפה')`,
  );
  const price = (ownGoods?.price ?? 0) / 100 + 2;
  const uuid = await uploaded('whose.csv', Buffer.from(`sku,price\n${ownGoods?.sku},${price}\n`));
  expect((await page(uuid)).owners.companies.map((one) => one.key).sort()).toEqual([key, 'tzafon'].sort());
  expect((await reportOf(uuid)).errors.map(({ reason }) => reason).join()).toContain('several companies');
  const of = async (company: string) => {
    const map = {
      import: uuid,
      kind: 'prices',
      headingRow: 1,
      columns: { c0: 'sku', c1: 'price' },
      fixed: { company },
    };
    expect((await act(site, manager.cookie, `/import/${uuid}`, 'map', map)).data.ok).toBe(true);
    await run();
    return (await reportOf(uuid)).errors.map(({ reason }) => reason);
  };
  expect(await of('tzafon')).toEqual(['unknown SKU: no variant has it']);
  expect(await of(key)).toEqual([]);
  await act(site, manager.cookie, `/import/${uuid}`, 'apply', { import: uuid });
  await run();
  expect(await priceOf(ownGoods?.sku ?? '')).toBe(price * 100);
});
