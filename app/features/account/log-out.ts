import { call, messageOf } from '~/api.ts';
import type { Toast } from '~/ui/toasts.tsx';
import { setFavorites } from '../favorites/favorites.ts';

/** Revokes the token, then goes home, or to another page of the site, with nothing of the account left in the page. */
export async function logOut(toast: (toast: Toast) => void, to = '/'): Promise<void> {
  try {
    await call('POST /customer/customers/logout', {});
    setFavorites([]);
    window.location.assign(to);
  } catch (error) {
    toast({ kind: 'danger', title: messageOf(error) });
  }
}
