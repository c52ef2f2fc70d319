import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { OperatorError } from '#db/operator-error.ts';
import { startApp } from '../tests/support/app.ts';
import { request } from '../tests/support/http.ts';
import { freePort, startProcess } from '../tests/support/site.ts';
import { ROOT } from '../tests/support/template.ts';
import { sizesOf } from './jobs/first-pictures.ts';
import { openDataFolder } from './platform/data-folder.ts';
import { readSettings } from './platform/environment.ts';
import { localStorage } from './providers/storage/local.ts';
import { keptSizeName } from './providers/storage/picture-sizes.ts';

let children: ChildProcess[] = [];
const folders: string[] = [];
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const emptyFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'storefront-test-'));
  folders.push(folder);
  return folder;
};

/** The server's own process with these settings, as it is begun by `npm start`. */
async function start(settings: Record<string, string>) {
  const env = {
    ...process.env,
    MODE: 'demo',
    PORT: String(await freePort()),
    LOG_LEVEL: 'warn',
    FIRST_PICTURES: 'off',
    DEMO_ACTIVITY: 'off',
    ...settings,
  };
  const child = spawn(path.join(ROOT, 'node_modules/.bin/node'), ['server/start.ts'], { cwd: ROOT, env });
  children.push(child);
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }));
  return { child, ended };
}

const aFile = (): string => {
  const file = path.join(emptyFolder(), 'file');
  writeFileSync(file, '');
  return file;
};

test.each([
  ['a data folder that is a file', () => ({ DATA_DIR: aFile() }), /Nothing can be written to the data folder/],
  ['a misspelt setting', () => ({ SECERT: 'x'.repeat(40) }), /SECERT: there is no such setting; SECRET is meant\?/],
] as [what: string, settings: () => Record<string, string>, said: RegExp][])(
  '%s ends the start with exit code 1 and says so without a stack',
  async (_what, settings, said) => {
    const { ended } = await start({
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
      DATA_DIR: emptyFolder(),
      ...settings(),
    });
    const end = await ended;
    expect(end.code).toBe(1);
    expect(end.said).toMatch(said);
    expect(end.said).not.toMatch(/^\s+at /m);
    expect(end.said.trim().split('\n').length).toBeLessThanOrEqual(2);
  },
);

/** An OperatorError is told without a stack, as above. */
const refusalOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorError);
    return (error as Error).message;
  }
  return '';
};

test.each([
  ['can’t be made', '/dev/null/data'],
  // Nothing can be written there, not even by root.
  ['takes no writes', '/proc/self'],
])('a data folder that %s is refused in a line', (_what, folder) => {
  const said = refusalOf(() => openDataFolder(folder, { embedded: false }));
  expect(said).toMatch(/^Nothing can be written to the data folder .+$/);
});

test('a mail server without a name is refused in two lines', () => {
  const said = refusalOf(() => readSettings({ SMTP_URL: 'smtp://' }));
  expect(said).toMatch(/SMTP_URL: Invalid URL/);
  expect(said.trim().split('\n').length).toBeLessThanOrEqual(2);
});

test('SIGTERM ends a start that waits for a database that never answers', async () => {
  const silent = net.createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const connection = once(silent, 'connection');
  const { port } = silent.address() as AddressInfo;
  const { child, ended } = await start({
    DATABASE_URL: `postgresql://nobody@127.0.0.1:${port}/none`,
    DATA_DIR: emptyFolder(),
  });
  const [socket] = (await connection) as [net.Socket];
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
  socket.destroy();
  silent.close();
});

test('data and media are closed to other users, those of an older start too', () => {
  const dataDir = path.join(emptyFolder(), 'data');
  const folders = [dataDir, path.join(dataDir, 'media')];
  const modes = () => folders.map((one) => (statSync(one).mode & 0o777).toString(8));
  openDataFolder(dataDir, { embedded: false });
  expect(modes()).toEqual(['700', '700']);
  for (const folder of folders) chmodSync(folder, 0o755);
  openDataFolder(dataDir, { embedded: false });
  expect(modes()).toEqual(['700', '700']);
});

test('what changes while the server runs, by an import or the office, has its first pictures without a new start', async () => {
  const site = await startApp();
  const { pool } = site.connection;
  const { DATABASE_URL = '', DATA_DIR } = site.deps.env;
  const { text } = await site.call({ host: 'noam.localhost', path: '/', headers: { accept: 'text/html' } });
  const [first] = sizesOf(text, [{ width: 390, dots: 3 }]);
  if (!first) throw new Error('the home page has no picture');
  // While no shop is open the start finds no picture to make.
  await pool.query(`update stores set status = 'closed'`);
  const server = await startProcess({ DATABASE_URL, DATA_DIR, FIRST_PICTURES: 'on', JOBS: 'on' });
  try {
    expect((await request(server.port, { host: 'noam.localhost', path: '/' })).status).not.toBe(200);
    const storage = localStorage(path.join(DATA_DIR, 'media'));
    rmSync(storage.path(keptSizeName(first)), { force: true });
    await pool.query(`update stores set status = 'open' where key = 'noam'`);
    await expect.poll(() => storage.has(keptSizeName(first)), { timeout: 60_000, interval: 200 }).toBe(true);
  } finally {
    await server.end();
    await site.close();
  }
}, 120_000);
