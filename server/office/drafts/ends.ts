import { OPERATION_COLUMN } from '#db/change-log.ts';
import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import { formatMoment, isolate } from '#domain/text/format.ts';
import { refuse } from '../../platform/errors.ts';
import { UNDONE_BY } from '../changes/operations.ts';
import { stepsOf } from './reach.ts';

/**
 * Buyers take from stock and order new variants while a draft is published, so that its end could put back neither, and
 * nothing else with them: an end is all or nothing. @throws NOT_POSSIBLE
 */
export async function refuseEndOfStock(db: Db, draftUid: string): Promise<void> {
  const changes = (await stepsOf(db, draftUid)).flatMap((step) => step.changes);
  const isLive = changes.some(
    ({ table, operation, after }) =>
      (table === 'variants' && (operation === 'insert' || (operation === 'update' && 'stock' in (after ?? {})))) ||
      (table === 'branch_stock' && operation !== 'delete'),
  );
  if (isLive)
    throw refuse('NOT_POSSIBLE', {
      message: 'מלאי וגרסאות חדשות לא מוחזרים בתאריך, כי בינתיים נמכר מהם. שמרו אותם בנפרד, בלי תאריך החזרה',
    });
}

/**
 * The values that a published draft has made until its end are not what they will be after it: what begins then would
 * find others, and what begins before would keep them from being taken back. @throws NOT_POSSIBLE
 */
export async function refuseValuesOfAnother(db: Db, draftUid: string): Promise<void> {
  const { rows } = await db.execute<{ name: string; end_at: Date; row: string }>(sql`
    select d.name, d.end_at, e ->> 'row' as row
    from drafts d join audit_log a on a.uuid = d.operation_uid join changes c on c.${sql.raw(OPERATION_COLUMN)} = a.uuid
      join draft_steps s on s.draft_uid = ${draftUid}
      cross join lateral jsonb_array_elements(s.changes) e
    where d.state = 'published' and d.end_at is not null and d.problem = '' and ${sql.raw(UNDONE_BY)} is null
      and e ->> 'table' = c.table_name and e -> 'key' = c.row_key
      and (c.operation <> 'update' or e ->> 'operation' <> 'update'
        or exists (select from jsonb_object_keys(e -> 'after') field where c.after ? field))
    limit 1`);
  const [other] = rows;
  if (other)
    throw refuse('NOT_POSSIBLE', {
      message: `${isolate(other.row)}: הערכים של עכשיו הם של הטיוטה ״${isolate(other.name)}״, שמוחזרת ב־${formatMoment(other.end_at)}. אפשר לתזמן אחרי ההחזרה, או לבטל אותה קודם`,
    });
}
