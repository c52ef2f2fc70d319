import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { type SQL, sql } from '#db/sql.ts';
import { BYTE_ORDER_MARK, csvLine } from '#domain/text/csv.ts';
import { formatMoment, formatNumber } from '#domain/text/format.ts';
import { type Line, writeWorkbook } from '../export/workbook.ts';
import { refuse } from '../platform/errors.ts';

/** `?format=` of every list's file. */
export const format = z.enum(['csv', 'xlsx']).default('csv');
type Format = z.output<typeof format>;

/** `sum`: shekels, which a workbook has as numbers and a CSV with two digits. */
export type FileColumn<Row> = [name: string, cell: (row: Row) => string | number | null | undefined, kind?: 'sum'];

/** A file that was written, as a page answers it. */
export type ListFile = { name: string; type: string; bytes: ReadableStream };

/** More than anybody opens in a spreadsheet. */
const MAX_ROWS = 500_000;
/** Rows that are in memory at once. */
const BATCH = 1_000;

const types: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** A moment as files have it: Israel's day and hour. */
export const momentText = (at: Date | string | null): string => (at ? formatMoment(at) : '');

type Options<Row> = { name: string; format: Format; columns: FileColumn<Row>[]; query: SQL };

/**
 * A list's rows as a table for spreadsheets: read batch by batch into a temporary file, so that neither the list's
 * length nor the reader's pace costs memory or holds the database. `query` is without a limit.
 * @throws NOT_POSSIBLE for more rows than a file holds: sums of a file that was cut would be wrong
 */
export async function listFile<Row>(
  db: Db,
  { name, format: kind, columns, query }: Options<Row>,
): Promise<{ file: ListFile; rows: number }> {
  const path = join(tmpdir(), `list-${randomUUID()}`);
  const head = columns.map(([label]) => label);
  const writer = kind === 'xlsx' ? writeWorkbook(path) : writeCsv(path, columns);
  try {
    await writer.add(head);
    const rows = await readBatches<Row>(db, query, async (batch) => {
      for (const row of batch) await writer.add(columns.map(([, cell]) => cell(row) ?? ''));
    });
    await writer.end();
    return { file: { name: `${name}.${kind}`, type: types[kind], bytes: await readAndRemove(path) }, rows };
  } catch (error) {
    await unlink(path).catch(() => {});
    throw error;
  }
}

async function readBatches<Row>(db: Db, query: SQL, work: (rows: Row[]) => Promise<void>): Promise<number> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`declare listed no scroll cursor for ${query}`);
      for (let count = 0; ; ) {
        const { rows } = await tx.execute(sql.raw(`fetch ${BATCH} from listed`));
        count += rows.length;
        if (count > MAX_ROWS)
          throw refuse('NOT_POSSIBLE', { message: `יש יותר מ־${formatNumber(MAX_ROWS)} שורות כאלה. צמצמו את הסינון` });
        await work(rows as Row[]);
        if (rows.length < BATCH) return count;
      }
    },
    { accessMode: 'read only' },
  );
}

function writeCsv<Row>(path: string, columns: FileColumn<Row>[]) {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const written = finished(file);
  written.catch(() => {}); // reported by the next write, or by `end`
  file.write(BYTE_ORDER_MARK);
  const text = (cell: string | number, at: number): string =>
    typeof cell === 'number' && columns[at]?.[2] === 'sum' ? cell.toFixed(2) : String(cell);
  return {
    async add(line: Line) {
      const more = file.write(csvLine(line.map(text)));
      if (file.errored) throw file.errored;
      if (!more) await once(file, 'drain');
    },
    async end() {
      file.end();
      await written;
    },
  };
}

/** Its name is removed at once: the open file lasts for as long as it is read. */
async function readAndRemove(path: string): Promise<ReadableStream> {
  const handle = await open(path);
  await unlink(path);
  return Readable.toWeb(handle.createReadStream()) as ReadableStream;
}
