/** Location of a problem in the folder. `row` counts as spreadsheets do: the header is row 1. */
export type FileLocation = {
  file: string;
  row?: number | undefined;
  column?: string | undefined;
  unit?: Unit | undefined;
};

/** What `--partial` omits as a whole when any of its rows is invalid. */
export type Unit =
  | 'company'
  | `store:${string}`
  | `product:${string}`
  | `assembly:${string}`
  | `brand:${string}`
  | `template:${string}`;

export type Problem = { file: string; row: number | null; column: string | null; value: string | null; reason: string };

export type Problems = {
  readonly list: Problem[];
  readonly refused: Set<Unit>;
  /** Files that aren't UTF-8, and their encoding. */
  readonly encodings: Map<string, string>;
  /** Small things (a relation, a link) that `--partial` can omit alone: each function removes one. */
  readonly drops: (() => void)[];
  add: (location: FileLocation, value: unknown, reason: string, drop?: () => void) => void;
};

/** A value as a problem has it. */
export const shown = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
};

export function newProblems(): Problems {
  const list: Problem[] = [];
  const refused = new Set<Unit>();
  const drops: (() => void)[] = [];
  const seen = new Set<string>();
  return {
    list,
    refused,
    encodings: new Map(),
    drops,
    add({ file, row, column, unit }, value, reason, drop) {
      if (drop) drops.push(drop);
      else if (unit) refused.add(unit);
      const problem = { file, row: row ?? null, column: column ?? null, value: shown(value), reason };
      const identity = JSON.stringify(problem);
      if (seen.has(identity)) return;
      seen.add(identity);
      list.push(problem);
    },
  };
}

/** By file, then row. */
export const sorted = (list: readonly Problem[]): Problem[] =>
  [...list].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : (a.row ?? 0) - (b.row ?? 0)));
