import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { isGoodsTag, productOfTag } from '#db/cache-tags.ts';
import { isUnavailable } from '#db/unavailable.ts';
import { dependOn, EVERYTHING, recentChanges, recordReads, SHORT_LIVED } from './cache-reads.ts';
import { listenForChanges } from './change-listener.ts';

/** How a value is kept. */
type Keeping<T> = {
  /**
   * What it is made of (`db/cache-tags.ts`), besides what loading it reads through this cache: a change of these drops
   * it.
   */
  tags: string[];
  /**
   * A change of `on` does not drop it: before it is next given, it is brought up to date with the products (uuids) that
   * changed.
   */
  patch?: { on: string; apply: (value: T, products: string[]) => Promise<T> };
  /**
   * A change of these drops it as well, but not what is made of it: its readers name what they show of it themselves.
   */
  reload?: string[];
  /** Requests while it is loaded anew get the former value rather than wait long. */
  givesFormer?: boolean;
};

/** Tags that have changed; `lost`: from now on changes may be missed. */
type Change = string[] | typeof EVERYTHING | 'lost';

export type Cache = {
  /** The value under `key`, loaded at most once at a time, and kept until something that it was made of changes. */
  get: <T>(key: string, keeping: Keeping<T>, load: () => Promise<T>) => Promise<T>;
  /** Which of the tags have changed since `time` (`performance.now()`): what was begun before must not be kept. */
  changedSince: (tags: Iterable<string>, time: number) => string[];
  onChange: (listener: (change: Change) => void) => void;
  /** Whether changes are received. While they are not, nothing is cached. */
  listening: () => boolean;
  clear: () => void;
  close: () => Promise<void>;
};

type Entry = {
  value: Promise<unknown>;
  tags: Set<string>;
  keeping: Keeping<unknown>;
  /** Products to be patched. */
  changed: Set<string>;
  loaded: boolean;
  outdated: boolean;
  /** The former value, a moment after the loading of this one began; gone when it is there. */
  former?: Promise<unknown> | undefined;
};

/**
 * Keys are of stores and what their operators made, never of a visitor's choice; what was asked for longest ago goes
 * first.
 */
const MAX_ENTRIES = 5_000;
/** So many changed products are loaded anew together with all others. */
const MAX_PATCHED = 1_000;
/** How long one waits for the new value where there is a former one. */
const PATIENCE_MS = 400;
/** While the database can't be asked, what was known before is given, for so long. */
export const LAST_RESORT_MS = 15 * 60_000;

/**
 * What is loaded, and what becomes of it as something changes. `formerIsOver`: of readers who were given a former
 * value.
 */
function cachedEntries(changes: ReturnType<typeof recentChanges>, formerIsOver: (key: string) => void) {
  const entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES });

  function outdate(key: string, entry: Entry, tags: string[] | typeof EVERYTHING): void {
    const { patch, reload, givesFormer } = entry.keeping;
    if (tags === EVERYTHING || tags.some((tag) => entry.tags.has(tag) || reload?.includes(tag))) {
      if (givesFormer) entry.outdated = true;
      else entries.delete(key);
    } else if (patch && tags.includes(patch.on)) {
      for (const product of tags.flatMap((tag) => productOfTag(tag) ?? [])) entry.changed.add(product);
    }
  }

  /** A value that could not be had is not remembered; the caller gets the error. */
  function keep(key: string, entry: Entry, startedAt: number): void {
    const { value } = entry;
    value.then(
      () => {
        entry.loaded = true;
        // Who was given the former value meanwhile.
        if (entry.former) formerIsOver(key);
        entry.former = undefined;
        // What it turned out to be made of may have changed before that was known.
        const changed = changes.since([...entry.tags, ...(entry.keeping.reload ?? [])], startedAt);
        if (changed.length > 0 && entries.peek(key) === entry)
          outdate(key, entry, changed.includes(EVERYTHING) ? EVERYTHING : changed);
      },
      () => entries.peek(key)?.value === value && entries.delete(key),
    );
  }

  function startLoading<T>(key: string, keeping: Keeping<T>, load: () => Promise<T>, formerEntry?: Entry): Entry {
    const startedAt = performance.now();
    const tags = new Set(keeping.tags);
    const entry: Entry = {
      // A query of Drizzle's is no promise but runs anew whenever it is awaited: one promise stands for its one answer.
      value: recordReads(tags, () => Promise.resolve(load())),
      tags,
      keeping: keeping as Keeping<unknown>,
      changed: new Set(),
      loaded: false,
      outdated: false,
      former:
        formerEntry?.former ??
        (formerEntry?.loaded && keeping.givesFormer ? afterPatience(formerEntry.value) : undefined),
    };
    entry.former?.catch(() => {});
    entries.set(key, entry);
    keep(key, entry, startedAt);
    return entry;
  }

  function patchChanged(key: string, entry: Entry): void {
    const { patch } = entry.keeping;
    if (!patch || entry.changed.size === 0) return;
    const products = [...entry.changed];
    entry.changed.clear();
    entry.value = entry.value.then((value) => patch.apply(value, products));
    keep(key, entry, performance.now());
  }

  return { entries, outdate, startLoading, patchChanged };
}

/**
 * Values that are made of what operators write and of goods. What has changed comes by `NOTIFY` as tags, from any
 * process or command, and drops exactly the values that are made of it; an empty payload drops all. While the listening
 * connection is down nothing is kept, so that a missed message can't leave old values behind: the database is asked,
 * and only when it can't be is the former value given.
 */
export function createCache(
  pool: pg.Pool,
  log: { warn: (message: string) => void },
  options: { onChange?: () => void; onContentChange?: () => void } = {},
): Cache {
  const changes = recentChanges();
  const { entries, outdate, startLoading, patchChanged } = cachedEntries(changes, (key) => hear([loadingTag(key)]));
  const listeners: ((change: Change) => void)[] = [];
  /** What was known when the connection was lost. */
  let former = new Map<string, Entry>();
  let lostAt = 0;

  const connection = listenForChanges(pool, {
    log,
    changed(tags) {
      options.onChange?.();
      if (tags === EVERYTHING || !tags.every(isGoodsTag)) options.onContentChange?.();
      hear(tags);
    },
    began() {
      former.clear();
      clear();
      options.onChange?.();
    },
    lost() {
      former = new Map(entries.entries());
      lostAt = performance.now();
      changes.add(EVERYTHING);
      entries.clear();
      announce('lost');
      options.onChange?.();
    },
  });

  function hear(tags: string[] | typeof EVERYTHING): void {
    changes.add(tags);
    for (const [key, entry] of [...entries.entries()]) outdate(key, entry, tags);
    announce(tags);
  }

  function clear(): void {
    changes.add(EVERYTHING);
    entries.clear();
    announce(EVERYTHING);
  }

  const announce = (change: Change) => {
    for (const listener of listeners) listener(change);
  };

  /** Loads under way while changes are not heard. */
  const unheard = new Map<string, { value: Promise<unknown>; tags: Set<string> }>();

  /**
   * Nothing is kept, but who asks while it is loaded gets the same answer: else a whole catalogue would be read for
   * each of many requests.
   */
  async function shareLoad<T>(key: string, load: () => Promise<T>): Promise<T> {
    let running = unheard.get(key);
    if (!running) {
      const tags = new Set<string>();
      running = { value: recordReads(tags, () => Promise.resolve(load())).finally(() => unheard.delete(key)), tags };
      unheard.set(key, running);
    }
    const value = await running.value;
    dependOn(...running.tags);
    return value as T;
  }

  async function loadUnheard<T>(key: string, load: () => Promise<T>): Promise<T> {
    try {
      return await shareLoad(key, load);
    } catch (error) {
      const formerEntry = performance.now() - lostAt < LAST_RESORT_MS ? former.get(key) : undefined;
      if (!formerEntry?.loaded || !isUnavailable(error)) throw error;
      return formerEntry.value as Promise<T>;
    }
  }

  return {
    async get<T>(key: string, keeping: Keeping<T>, load: () => Promise<T>): Promise<T> {
      dependOn(...keeping.tags);
      const entry = entries.get(key);
      const usable = entry && !entry.outdated && entry.changed.size <= MAX_PATCHED;
      if (usable) patchChanged(key, entry);
      else if (!connection.listening()) return loadUnheard(key, load);
      return soonest<T>(key, usable ? entry : startLoading(key, keeping, load, entry));
    },
    changedSince: changes.since,
    onChange: (listener) => void listeners.push(listener),
    listening: connection.listening,
    clear,
    close: connection.close,
  };
}

/** A state of one's own for each cache, made when it is first asked for. */
export function perCache<S>(create: (cache: Cache) => S): (cache: Cache) => S {
  const states = new WeakMap<Cache, S>();
  return (cache) => {
    const state = states.get(cache) ?? create(cache);
    states.set(cache, state);
    return state;
  };
}

/** Of what was made of a value while a newer one was loaded: it is over as that is there. */
const loadingTag = (key: string): string => `loading:${key}`;

async function soonest<T>(key: string, { value, former, tags }: Entry): Promise<T> {
  const late = {};
  const first = former ? await Promise.race([value, former.then(() => late)]) : await value;
  dependOn(...tags);
  if (first !== late) return first as T;
  dependOn(SHORT_LIVED, loadingTag(key));
  return (await former) as T;
}

const afterPatience = async (former: Promise<unknown>): Promise<unknown> => {
  await wait(PATIENCE_MS, undefined, { ref: false });
  return former;
};
