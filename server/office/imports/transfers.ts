import type { transfers } from '#db/schema/index.ts';
import type { Change } from '../../catalogue/derived/row-writer.ts';
import type { Problem } from '../../import/problems.ts';
import type { ON_REQUEST } from '../../import/schemas/cells.ts';
import type { SheetMapping } from '../../import/sheet/recognise.ts';

/** Of a sheet the importer reads 64 MB; a folder brings its pictures. */
export const MAX_BYTES = 1024 ** 3;

export type TransferState = 'uploading' | 'check' | 'checked' | 'apply' | 'done' | 'failed';
export type Transfer = typeof transfers.$inferSelect & { state: TransferState };

export type StoredMapping = SheetMapping & { headings: string[] };
/**
 * `by`: who had it checked anew or applied, if it was anybody since its upload. The change log names them, and their
 * rights hold. `deaths`: of processes that worked on it, since it last began anew.
 */
export type ImportChoices = { partial?: boolean; acceptPriceChanges?: boolean; by?: string; deaths?: number };

/** Agorot; `null`: the product's. */
export type ShownPrice = number | typeof ON_REQUEST | null;
export type Listed = { names: string[]; count: number };
export type PriceChange = { row: string; before: ShownPrice; after: ShownPrice; isJump: boolean };

export type ImportResult = {
  kind: 'import';
  sample: string[][];
  rows: number;
  skipped: number;
  errors: Problem[];
  notes: Problem[];
  changes: Record<string, Change>;
  prices: PriceChange[];
  priceCount: number;
  jumps: number;
  /** Absent where nothing could be tried. */
  newProducts?: Listed;
  offSale?: Listed;
};
export type ExportResult = {
  kind: 'export';
  written: Record<string, number>;
  files: number;
  notes: string[];
  missing: number;
};
export type FailedResult = { kind: 'failed'; message: string };
