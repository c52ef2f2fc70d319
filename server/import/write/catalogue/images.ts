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
 * Pictures of each product's variants, numbered per product: position 0 represents the product. A product whose rows
 * name no picture keeps its pictures.
 */
export async function writeImages(writer: Writer, variants: Map<string, string>): Promise<void> {
  const pictured = writer.folder.variants.filter(({ data }) => data.picture);
  const slugs = [...new Set(pictured.map(({ data }) => data.product))];
  const { rows: products } = await writer.client.query<{ slug: string; name: string }>(
    'select slug, name from products where company_uid = $1 and slug = any($2)',
    [writer.companyUid, slugs],
  );
  const names = new Map(products.map((product) => [product.slug, product.name]));
  const count = new Map<string, number>();
  const rows: Values[] = [];
  for (const { data } of pictured) {
    for (const { view, path } of writer.pictures.views.get(data.picture ?? '') ?? []) {
      const position = count.get(data.product) ?? 0;
      count.set(data.product, position + 1);
      rows.push({
        product_uid: writer.products.get(data.product),
        variant_uid: variants.get(data.sku),
        ...writer.pictures.byPath.get(path),
        view,
        alt: altText(names.get(data.product) ?? '', data.color_name, view),
        position,
      });
    }
  }
  const replace = { column: 'product_uid', values: slugs.map((slug) => writer.products.get(slug) as string) };
  await sync(writer, { table: 'product_images', key: ['product_uid', 'position'], replace }, rows);
}
