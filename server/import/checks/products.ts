import { toShekels } from '#domain/money/money.ts';
import type { Row } from '../csv.ts';
import type { FileLocation } from '../problems.ts';
import type { ProductRow } from '../schemas/catalogue.ts';
import { ON_REQUEST } from '../schemas/cells.ts';
import type { Check } from './checks.ts';

type About = Parameters<Check>[0];
type At = (column: string) => FileLocation;
type Successors = Map<string, string | null>;

/** Duplicate slugs, unknown brands and stores, contradictory prices, and required columns of new products. */
export const checkProducts: Check = (about) => {
  const { folder, references, problems } = about;
  const first = new Map<string, string>();
  const sold = new Set(folder.variants.map((row) => row.data.product));
  const next: Successors = new Map(
    folder.products.flatMap(({ data }) => (data.replaced_by === undefined ? [] : [[data.slug, data.replaced_by]])),
  );
  const hasVariants = (slug: string): boolean => sold.has(slug) || references.mayHaveVariants(slug);
  for (const line of folder.products) {
    const { file, row, unit, data } = line;
    const at: At = (column) => ({ file, row, column, unit });
    const earlier = first.get(data.slug);
    if (earlier) problems.add(at('slug'), data.slug, `duplicate slug, first in ${earlier}`);
    first.set(data.slug, earlier ?? `${file} row ${row}`);
    const leadsTo = about.existing.formerSlugs.get(data.slug);
    if (leadsTo !== undefined && leadsTo !== data.slug)
      problems.add(at('slug'), data.slug, `is a former slug of ${leadsTo} already`);
    if (!about.existing.products.has(data.slug)) checkNew(about, line, at, hasVariants);
    if (data.brand && !references.brand(data.brand)) {
      problems.add(at('brand'), data.brand, 'unknown brand: company.json does not list it');
    }
    checkStoresOf(about, line, at);
    checkPrices(about, line, at);
    checkSuccessor(about, data, at, next);
  }
  for (const { file, unit, slug } of folder.descriptions) {
    if (!references.product(slug)) problems.add({ file, unit }, slug, 'description of an unknown product');
  }
};

function checkNew(
  { problems }: About,
  { data }: Row<ProductRow>,
  at: At,
  hasVariants: (slug: string) => boolean,
): void {
  for (const name of ['kind', 'name', 'price', 'stores'] as const) {
    if (data[name] === undefined) problems.add(at(name), null, 'this column is missing, and a new product needs it');
  }
  if (!hasVariants(data.slug)) problems.add(at('slug'), data.slug, 'new product without a row in variants.csv');
}

function checkStoresOf({ existing, references, problems }: About, { data }: Row<ProductRow>, at: At): void {
  const stores = data.stores?.map((entry) => entry.store);
  stores?.forEach((store, index) => {
    if (!references.store(store)) problems.add(at('stores'), store, 'unknown store');
    else if (stores.indexOf(store) !== index) problems.add(at('stores'), store, 'names a store twice');
  });
  const sold = stores ?? [...(existing.products.get(data.slug)?.stores ?? [])];
  if (data.home_store && !sold.includes(data.home_store)) {
    problems.add(at('home_store'), data.home_store, "is not among the product's stores");
  }
  for (const store of data.hidden ?? [])
    if (!sold.includes(store)) problems.add(at('hidden'), store, "is not among the product's stores");
}

/** Columns that need a price aren't allowed for a product on request. */
function checkOnRequest({ problems }: About, data: ProductRow, at: At): void {
  const reason = 'the price is on request: write a price, or leave this empty';
  for (const name of ['deleted_price', 'deposit'] as const)
    if (data[name]) problems.add(at(name), toShekels(data[name]), reason);
  if (data.stock_policy && data.stock_policy !== 'ON_REQUEST')
    problems.add(at('stock_policy'), data.stock_policy, reason);
  for (const { store, priceAgorot } of data.stores ?? [])
    if (priceAgorot !== null) problems.add(at('stores'), `${store}=${toShekels(priceAgorot)}`, reason);
}

function checkPrices(about: About, { data }: Row<ProductRow>, at: At): void {
  const { existing, references, problems } = about;
  const unpriced = data.price === undefined && existing.products.get(data.slug)?.priceAgorot === null;
  if (data.price === ON_REQUEST || unpriced) checkOnRequest(about, data, at);
  const price = references.priceOf(data.slug);
  if (price === null) return;
  if (data.deleted_price && data.deleted_price <= price) {
    problems.add(at('deleted_price'), toShekels(data.deleted_price), 'the old price is not above the price');
  }
  if (data.deposit && data.deposit > price)
    problems.add(at('deposit'), toShekels(data.deposit), 'the deposit is above the price');
  const existingDeposit = existing.products.get(data.slug)?.depositAgorot;
  if (data.deposit === undefined && data.price !== undefined && existingDeposit && existingDeposit > price)
    problems.add(
      at('price'),
      toShekels(price),
      `the deposit is above the price: it is ${toShekels(existingDeposit)}, so change it too`,
    );
}

/** What replaces a part is another part, and the chain has an end. `next`: what the folder says of its products. */
function checkSuccessor({ existing, references, problems }: About, data: ProductRow, at: At, next: Successors): void {
  const { slug, replaced_by: successor } = data;
  if (!successor) return;
  const reason = successorFault(slug, successor);
  if (reason) problems.add(at('replaced_by'), successor, reason);

  function successorFault(old: string, first: string): string | null {
    if (!references.product(first)) return 'unknown product';
    const isPart = (one: string) => ['SPARE_PART', 'ACCESSORY'].includes(references.kindOf(one) ?? 'SPARE_PART');
    if (!isPart(old) || !isPart(first)) return 'is not a part that replaces another part';
    const seen = new Set([old]);
    let successorSlug: string | null | undefined = first;
    while (successorSlug && !seen.has(successorSlug)) {
      seen.add(successorSlug);
      successorSlug = next.has(successorSlug)
        ? next.get(successorSlug)
        : existing.products.get(successorSlug)?.replacedBy;
    }
    return successorSlug ? 'is replaced by this product in the end: a loop' : null;
  }
}
