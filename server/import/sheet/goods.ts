import { createHash } from 'node:crypto';
import type pg from 'pg';
import { slugOfName } from '#domain/text/slug.ts';
import type { Problems } from '../problems.ts';
import {
  type MadeFile,
  makeFile,
  type NamedRow,
  pricesOf,
  readVariants,
  refuseEmptyPrice,
  type SheetRow,
} from './price-list.ts';
import type { SheetMapping } from './recognise.ts';

const PRICES = ['price', 'deleted_price'];
const OF_VARIANTS = ['sku', 'color_name', 'color', 'size', 'stock', 'weight_g'];
/** What every new product needs, whether the sheet says it or it was chosen for all rows. */
const NEEDED = ['kind', 'brand', 'stores'];

type Owner = { key: string; name: string; also: string };

/**
 * A supplier's catalogue, a row an item. Items whose SKU is known get the row's price, as from a price list: what the
 * shop says of them stays. All others become products; rows of one name and brand that have a size or a colour are
 * variants of one. Unknown brands are added.
 */
export async function goodsOf(
  client: Pick<pg.ClientBase, 'query'>,
  companyUid: string | null,
  rows: SheetRow[],
  { columns, fixed = {} }: SheetMapping,
  file: string,
  problems: Problems,
): Promise<MadeFile[]> {
  const variantsBySku = await readVariants(
    client,
    companyUid,
    rows.flatMap(({ cells }) => cells.sku ?? []),
  );
  const { named, groups, standing } = sortRows(rows, variantsBySku, columns, file, problems);
  const stores = await ownersOf(client, 'stores', companyUid);
  const brands = await ownersOf(client, 'brands', companyUid);
  const takenSlugs = await slugsTaken(
    client,
    companyUid,
    [...groups.values()].flatMap(([first]) => (first ? slugOf(first.cells) : [])),
  );
  const isPriced = (row: SheetRow) => !refuseEmptyPrice(row, columns, file, problems);
  const newBrands = new Map<string, SheetRow>();
  const products: SheetRow[] = [];
  const variants: SheetRow[] = [];
  for (const [key, group] of groups) {
    const product = standing.get(key);
    if (product !== undefined) {
      // Without a price of its own a new size would sell at the product's, of which the sheet says nothing.
      variants.push(...group.filter(isPriced).map(({ row, cells }) => ({ row, cells: variantOf(cells, product, '') })));
      continue;
    }
    const [first] = group as [SheetRow];
    const cells = { ...fixed, ...filled(first.cells) };
    const slug = slugOf(first.cells);
    const price = lowest(group);
    if (takenSlugs.has(slug)) {
      problems.add(
        { file, row: first.row, column: 'sku' },
        first.cells.sku,
        `the address ${slug} is another product's`,
      );
      continue;
    }
    const brand = cells.brand ? brandOf(cells.brand, brands, newBrands, first.row) : '';
    const storeKeys = (cells.stores ?? '').split('|').map((name) => keyOf(name, stores) ?? name.trim());
    products.push({ row: first.row, cells: { ...cells, slug, price, brand, stores: storeKeys.join('|') } });
    const sold = price === '' ? group : group.filter(isPriced);
    variants.push(...sold.map(({ row, cells: rowCells }) => ({ row, cells: variantOf(rowCells, slug, price) })));
  }
  const readColumns = columns.filter(Boolean);
  const ofProducts = [...new Set([...readColumns, ...NEEDED, 'slug'])].filter(
    (column) => !OF_VARIANTS.includes(column),
  );
  const ofVariants = ['product', ...OF_VARIANTS.filter((column) => readColumns.includes(column)), 'price', 'options'];
  return [
    ...pricesOf(
      named,
      readColumns.filter((column) => column === 'sku' || PRICES.includes(column)),
      new Set([...groups.keys()].flatMap((key) => standing.get(key) ?? [])),
    ),
    makeFile('brands', ['key', 'name', 'name_en'], [...newBrands.values()]),
    makeFile('products-new', ofProducts, products),
    makeFile('variants-new', [...new Set(ofVariants)], variants),
  ];
}

/**
 * Rows of known SKUs, and all others by the product that they name; `standing`: the products that have known items, by
 * that name.
 */
function sortRows(
  rows: SheetRow[],
  variantsBySku: Awaited<ReturnType<typeof readVariants>>,
  columns: string[],
  file: string,
  problems: Problems,
) {
  const named: NamedRow[] = [];
  const groups = new Map<string, SheetRow[]>();
  /** New sizes are further variants of theirs. */
  const standing = new Map<string, string>();
  for (const row of rows) {
    const { cells } = row;
    const key = productOf(cells);
    const variant = variantsBySku.get(cells.sku ?? '');
    if (variant) standing.set(key, variant.product);
    if (!cells.sku) problems.add({ file, row: row.row, column: 'sku' }, null, 'is empty');
    else if (!variant) groups.set(key, [...(groups.get(key) ?? []), row]);
    else if (!refuseEmptyPrice(row, columns, file, problems))
      named.push({ row: row.row, cells: { ...cells, product: variant.product }, variant });
  }
  return { named, groups, standing };
}

/** What would otherwise be read as a change of the product that has the address. */
async function slugsTaken(
  client: Pick<pg.ClientBase, 'query'>,
  companyUid: string | null,
  slugs: string[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ slug: string }>(
    'select slug from products where company_uid = $1 and slug = any($2)',
    [companyUid, slugs],
  );
  return new Set(rows.map(({ slug }) => slug));
}

async function ownersOf(
  client: Pick<pg.ClientBase, 'query'>,
  table: 'stores' | 'brands',
  companyUid: string | null,
): Promise<Map<string, string>> {
  const { rows } = await client.query<Owner>(`select key, name, name_en as also from ${table} where company_uid = $1`, [
    companyUid,
  ]);
  return new Map(rows.flatMap(({ key, name, also }) => [key, name, also].map((one) => [plain(one), key])));
}

/** Names the product that a row is an item of: itself, where it has neither a size nor a colour. */
const productOf = ({ sku, brand, name, size, color, color_name }: Record<string, string>): string =>
  JSON.stringify(size || color || color_name ? [brand, name] : [sku]);
const plain = (name: string): string => name.trim().toLowerCase();
const keyOf = (name: string, owners: Map<string, string>): string | undefined => owners.get(plain(name));
const filled = (cells: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== ''));

/** The brand's key; an unknown one becomes a row of `brands.csv`, with the sheet's first row that names it. */
function brandOf(name: string, brands: Map<string, string>, added: Map<string, SheetRow>, row: number): string {
  const existingKey = keyOf(name, brands);
  if (existingKey !== undefined) return existingKey;
  const latin = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 50);
  // A key has Latin letters only, and is nobody else's.
  const isFree = latin !== '' && ![...brands.values()].includes(latin);
  const key = isFree
    ? latin
    : `${latin || 'brand'}-${createHash('sha256').update(plain(name)).digest('hex').slice(0, 8)}`;
  brands.set(plain(name), key);
  added.set(key, { row, cells: { key, name, name_en: name } });
  return key;
}

/** By its name, and by the SKU, so that two items of one name have two addresses. */
const slugOf = ({ name = '', sku = '' }: Record<string, string>): string => {
  const end = slugOfName(sku);
  const start = slugOfName(name).slice(0, Math.max(0, 118 - end.length));
  return [start.replace(/-$/, ''), end].filter(Boolean).join('-');
};

/**
 * The price of a product is its cheapest variant's; what is no number stays, so that the error shows it. Empty cells
 * say no price.
 */
function lowest(group: SheetRow[]): string {
  const prices = group.map(({ cells }) => cells.price ?? '').filter((price) => price.trim() !== '');
  if (prices.length === 0) return '';
  return prices.reduce((least, price) => (Number(price) < Number(least) ? price : least));
}

function variantOf(cells: Record<string, string>, slug: string, price: string): Record<string, string> {
  const { color_name: colour, color } = cells;
  return {
    ...cells,
    product: slug,
    price: cells.price === price ? '' : (cells.price ?? ''),
    // A colour that the sheet only names has no swatch; it is chosen by its name.
    ...(colour && !color && { color_name: '', options: `צבע=${colour}` }),
  };
}
