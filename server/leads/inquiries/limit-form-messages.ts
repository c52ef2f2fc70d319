import type { Db } from '#db/client.ts';
import { parseMobile } from '#domain/people/phone.ts';
import type { RequestContext } from '../../context.ts';
import { isKnown } from '../../identity/known-device.ts';
import { type Hit, take } from '../../platform/limits.ts';

export type Ways = { bySms: boolean; byMail: boolean };

/**
 * Counts the SMS and the mail that a form causes (a booking, its change or cancellation, a notice of cancellation, a
 * used vehicle).
 * @returns by which its person is told; beyond the limits the form is kept all the same
 */
export async function takeFormMessages(
  ctx: RequestContext,
  tx: Db,
  { phone, email }: { phone: string; email: string | null },
): Promise<Ways> {
  const knownDevice = isKnown(ctx, phone);
  // The form is accepted either way, so the reply's headers don't mention these limits.
  const isTaken = async (hits: Hit[]) => (await take({ ...ctx, limits: [] }, hits, tx)).over === null;
  // Always in this sequence: each holds its locks until the transaction ends.
  const bySms =
    parseMobile(phone) !== null &&
    (await isTaken([
      { policy: 'form_sms', subject: phone, knownDevice },
      { policy: 'sms', knownDevice },
    ]));
  const byMail =
    email !== null && (await isTaken([{ policy: 'form_mail', subject: email.toLowerCase(), knownDevice }]));
  return { bySms, byMail };
}
