import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import type { transfers } from '#db/schema/index.ts';
import type { Change } from '../../catalogue/derived/row-writer.ts';
import type { Problem } from '../../import/problems.ts';
import type { SheetMapping } from '../../import/sheet/recognise.ts';

export const PART_BYTES = 4 * 1024 * 1024;
/** Of a sheet the importer reads 64 MB; a folder brings its pictures. */
export const MOST_BYTES = 1024 ** 3;

export type TransferState = 'uploading' | 'check' | 'checked' | 'apply' | 'done' | 'failed';
export type Transfer = typeof transfers.$inferSelect & { state: TransferState };

export type StoredMapping = SheetMapping & { headings: string[] };
export type ImportChoices = { partial?: boolean; acceptPriceChanges?: boolean };

/** A price that changes, in agorot; `null` is a price on request or the product's. */
export type PriceChange = { row: string; before: number | null; after: number | null; isJump: boolean };

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
};
export type ExportResult = {
  kind: 'export';
  written: Record<string, number>;
  files: number;
  notes: string[];
  missing: number;
};
export type FailedResult = { kind: 'failed'; message: string };

/** Piece by piece, in order. */
export async function* partsOf(db: Db, uuid: string): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position++) {
    const { rows } = await db.execute<{ content: Buffer }>(
      sql`select content from transfer_parts where transfer_uid = ${uuid} and position = ${position}`,
    );
    if (!rows[0]) return;
    yield rows[0].content;
  }
}

export async function saveParts(db: Db, uuid: string, path: string): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const written = finished(file);
  for await (const part of partsOf(db, uuid)) if (!file.write(part)) await once(file, 'drain');
  file.end();
  await written;
}

/** @returns how many bytes were written */
export async function writeParts(db: Db, uuid: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let [position, total, held] = [0, 0, 0];
  let pending: Uint8Array[] = [];
  const flush = async (): Promise<void> => {
    const content = Buffer.concat(pending);
    [pending, held] = [[], 0];
    await db.execute(
      sql`insert into transfer_parts (transfer_uid, position, content) values (${uuid}, ${position++}, ${content})`,
    );
    total += content.length;
  };
  for await (const piece of pieces) {
    pending.push(piece);
    held += piece.length;
    if (held >= PART_BYTES) await flush();
  }
  if (held > 0) await flush();
  return total;
}
