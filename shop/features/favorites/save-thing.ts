import { call } from '~/api.ts';
import type { DeviceList } from '~/device-list.ts';
import { hasMarker } from '~/signed-in.ts';
import { savedCodes, savedQuoteUids } from './account-lists.ts';

/** Saves on the device and, signed in, in the account; a sign-in transfers the rest. @throws ApiError */
async function save(list: DeviceList<string>, one: string, tell: () => Promise<unknown>): Promise<void> {
  if (hasMarker()) await tell();
  list.set([one, ...list.get().filter((other) => other !== one)]);
}

export const saveConfiguration = (code: string): Promise<void> =>
  save(savedCodes, code, () => call('POST /customer/customers/save-configuration', { body: { code } }));

export const saveQuote = (uid: string): Promise<void> =>
  save(savedQuoteUids, uid, () => call('POST /customer/customers/save-quote', { body: { uid } }));

/** Where to find it again. */
export const savedText = (): string =>
  hasMarker() ? 'מחכה לכם באזור האישי' : 'נשמר במכשיר הזה, ויעבור לאזור האישי כשתתחברו';
