/** A plain table: columns as wide as their content, up to `widest`. */
export function table(header: string[], rows: string[][], widest = 70): string {
  const cut = (text: string): string => (text.length > widest ? `${text.slice(0, widest - 1)}…` : text);
  const lines = [header, ...rows].map((row) => row.map(cut));
  const widths = header.map((_, column) => Math.max(...lines.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const [head = [], ...body] = lines;
  return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...body.map(line)].join('\n');
}
