import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Cluster, lastLine, restrictConnections } from './cluster.ts';
import { OperatorError } from './operator-error.ts';

const READY_WITHIN_MS = 120_000; // recovery after a crash replays at most max_wal_size
const STOPPED_WITHIN_MS = 30_000;
const LOG_LIMIT = 10 * 1024 * 1024;

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  recovery_init_sync_method: 'syncfs', // after a crash: one call in place of opening every file
  max_connections: '100',
  shared_buffers: '256MB',
  random_page_cost: '1.1',
  jit: 'off',
  // Parallel workers share memory through /dev/shm, of which a container has 64 MB; short queries gain nothing from
  // them.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  log_checkpoints: 'off',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
};

/** The running server according to postmaster.pid; undefined when none runs on this cluster. */
export function runningServer({
  directory,
}: Cluster): { pid: number; socketDirectory: string; ready: boolean } | undefined {
  let lines: string[];
  try {
    lines = fs.readFileSync(path.join(directory, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!isPostmaster(pid, directory)) return undefined;
  return { pid, socketDirectory: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
}

/**
 * A pid may belong to another process by now (in containers it often does), so the command line has to name the
 * cluster.
 */
function isPostmaster(pid: number, directory: string): boolean {
  if (!pid) return false;
  try {
    const command = fs.existsSync('/proc/self/cmdline')
      ? fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, 3).join(' ')
      : spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
    return command.includes(`postgres -D ${directory}`);
  } catch {
    return false;
  }
}

/** Starts the server, or adopts the one that a killed parent left. Resolves when it accepts connections. */
export async function startServer(cluster: Cluster): Promise<{ adopted: boolean }> {
  const deadline = performance.now() + READY_WITHIN_MS;
  let child: ChildProcess | undefined;
  while (performance.now() < deadline) {
    const server = runningServer(cluster);
    if (server?.ready) {
      cluster.socketDirectory = server.socketDirectory;
      return { adopted: server.pid !== child?.pid };
    }
    const exited = child !== undefined && (child.exitCode !== null || child.signalCode !== null);
    // Backends of a killed server need a moment to notice; until then their shared memory blocks a new one.
    if (exited && !server && !/is still in use|lock file .* already exists/s.test(logTail(cluster))) break;
    if (!server && (!child || exited)) {
      if (exited) await wait(200);
      child = spawnServer(cluster);
    }
    await wait(15);
  }
  throw new OperatorError(
    `PostgreSQL did not start in ${cluster.directory}: ${lastLine(logTail(cluster)) || 'see server.log there'}`,
  );
}

function spawnServer(cluster: Cluster): ChildProcess {
  const { binaries, directory, socketDirectory, runAs } = cluster;
  for (const stale of [
    `${directory}/postmaster.pid`,
    `${socketDirectory}/.s.PGSQL.5432`,
    `${socketDirectory}/.s.PGSQL.5432.lock`,
  ]) {
    if (!runningServer(cluster)) fs.rmSync(stale, { force: true });
  }
  restrictConnections(cluster);
  const settings = Object.entries({
    ...SETTINGS,
    ...cluster.settings,
    unix_socket_directories: `"${socketDirectory}"`,
  });
  const log = openLog(cluster);
  const child = spawn(
    path.join(binaries, 'bin/postgres'),
    ['-D', directory, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // In its own session, so that Ctrl-C reaches the application alone, which stops the database last.
    {
      ...runAs,
      cwd: directory,
      detached: true,
      stdio: ['ignore', log, log],
      env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
    },
  );
  fs.closeSync(log);
  child.on('error', () => {}); // the exit code says the same
  child.unref();
  return child;
}

/** Stops the server: open transactions are rolled back, everything committed is on disk. */
export async function stopServer(cluster: Cluster): Promise<void> {
  const server = runningServer(cluster);
  if (!server) return;
  process.kill(server.pid, 'SIGINT');
  const deadline = performance.now() + STOPPED_WITHIN_MS;
  while (isPostmaster(server.pid, cluster.directory)) {
    if (performance.now() > deadline) {
      process.kill(server.pid, 'SIGQUIT');
      return;
    }
    await wait(10);
  }
}

const logFile = ({ directory }: Cluster) => path.join(directory, 'server.log');

function openLog(cluster: Cluster): number {
  const size = fs.statSync(logFile(cluster), { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_LIMIT) fs.renameSync(logFile(cluster), `${logFile(cluster)}.old`);
  const log = fs.openSync(logFile(cluster), 'a', 0o600);
  if (cluster.runAs) fs.fchownSync(log, cluster.runAs.uid, cluster.runAs.gid);
  return log;
}

function logTail(cluster: Cluster): string {
  try {
    return fs.readFileSync(logFile(cluster), 'utf8').slice(-2000);
  } catch {
    return '';
  }
}
