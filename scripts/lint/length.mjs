const LONG = 300;
const TOO_LONG = 400;

export const name = 'file-length';

/** Long files are a warning from 300 lines and an error from 400. The escape stands in the first line. */
export function check(file) {
  const count = file.text.trimEnd().split('\n').length;
  if (count < LONG) return [];
  const message = `${count} lines: split it by subject (from ${LONG} a warning, from ${TOO_LONG} an error)`;
  return [{ line: 1, message, warning: count < TOO_LONG }];
}
