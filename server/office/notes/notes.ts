import { z } from 'zod';
import { notes } from '#db/schema/index.ts';
import type { Permission } from '#domain/people/permissions.ts';
import { refuse } from '../../platform/errors.ts';
import { type EntityKind, officeCall } from '../../staff/office-call.ts';
import { colleagues } from '../colleagues.ts';

/** Who may see a kind of thing may be named in a note beside it. */
export const reads = {
  order: 'orders.read',
  lead: 'leads.read',
  booking: 'bookings.read',
  customer: 'customers.read',
} as const satisfies Partial<Record<EntityKind, Permission>>;
export type NotedKind = keyof typeof reads;

/** A call that writes a note beside a thing of this kind, naming colleagues who can see it. */
const noteCall = <K extends NotedKind>(kind: K) =>
  officeCall(
    {
      name: `notes.add-${kind}`,
      permission: 'notes.write',
      also: reads[kind],
      input: z.object({
        [kind]: z.uuid(),
        text: z.string('כתבו הערה').trim().min(1, 'כתבו הערה').max(4_000),
        mentions: z.array(z.uuid()).max(20).default([]),
      } as Record<K, z.ZodUUID> & { text: z.ZodString; mentions: z.ZodDefault<z.ZodArray<z.ZodUUID>> }),
      kind: 'write',
      entity: kind,
    },
    async (ctx, input) => {
      const { text, mentions } = input as unknown as { text: string; mentions: string[] };
      const people = mentions.length > 0 ? await colleagues(ctx.db, reads[kind], ctx.storeUid ?? '') : [];
      if (!mentions.every((uuid) => people.some((person) => person.uuid === uuid)))
        throw refuse('BAD_REQUEST', { fields: [{ path: 'mentions', message: 'אפשר לפנות רק למי שרואה את זה' }] });
      await ctx.db.insert(notes).values({
        entityKind: kind,
        entityUid: (input as Record<string, unknown>)[kind] as string,
        storeUid: ctx.storeUid,
        staffUid: ctx.staff.uuid,
        text,
        mentions: [...new Set(mentions)],
        createdAt: ctx.now(),
      });
    },
  );

export const addNote = {
  order: noteCall('order'),
  lead: noteCall('lead'),
  booking: noteCall('booking'),
  customer: noteCall('customer'),
};
