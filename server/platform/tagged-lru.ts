import { LRUCache } from 'lru-cache';

type Tagged = { tags: ReadonlySet<string> };
export type TaggedLru<V extends Tagged> = LRUCache<string, V> & {
  /** The entries that have one of these tags. */
  tagged: (tags: string[]) => [key: string, value: V][];
};

/**
 * An LRU bounded by bytes, whose entries can be found by their tags. Tags that are added later count from the next
 * `set`.
 */
export function taggedLru<V extends Tagged>(options: {
  maxSize: number;
  sizeCalculation?: (value: V) => number;
}): TaggedLru<V> {
  const keys = new Map<string, Set<string>>();
  const lru = new LRUCache<string, V>({
    ...options,
    onInsert(value, key) {
      for (const tag of value.tags) {
        const taggedKeys = keys.get(tag);
        if (taggedKeys) taggedKeys.add(key);
        else keys.set(tag, new Set([key]));
      }
    },
    dispose(value, key) {
      for (const tag of value.tags) {
        const taggedKeys = keys.get(tag);
        taggedKeys?.delete(key);
        if (taggedKeys?.size === 0) keys.delete(tag);
      }
    },
  });
  return Object.assign(lru, {
    tagged(tags: string[]): [string, V][] {
      const tagged = new Set(tags.flatMap((tag) => [...(keys.get(tag) ?? [])]));
      return [...tagged].flatMap((key): [string, V][] => {
        const value = lru.peek(key);
        return value ? [[key, value]] : [];
      });
    },
  });
}
