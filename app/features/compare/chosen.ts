import { useSyncExternalStore } from 'react';
import { readValue, writeValue } from '../cart/cart-storage.ts';

/** Kept on the device, so by store: what was put side by side last. */
const KEY = 'compare';
export const MOST_COMPARED = 4;

export type Compared = { slug: string; name: string; image: string | null };

const none: Compared[] = [];
let chosen: Compared[] | null = null;
const listeners = new Set<() => void>();

const isCompared = (value: unknown): value is Compared =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Compared).slug === 'string' &&
  typeof (value as Compared).name === 'string';
const isList = (value: unknown): value is Compared[] => Array.isArray(value) && value.every(isCompared);
const read = (): Compared[] => (chosen ??= (readValue(KEY, isList) ?? none).slice(0, MOST_COMPARED));

function announce(): void {
  for (const listener of listeners) listener();
}

/** Another tab of the store has changed them. */
function onStorage(event: StorageEvent): void {
  if (event.key !== null && event.key !== KEY) return;
  chosen = null;
  announce();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

export function setCompared(list: Compared[]): void {
  chosen = list.slice(0, MOST_COMPARED);
  writeValue(KEY, chosen);
  announce();
}

/** `false` when there is no room for one more. */
export function toggleCompared(one: Compared): boolean {
  const list = read();
  const rest = list.filter(({ slug }) => slug !== one.slug);
  if (rest.length === list.length && list.length >= MOST_COMPARED) return false;
  setCompared(rest.length < list.length ? rest : [...list, one]);
  return true;
}

/** None on the server and while the page comes to life. */
export const useCompared = (): Compared[] => useSyncExternalStore(subscribe, read, () => none);

export const comparePath = (slugs: string[]): string =>
  slugs.length === 0 ? '/compare' : `/compare?ids=${slugs.map(encodeURIComponent).join(',')}`;
