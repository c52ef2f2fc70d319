import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { containingWords, type SQL, sql } from '#db/sql.ts';
import { addDays, atIsraelTime } from '#domain/calendar/israel-time.ts';
import { orderNumberOf } from '#domain/orders/order-number.ts';
import { MAX_COUNTED } from '#domain/text/format.ts';

/** Rows of a page of any list. */
export const PAGE_ROWS = 50;

/** `next`: the cursor of the page after this one; `total` stops at `MAX_COUNTED`. */
export type ListPage<Row> = { rows: Row[]; next: string | null; total: number };

/** A list's address may name one value or several. */
export const several = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).max(50).optional(),
  );

export const day = z.iso.date();
/** Israel's days, both included. */
export const dayFields = { from: day.optional(), to: day.optional() };

/** A moment within the days; `undefined` for an end that isn't named. */
export const inDays = (column: SQL, { from, to }: { from?: string | undefined; to?: string | undefined }) => [
  from ? sql`${column} >= ${atIsraelTime(from, '00:00')?.toISOString()}::timestamptz` : undefined,
  to ? sql`${column} < ${atIsraelTime(addDays(to, 1), '00:00')?.toISOString()}::timestamptz` : undefined,
];

/** Stores of the filter among those that the person may see. */
export const chosenStores = (stores: string[], chosen: string[] | undefined): string[] =>
  chosen ? stores.filter((uuid) => chosen.includes(uuid)) : stores;

/** A column is one of these stores. */
export const inStores = (column: SQL, stores: string[]): SQL => sql`${column} = any(${sql.param(stores)}::uuid[])`;

/** Fields that every list understands. */
export const listFields = {
  q: z.string().trim().max(120).optional(),
  store: several(z.uuid()),
  /** `<moment>_<uuid>` of the last row before. */
  after: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z_[\da-f-]{36}$/)
    .optional(),
};

/** What follows the cursor in a list of the newest first; `undefined` on the first page. */
export function afterCursor(after: string | undefined, sortedBy: SQL, uuid: SQL): SQL | undefined {
  if (!after) return undefined;
  const [moment = '', last = ''] = after.split('_');
  return sql`(${sortedBy}, ${uuid}) < (${moment}::timestamptz, ${last}::uuid)`;
}

/**
 * The page of `rows`, which were asked for with one more than shown. `moment`: ISO, to the microsecond as the database
 * has it.
 */
export function pageOf<Row extends { uuid: string; moment: string }>(rows: Row[], total: number): ListPage<Row> {
  const shown = rows.slice(0, PAGE_ROWS);
  const last = rows.length > PAGE_ROWS ? shown.at(-1) : undefined;
  return { rows: shown, next: last ? `${last.moment}_${last.uuid}` : null, total };
}

type Listed = {
  /** `select … from …`, with `moment` as `cursorMoment` makes it. */
  select: SQL;
  /** What is counted: `leads l`. */
  from: SQL;
  where: SQL;
  after: string | undefined;
  sortedBy: SQL;
  uuid: SQL;
};

/** A page of a list of the newest first, with the number of all that `where` means. */
export async function readListPage<Row extends { uuid: string; moment: string }>(
  db: Db,
  { select, from, where, after, sortedBy, uuid }: Listed,
): Promise<ListPage<Row>> {
  const { rows, total } = await rowsAndTotal<Row>(db, {
    rows: sql`
      ${select} where ${all([where, afterCursor(after, sortedBy, uuid)])}
      order by ${sortedBy} desc, ${uuid} desc limit ${PAGE_ROWS + 1}`,
    matching: sql`select from ${from} where ${where}`,
    isFirst: !after,
  });
  return pageOf(rows, total);
}

/** `columns`: with `uuid`; `sortOrder`: what the list is sorted by, the last of it unique. */
type Sorted = { columns: SQL; from: SQL; where: SQL; sortOrder: SQL; after: string | undefined };

/** `<position>_<uuid>` of the last row before, in a list that is sorted its own way. */
export const afterPosition = z
  .string()
  .regex(/^\d{1,9}_[\da-f-]{36}$/)
  .optional();

/**
 * A page of a list that is sorted its own way. Every page sorts the whole list: for hundreds of rows. It goes on after
 * the row that the cursor names, and from its former position where that row is gone.
 */
export async function sortedPage<Row extends { uuid: string }>(
  db: Db,
  { columns, from, where, sortOrder, after = '0_' }: Sorted,
): Promise<ListPage<Row>> {
  const [position, last] = after.split('_');
  const { rows: resultRows } = await db.execute<Row & { position: number; listed: number }>(sql`
    with sorted as (select row_number() over (order by ${sortOrder})::int as position, ${columns} from ${from} where ${where})
    select *, (select count(*)::int from sorted) as listed from sorted
    where position > coalesce((select position from sorted where uuid::text = ${last}), ${Number(position) - 1}) order by position limit ${PAGE_ROWS + 1}`);
  const rows = resultRows.slice(0, PAGE_ROWS);
  const end = resultRows.length > PAGE_ROWS ? rows.at(-1) : undefined;
  return { rows: rows as Row[], next: end ? `${end.position}_${end.uuid}` : null, total: resultRows[0]?.listed ?? 0 };
}

/**
 * Rows of a page, which are asked for with one more than is shown, and the number of all. A first page with room left
 * is the whole list: then nothing is counted, which spares a second scan where few rows match and every row has to be
 * looked at. `matching`: `select from …` of all rows.
 */
export async function rowsAndTotal<Row>(
  db: Db,
  { rows, matching, isFirst }: { rows: SQL; matching: SQL; isFirst: boolean },
): Promise<{ rows: Row[]; total: number }> {
  const resultRows = (await db.execute(rows)).rows as Row[];
  if (isFirst && resultRows.length <= PAGE_ROWS) return { rows: resultRows, total: resultRows.length };
  const counted = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${matching} limit ${MAX_COUNTED}) counted`,
  );
  return { rows: resultRows, total: counted.rows[0]?.total ?? 0 };
}

/** A moment of a row as cursors have it. */
export const cursorMoment = (column: SQL): SQL =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * A text holds whom `q` means: a phone in any spelling (`050-123 4567`, `+972…`, its last digits), an order number with
 * or without its dash, or a part of a name or an e-mail. What looks like an order number may be either (`moshe222`).
 * `text` is in lower case.
 */
export const matchesPerson = (text: SQL, q: string): SQL =>
  sql`${text} like any(${sql.param(personPatterns(q))}::text[])`;

function personPatterns(q: string): string[] {
  const digits = q.replace(/[\s\-.()+־–\u200E\u200F\u2066-\u2069]/g, '');
  const isPhone = /^\d{4,15}$/.test(digits);
  // Without enough digits behind it, 972 is a part of the number.
  const pattern = isPhone ? `%${digits.replace(/^(?:00)?972(?=\d{6})/, '').replace(/^0/, '')}%` : containingWords(q);
  const orderNumber = orderNumberOf(q);
  return orderNumber ? [pattern, `%${orderNumber.toLowerCase()}%`] : [pattern];
}

export const all = (conditions: (SQL | undefined)[]): SQL => {
  const givenConditions = conditions.filter((condition) => condition !== undefined);
  return givenConditions.length === 0 ? sql`true` : sql.join(givenConditions, sql` and `);
};

/** A column is one of the values; any where there are none. */
export const oneOf = (column: SQL, values: string[] | undefined): SQL | undefined =>
  values && values.length > 0 ? sql`${column} = any(${sql.param(values)}::text[])` : undefined;
