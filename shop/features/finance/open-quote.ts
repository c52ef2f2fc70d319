import type { KeptQuote } from '#contract/checkout/finance.ts';
import { ApiError, call } from '~/api.ts';

/** Not there (any more), or no uid at all. Anything else says nothing of the quote. */
const GONE = [400, 404];

/** A kept quote at today's prices; `null`: it is no longer valid. @throws ApiError where the server could not tell */
export const openQuote = (uid: string): Promise<KeptQuote | null> =>
  call('GET /api/finance/get-quote/:uid', { params: { uid } }).catch((error) => {
    if (error instanceof ApiError && GONE.includes(error.status)) return null;
    throw error;
  });
