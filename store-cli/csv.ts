import { writeFileSync } from 'node:fs';
import { SetupError } from '#db/setup-error.ts';

/**
 * A table for spreadsheets (RFC 4180, with the mark that has Excel read Hebrew as such). What people typed can't become a
 * formula: text that begins like one gets an apostrophe before it, as OWASP advises.
 */
export const csvOf = (header: string[], rows: string[][]): string =>
  `\uFEFF${[header, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;

function cell(text: string): string {
  const safe = /^\s*[=+\-@|%＝＋－＠]/.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Writes a new file that only its owner reads. @throws SetupError where there is one already, or it can't be written */
export function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SetupError(code === 'EEXIST' ? `${path} is there already` : message);
  }
}
