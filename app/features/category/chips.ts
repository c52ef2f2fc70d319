import type { CollectionFilter } from '#contract/collections.ts';
import { formatPrice } from '#domain/format.ts';
import { type Filters, type Listing, listingQuery, toggled, withFilter } from './listing.ts';

/** A filter in force: what it is called, where it is gone, and how many there would be then (where that is known). */
export type Chip = { key: string; label: string; to: string; without: number | null };

/** Made on the server, so that nothing of it weighs on the browser. */
export function chipsOf(
  path: string,
  listing: Listing,
  filters: CollectionFilter[],
  without: Map<string, number>,
): Chip[] {
  const { price_min, price_max, monthly_max } = listing.filters;
  const to = (left: Filters) => `${path}${listingQuery({ ...listing, filters: left, page: 1 })}`;
  const numberOf = (key: string, only: boolean) => (only ? (without.get(key) ?? 0) : null);
  const chips: Chip[] = [];
  // On the results page the title says it.
  if (listing.search && path !== '/category') {
    const left = `${path}${listingQuery({ ...listing, search: '', page: 1 })}`;
    chips.push({ key: 'search', label: `״${listing.search}״`, to: left, without: null });
  }
  if (price_min || price_max) {
    const left = withFilter(withFilter(listing.filters, 'price_min', ''), 'price_max', '');
    chips.push({
      key: 'price',
      label: priceLabel(price_min, price_max),
      to: to(left),
      without: numberOf('price', true),
    });
  }
  if (monthly_max) {
    const left = ['monthly_max', 'down_percent', 'months'].reduce(
      (all, name) => withFilter(all, name, ''),
      listing.filters,
    );
    const label = `עד ${isolated(formatPrice(Number(monthly_max)))} לחודש`;
    chips.push({ key: 'monthly_max', label, to: to(left), without: numberOf('monthly_max', true) });
  }
  for (const { key, unit, values } of filters) {
    const selected = values.filter((value) => value.selected);
    for (const { value, name } of selected) {
      chips.push({
        key: `${key}=${value}`,
        label: unit ? `${name} ${unit}` : name,
        to: to(toggled(listing.filters, key, value)),
        without: numberOf(key, selected.length === 1),
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
