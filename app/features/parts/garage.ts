import { deviceList } from '~/device-list.ts';

/** A vehicle of the shopper's; without a year when the shopper has not said it. */
export type OwnVehicle = { slug: string; name: string; year: number | null };

const isVehicle = (value: unknown): value is OwnVehicle => {
  const { slug, name, year } = (value ?? {}) as Record<string, unknown>;
  return typeof slug === 'string' && typeof name === 'string' && (year === null || Number.isInteger(year));
};

/** The one in use first. */
const garage = deviceList({ key: 'garage', limit: 6, isItem: isVehicle });

export const useGarage = garage.use;

/** The vehicle in use comes first; one that is there without its year gets it. */
export function rememberVehicle(vehicle: OwnVehicle): void {
  const [first] = garage.get();
  if (first?.slug === vehicle.slug && (first.year === vehicle.year || vehicle.year === null)) return;
  const others = garage
    .get()
    .filter(
      ({ slug, year }) => slug !== vehicle.slug || (vehicle.year !== null && year !== null && year !== vehicle.year),
    );
  garage.set([vehicle, ...others]);
}

export function forgetVehicle({ slug, year }: OwnVehicle): void {
  garage.set(garage.get().filter((own) => own.slug !== slug || own.year !== year));
}
