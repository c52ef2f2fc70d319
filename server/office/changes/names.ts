import { sql } from '#db/sql.ts';
import { isUuid } from '#domain/text/uuid.ts';
import type { Allowed } from '../../staff/office-call.ts';

type Values = Record<string, unknown> | null;

/** Values of the log are uuids of what they refer to: staff see names. */
export async function namesOf(
  { db }: Pick<Allowed, 'db'>,
  rows: { before: Values; after: Values }[],
): Promise<Record<string, string>> {
  const values = rows.flatMap(({ before, after }) => [...Object.values(before ?? {}), ...Object.values(after ?? {})]);
  const uuids = [...new Set(values.filter((value) => typeof value === 'string' && isUuid(value)))];
  if (uuids.length === 0) return {};
  const among = sql`any(${sql.param(uuids)}::uuid[])`;
  const result = await db.execute<{ uuid: string; name: string }>(sql`
    select uuid, name from stores where uuid = ${among} union all select uuid, name from products where uuid = ${among}
    union all select uuid, sku from variants where uuid = ${among} union all select uuid, name from brands where uuid = ${among}
    union all select uuid, name from branches where uuid = ${among} union all select uuid, name from collections where uuid = ${among}
    union all select uuid, name from sales where uuid = ${among} union all select uuid, name from staff where uuid = ${among}
    union all select uuid, name from roles where uuid = ${among} union all select uuid, name from delivery_types where uuid = ${among}
    union all select uuid, number from orders where uuid = ${among}`);
  return Object.fromEntries(result.rows.map(({ uuid, name }) => [uuid, name]));
}
