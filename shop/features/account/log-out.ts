import type { Toast } from '#ui/toasts.tsx';
import { call, messageOf } from '~/api.ts';
import { BUYER_KEYS, writeValue } from '~/browser-storage.ts';
import { afterLastChanges, forgetAccountCart } from '../cart/account-cart.ts';
import { disownLists } from '../favorites/account-favorites.ts';
import { garageList, leftFavorites, leftVehicles, savedCodes, savedQuoteUids } from '../favorites/account-lists.ts';
import { setFavorites } from '../favorites/favorites.ts';
import { dropMerged } from '../favorites/merged-note.ts';
import { forgetTerms } from '../finance/chosen-terms.ts';
import { chooseTradeIn } from '../finance/chosen-trade-in.ts';
import { forgetKnownOrder, readKnownOrder } from '../order/known-order.ts';

/**
 * Removes the buyer's data from this tab, the device and the page, which the next customer may go on with. The chosen
 * product stays: it belongs to the device.
 */
function forgetBuyer(): void {
  for (const key of Object.values(BUYER_KEYS)) {
    writeValue(key, null, 'sessionStorage');
    writeValue(key, null);
  }
  // What is known without the storages is the account's.
  forgetKnownOrder(readKnownOrder()?.secret ?? '');
  forgetTerms();
  chooseTradeIn(null);
}

/** Removes the account's data from the device; of the cart, lines that the account never had stay. */
export function forgetAccount(): void {
  setFavorites([]);
  for (const list of [garageList, leftVehicles, leftFavorites, savedCodes, savedQuoteUids]) list.set([]);
  forgetAccountCart();
  disownLists();
  dropMerged();
  forgetBuyer();
}

/** Revokes the token, then opens the home page, or another one, without data of the account. */
export const logOut = (toast: (toast: Toast) => void, to = '/'): Promise<void> =>
  leave(toast, () => call('POST /customer/customers/logout', {}), to);

/** The same for every signed-in device of the account. */
export const logOutEverywhere = (toast: (toast: Toast) => void): Promise<void> =>
  leave(toast, () => call('POST /customer/customers/logout-everywhere', {}), '/');

async function leave(toast: (toast: Toast) => void, revoke: () => Promise<unknown>, to: string): Promise<void> {
  try {
    await afterLastChanges(revoke);
    forgetAccount();
    window.location.assign(to);
  } catch (error) {
    toast({ kind: 'danger', title: messageOf(error) });
  }
}
