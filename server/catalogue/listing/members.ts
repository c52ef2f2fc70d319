import type { ProductsFilter } from '#contract/catalogue/products.ts';
import type { RequestContext } from '../../context.ts';
import { type Bits, bitsOf, both, has, none } from '../engine/places.ts';
import { search as findText } from '../search/search.ts';
import type { Catalogue, Sort } from '../snapshot/catalogue.ts';
import { listed } from './query.ts';

/**
 * The products that are asked for at all: of a collection, a search, a list. `whole`: all of a collection or of the store. `cut`: the
 * search may have found more.
 */
export async function membersOf(
  ctx: RequestContext,
  catalogue: Catalogue,
  { collection, kind, slugs, ids, search }: ProductsFilter,
  sort: Sort,
): Promise<{ members: Bits; order: Uint32Array; whole: boolean; cut: boolean }> {
  const { length } = catalogue.uuids;
  const lists = [
    slugs === undefined ? undefined : placesOf(listed(slugs), catalogue.bySlug),
    ids === undefined ? undefined : placesOf(listed(ids), catalogue.byUuid),
  ].filter((list) => list !== undefined);
  const empty = { members: none(length), order: new Uint32Array() };
  const category = collection === undefined ? undefined : (catalogue.collections.get(collection) ?? empty);
  const sets = [...lists.map((list) => bitsOf(length, list)), ...(category ? [category.members] : [])];
  const asked = both(catalogue.all, ...sets);
  const part = sets.length > 0 || kind !== undefined;
  const found = search?.trim()
    ? await findText(
        ctx,
        catalogue,
        search,
        part ? { members: ofKind(catalogue, asked, kind), collection, kind } : undefined,
      )
    : undefined;
  const members = found?.members ?? asked;
  const own = lists[0]?.filter((product) => has(members, product)) ?? found?.order ?? category?.order;
  const order = sort === 'recommended' && own ? own : orderOf(catalogue, sort);
  return { members, order, whole: lists.length === 0 && !found, cut: found?.cut ?? false };
}

const ofKind = ({ kinds, uuids }: Catalogue, members: Bits, kind: string | undefined): Bits =>
  kind === undefined ? members : both(members, kinds.get(kind) ?? none(uuids.length));

const placesOf = (names: string[], places: Map<string, number>): Uint32Array =>
  Uint32Array.from(new Set(names.flatMap((name) => places.get(name.normalize('NFC').toLowerCase()) ?? [])));

function orderOf({ orders, price }: Catalogue, sort: Sort): Uint32Array {
  const known = orders.get(sort);
  if (known) return known;
  const way = sort === '-price' ? -1 : 1;
  // What has its price on request comes last, whichever way.
  const lacks = (place: number): number => +Number.isNaN(price[place]);
  const order = Uint32Array.from(price.keys()).sort(
    (a, b) => lacks(a) - lacks(b) || way * ((price[a] as number) - (price[b] as number)) || a - b,
  );
  orders.set(sort, order);
  return order;
}
