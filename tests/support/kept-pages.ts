import type { KeptPages } from '#server/http/pages/page-cache.ts';
import type { Cache } from '#server/platform/cache.ts';

/** What the process keeps of whole pages, or `null` where it has kept none yet. */
export const keptPages = (cache: Cache): Promise<KeptPages | null> =>
  cache.get<KeptPages>('pages', () => Promise.reject(new Error('none'))).catch(() => null);

/** Whole pages are made anew; what they are made of stays. */
export async function forgetPages(cache: Cache): Promise<void> {
  const kept = await keptPages(cache);
  kept?.plain.clear();
  kept?.queried.clear();
}
