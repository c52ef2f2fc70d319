import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { csvOf } from '#domain/text/csv.ts';
import { restored } from '#domain/text/formula.ts';
import type { Problems } from '../problems.ts';
import type { SheetMapping } from './recognise.ts';
import { cleaned } from './values.ts';

/** A row of the sheet (1 is the first) with its cells by column. */
type SheetRow = { row: number; cells: Record<string, string> };

/** A file of the folder that the sheet became, with the sheet's row of each of its rows. */
export type MadeFile = { file: string; header: string[]; rows: string[][]; from: number[] };

export type SheetRows = { rows: SheetRow[] /** Totals and titles inside the table. */; skipped: number };

const TOTAL = /^(?:סה["״']?כ|סך הכו?ל|total)/i;

/** The rows below the heading in the importer's words. Empty rows and totals are none. */
export function rowsOf(lines: string[][], { headingRow, columns }: SheetMapping): SheetRows {
  const rows: SheetRow[] = [];
  let skipped = 0;
  for (let at = headingRow; at < lines.length; at++) {
    const line = lines[at] ?? [];
    const filled = line.filter((cell) => cell.trim() !== '');
    if (filled.length === 0) continue;
    const cells: Record<string, string> = {};
    columns.forEach((column, index) => {
      if (column) cells[column] = cleaned(column, restored((line[index] ?? '').trim()).normalize('NFC'));
    });
    if (filled.some((cell) => TOTAL.test(cell.trim())) || Object.values(cells).every((cell) => cell === ''))
      skipped += 1;
    else rows.push({ row: at + 1, cells });
  }
  return { rows, skipped };
}

/** The sheet as files of an import folder; what can't become a row there is in `problems`. */
export async function filesOf(
  client: Pick<pg.ClientBase, 'query'>,
  { rows }: SheetRows,
  mapping: SheetMapping,
  file: string,
  problems: Problems,
): Promise<MadeFile[]> {
  const { kind, columns } = mapping;
  if (kind !== 'prices' && kind !== 'stock') {
    const header = columns.filter(Boolean);
    return [made(kind, header, rows)];
  }
  const variants = await readVariants(
    client,
    rows.flatMap(({ cells }) => cells.sku ?? []),
  );
  const named: NamedRow[] = [];
  for (const { row, cells } of rows) {
    const variant = variants.get(cells.sku ?? '');
    if (variant) named.push({ row, cells: { ...cells, product: variant.product }, variant });
    else
      problems.add(
        { file, row, column: 'sku' },
        cells.sku || null,
        cells.sku ? 'unknown SKU: no variant has it' : 'is empty',
      );
  }
  if (kind === 'stock') return [made('variants', ['product', ...columns.filter(Boolean)], named)];
  return pricesOf(named, columns);
}

type Variant = { product: string; price: string | null; siblings: string[] };
type NamedRow = SheetRow & { variant: Variant };

/**
 * A SKU's price is its product's, where all its variants have that one: so it stays. Where the sheet has other prices for them, or
 * only some of them, they become the variants' own. A product is never in both files: what products.csv describes is complete.
 */
function pricesOf(rows: NamedRow[], columns: string[]): MadeFile[] {
  const byProduct = new Map<string, NamedRow[]>();
  for (const row of rows) byProduct.set(row.variant.product, [...(byProduct.get(row.variant.product) ?? []), row]);
  const own: NamedRow[] = [];
  const whole: SheetRow[] = [];
  for (const [product, group] of byProduct) {
    const [first] = group as [NamedRow];
    const prices = new Set(group.map(({ cells }) => `${cells.price} ${cells.deleted_price}`));
    const skus = new Set(group.map(({ cells }) => cells.sku));
    const isShared =
      prices.size === 1 && skus.size === group.length && group.every(({ variant }) => variant.price === null);
    if (isShared && first.variant.siblings.every((sku) => skus.has(sku)))
      whole.push({ row: first.row, cells: { ...first.cells, slug: product } });
    else own.push(...group);
  }
  const header = columns.filter((column) => column && column !== 'sku');
  return [made('products', ['slug', ...header], whole), made('variants', ['product', ...columns.filter(Boolean)], own)];
}

const made = (table: string, header: string[], rows: SheetRow[]): MadeFile => ({
  file: `catalogue/${table}.csv`,
  header,
  rows: rows.map(({ cells }) => header.map((column) => cells[column] ?? '')),
  from: rows.map(({ row }) => row),
});

/** Product and price of each SKU, and the product's active variants without a price of their own. */
async function readVariants(client: Pick<pg.ClientBase, 'query'>, skus: string[]): Promise<Map<string, Variant>> {
  const { rows } = await client.query<Variant & { sku: string }>(
    `select v.sku, p.slug as product, v.price_agorot as price, s.siblings
     from variants v join products p on p.uuid = v.product_uid cross join lateral (
       select array_agg(o.sku) filter (where o.active and o.price_agorot is null) as siblings
       from variants o where o.product_uid = v.product_uid) s
     where v.sku = any($1)`,
    [[...new Set(skus)]],
  );
  return new Map(rows.map(({ sku, siblings, ...variant }) => [sku, { ...variant, siblings: siblings ?? [] }]));
}

export async function writeFiles(root: string, files: MadeFile[]): Promise<void> {
  await mkdir(join(root, 'catalogue'), { recursive: true });
  for (const { file, header, rows } of files.filter((one) => one.rows.length > 0))
    await writeFile(join(root, file), csvOf(header, rows));
}
