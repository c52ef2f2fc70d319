import { shownProductTag } from '#db/cache-tags.ts';
import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import { plainSlug } from '#domain/text/slug.ts';
import { dependOn } from '../platform/cache-reads.ts';

type LinkValue = string | null | undefined;

/** The slug of the product that a path of the site names, as it is stored; `''` for any other link. */
function productIn(link: LinkValue): string {
  const [, slug = ''] = /^\/?product\/([^/?#]+)\/?(?:[?#]|$)/.exec(link ?? '') ?? [];
  return plainSlug(slug);
}

/**
 * Of links of the store, whether one leads to a product that it hides, by its slug or a former one. What is made of
 * them changes as one of these products is hidden or shown, and not with their prices.
 */
export async function hiddenLinks(db: Db, store: string, links: LinkValue[]): Promise<(link: LinkValue) => boolean> {
  const named = [...new Set(links.map(productIn))].filter(Boolean);
  if (named.length === 0) return () => false;
  const company = sql`(select company_uid from stores where uuid = ${store})`;
  const isNamed = sql`slug = any(${sql.param(named)}::text[])`;
  const { rows } = await db.execute<{ slug: string; uuid: string; published: boolean }>(sql`
    select n.slug, n.uuid, sp.published from (
      select slug, uuid from products where company_uid = ${company} and ${isNamed}
      union all select slug, entity_uid from slug_history where owner_uid = ${company} and entity_type = 'PRODUCT' and ${isNamed}
    ) n join store_products sp on sp.product_uid = n.uuid and sp.store_uid = ${store}`);
  dependOn(...rows.map(({ uuid }) => shownProductTag(store, uuid)));
  const hidden = new Set(rows.filter(({ published }) => !published).map(({ slug }) => slug));
  return (link) => hidden.has(productIn(link));
}
