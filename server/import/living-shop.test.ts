import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isolateRanges } from '#domain/text/format.ts';
import type { Command } from '../../cli/command.ts';
import { couponsCreateCommand } from '../../cli/commands/catalogue/coupons.ts';
import { productsUnpublishCommand } from '../../cli/commands/catalogue/products.ts';
import { stockSetCommand } from '../../cli/commands/catalogue/stock.ts';
import { setStatusCommand } from '../../cli/commands/stores/stores.ts';
import { deleteStoreCommand } from '../../cli/commands/stores/stores-delete.ts';
import { altered } from '../../tests/support/sample-folder.ts';
import { startImport, type TestImport } from '../../tests/support/test-import.ts';
import type { ImportReport } from './import.ts';

let shop: TestImport;
beforeEach(async () => {
  shop = await startImport();
});
afterEach(() => shop.end());

const run = (command: Command, args: string[], options: Record<string, string> = {}) => {
  const { pool, db } = shop.connection;
  const operation = { now: () => new Date(), pool, db, env: {}, storage: shop.storage, dataDir: '', say: () => {} };
  return command.run(operation as unknown as Parameters<Command['run']>[0], args, options);
};
const stockOf = async (sku: string) => (await shop.query(`select stock from variants where sku = '${sku}'`))[0];
const noteTexts = ({ notes }: Pick<ImportReport, 'notes'>) =>
  notes
    .filter(({ reason }) => /differs|stays/.test(reason))
    .map((n) => `${n.file} ${n.column} ${n.value}: ${n.reason}`);

const club = { name: 'מועדון', kind: 'PERCENT', percent: 5, by_coupon: true };
const spring = { name: 'אביב', kind: 'FREE_DELIVERY' };

test('a full import again changes nothing of what has lived on in the shop, and says what it left', async () => {
  await shop.sample.put('stores/one/sales.json', JSON.stringify([club, spring]));
  await shop.sample.put('stores/one/coupons.csv', 'code,sale,uses_limit\nCLUB,מועדון,5\n');
  expect((await shop.load()).errors).toEqual([]);

  await run(stockSetCommand, ['ONE-500-RED', '0']);
  await run(couponsCreateCommand, ['one', 'VIP'], { percent: '50', name: 'הנחת הנהלה' });
  await run(couponsCreateCommand, ['one', 'CLUB-SMS'], { sale: 'מועדון' });
  await run(productsUnpublishCommand, ['one-800'], { store: 'one' });
  await run(setStatusCommand, ['all', 'closed'], { until: '2099-04-01 08:00', message: 'חג שמח' });
  await shop.query('update sales set uses = 3');
  await shop.query('update coupons set uses = 2');
  await shop.query(`update stores set gate_hash = 'salt.hash'`);
  const states = async () =>
    Promise.all(
      ['sales', 'coupons', 'stores', 'variants', 'store_products'].map((table) =>
        shop.query(`select to_jsonb(t)::text from ${table} t order by 1`),
      ),
    );
  const before = await states();

  const again = await shop.load();
  expect(again.changed).toBe(0);
  expect(await states()).toEqual(before);
  expect(noteTexts(again)).toEqual([
    'catalogue/variants.csv stock null: differs from the stock of the shop for a variant: only --stock sets it',
    'stores/all/store.json status open: the store is closed and stays so: stores set-status',
  ]);

  // The lists belong to the files: promotions of imports that are no longer named end, those of commands don't.
  await shop.sample.put('stores/one/sales.json', JSON.stringify([club]));
  await shop.sample.put('stores/one/coupons.csv', 'code,sale,uses_limit\nclub,מועדון,9\n');
  await shop.load();
  expect(await shop.query('select name, active from sales order by name')).toEqual([
    ['אביב', false],
    ['הנחת הנהלה', true],
    ['מועדון', true],
  ]);
  expect(await shop.query('select code, uses_limit, uses from coupons order by code')).toEqual([
    ['CLUB', 9, 2],
    ['CLUB-SMS', null, 2],
    ['VIP', null, 2],
  ]);
});

test('a file that names a sale or a code of a command leaves them as they were made', async () => {
  await shop.load();
  await run(couponsCreateCommand, ['one', 'VIP'], { percent: '50', name: 'מועדון', until: '2099-12-31' });
  await shop.sample.put('stores/one/sales.json', JSON.stringify([{ ...club, active: false }]));
  await shop.sample.put('stores/one/coupons.csv', 'code,sale,uses_limit\nvip,מועדון,1\n');
  const report = await shop.load();
  expect(report).toMatchObject({ errors: [], changed: 0 });
  expect(noteTexts(report)).toEqual([
    'stores/one/coupons.csv code vip: was made by a command and stays as it is there',
    'stores/one/sales.json [0] מועדון: was made by a command and stays as it is there',
  ]);
  expect(await shop.query('select amount, active, ends_at is not null from sales')).toEqual([['5000', true, true]]);
  expect(await shop.query('select uses_limit from coupons')).toEqual([[null]]);
});

test('a new variant gets its stock, and one that is there keeps what it has', async () => {
  await shop.load();
  await run(stockSetCommand, ['HELMET-M', '1']);
  await shop.loadOnly({
    'catalogue/variants.csv':
      'product,sku,color_name,color,size,options,stock\nhelmet,HELMET-M,שחור,#17181b,M,,5\nhelmet,HELMET-S,שחור,#17181b,S,,7\n',
  });
  expect([await stockOf('HELMET-M'), await stockOf('HELMET-S')]).toEqual([[1], [7]]);
});

test('--stock sets what the files say, but not where it has moved since they were exported', async () => {
  await shop.load();
  await run(stockSetCommand, ['ONE-500-RED', '8']);
  const files = {
    'catalogue/variants.csv':
      'product,sku,stock,stock_exported\none-500,ONE-500-RED,12,9\none-800,ONE-800-RED,4,3\nhelmet,HELMET-M,2,\nhelmet,HELMET-L,,5\n',
  };
  const unasked = await shop.loadOnly(files);
  expect(unasked.changed).toBe(0);
  const report = await shop.loadOnly(files, { setStock: true });
  expect(report.changed).toBe(1);
  expect(report.notes).toContainEqual({
    file: 'catalogue/variants.csv',
    row: 2,
    column: 'stock',
    value: '12',
    reason: 'was left at 8: the file was exported with 9, and it has moved since',
  });
  // Nor where the file doesn't say what was there, since anything may have been sold; a new variant gets its stock as
  // usual.
  expect(noteTexts(report)).toEqual([
    'catalogue/variants.csv stock_exported null: is not said for a variant whose stock differs, which was left: it may have been sold since. Edit an export, or use stock set',
  ]);
  const skus = ['ONE-500-RED', 'ONE-800-RED', 'HELMET-M', 'HELMET-L'];
  expect(await Promise.all(skus.map(stockOf))).toEqual([[8], [4], [5], [5]]);
});

test('pieces at branches are set for new variants, and with --stock where none has moved; what goes out comes in again', async () => {
  const at = async (sku: string) =>
    (
      await shop.query(
        `select b.pieces, b.low_stock from branch_stock b join variants v on v.uuid = b.variant_uid where sku = '${sku}'`,
      )
    )[0];
  const file = (...rows: string[]) => ({
    'catalogue/branch-stock.csv': ['product,sku,branch,stock,stock_exported,low_stock', ...rows, ''].join('\n'),
  });
  await shop.sample.put(
    'catalogue/branch-stock.csv',
    file('one-500,ONE-500-RED,north,4,,2')['catalogue/branch-stock.csv'],
  );
  expect((await shop.load()).errors).toEqual([]);
  expect(await at('ONE-500-RED')).toEqual([4, 2]);
  expect((await shop.load()).changed).toBe(0);

  // One was sold: it came from the warehouse, so the branch still has its four.
  await run(stockSetCommand, ['ONE-500-RED', '8']);
  const counted = file('one-500,ONE-500-RED,north,3,4,', 'helmet,HELMET-M,north,2,0,');
  const unasked = await shop.loadOnly(counted);
  expect(unasked.changed).toBe(0);
  expect(unasked.notes.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^differs from the pieces at branches/),
  ]);
  await shop.loadOnly(counted, { setStock: true });
  expect([await at('ONE-500-RED'), await at('HELMET-M')]).toEqual([
    [3, 2],
    [2, null],
  ]);
  expect(await stockOf('ONE-500-RED')).toEqual([8]);
  const late = await shop.loadOnly(file('one-500,ONE-500-RED,north,9,4,'), { setStock: true });
  expect(late.notes.map(({ reason }) => reason)).toContain(
    'was left at 3: the file was exported with 4, and it has moved since',
  );
  // The whole falls below what branches have, and the branch with it: each as it was counted.
  const both = {
    ...file('one-500,ONE-500-RED,north,1,3,'),
    'catalogue/variants.csv': 'product,sku,stock,stock_exported\none-500,ONE-500-RED,1,8\n',
  };
  await shop.loadOnly(both, { setStock: true });
  expect([await at('ONE-500-RED'), await stockOf('ONE-500-RED')]).toEqual([[1, 2], [1]]);
  const more = await shop.loadOnly(file('one-500,ONE-500-RED,north,2,1,'), { setStock: true });
  expect(more.notes.map(({ reason }) => reason)).toContain('was left: branches would have more than the 1 in stock');

  const bad = file(
    'one-500,NOWHERE,north,1,,',
    'one-800,ONE-500-RED,north,1,,',
    'one-500,ONE-500-RED,south,1,,',
    'helmet,HELMET-M,north,1,,',
    'helmet,HELMET-M,north,1,,',
  );
  expect((await shop.loadOnly(bad)).errors.map(({ row, column, reason }) => `${row} ${column}: ${reason}`)).toEqual([
    '2 sku: unknown SKU: no variant has it',
    '3 product: is not the product of ONE-500-RED: one-500',
    '4 branch: unknown branch',
    '6 branch: is there twice',
  ]);
});

test('a whole folder with --stock fills a fresh shop, and puts nothing back on sale in one that sells', async () => {
  const first = await shop.load({ setStock: true });
  expect(first.notes.filter(({ column }) => column?.startsWith('stock'))).toEqual([]);
  expect(await stockOf('ONE-500-RED')).toEqual([9]);
  await run(stockSetCommand, ['ONE-500-RED', '0']);
  const again = await shop.load({ setStock: true });
  expect(again).toMatchObject({ errors: [], written: true, changed: 0 });
  expect(again.notes.filter(({ column }) => column?.startsWith('stock'))).toHaveLength(1);
  expect(await stockOf('ONE-500-RED')).toEqual([0]);
});

test('the state of a store in its file counts when the store is new', async () => {
  const closed = altered('stores/one/store.json', '"name_en"', '"status":"closed","name_en"');
  await shop.sample.put('stores/one/store.json', closed['stores/one/store.json'] ?? null);
  await shop.load();
  expect(await shop.query(`select key, status from stores order by key`)).toEqual([
    ['all', 'open'],
    ['one', 'closed'],
  ]);
});

test('the docs say of every table that an import writes whose it is', async () => {
  const { changes } = await shop.load();
  const docs = await readFile(new URL('../../docs/import-format.md', import.meta.url), 'utf8');
  const part = docs.slice(docs.indexOf('## Importing into a live shop'), docs.indexOf('## company.json'));
  expect(Object.keys(changes).filter((name) => !part.includes(`\`${name}\``))).toEqual([]);
});

test('a store whose folder was renamed is one fault, and so is a folder without a company where there are two', async () => {
  await shop.load();
  await rename(join(shop.sample.path, 'stores/one'), join(shop.sample.path, 'stores/uno'));
  const faults = async () => (await shop.load()).errors.map(({ file, reason }) => `${file}: ${reason}`);
  expect(await faults()).toEqual([
    'stores/uno: is the store one under another key: a key stays, so name the folder stores/one; a new store has another name and domain',
  ]);
  await shop.query(
    `insert into companies (key, name, legal_name, company_number, address) values ('other', 'א', 'א', '510000000', 'א')`,
  );
  await shop.sample.put('company.json', null);
  expect(await faults()).toEqual([
    'company.json: is missing: the database has several companies (group, other), so name one',
  ]);
});

test('what is missing and shoppers will notice is noted: a domain, and pictures by their number', async () => {
  const missing = ({ notes }: ImportReport) =>
    notes.filter(({ reason }) => /missing|picture/.test(reason)).map((n) => `${n.file} ${n.value}: ${n.reason}`);
  expect(missing(await shop.load({ mode: 'check' }))).toEqual([
    'catalogue/variants.csv filter: a product has no picture: a drawing stands in its place',
    ...['all', 'one'].map(
      (key) =>
        `stores/${key}/store.json null: is missing: every page of the store will say so to its visitors (לא נמצא דומיין מחובר)`,
    ),
  ]);
  await shop.load();
  // Products with pictures keep them.
  expect(missing(await shop.loadOnly({ 'catalogue/products.csv': 'slug,position\nhelmet,3\n' }))).toEqual([]);
});

test.each<[string, (text: string) => Uint8Array]>([
  ['UTF-16', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16', (text) => Buffer.from(text, 'utf16le')],
  ['UTF-16', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ['Windows-1255', windows1255],
])('a file in %s is read as what it is, and noted', async (encoding, encode) => {
  await shop.load();
  const text = 'product,question,answer\none-500,כמה עולה?,בערך 5–10 אלף שקלים\n';
  await shop.sample.put('catalogue/faq.csv', encode(text));
  const { errors, notes } = await shop.load();
  expect(errors).toEqual([]);
  expect(notes).toContainEqual({
    file: 'catalogue/faq.csv',
    row: null,
    column: null,
    value: null,
    reason: `was read as ${encoding}`,
  });
  expect(await shop.query('select question, answer from product_faqs')).toEqual([
    ['כמה עולה?', isolateRanges('בערך 5–10 אלף שקלים')],
  ]);
});

/** Hebrew letters from 0xE0, the en dash at 0x96. */
function windows1255(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => {
    const code = letter.charCodeAt(0);
    if (code < 0x80) return code;
    return letter === '–' ? 0x96 : code - 0x05d0 + 0xe0;
  });
}

test('a store is deleted when it is closed, never had an order, and its key is said once more', async () => {
  await shop.load();
  await expect(run(deleteStoreCommand, ['one'])).rejects.toThrow(/close it first/);
  // Closed for a while, and reopened by itself.
  await shop.query(`update stores set status = 'closed', closed_until = now() - interval '1 hour' where key = 'one'`);
  await expect(run(deleteStoreCommand, ['one'])).rejects.toThrow(/until a moment: close it first/);
  await run(setStatusCommand, ['one', 'closed']);
  expect((await run(deleteStoreCommand, ['one'])).json).toMatchObject({
    deleted: false,
    pages: 1,
    'products shown': 3,
  });
  await expect(run(deleteStoreCommand, ['one'], { confirm: 'all' })).rejects.toThrow(/is the key of the store/);
  expect(await shop.query('select key from stores order by key')).toEqual([['all'], ['one']]);
  expect((await run(deleteStoreCommand, ['one'], { confirm: 'one' })).json).toMatchObject({ deleted: true });
  expect(await shop.query('select key from stores')).toEqual([['all']]);
  expect(await shop.query('select count(*)::int from products')).toEqual([[4]]);
  // Each has a home again, whose address search engines are told.
  expect(await shop.query('select is_home, count(*)::int from store_products group by 1')).toEqual([[true, 4]]);
  expect(await shop.query(`select count(*)::int from audit_log where details ? 'products shown'`)).toEqual([[1]]);
  await expect(run(deleteStoreCommand, ['one'])).rejects.toThrow(/no store/);
});

test('a file of thresholds waits for a sale of the same variant, and the sale never for it', async () => {
  await shop.sample.put(
    'catalogue/branch-stock.csv',
    'product,sku,branch,stock,stock_exported,low_stock\none-500,ONE-500-RED,north,4,,2\n',
  );
  expect((await shop.load()).errors).toEqual([]);
  const sale = await shop.connection.pool.connect();
  try {
    await sale.query(`begin; set local lock_timeout = '2s'`);
    await sale.query(`update variants set stock = stock where sku = 'ONE-500-RED'`);
    const thresholds = shop.loadOnly({
      'catalogue/branch-stock.csv':
        'product,sku,branch,stock,stock_exported,low_stock\none-500,ONE-500-RED,north,4,4,3\n',
    });
    await expect
      .poll(() =>
        shop.query(
          `select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        ),
      )
      .toEqual([[1]]);
    await sale.query('update branch_stock set pieces = pieces - 1');
    await sale.query('commit');
    expect((await thresholds).errors).toEqual([]);
  } finally {
    sale.release();
  }
  expect(await shop.query('select pieces, low_stock from branch_stock')).toEqual([[3, 3]]);
});

test('an import and a sale of several variants never wait for each other, also where variants go off sale; without a change none is locked', async () => {
  expect((await shop.load()).errors).toEqual([]);
  const variants = (await shop.query(
    'select v.sku, p.slug, v.uuid from variants v join products p on p.uuid = v.product_uid order by v.uuid',
  )) as [sku: string, product: string, uuid: string][];
  const [first, ...others] = variants as [(typeof variants)[0], ...typeof variants];
  // Last in the table and in the file, so that its uuid alone says that it is the first.
  await shop.query(`update variants set stock = stock where uuid = '${first[2]}'`);
  const file = (lowStock: number) => ({
    'catalogue/variants.csv': [
      'product,sku,low_stock',
      ...[...others, first].map(([sku, slug]) => `${slug},${sku},${lowStock}`),
    ].join('\n'),
  });
  const removed = (sku: string, slug: string) => ({
    'catalogue/products.csv': `slug,position\n${slug},7\n`,
    'catalogue/variants.csv': `product,sku,low_stock\n${slug},${sku},4\n`,
  });
  const sale = await shop.connection.pool.connect();
  const waiting = () =>
    expect
      .poll(() =>
        shop.query(
          `select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        ),
      )
      .toEqual([[1]]);
  const besides = async (files: Record<string, string>, sold: typeof variants) => {
    await sale.query(`begin; set local lock_timeout = '2s'`);
    const lock = ([, , uuid]: (typeof variants)[0]) =>
      sale.query('select from variants where uuid = $1 for no key update', [uuid]);
    await lock(sold[0] as (typeof variants)[0]);
    const load = shop.loadOnly(files);
    await waiting();
    for (const one of sold.slice(1)) await lock(one);
    await sale.query('commit');
    expect((await load).errors).toEqual([]);
  };
  try {
    await besides(file(3), variants);
    const sizes = variants.filter(([, slug]) => slug === 'helmet');
    const [lower, higher] = sizes as [(typeof variants)[0], (typeof variants)[0]];
    // What stays changes, and what goes is the lower one.
    await besides(removed(higher[0], 'helmet'), [lower, higher]);
    expect(await shop.query(`select sku from variants where not active`)).toEqual([[lower[0]]]);

    await shop.loadOnly(file(3));
    await sale.query('begin');
    await sale.query('select from variants for no key update');
    expect((await shop.loadOnly(file(3))).changed).toBe(0);
    await sale.query('commit');
  } finally {
    sale.release();
  }
});
