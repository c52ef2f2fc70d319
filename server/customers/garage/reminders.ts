import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { remindersForm } from '#contract/customers/vehicle-form.ts';
import type { Db } from '#db/client.ts';
import { consents, customers, garageReminders, outbox } from '#db/schema/index.ts';
import { REMINDERS_TEXT } from '#domain/people/consent-texts.ts';
import type { RequestContext } from '../../context.ts';
import { lockCustomer, requireCustomer } from '../../identity/require-customer.ts';
import { refuse } from '../../platform/errors.ts';
import { keyedHash, secretHash } from '../../platform/keyed-hash.ts';
import { takeOrRefuse } from '../../platform/limits.ts';

/** `about` of their messages. */
export const REMINDER = 'vehicle reminder';

export type Reminders = {
  by_sms: boolean;
  by_email: boolean;
  days: number;
  /** Where they would go to: the phone, and an e-mail that its owner has proved. */
  phone: string | null;
  email: string | null;
};

/** Off until they are asked for. @throws UNAUTHORIZED */
export async function getReminders(ctx: RequestContext): Promise<Reminders> {
  const { uuid, phone } = requireCustomer(ctx);
  const [[row], email] = await Promise.all([
    ctx.db.select().from(garageReminders).where(eq(garageReminders.customerUid, uuid)),
    provedEmail(ctx.db, uuid),
  ]);
  return {
    by_sms: (row?.bySms ?? false) && phone !== null,
    by_email: (row?.byEmail ?? false) && email !== null,
    days: row?.days ?? 14,
    phone,
    email,
  };
}

async function provedEmail(db: Db, uuid: string): Promise<string | null> {
  const [row] = await db
    .select({ email: customers.email })
    .from(customers)
    .where(and(eq(customers.uuid, uuid), sql`${customers.emailVerifiedAt} is not null`));
  return row?.email ?? null;
}

/** Writes what was agreed to. @throws UNAUTHORIZED, BAD_REQUEST for a way that leads nowhere, RATE_LIMITED */
export async function setReminders(ctx: RequestContext, form: z.output<typeof remindersForm>): Promise<void> {
  const { uuid, phone } = requireCustomer(ctx);
  await takeOrRefuse(ctx, [{ policy: 'garage', subject: uuid }]);
  await ctx.db.transaction(async (tx) => {
    await lockCustomer(tx, uuid);
    if (form.by_sms && !phone) throw refuse('BAD_REQUEST', { message: 'אין בחשבון מספר טלפון' });
    if (form.by_email && !(await provedEmail(tx, uuid)))
      throw refuse('BAD_REQUEST', { message: 'כתובת הדוא״ל שבחשבון עוד לא אומתה' });
    const wanted = { bySms: form.by_sms, byEmail: form.by_email, days: form.days };
    const [before] = await tx.select().from(garageReminders).where(eq(garageReminders.customerUid, uuid));
    await tx
      .insert(garageReminders)
      .values({ customerUid: uuid, ...wanted, nextCheckAt: ctx.now() })
      // Not looked at sooner than before, or each press could send a message.
      .onConflictDoUpdate({ target: garageReminders.customerUid, set: wanted });
    const given = form.by_sms || form.by_email;
    const wasGiven = Boolean(before && (before.bySms || before.byEmail));
    if (given !== wasGiven) await noteConsent(ctx, tx, uuid, given);
    if (!given) await dropUnsent(ctx, tx, uuid);
  });
}

const noteConsent = (ctx: RequestContext, tx: Db, customerUid: string, given: boolean) =>
  tx
    .insert(consents)
    .values({ customerUid, kind: 'vehicle_reminders', given, text: REMINDERS_TEXT, createdAt: ctx.now() });

const dropUnsent = ({ store }: RequestContext, tx: Db, customerUid: string) =>
  tx.execute(sql`
    delete from ${outbox} b using customers c where c.uuid = ${customerUid} and b.store_uid = ${store.uuid} and b.about = ${REMINDER}
      and b.sent_at is null and b.gave_up_at is null and (b.recipient = c.phone or lower(b.recipient) = lower(c.email))`);

/** The secret of the link that ends them: derived when needed, never stored. */
export const stopToken = (key: string, customerUid: string): string =>
  keyedHash(key, `vehicle-reminders:${customerUid}`);

/** Whether any are sent. @throws NOT_FOUND for another store's link too */
export async function readStopLink(
  ctx: RequestContext,
  token: string,
): Promise<{ customerUid: string; active: boolean }> {
  const [row] = await ctx.db
    .select({ reminders: garageReminders })
    .from(garageReminders)
    .innerJoin(customers, eq(customers.uuid, garageReminders.customerUid))
    .where(and(eq(garageReminders.stopHash, secretHash(token)), eq(customers.storeUid, ctx.store.uuid)));
  if (!row) throw refuse('NOT_FOUND');
  const { customerUid, bySms, byEmail } = row.reminders;
  return { customerUid, active: bySms || byEmail };
}

/** One press in a message, without signing in; what was not sent yet is dropped. @throws NOT_FOUND */
export async function stopReminders(ctx: RequestContext, token: string): Promise<void> {
  const { customerUid } = await readStopLink(ctx, token);
  await ctx.db.transaction(async (tx) => {
    await lockCustomer(tx, customerUid);
    const ended = await tx
      .update(garageReminders)
      .set({ bySms: false, byEmail: false })
      .where(
        and(
          eq(garageReminders.customerUid, customerUid),
          sql`(${garageReminders.bySms} or ${garageReminders.byEmail})`,
        ),
      )
      .returning({ uid: garageReminders.customerUid });
    if (ended.length === 0) return;
    await noteConsent(ctx, tx, customerUid, false);
    await dropUnsent(ctx, tx, customerUid);
  });
}
