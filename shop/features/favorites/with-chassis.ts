import { garageList, type OwnVehicle } from './account-lists.ts';

/** The account's vehicles with the chassis numbers that this device knows of them. */
export const withChassis = (vehicles: OwnVehicle[]): OwnVehicle[] =>
  vehicles.map((one) => {
    const chassis = garageList.get().find(({ slug, year }) => slug === one.slug && year === one.year)?.chassis;
    return chassis ? { ...one, chassis } : one;
  });
