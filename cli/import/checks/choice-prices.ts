import { toShekels } from '#domain/money/money.ts';
import type { Check } from './checks.ts';

/**
 * One price per SKU: a choice that names variants either omits the price or states what they cost more than the
 * product. The configurator shows the variants' prices, so another figure would promise a price that nobody pays.
 */
export const checkChoicePrices: Check = ({ folder, existing, world, problems }) => {
  const rows = new Map(folder.variants.map(({ data }) => [data.sku, data]));
  const ownPrice = (sku: string): number | null => {
    const inFolder = rows.get(sku)?.price;
    // A file without the column keeps the price.
    return inFolder === undefined ? (existing.variants.get(sku)?.ownPriceAgorot ?? null) : inFolder;
  };
  for (const { file, row, unit, data } of folder.choices) {
    const productPrice = world.priceOf(data.product);
    if (data.price == null || productPrice === null) continue;
    for (const sku of data.variants ?? []) {
      const more = (ownPrice(sku) ?? productPrice) - productPrice;
      if (more === data.price) continue;
      problems.add(
        { file, row, column: 'price', unit },
        toShekels(data.price),
        `variant ${sku} costs ${toShekels(more)} more than the product: leave the price empty and set the variant's own`,
      );
    }
  }
};
