import { deviceList, isText } from '~/device-list.ts';

/** Uuids of products, descending by time. */
const favorites = deviceList({ key: 'favorites', limit: 500, isItem: isText });

export const getFavorites = favorites.get;
export const setFavorites = (uuids: string[]): void => favorites.set([...new Set(uuids)]);
export const useFavorites = favorites.use;
export const useIsFavorite = (uuid: string): boolean => favorites.usePart((uuids) => uuids.includes(uuid));
