import { createContext } from 'react';

/** Of the request that a page answers; only the server knows it before the page is there. */
export const RequestId = createContext<string | null>(null);

/**
 * Of the last request that failed, as its reply's `Server-Timing` names it: the page's own, or the one for the next
 * page's data, whose headers no script sees otherwise. `null` where the browser tells nothing.
 */
export function failedRequestId(): string | null {
  const entries = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
  const entryIds = (entries as PerformanceResourceTiming[]).flatMap(({ serverTiming = [] }) =>
    serverTiming.filter(({ name }) => name === 'request'),
  );
  return entryIds.at(-1)?.description || null;
}
