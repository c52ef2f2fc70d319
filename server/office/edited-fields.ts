import type { Db } from '#db/client.ts';
import type { PgColumn, PgTable } from '#db/schema/columns.ts';
import { type SQL, sql } from '#db/sql.ts';
import { refuse } from '../platform/errors.ts';

/**
 * A field of an editor: a column, a text within a column of JSON (`address.city`), or a column of texts, joined by `|`.
 */
export type EditedField = PgColumn | { json: PgColumn; key: string } | { list: PgColumn };
type Value = string | number | boolean | Date | null;

/** What somebody else saved while the form was open. Values as shown in a form; `null` stands for none. */
export type FieldConflict = { field: string; was: Value; theirs: Value; mine: Value };

type Edit<Name extends string> = {
  table: PgTable & { uuid: PgColumn };
  uuid: string;
  fields: Record<Name, EditedField>;
  /** The values that the form began with. */
  was: Record<Name, Value>;
  /** The values that it was sent with. */
  now: Record<Name, Value>;
  /** What is set in the same statement. */
  besides?: SQL | undefined;
};

/**
 * Saves what a form changed and nothing else: fields left as they were keep whatever somebody else has saved meanwhile.
 * The UPDATE itself checks that each changed field still has the value that the form began with.
 * @returns the names of the fields that were changed
 * @throws CHANGED_MEANWHILE with `{ conflicts }` in its details, and nothing is written; NOT_FOUND
 */
export async function saveEdited<Name extends string>(db: Db, { table, uuid, fields, was, now, besides }: Edit<Name>) {
  const edited = (Object.keys(fields) as Name[]).filter((name) => !same(was[name], now[name]));
  if (edited.length === 0) return [];
  const unchanged = edited.map(
    (name) => sql`${currentValue(fields[name])} is not distinct from ${toSqlValue(fields[name], was[name])}`,
  );
  const updateResult = await db.execute(
    sql`update ${table} set ${assignments(edited, fields, now)}${besides ? sql`, ${besides}` : sql``} where ${table.uuid} = ${uuid} and ${sql.join(unchanged, sql` and `)} returning ${table.uuid}`,
  );
  if (updateResult.rows.length > 0) return edited;
  const [row] = await db
    .select(Object.fromEntries(edited.map((name) => [name, selected(fields[name])])))
    .from(table)
    .where(sql`${table.uuid} = ${uuid}`);
  if (!row) throw refuse('NOT_FOUND');
  const conflicts: FieldConflict[] = edited
    .map((field) => ({ field, was: was[field], theirs: row[field] as Value, mine: now[field] }))
    .filter(({ was: former, theirs }) => !same(former, theirs));
  throw refuse('CHANGED_MEANWHILE', { details: { conflicts } });
}

const isColumn = (field: EditedField): field is PgColumn => !('json' in field) && !('list' in field);
const columnOf = (field: EditedField): PgColumn =>
  'json' in field ? field.json : 'list' in field ? field.list : field;

/**
 * The value as it is in the table; times to the millisecond, as a form has them. An absent text in JSON is an empty
 * one.
 */
function currentValue(field: EditedField): SQL {
  if ('list' in field) return sql`array_to_string(${field.list}, '|')`;
  if ('json' in field) return sql`coalesce(${field.json} ->> ${field.key}, '')`;
  return field.dataType === 'date' ? sql`date_trunc('milliseconds', ${field})` : sql`${field}`;
}

const toSqlValue = (field: EditedField, value: Value): SQL =>
  isColumn(field) ? sql`${sql.param(value, field)}::${sql.raw(field.getSQLType())}` : sql`${value ?? ''}::text`;

const selected = (field: EditedField) => (isColumn(field) ? field : currentValue(field));

/** One assignment for each column; several texts of one JSON column are merged into it. */
function assignments<Name extends string>(
  edited: Name[],
  fields: Record<Name, EditedField>,
  now: Record<Name, Value>,
): SQL {
  const columns = [...new Set(edited.map((name) => columnOf(fields[name])))];
  return sql.join(
    columns.map((column) => {
      const target = sql.identifier(column.name);
      const jsonEdits = edited.flatMap((name) => {
        const field = fields[name];
        return 'json' in field && field.json === column ? [[field.key, now[name] ?? '']] : [];
      });
      if (jsonEdits.length > 0)
        return sql`${target} = coalesce(${column}, '{}') || ${JSON.stringify(Object.fromEntries(jsonEdits))}::jsonb`;
      const name = edited.find((one) => columnOf(fields[one]) === column) as Name;
      if ('list' in fields[name]) return sql`${target} = string_to_array(${now[name] ?? ''}, '|')`;
      return sql`${target} = ${toSqlValue(column, now[name])}`;
    }),
    sql`, `,
  );
}

const plain = (value: Value): Value => (value instanceof Date ? value.getTime() : value);
const same = (a: Value, b: Value): boolean => plain(a ?? null) === plain(b ?? null);
