import type pg from 'pg';
import type { Folder } from '../folder.ts';
import type { Pictures } from '../pictures/collect.ts';
import type { Problems } from '../problems.ts';

export type Change = { inserted: number; updated: number; deleted: number };

/** Dependencies of every writing step: the open transaction, the folder, and the count of real changes. */
export type Writer = {
  client: pg.ClientBase;
  folder: Folder;
  pictures: Pictures;
  changes: Map<string, Change>;
  /** Notes for the operator, without an error. */
  notes: Problems;
  /** `--stock` */
  setStock: boolean;
  companyUid: string;
  /** Uuids by key or slug, filled by the steps. */
  brands: Map<string, string>;
  stores: Map<string, string>;
  products: Map<string, string>;
};

/** Enough for what derives from existing rows. */
export type RowWriter = Pick<Writer, 'client' | 'changes' | 'companyUid' | 'stores'>;

export function tally(writer: Pick<Writer, 'changes'>, table: string, change: Partial<Change>): void {
  const sum = writer.changes.get(table) ?? { inserted: 0, updated: 0, deleted: 0 };
  sum.inserted += change.inserted ?? 0;
  sum.updated += change.updated ?? 0;
  sum.deleted += change.deleted ?? 0;
  writer.changes.set(table, sum);
}

export const changedRows = (changes: Map<string, Change>): number =>
  [...changes.values()].reduce((sum, one) => sum + one.inserted + one.updated + one.deleted, 0);

/** `select key, uuid` as a map. */
export async function uuidsBy(writer: RowWriter, sql: string): Promise<Map<string, string>> {
  const { rows } = await writer.client.query<{ key: string; uuid: string }>(sql, [writer.companyUid]);
  return new Map(rows.map((row) => [row.key, row.uuid]));
}
