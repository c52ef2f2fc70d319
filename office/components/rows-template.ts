export type Values = Record<string, string>;

/** Rows that are brought into a list of rows; `same`: the fields by which one of them is there already. */
export type Template = { label: string; rows: Values[]; same: string[] };

type Row = { key: number; values: Values };

/** What stands in the fields of a list by now. */
export const typedIn =
  (body: HTMLElement | null) =>
  (at: number, name: string): string =>
    body?.querySelector<HTMLInputElement>(`[name="rows[${at}].${name}"]`)?.value.trim() ?? '';

/**
 * The template's rows in its sequence, each as it is there already or else as `make` makes it; rows that it doesn't name follow. None is
 * lost, two of one name neither.
 */
export function ordered(
  { rows, same }: Template,
  shown: Row[],
  typed: (at: number, name: string) => string,
  make: (values: Values) => Row[],
): Row[] {
  const keyOf = (fieldOf: (name: string) => string) => same.map(fieldOf).join('\n');
  const there = new Map(shown.map((row, at) => [keyOf((name) => typed(at, name)), row]));
  const named = rows.flatMap((values) => there.get(keyOf((name) => values[name] ?? '')) ?? make(values));
  return [...named, ...shown.filter((row) => !named.includes(row))];
}
