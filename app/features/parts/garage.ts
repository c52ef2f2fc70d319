import { call } from '~/api.ts';
import { hasMarker } from '~/signed-in.ts';
import { garageList, type OwnVehicle } from '../favorites/account-lists.ts';

export type { OwnVehicle };

export const useGarage = garageList.use;

/** The vehicle in use comes first; one that is there without its year gets it. Of who is signed in, the account follows. */
export function rememberVehicle(vehicle: OwnVehicle): void {
  const [first] = garageList.get();
  if (first?.slug === vehicle.slug && (first.year === vehicle.year || vehicle.year === null)) return;
  const others = garageList
    .get()
    .filter(
      ({ slug, year }) => slug !== vehicle.slug || (vehicle.year !== null && year !== null && year !== vehicle.year),
    );
  garageList.set([vehicle, ...others]);
  tell('POST /customer/customers/add-garage-vehicle', vehicle);
}

export function forgetVehicle(vehicle: OwnVehicle): void {
  const { slug, year } = vehicle;
  garageList.set(garageList.get().filter((own) => own.slug !== slug || own.year !== year));
}

/** Takes it out of the account, too. */
export function removeVehicle(vehicle: OwnVehicle): void {
  forgetVehicle(vehicle);
  tell('POST /customer/customers/remove-garage-vehicle', vehicle);
}

type Change = 'POST /customer/customers/add-garage-vehicle' | 'POST /customer/customers/remove-garage-vehicle';

/** What the account does not take (no connection, no room) stays the device's; the next page that asks sets it right. */
function tell(name: Change, { slug, year }: OwnVehicle): void {
  if (hasMarker()) void call(name, { body: { slug, year } }).catch(() => {});
}
