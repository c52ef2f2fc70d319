import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { BYTE_ORDER_MARK, csvLine, neutral } from '#domain/text/csv.ts';
import type { Cell } from './cells.ts';
import { writeWorkbook } from './workbook.ts';

/** A file of a table is split before it exceeds what an import reads (docs/import-format.md). */
export const MAX_PER_FILE = { csvBytes: 48 * 1024 * 1024, xlsxRows: 50_000, xlsxCharacters: 40 * 1024 * 1024 };

/** Numeric columns: a workbook can add them up. All others stay text, so that 007 doesn't become 7. */
const NUMBERS = new Set([
  ...['price', 'deleted_price', 'deposit', 'cost', 'year', 'pollution_group', 'safety_level', 'position', 'stock'],
  ...['stock_exported', 'low_stock', 'weight_g', 'year_from', 'year_to', 'number', 'quantity', 'x', 'y', 'uses_limit'],
]);

type Sink = { add: (line: string[]) => Promise<void>; end: () => Promise<void> };
export type Table = { rows: number; add: (row: Record<string, Cell>) => Promise<void>; end: () => Promise<void> };

/**
 * Writes a table of an import folder row by row: `path` has no extension. Without rows there is no file. Overflow
 * goes to further files, `specs-001.csv`, `specs-002.csv`.
 */
export function openTable(path: string, columns: readonly string[], xlsx: boolean, most = MAX_PER_FILE): Table {
  const extension = xlsx ? 'xlsx' : 'csv';
  let [part, rows, size] = [0, 0, 0];
  let sink: Sink | undefined;
  const partPath = (number: number): string => `${path}-${String(number).padStart(3, '0')}.${extension}`;

  async function open(): Promise<Sink> {
    part += 1;
    size = rows = 0;
    if (part === 1) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (part === 2) await rename(`${path}.${extension}`, partPath(1));
    const name = part === 1 ? `${path}.${extension}` : partPath(part);
    const tableSink = xlsx ? workbookSink(name, columns) : csvSink(name);
    await tableSink.add([...columns]);
    return tableSink;
  }
  const table: Table = {
    rows: 0,
    async add(row) {
      const line = columns.map((column) => String(row[column] ?? ''));
      const length = line.reduce((sum, cell) => sum + (xlsx ? cell.length + 60 : Buffer.byteLength(cell) + 3), 0);
      const full = xlsx ? rows >= most.xlsxRows || size + length > most.xlsxCharacters : size + length > most.csvBytes;
      if (full) {
        await sink?.end();
        sink = undefined;
      }
      sink ??= await open();
      size += length;
      rows += 1;
      table.rows += 1;
      await sink.add(line);
    },
    end: async () => sink?.end(),
  };
  return table;
}

function csvSink(path: string): Sink {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const written = finished(file);
  written.catch(() => {}); // reported by the next write, or by `end`
  file.write(BYTE_ORDER_MARK);
  return {
    async add(line) {
      if (file.errored) throw file.errored;
      if (!file.write(csvLine(line))) await once(file, 'drain');
    },
    async end() {
      file.end();
      await written;
    },
  };
}

function workbookSink(path: string, columns: readonly string[]): Sink {
  const { add, end } = writeWorkbook(path);
  const numeric = columns.map((name) => NUMBERS.has(name));
  return {
    add: (line) => add(line.map((cell, at) => (numeric[at] && isPlain(cell) ? Number(cell) : neutral(cell)))),
    end,
  };
}

const isPlain = (cell: string): boolean => /^-?(?:0|[1-9]\d{0,11})(?:\.\d{1,2})?$/.test(cell);
