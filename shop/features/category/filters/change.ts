import type { CollectionFilter } from '#contract/catalogue/collections.ts';
import { type Filters, joinValues, splitValues } from '#domain/catalogue/filters.ts';
import { nearestAgorot, toShekels } from '#domain/money/money.ts';
import { parseNumber } from '#domain/text/typed-number.ts';
import type { ListedKind } from '../listing-url.ts';

/** `soon`: while a thumb moves or a word is typed, the list waits for a pause. */
type Change = (filters: Filters, soon?: boolean) => void;

/**
 * What the control of a filter is given. `selection`: the filters as they are chosen, ahead of the list that is shown.
 */
export type ControlProps = { filter: CollectionFilter; selection: Filters; kind: ListedKind; change: Change };

const MAX_SUM = 999_999_999;

/** What is typed as the address says it, in shekels with agorot; `''` where nothing is, `null` where it is no sum. */
export function sumOf(text: string): string | null {
  if (text.trim() === '') return '';
  const value = parseNumber(text);
  return value === undefined || value < 0 ? null : String(Math.min(toShekels(nearestAgorot(value)), MAX_SUM));
}

export const setNumber = (filters: Filters, name: string, value: number | string): Filters =>
  withFilter(filters, name, String(value));

/** These filters on top of others; `''` takes one out. */
export const withFilters = (filters: Filters, changes: Filters): Filters =>
  Object.entries(changes).reduce((all, [name, value]) => withFilter(all, name, value), filters);

/** What `withFilters` makes of the one the other. */
export const changesOf = (before: Filters, after: Filters): Filters =>
  Object.fromEntries(
    Object.keys({ ...before, ...after })
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, after[name] ?? '']),
  );

/** The filters with this value put in, or taken out where it was in. */
export function toggled(filters: Filters, name: string, value: string): Filters {
  const values = splitValues(filters[name] ?? '');
  const others = values.filter((one) => one !== value);
  return withFilter(filters, name, joinValues(others.length < values.length ? others : [...values, value]));
}

/** The filters with another value of one; `''` takes it out. */
export function withFilter(filters: Filters, name: string, value: string): Filters {
  const { [name]: _before, ...others } = filters;
  return value ? { ...others, [name]: value } : others;
}
