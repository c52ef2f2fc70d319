import { altText, inNamedSequence } from '../import/write/catalogue/images.ts';
import { type Export, writeTable } from './folder.ts';
import { namerIn } from './media.ts';
import { EXPORTED, folderOf } from './products.ts';

type Picture = {
  sku: string | null;
  colour: string | null;
  view: string;
  media: string;
  alt: string;
  focus_x: number | null;
  focus_y: number | null;
};
type Pictured = { product: string; name: string; skus: string[]; pictures: Picture[] };

const columns = ['product', 'sku', 'view', 'picture', 'alt', 'focus_x', 'focus_y'];

/**
 * `pictures.csv`: of the products whose pictures the names of files don't tell whole, as the office made them in a
 * sequence, with alternative texts or with points of focus of their own, or of no variant. @returns the slugs of these
 * products
 */
export async function exportPictures(about: Export): Promise<Set<string>> {
  const { snapshot, company, onlyStore, media } = about;
  const rows = snapshot.each<Pictured>(
    `select p.slug as product, p.name, array(select v.sku from variants v where v.product_uid = p.uuid order by v.position, v.sku collate "C") as skus,
       (select json_agg(json_build_object('sku', v.sku, 'view', i.view, 'media', i.media, 'alt', i.alt, 'focus_x', i.focus_x, 'focus_y', i.focus_y,
            'colour', (select c.value_name from variant_values c where c.variant_uid = v.uuid and c.type = 'COLOR' and c.value_type = 'COLOR'))
          order by i.position, i.uuid)
        from product_images i left join variants v on v.uuid = i.variant_uid where i.product_uid = p.uuid) as pictures
     from products p
     where ${EXPORTED} and exists (select from product_images i where i.product_uid = p.uuid)
     order by p.slug collate "C"`,
    [company.uuid, onlyStore],
  );
  const listedProducts = new Set<string>();
  async function* lines() {
    for await (const product of rows) {
      if (areToldByNames(product)) continue;
      listedProducts.add(product.product);
      const folder = folderOf(product.product);
      const place = namerIn(media, folder);
      for (const { sku, view, media: name, alt, focus_x, focus_y } of product.pictures) {
        const path = await place(name, `${view}-of-${(sku ?? 'all').replaceAll('/', '_')}`);
        yield {
          product: product.product,
          sku,
          view,
          picture: path.slice('pictures/'.length),
          alt,
          focus_x,
          focus_y,
        };
      }
    }
  }
  await writeTable(about, 'catalogue/pictures', columns, lines(), (line) => line);
  return listedProducts;
}

/** Whether an import that reads the names of the variants' files makes the same rows. */
function areToldByNames({ name, skus, pictures }: Pictured): boolean {
  const named = inNamedSequence(pictures, skus);
  const isSame = (one: Picture, at: number): boolean => {
    const { sku, view, media } = pictures[at] as Picture;
    return one.sku === sku && one.view === view && one.media === media;
  };
  return (
    named.length === pictures.length &&
    named.every(isSame) &&
    pictures.every(({ alt, colour, view, focus_x }) => alt === altText(name, colour, view) && focus_x === null)
  );
}
