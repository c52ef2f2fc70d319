import { LRUCache } from 'lru-cache';
import { isGoodsTag } from '#db/cache-tags.ts';
import { type Cache, perCache } from '../../platform/cache.ts';

/** Versions of drafts that are held at once; a catalogue of each store that is looked at lies in them. */
const MAX_CACHES = 6;
/** For so long goods may be older than those of the shop. */
const GOODS_MS = 60_000;
/** So long anything at all is cached, so that a dependency which was forgotten heals. */
const LONGEST_MS = 5 * 60_000;

type Held = { cache: Cache; begunAt: number };

/**
 * What was read in previews, by what they show (`key`): never what anybody else is given, and never taken from what
 * others read. Once an operator changes anything, each begins anew.
 */
export const previewCachesOf = perCache((shared: Cache) => {
  const held = new LRUCache<string, Held>({ max: MAX_CACHES });
  let goodsAt = Number.NEGATIVE_INFINITY;
  shared.onChange((change) => {
    if (Array.isArray(change) && change.every(isGoodsTag)) goodsAt = performance.now();
    else held.clear();
  });
  return (key: string): Cache => {
    const now = performance.now();
    const current = held.get(key);
    const outdated = current && goodsAt > current.begunAt && now - current.begunAt > GOODS_MS;
    if (current && !outdated && now - current.begunAt < LONGEST_MS) return current.cache;
    const cache = createPreviewCache();
    held.set(key, { cache, begunAt: now });
    return cache;
  };
});

/**
 * Keeps what could be loaded. Requests of one preview come one after the other, so that nobody waits for another's
 * transaction.
 */
function createPreviewCache(): Cache {
  const values = new LRUCache<string, { value: Promise<unknown> }>({ max: 2_000 });
  return {
    get<T>(key: string, _keeping: unknown, load: () => Promise<T>): Promise<T> {
      const cachedEntry = values.get(key);
      if (cachedEntry) return cachedEntry.value as Promise<T>;
      const value = Promise.resolve().then(load);
      values.set(key, { value });
      value.catch(() => values.peek(key)?.value === value && values.delete(key));
      return value;
    },
    changedSince: () => [],
    onChange: () => {},
    listening: () => true,
    clear: () => values.clear(),
    close: async () => {},
  };
}
