import { randomInt } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { sandboxPages, sandboxTransactions, sandboxWebhooks } from '#db/schema/index.ts';
import { and, count, desc, eq, inArray } from '#db/sql.ts';
import { HOUR_MS } from '#domain/calendar/durations.ts';
import { isUuid } from '#domain/text/uuid.ts';
import type { Deps } from '../context.ts';
import { type Behaviour, TEST_CODE } from './cards.ts';
import type { Charge } from './form.ts';

export type Books = Pick<Deps, 'db' | 'now'>;
export type Page = typeof sandboxPages.$inferSelect;
export type Transaction = typeof sandboxTransactions.$inferSelect;
type State = 'open' | 'approved' | 'declined' | 'cancelled' | 'expired';

const PAGE_HOURS = 2;
const MAX_REFUSALS = 3;
const LATE_MS = 60_000;

/** Refusals: each leaves the page open for another card, up to a limit. */
export const REFUSALS = ['declined', 'challenge_failed', 'timed_out'];

export async function findPage(books: Books, uuid: string): Promise<Page | null> {
  if (!isUuid(uuid)) return null;
  const tooOld = new Date(books.now().getTime() - PAGE_HOURS * HOUR_MS);
  const [page] = await books.db.select().from(sandboxPages).where(eq(sandboxPages.uuid, uuid));
  if (page?.state !== 'open' || page.createdAt > tooOld) return page ?? null;
  await closePage(books, uuid, 'expired');
  const [now] = await books.db.select().from(sandboxPages).where(eq(sandboxPages.uuid, uuid));
  return now ?? null;
}

/** The page's latest transaction; `of` limits it to some states. */
export async function lastTransaction({ db }: Books, pageUid: string, of?: string[]): Promise<Transaction | null> {
  const [row] = await db
    .select()
    .from(sandboxTransactions)
    .where(and(eq(sandboxTransactions.pageUid, pageUid), of && inArray(sandboxTransactions.state, of)))
    .orderBy(desc(sandboxTransactions.createdAt))
    .limit(1);
  return row ?? null;
}

export async function findTransaction({ db }: Books, uuid: string): Promise<Transaction | null> {
  if (!isUuid(uuid)) return null;
  const [row] = await db.select().from(sandboxTransactions).where(eq(sandboxTransactions.uuid, uuid));
  return row ?? null;
}

/** Charges a card. Only an open page is charged, and once: its row is locked meanwhile. */
export async function charge(
  books: Books,
  pageUid: string,
  { behaviour, ...card }: Charge,
): Promise<Transaction | null> {
  return books.db.transaction(async (tx) => {
    const page = await lockOpen(tx, pageUid);
    if (!page) return null;
    const states = {
      decline: 'declined',
      time_out: 'timed_out',
      challenge: 'challenge',
      challenge_fails: 'challenge_fails',
    };
    const state = behaviour in states ? states[behaviour as keyof typeof states] : success(page);
    const [row] = await tx
      .insert(sandboxTransactions)
      .values({
        pageUid,
        state,
        amountAgorot: behaviour === 'wrong_sum' ? Math.max(1, page.amountAgorot - 100) : page.amountAgorot,
        paymentsCount: page.instalments,
        wallet: card.wallet,
        last4: card.last4,
        cardBrand: card.brand,
        approvalNumber: String(randomInt(1_000_000, 9_999_999)),
        createdAt: books.now(),
      })
      .returning();
    await afterwards(books, tx, page, state, behaviour);
    return row ?? null;
  });
}

/** The card holder's answer to the bank's challenge. `wrong` may be retried. */
export async function answerChallenge(
  books: Books,
  pageUid: string,
  transactionUid: string,
  code: string,
): Promise<'done' | 'wrong'> {
  return books.db.transaction(async (tx) => {
    const page = await lockOpen(tx, pageUid);
    const [row] = page
      ? await tx
          .select()
          .from(sandboxTransactions)
          .where(and(eq(sandboxTransactions.uuid, transactionUid), eq(sandboxTransactions.pageUid, pageUid)))
      : [];
    if (!page || !row?.state.startsWith('challenge') || row.state === 'challenge_failed') return 'done';
    if (row.state === 'challenge' && code !== TEST_CODE) return 'wrong';
    const state = row.state === 'challenge' ? success(page) : 'challenge_failed';
    await tx.update(sandboxTransactions).set({ state }).where(eq(sandboxTransactions.uuid, row.uuid));
    await afterwards(books, tx, page, state, 'approve');
    return 'done';
  });
}

/** Ends an open page without a charge. */
export async function closePage(
  books: Books,
  pageUid: string,
  state: Exclude<State, 'open' | 'approved'>,
): Promise<void> {
  await books.db.transaction(async (tx) => {
    if (await lockOpen(tx, pageUid)) await settle(books, tx, pageUid, state);
  });
}

/** Releases a held sum. Nothing is left to capture then. */
export async function releaseHold({ db }: Books, pageUid: string): Promise<void> {
  await db.transaction(async (tx) => {
    const released = await tx
      .update(sandboxTransactions)
      .set({ state: 'released' })
      .where(and(eq(sandboxTransactions.pageUid, pageUid), eq(sandboxTransactions.state, 'held')))
      .returning({ uuid: sandboxTransactions.uuid });
    if (released.length > 0)
      await tx.update(sandboxPages).set({ state: 'cancelled' }).where(eq(sandboxPages.uuid, pageUid));
  });
}

const success = (page: Page): string => (page.capture === 'hold' ? 'held' : 'approved');

async function lockOpen(tx: Db, uuid: string): Promise<Page | null> {
  const [page] = await tx.select().from(sandboxPages).where(eq(sandboxPages.uuid, uuid)).for('update');
  return page?.state === 'open' ? page : null;
}

async function afterwards(books: Books, tx: Db, page: Page, state: string, behaviour: Behaviour): Promise<void> {
  if (state === success(page)) return settle(books, tx, page.uuid, 'approved', WEBHOOKS[behaviour]);
  if (!REFUSALS.includes(state)) return;
  const [refused] = await tx
    .select({ times: count() })
    .from(sandboxTransactions)
    .where(and(eq(sandboxTransactions.pageUid, page.uuid), inArray(sandboxTransactions.state, REFUSALS)));
  if (refused && refused.times >= MAX_REFUSALS) await settle(books, tx, page.uuid, 'declined');
}

/** Delays of webhooks in milliseconds, one webhook for each. */
const WEBHOOKS: Partial<Record<Behaviour, number[]>> = {
  late_webhook: [LATE_MS],
  no_webhook: [],
  double_webhook: [0, 0],
};

/** Ends a page and writes its webhooks, in one transaction. */
async function settle(books: Books, tx: Db, pageUid: string, state: State, delays = [0]): Promise<void> {
  await tx.update(sandboxPages).set({ state }).where(eq(sandboxPages.uuid, pageUid));
  if (delays.length === 0) return;
  await tx
    .insert(sandboxWebhooks)
    .values(delays.map((delay) => ({ pageUid, nextAttemptAt: new Date(books.now().getTime() + delay) })));
}
