import type { CollectionFilter } from '#contract/catalogue/collections.ts';
import { joinValues, parametersOf, splitValues } from '#domain/catalogue/filters.ts';
import { formatPrice } from '#domain/text/format.ts';
import { type Listing, listingQuery, withFilter } from '../listing.ts';
import { withFilters } from './change.ts';

/**
 * A filter in force: its name, with one of its values or all of it, what it is called, and how many there would be without
 * it (where that is known).
 */
export type Chip = { name: string; value: string | null; label: string; without: number | null };

/** Made on the server, so that nothing of it weighs on the browser. */
export function chipsOf(
  path: string,
  { search, filters: { price_min, price_max, monthly_max } }: Listing,
  filters: CollectionFilter[],
  without: Map<string, number>,
): Chip[] {
  const whole = (name: string, label: string): Chip => ({ name, value: null, label, without: without.get(name) ?? 0 });
  const chips: Chip[] = [];
  // On the results page the title says it.
  if (search && path !== '/category') chips.push({ ...whole('search', `״${search}״`), without: null });
  if (price_min || price_max) chips.push(whole('price', priceLabel(price_min, price_max)));
  if (monthly_max) chips.push(whole('monthly_max', `עד ${isolated(formatPrice(Number(monthly_max)))} לחודש`));
  for (const { key, unit, values } of filters) {
    const selected = values.filter((value) => value.selected);
    for (const { value, name } of selected) {
      chips.push({
        name: key,
        value,
        label: unit ? `${name} ${unit}` : name,
        without: selected.length === 1 ? (without.get(key) ?? 0) : null,
      });
    }
  }
  return chips;
}

function priceLabel(min: string | undefined, max: string | undefined): string {
  const price = (value: string) => formatPrice(Number(value));
  if (min && max) return isolated(`${price(min)}–${price(max)}`);
  return min ? `מ־${isolated(price(min))}` : `עד ${isolated(price(max ?? ''))}`;
}

const isolated = (text: string): string => `\u2066${text}\u2069`;

/** Where the list goes on without one of the filters in force; all else is as the listing says. */
export function withoutChip(path: string, listing: Listing, { name, value }: Pick<Chip, 'name' | 'value'>): string {
  if (name === 'search') return `${path}${listingQuery({ ...listing, search: '', page: 1 })}`;
  const { filters } = listing;
  const left =
    value === null
      ? withFilters(filters, Object.fromEntries(parametersOf(name).map((parameter) => [parameter, ''])))
      : withFilter(filters, name, joinValues(splitValues(filters[name] ?? '').filter((one) => one !== value)));
  return `${path}${listingQuery({ ...listing, filters: left, page: 1 })}`;
}

/** Where it goes on without any. On the results page the words are what it is about. */
export const withoutChips = (path: string, listing: Listing): string =>
  `${path}${listingQuery({ ...listing, search: path === '/category' ? listing.search : '', filters: {}, page: 1 })}`;
