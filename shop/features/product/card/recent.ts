import { readValue, writeValue } from '../../../browser-storage.ts';

/** Products viewed on this device, descending by time. */
const KEY = 'recently_viewed';
const LIMIT = 12;

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((uuid) => typeof uuid === 'string');

/** Records a view, and returns the products viewed before. */
export function visit(uuid: string): string[] {
  const others = (readValue(KEY, isList) ?? []).filter((other) => other !== uuid);
  writeValue(KEY, [uuid, ...others].slice(0, LIMIT));
  return others.slice(0, LIMIT);
}
