import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { type Cluster, prepareCluster } from '#db/cluster.ts';
import { runningServer, startServer, stopServer } from '#db/postmaster.ts';
import { freePort } from './site.ts';

/** A PostgreSQL of its own on a port, as durable as it always is: to be killed, filled and followed by replicas. */
export type Server = {
  url: string;
  port: number;
  directory: string;
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /**
   * kill -9 of the whole server; returns when its postmaster is gone, or `start` would take what is dying for what
   * runs.
   */
  kill: () => void;
  isRunning: () => boolean;
  /** Settings of PostgreSQL, from its next start on. */
  configure: (settings: Record<string, string>) => void;
  query: <T extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<T[]>;
};

const DATABASE = 'storefront';
const MEMORY = { shared_buffers: '64MB', max_wal_size: '96MB', min_wal_size: '32MB', wal_keep_size: '64MB' };

/** An empty primary in `folder`, which root's PostgreSQL has to be able to enter. It runs. */
export async function startPrimary(folder: string): Promise<Server> {
  fs.chmodSync(folder, 0o755);
  const port = await freePort();
  const cluster = prepareCluster(folder, { ...MEMORY, ...overTcp(folder, port) });
  return made(cluster, port, async () => {
    await startServer(cluster);
    const admin = new pg.Client({ connectionString: urlOf(port, 'postgres') });
    await admin.connect();
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) await admin.query(`create database ${DATABASE}`);
    await admin.end();
  });
}

/** A streaming replica, begun as a copy of the primary's files between the two calls that PostgreSQL has for this. */
export async function startReplica(primary: Server, folder: string): Promise<Server> {
  fs.chmodSync(folder, 0o755);
  const port = await freePort();
  const directory = path.join(folder, 'postgres');
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query(`select pg_backup_start('replica', true)`);
  execFileSync('cp', ['-a', primary.directory, directory]);
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await client.end();
  const { uid, gid } = fs.statSync(directory);
  for (const [name, text] of [
    ['backup_label', rows[0]?.labelfile ?? ''],
    ['standby.signal', ''],
  ] as const) {
    fs.writeFileSync(path.join(directory, name), text);
    fs.chownSync(path.join(directory, name), uid, gid);
  }
  for (const left of ['postmaster.pid', 'postmaster.opts']) fs.rmSync(path.join(directory, left), { force: true });
  const cluster = prepareCluster(folder, {
    ...MEMORY,
    ...overTcp(folder, port),
    hot_standby: 'on',
    primary_conninfo: `host=127.0.0.1 port=${primary.port} user=storefront dbname=postgres`,
  });
  return made(cluster, port, async () => {
    await startServer(cluster);
  });
}

/**
 * The application's own clusters answer on their socket only; replicas follow over TCP, so these let in this machine.
 */
function overTcp(folder: string, port: number): Record<string, string> {
  const rules = path.join(folder, 'tcp.hba.conf');
  fs.writeFileSync(rules, 'host all,replication storefront 127.0.0.1/32 trust\n', { mode: 0o644 });
  return { listen_addresses: '127.0.0.1', port: String(port), hba_file: rules };
}

const urlOf = (port: number, database: string) => `postgresql://storefront@127.0.0.1:${port}/${database}`;

async function made(cluster: Cluster, port: number, start: () => Promise<void>): Promise<Server> {
  await start();
  const url = urlOf(port, DATABASE);
  return {
    url,
    port,
    directory: cluster.directory,
    start,
    stop: () => stopServer(cluster),
    kill() {
      const server = runningServer(cluster);
      if (!server) return;
      // Its children would go on answering for a moment; a machine that dies takes them along.
      const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(server.pid)], { encoding: 'utf8' }).stdout;
      for (const pid of [server.pid, ...children.split(/\s+/).filter(Boolean).map(Number)]) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {} // it has ended meanwhile
      }
      const moment = new Int32Array(new SharedArrayBuffer(4));
      for (let turn = 0; runningServer(cluster) && turn < 5_000; turn++) Atomics.wait(moment, 0, 0, 1);
    },
    isRunning: () => runningServer(cluster) !== undefined,
    configure: (settings) => void Object.assign(cluster.settings, settings),
    async query<T extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
      client.on('error', () => {});
      await client.connect();
      try {
        return (await client.query<T>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
  };
}
