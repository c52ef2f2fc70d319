import { type Column, type SQL, sql } from 'drizzle-orm';
import type { Db } from './client.ts';

/**
 * A query that is asked with every cart: built once for each connection pool, and planned once by each of its connections.
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
