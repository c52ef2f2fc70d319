import { neutral } from './formula.ts';

/** Byte-order mark, by which Excel recognises UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A table for spreadsheets (RFC 4180). User input can't become a formula. */
export const csvOf = (header: string[], rows: string[][]): string =>
  `${BYTE_ORDER_MARK}${[header, ...rows].map(csvLine).join('')}`;

export const csvLine = (row: string[]): string => `${row.map(cell).join(',')}\r\n`;

function cell(text: string): string {
  const safe = neutral(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
