import { toShekels } from '#domain/money/money.ts';
import type { FileLocation } from '../problems.ts';
import type { VariantRow } from '../schemas/catalogue.ts';
import type { Check } from './checks.ts';

export const REACHED = 'was taken away: the price is no longer below it';

/**
 * A price list that says nothing of a former price clears the one that its price reaches, with a note: shoppers no
 * longer see it, and the next export would be refused for it. Variants that no row names are cleared as they are
 * written.
 */
export const clearFormerPrices: Check = ({ folder, existing, references, notes }) => {
  const clear = (
    { data, ...location }: FileLocation & { data: { deleted_price?: number | null | undefined } },
    former: number | null | undefined,
    price: number | null,
  ): void => {
    if (data.deleted_price !== undefined || !former || price === null || former > price) return;
    data.deleted_price = null;
    notes.add({ ...location, column: 'deleted_price' }, toShekels(former), REACHED);
  };
  const priced = new Set<string>();
  for (const line of folder.products) {
    const { slug, price } = line.data;
    if (typeof price !== 'number') continue;
    priced.add(slug);
    clear(line, existing.products.get(slug)?.formerPriceAgorot, price);
  }
  for (const line of folder.variants) {
    const { data } = line;
    if (data.price === undefined && !priced.has(data.product)) continue;
    const stored = existing.variants.get(data.sku);
    clear(line, stored?.formerPriceAgorot, variantPrice(data, stored, references.priceOf(data.product)));
  }
};

/**
 * What a variant costs after the import; without the column it keeps a price of its own. `null`: on request, or
 * unknown.
 */
export const variantPrice = (
  { price }: Pick<VariantRow, 'price'>,
  stored: { ownPriceAgorot: number | null } | undefined,
  productPrice: number | null,
): number | null => (price === undefined ? stored?.ownPriceAgorot : price) ?? productPrice;
