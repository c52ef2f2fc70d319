import { MAX_FAVORITES, MAX_VEHICLES } from '#domain/people/account-limits.ts';
import { isUuid } from '#domain/text/uuid.ts';
import { ApiError, call } from '~/api.ts';
import {
  garageList,
  leftFavorites,
  leftVehicles,
  type OwnVehicle,
  savedCodes,
  savedQuoteUids,
} from './account-lists.ts';
import { getFavorites, setFavorites } from './favorites.ts';
import { noteMerged } from './merged-note.ts';
import { withChassis } from './with-chassis.ts';

// The call takes all or nothing, and storage may contain another version's or a third-party script's values.
const isCode = (text: string): boolean => text !== '' && text.length <= 40;
const isKnowable = ({ slug, year }: OwnVehicle): boolean =>
  slug.trim() !== '' && slug.length <= 200 && (year === null || (year >= 1950 && year <= 2100));
const isSame = (one: { slug: string; year: number | null }) => (other: { slug: string; year: number | null }) =>
  one.slug === other.slug && one.year === other.year;

/** Merges this device's lists into the account, and takes the account's over. @throws ApiError */
export async function mergeDevice(account: string[]): Promise<void> {
  const favorites = [...new Set([...getFavorites(), ...leftFavorites.get()])].filter((uid) => !account.includes(uid));
  const added = await send(favorites, [...garageList.get(), ...leftVehicles.get()], {
    configurations: savedCodes.get().filter(isCode),
    quotes: savedQuoteUids.get().filter(isUuid),
  });
  setFavorites([...added, ...account]);
  const garage = await call('GET /customer/customers/get-garage', {});
  garageList.set(withChassis(garage));
}

/** Adds it to the account, or removes it. @throws ApiError */
export async function tellFavorite(uuid: string, isFavorite: boolean): Promise<void> {
  try {
    if (isFavorite) await call('POST /customer/customers/add-favorite-product', { body: { product_ids: [uuid] } });
    else {
      await call('DELETE /customer/customers/:id', { params: { id: uuid } });
      void fillRoom();
    }
  } catch (error) {
    // Signed out elsewhere: it stays a favourite of the device. Removed elsewhere: the requested state.
    if (error instanceof ApiError && (error.status === 401 || (error.status === 404 && !isFavorite))) return;
    throw error;
  }
}

/** After a removal the account may have room for what was left. */
export async function fillRoom(): Promise<void> {
  if (leftFavorites.get().length + leftVehicles.get().length === 0) return;
  // Without a connection they wait for the next time.
  const added = await send(leftFavorites.get(), leftVehicles.get()).catch(() => []);
  setFavorites([...added, ...getFavorites()]);
}

/** @returns the account's favourites; what it had no room for stays on the device @throws ApiError */
async function send(
  gathered: string[],
  vehicles: OwnVehicle[],
  saved: { configurations?: string[]; quotes?: string[] } = {},
): Promise<string[]> {
  const favorites = gathered.filter(isUuid);
  const garage = vehicles.filter(isKnowable).filter((one, at, all) => all.findIndex(isSame(one)) === at);
  const merged = await call('POST /customer/customers/merge-device', {
    body: {
      favorites: favorites.slice(0, MAX_FAVORITES),
      garage: garage.slice(0, MAX_VEHICLES).map(({ slug, year }) => ({ slug, year })),
      ...saved,
    },
  });
  noteMerged(merged);
  leftFavorites.set([...merged.left.favorites, ...favorites.slice(MAX_FAVORITES)]);
  leftVehicles.set(garage.filter((one, at) => at >= MAX_VEHICLES || merged.left.garage.some(isSame(one))));
  return favorites.filter((uid) => !leftFavorites.get().includes(uid));
}
