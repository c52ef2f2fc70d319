import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isolateRanges } from '#domain/text/format.ts';
import { decodeText } from './decode.ts';
import type { FileLocation, Problems } from './problems.ts';

const megabyte = 1024 * 1024;
export const MAX_TEXT_BYTES = 64 * megabyte;

/**
 * A text file of the folder, or `null` when it is unusable (the reason is in `problems`). Number ranges get an
 * isolate, because authors omit it and no page could tell where they are. UTF-16 and Windows-1255 are decoded, and
 * noted.
 */
export async function readText(root: string, location: FileLocation, problems: Problems): Promise<string | null> {
  const path = join(root, location.file);
  const info = await stat(path);
  if (!info.isFile()) {
    problems.add(location, null, 'is not a file');
    return null;
  }
  if (info.size > MAX_TEXT_BYTES) {
    const size = Math.ceil(info.size / megabyte);
    problems.add(
      location,
      null,
      `has ${size} MB and was not read: a text file may have ${MAX_TEXT_BYTES / megabyte} MB, so divide it`,
    );
    return null;
  }
  const bytes = await readFile(path);
  const decoded = decodeText(bytes);
  if (!decoded) {
    problems.add(location, null, 'is neither UTF-8 nor UTF-16 nor Windows-1255: save it as UTF-8');
    return null;
  }
  if (decoded.encoding !== 'UTF-8') problems.encodings.set(location.file, decoded.encoding);
  return isolateRanges(decoded.text);
}

/** Why a text can't be stored, or `null`. */
export function brokenText(text: string): string | null {
  if (text.includes('\uFFFD')) return 'is not UTF-8: save the file as UTF-8';
  if (/^#(?:REF!|N\/A|DIV\/0!|NAME\?|NULL!|NUM!|VALUE!)$/.test(text)) return 'is an error of a spreadsheet’s formula';
  if (text.includes('\u0000')) return 'holds a null character';
  return null;
}

/** For files without cells: reports the first broken line. `true` when there was one. */
export function reportBrokenLine(text: string, location: FileLocation, problems: Problems): boolean {
  if (brokenText(text) === null) return false;
  text.split('\n').forEach((line, index) => {
    const reason = brokenText(line);
    if (reason) problems.add({ ...location, row: index + 1 }, line.trim(), reason);
  });
  return true;
}
