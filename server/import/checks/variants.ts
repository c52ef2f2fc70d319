import { toShekels } from '#domain/money/money.ts';
import type { Sibling } from '../existing.ts';
import type { Folder } from '../folder.ts';
import type { VariantRow } from '../schemas/catalogue.ts';
import { ON_REQUEST } from '../schemas/cells.ts';
import type { Check } from './checks.ts';
import { variantPrice } from './former-prices.ts';

/** Duplicate SKUs and options, unknown products, and contradictory prices. */
export const checkVariants: Check = ({ folder, existing, references, problems }) => {
  const skus = new Map<string, string>();
  const skusByOptions = stayingVariants(folder, existing.siblings);
  const rows = new Map(folder.products.map((row) => [row.data.slug, row.data.price]));
  const onRequest = (slug: string): boolean =>
    rows.get(slug) === ON_REQUEST ||
    (rows.get(slug) === undefined && existing.products.get(slug)?.priceAgorot === null);
  for (const { file, row, unit, data } of folder.variants) {
    const at = (column: string) => ({ file, row, column, unit });
    if (!references.product(data.product)) problems.add(at('product'), data.product, 'unknown product');

    const earlier = skus.get(data.sku);
    if (earlier) problems.add(at('sku'), data.sku, `duplicate SKU, first in ${earlier}`);
    else skus.set(data.sku, `${file} row ${row}`);
    const owner = existing.skus.get(data.sku);
    // A wrong cell would move it silently: it moves only where both products are described.
    const moves = rows.has(owner ?? '') && rows.has(data.product);
    const isTaken = owner !== undefined && owner !== data.product && !moves;
    if (isTaken) problems.add(at('sku'), data.sku, `duplicate SKU: product ${owner} has it`);

    const halfColour = colourFault(data);
    if (halfColour) problems.add(at(halfColour.column), null, halfColour.reason);
    const options = optionsKey(data);
    const twin = options === null ? undefined : skusByOptions.get(options);
    if (twin && twin !== data.sku)
      problems.add(at('sku'), data.sku, `has the same colour, size and options as ${twin}`);
    if (options !== null) skusByOptions.set(options, data.sku);

    for (const [column, reason] of priceFaults(
      data,
      onRequest(data.product),
      variantPrice(data, existing.variants.get(data.sku), references.priceOf(data.product)),
    ))
      problems.add(at(column), toShekels(Number(data[column])), reason);
  }
};

function colourFault({ color, color_name }: VariantRow): { column: string; reason: string } | null {
  if (color && !color_name) return { column: 'color_name', reason: 'is empty, but there is a color' };
  if (color_name && !color) return { column: 'color', reason: 'is empty, but there is a color_name' };
  return null;
}

type Chosen = Pick<VariantRow, 'product' | 'color_name' | 'size' | 'options'> & { active?: VariantRow['active'] };

/** Product and options, by which a shopper chooses the variant, as one text; `null` when the file lacks them. */
function optionsKey({ product, color_name, size, options, active }: Chosen): string | null {
  // An inactive variant can't be chosen, so it is no duplicate.
  if (active === 'no') return null;
  if (color_name === undefined && size === undefined && options === undefined) return null;
  // Suppliers' colours have no code, so that they are options.
  const colour = color_name || options?.find(([name]) => name === 'צבע')?.[1];
  const others = (options ?? []).filter(([name, value]) => name !== 'צבע' || value !== colour);
  return JSON.stringify([product, colour ?? null, size || null, others.sort()]);
}

/**
 * SKUs by `optionsKey`, of the variants on sale that the folder leaves as they are: it has no new options for them, and
 * doesn't end their sale.
 */
function stayingVariants({ variants, declared }: Folder, siblings: Sibling[]): Map<string, string> {
  const changed = new Set(
    variants.filter(({ data }) => data.active === 'no' || optionsKey(data) !== null).map(({ data }) => data.sku),
  );
  const isDescribed = (slug: string) => declared.products === 'any' || declared.products.has(slug);
  return new Map(
    siblings
      .filter(({ product, sku }) => !isDescribed(product) && !changed.has(sku))
      .map((sibling) => [optionsKey(sibling) ?? '', sibling.sku]),
  );
}

type PriceColumn = 'price' | 'deleted_price';

function priceFaults(data: VariantRow, onRequest: boolean, price: number | null): [PriceColumn, string][] {
  const columns: PriceColumn[] = ['price', 'deleted_price'];
  if (onRequest)
    return columns
      .filter((column) => typeof data[column] === 'number')
      .map((column) => [column, "the product's price is on request"]);
  const isLow = price !== null && typeof data.deleted_price === 'number' && data.deleted_price <= price;
  return isLow ? [['deleted_price', 'the old price is not above the price']] : [];
}
