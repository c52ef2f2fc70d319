import { z } from 'zod';
import { OPERATION_COLUMN } from '#db/change-log.ts';
import { containing, type SQL, sql } from '#db/sql.ts';
import { type ActorKind, actorKindNames } from '#domain/text/change-names.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import {
  afterCursor,
  all,
  chosenStores,
  cursorMoment,
  dayFields,
  inDays,
  type ListPage,
  listFields,
  PAGE_ROWS,
  pageOf,
  rowsAndTotal,
  several,
} from '../list.ts';
import { namesOf } from './names.ts';
import { ROW_NAME, UNDONE_BY } from './operations.ts';
import { type GroupKey, rowInStores, tableGroups, visibleRows } from './reach.ts';

const OPERATION = sql.raw(`c.${OPERATION_COLUMN} = a.uuid`);
/** Rows of an operation that a list looks at: an import has a million. */
export const COUNTED_ROWS = 1_000;

export const changeFilters = z.object({
  ...listFields,
  /** A SKU, an address or a part of the name of a product or category, an order's number, a store's key. */
  q: z.string().trim().max(120).optional(),
  /** What was changed, by its uuid: an object's whole history. */
  entity: z.uuid().optional(),
  /** Part of a person's name, e-mail or operator's name. */
  who: z.string().trim().max(120).optional(),
  kind: several(z.enum(Object.keys(actorKindNames) as [ActorKind, ...ActorKind[]])),
  what: z.enum(Object.keys(tableGroups) as [GroupKey, ...GroupKey[]]).optional(),
  /** Part of the command's or the screen's name. */
  source: z.string().trim().max(120).optional(),
  ...dayFields,
});
type Filters = z.output<typeof changeFilters>;

export type OperationRow = {
  uuid: string;
  moment: string;
  at: string;
  kind: ActorKind;
  /** The person's name, or the operator, job or database role. */
  actor: string;
  source: string;
  reason: string;
  undoes: string | null;
  undone_by: string | null;
  /** Of the first row that the person may see; `null` where the operation changed none. */
  table: string | null;
  row: string | null;
  operation: 'insert' | 'update' | 'delete' | null;
  fields: string[];
  /** Values of the one field that changed; `null` where several did, or they are long. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Stops at `COUNTED_ROWS`. */
  rows: number;
};

/** Letters of values that the list brings along. */
const LONGEST_VALUES = 1_000;

export type ChangesPage = ListPage<OperationRow> & {
  /** Names of what the values refer to, by uuid. */
  names: Record<string, string>;
};

export const actorName =
  sql.raw(`coalesce((select p.name from staff p where a.actor_kind = 'staff' and lower(p.email) = lower(substr(a.actor, 7))),
  regexp_replace(a.actor, '^(operator|database|staff|api):', ''))`);
export const actorKind = sql.raw(
  `case when a.actor_kind = 'command' and a.command = 'import' then 'import' else a.actor_kind end`,
);

/** Operations of the change log that changed something the person may see, newest first. */
export const listChanges = officeCall(
  { name: 'changes.list', permission: 'changes.read', input: changeFilters, kind: 'read' },
  async (ctx, filters): Promise<ChangesPage> => {
    const where = await operationsLike(ctx, filters);
    const page = all([where, afterCursor(filters.after, sql`a.created_at`, sql`a.uuid`)]);
    const { rows, total } = await rowsAndTotal<OperationRow>(ctx.db, {
      rows: operationRows(ctx, page, sql`limit ${PAGE_ROWS + 1}`),
      matching: sql`select from audit_log a where ${where}`,
      isFirst: !filters.after,
    });
    const shown = pageOf(rows, total);
    return { ...shown, names: await namesOf(ctx, shown.rows) };
  },
);

/** Rows like `OperationRow` of the operations `a`, newest first. */
export function operationRows({ staff }: Pick<Allowed, 'staff'>, where: SQL, limit = sql``): SQL {
  const visible = visibleRows(staff) ?? sql`true`;
  return sql`
    select a.uuid, ${cursorMoment(sql`a.created_at`)} as moment, a.created_at as at, ${actorKind} as kind, ${actorName} as actor,
      a.command as source, a.reason, a.undoes, ${sql.raw(UNDONE_BY)} as undone_by,
      f.table_name as table, f.row, f.operation, coalesce(f.fields, '{}') as fields, f.before, f.after,
      (select count(*)::int from (select from changes c where ${OPERATION} and ${visible} limit ${COUNTED_ROWS}) counted) as rows
    from (select * from audit_log a where ${where} order by a.created_at desc, a.uuid desc ${limit}) a
    left join lateral (
      select c.table_name, c.operation, ${sql.raw(ROW_NAME)} as row, array(select jsonb_object_keys(c.after)) as fields, s.before, s.after
      from changes c left join lateral (select c.before, c.after where c.operation = 'update' and length(c.before::text || c.after::text) < ${LONGEST_VALUES}
        and (select count(*) from jsonb_object_keys(c.after)) = 1) s on true
      where ${OPERATION} and ${visible} order by c.id limit 1) f on true
    order by a.created_at desc, a.uuid desc`;
}

/** The operations `a` that the filters mean and the person may see. */
export async function operationsLike(ctx: Allowed, filters: Filters): Promise<SQL> {
  const { q, entity, who, kind, what, source, store } = filters;
  const visible = visibleRows(ctx.staff);
  const filteredStores = store && chosenStores(ctx.stores, store);
  const entities = entity ? [entity] : q ? await entitiesLike(ctx, q) : null;
  const rows = [
    visible,
    what ? sql`c.table_name = any(${sql.param([...tableGroups[what].tables])}::text[])` : null,
    filteredStores ? rowInStores(filteredStores) : null,
  ].filter((condition) => condition !== null);
  return all([
    rows.length > 0 ? sql`exists (select from changes c where ${OPERATION} and ${all(rows)})` : undefined,
    entities
      ? sql`a.uuid in (select c.${sql.raw(OPERATION_COLUMN)} from changes c where c.entity_uid = any(${sql.param(entities)}::uuid[]) and ${visible ?? sql`true`})`
      : undefined,
    who ? whoIs(who) : undefined,
    kind && kind.length > 0 ? sql`${actorKind} = any(${sql.param(kind)}::text[])` : undefined,
    source ? sql`a.command ilike ${containing(source)}` : undefined,
    ...inDays(sql`a.created_at`, filters),
  ]);
}

const whoIs = (who: string): SQL =>
  sql`(a.actor ilike ${containing(who)} or a.actor in (select 'staff:' || p.email from staff p where p.name ilike ${containing(who)}))`;

/**
 * What is called so: exactly by its SKU, address, number or key, otherwise by a part of its name; also what was
 * deleted.
 */
async function entitiesLike({ db }: Pick<Allowed, 'db'>, q: string): Promise<string[]> {
  const text = q.normalize('NFC');
  const exact = await db.execute<{ uuid: string }>(sql`
    select uuid from variants where lower(sku) = lower(${text}) union select product_uid from variants where lower(sku) = lower(${text})
    union select uuid from products where slug = ${text} union select uuid from collections where slug = ${text}
    union select uuid from content_pages where slug = ${text} union select uuid from posts where slug = ${text}
    union select uuid from stores where key = ${text} union select uuid from orders where number = upper(${text})
    union select p.uuid from payments p join orders o on o.uuid = p.order_uid where o.number = upper(${text})`);
  if (exact.rows.length > 0) return exact.rows.map(({ uuid }) => uuid);
  const named = await db.execute<{ uuid: string }>(sql`
    (select uuid from products where name ilike ${containing(text)} limit 100)
    union (select uuid from collections where name ilike ${containing(text)} limit 100)
    union (select uuid from sales where name ilike ${containing(text)} limit 100)
    union (select uuid from stores where name ilike ${containing(text)} limit 100)`);
  if (named.rows.length > 0) return named.rows.map(({ uuid }) => uuid);
  const deleted = await db.execute<{ uuid: string }>(sql`
    select distinct entity_uid as uuid from changes where operation = 'delete' and entity_uid is not null
      and ${text} in (before ->> 'slug', before ->> 'sku', before ->> 'name') limit 100`);
  return deleted.rows.map(({ uuid }) => uuid);
}
