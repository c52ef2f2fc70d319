import type { ProductsFilter } from '#contract/products.ts';
import type { RequestContext } from '../../../context.ts';
import { search as findText } from '../search/search.ts';
import type { Catalogue, Sort } from './catalogue.ts';
import { type Bits, bitsOf, has, none } from './places.ts';
import { listed } from './query.ts';

/** The products that are asked for at all: of a collection, a search, a list. `whole`: all of a collection or of the store. */
export async function membersOf(
  ctx: RequestContext,
  catalogue: Catalogue,
  { collection, slugs, ids, search }: ProductsFilter,
  sort: Sort,
): Promise<{ members: Bits; order: Uint32Array; whole: boolean }> {
  const found = search?.trim() ? (await findText(ctx, search)).uuids : undefined;
  const lists = [
    slugs === undefined ? undefined : placesOf(listed(slugs), catalogue.bySlug),
    ids === undefined ? undefined : placesOf(listed(ids), catalogue.byUuid),
    found && placesOf(found, catalogue.byUuid),
  ].filter((list) => list !== undefined);
  const { length } = catalogue.uuids;
  const empty = { members: none(length), order: new Uint32Array() };
  const category = collection === undefined ? undefined : (catalogue.collections.get(collection) ?? empty);
  const [first, ...others] = lists;
  if (!first) {
    const order = sort === 'recommended' && category ? category.order : orderOf(catalogue, sort);
    return { members: category?.members ?? catalogue.all, order, whole: true };
  }
  const wanted = [...others.map((list) => bitsOf(length, list)), ...(category ? [category.members] : [])];
  const asked = first.filter((product) => wanted.every((list) => has(list, product)));
  const order = sort === 'recommended' ? asked : orderOf(catalogue, sort);
  return { members: bitsOf(length, asked), order, whole: false };
}

const placesOf = (names: string[], places: Map<string, number>): Uint32Array =>
  Uint32Array.from(new Set(names.flatMap((name) => places.get(name.normalize('NFC').toLowerCase()) ?? [])));

function orderOf({ orders, price }: Catalogue, sort: Sort): Uint32Array {
  const known = orders.get(sort);
  if (known) return known;
  const way = sort === '-price' ? -1 : 1;
  const order = Uint32Array.from(price.keys()).sort((a, b) => way * ((price[a] as number) - (price[b] as number)));
  orders.set(sort, order);
  return order;
}
