import { joinValues, splitValues } from '#domain/catalogue/filter-values.ts';
import { type Listing, listingQuery, withFilter } from '../listing.ts';
import { withFilters } from './change.ts';
import type { Chip } from './chips.ts';

/** What a chip tells together. */
const together: Record<string, string[]> = {
  price: ['price_min', 'price_max'],
  monthly_max: ['monthly_max', 'down_percent', 'months'],
};

/** Where the list goes on without one of the filters in force; all else is as the listing says. */
export function withoutChip(path: string, listing: Listing, { name, value }: Pick<Chip, 'name' | 'value'>): string {
  if (name === 'search') return `${path}${listingQuery({ ...listing, search: '', page: 1 })}`;
  const { filters } = listing;
  const left =
    value === null
      ? withFilters(filters, Object.fromEntries((together[name] ?? [name]).map((one) => [one, ''])))
      : withFilter(filters, name, joinValues(splitValues(filters[name] ?? '').filter((one) => one !== value)));
  return `${path}${listingQuery({ ...listing, filters: left, page: 1 })}`;
}

/** Where it goes on without any. On the results page the words are what it is about. */
export const withoutChips = (path: string, listing: Listing): string =>
  `${path}${listingQuery({ ...listing, search: path === '/category' ? listing.search : '', filters: {}, page: 1 })}`;
