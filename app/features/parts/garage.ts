import { useSyncExternalStore } from 'react';
import { readValue, writeValue } from '../cart/cart-storage.ts';

/** A vehicle of the shopper's; without a year when the shopper has not said it. */
export type OwnVehicle = { slug: string; name: string; year: number | null };

/** Kept on the device, so by store (storage is per origin): the one in use first. */
const KEY = 'garage';
const LIMIT = 6;

const none: OwnVehicle[] = [];
let garage: OwnVehicle[] | null = null;
const listeners = new Set<() => void>();

const isVehicle = (value: unknown): value is OwnVehicle => {
  const { slug, name, year } = (value ?? {}) as Record<string, unknown>;
  return typeof slug === 'string' && typeof name === 'string' && (year === null || Number.isInteger(year));
};
const isGarage = (value: unknown): value is OwnVehicle[] => Array.isArray(value) && value.every(isVehicle);
const read = (): OwnVehicle[] => (garage ??= readValue(KEY, isGarage) ?? none);

function announce(): void {
  for (const listener of listeners) listener();
}

/** Another tab of the store has changed it. */
function onStorage(event: StorageEvent): void {
  if (event.key !== null && event.key !== KEY) return;
  garage = null;
  announce();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

function setGarage(vehicles: OwnVehicle[]): void {
  garage = vehicles.slice(0, LIMIT);
  writeValue(KEY, garage.length > 0 ? garage : null);
  announce();
}

/** The vehicle in use comes first; one that is there without its year gets it. */
export function rememberVehicle(vehicle: OwnVehicle): void {
  const [first] = read();
  if (first?.slug === vehicle.slug && (first.year === vehicle.year || vehicle.year === null)) return;
  const others = read().filter(
    ({ slug, year }) => slug !== vehicle.slug || (vehicle.year !== null && year !== null && year !== vehicle.year),
  );
  setGarage([vehicle, ...others]);
}

export function forgetVehicle({ slug, year }: OwnVehicle): void {
  setGarage(read().filter((own) => own.slug !== slug || own.year !== year));
}

/** None on the server and while the page comes to life. */
export const useGarage = (): OwnVehicle[] => useSyncExternalStore(subscribe, read, () => none);
