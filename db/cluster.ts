import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { copyBinaries, moveUnlessThere, packagedBinaries, ROOTS_FOLDER } from './binaries.ts';
import { OperatorError } from './operator-error.ts';

/** Where the embedded server's files are, and the user it runs as (undefined: the current one). */
type Location = { binaries: string; directory: string; socketDirectory: string; runAs: RunAs | undefined };
export type Cluster = Location & { settings: Record<string, string> };
type RunAs = { uid: number; gid: number };

export const SUPERUSER = 'storefront';

/** Finds the cluster of a data folder, and creates it on the first start. */
export function prepareCluster(dataDir: string, settings: Record<string, string> = {}): Cluster {
  try {
    fs.mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    throw new OperatorError(
      `The data folder cannot be made (${(error as Error).message}); set DATA_DIR to a folder that can.`,
    );
  }
  const home = fs.realpathSync(dataDir);
  const cluster = process.getuid?.() === 0 ? locationForRoot(home) : locationForUser(home);
  if (!fs.existsSync(path.join(cluster.directory, 'PG_VERSION'))) initialise(cluster);
  if (Buffer.byteLength(path.join(cluster.socketDirectory, '.s.PGSQL.5432')) > 107) {
    cluster.socketDirectory = shortSocketDirectory(cluster);
  }
  return { ...cluster, settings };
}

/** Whether the data folder has a cluster already, or can't be looked into: then opening it says why. */
export function hasCluster(dataDir: string): boolean {
  try {
    const names = fs.readdirSync(dataDir);
    if (names.includes('postgres') || names.includes(path.basename(markerOf(dataDir)))) return true;
    return process.getuid?.() === 0 && fs.existsSync(awayFrom(fs.realpathSync(dataDir)));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

function locationForUser(home: string): Location {
  const directory = path.join(home, 'postgres');
  try {
    if (fs.existsSync(markerOf(home))) throw new Error('the cluster lies with root');
    if (fs.existsSync(directory)) fs.accessSync(directory, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    fs.accessSync(home, fs.constants.W_OK);
  } catch {
    throw new OperatorError(
      `The database in ${home} belongs to another user; start as that user, or set DATA_DIR to another folder.`,
    );
  }
  return { binaries: packagedBinaries(), directory, socketDirectory: directory, runAs: undefined };
}

/**
 * PostgreSQL refuses to run as root. It then runs as the owner of an existing cluster, else as `nobody`; where that
 * user can't enter the project (a clone under /root), cluster and binaries are in /var/lib, and a file in the data
 * folder says where. Not in /var/tmp, which many systems sweep.
 */
function locationForRoot(home: string): Location {
  const packaged = packagedBinaries();
  const folder = path.join(home, 'postgres');
  const marker = markerOf(home);
  const away = fs.existsSync(marker) ? fs.readFileSync(marker, 'utf8').trim() : awayFrom(home);
  const existing = [folder, away].find((directory) => fs.existsSync(path.join(directory, 'PG_VERSION')));
  const runAs = existing ? ownerOf(existing) : nobody();
  const binaries = runs(path.join(packaged, 'bin/postgres'), ['--version'], runAs) ? packaged : copyBinaries(packaged);
  const directory = existing ?? (runs('/bin/sh', ['-c', 'cd "$0"', home], runAs) ? folder : away);
  if (directory === away) {
    fs.mkdirSync(path.dirname(away), { recursive: true });
    fs.chmodSync(path.dirname(away), 0o755);
    fs.writeFileSync(marker, `${away}\n`);
  }
  return { binaries, directory, socketDirectory: directory, runAs };
}

const markerOf = (home: string) => path.join(home, 'postgres.location');
const awayFrom = (home: string) =>
  path.join(ROOTS_FOLDER, createHash('sha256').update(home).digest('hex').slice(0, 16), 'postgres');

function ownerOf(directory: string): RunAs {
  const { uid, gid } = fs.statSync(directory);
  if (uid === 0)
    throw new OperatorError(`${directory} belongs to root, as whom PostgreSQL does not run; chown it to another user.`);
  return { uid, gid };
}

/** initdb needs a user with a name, so an arbitrary uid isn't enough. */
function nobody(): RunAs {
  const line = fs.readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m);
  if (!line)
    throw new OperatorError(
      'There is no user "nobody" to run PostgreSQL as; start as an ordinary user or set DATABASE_URL.',
    );
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

function runs(command: string, args: string[], runAs: RunAs): boolean {
  const { error, status } = spawnSync(command, args, { ...runAs, cwd: '/', stdio: 'ignore' });
  if (error && (error as NodeJS.ErrnoException).code === 'EPERM') {
    throw new OperatorError(
      'This root may not run PostgreSQL as another user; start as an ordinary user or set DATABASE_URL.',
    );
  }
  return status === 0;
}

/** initdb works in a temporary folder that is renamed when complete, so a kill leaves no half cluster. */
function initialise({ binaries, directory, runAs }: Location): void {
  const unfinished = `${directory}.${process.pid}`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { mode: 0o700 });
  if (runAs) fs.chownSync(unfinished, runAs.uid, runAs.gid);
  // C.UTF-8 as the system's locale too, not only as the collation: with C the trigrams of Hebrew words are empty.
  const options = ['--locale=C.UTF-8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8'];
  const { status, stderr, error } = spawnSync(
    path.join(binaries, 'bin/initdb'),
    ['-D', unfinished, '-U', SUPERUSER, '--auth=trust', '--no-instructions', ...options],
    { ...runAs, env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' }, cwd: unfinished, encoding: 'utf8' },
  );
  if (error || status !== 0) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    throw new OperatorError(`The database could not be created in ${directory}: ${lastLine(stderr) || error?.message}`);
  }
  moveUnlessThere(unfinished, directory);
}

/** A socket's path has at most 107 bytes, so a deep clone needs another folder; it must not be another user's. */
function shortSocketDirectory({ directory, runAs }: Location): string {
  const short = path.join('/tmp', `storefront-${createHash('sha256').update(directory).digest('hex').slice(0, 16)}`);
  const owner = runAs ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (!fs.existsSync(short)) {
    fs.mkdirSync(short, { mode: 0o700 });
    if (runAs) fs.chownSync(short, runAs.uid, runAs.gid);
  }
  const stat = fs.lstatSync(short);
  if (!stat.isDirectory() || stat.uid !== owner.uid || (stat.mode & 0o077) !== 0) {
    throw new OperatorError(`${short} belongs to somebody else; remove it, or set DATA_DIR to a shorter path.`);
  }
  return short;
}

/**
 * Who may connect: the users that the application runs as, identified by the kernel (`peer`), and no other process of
 * the server's own user (`nobody`, when started as root, is shared by many daemons). Written before every start, so
 * that a cluster follows its owner.
 */
export function restrictConnections({ directory, runAs }: Pick<Cluster, 'directory' | 'runAs'>): void {
  const me = process.getuid?.() ?? 0;
  const owner = runAs ? userName(runAs.uid) : userName(me);
  const users = new Set(['root', userName(me), owner === 'nobody' ? undefined : owner]);
  // Without a user name (a container with an arbitrary uid) `peer` can't be mapped: only the folder's mode protects.
  const method = userName(me) === undefined ? 'trust' : `peer map=${SUPERUSER}`;
  const files = {
    'pg_hba.conf': `local all ${SUPERUSER} ${method}\n`,
    'pg_ident.conf': [...users].flatMap((user) => (user ? `${SUPERUSER} "${user}" ${SUPERUSER}\n` : [])).join(''),
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(directory, name);
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text) continue;
    fs.writeFileSync(file, text, { mode: 0o600 });
    if (runAs) fs.chownSync(file, runAs.uid, runAs.gid);
  }
}

export function userName(uid: number): string | undefined {
  const { stdout, status } = spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

export const lastLine = (text: string | null | undefined) => text?.trim().split('\n').at(-1) ?? '';
