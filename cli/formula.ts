/** What spreadsheets take for the beginning of a formula (OWASP, CSV Injection), and apostrophes that stand before it. */
const FORMULA = /^'*(?:\s*[=+\-@|%＝＋－＠]|[\t\r\n])/;
const NUMBER = /^-\d+(?:\.\d+)?$/;

/** A cell's text that no spreadsheet runs: it gets an apostrophe, unless it is just a number below zero. */
export const neutral = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);

/** What `neutral` was given. */
export const restored = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);
