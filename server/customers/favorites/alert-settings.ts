import type { z } from 'zod';
import { waysForm } from '#contract/customers/message-ways-form.ts';
import { favoriteAlerts } from '#db/schema/index.ts';
import { type FormReply, parseForm } from '#domain/forms/parse-form.ts';
import type { RequestContext } from '../../context.ts';
import { formReply } from '../requested-messages/form-reply.ts';
import { requestMessages } from '../requested-messages/request.ts';
import { noteKnown, offersOf } from './known-offers.ts';

/**
 * Alerts of lower prices and returned stock begin from what holds now. @throws UNAUTHORIZED, BAD_REQUEST for a way that
 * leads nowhere, RATE_LIMITED
 */
const setAlerts = (ctx: RequestContext, ways: z.output<typeof waysForm>): Promise<void> =>
  requestMessages(ctx, 'favorite_alerts', ways, async (tx, { customerUid, bySms, byEmail, begins }) => {
    await tx
      .insert(favoriteAlerts)
      .values({ customerUid, bySms, byEmail, nextCheckAt: ctx.now() })
      .onConflictDoUpdate({ target: favoriteAlerts.customerUid, set: { bySms, byEmail } });
    if (!begins) return;
    const offers = await offersOf(tx, customerUid, ctx.store.uuid);
    await noteKnown(
      tx,
      customerUid,
      offers.map(({ productUid, price, available }) => ({
        ...{ productUid, knownPrice: price, knownAvailable: available },
        ...{ toldFromPrice: null, toldFromAvailable: null },
      })),
    );
  });

export async function receiveAlerts(ctx: RequestContext, form: FormData): Promise<{ refused?: FormReply }> {
  const { data, errors, values } = parseForm(waysForm, form);
  return errors ? { refused: { errors, values } } : formReply('alerts', setAlerts(ctx, data), values);
}
