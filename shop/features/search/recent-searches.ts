import { readValue, writeValue } from '../../browser-storage.ts';

/** Queries made on this device, descending by time. Storage is per origin, so each store has its own. */
const KEY = 'recentSearches';
const MOST = 5;

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && one.length <= 200);

export const recentSearches = (): string[] => (readValue(KEY, isList) ?? []).slice(0, MOST);

export function rememberSearch(search: string): void {
  const text = search.trim();
  if (text === '') return;
  writeValue(KEY, [text, ...recentSearches().filter((one) => one !== text)].slice(0, MOST));
}

export const forgetSearches = (): void => writeValue(KEY, null);
