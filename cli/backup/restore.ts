import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { CACHE_CHANNEL } from '#db/cache-tags.ts';
import { databaseOn } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { OperatorError } from '#db/operator-error.ts';
import type { Progress } from '#server/import/progress.ts';
import { noteOperation } from '#server/platform/note-operation.ts';
import { localStorage } from '#server/providers/storage/local.ts';
import type { Storage } from '#server/providers/storage/storage.ts';
import {
  listTables,
  type Manifest,
  MEDIA_LIST,
  nameOf,
  PLAIN_TEXT,
  quoted,
  readManifest,
  sumOf,
  type Table,
} from './manifest.ts';

const BATCH = 500;
const MEDIA_AT_ONCE = 8;

type Options = { pool: pg.Pool; storage: Storage; folder: string; progress: Progress };
type SavedTable = Manifest['tables'][number];

/**
 * Restores a backup into an empty database: migrations up to its own, rows and media, all compared with the manifest,
 * then later migrations. The rows are in one transaction.
 * @throws OperatorError where the backup is damaged or the database isn't empty
 */
export async function restore(options: Options): Promise<Manifest> {
  const { pool, folder, progress } = options;
  const databaseUrl = pool.options.connectionString ?? '';
  const manifest = await readManifest(folder);
  for (const table of manifest.tables) await checkFile(folder, table);
  const media = await readMediaList(folder, manifest);
  await refuseUsed(pool, manifest);
  await migrate(databaseUrl, { until: manifest.migration });
  await putMedia(options, media);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(PLAIN_TEXT);
    const tables = await sameTables(client, manifest);
    await asTables(client, tables, 'disable trigger user');
    const loose = await looseConstraints(client);
    for (const { drop } of loose) await client.query(drop);
    const links = await foreignKeys(client);
    for (const link of links) await client.query(`${link} deferrable initially deferred`);
    for (const [index, table] of tables.entries()) {
      progress('tables', index, tables.length);
      await insertRows(client, table, join(folder, table.file));
      const restored = await sumOf(client, table);
      if (restored.rows !== table.rows || restored.sum !== table.sum)
        throw new Error(`${nameOf(table)} has ${restored.rows} rows that are not the ${table.rows} of the backup`);
    }
    progress('tables', tables.length, tables.length);
    await client.query('set constraints all immediate');
    for (const link of links) await client.query(`${link} not deferrable`);
    for (const { add } of loose) await client.query(add);
    await asTables(client, tables, 'enable trigger user');
    await countOn(client);
    await noteOperation(databaseOn(client), { taken_at: manifest.taken_at });
    await client.query(`notify ${CACHE_CHANNEL}`);
    await client.query('commit');
    await client.query('analyze');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release(true);
  }
  await migrate(databaseUrl);
  return manifest;
}

async function checkFile(folder: string, { file, sha256 }: SavedTable): Promise<void> {
  const hash = createHash('sha256');
  try {
    for await (const part of createReadStream(join(folder, file))) hash.update(part);
  } catch (error) {
    throw new OperatorError(`${file} of the backup cannot be read: ${(error as Error).message}`);
  }
  if (hash.digest('hex') !== sha256) throw new OperatorError(`${file} of the backup is damaged: it was changed since`);
}

/** An empty database, or one that an earlier attempt has prepared. */
async function refuseUsed(pool: pg.Pool, manifest: Manifest): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
    );
    if (!rows[0]?.there) return;
    const newest = await client.query<{ at: string | null }>(
      'select max(created_at) as at from drizzle.__drizzle_migrations',
    );
    if (Number(newest.rows[0]?.at ?? 0) > manifest.migration)
      throw new OperatorError(
        'The database is of a newer version than the backup; make an empty one and restore into that.',
      );
    for (const table of await listTables(client)) {
      const { rowCount } = await client.query(`select from ${nameOf(table)} limit 1`);
      if (rowCount)
        throw new OperatorError(
          `The database is not empty (${table.name} has rows); make an empty one and restore into that.`,
        );
    }
  } finally {
    client.release();
  }
}

/** Names of the media that are in the backup. @throws OperatorError where the list isn't whole */
async function readMediaList(folder: string, { media }: Manifest): Promise<string[]> {
  const list = await readFile(join(folder, MEDIA_LIST), 'utf8').catch((error: Error) => {
    throw new OperatorError(`${MEDIA_LIST} of the backup cannot be read: ${error.message}`);
  });
  const names = list.split('\n').filter((name) => name !== '');
  if (names.length !== media.names)
    throw new OperatorError(
      `${MEDIA_LIST} of the backup is damaged: it names ${names.length} media, not ${media.names}`,
    );
  return names.filter((name) => !media.missing.includes(name));
}

async function putMedia({ storage, folder, progress }: Options, names: string[]): Promise<void> {
  const from = localStorage(join(dirname(folder), 'media'));
  let [next, done] = [0, 0];
  const worker = async (): Promise<void> => {
    for (let name = names[next++]; name !== undefined; name = names[next++]) {
      const bytes = await from.read(name);
      if (!bytes) throw new OperatorError(`media/${name.slice(0, 2)}/${name}, which belongs to the backup, is missing`);
      await storage.put(name, bytes);
      progress('media', ++done, names.length);
    }
  };
  await Promise.all(Array.from({ length: MEDIA_AT_ONCE }, worker));
}

async function sameTables(client: pg.ClientBase, manifest: Manifest): Promise<SavedTable[]> {
  const shape = (tables: Table[]) =>
    tables.map((table) => `${nameOf(table)} (${table.columns.map(quoted).join(', ')})`).sort();
  const currentTables = shape(await listTables(client));
  const differing = shape(manifest.tables).find((table) => !currentTables.includes(table));
  if (differing) throw new OperatorError(`The backup does not fit this version: it has ${differing}`);
  return manifest.tables;
}

async function asTables(client: pg.ClientBase, tables: Table[], alteration: string): Promise<void> {
  for (const table of tables) await client.query(`alter table ${nameOf(table)} ${alteration}`);
}

/** Identity columns continue after the largest restored number. */
async function countOn(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select attrelid::regclass::text as table, quote_ident(attname) as column from pg_attribute where attidentity <> '' and attnum > 0`,
  );
  for (const { table, column } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), greatest((select max(${column}) from ${table}), 1))`,
      [table, column],
    );
}

/**
 * As the beginning of a statement that changes it. Tables reference one another in cycles, so no insert sequence
 * satisfies all.
 */
async function foreignKeys(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter table %s alter constraint %I', conrelid::regclass, conname) as statement
     from pg_constraint where contype = 'f' and not condeferrable and conparentid = 0`,
  );
  return rows.map(({ statement }) => statement);
}

/**
 * Constraints that hold for new rows alone (`NOT VALID`): the backup's may be older, as they were where it was made. So
 * they are added after the rows.
 */
async function looseConstraints(client: pg.ClientBase): Promise<{ drop: string; add: string }[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint where not convalidated and conrelid <> 0 and conparentid = 0`,
  );
  return rows;
}

/**
 * A row ends at `\n` alone: `readline` of Node 24 also ends it at U+2028 and U+2029, which JSON leaves in texts as they
 * are.
 */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of input.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}

async function insertRows(client: pg.ClientBase, table: Table, file: string): Promise<void> {
  const columns = table.columns.map(quoted);
  // Also into columns that count by themselves.
  const insert = `insert into ${nameOf(table)} (${columns.join(', ')}) overriding system value
    select ${columns.map((column) => `(row).${column}`).join(', ')}
    from (select unnest($1::text[])::${nameOf(table)} as row offset 0) rows`;
  let waiting: string[] = [];
  const input = createReadStream(file).pipe(createGunzip());
  for await (const line of linesOf(input)) {
    waiting.push(JSON.parse(line) as string);
    if (waiting.length < BATCH) continue;
    await client.query(insert, [waiting]);
    waiting = [];
  }
  if (waiting.length > 0) await client.query(insert, [waiting]);
}
