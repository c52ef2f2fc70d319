import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runLine } from '../../tests/support/run-command.ts';
import { startImport, type TestImport } from '../../tests/support/test-import.ts';

vi.setConfig({ testTimeout: 120_000 });

let shop: TestImport;
let folders: string;
let dataDir: string;
beforeAll(async () => {
  shop = await startImport();
  await shop.load();
  folders = await mkdtemp(join(tmpdir(), 'interrupted-'));
  dataDir = await mkdtemp(join(tmpdir(), 'data-'));
});
afterAll(async () => {
  await shop.end();
  for (const folder of [folders, dataDir]) await rm(folder, { recursive: true });
});

/** The command as operators run it, a process of its own. */
function start(...args: string[]) {
  const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: shop.url, DATA_DIR: dataDir };
  const child = spawn(process.execPath, [main, ...args], { env });
  return {
    child,
    ended: Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
      ([[status, signal], stdout, stderr]) => ({ status, signal, stdout, stderr }),
    ),
  };
}

/** The command in this process. */
const here = (...args: string[]) => runLine({ DATABASE_URL: shop.url, DATA_DIR: dataDir }, ...args);

test.each(['SIGINT', 'SIGTERM'] as const)(
  'an export that is ended by %s leaves nothing, not even where it waits',
  async (signal) => {
    const blocker = await shop.connection.pool.connect();
    try {
      await blocker.query('begin');
      await blocker.query('lock table product_specs in access exclusive mode');
      const { child, ended } = start('export', join(folders, 'out'));
      // Not queried by the blocker, whose view of the sessions stays as it was at its first query.
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(() => shop.query(waiting), { timeout: 60_000 }).toHaveLength(1);
      expect(await readdir(folders)).toEqual([expect.stringMatching(/^out\.unfinished-/)]);
      child.kill(signal);
      expect(await ended).toMatchObject({ status: 2, stderr: expect.stringContaining('nothing of it is left') });
      expect(await readdir(folders)).toEqual([]);
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
  },
);

test('the command says what it wrote, where it could not, and what it is for', async () => {
  const out = join(folders, 'whole');
  // This database's pictures are stored elsewhere: each is reported, and the rest is written.
  const done = await start('export', out, '--xlsx').ended;
  expect(done).toMatchObject({ status: 1, stdout: expect.stringMatching(/4 products, 6 variants/) });
  expect(done.stdout).toMatch(/missing: stores\/one\/files\/logo\.svg/);
  expect(await readdir(out)).toEqual(expect.arrayContaining(['catalogue', 'company.json', 'stores']));
  expect(await here('export', out)).toMatchObject({ status: 2, stderr: expect.stringContaining('not empty') });
  await writeFile(join(folders, 'file'), '');
  expect(await here('export', join(folders, 'file'))).toMatchObject({ status: 2 });
  expect(await here('export', join(folders, 'file', 'below'))).toMatchObject({
    status: 2,
    stderr: expect.not.stringContaining('    at '),
  });
  await mkdir(join(folders, 'void'));
  const json = await here('export', join(folders, 'void'), '--store', 'one', '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ company: 'group', stores: ['one'], notes: [] });
  expect((await here('export', '--help')).stdout).toContain('--xlsx');
  expect((await here('export')).status).toBe(2);
});
