// Both commands on fresh clones with nothing installed but Node and npm: as root below /root, as root elsewhere, and as
// an ordinary user. Prints how long each took. Root is needed for the first two; anybody else tries the third alone.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from '../support/http.ts';
import { freePort } from '../support/site.ts';
import { ROOT } from '../support/template.ts';

const STORES = ['ofek', 'raam', 'ruach', 'sela', 'noam', 'gal', 'zik'];
type User = { uid?: number; gid?: number };

const isRoot = process.getuid?.() === 0;
const failures: string[] = [];
if (isRoot) {
  await prove('root, clone below /root', '/root', {});
  await prove('root, clone elsewhere', os.tmpdir(), {});
  await prove('ordinary user', os.tmpdir(), { uid: idOf('-u'), gid: idOf('-g') });
} else {
  await prove('ordinary user', os.tmpdir(), {});
}
for (const failure of failures) console.log(`✗ ${failure}`);
process.exit(failures.length > 0 ? 1 : 0);

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
}

async function prove(title: string, parent: string, user: User): Promise<void> {
  console.log(`\n${title}`);
  const home = fs.mkdtempSync(path.join(parent, 'storefront-proof-'));
  const clone = path.join(home, 'clone');
  try {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone]);
    if (user.uid !== undefined) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, home]);
    const port = await freePort();
    await timed('first npm start', () => serves(clone, home, user, port));
    await timed('second npm start', () => serves(clone, home, user, port), 3000);
    await timed('npm test', () => tests(clone, home, user, port));
  } catch (error) {
    failures.push(`${title}: ${(error as Error).message}`);
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
}

async function timed(what: string, work: () => Promise<number>, limitMs = Number.POSITIVE_INFINITY): Promise<void> {
  const tookMs = await work();
  console.log(`  ${what}: ${(tookMs / 1000).toFixed(1)} s`);
  if (tookMs > limitMs) throw new Error(`${what} took ${tookMs} ms, more than ${limitMs}`);
}

/** Time until every store answers; then the server is asked to end, and has to leave nothing running. */
async function serves(clone: string, home: string, user: User, port: number): Promise<number> {
  const began = Date.now();
  const { child, output } = npm(['start'], clone, home, user, port);
  while (!(await allAnswer(port))) {
    if (child.exitCode !== null) throw new Error(`npm start ended:\n${output()}`);
    await wait(50);
  }
  const tookMs = Date.now() - began;
  const ended = once(child, 'exit');
  process.kill(-(child.pid as number), 'SIGINT'); // what Ctrl-C does
  await ended;
  const left = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(home));
  if (left.length > 0) throw new Error(`npm start left running: ${left.join(', ')}`);
  return tookMs;
}

async function allAnswer(port: number): Promise<boolean> {
  for (const store of STORES) {
    const reply = await request(port, { host: `${store}.localhost`, path: '/' }).catch(() => undefined);
    if (reply?.status !== 200) return false;
  }
  return true;
}

async function tests(clone: string, home: string, user: User, port: number): Promise<number> {
  const began = Date.now();
  const { child, output } = npm(['test'], clone, home, user, port);
  await once(child, 'exit');
  const last = output().trim().split('\n').at(-1) ?? '';
  console.log(`  ${last}`);
  if (child.exitCode !== 0 || !/^\d+ passed, 0 failed$/.test(last))
    throw new Error(`npm test:\n${output().slice(-4000)}`);
  return Date.now() - began;
}

/** The machine's own npm in the clone, in a process group of its own, with nothing of this project on the PATH. */
function npm(
  args: string[],
  clone: string,
  home: string,
  user: User,
  port: number,
): { child: ChildProcess; output: () => string } {
  const PATH = (process.env.PATH ?? '')
    .split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':');
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|DATABASE_URL$|DATA_DIR$|NODE_ENV$|CHROMIUM_PATH$)/.test(name),
  );
  const env = {
    ...Object.fromEntries(kept),
    PATH,
    PORT: String(port),
    HOME: user.uid === undefined ? os.homedir() : home,
  };
  const child = spawn('npm', args, { cwd: clone, env, ...user, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  child.stdout?.on('data', (text) => (printed += text));
  child.stderr?.on('data', (text) => (printed += text));
  return { child, output: () => printed };
}
