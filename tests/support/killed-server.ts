import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { prepareCluster } from '#db/cluster.ts';
import { runningServer } from '#db/postmaster.ts';
import { request } from './http.ts';
import { freePort } from './site.ts';
import { databaseUrl, ROOT } from './template.ts';

export type KilledServer = Awaited<ReturnType<typeof killedServer>>;

/**
 * `server/start.ts` with the embedded database of a folder of its own: to be killed, and started again on what it left.
 */
export async function killedServer(dataDir: string) {
  const port = await freePort();
  let child: ChildProcess | undefined;
  let printed = '';

  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;

  function begin(): void {
    printed = '';
    child = spawn(path.join(ROOT, 'node_modules/.bin/node'), ['server/start.ts'], {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        MODE: 'demo', // Vitest has a MODE of its own
        DATABASE_URL: '',
        DATA_DIR: dataDir,
        PORT: String(port),
        LOG_LEVEL: 'error',
        FIRST_PICTURES: 'off',
        DEMO_ACTIVITY: 'off',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout?.on('data', (text) => (printed += text));
    child.stderr?.on('data', (text) => (printed += text));
  }

  async function ready(): Promise<void> {
    for (const deadline = Date.now() + 120_000; Date.now() < deadline && isRunning(); await wait(20)) {
      const reply = await request(port, { path: '/readyz' }).catch(() => undefined);
      if (reply?.status === 200) return;
    }
    throw new Error(`The server did not start:\n${printed}`);
  }

  const postmaster = () => runningServer(prepareCluster(dataDir));

  return {
    port,
    begin,
    ready,
    output: () => printed,
    /** kill -9 of the server, and with `database` of PostgreSQL too, one just after the other. */
    async kill(database: boolean): Promise<void> {
      const server = database ? postmaster() : undefined;
      if (server) process.kill(server.pid, 'SIGKILL');
      if (child && isRunning()) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    },
    /** Ends it as an operator does. @returns the exit code */
    async stop(): Promise<number | null> {
      if (!child || !isRunning()) return null;
      child.kill('SIGTERM');
      const [code] = await once(child, 'exit');
      return code;
    },
    /** A look into the books, past the application. */
    async query<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
      const host = postmaster()?.socketDirectory ?? '';
      const url = databaseUrl(
        `postgresql://storefront@localhost/?host=${encodeURIComponent(host)}&port=5432`,
        'storefront',
      );
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => {}); // the running query reports the same
      await client.connect();
      try {
        return (await client.query<T>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
  };
}
