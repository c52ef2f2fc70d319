import { createContext, useContext } from 'react';
import type { CreateOrderBody } from '#contract/checkout/orders.ts';
import type { ApiError } from '~/api.ts';

export type StandingValue = {
  /** It is known that nothing is open: from here on the steps may ask for their sums. */
  isFree: boolean;
  placing: boolean;
  /** The steps stand again after an open order has stood in their place: what had the focus there is gone. */
  returned: boolean;
  /** @returns what the server objected to */
  place: (body: CreateOrderBody) => Promise<ApiError | null>;
};

export const StandingContext = createContext<StandingValue>({
  isFree: false,
  placing: false,
  returned: false,
  place: async () => null,
});

/** How the shopper stands, for the steps of a purchase; `OpenOrderFirst` finds it out. */
export const useStanding = (): StandingValue => useContext(StandingContext);
