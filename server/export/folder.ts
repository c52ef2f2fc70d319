import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Media } from './media.ts';
import type { Snapshot } from './snapshot.ts';
import { openTable, type Table } from './tables.ts';

/** Dependencies of each part of an export. */
export type Export = {
  root: string;
  snapshot: Snapshot;
  media: Media;
  company: { uuid: string; key: string };
  stores: { uuid: string; key: string }[];
  /** The one store whose products are exported; `null`: all stores'. */
  onlyStore: string | null;
  /** Data that the folder can't express. */
  notes: string[];
  /** With what goods cost the importer. */
  costs: boolean;
  counts: Record<string, number>;
  /** A table by its path without extension. */
  table: (path: string, columns: readonly string[]) => Table;
};

export const tablesIn =
  (root: string, xlsx: boolean) =>
  (path: string, columns: readonly string[]): Table =>
    openTable(join(root, path), columns, xlsx);

export async function writeText(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true, mode: 0o700 });
  await writeFile(join(root, path), text, { flag: 'wx', mode: 0o600 });
}

export const writeJson = (root: string, path: string, value: unknown): Promise<void> =>
  writeText(root, path, `${JSON.stringify(value, null, 2)}\n`);

/** A table with all rows of a query. */
export async function writeTable<T extends object>(
  { table, counts }: Pick<Export, 'table' | 'counts'>,
  path: string,
  columns: readonly string[],
  rows: AsyncIterable<T> | Iterable<T>,
  cells: (row: T) => Parameters<Table['add']>[0] | Promise<Parameters<Table['add']>[0]>,
): Promise<void> {
  const out = table(path, columns);
  for await (const row of rows) await out.add(await cells(row));
  await out.end();
  const name = path.slice(path.lastIndexOf('/') + 1);
  counts[name] = (counts[name] ?? 0) + out.rows;
}

/** Former slugs of each row, by uuid; none that is in use again. `$1` owns the URLs, `table` holds the rows. */
export const formerSlugs = (type: string, table: string, owner: 'company_uid' | 'store_uid'): string =>
  `(select h.entity_uid, array_agg(h.slug order by h.slug collate "C") as slugs from slug_history h
    where h.owner_uid = $1 and h.entity_type = '${type}'
      and not exists (select from ${table} used where used.${owner} = h.owner_uid and used.slug = h.slug)
    group by h.entity_uid)`;
