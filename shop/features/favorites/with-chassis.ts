import type { GarageVehicle } from '#contract/customers/account.ts';
import { garageList, isOfModel, type OwnVehicle } from './account-lists.ts';

/** The account's vehicles, with the chassis numbers that this device knows of them. */
export const withChassis = (account: GarageVehicle[]): OwnVehicle[] =>
  account.map((one) => {
    const known = garageList.get().find((own) => own.year === one.year && isOfModel(own, one) && own.chassis);
    const { slug, name, year, kept } = one;
    return { slug: slug.name, name, year, kept, ...(known?.chassis && { chassis: known.chassis }) };
  });
