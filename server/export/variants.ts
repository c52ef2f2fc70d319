import { extname } from 'node:path';
import { pairsCell, priceCell, type Sum, shekelCell } from './cells.ts';
import { type Export, writeTable } from './folder.ts';
import type { Media } from './media.ts';
import { EXPORTED, folderOf } from './products.ts';

type Value = { type: string; name: string; value: string; kind: string };
type Image = { media: string; view: string };
type Variant = {
  product: string;
  sku: string;
  price_agorot: Sum;
  deleted_price_agorot: Sum;
  stock: number;
  low_stock: number | null;
  weight_g: number | null;
  cost_agorot: Sum;
  active: boolean;
  values: Value[] | null;
  images: Image[] | null;
};

const columns = [
  ...['product', 'sku', 'color_name', 'color', 'size', 'price', 'deleted_price', 'stock', 'stock_exported'],
  ...['low_stock', 'weight_g', 'picture', 'options', 'active'],
];

/**
 * Variants, in the sequence of their products, and their pictures. `pictured`: products whose pictures `pictures.csv`
 * says.
 */
export async function exportVariants(about: Export, pictured: Set<string>): Promise<void> {
  const { snapshot, company, onlyStore, media } = about;
  const rows = snapshot.each<Variant>(
    `select p.slug as product, v.sku, v.price_agorot, v.deleted_price_agorot, v.stock, v.low_stock, v.weight_g, v.cost_agorot, v.active,
       (select json_agg(json_build_object('type', o.type, 'name', o.value_name, 'value', o.value, 'kind', o.value_type)
          order by o.position, o.type collate "C") from variant_values o where o.variant_uid = v.uuid) as values,
       (select json_agg(json_build_object('media', i.media, 'view', i.view) order by i.position)
          from product_images i where i.variant_uid = v.uuid) as images
     from variants v join products p on p.uuid = v.product_uid
     where ${EXPORTED} order by p.slug collate "C", v.position, v.sku collate "C"`,
    [company.uuid, onlyStore],
  );
  let pictures = picturesOf(media, '');
  const exportedColumns = about.costs ? [...columns, 'cost'] : columns;
  await writeTable(about, 'catalogue/variants', exportedColumns, rows, async (row) => {
    if (pictures.product !== row.product) pictures = picturesOf(media, row.product);
    const values = row.values ?? [];
    const colour = values.find(({ type, kind }) => type === 'COLOR' && kind === 'COLOR');
    const size = values.find(({ type }) => type === 'SIZE');
    const options = values.filter((one) => one !== colour && one !== size);
    return {
      product: row.product,
      sku: row.sku,
      color_name: colour?.name,
      color: colour?.value,
      size: size?.value,
      price: priceCell(row.price_agorot),
      deleted_price: shekelCell(row.deleted_price_agorot),
      stock: row.stock,
      stock_exported: row.stock,
      low_stock: row.low_stock,
      weight_g: row.weight_g,
      picture: pictured.has(row.product) ? '' : await pictures.prefix(row.sku, row.images ?? []),
      cost: shekelCell(row.cost_agorot),
      active: row.active ? '' : 'no',
      options: pairsCell(options.map(({ type, value }) => [type, value])),
    };
  });
}

/**
 * The pictures of one product. Variants with the same pictures (sizes of a colour) share files, named by the first
 * SKU.
 */
function picturesOf(media: Media, product: string) {
  const prefixes = new Map<string, string>();
  const names = new Set<string>();
  return {
    product,
    async prefix(sku: string, images: Image[]): Promise<string> {
      if (images.length === 0) return '';
      const content = JSON.stringify(images.map(({ media: name, view }) => [name, view]));
      const usedPrefix = prefixes.get(content);
      if (usedPrefix !== undefined) return usedPrefix;
      // In file names a SKU's slash would be a folder, and some file systems ignore case.
      const plain = sku.replaceAll('/', '_');
      let name = plain;
      for (let number = 2; names.has(name.toLowerCase()); number++) name = `${plain}_${number}`;
      names.add(name.toLowerCase());
      const base = `${folderOf(product)}${name}`;
      const usedPrefixes = new Set<string>();
      for (const { media: picture, view } of images) {
        const path = view.startsWith('spin-') ? `${base}-spin/${view.slice('spin-'.length)}` : `${base}-${view}`;
        if (usedPrefixes.has(path + extname(picture))) continue;
        usedPrefixes.add(path + extname(picture));
        await media.put(picture, path);
      }
      const prefix = base.slice('pictures/'.length);
      prefixes.set(content, prefix);
      return prefix;
    },
  };
}
