import type { Change, RowWriter } from '#server/catalogue/derived/row-writer.ts';
import type { Folder } from '../folder.ts';
import type { Pictures } from '../pictures/collect.ts';
import type { Problems } from '../problems.ts';

/** What staff have said of a picture. `position`: in a sequence of theirs. */
export type StaffEdits = {
  view?: string;
  alt?: string;
  focus_x: number | null;
  focus_y: number | null;
  position?: number;
};

/** Dependencies of every writing step: the open transaction, the folder, and the count of real changes. */
export type Writer = RowWriter & {
  folder: Folder;
  pictures: Pictures;
  /** Notes for the operator, without an error. */
  notes: Problems;
  /** `--stock` */
  setStock: boolean;
  /** Uuids by key or slug, filled by the steps. */
  brands: Map<string, string>;
  products: Map<string, string>;
  /** What staff have said of the variants' pictures. */
  staffEdits?: Map<string, StaffEdits>;
};

export const changedRows = (changes: Map<string, Change>): number =>
  [...changes.values()].reduce((sum, one) => sum + one.inserted + one.updated + one.deleted, 0);

/** `select key, uuid` as a map. */
export async function uuidsBy(writer: RowWriter, sql: string): Promise<Map<string, string>> {
  const { rows } = await writer.client.query<{ key: string; uuid: string }>(sql, [writer.companyUid]);
  return new Map(rows.map((row) => [row.key, row.uuid]));
}
