import { catalogueTag, productTag, settingsTag } from '#db/cache-tags.ts';
import type { RequestContext } from '../context.ts';
import { perCache } from '../platform/cache.ts';
import { dependOn, recordReads } from '../platform/cache-reads.ts';
import { type TaggedLru, taggedLru } from '../platform/tagged-lru.ts';

/**
 * A value as it was read, what it is made of besides its own product (`db/cache-tags.ts`), and about how much memory it
 * takes.
 */
type LoadedProduct<V> = { value: V; tags: string[]; bytes: number };

/** Values of one kind, one of each product of each store. */
export type ProductCache<V> = {
  /** For all stores together; what was asked for longest ago goes first. */
  maxBytes: number;
  /** Values of these products; what it leaves out is not to be had. */
  load: (ctx: RequestContext, uuids: string[]) => Promise<Map<string, LoadedProduct<V>>>;
};

type Entry<V> = { value: Promise<V | undefined>; tags: Set<string> };
type Batch<V> = { uuids: Set<string>; tags: Set<string>; loaded: Promise<Map<string, LoadedProduct<V>>> };
/** Of one store: when what is being loaded will be there, and what is to be loaded then. */
type Queue<V> = { last: Promise<unknown>; next: Batch<V> | null };
type State<V> = { entries: TaggedLru<Entry<V>>; queues: Map<string, Queue<V>> };

const MAX_CONCURRENT = 200;

/** Defines a cache of products, which each process fills for itself. */
export function productCache<V>({ maxBytes, load }: ProductCache<V>) {
  const stateOf = perCache((cache): State<V> => {
    const state: State<V> = { entries: taggedLru({ maxSize: maxBytes }), queues: new Map() };
    cache.onChange((change) => {
      if (!Array.isArray(change)) state.entries.clear();
      else for (const [key] of state.entries.tagged(change)) state.entries.delete(key);
    });
    return state;
  });

  function find(ctx: RequestContext, state: State<V>, uuid: string): Entry<V> {
    const key = `${ctx.store.uuid}/${uuid}`;
    const cached = state.entries.get(key);
    if (cached) return cached;
    const startedAt = performance.now();
    const tags = new Set([productTag(uuid), catalogueTag(ctx.store.uuid), settingsTag(ctx.store.uuid)]);
    const { batch, loaded } = enqueue(ctx, state, uuid);
    const entry: Entry<V> = { value: loaded.then((product) => product?.value), tags };
    if (!ctx.cache.listening()) return entry;
    state.entries.set(key, entry, { size: 1 });
    loaded.then(
      (product) => {
        for (const tag of [...batch.tags, ...(product?.tags ?? [])]) tags.add(tag);
        if (state.entries.peek(key) !== entry) return;
        const outdated = ctx.cache.changedSince(tags, startedAt).length > 0;
        if (!product || outdated) state.entries.delete(key);
        else {
          // The same value set again keeps its former size, and its former tags.
          state.entries.delete(key);
          state.entries.set(key, entry, { size: product.bytes });
        }
      },
      () => state.entries.peek(key) === entry && state.entries.delete(key),
    );
    return entry;
  }

  /**
   * Under load a product costs a fraction of its queries: it is loaded together with all that is asked for meanwhile.
   */
  function enqueue(ctx: RequestContext, state: State<V>, uuid: string) {
    const queue = state.queues.get(ctx.store.uuid) ?? { last: Promise.resolve(), next: null };
    state.queues.set(ctx.store.uuid, queue);
    let batch = queue.next;
    if (!batch || batch.uuids.size >= MAX_CONCURRENT) {
      const uuids = new Set<string>();
      const tags = new Set<string>();
      const loaded = queue.last.then(() => {
        if (queue.next?.uuids === uuids) queue.next = null;
        return recordReads(tags, () => load(ctx, [...uuids]));
      });
      batch = { uuids, tags, loaded };
      queue.next = batch;
      queue.last = loaded.catch(() => {});
    }
    batch.uuids.add(uuid);
    return { batch, loaded: batch.loaded.then((products) => products.get(uuid)) };
  }

  /**
   * Values of these products, `undefined` for those that there is none of. Each is kept until something that it is made
   * of changes.
   */
  return function loadCached(ctx: RequestContext, uuids: string[]): Promise<(V | undefined)[]> {
    const state = stateOf(ctx.cache);
    return Promise.all(
      uuids.map(async (uuid) => {
        const { value, tags } = find(ctx, state, uuid);
        dependOn(...tags);
        const product = await value;
        dependOn(...tags);
        return product;
      }),
    );
  };
}
