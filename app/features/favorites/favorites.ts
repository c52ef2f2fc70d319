import { useSyncExternalStore } from 'react';
import { readValue, writeValue } from '../cart/cart-storage.ts';

/** Kept on the device, so by store (storage is per origin): uuids of products, the newest first. */
const KEY = 'favorites';
const LIMIT = 500;

const none: string[] = [];
let favorites: string[] | null = null;
const listeners = new Set<() => void>();

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((uuid) => typeof uuid === 'string');
const read = (): string[] => (favorites ??= readValue(KEY, isList) ?? none);

function announce(): void {
  for (const listener of listeners) listener();
}

/** Another tab of the store has changed them. */
function onStorage(event: StorageEvent): void {
  if (event.key !== null && event.key !== KEY) return;
  favorites = null;
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

/** Storage that is full or blocked loses the note when the page is left, not before. */
export function setFavorites(uuids: string[]): void {
  favorites = [...new Set(uuids)].slice(0, LIMIT);
  writeValue(KEY, favorites);
  announce();
}

export const getFavorites = (): string[] => read();

/** All favourites; none on the server and while the page comes to life. */
export const useFavorites = (): string[] => useSyncExternalStore(subscribe, read, () => none);

export const useIsFavorite = (uuid: string): boolean =>
  useSyncExternalStore(
    subscribe,
    () => read().includes(uuid),
    () => false,
  );
