import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isolateRanges } from '#domain/format.ts';
import type { Place, Problems } from './problems.ts';

const megabyte = 1024 * 1024;
export const maxTextBytes = 64 * megabyte;

/**
 * A text file of the folder, or `null` when it cannot be used (the reason is in `problems`).
 * Ranges of numbers come with an isolate, because people write them without and no page could tell where they are.
 * Bytes that are not UTF-8 come as U+FFFD, so that the reader can name the row and the column they stand in.
 */
export async function readText(root: string, place: Place, problems: Problems): Promise<string | null> {
  const path = join(root, place.file);
  const info = await stat(path);
  if (!info.isFile()) {
    problems.add(place, null, 'is not a file');
    return null;
  }
  if (info.size > maxTextBytes) {
    const size = Math.ceil(info.size / megabyte);
    problems.add(
      place,
      null,
      `has ${size} MB and was not read: a text file may have ${maxTextBytes / megabyte} MB, so divide it`,
    );
    return null;
  }
  const bytes = await readFile(path);
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    problems.add(place, null, 'is UTF-16: save it as UTF-8');
    return null;
  }
  return isolateRanges(new TextDecoder('utf-8').decode(bytes));
}

/** Why a text cannot be stored, or `null`. */
export function brokenText(text: string): string | null {
  if (text.includes('\uFFFD')) return 'is not UTF-8: save the file as UTF-8';
  if (/^#(?:REF!|N\/A|DIV\/0!|NAME\?|NULL!|NUM!|VALUE!)$/.test(text)) return 'is an error of a spreadsheet’s formula';
  if (text.includes('\u0000')) return 'holds a null character';
  return null;
}

/** For files without cells: the first broken line. `true` when there was one. */
export function reportBrokenLine(text: string, place: Place, problems: Problems): boolean {
  if (brokenText(text) === null) return false;
  text.split('\n').forEach((line, index) => {
    const reason = brokenText(line);
    if (reason) problems.add({ ...place, row: index + 1 }, line.trim(), reason);
  });
  return true;
}
