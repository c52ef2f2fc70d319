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

/** Beginnings that spreadsheets treat as formulas (OWASP, CSV Injection), and apostrophes before them. */
const FORMULA = /^'*(?:\s*[=+\-@|%＝＋－＠]|[\t\r\n])/;
const NUMBER = /^-\d+(?:\.\d+)?$/;

/** Text that no spreadsheet runs: it gets an apostrophe, unless it is just a negative number. */
export const neutral = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);

/** Inverse of `neutral`. */
export const restored = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);
