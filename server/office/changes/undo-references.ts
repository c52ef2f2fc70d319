import type pg from 'pg';
import { CURRENT_OPERATION, DERIVED, OPERATION_COLUMN, UNWATCHED } from '#db/change-log.ts';
import { isForCategory } from '../../checkout/pricing/promotions-of-categories.ts';
import { ROW_NAME } from './operations.ts';
import { type Conflict, MAX_CONFLICTS, WRITER } from './undo-conflicts.ts';

/** Rows `r` of a table that refer to `t`, where `on` holds. */
export type Reference = { from: string; on: string };

/**
 * What no foreign key keeps: rows `r` of `from` name rows of `to` by its `key`, inside of the same product or store
 * (`within`, the entity of both in the change log).
 */
const NAMED = [
  {
    from: 'menu_links',
    names: 'array_remove(array[r.parent_uid::text], null)',
    to: 'menu_links',
    key: 'uuid',
    within: 'store_uid',
  },
  {
    from: 'configurator_rules',
    names: 'r.others || r.choice',
    to: 'configurator_choices',
    key: 'key',
    within: 'product_uid',
  },
  { from: 'configurator_choices', names: 'r.variant_skus', to: 'variants', key: 'sku', within: 'product_uid' },
];
type Named = (typeof NAMED)[number];
const isNamed = ({ names, key, within }: Named): string =>
  `r.${within} = t.${within} and t.${key}::text = any(${names})`;

/**
 * Where a row of `to` stands for whatever has its place, so that a list which is saved again writes one thing over
 * another: `is` says what it stands for, and `column` of `from` refers to it.
 */
const PLACED = [
  {
    ...{ from: 'menu_links', column: 'parent_uid', to: 'menu_links', on: 'r.parent_uid = t.uuid', within: 'store_uid' },
    is: ['name', 'entity_type', 'slug', 'custom_path'],
  },
  {
    ...{ from: 'configurator_choices', column: 'group_position', to: 'configurator_groups', within: 'product_uid' },
    on: 'r.product_uid = t.product_uid and r.group_position = t.position',
    is: ['name'],
  },
];

/** References to the table's rows that would dangle or cascade. Derived rows are rebuilt. */
export async function references(client: pg.ClientBase, table: string): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select f.conrelid::regclass::text as from,
       (select string_agg(format('r.%I = t.%I', own.attname, other.attname), ' and ' order by at)
        from unnest(f.conkey, f.confkey) with ordinality k (n, other_n, at)
          join pg_attribute own on own.attrelid = f.conrelid and own.attnum = n
          join pg_attribute other on other.attrelid = f.confrelid and other.attnum = other_n) as on
     from pg_constraint f where f.contype = 'f' and f.confrelid = $1::regclass`,
    [table],
  );
  const named = NAMED.filter(({ to }) => to === table).map((one) => ({ from: one.from, on: isNamed(one) }));
  if (table === 'collections')
    named.push({ from: 'sales', on: `r.store_uid = t.store_uid and ${isForCategory('r', 't')}` });
  return [...rows.filter(({ from }) => UNWATCHED[from] !== DERIVED), ...named];
}

const COLUMNS = 'null as field, null as made, null as now';

/** Restored rows that name what was removed since, and rows that name a key which an undo has taken from its row. */
export async function danglingNames(client: pg.ClientBase): Promise<Conflict[]> {
  const conflicts: Conflict[] = [];
  for (const { from, names, to, key, within } of NAMED) {
    const { rows } = await client.query<Conflict>(
      `select '${from}' as table, ${ROW_NAME} as row, ${COLUMNS}, 'would refer to nothing' as reason, null as by
       from undoing c join ${from} r on r.${within} = c.entity_uid
       where (c.table_name = '${from}' and c.operation <> 'insert' and to_jsonb(r) @> c.row_key
           or c.table_name = '${to}' and c.operation = 'update' and c.before ? '${key}' and c.after ->> '${key}' = any(${names}))
         and exists (select from unnest(${names}) named (one)
           where not exists (select from ${to} t where t.${within} = r.${within} and t.${key}::text = named.one))
       limit ${MAX_CONFLICTS}`,
    );
    conflicts.push(...rows);
  }
  return conflicts;
}

/** Restored rows under which something was put since, for what stood at their place then. */
export async function misplaced(client: pg.ClientBase): Promise<Conflict[]> {
  const conflicts: Conflict[] = [];
  for (const { from, column, to, on, within, is } of PLACED) {
    const { rows } = await client.query<Conflict>(
      `select c.table_name as table, ${ROW_NAME} as row, ${COLUMNS}, 'has others below it since' as reason, max(${WRITER}) as by
       from undoing c join ${to} t on t.${within} = c.entity_uid and to_jsonb(t) @> c.row_key join ${from} r on ${on}
         join changes l on l.entity_uid = c.entity_uid and l.table_name = '${from}' and to_jsonb(r) @> l.row_key and l.id > c.last_id
           and l.${OPERATION_COLUMN} <> (select ${CURRENT_OPERATION}) and (l.operation = 'insert' or l.after ? '${column}')
         join audit_log a on a.uuid = l.${OPERATION_COLUMN}
       where c.table_name = '${to}' and c.operation = 'update' and c.before ?| $1
         -- Where that one was, the undo has put it back itself.
         and not exists (select from undoing x where x.table_name = '${from}' and x.row_key = l.row_key and x.before ? '${column}')
       group by c.table_name, c.row_key, c.entity_uid, c.store_uid, c.before limit ${MAX_CONFLICTS}`,
      [is],
    );
    conflicts.push(...rows);
  }
  return conflicts;
}
