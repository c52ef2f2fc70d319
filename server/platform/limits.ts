import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { unionAll } from '#db/schema/columns.ts';
import { limitHits } from '#db/schema/index.ts';
import { and, desc, eq, gt, type SQL, sql } from '#db/sql.ts';
import { DAY_MS } from '#domain/calendar/durations.ts';
import type { Environment } from './environment.ts';
import { type Refusal, refuse } from './errors.ts';
import { networkKey } from './ip-address.ts';
import { keyedHash } from './keyed-hash.ts';
import { POLICIES, type PolicyName, RESEND_SECONDS, type Rule, tooOften } from './limit-policies.ts';
import type { Metrics } from './metrics.ts';

/** Longest window of a policy: older hits count no more. */
const KEPT_MS = DAY_MS;
/** What the specification's client goes on with when it knows no better. */
const DEFAULT_REMAINING = 5;

/** What one is counted under. Without a subject or an address, rules by these don't apply. */
export type Hit = { policy: PolicyName; subject?: string; knownDevice?: boolean };

/** How a caller stands with one rule, as the headers tell it (draft-ietf-httpapi-ratelimit-headers). Seconds. */
export type Standing = { name: string; most: number; window: number; remaining: number; reset: number };

type Caller = {
  now: () => Date;
  secret: string;
  env: Pick<Environment, 'CODES_PER_DAY'>;
  metrics: Metrics;
  db?: Db;
  ipAddress?: string;
  store?: { uuid: string };
  log?: FastifyBaseLogger;
  /** How the request stands so far, for the `RateLimit` headers of its reply. */
  limits?: Standing[];
};

type Verdict = {
  /** Names what was counted, for `forgetHit`. */
  id: string;
  /** Seconds until the next one may come; 0 when this one may. */
  wait: number;
  /** How many more the caller may, by what the caller alone has done. */
  remaining: number;
  /** What refuses it. */
  over: Applied | null;
};

/**
 * Counts one more, or says how long to wait; a refused one is not counted. All of `hits` are counted or none. One after
 * the other of each subject, address and whole, so that of those who come at once none is overlooked: in a transaction
 * (`tx`) until its end, and taken back with it.
 */
export async function take(caller: Caller & { db: Db }, hits: Hit[], tx?: Db): Promise<Verdict> {
  const verdict = tx ? await count(caller, hits, tx) : await takeAlone(caller, hits);
  if (verdict.over) note(caller, verdict.over);
  return verdict;
}

async function takeAlone(caller: Caller & { db: Db }, hits: Hit[]): Promise<Verdict> {
  // Without the lock first, so that a flood is turned away before it queues for it.
  const before = await look(caller, hits);
  return before.over ? before : caller.db.transaction((tx) => count(caller, hits, tx));
}

/** The same, and what is refused is thrown. @throws RATE_LIMITED with the waiting time */
export async function takeOrRefuse(caller: Caller & { db: Db }, hits: Hit[], tx?: Db): Promise<Verdict> {
  const verdict = await take(caller, hits, tx);
  if (verdict.over) throw refusalOf(verdict.wait, verdict.over.rule);
  return verdict;
}

/**
 * Counts nothing: before a transaction that counts is begun, so that a flood never queues for its lock. @throws
 * RATE_LIMITED with the waiting time
 */
export async function refuseBeforeCounting(caller: Caller & { db: Db }, hits: Hit[]): Promise<void> {
  const { over, wait } = await look(caller, hits);
  if (!over) return;
  note(caller, over);
  throw refusalOf(wait, over.rule);
}

function note({ metrics, log }: Caller, { hit: { policy }, rule: { by } }: Applied): void {
  metrics.refusals.inc({ policy, by: by.join('/') || 'all' });
  if (by.length === 0) log?.error({ policy }, 'the cap on SMS is reached');
}

async function count(caller: Caller, hits: Hit[], tx: Db): Promise<Verdict> {
  const keys = hits.flatMap(({ policy, subject }) => {
    const rules: Rule[] = POLICIES[policy];
    return [
      ...(subject !== undefined && rules.some(({ by }) => by.includes('subject')) ? [`${policy} of ${subject}`] : []),
      ...(caller.ipAddress && rules.some(({ by }) => by[0] === 'ip') ? [`${policy} from ${ipHashOf(caller)}`] : []),
      ...(rules.some(({ by }) => by.length === 0) ? [policy] : []),
    ];
  });
  const names = keys.map((key) => hashed(caller, `lock:${key}`)).sort();
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${sql.param(names)}::text[]) as names (name)`,
  );
  const verdict = await look({ ...caller, db: tx }, hits);
  if (verdict.over) return verdict;
  await tx.insert(limitHits).values(hits.map((hit) => ({ ...rowOf(caller, hit), uuid: verdict.id })));
  const remaining = Math.max(0, verdict.remaining - 1);
  for (const standing of caller.limits ?? []) standing.remaining = Math.max(0, standing.remaining - 1);
  return { ...verdict, remaining };
}

/** What `take` would say, without counting. */
export async function look(caller: Caller & { db: Db }, hits: Hit[]): Promise<Verdict> {
  const now = caller.now().getTime();
  const rules = hits.flatMap((hit) => rulesFor(caller, hit));
  const [first, second, ...more] = rules.map(({ hit, rule, most }, at) => newest(caller, hit, rule, most, at));
  const rows = first ? await (second ? unionAll(first, second, ...more) : first) : [];
  const states = rules.map(({ hit, rule, most }, at) => {
    const { hits: takenHits = 0, oldest = null } = rows.find((row) => row.at === at) ?? {};
    // At most a whole window, also of what was counted before the database's clock was set back.
    const end = oldest ? oldest.getTime() + rule.window * 1_000 : Infinity;
    const reset = Math.min(rule.window, Math.max(0, Math.ceil((end - now) / 1_000)));
    const name = [hit.policy, ...rule.by, rule.window].join('/');
    return {
      name,
      most,
      rule,
      hit,
      isOwn: isOwn(hit, rule),
      window: rule.window,
      remaining: Math.max(0, most - takenHits),
      reset,
    };
  });
  const over = states.filter(({ remaining }) => remaining === 0).sort((a, b) => waitOf(b) - waitOf(a))[0];
  const ownStates = states.filter((state) => state.isOwn);
  // What others have done is reported only as the time to wait.
  const reported = over ? [over] : ownStates;
  if (caller.limits) caller.limits.splice(0, caller.limits.length, ...reported.map(standingOf));
  const remaining = Math.min(DEFAULT_REMAINING, ...ownStates.map((state) => state.remaining));
  const wait = over ? Math.max(1, waitOf(over)) : 0;
  return { id: randomUUID(), wait, remaining, over: over ?? null };
}

const waitOf = ({ rule, reset }: { rule: Rule; reset: number }): number => rule.retry ?? reset;

const standingOf = ({ name, most, window, remaining, reset }: Standing): Standing => ({
  name,
  most,
  window,
  remaining,
  reset,
});

function refusalOf(wait: number, rule: Rule): Refusal {
  const message = (rule.says ?? tooOften)(wait);
  return refuse('RATE_LIMITED', {
    message,
    retryAfter: wait,
    details: { retry_after: wait, remaining: remainingAfter(wait) },
  });
}

/** Made of the waiting time alone, so that it says nothing else of what others have done. */
export const remainingAfter = (wait: number): number => (wait <= RESEND_SECONDS ? DEFAULT_REMAINING : 0);

type Applied = { hit: Hit; rule: Rule; most: number };

function rulesFor({ env, ipAddress }: Caller, hit: Hit): Applied[] {
  const knownDevice = hit.knownDevice ?? false;
  return (POLICIES[hit.policy] as Rule[])
    .filter((rule) => rule.for !== (knownDevice ? 'unknown' : 'known'))
    .filter(({ by }) => !by.includes('subject') || hit.subject !== undefined)
    .filter(({ by }) => !by.includes('ip') || (!knownDevice && ipAddress))
    .map((rule) => {
      const most = typeof rule.most === 'number' ? rule.most : Math.max(1, Math.floor(rule.most(env.CODES_PER_DAY)));
      return { hit, rule, most };
    });
}

/** Whether what it counts is the caller's own doing. A pause between two is no number to tell. */
const isOwn = ({ knownDevice }: Hit, { by, most }: Rule): boolean =>
  most !== 1 && (by.includes('ip') || (knownDevice === true && by.includes('subject')));

/**
 * The newest hits that a rule counts, as many as it lets through: with that many, the oldest of them says when the next
 * one may come.
 */
function newest(caller: Caller & { db: Db }, hit: Hit, rule: Rule, most: number, at: number) {
  const row = rowOf(caller, hit);
  const since = new Date(row.at.getTime() - rule.window * 1_000);
  const keys: Record<Rule['by'][number], SQL> = {
    subject: eq(limitHits.subject, row.subject),
    ip: eq(limitHits.ipHash, row.ipHash),
    store: eq(limitHits.store, row.store),
  };
  const counted = caller.db
    .select({ at: limitHits.at })
    .from(limitHits)
    .where(
      and(
        eq(limitHits.policy, hit.policy),
        gt(limitHits.at, since),
        ...rule.by.map((key) => keys[key]),
        hit.knownDevice && rule.for !== 'all' ? eq(limitHits.known, true) : undefined,
      ),
    )
    .orderBy(desc(limitHits.at))
    .limit(most)
    .as(`rule_${at}`);
  return caller.db
    .select({
      at: sql<number>`${sql.raw(String(at))}::int`.as('at'),
      hits: sql<number>`count(*)::int`.as('hits'),
      oldest: sql<Date | null>`min(${counted.at})`.mapWith(limitHits.at).as('oldest'),
    })
    .from(counted);
}

/** Keyed hashes: who reads the table learns no phone, mailbox or address. */
function rowOf(caller: Caller, { policy, subject = '', knownDevice = false }: Hit) {
  return {
    policy,
    subject: subject && hashed(caller, `${policy}:${subject}`),
    ipHash: ipHashOf(caller),
    store: caller.store?.uuid ?? '',
    known: knownDevice,
    at: caller.now(),
  };
}

/** The network that a caller comes from, as it is kept. */
export const ipHashOf = (caller: Pick<Caller, 'secret' | 'ipAddress'>): string =>
  caller.ipAddress ? hashed(caller, `address:${networkKey(caller.ipAddress)}`) : '';

const hashed = ({ secret }: Pick<Caller, 'secret'>, text: string): string => keyedHash(secret, `limit:${text}`);

/**
 * What was right was no try to guess. Those before it stay counted: they may have been guesses at another person's
 * account.
 */
export async function forgetHit({ db }: { db: Db }, { id }: Pick<Verdict, 'id'>): Promise<void> {
  await db.delete(limitHits).where(eq(limitHits.uuid, id));
}

/** All hits of a subject, by who has proved to be its only owner: of a mailbox, or signed in to the account. */
export async function forgetSubject(caller: Caller & { db: Db }, hit: Hit & { subject: string }): Promise<void> {
  const { policy, subject } = rowOf(caller, hit);
  await caller.db.delete(limitHits).where(and(eq(limitHits.policy, policy), eq(limitHits.subject, subject)));
}

export async function forgetOldHits({ db, now }: { db: Db; now: () => Date }): Promise<void> {
  await db.delete(limitHits).where(sql`${limitHits.at} <= ${new Date(now().getTime() - KEPT_MS).toISOString()}`);
}
