import { sync, type Values } from '#server/catalogue/derived/sync.ts';
import type { Writer } from '../writer.ts';

const viewNames: Record<string, string> = {
  side: 'מבט מהצד',
  front: 'מבט מלפנים',
  rear: 'מבט מאחור',
  top: 'מבט מלמעלה',
};

/** `RAAM Barak 500, אדום, מבט מהצד` */
export function altText(product: string, colour: string | null | undefined, view: string): string {
  const detail = /^detail-(\d+)$/.exec(view);
  const frame = /^spin-(\d+)$/.exec(view);
  const name = detail ? `תקריב ${Number(detail[1])}` : frame ? `סיבוב, תמונה ${Number(frame[1])}` : viewNames[view];
  return [product, colour, name].filter(Boolean).join(', ');
}

type Told = { alt?: string; focus_x: number | null; focus_y: number | null };

/** A picture of a variant, whatever the product and the variant are called. */
const keyOf = (product: unknown, variant: unknown, media: unknown): string => [product, variant, media].join();

/**
 * What staff have said of pictures that `variants.csv` names, before names change: a picture that stays keeps it. Alternative texts that were
 * made of the names are made anew.
 */
export async function readToldPictures(writer: Writer): Promise<void> {
  const skus = writer.folder.variants.flatMap(({ data }) => (data.picture ? [data.sku] : []));
  const { rows } = await writer.client.query<
    Told & {
      product: string;
      variant: string;
      media: string;
      view: string;
      alt: string;
      name: string;
      colour: string | null;
    }
  >(
    `select i.product_uid as product, i.variant_uid as variant, i.media, i.view, i.alt, i.focus_x, i.focus_y, p.name,
       (select c.value_name from variant_values c where c.variant_uid = v.uuid and c.type = 'COLOR' and c.value_type = 'COLOR') as colour
     from product_images i join variants v on v.uuid = i.variant_uid join products p on p.uuid = i.product_uid
     where v.company_uid = $1 and v.sku = any($2)`,
    [writer.companyUid, skus],
  );
  writer.toldPictures = new Map(
    rows.map(({ product, variant, media, view, alt, name, colour, ...focus }) => [
      keyOf(product, variant, media),
      { ...focus, ...(alt !== altText(name, colour, view) && { alt }) },
    ]),
  );
}

/**
 * Pictures of each product, numbered: position 0 represents it. `pictures.csv` says all of a product's; otherwise they are those of its
 * variants, in their sequence. A product for which neither names a picture keeps its own.
 */
export async function writeImages(writer: Writer, variants: Map<string, string>): Promise<void> {
  const { folder, pictures } = writer;
  const pictured = folder.variants.filter(({ data }) => data.picture);
  const slugs = [...new Set([...pictured, ...folder.pictures].map(({ data }) => data.product))];
  const { rows: products } = await writer.client.query<{ slug: string; name: string }>(
    'select slug, name from products where company_uid = $1 and slug = any($2)',
    [writer.companyUid, slugs],
  );
  const names = new Map(products.map((product) => [product.slug, product.name]));
  const colours = new Map(folder.variants.map(({ data }) => [data.sku, data.color_name]));
  const count = new Map<string, number>();
  const rows: Values[] = [];
  const add = (product: string, sku: string | null, path: string, view: string, besides?: Values): void => {
    const position = count.get(product) ?? 0;
    count.set(product, position + 1);
    const [productUid, variantUid] = [writer.products.get(product), sku === null ? null : variants.get(sku)];
    const picture = pictures.byPath.get(path);
    rows.push({
      product_uid: productUid,
      variant_uid: variantUid,
      ...picture,
      view,
      alt: altText(names.get(product) ?? '', sku === null ? null : colours.get(sku), view),
      position,
      focus_x: null,
      focus_y: null,
      ...(besides ?? writer.toldPictures?.get(keyOf(productUid, variantUid, picture?.media))),
    });
  };
  for (const { data } of pictured)
    for (const { view, path } of pictures.views.get(data.picture ?? '') ?? []) add(data.product, data.sku, path, view);
  for (const { data } of folder.pictures)
    add(data.product, data.sku ?? null, `pictures/${data.picture}`, data.view, {
      ...(data.alt !== undefined && { alt: data.alt ?? '' }),
      focus_x: data.focus_x ?? null,
      focus_y: data.focus_y ?? null,
    });
  const replace = { column: 'product_uid', values: slugs.map((slug) => writer.products.get(slug) as string) };
  await sync(writer, { table: 'product_images', key: ['product_uid', 'position'], replace }, rows);
}
