import type { RequestContext } from '../context.ts';
import { requireCustomer } from '../identity/require-customer.ts';
import { isFresh } from '../identity/tokens.ts';
import { refuse } from '../platform/errors.ts';
import { erasePerson } from './erase.ts';

/**
 * Erases the signed-in customer; see `erasePerson` for what stays. Whoever finds an open session can't.
 * @throws UNAUTHORIZED, SIGN_IN_AGAIN
 */
export async function deleteAccount(ctx: RequestContext): Promise<void> {
  const { uuid, phone } = requireCustomer(ctx);
  if (!isFresh(ctx, uuid)) throw refuse('SIGN_IN_AGAIN', { message: 'לפני שמוחקים את החשבון, התחברו שוב' });
  const erased = await erasePerson(ctx.db, { storeUid: ctx.store.uuid, customerUid: uuid, phone }, ctx.now());
  ctx.log.info({ customer: uuid, ...erased }, 'account erased by its owner');
}
