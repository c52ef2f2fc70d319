import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { connect } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { loadDemo } from '#server/demo.ts';
import { localStorage } from '#server/providers/storage/local.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const TEST_DATA = path.join(ROOT, 'data', 'test');
const INPUTS = [
  'db/migrations',
  'db/triggers',
  'db/change-log.ts',
  'demo',
  'server/import',
  'server/demo.ts',
  'server/providers/storage',
  'domain',
  'tests/support/template.ts',
  'package-lock.json',
];

/**
 * A migrated database with the demo stores, the data folder that holds their pictures, and a migrated database with
 * nothing in it.
 */
export type Template = { database: string; dataDir: string; migrated: string };

/** Loads the template once; it is kept for the next run as long as what it is made of stays the same. */
export async function prepareTemplate(serverUrl: string): Promise<Template> {
  const hash = hashOf(INPUTS);
  const template = {
    database: `template_${hash}`,
    dataDir: path.join(TEST_DATA, `demo-${hash}`),
    migrated: `template_migrated_${hash}`,
  };
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    await admin.query('SELECT pg_advisory_lock(hashtext($1))', ['template']);
    const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [template.database]);
    if (!rowCount) {
      await removeOthers(admin);
      await load(admin, serverUrl, template);
    }
  } finally {
    await admin.end();
  }
  return template;
}

async function load(admin: pg.Client, serverUrl: string, { database, dataDir, migrated }: Template): Promise<void> {
  await admin.query('DROP DATABASE IF EXISTS loading WITH (FORCE)');
  await admin.query('CREATE DATABASE loading');
  const url = databaseUrl(serverUrl, 'loading');
  await migrate(url);
  await admin.query(`CREATE DATABASE ${migrated} TEMPLATE loading STRATEGY = FILE_COPY`);
  const connection = connect(url, { max: 4 });
  try {
    const storage = localStorage(path.join(dataDir, 'media'));
    await loadDemo({
      connection,
      storage,
      folder: path.join(ROOT, 'demo'),
      say: (line) => process.stdout.write(`${line}\n`),
    });
    await connection.pool.query('VACUUM ANALYZE');
  } finally {
    await connection.close();
  }
  await admin.query(`ALTER DATABASE loading RENAME TO ${database}`);
  for (const name of [migrated, database])
    await admin.query(`ALTER DATABASE ${name} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`);
}

/** What earlier contents of the demo folder left behind. */
async function removeOthers(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datname LIKE 'template\\_%' AND datname !~ '^template[01]$'`,
  );
  for (const { datname } of rows) {
    await admin.query(`ALTER DATABASE ${datname} WITH IS_TEMPLATE false`);
    await admin.query(`DROP DATABASE ${datname} WITH (FORCE)`);
  }
  for (const name of fs.readdirSync(TEST_DATA)) {
    if (name.startsWith('demo-')) fs.rmSync(path.join(TEST_DATA, name), { recursive: true });
  }
}

export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Text by content, everything else by size and time. */
function hashOf(inputs: string[]): string {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of filesUnder(input)) {
      const { size, mtimeMs } = fs.statSync(path.join(ROOT, file));
      hash.update(file);
      if (/\.(avif|webp|png|jpe?g|zip)$/.test(file)) hash.update(`${size} ${mtimeMs}`);
      else hash.update(fs.readFileSync(path.join(ROOT, file)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

function filesUnder(name: string): string[] {
  const full = path.join(ROOT, name);
  if (!fs.existsSync(full)) return [];
  if (!fs.statSync(full).isDirectory()) return [name];
  const entries = fs.readdirSync(full, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
    .sort();
}
