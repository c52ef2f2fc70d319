import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { emptyDatabase } from '../../../tests/support/database.ts';
import { readPage, signInAs } from '../../../tests/support/office.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import { runLine } from '../../../tests/support/run-command.ts';

// Some two thousand pictures are written to disk twice.
vi.setConfig({ testTimeout: 240_000 });

const run = promisify(execFile);
let site: TestApp;
let empty: Awaited<ReturnType<typeof emptyDatabase>>;
let backups: string;
let dataDir: string;

beforeAll(async () => {
  site = await startApp({ office: true });
  empty = await emptyDatabase();
  backups = await mkdtemp(join(tmpdir(), 'storefront-backups-'));
  dataDir = await mkdtemp(join(tmpdir(), 'storefront-restored-'));
});
afterAll(async () => {
  await site.close();
  await empty.drop();
  for (const folder of [backups, dataDir]) await rm(folder, { recursive: true, force: true });
});

/** The command as operators run it. */
async function store(env: { DATABASE_URL: string; DATA_DIR: string }, ...args: string[]) {
  const main = fileURLToPath(new URL('../../main.ts', import.meta.url));
  try {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const ended = await run(process.execPath, [main, ...args], { env: { PATH, NODE_COMPILE_CACHE, ...env } });
    return { status: 0, ...ended };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { status: code, stdout, stderr };
  }
}
/** What the last backup noted of itself, for the office's page. */
async function noted(): Promise<unknown> {
  const { rows } = await site.connection.pool.query<{ details: unknown }>(
    `select details from audit_log where command = 'backup' order by created_at desc limit 1`,
  );
  return rows[0]?.details;
}
const here = () => ({ DATABASE_URL: site.deps.env.DATABASE_URL ?? '', DATA_DIR: site.deps.env.DATA_DIR });
const there = () => ({ DATABASE_URL: empty.url, DATA_DIR: dataDir });

/** Every row of every table as text, table by table. */
async function contents(url: string): Promise<Map<string, string[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'sandbox') order by 1`,
  );
  const all = new Map<string, string[]>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    all.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  await client.end();
  return all;
}

test('a shop with an order is backed up, and restored into an empty database row by row', async () => {
  const shop = shopper(site.port);
  const order = await shop.order(await piece(site.connection.pool), {
    customer: { first_name: 'דנה', last_name: 'לוי־כהן', phone: '050-7654321', email: 'dana@example.com' },
    remarks: 'שורה\nושורה, (עם) "סוגריים" ו\\לוכסן\u2028ומפריד\u2029אחר',
  } as never);
  await pay(site.port, order.page, CARDS.approved);
  // Names like those of our pictures in words that aren't ours: a visitor asks for one, another site's is redirected.
  const [missedPath, redirectedPath] = [`/old/${'0a'.repeat(16)}.jpg`, `/uploads/${'0b'.repeat(16)}.png`];
  await site.connection.pool.query(
    `with shop as (select uuid from stores where key = 'raam'),
       missed as (insert into redirect_misses (store_uid, path) select uuid, $1 from shop)
     insert into redirects (store_uid, source, target) select uuid, $2, '/' from shop`,
    [missedPath, redirectedPath],
  );
  // A row of before its rule, which is for new rows alone.
  const rule = 'coupons_uses_not_negative';
  await site.connection.pool.query(
    `alter table coupons drop constraint ${rule};
     update coupons set uses = -1 where uuid = (select uuid from coupons limit 1);
     alter table coupons add constraint ${rule} check (uses >= 0) not valid`,
  );
  const taken = await store(here(), 'backup', backups, '--json');
  expect(taken).toMatchObject({ status: 0 });
  const report = JSON.parse(taken.stdout) as { path: string; media: { names: number; missing: string[] } };
  expect(report.media.missing).toEqual([]);
  expect(await noted()).toMatchObject({ path: report.path, media: report.media.names, missing: 0, tried: null });
  expect(report.media.names).toBeGreaterThan(500);
  expect(await readFile(join(report.path, 'media.txt'), 'utf8')).not.toMatch(/(?:0a){16}|(?:0b){16}/);
  expect((await stat(report.path)).mode & 0o077).toBe(0);
  const before = await contents(here().DATABASE_URL);

  const restored = await store(there(), 'restore', report.path, '--json');
  expect(restored.stderr).not.toContain('Error');
  expect(restored.status).toBe(0);
  const after = await contents(there().DATABASE_URL);
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const [table, rows] of before) {
    // Each command adds its own row there: the backup's came after its snapshot.
    if (table === 'public.audit_log') continue;
    expect({ table, rows: after.get(table) }).toEqual({ table, rows });
  }
  expect(after.get('public.orders')).toHaveLength(1);
  const names = (await readdir(join(dataDir, 'media'), { recursive: true })).filter((name) => name.includes('.'));
  expect(names).toHaveLength(report.media.names);

  const again = new pg.Client({ connectionString: empty.url });
  await again.connect();
  const broken = again.query(`insert into order_lines (order_uid, name, sku, quantity, price_agorot, position)
    values (gen_random_uuid(), 'x', 'x', 1, 1, 1)`);
  await expect(broken).rejects.toThrow('foreign key');
  const { rows } = await again.query(
    `select count(*)::int as loose from pg_constraint where contype = 'f' and condeferrable`,
  );
  expect(rows).toEqual([{ loose: 0 }]);
  const negativeUses = await again.query('select uses from coupons where uses < 0');
  expect(negativeUses.rows).toEqual([{ uses: -1 }]);
  await expect(again.query('update coupons set uses = -2')).rejects.toThrow(rule);
  await again.end();
  expect((await runLine(there(), 'restore', report.path)).stderr).toContain('is not empty');
});

test('a damaged backup is refused before anything is changed, and old ones go', async () => {
  const taken = await runLine(here(), 'backup', backups, '--keep', '1', '--json');
  const { path, removed } = JSON.parse(taken.stdout) as { path: string; removed: string[] };
  expect(removed).toHaveLength(1);
  // The one that the test above restored: it is removed, and what was proved by it is noted.
  expect(await noted()).toMatchObject({ path, tried: { backup: removed[0], at: expect.stringMatching(/^\d{4}-/) } });
  expect((await readdir(backups)).sort()).toEqual([path.split('/').at(-1), 'media'].sort());
  type Page = { backups: { path: string; missing: number; rows: number }[]; triedAt: string | null };
  const page = await readPage<Page>(site, await signInAs(site, 'manager'), '/backups');
  expect(page.data.backups.map((backup) => backup.path)[0]).toBe(path);
  expect(page.data.backups).toHaveLength(2);
  expect(page.data.backups[0]).toMatchObject({ missing: 0, rows: expect.any(Number) });
  expect(Date.parse(page.data.triedAt ?? '')).toBeGreaterThan(Date.parse('2020-01-01'));
  const list = join(path, 'media.txt');
  const names = await readFile(list, 'utf8');
  await writeFile(list, names.split('\n').slice(0, 100).join('\n'));
  const cut = await runLine(there(), 'restore', path);
  expect(cut).toMatchObject({ status: 2 });
  expect(cut.stderr).toMatch(/^media\.txt of the backup is damaged: it names 100 media, not \d+\n$/);
  await writeFile(list, names);
  const rows = join(path, 'public.products.rows.gz');
  const bytes = await readFile(rows);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  await writeFile(rows, bytes);
  const database = await emptyDatabase();
  try {
    const refused = await runLine({ ...there(), DATABASE_URL: database.url }, 'restore', path);
    expect(refused).toMatchObject({ status: 2 });
    expect(refused.stderr).toBe('public.products.rows.gz of the backup is damaged: it was changed since\n');
    expect((await contents(database.url)).size).toBe(0);
    expect((await runLine(there(), 'restore', backups)).stderr).toContain('is no backup');
  } finally {
    await database.drop();
  }
});
