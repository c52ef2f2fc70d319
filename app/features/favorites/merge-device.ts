import { call } from '~/api.ts';
import { garageList, savedCodes, savedQuoteUids } from './account-lists.ts';
import { getFavorites } from './favorites.ts';
import { noteMerged } from './merged-note.ts';

/** What was gathered here before the sign-in joins the account; what the account knew comes here. @throws ApiError */
export async function mergeDevice(): Promise<void> {
  const merged = await call('POST /customer/customers/merge-device', {
    body: {
      favorites: getFavorites(),
      garage: garageList.get().map(({ slug, year }) => ({ slug, year })),
      configurations: savedCodes.get(),
      quotes: savedQuoteUids.get(),
    },
  });
  noteMerged(merged);
  const known = await call('GET /customer/customers/get-garage', {});
  const account = known.map(({ slug, name, year }) => ({ slug: slug.name, name, year }));
  // What the account had no room for stays here.
  const left = garageList.get().filter((own) => !account.some(({ slug }) => slug === own.slug));
  garageList.set([...account, ...left]);
}
