import { deviceList, isText } from '~/device-list.ts';

/**
 * A vehicle of the shopper's; without a year when the shopper hasn't given it. The chassis number stays on the device:
 * the account has none. `kept`: the personal area alone removes it.
 */
export type OwnVehicle = { slug: string; name: string; year: number | null; chassis?: string; kept?: boolean };

/** Whether the device's vehicle is of this model, which may have had another slug when it was stored. */
export const isOfModel = (
  own: Pick<OwnVehicle, 'slug'>,
  { slug, former_slugs }: { slug: { name: string }; former_slugs: string[] },
): boolean => own.slug === slug.name || former_slugs.includes(own.slug);

const isVehicle = (value: unknown): value is OwnVehicle => {
  const { slug, name, year, chassis = '' } = (value ?? {}) as Record<string, unknown>;
  const isNamed = typeof slug === 'string' && typeof name === 'string' && typeof chassis === 'string';
  return isNamed && (year === null || Number.isInteger(year));
};

/** The current one first. */
export const garageList = deviceList({ key: 'garage', limit: 6, isItem: isVehicle });
/** What the account had no room for when this device joined it: kept here until it has room. */
export const leftFavorites = deviceList({ key: 'favorites_left', limit: 500, isItem: isText });
export const leftVehicles = deviceList({ key: 'garage_left', limit: 20, isItem: isVehicle });
/** Codes of configurations and uids of finance quotes that the shopper saved; descending by time. */
export const savedCodes = deviceList({ key: 'saved_configurations', limit: 50, isItem: isText });
export const savedQuoteUids = deviceList({ key: 'saved_quotes', limit: 50, isItem: isText });
