import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';

/** Rows of a page of any list. */
export const PAGE_ROWS = 50;
/** Counting stops here: the exact number of a million rows helps nobody and takes seconds. */
export const COUNT_UP_TO = 10_000;

/** `next`: the cursor of the page after this one; `total` stops at `COUNT_UP_TO`. */
export type ListPage<Row> = { rows: Row[]; next: string | null; total: number };

/** A list's address may name one value or several. */
export const several = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).max(50).optional(),
  );

export const day = z.iso.date();

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
export function afterCursor(after: string | undefined, createdAt: SQL, uuid: SQL): SQL | undefined {
  if (!after) return undefined;
  const [moment = '', last = ''] = after.split('_');
  return sql`(${createdAt}, ${uuid}) < (${moment}::timestamptz, ${last}::uuid)`;
}

/** The page of `rows`, which were asked for with one more than shown. `moment`: ISO, to the microsecond as the database has it. */
export function pageOf<Row extends { uuid: string; moment: string }>(rows: Row[], total: number): ListPage<Row> {
  const shown = rows.slice(0, PAGE_ROWS);
  const last = rows.length > PAGE_ROWS ? shown.at(-1) : undefined;
  return { rows: shown, next: last ? `${last.moment}_${last.uuid}` : null, total };
}

/** A moment of a row as cursors have it. */
export const cursorMoment = (column: SQL): SQL =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * How a person is looked for: a phone in any spelling (`050-123 4567`, `+972…`, its last digits), an order number with or
 * without its dash, otherwise part of a name or an e-mail. @returns a pattern for `like` on the lower-case text
 */
export function personPattern(q: string): string {
  const digits = q.replace(/[\s\-.()+־–\u200E\u200F\u2066-\u2069]/g, '');
  if (/^\d{4,15}$/.test(digits)) return `%${digits.replace(/^(?:00)?972/, '').replace(/^0/, '')}%`;
  const number = /^([\dA-Z]{4})[- ]?([\dA-Z]{4})$/i.exec(q);
  if (number && /\d/.test(q)) return `%${number[1]}-${number[2]}%`.toLowerCase();
  return `%${q
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')
    .replace(/\s+/g, '%')}%`;
}

export const all = (conditions: (SQL | undefined)[]): SQL => {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length === 0 ? sql`true` : sql.join(present, sql` and `);
};

/** A column is one of the values; any where there are none. */
export const oneOf = (column: SQL, values: string[] | undefined): SQL | undefined =>
  values && values.length > 0 ? sql`${column} = any(${sql.param(values)}::text[])` : undefined;
