import { z } from 'zod';
import { orders } from '#db/schema/index.ts';
import { and, eq } from '#db/sql.ts';
import { refuse } from '../../../platform/errors.ts';
import { officeCall } from '../../../staff/office-call.ts';
import { colleagues } from '../../colleagues.ts';
import { saveEdited } from '../../edited-fields.ts';
import { momentInput } from '../../inputs.ts';

const plan = { owner: z.uuid().optional(), deadline: momentInput.optional(), promised: momentInput.optional() };
const was = { owner: z.uuid().optional(), deadline: z.coerce.date().optional(), promised: z.coerce.date().optional() };

/** Who sees to the order, until when, and what the customer was promised. */
export const assign = officeCall(
  {
    name: 'orders.assign',
    permission: 'orders.assign',
    input: z.object({ order: z.uuid(), was: z.object(was).default({}), ...plan }),
    kind: 'write',
    entity: 'order',
  },
  async (ctx, { order: uuid, was, ...now }) => {
    if (now.owner && now.owner !== was.owner) {
      const people = await colleagues(ctx.db, 'orders.read', ctx.storeUid ?? '');
      if (!people.some((person) => person.uuid === now.owner))
        throw refuse('BAD_REQUEST', { fields: [{ path: 'owner', message: 'בחרו מישהו מהחנות' }] });
    }
    const fields = { owner: orders.ownerUid, deadline: orders.deadlineAt, promised: orders.promisedAt };
    const valuesOf = (from: typeof was) => ({
      owner: from.owner ?? null,
      deadline: from.deadline ?? null,
      promised: from.promised ?? null,
    });
    await saveEdited(ctx.db, { table: orders, uuid, fields, was: valuesOf(was), now: valuesOf(now) });
  },
);

/**
 * Gives one of a list's orders to somebody, whoever had it; `back`: only from this person, as undoing it does, also to
 * nobody.
 */
export const assignOwner = officeCall(
  {
    name: 'orders.assign-owner',
    permission: 'orders.assign',
    input: z
      .object({ order: z.uuid(), owner: z.uuid('בחרו אדם').optional(), back: z.uuid().optional() })
      .refine(({ owner, back }) => owner || back, { path: ['owner'], message: 'בחרו אדם' }),
    kind: 'write',
    entity: 'order',
  },
  async (ctx, { order, owner = null, back }) => {
    const people = owner ? await colleagues(ctx.db, 'orders.read', ctx.storeUid ?? '') : [];
    if (owner && !people.some(({ uuid }) => uuid === owner))
      throw refuse('NOT_POSSIBLE', { message: 'האדם הזה אינו מטפל בהזמנות של החנות' });
    const assignedRows = await ctx.db
      .update(orders)
      .set({ ownerUid: owner })
      .where(and(eq(orders.uuid, order), back ? eq(orders.ownerUid, back) : undefined))
      .returning({ uuid: orders.uuid });
    if (assignedRows.length === 0) throw refuse('NOT_POSSIBLE', { message: 'בינתיים היא שויכה למישהו אחר' });
  },
);

/** Whom orders of the person's stores can be given to; each order's own store is asked when it is. */
export const listOwners = officeCall(
  { name: 'orders.list-owners', permission: 'orders.assign', input: z.object({}), kind: 'read' },
  (ctx) => colleagues(ctx.db, 'orders.read', ctx.stores),
);
