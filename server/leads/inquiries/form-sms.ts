import type { Db } from '#db/client.ts';
import type { RequestContext } from '../../context.ts';
import { isKnown } from '../../identity/known-device.ts';
import { take } from '../../platform/limits.ts';

/**
 * Counts one more SMS that a form causes (a booking, its cancellation, a notice of cancellation).
 * @returns whether it may be sent; beyond the limit the request is stored and confirmed by other channels
 */
export async function takeFormSms(ctx: RequestContext, tx: Db, phone: string): Promise<boolean> {
  const knownDevice = isKnown(ctx, phone);
  // The form is accepted either way, so the reply's headers don't mention this limit.
  const caller = { ...ctx, limits: [] };
  const { over } = await take(
    caller,
    [
      { policy: 'form_sms', subject: phone, knownDevice },
      { policy: 'sms', knownDevice },
    ],
    tx,
  );
  return over === null;
}
