import { useEffect } from 'react';
import type { GarageVehicle } from '#contract/customers/account.ts';
import { ApiError, call } from '~/api.ts';
import { hasMarker } from '~/signed-in.ts';
import { isMergePending, mergeAtNextChance } from '../favorites/account-favorites.ts';
import { garageList, isOfModel, type OwnVehicle } from '../favorites/account-lists.ts';
import { withChassis } from '../favorites/with-chassis.ts';

export type { OwnVehicle };

/** Changes sent to the account; a list requested before the last of them is outdated. */
let changes = 0;

/** Vehicles of this device; for a signed-in customer the account's, which another device may have changed. */
export function useGarage(): OwnVehicle[] {
  useEffect(() => void askAccount(), []);
  return garageList.use();
}

async function askAccount(): Promise<void> {
  if (!hasMarker() || isMergePending()) return;
  const before = changes;
  const account = await call('GET /customer/customers/get-garage', {}).catch(() => null);
  if (account && before === changes) adoptGarage(account);
}

/** Replaces this device's vehicles by the account's. */
export const adoptGarage = (account: GarageVehicle[]): void => garageList.set(withChassis(account));

/**
 * The current vehicle comes first; one stored without a year gets it, and one without a year matches any. A chassis
 * number stays with it until another one is given. One that was stored by a former slug takes the present one. The
 * account follows for a signed-in customer.
 */
export function rememberVehicle(vehicle: OwnVehicle, former_slugs: string[]): void {
  const garage = garageList.get();
  const { slug, name, year } = vehicle;
  const matches = (own: OwnVehicle) =>
    isOfModel(own, { slug: { name: slug }, former_slugs }) && (year === null || own.year === null || own.year === year);
  const sameModel = garage.filter(matches).map((own) => ({ ...own, slug, name }));
  const chassis = vehicle.chassis || sameModel.find((one) => one.chassis)?.chassis;
  const stored = year === null ? sameModel : [];
  const [first = vehicle, ...more] = stored;
  const used = [{ ...first, ...(chassis && { chassis }) }, ...more];
  if (garage[0]?.slug === slug && garage[0].year === used[0]?.year && garage[0].chassis === used[0].chassis) return;
  garageList.set([...used, ...garage.filter((vehicle) => !matches(vehicle))]);
  if (hasMarker()) void tell('POST /customer/customers/add-garage-vehicle', used[0] ?? vehicle).catch(mergeUntaken);
}

/** The account's list would replace the device's without what it could not take just now. */
function mergeUntaken(error: unknown): void {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 0 || status === 429 || status >= 500) mergeAtNextChance();
}

/** Removes it from the account too; it is back where the account could not be told. @throws ApiError */
export async function removeVehicle(vehicle: OwnVehicle): Promise<void> {
  const { slug, year } = vehicle;
  const before = garageList.get();
  garageList.set(garageList.get().filter((vehicle) => vehicle.slug !== slug || vehicle.year !== year));
  if (!hasMarker()) return;
  try {
    await tell('POST /customer/customers/remove-garage-vehicle', vehicle);
  } catch (error) {
    // Signed out elsewhere, or removed elsewhere: the requested state.
    if (error instanceof ApiError && (error.status === 401 || error.status === 404)) return;
    const currentVehicles = garageList.get();
    // At its place: the first one is the current one.
    const at = before.findIndex((one) => one.slug === slug && one.year === year);
    garageList.set([...currentVehicles.slice(0, at), vehicle, ...currentVehicles.slice(at)]);
    throw error;
  }
  void import('../favorites/merge-device.ts').then(
    ({ fillRoom }) => fillRoom(),
    () => {},
  );
}

type Change = 'POST /customer/customers/add-garage-vehicle' | 'POST /customer/customers/remove-garage-vehicle';

/** @throws ApiError */
async function tell(name: Change, { slug, year }: OwnVehicle): Promise<void> {
  const change = ++changes;
  const account = await call(name, { body: { slug, year } });
  if (change === changes && !isMergePending()) adoptGarage(account);
}
