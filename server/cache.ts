import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

/** Brings a remembered value up to date with the products (uuids) that have changed since it was loaded, the first at `since`. */
type Mend<T> = (value: T, products: string[], since: number) => Promise<T>;

export type Cache = {
  /**
   * The value under `key`, loaded at most once at a time. With `mend` it survives changes of single products, and whoever
   * asks while it is loaded anew gets the former one rather than wait.
   */
  get: <T>(key: string, load: () => Promise<T>, mend?: Mend<T>) => Promise<T>;
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

const LIMIT = 5_000;
/** So many changed products are loaded anew together with all others. */
const MENDABLE = 1_000;
/** How long one waits for the new value where there is a former one. */
const PATIENCE_MS = 400;

/**
 * What changes only when an operator changes it. `NOTIFY cache_versions` (any payload) empties it in every process;
 * while the listening connection is down nothing is kept, so that a missed message can't leave old values behind.
 * `NOTIFY product_changes` (a trigger's) names a product whose price, stock or visibility has changed: values that can
 * be mended are mended when they are next asked for, and are kept until a new one is loaded.
 */
export function createCache(pool: pg.Pool, log: { warn: (message: string) => void }): Cache {
  const entries = new Map<string, Entry>();
  let listening = false;
  let closed = false;
  let client: pg.PoolClient | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function listen(): Promise<void> {
    try {
      client = await pool.connect();
      client.on('notification', ({ channel, payload = '' }) => {
        if (channel === 'cache_versions') outdate();
        else for (const entry of entries.values()) change(entry, payload);
      });
      client.on('error', () => lost());
      await client.query('LISTEN cache_versions; LISTEN product_changes');
      entries.clear();
      listening = true;
    } catch {
      lost();
    }
  }

  function change(entry: Entry, product: string): void {
    if (!entry.mend) return;
    if (entry.changed.size === 0) entry.changedAt = Date.now();
    entry.changed.add(product);
  }

  function lost(): void {
    listening = false;
    entries.clear();
    client?.release(true);
    client = undefined;
    if (closed) return;
    log.warn('cache: not listening for changes; trying again');
    retry = setTimeout(listen, 1_000);
    retry.unref();
  }

  function outdate(): void {
    for (const [key, entry] of entries) {
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
      () => entries.get(key)?.value === value && entries.delete(key),
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
      // A query of Drizzle's is no promise but runs anew whenever it is awaited: one promise stands for its one answer.
      const entry: Entry = {
        value: Promise.resolve(load()),
        mend: mend as Mend<unknown> | undefined,
        changed: new Set(),
        changedAt: 0,
        loaded: false,
        outdated: false,
      };
      if (listening) {
        entry.former = known?.former ?? (known?.loaded ? later(known.value) : undefined);
        entry.former?.catch(() => {});
        if (entries.size >= LIMIT) entries.delete(entries.keys().next().value as string);
        entries.set(key, entry);
        keep(key, entry);
      }
      return soonest<T>(entry);
    },
    clear: () => entries.clear(),
    async close() {
      closed = true;
      clearTimeout(retry);
      await ready;
      client?.removeAllListeners('error');
      client?.on('error', () => {});
      client?.release(true);
    },
  };
}

const soonest = <T>({ value, former }: Entry): Promise<T> =>
  (former ? Promise.race([value, former]) : value) as Promise<T>;

const later = async (former: Promise<unknown>): Promise<unknown> => {
  await wait(PATIENCE_MS, undefined, { ref: false });
  return former;
};
