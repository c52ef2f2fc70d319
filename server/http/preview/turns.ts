import type { ServerResponse } from 'node:http';
import { refuse } from '../../platform/errors.ts';

/** Transactions of previews at one time in this process: the shop keeps the rest of its connections. */
const MAX_CONCURRENT = 2;
const MAX_WAITING = 24;
const PATIENCE_MS = 10_000;
/** Requests a minute of one draft's previews, over all holders of its link: two windows opened twenty times. */
const MAX_PER_MINUTE = 240;

type Waiting = { key: string; start: () => void };

/**
 * One request of a preview after the other, and few at once of all. A link that was passed around slows down only its
 * own readers.
 */
export function previewTurns() {
  const running = new Set<string>();
  const waiting: Waiting[] = [];
  const counts = new Map<string, { count: number; until: number }>();

  function next(): void {
    while (running.size < MAX_CONCURRENT) {
      const at = waiting.findIndex(({ key }) => !running.has(key));
      if (at < 0) return;
      const [nextWaiting] = waiting.splice(at, 1) as [Waiting];
      running.add(nextWaiting.key);
      nextWaiting.start();
    }
  }

  function count(key: string): void {
    const now = performance.now();
    for (const [old, { until }] of counts) if (until < now) counts.delete(old);
    const counted = counts.get(key) ?? { count: 0, until: now + 60_000 };
    counts.set(key, counted);
    counted.count += 1;
    if (counted.count > MAX_PER_MINUTE) throw busy(Math.ceil((counted.until - now) / 1_000));
  }

  /**
   * A request that was given up gets no turn, which nobody would end. @returns what ends the turn @throws RATE_LIMITED
   */
  return async function takeTurn(key: string, response: ServerResponse): Promise<() => void> {
    count(key);
    if (waiting.length >= MAX_WAITING || response.destroyed) throw busy(5);
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        clearTimeout(timer);
        const at = waiting.findIndex(({ start }) => start === begin);
        if (at >= 0) waiting.splice(at, 1);
        reject(busy(5));
      };
      const timer = setTimeout(giveUp, PATIENCE_MS);
      response.once('close', giveUp);
      const begin = () => {
        clearTimeout(timer);
        response.off('close', giveUp);
        resolve();
      };
      waiting.push({ key, start: begin });
      next();
    });
    let over = false;
    return () => {
      if (over) return;
      over = true;
      running.delete(key);
      next();
    };
  };
}

const busy = (retryAfter: number) =>
  refuse('RATE_LIMITED', { message: 'התצוגה המקדימה עמוסה. אפשר לנסות שוב בעוד רגע', retryAfter });
