import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Unzip, UnzipInflate } from 'fflate';
import readSheets from 'read-excel-file/node';
import { isolateRanges } from '#domain/text/format.ts';
import type { Problems } from './problems.ts';

const megabyte = 1024 * 1024;
const MAX_BYTES = 64 * megabyte;
/** A sheet of 100,000 rows and 12 columns unpacks to about 80 MB. */
const MAX_UNPACKED = 192 * megabyte;
export const MAX_ROWS = 250_000;
export const MAX_COLUMNS = 200;
const MAX_CELLS = 4_000_000;
/** Shared strings are in the file once. */
export const MAX_LETTERS = 64 * megabyte;

type Cell = string | number | boolean | Date | null | undefined;

/**
 * The rows of an XLSX file's only filled sheet as CSV has them, or `null` when it is unusable (the reason is in
 * `problems`).
 */
export async function readWorkbook(root: string, file: string, problems: Problems): Promise<string[][] | null> {
  const refuse = (reason: string): null => {
    problems.add({ file }, null, reason);
    return null;
  };
  const path = join(root, file);
  const info = await stat(path);
  if (!info.isFile()) return refuse('is not a file');
  if (info.size > MAX_BYTES) return refuse(`has more than ${MAX_BYTES / megabyte} MB and was not read: divide it`);
  const bytes = await readFile(path);
  const reason = tooLarge(bytes);
  if (reason) return refuse(reason);
  try {
    // As written: a float would change a long part number.
    const sheets = await readSheets(bytes, { parseNumber: plainNumber });
    const letters = sheets.reduce((sum, { data }) => sum + lettersOf(data as Cell[][]), 0);
    if (letters > MAX_LETTERS) return refuse(`holds more than ${MAX_LETTERS / megabyte} million letters: divide it`);
    const filled = sheets
      .map(({ data }) => (data as Cell[][]).map(lineOf))
      .filter((lines) => lines.some((line) => line.length > 1 || line[0] !== ''));
    if (filled.length > 1) return refuse(`has ${filled.length} sheets with something in them: one table a file`);
    const [lines = [['']]] = filled;
    const width = lines[0]?.length ?? 0;
    return lines.map((line) => (line.length === 1 && line[0] === '' ? line : padded(line, width)));
  } catch (error) {
    return refuse(`cannot be read as XLSX: ${(error as Error).message}`);
  }
}

const lettersOf = (lines: Cell[][]): number => {
  let letters = 0;
  for (const line of lines) for (const cell of line) if (typeof cell === 'string') letters += cell.length;
  return letters;
};

/** Cells to the right of a row's last filled one are only formatted. */
function lineOf(cells: Cell[]): string[] {
  const line = cells.map(textOf);
  while (line.length > 1 && line.at(-1) === '') line.pop();
  return line;
}

const padded = (line: string[], width: number): string[] => [
  ...line,
  ...Array.from({ length: Math.max(0, width - line.length) }, () => ''),
];

function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  if (typeof cell === 'boolean') return cell ? 'yes' : '';
  return isolateRanges(String(cell));
}

/**
 * Excel sometimes writes 129.9 as 129.90000000000001, and large numbers as 1.2E+8; it shows 15 digits. For numeric
 * cells only: a part number `12E5` is a text. With three decimals it gets a fourth one, since a text `1.234` may be
 * thousands (`sheet/values.ts`).
 */
function plainNumber(text: string): string {
  const plain = /^-?\d+\.\d{13,}$|^-?\d+(\.\d+)?E[+-]?\d+$/i.test(text)
    ? String(Number(Number(text).toPrecision(15)))
    : text;
  return /^-?\d{1,3}\.\d{3}$/.test(plain) ? `${plain}0` : plain;
}

const CELL = /<(?:\w+:)?c[\s/>]/g;

/** Without a list of them, which would be of millions. */
function cellsIn(text: string): number {
  let cells = 0;
  CELL.lastIndex = 0;
  while (CELL.test(text)) cells += 1;
  return cells;
}

class Refused extends Error {}

/**
 * Unpacks once without storing anything: a small file may unpack to gigabytes, or have its only cell in the last
 * corner of a sheet, for which the reader would create all cells before it.
 */
function tooLarge(bytes: Uint8Array): string | null {
  let unpacked = 0;
  let cells = 0;
  const unzip = new Unzip((entry) => {
    let rest = '';
    const isSheet = /worksheets\/[^/]*\.xml$/i.test(entry.name);
    entry.ondata = (error, data) => {
      if (error) throw error;
      unpacked += data.length;
      if (unpacked > MAX_UNPACKED)
        throw new Refused(`unpacks to more than ${MAX_UNPACKED / megabyte} MB and was not read: divide it`);
      if (!isSheet) return;
      const text = rest + Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1');
      for (const [, column = '', row] of text.matchAll(/\br=["']([A-Z]*)(\d+)["']/g))
        if (Number(row) > MAX_ROWS || numberOf(column) > MAX_COLUMNS)
          throw new Refused(
            `has cells beyond row ${MAX_ROWS} or column ${MAX_COLUMNS}: divide it, or delete what lies there`,
          );
      // A cell counted twice at a chunk boundary doesn't matter.
      cells += cellsIn(text);
      if (cells > MAX_CELLS) throw new Refused(`has more than ${MAX_CELLS / 1e6} million cells: divide it`);
      rest = text.slice(-40);
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  try {
    const step = 16 * 1024;
    for (let at = 0; at < bytes.length; at += step)
      unzip.push(bytes.subarray(at, at + step), at + step >= bytes.length);
    return null;
  } catch (error) {
    return error instanceof Refused ? error.message : 'cannot be read as XLSX: it is no whole ZIP file';
  }
}

const numberOf = (column: string): number =>
  [...column].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
