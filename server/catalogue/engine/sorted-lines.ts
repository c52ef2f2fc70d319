/** Lines in ascending order as one text: a million strings would take five times the memory. */
export type SortedLines = { text: string; starts: Uint32Array };

export function sortLines(lines: string[]): SortedLines {
  const starts = new Uint32Array(lines.length + 1);
  lines.sort().forEach((line, at) => {
    starts[at + 1] = (starts[at] as number) + line.length + 1;
  });
  return { text: `${lines.join('\n')}\n`, starts };
}

/** `''` beyond the last. */
export const lineAt = ({ text, starts }: SortedLines, at: number): string =>
  text.slice(starts[at], (starts[at + 1] ?? 1) - 1);

/** Binary search: the index of the first of `length` ascending entries that is not before `text`. */
export function lowerBound(length: number, entryAt: (at: number) => string, text: string): number {
  let from = 0;
  let to = length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (entryAt(middle) < text) from = middle + 1;
    else to = middle;
  }
  return from;
}
