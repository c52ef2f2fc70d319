import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '#db/client.ts';
import { OperatorError } from '#db/operator-error.ts';
import { auditLog, officeKeys } from '#db/schema/index.ts';
import { and, eq, isNull, lte } from '#db/sql.ts';
import { HOUR_MS } from '#domain/calendar/durations.ts';
import type { Deps, OfficeContext, StaffMember } from '../context.ts';
import { Refusal, refuse } from '../platform/errors.ts';

/** Longer than any adapter waits: who claimed it before that has died. */
export const LOST_AFTER_MS = 5 * 60_000;
const KEPT_MS = 72 * HOUR_MS;
/** How long a second press waits for the first one's outcome: 100 × 100 ms. */
const LOOKS = 100;
const LOOK_EVERY_MS = 100;

/** Told where a process died, or failed, after something was written: it isn't done again, and a person looks. */
export const INTERRUPTED = 'הפעולה כבר נרשמה, ולא תיעשה פעם נוספת. בדקו בדף מה מצבה';

/**
 * Thrown in place of doing the same once more. The message is what was told at first; empty for the page's usual words.
 */
export class Repeated extends Error {}

/** A form as it was sent. `key`: random, made with the form. */
type Sent = { call: string; key: string; input: unknown };

/**
 * Does the work once for each form: a double press, a reload that sends the form again and a retry of the request are
 * answered as the first was. The key is claimed before, and the work's operation is in the change log from its first
 * write on, in the same transaction: so what a process left behind that died tells whether it may be done anew. What
 * was refused may be sent again.
 * @throws Repeated, CONFLICT while the first is still being carried out
 */
export async function once<R>(
  ctx: OfficeContext & { staff: StaffMember },
  sent: Sent,
  work: (operation: string) => Promise<R>,
  /** The message for the person, also about what waits for another person. */
  messageOfOutcome: (outcome: { result: R } | { error: unknown }) => string | null,
): Promise<R> {
  const uuid = nameOf(ctx, sent);
  const operation = await claim(ctx, uuid);
  const isClaim = and(eq(officeKeys.uuid, uuid), eq(officeKeys.operationUid, operation));
  const keep = (message: string) => ctx.db.update(officeKeys).set({ message }).where(isClaim);
  try {
    const result = await work(operation);
    await keep(messageOfOutcome({ result }) ?? '');
    return result;
  } catch (error) {
    const message = messageOfOutcome({ error });
    if (message !== null) await keep(message);
    else if (!isRefused(error) && (await isWritten(ctx.db, operation))) await keep(INTERRUPTED);
    else await ctx.db.delete(officeKeys).where(isClaim);
    throw error;
  }
}

const isRefused = (error: unknown): boolean => error instanceof Refusal || error instanceof OperatorError;

/** Another input is another action, also with the key of a page that the browser has kept. */
function nameOf({ secret, staff }: OfficeContext & { staff: StaffMember }, { call, key, input }: Sent): string {
  const text = JSON.stringify([staff.uuid, call, key, input], (_, value) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  );
  const hash = createHmac('sha256', secret).update(text).digest('hex');
  return hash.slice(0, 32);
}

async function claim(ctx: OfficeContext, uuid: string): Promise<string> {
  const operationUid = randomUUID();
  for (let look = 0; ; look++) {
    const now = ctx.now();
    const row = { uuid, operationUid, createdAt: now };
    const [claimed] = await ctx.db.insert(officeKeys).values(row).onConflictDoNothing().returning();
    if (claimed) return operationUid;
    const [first] = await ctx.db.select().from(officeKeys).where(eq(officeKeys.uuid, uuid));
    if (!first) continue;
    if (first.message !== null) throw new Repeated(first.message);
    if (first.createdAt.getTime() < now.getTime() - LOST_AFTER_MS) {
      // The process that claimed it has died, and can't record the outcome.
      if (await isWritten(ctx.db, first.operationUid)) throw new Repeated(INTERRUPTED);
      // Of two who find it left behind, one takes it over.
      const [takenKey] = await ctx.db
        .update(officeKeys)
        .set({ operationUid, createdAt: now })
        .where(
          and(eq(officeKeys.uuid, uuid), eq(officeKeys.operationUid, first.operationUid), isNull(officeKeys.message)),
        )
        .returning();
      if (takenKey) return operationUid;
    }
    if (look >= LOOKS) {
      if (await isWritten(ctx.db, first.operationUid)) throw new Repeated(INTERRUPTED);
      throw refuse('CONFLICT');
    }
    await wait(LOOK_EVERY_MS);
  }
}

/** Whether an operation has written anything: it is in the log with its first write, in the same transaction. */
export async function isWritten(db: Db, operationUid: string): Promise<boolean> {
  const rows = await db.select({ uuid: auditLog.uuid }).from(auditLog).where(eq(auditLog.uuid, operationUid));
  return rows.length > 0;
}

/** The job: deletes keys that no repeat comes with any more. */
export async function forgetOldForms({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(officeKeys).where(lte(officeKeys.createdAt, new Date(now().getTime() - KEPT_MS)));
}
