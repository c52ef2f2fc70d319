import { createContext, useContext } from 'react';
import type { CreateOrderBody } from '#contract/checkout/orders.ts';
import type { ApiError } from '~/api.ts';

export type PurchaseStateValue = {
  /** No order is open: the steps may ask for their sums. */
  isFree: boolean;
  placing: boolean;
  /** The steps replaced an open order on the page: the element that had the focus is gone. */
  returned: boolean;
  /** @returns what the server objected to */
  place: (body: CreateOrderBody) => Promise<ApiError | null>;
};

export const PurchaseStateContext = createContext<PurchaseStateValue>({
  isFree: false,
  placing: false,
  returned: false,
  place: async () => null,
});

/** The state that `OpenOrderFirst` has found, for the steps. */
export const usePurchaseState = (): PurchaseStateValue => useContext(PurchaseStateContext);
