import { listCell, pairsCell } from './cells.ts';
import { type Export, formerSlugs, writeTable } from './folder.ts';
import type { Target } from './store.ts';

type Collection = {
  slug: string;
  former: string[] | null;
  parent: string | null;
  name: string;
  text: string;
  banner: string | null;
  rule: { kind?: string; brand?: string; meta?: [string, string][] };
  listed: string[];
  filters: string[] | null;
  position: number;
};

const columns = [
  ...['slug', 'former_slugs', 'parent', 'name', 'text', 'banner', 'products', 'rule_kind', 'rule_brand', 'rule_meta'],
  ...['filters', 'position'],
];

/** The category tree. Its lists contain the products that the store still sells. */
export async function exportCollections(about: Export, { uuid, key, place }: Target): Promise<void> {
  const rows = about.snapshot.each<Collection>(
    `select c.slug, h.slugs as former, parent.slug as parent, c.name, c.text, c.banner, c.rule, c.filters, c.position,
       array(select one from jsonb_array_elements_text(c.rule -> 'products') with ordinality named (one, place)
             where exists (select from products p join store_products sp on sp.product_uid = p.uuid
                           where p.slug = one and sp.store_uid = c.store_uid) order by place) as listed
     from collections c left join collections parent on parent.uuid = c.parent_uid
     left join ${formerSlugs('COLLECTION', 'collections', 'store_uid')} h on h.entity_uid = c.uuid
     where c.store_uid = $1 order by c.position, c.slug collate "C"`,
    [uuid],
  );
  await writeTable(about, `stores/${key}/collections`, columns, rows, async (row) => ({
    slug: row.slug,
    former_slugs: listCell(row.former),
    parent: row.parent,
    name: row.name,
    text: row.text,
    banner: row.banner && (await place(row.banner, row.slug)),
    products: listCell(row.listed),
    rule_kind: row.rule.kind,
    rule_brand: row.rule.brand,
    rule_meta: pairsCell(row.rule.meta ?? []),
    filters: listCell(row.filters),
    position: row.position,
  }));
}
