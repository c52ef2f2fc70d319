import type { Db } from '#db/client.ts';
import { customers, outbox, stockAlertRecipients, stockSubscriptions } from '#db/schema/index.ts';
import { and, eq, inArray, isNotNull, isNull, or, sql } from '#db/sql.ts';
import type { Deps, RequestContext } from '../../context.ts';
import { isKnown } from '../../identity/known-device.ts';
import { refuse } from '../../platform/errors.ts';
import { keyedHash, secretHash } from '../../platform/keyed-hash.ts';

/** Of 43 characters, so many: 132 bits, and an SMS stays short. */
const LENGTH = 22;

type Recipient = { storeUid: string; recipient: string };

/** The secret of the link that ends the alerts: derived when needed, never stored. */
export const stockStopToken = (key: string, { storeUid, recipient }: Recipient): string =>
  keyedHash(key, `stock-alerts:${storeUid}:${recipient}`).slice(0, LENGTH);

const rowOf = ({ storeUid, recipient }: Recipient) =>
  and(eq(stockAlertRecipients.storeUid, storeUid), eq(stockAlertRecipients.recipient, recipient));

/** Notes whom alerts go to, so that the links in them are known. */
export async function noteAlertRecipients(tx: Db, key: string, recipients: Recipient[], toldAt: Date): Promise<void> {
  const rows = new Map(recipients.map((one) => [`${one.storeUid} ${one.recipient}`, one]));
  // In one sequence, so that two processes can't deadlock.
  for (const [, { storeUid, recipient }] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const stopHash = secretHash(stockStopToken(key, { storeUid, recipient }));
    await tx
      .insert(stockAlertRecipients)
      .values({ storeUid, recipient, stopHash, toldAt })
      .onConflictDoUpdate({
        target: [stockAlertRecipients.storeUid, stockAlertRecipients.recipient],
        set: { stopHash, toldAt },
      });
  }
}

/** Whether alerts are sent to whom a link belongs to. @throws NOT_FOUND for another store's link too */
export async function readStockStop(
  ctx: RequestContext,
  token: string,
): Promise<Recipient & { kind: 'stock_alerts'; active: boolean }> {
  const [row] = await ctx.db
    .select()
    .from(stockAlertRecipients)
    .where(
      and(eq(stockAlertRecipients.stopHash, secretHash(token)), eq(stockAlertRecipients.storeUid, ctx.store.uuid)),
    );
  if (!row) throw refuse('NOT_FOUND');
  return { kind: 'stock_alerts', storeUid: row.storeUid, recipient: row.recipient, active: row.stoppedAt === null };
}

/** One press in a message, without signing in: what waits, and what was not sent yet, is dropped. @throws NOT_FOUND */
export async function stopStockAlerts(ctx: RequestContext, token: string): Promise<void> {
  const { storeUid, recipient } = await readStockStop(ctx, token);
  await ctx.db.transaction(async (tx) => {
    // First of all, as the job that sends them does: its alerts are in the outbox once this goes on.
    await tx
      .delete(stockSubscriptions)
      .where(and(eq(stockSubscriptions.storeUid, storeUid), eq(stockSubscriptions.recipient, recipient)));
    await tx
      .update(stockAlertRecipients)
      .set({ stoppedAt: ctx.now() })
      .where(and(rowOf({ storeUid, recipient }), isNull(stockAlertRecipients.stoppedAt)));
    await tx
      .delete(outbox)
      .where(
        and(
          eq(outbox.storeUid, storeUid),
          eq(outbox.about, 'stock returned'),
          eq(outbox.recipient, recipient),
          isNull(outbox.sentAt),
        ),
      );
  });
}

/**
 * Alerts that were ended are resumed only at the request of the phone's or e-mail's owner. @throws ALERTS_STOPPED
 */
export async function resumeStockAlerts(ctx: RequestContext, recipient: string): Promise<void> {
  const alertRecipient = { storeUid: ctx.store.uuid, recipient };
  // By the link's hash, too: once the person was erased, the row names nobody.
  const stopHash = secretHash(stockStopToken(ctx.secret, alertRecipient));
  const stopped = and(
    or(rowOf(alertRecipient), eq(stockAlertRecipients.stopHash, stopHash)),
    isNotNull(stockAlertRecipients.stoppedAt),
  );
  const [stopRow] = await ctx.db
    .select({ at: stockAlertRecipients.stoppedAt })
    .from(stockAlertRecipients)
    .where(stopped);
  if (!stopRow) return;
  if (!isKnown(ctx, recipient) && !(await hasProvedEmail(ctx, recipient))) throw refuse('ALERTS_STOPPED');
  await ctx.db.update(stockAlertRecipients).set({ stoppedAt: null, recipient }).where(stopped);
}

/**
 * Of an erased person only that the alerts were ended stays, by the link's hash: nobody else can ask for some in that
 * name. A person may have several contacts.
 */
export async function eraseAlertRecipient(tx: Db, storeUid: string, contacts: (string | null)[]): Promise<void> {
  const isOfPerson = and(
    eq(stockAlertRecipients.storeUid, storeUid),
    inArray(
      stockAlertRecipients.recipient,
      contacts.filter((contact) => contact !== null),
    ),
  );
  await tx.delete(stockAlertRecipients).where(and(isOfPerson, isNull(stockAlertRecipients.stoppedAt)));
  await tx
    .update(stockAlertRecipients)
    .set({ recipient: sql`${stockAlertRecipients.stopHash}` })
    .where(isOfPerson);
}

async function hasProvedEmail({ db, customer }: RequestContext, email: string): Promise<boolean> {
  if (!customer) return false;
  const isProved = and(eq(customers.uuid, customer.uuid), isNotNull(customers.emailVerifiedAt));
  const [row] = await db.select({ email: customers.email }).from(customers).where(isProved);
  return row?.email?.toLowerCase() === email;
}

/** A link of an alert that is a year old isn't pressed any more. Who has ended the alerts stays. */
export async function forgetOldAlertLinks({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db
    .delete(stockAlertRecipients)
    .where(
      and(
        isNull(stockAlertRecipients.stoppedAt),
        sql`${stockAlertRecipients.toldAt} < ${now().toISOString()}::timestamptz - interval '1 year'`,
      ),
    );
}
