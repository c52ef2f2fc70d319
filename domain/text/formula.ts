/** Beginnings that spreadsheets treat as formulas (OWASP, CSV Injection), and apostrophes before them. */
const FORMULA = /^'*(?:\s*[=+\-@|%＝＋－＠]|[\t\r\n])/;
const NUMBER = /^-\d+(?:\.\d+)?$/;

/** Text that no spreadsheet runs: it gets an apostrophe, unless it is just a negative number. */
export const neutral = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);

/** Inverse of `neutral`. */
export const restored = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);
