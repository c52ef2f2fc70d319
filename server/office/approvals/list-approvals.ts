import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { actingAs } from '#db/actor.ts';
import { alias } from '#db/schema/columns.ts';
import { approvals, customers, orders, staff, stores } from '#db/schema/index.ts';
import { and, desc, eq, inArray, ne, sql } from '#db/sql.ts';
import { formatPhone } from '#domain/people/phone.ts';
import type { OfficeContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { may, storesWith } from '../../staff/grants.ts';
import { actorName, isOfOwnCalls } from '../../staff/office-call.ts';
import { settle } from './decide.ts';

const decider = alias(staff, 'decider');
const MAX_SHOWN = 100;

/**
 * What waits for this person's consent, and what the person asked for. Whoever is signed in sees the latter. `person`:
 * who is to be erased.
 */
export async function listApprovals(ctx: OfficeContext) {
  const { staff: person, db } = ctx;
  if (!person) throw refuse('UNAUTHORIZED');
  const where = storesWith(person, 'approvals.decide');
  // Only of calls that the person may make there too: others' reasons and sums are none of theirs.
  const inReach = and(
    isOfOwnCalls(person, approvals.call, approvals.storeUid),
    where === 'all' ? undefined : where.length > 0 ? inArray(approvals.storeUid, where) : sql`false`,
  );
  const select = () =>
    db
      .select({
        uuid: approvals.uuid,
        call: approvals.call,
        summary: approvals.summary,
        amountAgorot: approvals.amountAgorot,
        reason: approvals.reason,
        status: approvals.status,
        decisionNote: approvals.decisionNote,
        createdAt: approvals.createdAt,
        decidedAt: approvals.decidedAt,
        by: staff.name,
        decidedBy: decider.name,
        store: stores.name,
        entityKind: approvals.entityKind,
        entityUid: approvals.entityUid,
        order: orders.number,
        storeUid: approvals.storeUid,
        account: { first: customers.firstName, last: customers.lastName, phone: customers.phone },
        buyer: { first: orders.firstName, last: orders.lastName, phone: orders.phone },
      })
      .from(approvals)
      .innerJoin(staff, eq(staff.uuid, approvals.requestedByUid))
      .leftJoin(decider, eq(decider.uuid, approvals.decidedByUid))
      .leftJoin(stores, eq(stores.uuid, approvals.storeUid))
      .leftJoin(orders, eq(orders.uuid, approvals.entityUid))
      .leftJoin(customers, eq(customers.uuid, approvals.entityUid));
  type Found = Awaited<ReturnType<typeof select>>[number];
  // The request itself names nobody, as it outlives the person's data.
  const shown = ({ account, buyer, storeUid, ...row }: Found) => {
    const whom = { 'customers.erase': account, 'guests.erase': buyer }[row.call];
    const isNamed = row.status === 'waiting' && whom?.phone && storeUid && may(person, 'customers.erase', storeUid);
    return { ...row, person: isNamed ? `${whom.first} ${whom.last}, ${formatPhone(whom.phone ?? '')}` : null };
  };
  const [waiting, ownRequests, decided] = await Promise.all([
    select()
      .where(and(eq(approvals.status, 'waiting'), ne(approvals.requestedByUid, person.uuid), inReach))
      .orderBy(approvals.createdAt)
      .limit(MAX_SHOWN),
    select().where(eq(approvals.requestedByUid, person.uuid)).orderBy(desc(approvals.createdAt)).limit(MAX_SHOWN),
    select()
      .where(and(ne(approvals.status, 'waiting'), ne(approvals.requestedByUid, person.uuid), inReach))
      .orderBy(desc(approvals.decidedAt))
      .limit(20),
  ]);
  return { waiting: waiting.map(shown), mine: ownRequests.map(shown), decided: decided.map(shown) };
}

/** Approvals about one thing that are still open, for its page. */
export const approvalsOf = ({ db }: Pick<OfficeContext, 'db'>, entityUid: string) =>
  db
    .select({ uuid: approvals.uuid, summary: approvals.summary, by: staff.name, createdAt: approvals.createdAt })
    .from(approvals)
    .innerJoin(staff, eq(staff.uuid, approvals.requestedByUid))
    .where(and(eq(approvals.entityUid, entityUid), eq(approvals.status, 'waiting')));

/** Takes back one's own request. @throws UNAUTHORIZED, NOT_FOUND, NOT_POSSIBLE */
export async function withdrawApproval(ctx: OfficeContext, raw: unknown): Promise<void> {
  const { staff: person } = ctx;
  if (!person) throw refuse('UNAUTHORIZED');
  const uuid = z.uuid().safeParse((raw as { approval?: unknown }).approval);
  if (!uuid.success) throw refuse('NOT_FOUND');
  const [ownApproval] = await ctx.db
    .select({ uuid: approvals.uuid })
    .from(approvals)
    .where(and(eq(approvals.uuid, uuid.data), eq(approvals.requestedByUid, person.uuid)));
  if (!ownApproval) throw refuse('NOT_FOUND');
  const by = { kind: 'staff' as const, name: actorName(person), source: 'approvals.withdraw', operation: randomUUID() };
  await actingAs(by, () => settle({ ...ctx, staff: person }, uuid.data, 'withdrawn', ''));
}
