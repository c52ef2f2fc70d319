import { z } from 'zod';
import { tasks } from '#db/schema/index.ts';
import { and, eq, isNull } from '#db/sql.ts';
import { refuse } from '../../platform/errors.ts';
import { officeCall } from '../../staff/office-call.ts';
import { colleagues } from '../colleagues.ts';
import { momentInput } from '../inputs.ts';
import { lockNoted, type NotedKind, reads } from './notes.ts';

/** A call that adds a task about a thing of this kind. */
const taskCall = <K extends NotedKind>(kind: K) =>
  officeCall(
    {
      name: `tasks.add-${kind}`,
      permission: 'notes.write',
      also: reads[kind],
      input: z.object({
        [kind]: z.uuid(),
        title: z.string('כתבו מה לעשות').trim().min(1, 'כתבו מה לעשות').max(200),
        assignee: z.uuid().optional(),
        due: momentInput.optional(),
      } as unknown as Record<K, z.ZodUUID>),
      kind: 'write',
      entity: kind,
    },
    async (ctx, input) => {
      const { title, assignee, due } = input as unknown as { title: string; assignee?: string; due?: Date };
      if (assignee) {
        const people = await colleagues(ctx.db, reads[kind], ctx.storeUid ?? '');
        if (!people.some(({ uuid }) => uuid === assignee))
          throw refuse('BAD_REQUEST', { fields: [{ path: 'assignee', message: 'בחרו מישהו שרואה את זה' }] });
      }
      const entityUid = (input as Record<string, unknown>)[kind] as string;
      await ctx.db.transaction(async (tx) => {
        await lockNoted(tx, kind, entityUid);
        await tx.insert(tasks).values({
          entityKind: kind,
          entityUid,
          storeUid: ctx.storeUid,
          title,
          assigneeUid: assignee ?? null,
          dueAt: due ?? null,
          createdByUid: ctx.staff.uuid,
          createdAt: ctx.now(),
        });
      });
    },
  );

export const addTask = {
  order: taskCall('order'),
  lead: taskCall('lead'),
  booking: taskCall('booking'),
  customer: taskCall('customer'),
};

const closeCall = <K extends NotedKind>(kind: K) =>
  officeCall(
    {
      name: `tasks.close-${kind}`,
      permission: 'notes.write',
      also: reads[kind],
      input: z.object({ [kind]: z.uuid(), task: z.uuid() } as unknown as Record<K, z.ZodUUID>),
      kind: 'write',
      entity: kind,
    },
    async (ctx, input) => {
      const { task, [kind]: entityUid } = input as unknown as Record<string, string>;
      const closed = await ctx.db
        .update(tasks)
        .set({ doneAt: ctx.now(), doneByUid: ctx.staff.uuid })
        .where(and(eq(tasks.uuid, task ?? ''), eq(tasks.entityUid, entityUid ?? ''), isNull(tasks.doneAt)))
        .returning({ uuid: tasks.uuid });
      if (closed.length === 0) throw refuse('NOT_POSSIBLE', { message: 'המשימה כבר נסגרה' });
    },
  );

/** Ends a task of that very thing. */
export const closeTask = {
  order: closeCall('order'),
  lead: closeCall('lead'),
  booking: closeCall('booking'),
  customer: closeCall('customer'),
};
