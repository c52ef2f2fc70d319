import type { z } from 'zod';
import type { waysForm } from '#contract/customers/message-ways-form.ts';
import type { Db } from '#db/client.ts';
import { consents, customers, favoriteAlerts, garageReminders, outbox } from '#db/schema/index.ts';
import { and, eq, or, sql } from '#db/sql.ts';
import { FAVORITE_ALERTS_TEXT, REMINDERS_TEXT } from '#domain/people/consent-texts.ts';
import type { RequestContext } from '../../context.ts';
import { lockCustomer, requireCustomer } from '../../identity/require-customer.ts';
import { refuse } from '../../platform/errors.ts';
import { keyedHash, secretHash } from '../../platform/keyed-hash.ts';
import { takeOrRefuse } from '../../platform/limits.ts';

/** Messages that customers ask for, each kind by a consent of its own; `about` names them in the outbox. */
export const REQUESTED = {
  vehicle_reminders: { table: garageReminders, about: 'vehicle reminder', text: REMINDERS_TEXT },
  favorite_alerts: { table: favoriteAlerts, about: 'favorite alert', text: FAVORITE_ALERTS_TEXT },
};
/** After so long prices and stock in an alert may be others: a provider that was away that long is too late. */
export const ALERT_LIFETIME_SECONDS = 7_200;
export type Requested = keyof typeof REQUESTED;

export type Ways = {
  by_sms: boolean;
  by_email: boolean;
  /** Where they would go to: the phone, and an e-mail that its owner has proved. */
  phone: string | null;
  email: string | null;
};

const PROVED_EMAIL = sql<string | null>`case when ${customers.emailVerifiedAt} is not null then ${customers.email} end`;

/** Off until they are asked for. @throws UNAUTHORIZED */
export async function getWays(ctx: RequestContext, kind: Requested): Promise<Ways> {
  const { uuid, phone } = requireCustomer(ctx);
  const { table } = REQUESTED[kind];
  const [row] = await ctx.db
    .select({ bySms: table.bySms, byEmail: table.byEmail, email: PROVED_EMAIL })
    .from(customers)
    .leftJoin(table, eq(table.customerUid, customers.uuid))
    .where(eq(customers.uuid, uuid));
  const email = row?.email ?? null;
  return {
    by_sms: (row?.bySms ?? false) && phone !== null,
    by_email: (row?.byEmail ?? false) && email !== null,
    phone,
    email,
  };
}

async function readWays(db: Db, kind: Requested, uuid: string) {
  const { table } = REQUESTED[kind];
  const [row] = await db
    .select({ bySms: table.bySms, byEmail: table.byEmail })
    .from(table)
    .where(eq(table.customerUid, uuid));
  return row;
}

async function hasProvedEmail(db: Db, uuid: string): Promise<boolean> {
  const [row] = await db.select({ email: PROVED_EMAIL }).from(customers).where(eq(customers.uuid, uuid));
  return Boolean(row?.email);
}

/**
 * Notes what was agreed to; `write` stores the kind's own row, with the customer locked. It must leave `next_check_at`
 * of a row as it is, or each press could send a message.
 * @throws UNAUTHORIZED, BAD_REQUEST for a way that leads nowhere, RATE_LIMITED
 */
export async function requestMessages(
  ctx: RequestContext,
  kind: Requested,
  { by_sms: bySms, by_email: byEmail }: z.output<typeof waysForm>,
  write: (tx: Db, change: { customerUid: string; bySms: boolean; byEmail: boolean; begins: boolean }) => Promise<void>,
): Promise<void> {
  const { uuid, phone } = requireCustomer(ctx);
  await takeOrRefuse(ctx, [{ policy: 'garage', subject: uuid }]);
  await ctx.db.transaction(async (tx) => {
    await lockCustomer(tx, uuid);
    if (bySms && !phone) throw refuse('BAD_REQUEST', { message: 'אין בחשבון מספר טלפון' });
    if (byEmail && !(await hasProvedEmail(tx, uuid)))
      throw refuse('BAD_REQUEST', { message: 'כתובת הדוא״ל שבחשבון עוד לא אומתה' });
    const before = await readWays(tx, kind, uuid);
    const isGiven = bySms || byEmail;
    const wasGiven = Boolean(before && (before.bySms || before.byEmail));
    await write(tx, { customerUid: uuid, bySms, byEmail, begins: isGiven && !wasGiven });
    if (isGiven !== wasGiven) await noteConsent(ctx, tx, kind, uuid, isGiven);
    await dropUnsent(ctx, tx, kind, uuid, { bySms, byEmail });
  });
}

const noteConsent = (ctx: RequestContext, tx: Db, kind: Requested, customerUid: string, isGiven: boolean) =>
  tx.insert(consents).values({ customerUid, kind, given: isGiven, text: REQUESTED[kind].text, createdAt: ctx.now() });

/** Of the ways that are off, to whatever address; those that were given up, too: the office could send them again. */
const dropUnsent = (
  { store }: RequestContext,
  tx: Db,
  kind: Requested,
  customerUid: string,
  { bySms, byEmail } = { bySms: false, byEmail: false },
) =>
  tx.execute(sql`
    delete from ${outbox} where thing_uid = ${customerUid} and store_uid = ${store.uuid} and about = ${REQUESTED[kind].about}
      and sent_at is null and not (channel = 'sms' and ${bySms}) and not (channel = 'email' and ${byEmail})`);

/** The secret of the link that ends them: derived when needed, never stored. */
export const stopToken = (key: string, kind: Requested, customerUid: string): string =>
  keyedHash(key, `${kind.replace('_', '-')}:${customerUid}`);

/** What a link ends, and whether any are sent. @throws NOT_FOUND for another store's link too */
export async function readStopLink(
  ctx: RequestContext,
  token: string,
): Promise<{ kind: Requested; customerUid: string; active: boolean }> {
  for (const kind of Object.keys(REQUESTED) as Requested[]) {
    const { table } = REQUESTED[kind];
    const [row] = await ctx.db
      .select({ customerUid: table.customerUid, active: sql<boolean>`${table.bySms} or ${table.byEmail}` })
      .from(table)
      .innerJoin(customers, eq(customers.uuid, table.customerUid))
      .where(and(eq(table.stopHash, secretHash(token)), eq(customers.storeUid, ctx.store.uuid)));
    if (row) return { kind, ...row };
  }
  throw refuse('NOT_FOUND');
}

/** One press in a message, without signing in; what was not sent yet is dropped. @throws NOT_FOUND */
export async function stopMessages(ctx: RequestContext, token: string): Promise<void> {
  const { kind, customerUid } = await readStopLink(ctx, token);
  const { table } = REQUESTED[kind];
  await ctx.db.transaction(async (tx) => {
    await lockCustomer(tx, customerUid);
    const ended = await tx
      .update(table)
      .set({ bySms: false, byEmail: false })
      .where(and(eq(table.customerUid, customerUid), or(table.bySms, table.byEmail)))
      .returning({ uid: table.customerUid });
    if (ended.length === 0) return;
    await noteConsent(ctx, tx, kind, customerUid, false);
    await dropUnsent(ctx, tx, kind, customerUid);
  });
}
