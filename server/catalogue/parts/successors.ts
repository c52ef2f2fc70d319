import type { Successor } from '#contract/catalogue/products.ts';
import { sql } from '#db/sql.ts';
import { joinedNumber } from '#domain/search/search-text.ts';
import type { RequestContext } from '../../context.ts';
import { inStore } from './fits.ts';

/** A chain is written without loops; this bounds one all the same. */
const LONGEST_CHAIN = 50;

/** The part that is delivered instead of each of these: the last of its chain that the store shows. */
export async function successorsOf(ctx: RequestContext, uids: string[]): Promise<Map<string, Successor>> {
  if (uids.length === 0) return new Map();
  const { rows } = await ctx.db.execute<Omit<Successor, 'slug'> & { old: string; slug: string }>(sql`
    with recursive chain as (
      select uuid as old, replaced_by as uuid, 1 as step from products where uuid = any(${sql.param(uids)}::uuid[]) and replaced_by is not null
      union all
      select c.old, p.replaced_by, c.step + 1 from chain c join products p on p.uuid = c.uuid
      where p.replaced_by is not null and c.step < ${LONGEST_CHAIN})
    select distinct on (c.old) c.old, p.uuid as id, p.name, p.slug, coalesce(
      (select value from product_meta m where m.product_uid = p.uuid and m.key = 'part_number' order by value limit 1),
      (select sku from variants v where v.product_uid = p.uuid and v.active order by v.position, v.sku limit 1), '') as number
    from chain c join products p on p.uuid = c.uuid where ${inStore(ctx, sql`p.uuid`)} order by c.old, c.step desc`);
  return new Map(rows.map(({ old, slug, ...successor }) => [old, { ...successor, slug: { name: slug } }]));
}

/** What has this number of the company's, shown by the store or not, and the part that the store delivers instead. */
export async function replacedNumber(
  ctx: RequestContext,
  number: string,
): Promise<{ name: string; by: Successor } | null> {
  const plain = joinedNumber(number);
  if (!/\d/.test(plain)) return null;
  const { rows } = await ctx.db.execute<{ uuid: string; name: string }>(sql`
    select p.uuid, p.name from products p
    where p.company_uid = ${ctx.store.companyUid} and p.replaced_by is not null and p.uuid in (
      select v.product_uid from variants v where lower(regexp_replace(v.sku, '[^[:alnum:]]+', '', 'g')) = ${plain}
      union select m.product_uid from product_meta m
        where m.key = 'part_number' and lower(regexp_replace(m.value, '[^[:alnum:]]+', '', 'g')) = ${plain})
    order by p.uuid limit 5`);
  const successors = await successorsOf(
    ctx,
    rows.map(({ uuid }) => uuid),
  );
  for (const { uuid, name } of rows) {
    const by = successors.get(uuid);
    if (by) return { name, by };
  }
  return null;
}

/** Where the address of a part leads that the store doesn't show any more: `null` without a successor. */
export async function successorOfSlug(ctx: RequestContext, slug: string): Promise<string | null> {
  const { rows } = await ctx.db.execute<{ uuid: string }>(
    sql`select uuid from products where company_uid = ${ctx.store.companyUid} and slug = ${slug} and replaced_by is not null`,
  );
  const [old] = rows;
  return old ? ((await successorsOf(ctx, [old.uuid])).get(old.uuid)?.id ?? null) : null;
}
