import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Connection, connect } from '#db/client.ts';
import { hebrewReason } from '#domain/text/import-reasons.ts';
import { localStorage } from '#server/providers/storage/local.ts';
import { badFolders } from '../../tests/support/bad-folders.ts';
import { migratedDatabase } from '../../tests/support/database.ts';
import { altered, sampleFolder } from '../../tests/support/sample-folder.ts';
import { importFolder } from './import.ts';

let database: Awaited<ReturnType<typeof migratedDatabase>>;
let connection: Connection;
let media: string;

beforeAll(async () => {
  database = await migratedDatabase();
  connection = connect(database.url, { max: 2 });
  media = await mkdtemp(join(tmpdir(), 'media-'));
});
afterAll(async () => {
  await connection.close();
  await database.drop();
  await rm(media, { recursive: true });
});

/** The lines of the list, as `file row column value: reason`. */
async function errorsOf(changes: Record<string, string | Uint8Array | null>): Promise<string[]> {
  const folder = await sampleFolder(changes);
  try {
    const report = await importFolder({ pool: connection.pool, folder: folder.path, storage: localStorage(media) });
    expect(report.written).toBe(report.errors.length === 0);
    const withoutHebrew = report.errors.filter(({ reason }) => hebrewReason(reason) === reason);
    expect(withoutHebrew, 'the office tells each in Hebrew').toEqual([]);
    return report.errors.map((e) => `${e.file} ${e.row ?? '-'} ${e.column ?? '-'} ${e.value ?? '-'}: ${e.reason}`);
  } finally {
    await folder.remove();
  }
}

/** Rows of every table. */
async function contents(): Promise<Record<string, number>> {
  const { rows } = await connection.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'sandbox') and table_type = 'BASE TABLE'`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const found = await connection.pool.query<{ count: string }>(`select count(*) from ${name}`);
    counts[name] = Number(found.rows[0]?.count);
  }
  return counts;
}

const products = 'catalogue/products.csv';
const variants = 'catalogue/variants.csv';
const collections = 'stores/one/collections.csv';

describe('each fault is listed with file, row, column, value and reason', () => {
  test.each(badFolders)('%s', async (_, changes, expected) => {
    const before = await contents();
    const errors = await errorsOf(changes);
    expect(errors.map((line, index) => line.slice(0, expected[index]?.length ?? undefined))).toEqual(expected);
    expect(await contents()).toEqual(before);
    expect(await readdir(media)).toEqual([]);
  });

  test('a cycle in the category tree, once for each category in it', async () => {
    const errors = await errorsOf(altered(collections, 'bikes,,', 'bikes,naked,'));
    expect(errors).toEqual([
      `${collections} 2 parent naked: is a cycle in the category tree: bikes → naked → bikes`,
      `${collections} 3 parent bikes: is a cycle in the category tree: naked → bikes → naked`,
    ]);
  });

  test('several faults come in one list, by file and row, and a wrong row is not complained of where it is named', async () => {
    const errors = await errorsOf({
      ...altered(products, ',42900,', ',much,'),
      ...altered(variants, '#C8102E', 'red'),
      ...altered('company.json', '519999734', '51'),
    });
    expect(errors.map((line) => line.split(':')[0])).toEqual([
      'catalogue/products.csv 2 price much',
      'catalogue/variants.csv 2 color red',
      'company.json - company_number 51',
    ]);
  });

  test('without a company there is nothing to write to', async () => {
    expect(await errorsOf({ 'company.json': null, ...altered(products, ',42900,', ',much,') })).toEqual([
      'company.json - - -: is missing: the database has no company yet',
    ]);
  });
});
