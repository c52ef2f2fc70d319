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
  const add = (product: string, sku: string | null, path: string, view: string, besides: Values): void => {
    const position = count.get(product) ?? 0;
    count.set(product, position + 1);
    rows.push({
      product_uid: writer.products.get(product),
      variant_uid: sku === null ? null : variants.get(sku),
      ...pictures.byPath.get(path),
      view,
      alt: altText(names.get(product) ?? '', sku === null ? null : colours.get(sku), view),
      position,
      focus_x: null,
      focus_y: null,
      ...besides,
    });
  };
  for (const { data } of pictured)
    for (const { view, path } of pictures.views.get(data.picture ?? '') ?? [])
      add(data.product, data.sku, path, view, {});
  for (const { data } of folder.pictures)
    add(data.product, data.sku ?? null, `pictures/${data.picture}`, data.view, {
      ...(data.alt !== undefined && { alt: data.alt ?? '' }),
      focus_x: data.focus_x ?? null,
      focus_y: data.focus_y ?? null,
    });
  const replace = { column: 'product_uid', values: slugs.map((slug) => writer.products.get(slug) as string) };
  await sync(writer, { table: 'product_images', key: ['product_uid', 'position'], replace }, rows);
}
