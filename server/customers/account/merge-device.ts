import type { CallInput, CallReply } from '#contract/index.ts';
import type { RequestContext } from '../../context.ts';
import { lockCustomer, requireCustomer } from '../../identity/require-customer.ts';
import { putFavorites } from '../favorites/favorites.ts';
import { addVehicles } from '../garage/parts-vehicles.ts';
import { saveConfigurations, saveQuotes } from './saved-items.ts';

type Device = CallInput<'POST /customer/customers/merge-device'>['body'];
type Merged = CallReply<'POST /customer/customers/merge-device'>;

/**
 * Moves what a device collected before its owner signed in to the account, as much as there is room for; the rest is
 * returned as `left`, for the device to keep. What the store no longer has is dropped. Repeatable: existing entries
 * aren't counted again.
 * @throws UNAUTHORIZED
 */
export async function mergeDevice(ctx: RequestContext, device: Device): Promise<Merged> {
  const { uuid } = requireCustomer(ctx);
  return ctx.db.transaction(async (tx) => {
    await lockCustomer(tx, uuid);
    const favorites = await putFavorites(ctx, tx, device.favorites);
    const garage = await addVehicles(ctx, tx, device.garage);
    const configurations = await saveConfigurations(ctx, tx, device.configurations);
    const quotes = await saveQuotes(ctx, tx, device.quotes);
    return {
      favorites: favorites.added,
      garage: garage.added,
      configurations: configurations.added,
      quotes: quotes.added,
      left: {
        favorites: favorites.left,
        garage: garage.left,
        configurations: configurations.left,
        quotes: quotes.left,
      },
    };
  });
}
