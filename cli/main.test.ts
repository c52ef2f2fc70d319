import { execFile } from 'node:child_process';
import { chown, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '#server/context.ts';
import { codeOpensGate } from '#server/stores/gate.ts';
import { emptyDatabase } from '../tests/support/database.ts';
import { runLine } from '../tests/support/run-command.ts';
import { type SampleFolder, sampleFolder } from '../tests/support/sample-folder.ts';

const run = promisify(execFile);
let database: Awaited<ReturnType<typeof emptyDatabase>>;
let folder: SampleFolder;
let dataDir: string;

beforeAll(async () => {
  database = await emptyDatabase();
  folder = await sampleFolder();
  dataDir = await mkdtemp(join(tmpdir(), 'storefront-data-'));
});
afterAll(async () => {
  await database.drop();
  await folder.remove();
  await rm(dataDir, { recursive: true });
});

type Ended = { status: number; stdout: string; stderr: string };

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const installation = () => ({ DATABASE_URL: database.url, DATA_DIR: dataDir });
// Vitest sets variables such as MODE that mean something else to the program.
const environment = () => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  ...installation(),
});

/** The command in this process, with the settings of the test's database. */
const store = (...args: string[]): Promise<Ended> => runLine(installation(), ...args);

/** The command as operators run it, a process of its own. */
async function storeBeside(...args: string[]): Promise<Ended> {
  try {
    return { status: 0, ...(await run(process.execPath, [main, ...args], { env: environment() })) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { status: code, stdout, stderr };
  }
}

test('without a command, or with --help, it says what there is', async () => {
  const bare = await store();
  expect(bare.status).toBe(0);
  expect(bare.stdout).toContain('import <folder or sheet>');
  expect((await store('import', '--help')).stdout).toContain('--partial');
});

test.each([
  [['fly'], 'There is no command "fly"'],
  [['import'], 'import <folder or sheet>'],
  [['import', 'a', '--quickly'], "Unknown option '--quickly'"],
  [['import', '/no/such/folder'], '/no/such/folder is neither a folder nor a file'],
])('%j ends with status 2 and says why', async (args, reason) => {
  const ended = await store(...args);
  expect(ended.status).toBe(2);
  expect(ended.stderr).toContain(reason);
  expect(ended.stderr).not.toContain('    at ');
  expect(ended.stdout).toBe('');
});

test('a process of its own ends with that status, prints the same where it should, and no more', async () => {
  const args = ['import', '/no/such/folder'];
  expect(await storeBeside(...args)).toEqual({ status: 2, stdout: '', stderr: (await store(...args)).stderr });
});

test('without the server’s settings a command makes no shop of its own and is not done', async () => {
  const place = await mkdtemp(join(tmpdir(), 'storefront-nothing-'));
  for (const DATA_DIR of [place, join(place, 'data')]) {
    const ended = await runLine({ DATA_DIR }, 'backup', join(place, 'backups'));
    expect(ended.status).toBe(2);
    expect(ended.stderr).toBe(
      `There is no database in ${DATA_DIR}; set DATABASE_URL or DATA_DIR as the server has them.\n`,
    );
  }
  expect(await readdir(place)).toEqual([]);
  await rm(place, { recursive: true });
});

test('check, import and import again, for people', async () => {
  const checked = await store('check', folder.path);
  expect(checked).toMatchObject({ status: 0 });
  expect(checked.stdout).toContain('Nothing is wrong.');
  const loaded = await storeBeside('import', folder.path);
  expect(loaded.status).toBe(0);
  expect(loaded.stdout).toMatch(/products +\d+/);
  expect(loaded.stderr).toContain('reading pictures: 8');
  const again = await store('import', folder.path);
  expect(again.stdout).toContain('0 changes.');
});

test('root writes neither pictures nor backups into the folder of another user', async () => {
  const isRoot = process.getuid?.() === 0;
  const place = await mkdtemp(join(tmpdir(), 'storefront-users-'));
  if (isRoot) await chown(place, 65_534, 65_534);
  for (const ended of [
    await store('backup', place),
    await runLine({ DATABASE_URL: database.url, DATA_DIR: place }, 'outbox', 'list'),
  ])
    expect(ended).toMatchObject(
      isRoot ? { status: 2, stderr: expect.stringContaining(`${place} belongs to`) } : { status: 0 },
    );
  if (isRoot) expect(await readdir(place)).toEqual([]);
  await rm(place, { recursive: true });
});

test('a backup into a file, and an erasure in a store that isn’t there, end with a line', async () => {
  const file = join(dataDir, 'file');
  await writeFile(file, '');
  const backup = await store('backup', join(file, 'backups'));
  expect(backup).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(`${file}/backups cannot be written: ENOTDIR`),
  });
  expect(backup.stderr).not.toContain('    at ');
  expect((await store('customers', 'erase', '0501234567', '--store', 'on')).stderr).toBe('There is no store on\n');
  expect((await store('customers', 'erase', '0501234567')).stderr).toBe('Which store? --store <key>\n');
});

test('a gate’s password comes from standard input, so that no list of processes shows it', async () => {
  const env = environment();
  const gate = (typed: string) =>
    `printf '${typed}' | "${process.execPath}" "${main}" stores set-status one under_construction --code -`;
  await expect(run('sh', ['-c', gate('')], { env })).rejects.toMatchObject({ code: 2, stderr: '--code is empty\n' });
  await run('sh', ['-c', gate('סיסמה\\n')], { env });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ gateHash: string }>(
    `select gate_hash as "gateHash" from stores where key = 'one'`,
  );
  await client.end();
  expect(codeOpensGate(rows[0] as Store, 'סיסמה')).toBe(true);
});

test('who reads on may stop reading: no trace, and the command ends as ever', async () => {
  const env = environment();
  const line = `{ "${process.execPath}" "${main}" check "${folder.path}"; echo "status $?" >&2; } | :`;
  const { stderr } = await run('sh', ['-c', line], { env });
  expect(stderr).toContain('status 0');
  expect(stderr).not.toMatch(/EPIPE| {4}at /);
});

test('--json prints the list and nothing else on stdout', async () => {
  await writeFile(join(folder.path, 'catalogue/faq.csv'), 'product,question,answer\nghost,למה?,כי\n');
  const ended = await storeBeside('check', folder.path, '--json');
  expect(ended.status).toBe(1);
  expect(JSON.parse(ended.stdout)).toMatchObject({
    written: false,
    errors: [{ file: 'catalogue/faq.csv', row: 2, column: 'product', value: 'ghost', reason: 'unknown product' }],
  });
  const table = await store('import', folder.path);
  expect(table.status).toBe(1);
  expect(table.stdout).toMatch(/catalogue\/faq\.csv +2 +product +ghost +unknown product/);
  expect(table.stdout).toContain('1 error: nothing was changed.');
});

test('a file of 200 MB is refused with a line, without being read', async () => {
  const file = join(folder.path, 'catalogue/specs-huge.csv');
  await writeFile(file, 'product,group,name,value,unit\n');
  await truncate(file, 200 * 1024 * 1024);
  const begun = performance.now();
  const ended = await store('check', folder.path, '--json');
  expect(performance.now() - begun).toBeLessThan(10_000);
  const { errors } = JSON.parse(ended.stdout) as { errors: { file: string; reason: string }[] };
  expect(errors.find((error) => error.file === 'catalogue/specs-huge.csv')?.reason).toBe(
    'has 200 MB and was not read: a text file may have 64 MB, so divide it',
  );
});
