import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { hangUp } from '#db/client.ts';
import { isUnavailable } from '#db/unavailable.ts';

/** Brings a remembered value up to date with the products (uuids) that have changed since it was loaded, the first at `since`. */
type Mend<T> = (value: T, products: string[], since: number) => Promise<T>;

export type Cache = {
  /**
   * The value under `key`, loaded at most once at a time. With `mend` it survives changes of single products, and whoever
   * asks while it is loaded anew gets the former one rather than wait.
   */
  get: <T>(key: string, load: () => Promise<T>, mend?: Mend<T>) => Promise<T>;
  /** Whether changes are heard. While they are not, nothing is kept. */
  listening: () => boolean;
  clear: () => void;
  close: () => Promise<void>;
};

type Entry = {
  value: Promise<unknown>;
  mend: Mend<unknown> | undefined;
  changed: Set<string>;
  changedAt: number;
  loaded: boolean;
  outdated: boolean;
  /** The former value, a moment after the loading of this one began; gone when it is there. */
  former?: Promise<unknown> | undefined;
};

/** Keys are of stores and what their operators made, never of a visitor's choice; what was asked for longest ago goes first. */
const LIMIT = 5_000;
/** So many changed products are loaded anew together with all others. */
const MENDABLE = 1_000;
/** How long one waits for the new value where there is a former one. */
const PATIENCE_MS = 400;
/** A connection can be dead without a sign (a firewall, a machine that froze): it is asked so often, and has so long to answer. */
const ASK_EVERY_MS = 500;
const ANSWER_WITHIN_MS = 1_250;
/** While the database can't be asked, what was known before is given, for so long. */
export const LAST_RESORT_MS = 15 * 60_000;

/**
 * What changes only when an operator changes it. `NOTIFY cache_versions` (any payload) empties it in every process;
 * while the listening connection is down nothing is kept, so that a missed message can't leave old values behind: the database
 * is asked, and only when it can't be is the former value given.
 * `NOTIFY product_changes` (a trigger's) names a product whose price, stock or visibility has changed: values that can
 * be mended are mended when they are next asked for, and are kept until a new one is loaded.
 * The connection is one of its own, so that it comes back however many wait for the pool's.
 */
export function createCache(
  pool: pg.Pool,
  log: { warn: (message: string) => void },
  options: { onChange?: () => void; onOutdated?: () => void } = {},
): Cache {
  const entries = new LRUCache<string, Entry>({ max: LIMIT });
  /** What was known when the connection was lost. */
  let former = new Map<string, Entry>();
  let lostAt = 0;
  let listening = false;
  let closed = false;
  let told = false;
  let client: pg.Client | undefined;
  let asking: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function listen(): Promise<void> {
    const mine = new pg.Client({ ...pool.options, application_name: 'storefront cache' });
    client = mine;
    mine.on('notification', ({ channel, payload = '' }) => {
      options.onChange?.();
      if (channel === 'cache_versions') outdate();
      else for (const entry of entries.values()) change(entry, payload);
    });
    mine.on('error', () => lost(mine));
    mine.on('end', () => lost(mine));
    try {
      await mine.connect();
      await mine.query('LISTEN cache_versions; LISTEN product_changes');
      if (client !== mine) return;
      entries.clear();
      former.clear();
      listening = true;
      if (told) log.warn('cache: listening again');
      told = false;
      options.onChange?.();
      asking = setInterval(() => ask(mine), ASK_EVERY_MS).unref();
    } catch {
      lost(mine);
    }
  }

  let unanswered = false;
  /** What was notified before comes before the answer, so that an answer means that nothing was missed. */
  function ask(mine: pg.Client): void {
    if (unanswered) return;
    unanswered = true;
    // A busy process may only be late to read what has come: it looks once more before it gives up.
    const late = setTimeout(() => setImmediate(() => unanswered && lost(mine)), ANSWER_WITHIN_MS).unref();
    mine
      .query('select 1 as listening')
      .then(
        () => {
          unanswered = false;
        },
        () => lost(mine),
      )
      .finally(() => clearTimeout(late));
  }

  function change(entry: Entry, product: string): void {
    if (!entry.mend) return;
    if (entry.changed.size === 0) entry.changedAt = performance.now();
    entry.changed.add(product);
  }

  function lost(mine: pg.Client): void {
    if (client !== mine) return;
    client = undefined;
    unanswered = false;
    clearInterval(asking);
    hangUp(mine);
    if (listening) {
      former = new Map(entries.entries());
      lostAt = performance.now();
    }
    listening = false;
    entries.clear();
    if (closed) return;
    options.onChange?.();
    // At once, since it may have been nothing but a hiccup; then every second.
    retry = setTimeout(listen, told ? 1_000 : 50).unref();
    if (!told) log.warn('cache: not listening for changes; trying again');
    told = true;
  }

  async function loadUnheard<T>(key: string, load: () => Promise<T>): Promise<T> {
    try {
      return await load();
    } catch (error) {
      const known = performance.now() - lostAt < LAST_RESORT_MS ? former.get(key) : undefined;
      if (!known?.loaded || !isUnavailable(error)) throw error;
      return known.value as Promise<T>;
    }
  }

  function outdate(): void {
    options.onOutdated?.();
    for (const [key, entry] of [...entries.entries()]) {
      if (entry.mend) entry.outdated = true;
      else entries.delete(key);
    }
  }

  /** A value that could not be had is not remembered; the caller gets the error. */
  function keep(key: string, entry: Entry): void {
    const { value } = entry;
    value.then(
      () => {
        entry.loaded = true;
        entry.former = undefined;
      },
      () => entries.peek(key)?.value === value && entries.delete(key),
    );
  }

  const ready = listen();

  return {
    async get<T>(key: string, load: () => Promise<T>, mend?: Mend<T>): Promise<T> {
      const known = entries.get(key);
      if (known && !known.outdated && known.changed.size <= MENDABLE) {
        if (known.mend && known.changed.size > 0) {
          const { mend: bring, changed, changedAt } = known;
          known.changed = new Set();
          known.value = known.value.then((value) => bring(value, [...changed], changedAt));
          keep(key, known);
        }
        return soonest<T>(known);
      }
      if (!listening) return loadUnheard(key, load);
      // A query of Drizzle's is no promise but runs anew whenever it is awaited: one promise stands for its one answer.
      const entry: Entry = {
        value: Promise.resolve(load()),
        mend: mend as Mend<unknown> | undefined,
        changed: new Set(),
        changedAt: 0,
        loaded: false,
        outdated: false,
      };
      entry.former = known?.former ?? (known?.loaded ? later(known.value) : undefined);
      entry.former?.catch(() => {});
      entries.set(key, entry);
      keep(key, entry);
      return soonest<T>(entry);
    },
    listening: () => listening,
    clear: () => entries.clear(),
    async close() {
      closed = true;
      clearTimeout(retry);
      await ready;
      if (client) lost(client);
    },
  };
}

const soonest = <T>({ value, former }: Entry): Promise<T> =>
  (former ? Promise.race([value, former]) : value) as Promise<T>;

const later = async (former: Promise<unknown>): Promise<unknown> => {
  await wait(PATIENCE_MS, undefined, { ref: false });
  return former;
};
