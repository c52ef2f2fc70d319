import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';

/** Of what is being made at this moment: the tags (`db/cache-tags.ts`) of everything that it has read so far. */
const reading = new AsyncLocalStorage<Set<string>>();

/** Says that whatever is being made depends on these; without effect where nothing is that will be remembered. */
export function dependOn(...tags: string[]): void {
  const readTags = reading.getStore();
  if (readTags) for (const tag of tags) readTags.add(tag);
}

/** Runs `work`; what it reads is added to `tags`, and not to those of the caller. */
export const recordReads = <T>(tags: Set<string>, work: () => T): T => reading.run(tags, work);

/**
 * A tag of its own, which is never sent: what was made can be kept for half a minute only, since it depends on the
 * clock, on a value that is being loaded anew, or lacks a part that could not be had.
 */
export const SHORT_LIVED = 'short-lived';
/** What depends on the clock (opening hours, dates of posts) is made anew after that. */
const SHORT_LIVED_MS = 30_000;
/** Longest life of any page or reply, so that a dependency which was forgotten heals. */
const LONGEST_MS = 10 * 60_000;

/** Milliseconds for which what was made of these may be kept, whatever doesn't change. */
export const lifetimeOf = (tags: ReadonlySet<string>): number => (tags.has(SHORT_LIVED) ? SHORT_LIVED_MS : LONGEST_MS);

/** Stands for all tags. */
export const EVERYTHING = 'everything';

/** More than changes while anything is loaded; beyond, whatever was begun before counts as outdated. */
const MAX_REMEMBERED = 20_000;

/** When each tag changed last, so that what was begun before that is not kept. Times are of `performance.now()`. */
export function recentChanges() {
  let allAt = Number.NEGATIVE_INFINITY;
  const changedAt = new LRUCache<string, number>({
    max: MAX_REMEMBERED,
    dispose: (at, _tag, reason) => {
      if (reason === 'evict') allAt = Math.max(allAt, at);
    },
  });
  return {
    add(tags: string[] | typeof EVERYTHING): void {
      const now = performance.now();
      if (tags === EVERYTHING) allAt = now;
      else for (const tag of tags) changedAt.set(tag, now);
    },
    /** Which of these have changed since then. */
    since(tags: Iterable<string>, time: number): string[] {
      if (allAt >= time) return [EVERYTHING];
      return [...tags].filter((tag) => (changedAt.peek(tag) ?? Number.NEGATIVE_INFINITY) >= time);
    },
  };
}
