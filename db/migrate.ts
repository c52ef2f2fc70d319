import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { drizzle } from '../node_modules/drizzle-orm/node-postgres/index.cjs';
import { migrate as applyMigrations } from '../node_modules/drizzle-orm/node-postgres/migrator.cjs';
import { OperatorError } from './operator-error.ts';
import { installTriggers } from './triggers.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
const MIGRATING = 7_303;
/**
 * A query that waits for a table's lock blocks all behind it: the migration gives up soon and retries. Sooner than the
 * server looks for deadlocks (1 s), which could end a shopper's request instead.
 */
const LOCK_WITHIN = '800ms';
const ATTEMPTS = 40;

/**
 * Applies new migrations of db/migrations in one transaction, and then functions and triggers (triggers.ts). Several
 * processes may start at once: one migrates, the others wait and find nothing to do. Older processes may keep
 * serving: migrations only add (docs/decisions/0018-several-processes.md). `until`: only those up to this `when` of
 * the journal.
 */
export async function migrate(url: string, options: { until?: number } = {}): Promise<void> {
  const folder = options.until === undefined ? MIGRATIONS : await partOf(MIGRATIONS, options.until);
  const client = new pg.Client({ connectionString: url, application_name: 'storefront migrate' });
  client.on('error', () => {}); // the running query reports the same
  await client.connect();
  try {
    await client.query(`SET client_min_messages = warning`);
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATING]);
    await client.query(`SET lock_timeout = '${LOCK_WITHIN}'`);
    await refuseUnreleased(client);
    for (let attempt = 1; ; attempt++) {
      try {
        await applyMigrations(drizzle(client), { migrationsFolder: folder });
        if (options.until === undefined) await installTriggers(client);
        return;
      } catch (error) {
        if (attempt === ATTEMPTS || !isLockTimeout(error)) throw error;
        await wait(1_000);
      }
    }
  } finally {
    await client.end();
    if (folder !== MIGRATIONS) await rm(folder, { recursive: true });
  }
}

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === '55P03') || isLockTimeout(error.cause));

/** The first migration is the schema of the first release: what an earlier state lacks of it, nothing adds. */
async function refuseUnreleased(client: pg.Client): Promise<void> {
  const [first] = (await journalOf(MIGRATIONS)).entries;
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  );
  if (!first || !rows[0]?.there) return;
  const newest = await client.query<{ at: string | null }>(
    'select max(created_at) as at from drizzle.__drizzle_migrations',
  );
  const at = newest.rows[0]?.at;
  if (at && Number(at) < first.when)
    throw new OperatorError(
      'The database is of a version before the first release, which this one cannot bring up to date: take an empty one (docs/operating.md, Upgrade).',
    );
}

type Journal = { entries: { when: number; tag: string }[] };

const journalOf = async (migrations: string): Promise<Journal> =>
  JSON.parse(await readFile(join(migrations, 'meta/_journal.json'), 'utf8')) as Journal;

/** A copy of the folder that ends with an earlier migration. */
async function partOf(migrations: string, until: number): Promise<string> {
  const journal = await journalOf(migrations);
  const entries = journal.entries.filter(({ when }) => when <= until);
  if (entries.at(-1)?.when !== until)
    throw new OperatorError('The backup is of another version of this program: its last migration is not known here.');
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await mkdir(join(folder, 'meta'));
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  for (const { tag } of entries) await symlink(join(migrations, `${tag}.sql`), join(folder, `${tag}.sql`));
  return folder;
}
