import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import { pathOf, spellings } from '../links.ts';

/**
 * Products are about to leave a store: old URLs that lead to one lead to its category there from now on, the deepest
 * that lists it. Without a category they are unknown again, and listed once somebody asks for them.
 * @returns how many old URLs that are
 */
export async function followToCategories(db: Db, store: string, products: string[]): Promise<number> {
  const { rows } = await db.execute<{ slug: string; category: string | null }>(sql`
    with recursive tree as (
      select uuid, slug, position, 0 as depth from collections where store_uid = ${store} and parent_uid is null
      union all select c.uuid, c.slug, c.position, t.depth + 1 from collections c join tree t on c.parent_uid = t.uuid)
    select p.slug, (select t.slug from collection_products cp join tree t on t.uuid = cp.collection_uid
      where cp.product_uid = p.uuid order by t.depth desc, t.position, t.slug limit 1) as category
    from products p where p.uuid = any(${sql.param(products)}::uuid[])`);
  const targets = rows.flatMap(({ slug, category }) =>
    spellings('product', slug).map((path) => ({ path, target: category && encodeURI(`/category/${category}`) })),
  );
  const recordset = sql`json_to_recordset(${JSON.stringify(targets)}) as a(path text, target text)`;
  const moved = await db.execute(sql`
    update redirects r set target = a.target from ${recordset}
    where r.store_uid = ${store} and ${pathOf(sql`r.target`)} = a.path and a.target is not null`);
  const removed = await db.execute(sql`
    delete from redirects r using ${recordset} where r.store_uid = ${store} and ${pathOf(sql`r.target`)} = a.path and a.target is null`);
  return (moved.rowCount ?? 0) + (removed.rowCount ?? 0);
}
