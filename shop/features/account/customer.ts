import { useEffect, useSyncExternalStore } from 'react';
import type { Customer } from '#contract/customers/customers.ts';
import { createListeners } from '#ui/hooks/listeners.ts';
import { ApiError, call } from '~/api.ts';
import { hasMarker, setSignedIn } from '~/signed-in.ts';
import { adoptFavorites, ownerOfLists } from '../favorites/account-favorites.ts';

export type CustomerState =
  | { status: 'unknown' | 'anonymous' | 'loading'; customer?: undefined }
  | { status: 'signed-in'; customer: Customer };

/** Milliseconds until the server is asked again; longer each time, up to a minute. */
let wait = 1_000;

let state: CustomerState = { status: 'unknown' };
const first = state;
const { notify, subscribe } = createListeners();

function set(next: CustomerState): void {
  state = next;
  setSignedIn(next.customer);
  notify();
}

export const loadLogOut = () => import('./log-out.ts');

/** No customer is signed in (any more): removes the account's data from the device, as a sign-out does. */
async function leave(ended = ownerOfLists() !== null): Promise<void> {
  if (ended) (await loadLogOut()).forgetAccount();
  set({ status: 'anonymous' });
}

/** Fetches the signed-in customer, if the marker cookie says that there is one. A refusal means: none. */
export async function refreshCustomer(): Promise<void> {
  if (!hasMarker()) return leave();
  if (state.status !== 'signed-in') set({ status: 'loading' });
  try {
    const { favorites, ...customer } = await call('GET /api/customers/get-by-token', { query: {} });
    // Signed out while the request was pending: nothing of the account returns to the device.
    if (!hasMarker()) return leave();
    await adoptFavorites(favorites, customer.uuid);
    set({ status: 'signed-in', customer });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return leave(true);
    // No answer, or a busy server's, makes no customer a guest: ask again until one says who it is.
    wait = Math.min(2 * wait, 60_000);
    setTimeout(refreshCustomer, wait);
  }
}

export function useCustomer(): CustomerState {
  useEffect(() => {
    if (state.status === 'unknown') void refreshCustomer();
  }, []);
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => first,
  );
}

/** First name, else full name, else a generic word. */
export const greetingName = (customer: Customer): string => customer.first_name || customer.full_name || 'אורחים יקרים';
