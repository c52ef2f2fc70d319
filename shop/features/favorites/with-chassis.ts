import { garageList, type OwnVehicle } from './account-lists.ts';

/** The account's vehicles with the chassis numbers that this device knows of them. */
export const withChassis = (vehicles: OwnVehicle[]): OwnVehicle[] =>
  vehicles.map((one) => {
    const known = garageList.get().find(({ slug, year }) => slug === one.slug && year === one.year)?.chassis;
    return known ? { ...one, chassis: known } : one;
  });
