import { open } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { readLines } from '../csv.ts';
import type { Problems } from '../problems.ts';
import { readWorkbook } from '../workbook.ts';

export type Sheet = { lines: string[][]; isWorkbook: boolean };

/**
 * A single sheet as suppliers send it, or `null` when it is unusable (the reason is in `problems`): a workbook by
 * its content, whatever the name says; otherwise a text with its encoding and separator.
 */
export async function readSheet(path: string, problems: Problems): Promise<Sheet | null> {
  const [root, file] = [dirname(path), basename(path)];
  const start = await beginning(path);
  const refuse = (reason: string): null => {
    problems.add({ file }, null, reason);
    return null;
  };
  if (start.length === 0) return refuse('is empty');
  if (start.startsWith('\xd0\xcf\x11\xe0')) return refuse('is a workbook of an old kind (.xls): save it as .xlsx');
  const isWorkbook = start.startsWith('PK\x03\x04');
  if (isWorkbook && /\.xlsm$/i.test(file)) return refuse('is a workbook with macros (.xlsm): save it as .xlsx');
  const lines = isWorkbook ? await readWorkbook(root, file, problems) : await readLines(root, file, problems, true);
  if (lines && !lines.some((line) => line.some((cell) => cell.trim() !== ''))) return refuse('is empty');
  return lines && { lines, isWorkbook };
}

async function beginning(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}
