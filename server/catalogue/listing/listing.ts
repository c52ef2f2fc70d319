import type { CollectionFilter } from '#contract/catalogue/collections.ts';
import type { ProductsFilter } from '#contract/catalogue/products.ts';
import type { ProductKind } from '#contract/common.ts';
import { toAgorot } from '#domain/money/money.ts';
import { readSpokenPrice } from '#domain/search/spoken-price.ts';
import type { RequestContext } from '../../context.ts';
import { listBrands } from '../../stores/stores.ts';
import { type Bits, both, has, size } from '../engine/places.ts';
import type { Catalogue, Sort } from '../snapshot/catalogue.ts';
import { type Conditions, type Evaluation, evaluate } from '../snapshot/evaluate.ts';
import { type Scope, scopeOf } from '../snapshot/scope.ts';
import { catalogueOf } from '../snapshot/store-catalogue.ts';
import { membersOf } from './members.ts';
import { type Loan, loanOf, monthlyOf, pricesFor, toTerms } from './monthly.ts';
import { offerFilters } from './offer.ts';
import { valuesOf } from './query.ts';

/** A filter carried out: everything that the calls and the category page tell of it. */
export type Listing = Evaluation & {
  catalogue: Catalogue;
  /** All products that were asked for before filtering. */
  members: Bits;
  /** In the order asked for; those that were not found among them. */
  order: Uint32Array;
  conditions: Conditions;
  loan: Loan | null;
  /** What they all are; `null` where they differ. */
  kind: ProductKind | null;
  /** A search was not read to its end: there may be more, of each count too. */
  cut: boolean;
};

export async function getListing(
  ctx: RequestContext,
  filter: ProductsFilter,
  sort: Sort = 'recommended',
): Promise<Listing> {
  const { listing } = await prepare(ctx, filter, sort, filter.monthly_max !== undefined);
  return { ...listing, ...evaluate(listing.catalogue, listing.members, listing.conditions) };
}

/** The listing together with the filters that are offered, each value with its count. */
export async function getFilteredListing(
  ctx: RequestContext,
  filter: ProductsFilter,
  sort: Sort = 'recommended',
): Promise<Listing & { filters: CollectionFilter[] }> {
  const [{ listing, whole }, brands] = await Promise.all([
    prepare(ctx, filter, sort, true),
    listBrands(ctx, ctx.store.companyUid),
  ]);
  const { catalogue, members, conditions, loan } = listing;
  const scope = whole
    ? rememberedScope(catalogue, filter.collection, members)
    : scopeOf(catalogue, members, filter.kind);
  const offered = catalogue.collections.get(filter.collection ?? '')?.filters ?? scope.useful;
  // One that is in force is always offered, so that it can be taken back.
  const keys = [...offered, ...[...conditions.values.keys()].filter((key) => !offered.includes(key))];
  const free = !conditions.price && !conditions.monthly && conditions.values.size === 0;
  const evaluation = free ? scope.evaluation : evaluate(catalogue, members, conditions, keys);
  const filters = offerFilters({
    catalogue,
    scope,
    evaluation,
    keys,
    selected: conditions.values,
    brandNames: new Map(brands.map(({ key, name }) => [key, name])),
    monthly: loan && scope.prices && monthlyRange(loan, scope.prices),
  });
  return { ...listing, ...evaluation, filters };
}

/** `אופנוע עד 40,000` as a search and a bound of its price; a bound that is given besides stands instead. */
function withSpokenPrice(filter: ProductsFilter): ProductsFilter {
  const spoken = filter.search ? readSpokenPrice(filter.search) : null;
  if (!spoken) return filter;
  const isBounded = filter.price_min !== undefined || filter.price_max !== undefined;
  const bounds = isBounded ? {} : { price_min: spoken.min, price_max: spoken.max };
  return { ...filter, search: spoken.text || undefined, ...bounds };
}

async function prepare(ctx: RequestContext, asked: ProductsFilter, sort: Sort, withLoan: boolean) {
  const filter = withSpokenPrice(asked);
  const [catalogue, loan] = await Promise.all([catalogueOf(ctx), withLoan ? loanOf(ctx, filter) : null]);
  const { members, order, whole, cut } = await membersOf(ctx, catalogue, filter, sort);
  // What was not read may be something else.
  const kind = filter.kind ?? (cut ? null : kindOfAll(catalogue, members));
  const listing = { catalogue, members, order, loan, cut, kind, conditions: conditionsOf(filter, loan) };
  return { listing, whole: whole && !filter.kind };
}

function kindOfAll({ kinds }: Catalogue, members: Bits): ProductKind | null {
  const total = size(members);
  const all = [...kinds].find(([, own]) => total > 0 && size(both(members, own)) === total);
  return all ? (all[0] as ProductKind) : null;
}

/** Places of one page's products, in order. */
export function placesOnPage({ order, found }: Listing, page: number, size: number): number[] {
  const places: number[] = [];
  let skip = (page - 1) * size;
  for (const product of order) {
    if (!has(found, product) || skip-- > 0) continue;
    places.push(product);
    if (places.length === size) break;
  }
  return places;
}

function conditionsOf(filter: ProductsFilter, loan: Loan | null): Conditions {
  const { price_min: min, price_max: max, monthly_max } = filter;
  return {
    kind: filter.kind,
    price:
      min === undefined && max === undefined
        ? undefined
        : { from: agorot(min ?? 0), to: max === undefined ? Number.POSITIVE_INFINITY : agorot(max) },
    monthly: monthly_max === undefined || !loan ? undefined : pricesFor(loan, agorot(monthly_max)),
    values: valuesOf(filter),
  };
}

/** A bound may have any number of decimals. */
const agorot = (shekels: number): number => toAgorot(Math.round(shekels * 100) / 100);

/** The least and the most that a vehicle here costs a month. */
function monthlyRange(loan: Loan, prices: { min: number; max: number }) {
  const financed = pricesFor(loan, Number.MAX_SAFE_INTEGER);
  const least = monthlyOf(loan, Math.max(prices.min, financed.from));
  const most = monthlyOf(loan, Math.min(prices.max, financed.to));
  return least === null || most === null || least > most ? null : { terms: toTerms(loan), least, most };
}

function rememberedScope(catalogue: Catalogue, collection = '', members: Bits): Scope {
  const known = catalogue.scopes.get(collection) ?? scopeOf(catalogue, members);
  catalogue.scopes.set(collection, known);
  return known;
}
