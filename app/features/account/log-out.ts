import { call, messageOf } from '~/api.ts';
import type { Toast } from '~/ui/toasts.tsx';
import { setFavorites } from '../favorites/favorites.ts';

/** Revokes the token, then goes home with nothing of the account left in the page. */
export async function logOut(toast: (toast: Toast) => void): Promise<void> {
  try {
    await call('POST /customer/customers/logout', {});
    setFavorites([]);
    window.location.assign('/');
  } catch (error) {
    toast({ kind: 'danger', title: messageOf(error) });
  }
}
