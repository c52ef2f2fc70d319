import { type Column, type GetColumnData, type SQL, sql } from '#db/sql.ts';

type Json<T> = T extends Date ? string : T;
type Field = Column | SQL;
type Row<F extends Record<string, Field>> = {
  [Name in keyof F]: F[Name] extends Column ? Json<GetColumnData<F[Name]>> : F[Name] extends SQL<infer T> ? T : never;
};

/**
 * Rows that belong to a row of another query (an order's lines, say) as a JSON list in that row: one statement
 * instead of one each. Timestamps in it are ISO text. `from` is the subquery after its fields, without "order by";
 * the outer query needs a join, or Drizzle writes columns without their tables.
 */
export function rowsOf<F extends Record<string, Field>>(fields: F, from: SQL, orderBy: SQL): SQL<Row<F>[]> {
  const pairs = Object.entries(fields).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`);
  const rows = sql`json_agg(json_build_object(${sql.join(pairs, sql`, `)}) order by ${orderBy})`;
  return sql`(select coalesce(${rows}, '[]') ${from})`;
}
