import { ApiError, call } from '~/api.ts';
import { hasMarker } from '~/signed-in.ts';
import { readValue, writeValue } from '../cart/cart-storage.ts';
import { getFavorites, setFavorites } from './favorites.ts';

/** Set at sign-in, until what this device had gathered has reached the account. */
const TO_MERGE = 'favorites_to_merge';
const isTrue = (value: unknown): value is true => value === true;

/** Changes on their way: the account's list is older than they are. */
let saving = 0;

export const mergeAtNextChance = (): void => writeValue(TO_MERGE, true);
export const isMergePending = (): boolean => readValue(TO_MERGE, isTrue) !== null;

/** Takes the account's favourites over, after all that this device has gathered has been added to it. */
export async function adoptFavorites(account: string[]): Promise<void> {
  if (saving > 0) return;
  if (!readValue(TO_MERGE, isTrue)) return setFavorites(account);
  const own = getFavorites();
  try {
    const { mergeDevice } = await import('./merge-device.ts');
    await mergeDevice();
  } catch (error) {
    // No connection: the next page tries again.
    if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return;
  }
  writeValue(TO_MERGE, null);
  setFavorites([...own.filter((uuid) => !account.includes(uuid)), ...account]);
}

/** Adds or takes out at once, and undoes it when the account refuses. @throws ApiError */
export async function saveFavorite(uuid: string, wanted: boolean): Promise<void> {
  const change = (add: boolean) => {
    const others = getFavorites().filter((other) => other !== uuid);
    setFavorites(add ? [uuid, ...others] : others);
  };
  change(wanted);
  if (!hasMarker()) return;
  saving++;
  try {
    if (wanted) await call('POST /customer/customers/add-favorite-product', { body: { product_ids: [uuid] } });
    else await call('DELETE /customer/customers/:id', { params: { id: uuid } });
  } catch (error) {
    // Signed out elsewhere: it stays a favourite of the device. Gone elsewhere: that is what was wanted.
    if (error instanceof ApiError && (error.status === 401 || (error.status === 404 && !wanted))) return;
    change(!wanted);
    throw error;
  } finally {
    saving--;
  }
}
