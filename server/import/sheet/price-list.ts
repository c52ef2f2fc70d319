import type pg from 'pg';
import type { Problems } from '../problems.ts';

/** A row of the sheet (1 is the first) with its cells by column. */
export type SheetRow = { row: number; cells: Record<string, string> };

/** A file of the folder that the sheet became, with the sheet's row of each of its rows. */
export type MadeFile = { file: string; header: string[]; rows: string[][]; from: number[] };

export type Variant = { product: string; price: string | null; siblings: string[] };
export type NamedRow = SheetRow & { variant: Variant };

/**
 * A SKU's price is its product's, where all its variants have that one: so it stays. Where the sheet has other prices
 * for them, or only some of them, they become the variants' own; so do those of a product that `grows` by new variants.
 * A product is never in both files: what products.csv describes is complete, and a variant that it doesn't name goes
 * off sale.
 */
export function pricesOf(rows: NamedRow[], columns: string[], grows: ReadonlySet<string> = new Set()): MadeFile[] {
  const byProduct = new Map<string, NamedRow[]>();
  for (const row of rows) byProduct.set(row.variant.product, [...(byProduct.get(row.variant.product) ?? []), row]);
  const variantRows: NamedRow[] = [];
  const productRows: SheetRow[] = [];
  for (const [product, group] of byProduct) {
    const [first] = group as [NamedRow];
    const prices = new Set(group.map(({ cells }) => `${cells.price} ${cells.deleted_price}`));
    const skus = new Set(group.map(({ cells }) => cells.sku));
    const isShared =
      !grows.has(product) &&
      prices.size === 1 &&
      skus.size === group.length &&
      group.every(({ variant }) => variant.price === null);
    if (isShared && first.variant.siblings.every((sku) => skus.has(sku)))
      productRows.push({ row: first.row, cells: { ...first.cells, slug: product } });
    else variantRows.push(...group);
  }
  const header = columns.filter((column) => column && column !== 'sku');
  return [
    makeFile('products', ['slug', ...header], productRows),
    makeFile('variants', ['product', ...columns.filter(Boolean)], variantRows),
  ];
}

/** A folder's empty cell clears a variant's price, so that it sells at its product's; a supplier's says nothing. */
export function refuseEmptyPrice(
  { row, cells }: SheetRow,
  columns: string[],
  file: string,
  problems: Problems,
): boolean {
  if (!columns.includes('price') || cells.price?.trim()) return false;
  problems.add({ file, row, column: 'price' }, null, 'is empty');
  return true;
}

export const makeFile = (table: string, header: string[], rows: SheetRow[]): MadeFile => ({
  file: `catalogue/${table}.csv`,
  header,
  rows: rows.map(({ cells }) => header.map((column) => cells[column] ?? '')),
  from: rows.map(({ row }) => row),
});

/** Product and price of each SKU of a company, and the product's active variants without a price of their own. */
export async function readVariants(
  client: Pick<pg.ClientBase, 'query'>,
  companyUid: string | null,
  skus: string[],
): Promise<Map<string, Variant>> {
  const { rows } = await client.query<Variant & { sku: string }>(
    `select v.sku, p.slug as product, v.price_agorot as price, s.siblings
     from variants v join products p on p.uuid = v.product_uid cross join lateral (
       select array_agg(o.sku) filter (where o.active and o.price_agorot is null) as siblings
       from variants o where o.product_uid = v.product_uid) s
     where v.company_uid = $1 and v.sku = any($2)`,
    [companyUid, [...new Set(skus)]],
  );
  return new Map(rows.map(({ sku, siblings, ...variant }) => [sku, { ...variant, siblings: siblings ?? [] }]));
}
