import pg from 'pg';
import { openDatabase } from '#db/embedded.ts';
import { dropTablespace, makeTablespace } from './memory.ts';
import { databaseUrl, prepareTemplate, TEST_DATA } from './template.ts';

/**
 * Runs once before all tests, of Vitest as of Playwright: the database server, and the template that tests copy. What a
 * proof starts while it has both goes on with them.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_TEMPLATE) return async () => {};
  const log = { info: () => {}, warn: console.warn, error: console.warn };
  // Nothing here has to survive a power cut, and copies are made and dropped by the dozen.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };
  const server = await openDatabase({ dataDir: TEST_DATA, log, shared: true, settings });
  const serverUrl = databaseUrl(server.url, 'postgres');
  const template = await prepareTemplate(serverUrl);
  const tablespace = await asAdmin(serverUrl, async (admin) => {
    await dropLeftovers(admin);
    return makeTablespace(admin);
  });
  process.env.TEST_SERVER_URL = serverUrl;
  process.env.TEST_TEMPLATE = JSON.stringify(template);
  process.env.TEST_TABLESPACE = tablespace;
  return async () => {
    // What a test has left in it is the next run's to drop.
    if (tablespace) await asAdmin(serverUrl, (admin) => dropTablespace(admin, tablespace)).catch(() => {});
    await server.close();
  };
}

async function asAdmin<T>(serverUrl: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

/** A killed run leaves its copies, and where they lie; the number in their name is the process that made them. */
async function dropLeftovers(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datname ~ '^test_[0-9]+_'`,
  );
  for (const { datname } of rows) {
    if (!isAlive(datname)) await admin.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  }
  const { rows: tablespaces } = await admin.query<{ spcname: string }>(
    `SELECT spcname FROM pg_tablespace WHERE spcname ~ '^test_[0-9]+$'`,
  );
  for (const { spcname } of tablespaces) if (!isAlive(spcname)) await dropTablespace(admin, spcname);
}

function isAlive(name: string): boolean {
  try {
    process.kill(Number(name.split('_')[1]), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
