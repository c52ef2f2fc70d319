import type { Check } from './checks.ts';

/** Duplicate SKUs and choices, unknown products, and prices that contradict each other. */
export const checkVariants: Check = ({ folder, known, world, problems }) => {
  const skus = new Map<string, string>();
  const choices = new Map<string, string>();
  const here = new Set(folder.variants.map((row) => row.data.product));
  for (const { file, row, unit, data } of folder.variants) {
    const at = (column: string) => ({ file, row, column, unit });
    if (!world.product(data.product)) problems.add(at('product'), data.product, 'unknown product');

    const earlier = skus.get(data.sku);
    if (earlier) problems.add(at('sku'), data.sku, `duplicate SKU, first in ${earlier}`);
    else skus.set(data.sku, `${file} row ${row}`);
    const owner = known.skus.get(data.sku);
    if (owner && owner !== data.product && !here.has(owner)) problems.add(at('sku'), data.sku, `duplicate SKU: product ${owner} has it`);

    if (data.color && !data.color_name) problems.add(at('color_name'), null, 'is empty, but there is a color');
    if (data.color_name && !data.color) problems.add(at('color'), null, 'is empty, but there is a color_name');
    const described = data.color_name !== undefined || data.size !== undefined || data.options !== undefined;
    if (described) {
      const choice = JSON.stringify([data.product, data.color_name, data.size, [...(data.options ?? [])].sort()]);
      const twin = choices.get(choice);
      if (twin && twin !== data.sku) problems.add(at('sku'), data.sku, `has the same colour, size and options as ${twin}`);
      choices.set(choice, data.sku);
    }
    const price = data.price ?? world.priceOf(data.product);
    if (price !== null && data.deleted_price && data.deleted_price <= price) {
      problems.add(at('deleted_price'), data.deleted_price / 100, 'the old price is not above the price');
    }
  }
};
