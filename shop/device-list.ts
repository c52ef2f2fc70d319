import { useSyncExternalStore } from 'react';
import { readValue, writeValue } from './features/cart/cart-storage.ts';

type Options<T> = {
  /** In the browser's storage, which is per origin: each store has lists of its own. */
  key: string;
  limit: number;
  isItem: (value: unknown) => value is T;
};

export type DeviceList<T> = {
  get: () => T[];
  set: (items: T[]) => void;
  /** None on the server and while the page comes to life. */
  use: () => T[];
  /** Renders anew only when what is picked from the list changes. */
  usePart: <P>(pick: (items: T[]) => P) => P;
};

/**
 * The one way to keep a list on the device: it is read once, tabs of the same store stay in step, and storage that is
 * full, blocked or corrupt loses the note when the page is left, not before.
 */
export function deviceList<T>({ key, limit, isItem }: Options<T>): DeviceList<T> {
  const none: T[] = [];
  const listeners = new Set<() => void>();
  let items: T[] | null = null;

  const isList = (value: unknown): value is T[] => Array.isArray(value) && value.every(isItem);
  const get = (): T[] => (items ??= (readValue(key, isList) ?? none).slice(0, limit));
  const announce = (): void => {
    for (const listener of listeners) listener();
  };

  /** Another tab has changed it. */
  function onStorage(event: StorageEvent): void {
    if (event.key !== null && event.key !== key) return;
    items = null;
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

  return {
    get,
    set(next) {
      items = next.slice(0, limit);
      writeValue(key, items.length > 0 ? items : null);
      announce();
    },
    use: () => useSyncExternalStore(subscribe, get, () => none),
    usePart: (pick) =>
      useSyncExternalStore(
        subscribe,
        () => pick(get()),
        () => pick(none),
      ),
  };
}

export const isText = (value: unknown): value is string => typeof value === 'string';
