import { type Column, type SQL, sql } from 'drizzle-orm';
import type { Db } from './client.ts';

/**
 * A query that is asked with every cart: built once for each pool, session or transaction, and planned once by each connection.
 * What differs stands in it as `sql.placeholder(name)`.
 */
export function prepared<Q>(build: (db: Db) => Q): (db: Db) => Q {
  const known = new WeakMap<Db, Q>();
  return (db) => {
    let query = known.get(db);
    if (!query) {
      query = build(db);
      known.set(db, query);
    }
    return query;
  };
}

/** `column` is one of the list that is given under this name; `inArray` would be another query for each length. */
export const anyOf = (column: Column, name: string): SQL => sql`${column} = any(${sql.placeholder(name)})`;

/** The rows of each product, in their order; none for one that isn't there. */
export function byProduct<T extends { productUid: string }>(rows: T[]): (productUid: string) => T[] {
  const lists = new Map<string, T[]>();
  for (const row of rows) {
    const list = lists.get(row.productUid);
    if (list) list.push(row);
    else lists.set(row.productUid, [row]);
  }
  return (productUid) => lists.get(productUid) ?? [];
}
