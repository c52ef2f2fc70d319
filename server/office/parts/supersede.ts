import { z } from 'zod';
import { clientOf, type Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import { placementsOf, refreshProducts } from '../../catalogue/derived/refresh.ts';
import { refuse } from '../../platform/errors.ts';
import { officeCall } from '../../staff/office-call.ts';
import { inCatalogue } from '../products/change-product.ts';
import { mayEverywhere } from '../products/reach.ts';
import { NOT_THEIRS, reachedParts } from './fits.ts';
import { invalidateParts } from './reach.ts';

const slug = z.string().trim().max(200).default('');
const refusalOf = (message: string) => refuse('BAD_REQUEST', { message, fields: [{ path: 'by', message }] });

/**
 * Which part the maker delivers instead of this one; `by` empty: none. @throws CHANGED_MEANWHILE, FORBIDDEN,
 * BAD_REQUEST for a loop
 */
export const supersedePart = officeCall(
  {
    name: 'fitment.supersede',
    permission: 'products.edit',
    input: z.object({ part: z.string('בחרו מהרשימה').trim().min(1, 'בחרו מהרשימה').max(200), by: slug, was_by: slug }),
    kind: 'write',
    draftable: true,
  },
  (ctx, { part, by, was_by }) =>
    inCatalogue(ctx, async (tx) => {
      const client = clientOf(tx);
      const [old] = await reachedParts(ctx, tx, [part], true);
      if (!old) throw refuse('NOT_FOUND');
      if (!mayEverywhere(ctx, 'products.edit', old.stores)) throw refuse('FORBIDDEN', { message: NOT_THEIRS });
      const { rows } = await tx.execute<{ by: string | null; kind: string }>(sql`
        select (select n.slug from products n where n.uuid = p.replaced_by) as by, p.kind from products p where p.uuid = ${old.uuid}`);
      if ((rows[0]?.by ?? '') !== was_by)
        throw refuse('CHANGED_MEANWHILE', { message: 'המק״ט המחליף השתנה בינתיים. בדקו ונסו שוב' });
      const next = by === '' ? null : await successor(ctx, tx, old, by);
      const before = await placementsOf(client, [old.uuid]);
      await tx.execute(
        sql`update products set replaced_by = ${next}::uuid, updated_at = now() where uuid = ${old.uuid}`,
      );
      await refreshProducts(client, old.companyUid, [old.uuid], before);
      await invalidateParts(client, old.companyUid);
      return { message: next ? 'המק״ט המחליף נשמר' : 'המק״ט המחליף הוסר' };
    }),
);

/** What may replace the part: another part or accessory of the company, which isn't replaced by it in the end. */
async function successor(
  ctx: Parameters<typeof reachedParts>[0],
  tx: Db,
  old: { uuid: string; companyUid: string },
  by: string,
): Promise<string> {
  const [next] = await reachedParts(ctx, tx, [by]);
  if (!next || next.companyUid !== old.companyUid) throw refusalOf('אין מוצר כזה');
  if (next.uuid === old.uuid) throw refusalOf('חלק אינו מחליף את עצמו');
  const { rows } = await tx.execute<{ parts: boolean; loop: boolean }>(sql`
    select (select bool_and(kind in ('SPARE_PART', 'ACCESSORY')) from products where uuid in (${old.uuid}, ${next.uuid})) as parts,
      ${old.uuid} in (with recursive chain as (
        select replaced_by as uuid from products where uuid = ${next.uuid}
        union select p.replaced_by from products p join chain c on c.uuid = p.uuid) select uuid from chain where uuid is not null) as loop`);
  if (!rows[0]?.parts) throw refusalOf('רק חלק או אביזר מחליף חלק או אביזר');
  if (rows[0].loop) throw refusalOf('המוצר הזה מחליף אותו בסוף השרשרת: מעגל');
  return next.uuid;
}

export type ChainLink = { slug: string; name: string; sku: string | null; step: number };

/** What the part replaces (steps below 0, the oldest first) and what replaces it (above). */
export const readChain = async (db: Db, part: string): Promise<ChainLink[]> =>
  (
    await db.execute<ChainLink>(sql`
      with recursive later as (
        select replaced_by as uuid, 1 as step from products where uuid = ${part}
        union all select p.replaced_by, l.step + 1 from products p join later l on l.uuid = p.uuid where l.step < 50),
      earlier as (
        select uuid, -1 as step from products where replaced_by = ${part}
        union all select p.uuid, e.step - 1 from products p join earlier e on p.replaced_by = e.uuid where e.step > -50)
      select p.slug, p.name, c.step,
        (select v.sku from variants v where v.product_uid = p.uuid order by v.active desc, v.position, v.sku limit 1) as sku
      from (select * from later union all select * from earlier) c join products p on p.uuid = c.uuid order by c.step, p.slug`)
  ).rows;
