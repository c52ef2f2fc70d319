import { sheetKinds } from '#domain/catalogue/import-columns.ts';
import { listCell, priceCell, productPriceCell, type Sum, shekelCell } from './cells.ts';
import { type Export, formerSlugs, writeTable, writeText } from './folder.ts';
import { nameOfAddress, namerIn, withPaths } from './media.ts';

type Sold = { key: string; price: Sum; published: boolean; home: boolean; position: number };
type Product = {
  slug: string;
  former: string[] | null;
  kind: string;
  brand: string | null;
  name: string;
  subtitle: string;
  description: string;
  price_agorot: Sum;
  price_on_request: boolean;
  deleted_price_agorot: Sum;
  deposit_agorot: Sum;
  year: number | null;
  licence_class: string | null;
  stock_policy: string;
  pollution_group: number | null;
  safety_level: number | null;
  warranty: string;
  service_plan: string;
  badges: string[];
  videos: string[];
  seo_title: string | null;
  seo_description: string | null;
  meta: string[];
  successor: string | null;
  stores: Sold[];
};

/** Exported products, as `p`: of the company `$1` those that the store `$2` sells, or that any sells. */
export const EXPORTED = `p.company_uid = $1 and exists (
  select from store_products of where of.product_uid = p.uuid and ($2::uuid is null or of.store_uid = $2))`;
/** Other products that may be referenced: what no store sells is in no export. */
export const sold = (alias: string): string =>
  `exists (select from store_products any_ where any_.product_uid = ${alias}.uuid)`;

/** A product's pictures are in a folder named by its slug. */
export const folderOf = (slug: string): string =>
  `pictures/${['brands', 'diagrams'].includes(slug) ? `${slug}_` : slug}/`;

export async function exportProducts(about: Export): Promise<void> {
  const { snapshot, company, onlyStore, media, root } = about;
  const rows = snapshot.each<Product>(
    `select p.*, b.key as brand, (select r.slug from products r where r.uuid = p.replaced_by and ${sold('r')}) as successor, h.slugs as former,
       array(select m.key || '=' || m.value from product_meta m where m.product_uid = p.uuid
             order by m.key collate "C", m.value collate "C") as meta,
       (select json_agg(json_build_object('key', s.key, 'price', sp.price_agorot, 'published', sp.published, 'home', sp.is_home,
                 'position', sp.position) order by sp.is_home desc, s.position, s.key collate "C")
        from store_products sp join stores s on s.uuid = sp.store_uid where sp.product_uid = p.uuid) as stores
     from products p left join brands b on b.uuid = p.brand_uid
     left join ${formerSlugs('PRODUCT', 'products', 'company_uid')} h on h.entity_uid = p.uuid
     where ${EXPORTED} order by p.slug collate "C"`,
    [company.uuid, onlyStore],
  );
  await writeTable(about, 'catalogue/products', sheetKinds.products.columns, rows, async (row) => {
    const place = namerIn(media, folderOf(row.slug));
    if (row.description) {
      const html = await withPaths(row.description, (name) => place(name, 'text'));
      await writeText(root, `catalogue/descriptions/${row.slug}.html`, `${html}\n`);
    }
    const videos = [];
    for (const video of row.videos) {
      const name = nameOfAddress(video);
      videos.push(name ? await place(name, 'film') : video);
    }
    return {
      slug: row.slug,
      kind: row.kind,
      brand: row.brand,
      name: row.name,
      subtitle: row.subtitle,
      year: row.year,
      licence_class: row.licence_class,
      stock_policy: row.stock_policy,
      pollution_group: row.pollution_group,
      safety_level: row.safety_level,
      warranty: row.warranty,
      service_plan: row.service_plan,
      seo_title: row.seo_title,
      seo_description: row.seo_description,
      former_slugs: listCell(row.former),
      price: productPriceCell(row.price_agorot, row.price_on_request),
      deleted_price: shekelCell(row.deleted_price_agorot),
      deposit: shekelCell(row.deposit_agorot),
      badges: listCell(row.badges),
      meta: listCell(row.meta),
      stores: listCell(row.stores.map(({ key, price }) => (price === null ? key : `${key}=${priceCell(price)}`))),
      home_store: row.stores.find(({ home }) => home)?.key,
      hidden: listCell(row.stores.flatMap(({ key, published }) => (published ? [] : [key]))),
      position: row.stores[0]?.position,
      videos: listCell(videos),
      replaced_by: row.successor,
    };
  });
}
