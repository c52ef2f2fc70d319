import pg from 'pg';
import { databaseUrl, type Template } from './template.ts';

export type Database = { url: string; drop: () => Promise<void> };
export type FreshDatabase = Database & { dataDir: string };

let copies = 0;

/** A copy of the template: migrated, with the seven demo stores. Drop it when the test file ends. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const { database, dataDir } = readTemplate();
  return { ...(await create(`TEMPLATE ${database} STRATEGY = FILE_COPY`)), dataDir };
}

/** A migrated database without a row, for the importer. */
export const migratedDatabase = (): Promise<Database> =>
  create(`TEMPLATE ${readTemplate().migrated} STRATEGY = FILE_COPY`);

/** A database with nothing in it, for what makes one: migrations, commands that migrate. */
export const emptyDatabase = (): Promise<Database> => create();

async function create(from = ''): Promise<Database> {
  const name = `test_${process.pid}_${++copies}`;
  const tablespace = process.env.TEST_TABLESPACE ? `TABLESPACE ${process.env.TEST_TABLESPACE}` : '';
  await administer(`CREATE DATABASE ${name} ${from} ${tablespace}`);
  return { ...addressOf(name), drop: () => administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

const addressOf = (name: string) => ({ url: databaseUrl(serverUrl(), name) });

function serverUrl(): string {
  const url = process.env.TEST_SERVER_URL;
  if (!url) throw new Error('No test database: run the tests by vitest or playwright, whose configuration starts one.');
  return url;
}

function readTemplate(): Template {
  return JSON.parse(process.env.TEST_TEMPLATE ?? '{}') as Template;
}

async function administer(statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: serverUrl() });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}
