import type { CollectionFilter } from '#contract/catalogue/collections.ts';
import { filterDefinitions, joinValues, parametersOf, splitValues } from '#domain/catalogue/filters.ts';
import { type Listing, listingQuery } from '../listing-url.ts';
import { withFilter, withFilters } from './change.ts';

/**
 * A filter in force: its name, with one of its values or all of it, what it is called, and how many there would be
 * without it (where that is known).
 */
export type Chip = { name: string; value: string | null; label: string; without: number | null };

/** Made on the server, so that nothing of it weighs on the browser. */
export function chipsOf(
  path: string,
  { search, filters: selected }: Listing,
  filters: CollectionFilter[],
  without: Map<string, number>,
): Chip[] {
  const filterChip = (name: string, label: string): Chip => ({
    name,
    value: null,
    label,
    without: without.get(name) ?? 0,
  });
  const chips: Chip[] = [];
  // On the results page the title says it.
  if (search && path !== '/category') chips.push({ ...filterChip('search', `״${search}״`), without: null });
  for (const [name, { chip }] of Object.entries(filterDefinitions)) {
    if (chip && parametersOf(name).some((parameter) => selected[parameter]))
      chips.push(filterChip(name, chip(selected)));
  }
  for (const { key, name: filter, unit, values } of filters) {
    const inForce = values.filter((value) => value.selected);
    for (const { value, name } of inForce) {
      chips.push({
        name: key,
        value,
        // A bare number says nothing of what it counts.
        label: unit ? `${name} ${unit}` : /^\d+$/.test(name) ? `${filter}: ${name}` : name,
        without: inForce.length === 1 ? (without.get(key) ?? 0) : null,
      });
    }
  }
  return chips;
}

/** Where the list goes on without one of the filters in force; all else is as the listing says. */
export function withoutChip(path: string, listing: Listing, { name, value }: Pick<Chip, 'name' | 'value'>): string {
  if (name === 'search') return `${path}${listingQuery({ ...listing, search: '', page: 1 })}`;
  const { filters } = listing;
  const remaining =
    value === null
      ? withFilters(filters, Object.fromEntries(parametersOf(name).map((parameter) => [parameter, ''])))
      : withFilter(filters, name, joinValues(splitValues(filters[name] ?? '').filter((one) => one !== value)));
  return `${path}${listingQuery({ ...listing, filters: remaining, page: 1 })}`;
}

/** Where it goes on without any. On the results page the words are what it is about. */
export const withoutChips = (path: string, listing: Listing): string =>
  `${path}${listingQuery({ ...listing, search: path === '/category' ? listing.search : '', filters: {}, page: 1 })}`;
