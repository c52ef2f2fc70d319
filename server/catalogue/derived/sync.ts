import { type RowWriter, tally } from './row-writer.ts';

/** A row to write, by column name. `undefined` leaves the database's value. */
export type Values = Record<string, unknown>;

export type Target = {
  table: string;
  /** Columns that identify the row. */
  key: string[];
  /** Set to now() in changed rows. */
  touch?: string;
  /** Written for new rows only: live data (stock, a store's state), or the row's origin. */
  once?: string[];
  /** Only rows that an import made are changed; those of a command or the office stay. */
  ownOnly?: boolean;
  /** Deletes rows whose `column` is one of `values` and that aren't among the written ones. */
  replace?: { column: string; values: string[] };
  /**
   * All rows that change are locked first, in the order of their uuids, as orders lock variants; and these with them.
   */
  lockWith?: string[];
};

const batch = 5_000;

/**
 * Brings a table to the given rows with a few set-based statements: writes only differences, and counts them. Table
 * and column names come from the program, never from a file.
 */
export async function sync(writer: RowWriter, target: Target, rows: Values[]): Promise<void> {
  const groups = new Map<string, Values[]>();
  for (const row of rows) {
    const columns = Object.keys(row).filter((name) => row[name] !== undefined);
    const signature = columns.join();
    const group = groups.get(signature);
    if (group) group.push(row);
    else groups.set(signature, [row]);
  }
  if (target.lockWith) await lockChanging(writer, target, target.lockWith, rows);
  for (const [signature, group] of groups) await write(writer, target, signature.split(','), group);
  if (target.replace) await removeOthers(writer, target, target.replace, rows);
}

/** Two that each hold a row for which the other waits would be a deadlock. */
async function lockChanging(
  { client }: RowWriter,
  { table, key, once = [] }: Target,
  others: string[],
  rows: Values[],
): Promise<void> {
  const uuids = [...others];
  const sameKey = key.map((name) => `t.${name} = s.${name}`).join(' and ');
  const changing = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !once.includes(name))));
  for (let at = 0; at < rows.length; at += batch) {
    // Columns that a row lacks are as they are in the table.
    const { rows: differing } = await client.query<{ uuid: string }>(
      `select t.uuid from json_array_elements($1) r cross join json_populate_record(null::${table}, r.value) s
       join ${table} t on ${sameKey} where json_populate_record(t, r.value) is distinct from t`,
      [JSON.stringify(changing.slice(at, at + batch))],
    );
    uuids.push(...differing.map(({ uuid }) => uuid));
  }
  if (uuids.length === 0) return;
  await client.query(`select from ${table} where uuid = any($1) order by uuid for no key update`, [uuids]);
}

async function write(
  writer: RowWriter,
  { table, key, touch, once = [], ownOnly }: Target,
  columns: string[],
  rows: Values[],
): Promise<void> {
  const { client } = writer;
  await stage(writer, table, columns, rows);
  const others = columns.filter((name) => !key.includes(name) && !once.includes(name));
  const sameKey = key.map((name) => `t.${name} = s.${name}`).join(' and ');
  const listOf = (names: string[], prefix = ''): string => names.map((name) => prefix + name).join(', ');

  let updated = 0;
  if (others.length > 0) {
    const sets = others.map((name) => `${name} = s.${name}`);
    if (touch) sets.push(`${touch} = now()`);
    const result = await client.query(
      `update ${table} t set ${sets.join(', ')} from staged s
       where ${sameKey}${ownOnly ? " and t.origin = 'IMPORT'" : ''} and (${listOf(others, 't.')}) is distinct from (${listOf(others, 's.')})`,
    );
    updated = result.rowCount ?? 0;
  }
  const result = await client.query(
    `insert into ${table} (${listOf(columns)}) select ${listOf(columns, 's.')} from staged s
     where not exists (select 1 from ${table} t where ${sameKey})`,
  );
  tally(writer, table, { inserted: result.rowCount ?? 0, updated });
}

async function removeOthers(
  writer: RowWriter,
  { table, key }: Target,
  replace: { column: string; values: string[] },
  rows: Values[],
): Promise<void> {
  await stage(writer, table, key, rows);
  const sameKey = key.map((name) => `t.${name} = s.${name}`).join(' and ');
  const result = await writer.client.query(
    `delete from ${table} t where t.${replace.column} = any($1) and not exists (select 1 from staged s where ${sameKey})`,
    [replace.values],
  );
  tally(writer, table, { deleted: result.rowCount ?? 0 });
}

/** The rows in a temporary table with the column types of the real one. */
async function stage({ client }: RowWriter, table: string, columns: string[], rows: Values[]): Promise<void> {
  const list = columns.join(', ');
  await client.query('drop table if exists staged');
  await client.query(`create temporary table staged on commit drop as select ${list} from ${table} with no data`);
  for (let at = 0; at < rows.length; at += batch) {
    const part = JSON.stringify(rows.slice(at, at + batch));
    await client.query(`insert into staged select ${list} from json_populate_recordset(null::staged, $1)`, [part]);
  }
  await client.query('analyze staged');
}
