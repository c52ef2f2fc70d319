import { ApiError, call } from '~/api.ts';
import { isText } from '~/device-list.ts';
import { hasMarker } from '~/signed-in.ts';
import { readValue, writeValue } from '../../browser-storage.ts';
import { getFavorites, setFavorites } from './favorites.ts';

/** Set at sign-in, until this device's favourites are in the account. */
const TO_MERGE = 'favorites_to_merge';
const isTrue = (value: unknown): value is true => value === true;
/** Uuid of the customer whose account this device's lists come from. */
const OWNER = 'account_on_device';

/** Changes being sent: an account list fetched meanwhile is older. */
let saving = 0;
/** The last change on its way to the account, or arrived there. */
let last: Promise<void> | undefined;
export const lastSaved = (): Promise<void> | undefined => last;

export const mergeAtNextChance = (): void => writeValue(TO_MERGE, true);
export const isMergePending = (): boolean => readValue(TO_MERGE, isTrue) !== null;

export const ownerOfLists = (): string | null => readValue(OWNER, isText);
export const disown = (): void => [TO_MERGE, OWNER].forEach((key) => void writeValue(key, null));

/** Replaces the device's favourites by the account's, after the device's own were added to it. */
export async function adoptFavorites(account: string[], owner: string): Promise<void> {
  writeValue(OWNER, owner);
  if (saving > 0) return;
  if (!isMergePending()) return setFavorites(account);
  try {
    await (await import('./merge-device.ts')).mergeDevice(account);
    writeValue(TO_MERGE, null);
  } catch {
    // No connection, or a rate limit: nothing is lost, and the next page retries.
  }
}

/** Adds or removes at once, and reverts when the account refuses. @throws ApiError */
export function saveFavorite(uuid: string, isFavorite: boolean): Promise<void> {
  last = save(uuid, isFavorite);
  return last;
}

async function save(uuid: string, isFavorite: boolean): Promise<void> {
  const change = (add: boolean) => {
    const others = getFavorites().filter((other) => other !== uuid);
    setFavorites(add ? [uuid, ...others] : others);
  };
  change(isFavorite);
  if (!hasMarker()) return;
  saving++;
  try {
    if (isFavorite) await call('POST /customer/customers/add-favorite-product', { body: { product_ids: [uuid] } });
    else {
      await call('DELETE /customer/customers/:id', { params: { id: uuid } });
      void import('./merge-device.ts').then(
        ({ fillRoom }) => fillRoom(),
        () => {},
      );
    }
  } catch (error) {
    // Signed out elsewhere: it stays a favourite of the device. Removed elsewhere: the requested state.
    if (error instanceof ApiError && (error.status === 401 || (error.status === 404 && !isFavorite))) return;
    change(!isFavorite);
    throw error;
  } finally {
    saving--;
  }
}
