import pg from 'pg';
import { CACHE_CHANNEL } from '#db/cache-tags.ts';
import { hangUp } from '#db/client.ts';
import { EVERYTHING } from './cache-reads.ts';

/**
 * A connection can be dead without a sign (a firewall, a machine that froze): it is asked so often, and has so long to
 * answer.
 */
const ASK_EVERY_MS = 500;
const ANSWER_WITHIN_MS = 1_250;

export type ChangeListener = {
  listening: () => boolean;
  close: () => Promise<void>;
};

type Events = {
  /** Tags that have changed. */
  changed: (tags: string[] | typeof EVERYTHING) => void;
  /** Changes are received from now on. */
  began: () => void;
  /** Changes may be missed from now on. */
  lost: () => void;
  log: { warn: (message: string) => void };
};

/**
 * Hears of changes by `LISTEN`. Its connection is one of its own, so that it comes back however many wait for the
 * pool's, and is asked twice a second whether it lives: what was notified before comes before the answer, so that an
 * answer means that nothing was missed.
 */
export function listenForChanges(pool: pg.Pool, events: Events): ChangeListener {
  let listening = false;
  let closed = false;
  let warned = false;
  let unanswered = false;
  let client: pg.Client | undefined;
  let asking: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function listen(): Promise<void> {
    const current = new pg.Client({ ...pool.options, application_name: 'storefront cache' });
    client = current;
    current.on('notification', ({ payload }) => events.changed(payload ? payload.split(' ') : EVERYTHING));
    current.on('error', () => lose(current));
    current.on('end', () => lose(current));
    try {
      await current.connect();
      await current.query(`LISTEN ${CACHE_CHANNEL}`);
      if (client !== current) return;
      listening = true;
      events.began();
      if (warned) events.log.warn('cache: listening again');
      warned = false;
      asking = setInterval(() => ask(current), ASK_EVERY_MS).unref();
    } catch {
      lose(current);
    }
  }

  function ask(current: pg.Client): void {
    if (unanswered) return;
    unanswered = true;
    // A busy process may only be late to read what has come: it looks once more before it gives up.
    const deadline = setTimeout(() => setImmediate(() => unanswered && lose(current)), ANSWER_WITHIN_MS).unref();
    current
      .query('select 1 as listening')
      .then(
        () => {
          unanswered = false;
        },
        () => lose(current),
      )
      .finally(() => clearTimeout(deadline));
  }

  function lose(current: pg.Client): void {
    if (client !== current) return;
    client = undefined;
    unanswered = false;
    clearInterval(asking);
    hangUp(current);
    if (listening) events.lost();
    listening = false;
    if (closed) return;
    // At once, since it may have been nothing but a hiccup; then every second.
    retry = setTimeout(listen, warned ? 1_000 : 50).unref();
    if (!warned) events.log.warn('cache: not listening for changes; trying again');
    warned = true;
  }

  const ready = listen();
  return {
    listening: () => listening,
    async close() {
      closed = true;
      clearTimeout(retry);
      await ready;
      if (client) lose(client);
    },
  };
}
