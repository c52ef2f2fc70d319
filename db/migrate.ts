import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
const MIGRATING = 7_303;

/**
 * Applies what is new in db/migrations, in one transaction. Several processes may start at once: one migrates, the
 * others wait for it and find nothing left to do.
 */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'storefront migrate' });
  client.on('error', () => {}); // the running query reports the same
  await client.connect();
  try {
    await client.query(`SET client_min_messages = warning`);
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATING]);
    await applyMigrations(drizzle(client), { migrationsFolder: MIGRATIONS });
  } finally {
    await client.end();
  }
}
