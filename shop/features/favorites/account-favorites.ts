import { isText } from '~/device-list.ts';
import { hasMarker } from '~/signed-in.ts';
import { readValue, writeValue } from '../../browser-storage.ts';
import { getFavorites, setFavorites } from './favorites.ts';

/** Set at sign-in, until this device's favourites are in the account. */
const TO_MERGE = 'favorites_to_merge';
const isTrue = (value: unknown): value is true => value === true;
/** Uuid of the customer whose account this device's lists come from. */
const OWNER = 'account_on_device';

/** Products whose changes are being sent: an account list fetched meanwhile is older. */
const saving = new Map<string, Promise<void>>();
/** The last change on its way to the account, or arrived there. */
let last: Promise<void> | undefined;
export const lastSaved = (): Promise<void> | undefined => last;

const merging = () => import('./merge-device.ts');
export const mergeAtNextChance = (): void => writeValue(TO_MERGE, true);
export const isMergePending = (): boolean => readValue(TO_MERGE, isTrue) !== null;

export const ownerOfLists = (): string | null => readValue(OWNER, isText);
/** The account has left this device: its lists are nobody's. */
export const disownLists = (): void => [TO_MERGE, OWNER].forEach((key) => void writeValue(key, null));

/** Replaces the device's favourites by the account's, after the device's own were added to it. */
export async function adoptFavorites(account: string[], owner: string): Promise<void> {
  writeValue(OWNER, owner);
  if (saving.size > 0) return;
  if (!isMergePending()) return setFavorites(account);
  try {
    await (await merging()).mergeDevice(account);
    writeValue(TO_MERGE, null);
  } catch {
    // No connection, or a rate limit: nothing is lost, and the next page retries.
  }
}

/** Adds or removes at once, and reverts when the account refuses. @throws ApiError */
export function saveFavorite(uuid: string, isFavorite: boolean): Promise<void> {
  show(uuid, isFavorite);
  if (!hasMarker()) return Promise.resolve();
  last = saving.get(uuid) ?? save(uuid, !isFavorite);
  saving.set(uuid, last);
  return last;
}

function show(uuid: string, isFavorite: boolean): void {
  const others = getFavorites().filter((other) => other !== uuid);
  setFavorites(isFavorite ? [uuid, ...others] : others);
}

/**
 * Tells the account until that was told which is shown: one change after the other, as they would overtake each other
 * on a slow network.
 */
async function save(uuid: string, isIn: boolean): Promise<void> {
  let sentState = isIn;
  try {
    while (getFavorites().includes(uuid) !== sentState) {
      sentState = !sentState;
      try {
        await (await merging()).tellFavorite(uuid, sentState);
        isIn = sentState;
      } catch (error) {
        // The account may have taken it all the same: what was pressed since is sent, too.
        if (getFavorites().includes(uuid) !== sentState) continue;
        show(uuid, isIn);
        throw error;
      }
    }
  } finally {
    saving.delete(uuid);
  }
}
