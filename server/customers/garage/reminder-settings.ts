import type { z } from 'zod';
import type { remindersForm } from '#contract/customers/vehicle-form.ts';
import { garageReminders } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import type { RequestContext } from '../../context.ts';
import { requireCustomer } from '../../identity/require-customer.ts';
import { getWays, requestMessages, type Ways } from '../requested-messages/request.ts';

export type Reminders = Ways & { days: number };

/** Off until they are asked for. @throws UNAUTHORIZED */
export async function getReminders(ctx: RequestContext): Promise<Reminders> {
  const { uuid } = requireCustomer(ctx);
  const [[row], ways] = await Promise.all([
    ctx.db.select({ days: garageReminders.days }).from(garageReminders).where(eq(garageReminders.customerUid, uuid)),
    getWays(ctx, 'vehicle_reminders'),
  ]);
  return { ...ways, days: row?.days ?? 14 };
}

/** Writes what was agreed to. @throws UNAUTHORIZED, BAD_REQUEST for a way that leads nowhere, RATE_LIMITED */
export const setReminders = (ctx: RequestContext, { days, ...ways }: z.output<typeof remindersForm>): Promise<void> =>
  requestMessages(ctx, 'vehicle_reminders', ways, async (tx, { customerUid, bySms, byEmail }) => {
    await tx
      .insert(garageReminders)
      .values({ customerUid, bySms, byEmail, days, nextCheckAt: ctx.now() })
      .onConflictDoUpdate({ target: garageReminders.customerUid, set: { bySms, byEmail, days } });
  });
