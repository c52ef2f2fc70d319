import type { Filters } from '#domain/catalogue/filters.ts';
import { parseNumber } from '#domain/text/typed-number.ts';
import { withFilter } from '../listing.ts';

/** `soon`: while a thumb moves or a word is typed, the list waits for a pause. */
export type Change = (filters: Filters, soon?: boolean) => void;

const MOST = 999_999_999;

/** What is typed as the address says it, in shekels with agorot; `''` where nothing is, `null` where it is no sum. */
export function sumOf(text: string): string | null {
  if (text.trim() === '') return '';
  const value = parseNumber(text);
  return value === undefined || value < 0 ? null : String(Math.min(Math.round(value * 100) / 100, MOST));
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
