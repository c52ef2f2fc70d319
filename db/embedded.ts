import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, prepareCluster, SUPERUSER } from './cluster.ts';
import { checkExternalDatabase } from './external.ts';
import { OperatorError } from './operator-error.ts';
import { runningServer, startServer, stopServer } from './postmaster.ts';

type Log = { info(message: string): void; warn(message: string): void; error(message: string): void };

export type OpenDatabase = {
  /** For `pg` and everything that takes a PostgreSQL URL; for the embedded server it names the socket. */
  url: string;
  embedded: boolean;
  /** Called after the pools are closed. Stops the embedded server unless another process still uses it. */
  close(): Promise<void>;
};

const DATABASE = 'storefront';
const WATCH_EVERY_MS = 1000;

/** Session locks of the embedded server: they end with the process that holds them, even with kill -9. */
const SERVING = 7_301; // exclusive: the one process that serves from this data folder
const USING = 7_302; // shared: everybody who wants the server to stay up

/**
 * Opens the database: the configured one after a check, else the embedded PostgreSQL of the data folder, started if
 * necessary. `shared` is for commands and tests, which may run beside the serving process; without it a second
 * process is refused.
 * @throws OperatorError with one line for the operator
 */
export async function openDatabase(options: {
  databaseUrl?: string | undefined;
  dataDir: string;
  log: Log;
  shared?: boolean;
  /** Overrides settings of the embedded server; only the process that starts it can set them. */
  settings?: Record<string, string>;
}): Promise<OpenDatabase> {
  if (options.databaseUrl) {
    await checkExternalDatabase(options.databaseUrl);
    return { url: options.databaseUrl, embedded: false, close: async () => {} };
  }
  const cluster = prepareCluster(options.dataDir, options.settings);
  let hold = await enter(cluster, options);
  let closing = false;
  let watching = false;

  // PostgreSQL recovers by itself when one of its processes dies, but drops all connections and our locks with them;
  // and when all of it was killed, somebody has to start it.
  const watch = setInterval(async () => {
    if (closing || watching || !hold.lost) return;
    watching = true;
    if (!runningServer(cluster))
      options.log.error('The embedded PostgreSQL has ended unexpectedly; it is started again.');
    try {
      hold = await enter(cluster, options);
    } catch (error) {
      options.log.error((error as Error).message);
    }
    watching = false;
  }, WATCH_EVERY_MS);

  return {
    url: urlOf(cluster, DATABASE),
    embedded: true,
    async close() {
      closing = true;
      clearInterval(watch);
      await leave(cluster, hold.client);
    },
  };
}

/** The connection whose locks mark this process as a user of the server. */
type Hold = { client: pg.Client; lost: boolean };

/** Starts or adopts the server and registers this process as its user. */
async function enter(
  cluster: Cluster,
  { dataDir, log, shared }: { dataDir: string; log: Log; shared?: boolean },
): Promise<Hold> {
  for (let attempt = 1; ; attempt++) {
    const { adopted } = await startServer(cluster);
    const client = new pg.Client({
      connectionString: urlOf(cluster, 'postgres'),
      application_name: `storefront ${process.pid}`,
    });
    const hold: Hold = { client, lost: false };
    client.on('error', () => {}); // always followed by `end`
    client.on('end', () => {
      hold.lost = true;
    });
    try {
      await client.connect();
      await client.query('SELECT pg_advisory_lock_shared($1)', [USING]);
      if (!shared) await serveAlone(client, dataDir);
      await createDatabase(client);
      if (adopted && !shared) log.info('The database was still running; it is used as it is.');
      return hold;
    } catch (error) {
      await client.end().catch(() => {});
      // The last process may be stopping the server at this very moment.
      if (error instanceof OperatorError || attempt === 50) throw error;
      await wait(100);
    }
  }
}

async function serveAlone(hold: pg.Client, dataDir: string): Promise<void> {
  const { rows } = await hold.query<{ mine: boolean; holder: string | null }>(
    `SELECT pg_try_advisory_lock($1) AS mine,
       (SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE locktype = 'advisory' AND objid = $1 AND granted AND pid <> pg_backend_pid() LIMIT 1) AS holder`,
    [SERVING],
  );
  if (rows[0]?.mine) return;
  const process = rows[0]?.holder?.replace('storefront ', 'process ') ?? 'another process';
  throw new OperatorError(`${dataDir} is in use by ${process}; stop it first, or set DATA_DIR to another folder.`);
}

async function createDatabase(hold: pg.Client): Promise<void> {
  const { rowCount } = await hold.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
  if (rowCount) return;
  await hold.query(`CREATE DATABASE ${DATABASE}`).catch((error) => {
    if (error.code !== '42P04' && error.code !== '23505') throw error; // another process has just made it
  });
}

/** The last user stops the server: the exclusive lock is granted only when no other process holds the shared one. */
async function leave(cluster: Cluster, hold: pg.Client): Promise<void> {
  let last = false; // without a connection there is nobody to ask; a server left behind is adopted by the next start
  try {
    await hold.query('SELECT pg_advisory_unlock_shared($1)', [USING]);
    const { rows } = await hold.query<{ last: boolean }>('SELECT pg_try_advisory_lock($1) AS last', [USING]);
    last = rows[0]?.last ?? false;
  } catch {}
  if (last) await stopServer(cluster);
  await hold.end().catch(() => {});
}

function urlOf(cluster: Cluster, database: string): string {
  // Port and sslmode are spelled out so that PGPORT and PGSSLMODE of the environment do not interfere.
  const query = new URLSearchParams({ host: cluster.socketDirectory, port: '5432', sslmode: 'disable' });
  return `postgresql://${SUPERUSER}@localhost/${database}?${query}`;
}
