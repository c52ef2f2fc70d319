import { type Column, type SQL, sql } from '#db/sql.ts';
import type { Db } from './client.ts';

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
