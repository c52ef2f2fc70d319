import { writeFileSync } from 'node:fs';
import type pg from 'pg';
import { clientOf } from '#db/client.ts';
import { OperatorError } from '#db/operator-error.ts';
import { csvOf } from '#domain/text/csv.ts';
import { noteOperation } from '#server/platform/note-operation.ts';
import type { Command, Operation, Outcome } from '../../command.ts';
import { dayOption } from '../../options.ts';
import { table } from '../../table.ts';

type Values = Record<string, string | boolean | undefined>;

/** A list of people: its query takes the store's key, first and last day (Israel's, both included). */
export type People<Row extends pg.QueryResultRow> = {
  query: string;
  empty: string;
  /** A row as text by column: all columns of the file, and the ones the table shows. */
  columns: Record<string, (row: Row) => string>;
  shown: string[];
};

export const peopleOptions: NonNullable<Command['options']> = {
  store: { type: 'string', help: 'only of the store with this key' },
  from: { type: 'string', help: 'first day, 2026-01-01' },
  to: { type: 'string', help: 'last day, 2026-12-31' },
  out: { type: 'string', help: 'write a CSV file (a new one) instead of a table' },
};

/** Personal data leaves the system, so the export is recorded. @throws OperatorError */
export async function listPeople<Row extends pg.QueryResultRow>(
  { db, say }: Operation,
  people: People<Row>,
  options: Values,
): Promise<Outcome> {
  const [from, to] = [dayOption('from', options.from), dayOption('to', options.to)];
  const store = options.store === undefined ? null : String(options.store);
  const cells = (rows: Row[], names: string[]) =>
    rows.map((row) => names.map((name) => people.columns[name]?.(row) ?? ''));
  const rows = await db.transaction(async (tx) => {
    const client = clientOf(tx);
    const stores = await client.query('select 1 from stores where key = $1', [store]);
    if (store !== null && stores.rowCount === 0) throw new OperatorError(`There is no store ${store}`);
    const { rows } = await client.query<Row>(people.query, [store, from, to]);
    await noteOperation(tx, { store, from, to, rows: rows.length });
    const all = Object.keys(people.columns);
    if (options.out !== undefined) writeNew(String(options.out), csvOf(all, cells(rows, all)));
    return rows;
  });
  if (options.out !== undefined) say(`${rows.length} rows in ${options.out}`);
  else say(rows.length === 0 ? people.empty : table(people.shown, cells(rows, people.shown)));
  return { json: rows };
}

/** Writes a new file that only its owner can read. @throws OperatorError where it exists, or can't be written */
function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new OperatorError(code === 'EEXIST' ? `${path} is there already` : message);
  }
}
