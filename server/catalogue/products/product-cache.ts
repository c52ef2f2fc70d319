import { LRUCache } from 'lru-cache';
import type { RequestContext } from '../../context.ts';

/** A value as it was read, the products (uuids) that it tells something of, and about how much memory it takes. */
type Shelved<V> = { value: V; about: string[]; bytes: number };

/** Values of one kind, one of each product of each store. What `read` leaves out is not to be had. */
export type Shelf<V> = {
  name: string;
  /** Bytes, of all stores together; what was asked for longest ago goes first. */
  most: number;
  read: (ctx: RequestContext, uuids: string[]) => Promise<Map<string, Shelved<V>>>;
};

type Kept<V> = { value: Promise<V | undefined>; about: Set<string> | null };
type Batch<V> = { uuids: Set<string>; read: Promise<Map<string, Shelved<V>>> };
/** Of one store: when what is being read will be there, and what is to be read then. */
type Queue<V> = { last: Promise<unknown>; next: Batch<V> | null };
type State<V> = { kept: LRUCache<string, Kept<V>>; queues: Map<string, Queue<V>> };

const MOST_AT_ONCE = 200;

/**
 * Values of these products, `undefined` for those that there is none of. Each is kept until one of the products that it tells of
 * changes (`cache.ts`). What isn't there is read together with all that is asked for while something else is being read: under
 * load a product costs a fraction of its queries.
 */
export async function fromShelf<V>(ctx: RequestContext, shelf: Shelf<V>, uuids: string[]): Promise<(V | undefined)[]> {
  const state = await ctx.cache.get<State<V>>(
    `shelf:${shelf.name}`,
    async () => ({ kept: new LRUCache({ maxSize: shelf.most }), queues: new Map() }),
    async (old, changed) => {
      forget(old, changed);
      return old;
    },
  );
  return Promise.all(uuids.map((uuid) => take(ctx, shelf, state, uuid)));
}

function take<V>(ctx: RequestContext, shelf: Shelf<V>, state: State<V>, uuid: string): Promise<V | undefined> {
  const key = `${ctx.store.uuid}/${uuid}`;
  const known = state.kept.get(key);
  if (known) return known.value;
  const reading = ask(ctx, shelf, state, uuid);
  const kept: Kept<V> = { value: reading.then((read) => read?.value), about: null };
  state.kept.set(key, kept, { size: 1 });
  reading.then(
    (read) => {
      if (state.kept.peek(key) !== kept) return;
      if (!read) return void state.kept.delete(key);
      kept.about = new Set([uuid, ...read.about]);
      state.kept.set(key, kept, { size: read.bytes });
    },
    () => state.kept.peek(key) === kept && state.kept.delete(key),
  );
  return kept.value;
}

async function ask<V>(
  ctx: RequestContext,
  shelf: Shelf<V>,
  state: State<V>,
  uuid: string,
): Promise<Shelved<V> | undefined> {
  const queue = state.queues.get(ctx.store.uuid) ?? { last: Promise.resolve(), next: null };
  state.queues.set(ctx.store.uuid, queue);
  let batch = queue.next;
  if (!batch || batch.uuids.size >= MOST_AT_ONCE) {
    const uuids = new Set<string>();
    const read = queue.last.then(() => {
      if (queue.next?.uuids === uuids) queue.next = null;
      return shelf.read(ctx, [...uuids]);
    });
    batch = { uuids, read };
    queue.next = batch;
    queue.last = read.catch(() => {});
  }
  batch.uuids.add(uuid);
  return (await batch.read).get(uuid);
}

/** What is still being read may have been read before the change, whatever it will tell of. */
function forget<V>(state: State<V>, changed: string[]): void {
  for (const [key, { about }] of [...state.kept.entries()]) {
    if (!about || changed.some((uuid) => about.has(uuid))) state.kept.delete(key);
  }
}
