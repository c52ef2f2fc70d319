import { type Column, type GetColumnData, getTableColumns, type InferInsertModel, is, SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

type Told<T> = T extends Date ? string : T;
type Row<F extends Record<string, Column>> = { [Name in keyof F]: Told<GetColumnData<F[Name]>> };

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

/**
 * An insert, as a part of another statement, of the rows that `asRows` has put into the placeholder of this name: however many
 * there are, the statement is the same, and can be prepared. What a row leaves out takes its default. `given` is another part of the
 * statement, of one row or none: without a row there nothing is inserted.
 */
export function insertRows(table: PgTable, placeholder: string, given: SQL): SQL {
  const columns = Object.values(getTableColumns(table));
  const names = columns.map(({ name }) => sql.identifier(name));
  const values = columns.map((column) => {
    const value = sql`r.${sql.identifier(column.name)}`;
    return column.hasDefault ? sql`coalesce(${value}, ${defaultOf(column)})` : value;
  });
  return sql`insert into ${table} (${sql.join(names, sql`, `)}) select ${sql.join(values, sql`, `)}
    from jsonb_populate_recordset(null::${table}, ${sql.placeholder(placeholder)}::jsonb) r, ${given}`;
}

const defaultOf = (column: Column) => (is(column.default, SQL) ? column.default : sql.param(column.default, column));

/** Rows of a table as the parameter that `insertRows` wants. */
export function asRows<T extends PgTable>(table: T, rows: InferInsertModel<T>[]): string {
  const columns: Record<string, Column> = getTableColumns(table);
  return JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([key, value]) => [columns[key]?.name ?? key, wellFormed(value)])),
    ),
  );
}

/** Half a character, as a text that was cut may end in, is a replacement character in a text, but no JSON. */
const wellFormed = (value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value);
