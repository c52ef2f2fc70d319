import type pg from 'pg';
import { CURRENT_OPERATION, HIDDEN, OPERATION_COLUMN, rowKeys, WATCHED } from '#db/change-log.ts';
import { databaseOn } from '#db/client.ts';
import { violatedConstraint } from '#db/constraints.ts';
import { RuleRefusal } from '#db/operator-error.ts';
import { fieldName } from '#domain/text/field-names.ts';
import { lockImports } from '../../catalogue/derived/refresh.ts';
import { lockVatRates } from '../../checkout/documents/vat-rates.ts';
import { lockStores } from '../stores/create-store.ts';
import { type Operation, ROW_NAME, UNDONE_BY } from './operations.ts';
import { type Conflict, findBrokenRules, findRemovedPages, MAX_CONFLICTS, WRITER } from './undo-conflicts.ts';
import { danglingNames, misplaced, type Reference, references } from './undo-references.ts';
import { refreshingOf } from './undo-refresh.ts';
import { findRenames, undoRenames } from './undo-renames.ts';

/** `kept`: fields whose former values are not known; `keptRates`: days of rates of VAT that invoices bear. */
export type Undone = { rows: number; kept: string[]; keptRates: string[]; conflicts: Conflict[] };

/** One step of an undo: rows of one table and operation. */
type Run = { table: string; operation: 'insert' | 'update' | 'delete' };

const MANY_ROWS = 1_000;

export const NOT_UNDOABLE = 'את השינוי הזה אי אפשר לבטל';
const undoneAlready = (uuid: string, by: string) =>
  new RuleRefusal(`${uuid.slice(0, 8)} is undone already, by ${by.slice(0, 8)}`, 'השינוי כבר בוטל');

/** Of `table.column`. */
const fieldNames = (fields: string[]): string =>
  [...new Set(fields.map((field) => fieldName(...(field.split('.') as [string, string]))))].join(', ');

/**
 * Restores everything that an operation changed or, where any of it has changed since, nothing: then `conflicts` says
 * where. Runs inside the caller's transaction, which is to be rolled back on conflicts. Its own writes are an
 * operation, so they can be undone too.
 * @throws RuleRefusal for what can't be undone at all
 */
export async function undo(client: pg.ClientBase, operation: Operation): Promise<Undone> {
  assertUndoable(operation);
  // The stock's triggers leave branches alone: their rows are restored, too.
  await client.query(
    `set local timezone = 'UTC'; set local statement_timeout = 0; set local storefront.undoing = 'on'`,
  );
  await lockImports(client);
  await refuseSecond(client, operation);
  const { rows: created } = await client.query<{ uuid: string }>(`select ${CURRENT_OPERATION} as uuid`);
  await client.query('update audit_log set undoes = $2 where uuid = $1', [created[0]?.uuid, operation.uuid]);
  const keys = await rowKeys(client);
  const runs = await plan(client, operation.uuid);
  const keptFields = await hiddenFields(client, operation);
  const refresh = await refreshingOf(client);
  const conflicts: Conflict[] = [];
  const keptRates: string[] = [];
  let rows = 0;
  await lockSplitVariants(client);
  const renames = await findRenames(client);
  const removedPages = await findRemovedPages(client);
  // As whoever gives a store a domain does.
  if (runs.some(({ table }) => table === 'stores')) await lockStores(databaseOn(client));
  for (const run of runs) {
    if (run.table === 'vat_rates') keptRates.push(...(await keepUsedRates(client)));
    const runConflicts = await conflictsOf(client, run, keys);
    conflicts.push(...runConflicts);
    if (conflicts.length > MAX_CONFLICTS) break;
    if (runConflicts.length === 0) rows += await reverse(client, run, keys.get(run.table) ?? []);
  }
  if (conflicts.length === 0)
    conflicts.push(
      ...(await findBrokenRules(client, removedPages)),
      ...(await danglingNames(client)),
      ...(await misplaced(client)),
    );
  // There would be nothing but an empty operation.
  if (rows === 0) conflicts.push(...keptRates.map(keptRate));
  if (conflicts.length === 0) {
    await undoRenames(client, renames);
    await refresh();
  }
  // A preview goes on in the same transaction, and may undo more there.
  await client.query(`set local storefront.undoing = ''; drop table undoing`);
  return { rows, kept: keptFields, keptRates, conflicts };
}

/**
 * Fields of `undoing` whose former values the log doesn't have. @throws RuleRefusal where there is nothing else to
 * put back
 */
async function hiddenFields(client: pg.ClientBase, { uuid }: Operation): Promise<string[]> {
  const isHidden = `value = to_jsonb('${HIDDEN}'::text)`;
  const { rows } = await client.query<{ hidden: string[]; others: boolean }>(
    `select array(select distinct table_name || '.' || key from undoing, jsonb_each(before) where ${isHidden} order by 1) as hidden,
       exists (select from undoing where operation <> 'update' or exists (select from jsonb_each(before) where not ${isHidden})) as others`,
  );
  const { hidden = [], others = true } = rows[0] ?? {};
  if (hidden.length > 0 && !others)
    throw new RuleRefusal(
      `${uuid.slice(0, 8)} changed only ${hidden.join(', ')}, whose former values are not kept: write the right ones in their place`,
      `היומן אינו שומר את הערך הקודם, ולכן אין מה להחזיר (${fieldNames(hidden)}). הזינו את הערך הנכון במקומו`,
    );
  return hidden;
}

/** Before their rows of branches, and all in one sequence, as whoever changes the stock locks them. */
const lockSplitVariants = (client: pg.ClientBase) =>
  client.query(
    `select from variants v where v.uuid in (select entity_uid from undoing where table_name = 'branch_stock'
       union select (row_key ->> 'uuid')::uuid from undoing where table_name = 'variants') order by v.uuid for no key update`,
  );

/**
 * A rate that an invoice bears stays as it is (docs/rules/vat.md), and the rest of the operation is undone. Until the
 * transaction ends no invoice is issued, so this comes last. @returns the days of the rates that stay
 */
async function keepUsedRates(client: pg.ClientBase): Promise<string[]> {
  const last = await lockVatRates(databaseOn(client));
  const { rows } = await client.query<{ day: string }>(
    `with rates as (
       select c.row_key, least(c.before ->> 'from_day', r.from_day::text) as day
       from undoing c left join vat_rates r on r.uuid = (c.row_key ->> 'uuid')::uuid where c.table_name = 'vat_rates')
     delete from undoing c using rates where c.table_name = 'vat_rates' and c.row_key = rates.row_key and rates.day <= $1
     returning rates.day`,
    [last],
  );
  return rows.map(({ day }) => day);
}

const keptRate = (day: string): Conflict => ({
  table: 'vat_rates',
  row: day,
  field: null,
  made: null,
  now: null,
  reason: 'is borne by invoices',
  by: null,
});

function assertUndoable({ uuid, rows, undone_by }: Operation): void {
  const tables = [...new Set(Object.keys(rows).map((name) => name.split(' ')[0] ?? ''))];
  const id = uuid.slice(0, 8);
  if (undone_by) throw undoneAlready(uuid, undone_by);
  if (tables.length === 0) throw new RuleRefusal(`${id} changed no rows that could be put back`, NOT_UNDOABLE);
  const records = tables.filter((table) => WATCHED[table]?.kind !== 'content');
  if (records.length > 0)
    throw new RuleRefusal(
      `${id} changed ${records.join(', ')}. What happened with people, orders and money is not undone by putting rows back: use the orders’ own commands`,
      NOT_UNDOABLE,
    );
}

/** Another person may have undone it between the reading of the operation and the lock. */
async function refuseSecond(client: pg.ClientBase, { uuid }: Operation): Promise<void> {
  const { rows } = await client.query<{ uuid: string | null }>(
    `select ${UNDONE_BY} as uuid from audit_log a where a.uuid = $1`,
    [uuid],
  );
  const [by] = rows;
  if (by?.uuid) throw undoneAlready(uuid, by.uuid);
}

/**
 * The operation's rows in `undoing`, each once with its values before the operation, and their sequence: deleted rows
 * first, referenced ones before those that reference them; inserted rows last, in reverse.
 */
async function plan(client: pg.ClientBase, operationUid: string): Promise<Run[]> {
  await client.query(
    `create temporary table undoing on commit drop as
     with mine as (select * from changes where ${OPERATION_COLUMN} = $1),
     merged as (
       select table_name, row_key, (array_agg(operation order by id))[1] as first, (array_agg(operation order by id desc))[1] as last,
         min(id) as first_id, max(id) as last_id, count(*) as times, (array_agg(before order by id))[1] as before, (array_agg(after order by id))[1] as after,
         (array_agg(entity_uid))[1] as entity_uid, (array_agg(store_uid))[1] as store_uid
       from mine group by table_name, row_key),
     net as (
       select table_name, row_key, entity_uid, store_uid, first_id, last_id, times,
         case when first = 'insert' then 'insert' when last = 'delete' then 'delete' else 'update' end as operation,
         case when times = 1 then before else (select jsonb_object_agg(e.key, e.value order by c.id desc) from mine c, jsonb_each(c.before) e
           where c.table_name = m.table_name and c.row_key = m.row_key) end as before,
         case when times = 1 then after else (select jsonb_object_agg(e.key, e.value order by c.id) from mine c, jsonb_each(c.after) e
           where c.table_name = m.table_name and c.row_key = m.row_key) end as after,
         first = 'delete' and last <> 'delete' as replaced
       from merged m where not (first = 'insert' and last = 'delete'))
     select * from net`,
    [operationUid],
  );
  // Each row that references one of these is looked for among them; without its size the planner would read all for
  // each.
  await client.query(
    'create index on undoing (table_name, operation); create index on undoing using hash (row_key); analyze undoing',
  );
  // The same holds of tables that have just grown by an import, which PostgreSQL itself may not have counted yet.
  const { rows: large } = await client.query<{ name: string }>(
    `select table_name as name from undoing group by table_name having count(*) > ${MANY_ROWS}`,
  );
  if (large.length > 0) await client.query(`analyze changes, ${large.map(({ name }) => name).join(', ')}`);
  const { rows } = await client.query<Run>(
    'select table_name as table, operation from undoing group by table_name, operation',
  );
  const depths = await depthsOf(client);
  const depth = ({ table }: Run): number => depths.get(table) ?? 0;
  const of = (operation: Run['operation']): Run[] => rows.filter((run) => run.operation === operation);
  const steps = [
    ...of('delete').sort((a, b) => depth(a) - depth(b)),
    ...of('update'),
    ...of('insert').sort((a, b) => depth(b) - depth(a)),
  ];
  const isRate = ({ table }: Run): boolean => table === 'vat_rates';
  return [...steps.filter((run) => !isRate(run)), ...steps.filter(isRate)];
}

/** Depth of each table in the graph of foreign keys. */
async function depthsOf(client: pg.ClientBase): Promise<Map<string, number>> {
  const { rows } = await client.query<{ child: string; parent: string }>(
    `select distinct conrelid::regclass::text as child, confrelid::regclass::text as parent
     from pg_constraint where contype = 'f' and conrelid <> confrelid`,
  );
  const depths = new Map<string, number>();
  for (let turn = 0; turn < rows.length; turn++) {
    let moved = false;
    for (const { child, parent } of rows) {
      const depth = (depths.get(parent) ?? 0) + 1;
      if (depth <= (depths.get(child) ?? 0)) continue;
      depths.set(child, depth);
      moved = true;
    }
    if (!moved) break;
  }
  return depths;
}

const join = (table: string, key: string[]): string =>
  `lateral jsonb_populate_record(null::${table}, c.row_key) k ${'%'} ${table} t on ${key.map((name) => `t.${name} = k.${name}`).join(' and ')}`;

/**
 * The last writer of the row after the operation, as text. Rows of content always have an entity: only by `=` is its
 * index used.
 */
const LAST_WRITER = `(select ${WRITER}
  from changes l join audit_log a on a.uuid = l.${OPERATION_COLUMN}
  where l.entity_uid = c.entity_uid and l.table_name = c.table_name and l.row_key = c.row_key and l.id > c.last_id
  order by l.id desc limit 1)`;

/**
 * Pieces that came and went at `t`, a branch's stock, by orders since anything else did: the log passes over the shop's
 * own changes.
 */
const BY_ORDERS = `select coalesce(sum(m.after - m.before), 0) as pieces from stock_movements m
  where m.variant_uid = t.variant_uid and m.branch_uid = t.branch_uid and m.kind in ('sale', 'return') and m.id > coalesce((
    select max(o.id) from stock_movements o
    where o.variant_uid = t.variant_uid and o.branch_uid = t.branch_uid and o.kind not in ('sale', 'return')), 0)`;

type Keys = Map<string, string[]>;

/**
 * Rows that reference `t` and aren't deleted with it. The limit keeps the planner from joining all rows of both tables:
 * it takes most for used and expects to come to an end early, where hardly any is.
 */
const usersOf = ({ from, on }: Reference, keys: Keys): string =>
  `select from (select from ${from} r where ${on}
   and not exists (select from undoing x where x.table_name = '${from}' and x.operation = 'insert'
     and x.row_key = change_key(to_jsonb(r), '{${keys.get(from)?.join() ?? ''}}')) limit 1) used`;

async function conflictsOf(client: pg.ClientBase, { table, operation }: Run, keys: Keys): Promise<Conflict[]> {
  const key = keys.get(table) ?? [];
  const joinCurrent = join(table, key);
  const conflictColumns = (field: string, formerValue: string, currentValue: string, reason: string) =>
    `select c.table_name as table, ${ROW_NAME} as row, ${field} as field, ${formerValue} as made, ${currentValue} as now, ${reason} as reason, ${LAST_WRITER} as by`;
  const none = 'null::jsonb';
  const limit = `limit ${MAX_CONFLICTS}`;
  const queries: Record<Run['operation'], string[]> = {
    delete: [
      `${conflictColumns('null::text', none, none, `'is there again'`)} from undoing c, ${joinCurrent.replace('%', 'join')} where c.table_name = $1 and c.operation = $2 ${limit}`,
    ],
    update: [
      `${conflictColumns('null::text', none, none, `'was removed since'`)} from undoing c cross join ${joinCurrent.replace('%', 'left join')}
       where c.table_name = $1 and c.operation = $2 and t.${key[0]} is null ${limit}`,
      `${conflictColumns('e.key', 'e.value', 'to_jsonb(t) -> e.key', `'has another value since'`)} from undoing c cross join ${joinCurrent.replace('%', 'join')}
       cross join lateral jsonb_each(c.after) e
       where c.table_name = $1 and c.operation = $2 and e.value <> to_jsonb('${HIDDEN}'::text) and to_jsonb(t) -> e.key is distinct from e.value ${limit}`,
      `${conflictColumns('null::text', none, none, `'was changed since'`)} from undoing c where c.table_name = $1 and c.operation = $2 and c.replaced and ${LAST_WRITER} is not null ${limit}`,
    ],
    insert: [
      ...(table === 'branch_stock'
        ? [
            `${conflictColumns(`'pieces'`, 'to_jsonb(t.pieces - s.pieces)', 'to_jsonb(t.pieces)', `'has another value since'`)} from undoing c
             cross join ${joinCurrent.replace('%', 'join')} cross join lateral (${BY_ORDERS}) s
             where c.table_name = $1 and c.operation = $2 and s.pieces <> 0 ${limit}`,
          ]
        : []),
      `${conflictColumns('null::text', none, none, `'was changed since'`)} from undoing c cross join ${joinCurrent.replace('%', 'join')}
       where c.table_name = $1 and c.operation = $2 and ${LAST_WRITER} is not null ${limit}`,
      ...(await references(client, table)).map(
        (one) =>
          `${conflictColumns('null::text', none, none, `'is used by ${one.from}'`)} from undoing c cross join ${joinCurrent.replace('%', 'join')}
           where c.table_name = $1 and c.operation = $2 and exists (${usersOf(one, keys)}) ${limit}`,
      ),
    ],
  };
  const conflicts: Conflict[] = [];
  // Locked until it is restored: the shop keeps selling meanwhile.
  if (operation !== 'delete')
    await client.query(
      `select from undoing c cross join ${joinCurrent.replace('%', 'join')} where c.table_name = $1 and c.operation = $2
       order by ${key.map((name) => `t.${name}`).join(', ')} for ${operation === 'insert' ? '' : 'no key '}update of t`,
      [table, operation],
    );
  for (const query of queries[operation])
    conflicts.push(...(await client.query<Conflict>(query, [table, operation])).rows);
  return conflicts;
}

async function reverse(client: pg.ClientBase, { table, operation }: Run, key: string[]): Promise<number> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select attname::text as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  );
  const sameKey = key.map((name) => `t.${name} = k.${name}`).join(' and ');
  const others = columns.map(({ name }) => name).filter((name) => !key.includes(name));
  const touched = others.includes('updated_at') ? ` || jsonb_build_object('updated_at', now())` : '';
  const values = `(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(c.before) where value <> to_jsonb('${HIDDEN}'::text))${touched}`;
  const statements: Record<Run['operation'], string> = {
    insert: `delete from ${table} t using undoing c, jsonb_populate_record(null::${table}, c.row_key) k where c.table_name = $1 and c.operation = $2 and ${sameKey}`,
    delete: `insert into ${table} select r.* from undoing c, jsonb_populate_record(null::${table}, ${values}) r where c.table_name = $1 and c.operation = $2`,
    update: `update ${table} t set (${others.join(', ')}) = (select ${others.map((name) => `r.${name}`).join(', ')} from jsonb_populate_record(t, ${values}) r)
      from undoing c, jsonb_populate_record(null::${table}, c.row_key) k where c.table_name = $1 and c.operation = $2 and ${sameKey}`,
  };
  try {
    return (await client.query(statements[operation], [table, operation])).rowCount ?? 0;
  } catch (error) {
    if (violatedConstraint(error) === null) throw error;
    throw new RuleRefusal(
      `Rows of ${table} can’t be put back: another row has the same address, name or code since, or what they belong to was removed`,
      'אי אפשר להחזיר: הכתובת, השם או הקוד נתפסו בינתיים, או שהוסר מה שהרשומה שייכת אליו',
    );
  }
}
