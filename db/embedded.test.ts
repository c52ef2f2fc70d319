import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

// Every test starts and kills servers, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const PROGRAM = path.join(import.meta.dirname, '../tests/support/hold-database.ts');
/** One folder for all: creating a cluster takes most of these tests' time. */
let dataDir: string;
let children: ChildProcess[] = [];

beforeAll(() => {
  dataDir = emptyFolder();
});

afterEach(async () => {
  for (const child of children.reverse()) await stop(child);
  children = [];
  if (fs.existsSync(pidFile())) await stop((await hold()).child); // adopts and stops what a killed child left behind
});

afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }));

function emptyFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'storefront-test-'));
  fs.chmodSync(folder, 0o755); // root's PostgreSQL runs as another user
  return folder;
}

/** A process that opens the database; resolves when it has, or with its output when it was refused. */
async function hold(...args: string[]): Promise<{ child: ChildProcess; url: string; printed: () => string }> {
  const child = spawn(process.execPath, [PROGRAM, dataDir, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  let printed = '';
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += text;
    if (/^open .*\n/m.test(printed)) break;
  }
  child.stdout.on('data', (text) => (printed += text));
  return { child, url: printed.match(/^open (.*)$/m)?.[1] ?? '', printed: () => printed };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  // A lost server is reported twice: by the query, and by an event that no test would catch.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

const pidFile = () => path.join(dataDir, 'postgres', 'postmaster.pid');
const postmaster = () => Number(fs.readFileSync(pidFile(), 'utf8').split('\n')[0]);
const isRunning = (pid: number) =>
  fs.existsSync(`/proc/${pid}`) && !fs.readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');

test('is durable, listens on a socket only and knows Hebrew', async () => {
  const { url, child } = await hold();
  const settings = await query(
    url,
    `SELECT current_setting('fsync') AS fsync, current_setting('listen_addresses') AS tcp`,
  );
  expect(settings).toEqual([{ fsync: 'on', tcp: '' }]);
  await query(url, 'CREATE EXTENSION IF NOT EXISTS pg_trgm');
  const [words] = await query<{ trigrams: string[] }>(url, `SELECT show_trgm('רעם') AS trigrams`);
  expect(words?.trigrams).toHaveLength(4);
  const server = postmaster();
  await stop(child);
  expect(isRunning(server)).toBe(false);
});

test('lets in nobody but the users that the application runs as, whom the kernel names', async () => {
  const { url } = await hold();
  const rules = await query<{ type: string; user_name: string[]; auth_method: string }>(
    url,
    'select type, user_name, auth_method from pg_hba_file_rules',
  );
  expect(rules).toEqual([{ type: 'local', user_name: ['storefront'], auth_method: 'peer' }]);
  const mapped = await query<{ sys_name: string }>(url, 'select sys_name from pg_ident_file_mappings order by 1');
  expect(mapped.map((row) => row.sys_name)).toEqual([...new Set(['root', os.userInfo().username])].sort());
  const [socket] = await query<{ mode: string }>(url, `select current_setting('unix_socket_permissions') as mode`);
  expect(socket?.mode).toBe('0700');
});

test('refuses a second server on the folder by one line, but lets a command in beside it', async () => {
  const first = await hold();
  const second = await hold();
  expect(second.printed()).toBe(
    `${dataDir} is in use by process ${first.child.pid}; stop it first, or set DATA_DIR to another folder.\n`,
  );
  const command = await hold('shared');
  expect(command.url).toBe(first.url);
  await stop(command.child);
  await query(first.url, 'SELECT 1');
});

test('stays up for a command when the server stops, and goes with the last one', async () => {
  const server = await hold();
  const command = await hold('shared');
  const pid = postmaster();
  await stop(server.child);
  await query(command.url, 'SELECT 1');
  await stop(command.child);
  expect(isRunning(pid)).toBe(false);
});

test('a killed parent leaves the database running, and the next start adopts it', async () => {
  const first = await hold();
  await query(first.url, 'CREATE TABLE adopted AS SELECT 1 AS row');
  const pid = postmaster();
  await stop(first.child, 'SIGKILL');
  expect(isRunning(pid)).toBe(true);
  const second = await hold();
  expect(postmaster()).toBe(pid);
  expect(await query(second.url, 'SELECT row FROM adopted')).toEqual([{ row: 1 }]);
});

test('both killed: the next start recovers what was committed', async () => {
  const first = await hold();
  await query(first.url, 'CREATE TABLE recovered AS SELECT 1 AS row');
  process.kill(postmaster(), 'SIGKILL');
  await stop(first.child, 'SIGKILL');
  const second = await hold();
  expect(await query(second.url, 'SELECT row FROM recovered')).toEqual([{ row: 1 }]);
});

test('a pid file whose number is another process’s by now does not stop the start', async () => {
  const first = await hold();
  const file = pidFile();
  const stale = fs.readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid));
  await stop(first.child);
  fs.writeFileSync(file, stale);
  const second = await hold();
  expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a killed database is started again under a running parent', async () => {
  const { url, child, printed } = await hold();
  const killed = postmaster();
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => query(url, 'SELECT 1 AS one').catch(() => []), { timeout: 40_000 }).toEqual([{ one: 1 }]);
  expect(postmaster()).not.toBe(killed);
  expect(printed()).toContain('has ended unexpectedly');
  expect(child.exitCode).toBe(null);
});

test('a crash inside the database does not cost the parent its place', async () => {
  const { child, url } = await hold();
  const holder = async () => {
    const rows = await query<{ pid: number }>(
      url,
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = 7301`,
    );
    return rows[0]?.pid;
  };
  const before = await holder();
  expect(before).toBeGreaterThan(0);
  process.kill(before ?? 0, 'SIGKILL');
  // PostgreSQL drops all connections; the parent's comes back within a second, and with it the refusal.
  const later = () => holder().catch(() => before);
  await expect.poll(later, { timeout: 40_000 }).toSatisfy((pid) => pid !== undefined && pid !== before);
  expect((await hold()).printed()).toContain(`in use by process ${child.pid}`);
});

test('three first starts at once make one database', async () => {
  fs.rmSync(dataDir, { recursive: true });
  dataDir = emptyFolder();
  const [a, b, c] = await Promise.all([hold('shared'), hold('shared'), hold('shared')]);
  expect(new Set([a.url, b.url, c.url]).size).toBe(1);
  expect(a.url).not.toBe('');
});
