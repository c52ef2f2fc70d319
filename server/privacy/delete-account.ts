import type { RequestContext } from '../context.ts';
import { requireCustomer } from '../identity/require-customer.ts';
import { erasePerson } from './erase.ts';

/** Erases the signed-in customer; see `erasePerson` for what stays. */
export async function deleteAccount(ctx: RequestContext): Promise<void> {
  const { uuid, phone } = requireCustomer(ctx);
  const erased = await erasePerson(ctx.db, { storeUid: ctx.store.uuid, customerUid: uuid, phone }, ctx.now());
  ctx.log.info({ customer: uuid, ...erased }, 'account erased by its owner');
}
