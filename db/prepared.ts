import { type Column, getTableColumns, getTableName, type SQL, sql } from '#db/sql.ts';
import type { Db } from './client.ts';
import type { PgTable } from './schema/columns.ts';

/**
 * A frequent query: built once per pool, session or transaction, and planned once per connection. Variable parts are
 * `sql.placeholder(name)`.
 */
export function prepared<Q>(build: (db: Db) => Q): (db: Db) => Q {
  const queries = new WeakMap<Db, Q>();
  return (db) => {
    let query = queries.get(db);
    if (!query) {
      query = build(db);
      queries.set(db, query);
    }
    return query;
  };
}

/**
 * A frequent insert, by a statement for each number of rows and set of columns, which is the same for all rows of a
 * call. What a row doesn't have takes its default; values are plain, not SQL. @throws TypeError for rows that differ
 */
export function preparedInsert<T extends PgTable>(table: T): (db: Db, rows: T['$inferInsert'][]) => Promise<unknown> {
  const columns: Record<string, Column> = getTableColumns(table);
  const statements = new Map<string, (db: Db) => { execute: (values: Record<string, unknown>) => Promise<unknown> }>();
  return (db, rows: Record<string, unknown>[]) => {
    const namesOf = (row: Record<string, unknown> = {}) =>
      Object.keys(columns).filter((name) => row[name] !== undefined);
    const names = namesOf(rows[0]);
    if (rows.some((row) => namesOf(row).join() !== names.join()))
      throw new TypeError(`rows of ${getTableName(table)} have other columns than the first`);
    const shape = `${rows.length} ${names}`;
    let statement = statements.get(shape);
    if (!statement) {
      const id = `insert_${getTableName(table)}_${statements.size}`;
      const placeholders = rows.map((_, at) =>
        Object.fromEntries(names.map((name) => [name, sql`${sql.placeholder(name + at)}`])),
      );
      statement = prepared((on) =>
        on
          .insert(table)
          .values(placeholders as T['$inferInsert'][])
          .prepare(id),
      );
      statements.set(shape, statement);
    }
    const values = rows.flatMap((row, at) =>
      names.map((name) => [name + at, row[name] === null ? null : columns[name]?.mapToDriverValue(row[name])]),
    );
    return statement(db).execute(Object.fromEntries(values));
  };
}

/** `column` is one of the list bound to this name; `inArray` would be a different query for each length. */
export const anyOf = (column: Column, name: string): SQL => sql`${column} = any(${sql.placeholder(name)})`;

/** Rows grouped by product, in sequence; empty for a product without rows. */
export function byProduct<T extends { productUid: string }>(rows: T[]): (productUid: string) => T[] {
  const lists = new Map<string, T[]>();
  for (const row of rows) {
    const list = lists.get(row.productUid);
    if (list) list.push(row);
    else lists.set(row.productUid, [row]);
  }
  return (productUid) => lists.get(productUid) ?? [];
}
