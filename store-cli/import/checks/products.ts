import type { Check } from './checks.ts';

/** Duplicate slugs, unknown brands and stores, prices that contradict each other, and what a new product must have. */
export const checkProducts: Check = ({ folder, known, world, problems }) => {
  const first = new Map<string, string>();
  const withVariants = new Set(folder.variants.map((row) => row.data.product));
  for (const { file, row, unit, data } of folder.products) {
    const at = (column: string) => ({ file, row, column, unit });
    const earlier = first.get(data.slug);
    if (earlier) problems.add(at('slug'), data.slug, `duplicate slug, first in ${earlier}`);
    first.set(data.slug, earlier ?? `${file} row ${row}`);

    const isNew = !known.products.has(data.slug);
    if (isNew) {
      for (const name of ['kind', 'name', 'price', 'stores'] as const) {
        if (data[name] === undefined) problems.add(at(name), null, 'this column is missing, and a new product needs it');
      }
      if (!withVariants.has(data.slug)) problems.add(at('slug'), data.slug, 'new product without a row in variants.csv');
    }
    if (data.brand && !world.brand(data.brand)) problems.add(at('brand'), data.brand, 'unknown brand: company.json does not list it');

    const stores = data.stores?.map((entry) => entry.store);
    stores?.forEach((store, index) => {
      if (!world.store(store)) problems.add(at('stores'), store, 'unknown store');
      else if (stores.indexOf(store) !== index) problems.add(at('stores'), store, 'names a store twice');
    });
    const sold = stores ?? [...(known.products.get(data.slug)?.stores ?? [])];
    if (data.home_store && !sold.includes(data.home_store)) problems.add(at('home_store'), data.home_store, 'is not among the product\'s stores');

    const price = data.price ?? world.priceOf(data.slug);
    if (price !== null && data.deleted_price && data.deleted_price <= price) {
      problems.add(at('deleted_price'), data.deleted_price / 100, 'the old price is not above the price');
    }
    if (price !== null && data.deposit && data.deposit > price) problems.add(at('deposit'), data.deposit / 100, 'the deposit is above the price');
  }
  for (const { file, unit, slug } of folder.descriptions) {
    if (!world.product(slug)) problems.add({ file, unit }, slug, 'description of an unknown product');
  }
};
