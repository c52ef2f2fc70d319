import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { connect } from '#db/client.ts';
import { freshDatabase } from '../tests/support/database.ts';
import { request } from '../tests/support/http.ts';
import { freePort, startProcess } from '../tests/support/site.ts';
import { ROOT } from '../tests/support/template.ts';
import { sizesOf } from './jobs/first-pictures.ts';
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

const REFUSED: [what: string, settings: () => Record<string, string>, said: RegExp][] = [
  [
    'a data folder that can’t be made',
    () => ({ DATA_DIR: '/dev/null/data' }),
    /Nothing can be written to the data folder/,
  ],
  [
    'a data folder that is a file',
    () => {
      const file = path.join(emptyFolder(), 'file');
      writeFileSync(file, '');
      return { DATA_DIR: file };
    },
    /Nothing can be written to the data folder/,
  ],
  // Nothing can be written there, not even by root.
  [
    'a data folder that takes no writes',
    () => ({ DATA_DIR: '/proc/self' }),
    /Nothing can be written to the data folder/,
  ],
  ['a misspelt setting', () => ({ SECERT: 'x'.repeat(40) }), /SECERT: there is no such setting; SECRET is meant\?/],
  ['a mail server without a name', () => ({ SMTP_URL: 'smtp://' }), /SMTP_URL: Invalid URL/],
];

test.each(REFUSED)('%s ends the start with exit code 1 and says so without a stack', async (_what, settings, said) => {
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
});

test('SIGTERM ends a start that waits for a database that never answers', async () => {
  const silent = net.createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const asked = once(silent, 'connection');
  const { port } = silent.address() as AddressInfo;
  const { child, ended } = await start({
    DATABASE_URL: `postgresql://nobody@127.0.0.1:${port}/none`,
    DATA_DIR: emptyFolder(),
  });
  const [socket] = (await asked) as [net.Socket];
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
  socket.destroy();
  silent.close();
});

test('data and media are closed to other users, those of an older start too', async () => {
  const database = await freshDatabase();
  const dataDir = path.join(emptyFolder(), 'data');
  const modes = () => [dataDir, path.join(dataDir, 'media')].map((one) => (statSync(one).mode & 0o777).toString(8));
  try {
    const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir };
    await (await startProcess(settings)).end();
    expect(modes()).toEqual(['700', '700']);
  } finally {
    await database.drop();
  }
});

test('what changes while the server runs, by an import or the office, has its first pictures without a new start', async () => {
  const database = await freshDatabase();
  const { pool, close } = connect(database.url);
  const settings = { DATABASE_URL: database.url, DATA_DIR: database.dataDir };
  const homeOf = ({ port }: { port: number }) =>
    request(port, { host: 'noam.localhost', path: '/', headers: { accept: 'text/html' } });
  const before = await startProcess(settings);
  const [first] = sizesOf((await homeOf(before)).text, [{ width: 390, dots: 3 }]);
  await before.end();
  if (!first) throw new Error('the home page has no picture');
  // While no shop is open the start finds no picture to make.
  await pool.query(`update stores set status = 'closed'`);
  const server = await startProcess({ ...settings, FIRST_PICTURES: 'on', JOBS: 'on' });
  try {
    expect((await homeOf(server)).status).not.toBe(200);
    const storage = localStorage(path.join(database.dataDir, 'media'));
    rmSync(storage.path(keptSizeName(first)), { force: true });
    await pool.query(`update stores set status = 'open' where key = 'noam'`);
    await expect.poll(() => storage.has(keptSizeName(first)), { timeout: 60_000, interval: 200 }).toBe(true);
  } finally {
    await server.end();
    await close();
    await database.drop();
  }
}, 120_000);
