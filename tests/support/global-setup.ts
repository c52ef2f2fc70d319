import pg from 'pg';
import { openDatabase } from '#db/embedded.ts';
import { databaseUrl, prepareTemplate, TEST_DATA } from './template.ts';

/**
 * Runs once before all tests, of Vitest as of Playwright: the database server, and the template that tests copy. What a proof starts
 * while it has both goes on with them.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_TEMPLATE) return async () => {};
  const log = { info: () => {}, warn: console.warn, error: console.warn };
  // Nothing here has to survive a power cut, and copies are made and dropped by the dozen.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };
  const server = await openDatabase({ dataDir: TEST_DATA, log, shared: true, settings });
  const serverUrl = databaseUrl(server.url, 'postgres');
  await dropLeftovers(serverUrl);
  const template = await prepareTemplate(serverUrl);
  process.env.TEST_SERVER_URL = serverUrl;
  process.env.TEST_TEMPLATE = JSON.stringify(template);
  return () => server.close();
}

/** A killed run leaves its copies; the number in their name is the process that made them. */
async function dropLeftovers(serverUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  const { rows } = await admin.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datname ~ '^test_[0-9]+_'`,
  );
  for (const { datname } of rows) {
    if (!isAlive(Number(datname.split('_')[1]))) await admin.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  }
  await admin.end();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
