import type { Toast } from '#ui/toasts.tsx';
import { call, messageOf } from '~/api.ts';
import { forgetBuyer } from '~/buyer-storage.ts';
import { forgetAccountCart, sendLastChanges } from '../cart/account-cart.ts';
import { disown } from '../favorites/account-favorites.ts';
import { garageList, leftFavorites, leftVehicles, savedCodes, savedQuoteUids } from '../favorites/account-lists.ts';
import { setFavorites } from '../favorites/favorites.ts';

/** Nothing of the account is left on the device; of the cart, only what the account never had. */
export function forgetAccount(): void {
  setFavorites([]);
  for (const list of [garageList, leftVehicles, leftFavorites, savedCodes, savedQuoteUids]) list.set([]);
  forgetAccountCart();
  disown();
  forgetBuyer();
}

/** Revokes the token, then goes home, or to another page of the site, with nothing of the account left in the page. */
export const logOut = (toast: (toast: Toast) => void, to = '/'): Promise<void> =>
  leave(toast, () => call('POST /customer/customers/logout', {}), to);

/** The same for every device that is signed in to the account. */
export const logOutEverywhere = (toast: (toast: Toast) => void): Promise<void> =>
  leave(toast, () => call('POST /customer/customers/logout-everywhere', {}), '/');

async function leave(toast: (toast: Toast) => void, revoke: () => Promise<unknown>, to: string): Promise<void> {
  try {
    await sendLastChanges();
    await revoke();
    forgetAccount();
    window.location.assign(to);
  } catch (error) {
    toast({ kind: 'danger', title: messageOf(error) });
  }
}
