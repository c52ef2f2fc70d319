import { type Column, type GetColumnData, type SQL, sql } from 'drizzle-orm';

type Json<T> = T extends Date ? string : T;
type Row<F extends Record<string, Column>> = { [Name in keyof F]: Json<GetColumnData<F[Name]>> };

/**
 * What belongs to a row of another query (the lines of an order, say), as a list in that row: one statement instead of one each.
 * Moments in it are ISO text, as JSON tells them. `from` is all of the subquery after its fields, without the order; the outer
 * query has to join something, or Drizzle names columns without their tables.
 */
export function rowsOf<F extends Record<string, Column>>(fields: F, from: SQL, orderBy: SQL): SQL<Row<F>[]> {
  const pairs = Object.entries(fields).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`);
  const rows = sql`json_agg(json_build_object(${sql.join(pairs, sql`, `)}) order by ${orderBy})`;
  return sql`(select coalesce(${rows}, '[]') ${from})`;
}
