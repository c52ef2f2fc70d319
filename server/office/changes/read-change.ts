import { z } from 'zod';
import { OPERATION_COLUMN, WATCHED } from '#db/change-log.ts';
import { sql } from '#db/sql.ts';
import { permissions } from '#domain/people/permissions.ts';
import type { ActorKind } from '#domain/text/change-names.ts';
import { tableName } from '#domain/text/field-names.ts';
import { isUuid } from '#domain/text/uuid.ts';
import { refuse } from '../../platform/errors.ts';
import { storesWith } from '../../staff/grants.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { actorKind, actorName } from './list-changes.ts';
import { namesOf } from './names.ts';
import { ROW_NAME, UNDONE_BY } from './operations.ts';
import { editPermission, meet, rowOnlyInStores, visibleRows } from './reach.ts';

const ROWS = 100;

export type ChangedRow = {
  id: number;
  table: string;
  row: string;
  entity_uid: string | null;
  operation: 'insert' | 'update' | 'delete';
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

export type ChangePage = {
  uuid: string;
  at: string;
  kind: ActorKind;
  actor: string;
  source: string;
  reason: string;
  /** `null` for who may not see all of the log: it may speak of any store. */
  details: Record<string, unknown> | null;
  undoes: string | null;
  undone_by: string | null;
  rows: ChangedRow[];
  /** Of the next page of rows. */
  next: number | null;
  /** Names of what the values refer to, by uuid. */
  names: Record<string, string>;
  /** `null`: it can be undone by this person; else why not. */
  cannotUndo: string | null;
};

type Operation = Omit<ChangePage, 'rows' | 'next' | 'names' | 'cannotUndo'>;

/** One operation: who, when, why, and each row that the person may see with its values before and after. */
export const readChange = officeCall(
  {
    name: 'changes.read',
    permission: 'changes.read',
    input: z.object({ change: z.string(), from: z.coerce.number().int().min(0).optional() }),
    kind: 'read',
  },
  async (ctx, { change, from = 0 }): Promise<ChangePage> => {
    const visible = visibleRows(ctx.staff);
    const operation = await operationOf(ctx, change);
    const result = await ctx.db.execute(sql`
      select c.id::float8, c.table_name as table, ${sql.raw(ROW_NAME)} as row, c.entity_uid, c.operation, c.before, c.after
      from changes c where c.${sql.raw(OPERATION_COLUMN)} = ${operation.uuid} and c.id > ${from} and ${visible ?? sql`true`}
      order by c.id limit ${ROWS + 1}`);
    const all = result.rows as ChangedRow[];
    const rows = all.slice(0, ROWS);
    return {
      ...operation,
      details: visible ? null : operation.details,
      rows,
      next: all.length > ROWS ? (rows.at(-1)?.id ?? null) : null,
      names: await namesOf(ctx, rows),
      cannotUndo: await whyNotUndone(ctx, operation),
    };
  },
);

/** @throws NOT_FOUND also for who may see none of its rows */
export async function operationOf({ db, staff }: Allowed, uuid: string): Promise<Operation> {
  if (!isUuid(uuid)) throw refuse('NOT_FOUND');
  const visible = visibleRows(staff);
  const seen = visible
    ? sql`exists (select from changes c where c.${sql.raw(OPERATION_COLUMN)} = a.uuid and ${visible})`
    : sql`true`;
  const { rows } = await db.execute(sql`
    select a.uuid, a.created_at as at, ${actorKind} as kind, ${actorName} as actor, a.command as source, a.reason, a.details,
      a.undoes, ${sql.raw(UNDONE_BY)} as undone_by from audit_log a where a.uuid = ${uuid} and ${seen}`);
  const [operation] = rows as Operation[];
  if (!operation) throw refuse('NOT_FOUND');
  return operation;
}

/**
 * Why the person can't undo the operation, as a sentence; `null` if nothing is in the way. All of its rows have to be
 * content of stores where the person may undo, and may make such a change.
 */
export async function whyNotUndone(ctx: Allowed, { uuid, undone_by }: Operation): Promise<string | null> {
  const stores = storesWith(ctx.staff, 'changes.undo');
  if (stores.length === 0) return 'לביטול שינויים צריך הרשאה';
  if (undone_by) return 'השינוי כבר בוטל';
  return whyNotTakenBack(ctx, uuid, stores);
}

/** Why the person may not make the opposite of the operation's changes themselves, in `stores`. */
export async function whyNotTakenBack(
  ctx: Allowed,
  uuid: string,
  stores: 'all' | string[] = 'all',
): Promise<string | null> {
  // Of an inserted row the log has no values: its undo takes away all of its columns.
  const { rows } = await ctx.db.execute<{ table: string; field: string | null }>(sql`
    with mine as (select table_name, operation, coalesce(after, before) as row from changes where ${sql.raw(OPERATION_COLUMN)} = ${uuid})
    select table_name as table, key as field from mine left join lateral jsonb_object_keys(row) key on true
    union select table_name, attname::text from (select distinct table_name from mine where operation = 'insert') inserted
      join pg_attribute on attrelid = table_name::regclass and attnum > 0 and not attisdropped`);
  if (rows.length === 0) return 'הפעולה לא שינתה רשומות שאפשר להחזיר';
  const records = [...new Set(rows.map(({ table }) => table))].filter((table) => WATCHED[table]?.kind !== 'content');
  if (records.length > 0)
    return `מה שקרה עם אנשים, הזמנות וכספים אינו מבוטל כאן (${records.map(tableName).join(', ')}). השתמשו בפעולות של הרשומה עצמה`;
  for (const permission of new Set(rows.map(({ table, field }) => editPermission(table, field)))) {
    if (!permission) return 'אי אפשר לבטל את השינוי הזה';
    const editable = storesWith(ctx.staff, permission);
    if (editable.length === 0) return `לביטול השינוי הזה צריך גם את ההרשאה ״${permissions[permission]}״`;
    const undoable = meet(editable, stores);
    if (undoable === 'all') continue;
    const beyond = await ctx.db.execute(sql`
      select from changes c where c.${sql.raw(OPERATION_COLUMN)} = ${uuid} and not ${rowOnlyInStores(undoable)} limit 1`);
    if (beyond.rows.length > 0) return 'השינוי נוגע גם לחנויות שאין לכם הרשאה לשנות בהן';
  }
  return null;
}
