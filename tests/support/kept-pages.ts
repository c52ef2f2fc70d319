import { type PageCache, pageCacheOf } from '#server/http/pages/page-cache.ts';
import type { Cache } from '#server/platform/cache.ts';

/** What the process keeps of whole pages. */
export const keptPages = (cache: Cache): PageCache => pageCacheOf(cache);

/** Whole pages are made anew; what they are made of stays. */
export function forgetPages(cache: Cache): void {
  const { plain, queried } = pageCacheOf(cache);
  plain.clear();
  queried.clear();
}
