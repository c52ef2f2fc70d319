import type pg from 'pg';

export type Cache = {
  /** The value under `key`, loaded at most once at a time. */
  get: <T>(key: string, load: () => Promise<T>) => Promise<T>;
  clear: () => void;
  close: () => Promise<void>;
};

const LIMIT = 5_000;

/**
 * What changes only when an operator changes it. `NOTIFY cache_versions` (any payload) empties it in every process;
 * while the listening connection is down nothing is kept, so that a missed message can't leave old values behind.
 */
export function createCache(pool: pg.Pool, log: { warn: (message: string) => void }): Cache {
  const values = new Map<string, Promise<unknown>>();
  let listening = false;
  let closed = false;
  let client: pg.PoolClient | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function listen(): Promise<void> {
    try {
      client = await pool.connect();
      client.on('notification', () => values.clear());
      client.on('error', () => lost());
      await client.query('LISTEN cache_versions');
      values.clear();
      listening = true;
    } catch {
      lost();
    }
  }

  function lost(): void {
    listening = false;
    values.clear();
    client?.release(true);
    client = undefined;
    if (closed) return;
    log.warn('cache: not listening for changes; trying again');
    retry = setTimeout(listen, 1_000);
    retry.unref();
  }

  const ready = listen();

  return {
    async get<T>(key: string, load: () => Promise<T>): Promise<T> {
      const known = values.get(key) as Promise<T> | undefined;
      if (known) return known;
      const loading = load();
      if (listening) {
        if (values.size >= LIMIT) values.delete(values.keys().next().value as string);
        values.set(key, loading);
        loading.catch(() => values.get(key) === loading && values.delete(key));
      }
      return loading;
    },
    clear: () => values.clear(),
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
