import type pg from 'pg';

/** Rows of a table that were really changed. */
export type Change = { inserted: number; updated: number; deleted: number };

/** What rows of a company are written with: the open transaction, and the count of real changes. */
export type RowWriter = {
  client: pg.ClientBase;
  changes: Map<string, Change>;
  companyUid: string;
  /** Uuids by key. */
  stores: Map<string, string>;
};

export function tally(writer: Pick<RowWriter, 'changes'>, table: string, change: Partial<Change>): void {
  const sum = writer.changes.get(table) ?? { inserted: 0, updated: 0, deleted: 0 };
  sum.inserted += change.inserted ?? 0;
  sum.updated += change.updated ?? 0;
  sum.deleted += change.deleted ?? 0;
  writer.changes.set(table, sum);
}
