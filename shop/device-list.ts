import { useSyncExternalStore } from 'react';
import { createListeners } from '#ui/hooks/listeners.ts';
import { onStored, readValue, writeValue } from './browser-storage.ts';

type Options<T> = {
  /** Storage key. Storage is per origin, so each store has its own lists. */
  key: string;
  limit: number;
  isItem: (value: unknown) => value is T;
};

export type DeviceList<T> = {
  get: () => T[];
  set: (items: T[]) => void;
  /** Empty on the server and during hydration. */
  use: () => T[];
  /** Re-renders only when the picked part changes. */
  usePart: <P>(pick: (items: T[]) => P) => P;
};

/**
 * The one way to keep a list on the device: read once, in step across tabs of the store and after Back; with full,
 * blocked or corrupt storage it lasts until the page is left.
 */
export function deviceList<T>({ key, limit, isItem }: Options<T>): DeviceList<T> {
  const none: T[] = [];
  const { notify, subscribe } = createListeners();
  let items: T[] | null = null;

  const isList = (value: unknown): value is T[] => Array.isArray(value) && value.every(isItem);
  const get = (): T[] => (items ??= (readValue(key, isList) ?? none).slice(0, limit));

  // Code that shows no list counts on it, too.
  if (typeof window !== 'undefined')
    onStored((changed) => {
      if (changed !== null && changed !== key) return;
      items = null;
      notify();
    });

  return {
    get,
    set(next) {
      items = next.slice(0, limit);
      writeValue(key, items.length > 0 ? items : null);
      notify();
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
