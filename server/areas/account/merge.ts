import type { CallInput, CallReply } from '#contract/index.ts';
import type { Db } from '#db/client.ts';
import type { RequestContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { addFavorites, favoriteIds } from '../customers/favorites.ts';
import { requireCustomer } from '../customers/profile.ts';
import { addVehicles } from './garage.ts';
import { saveConfigurations, saveQuotes } from './saved.ts';

type Device = CallInput<'POST /customer/customers/merge-device'>['body'];
type Merged = CallReply<'POST /customer/customers/merge-device'>;

/**
 * What a device had gathered before its owner signed in joins the account. May be repeated: what is there already is not
 * counted again. What the account has no room for, or the store no longer has, stays on the device and keeps nothing else out.
 */
export async function mergeDevice(ctx: RequestContext, device: Device): Promise<Merged> {
  requireCustomer(ctx);
  const part = (work: (tx: Db) => Promise<number>): Promise<number> =>
    ctx.db.transaction(work).catch((error) => {
      if (error instanceof Refusal) return 0;
      throw error;
    });
  return {
    favorites: await mergeFavorites(ctx, device.favorites),
    garage: await part((tx) => addVehicles(ctx, tx, device.garage)),
    configurations: await part((tx) => saveConfigurations(ctx, tx, device.configurations)),
    quotes: await part((tx) => saveQuotes(ctx, tx, device.quotes)),
  };
}

async function mergeFavorites(ctx: RequestContext, uuids: string[]): Promise<number> {
  const { uuid } = requireCustomer(ctx);
  const before = await favoriteIds(ctx, uuid);
  const fresh = uuids.filter((one) => !before.includes(one));
  if (fresh.length === 0) return 0;
  try {
    return (await addFavorites(ctx, fresh)) - before.length;
  } catch (error) {
    if (error instanceof Refusal) return 0;
    throw error;
  }
}
