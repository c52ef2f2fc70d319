import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { notes } from '#db/schema/index.ts';
import { sql } from '#db/sql.ts';
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

/** What an erasure leaves of each kind. */
const erased: Record<NotedKind, string> = {
  order: `erased_at is not null or phone = ''`,
  lead: `source like '% erased'`,
  booking: `phone = ''`,
  customer: 'erased_at is not null',
};

/**
 * Locks the thing until the transaction ends, so that nothing is written beside what is erased or gone. @throws
 * NOT_POSSIBLE
 */
export async function lockNoted(tx: Db, kind: NotedKind, uuid: string): Promise<void> {
  const { rows } = await tx.execute<{ erased: boolean }>(
    sql`select ${sql.raw(erased[kind])} as erased from ${sql.raw(`${kind}s`)} where uuid = ${uuid} for share`,
  );
  if (rows[0]?.erased !== false) throw refuse('NOT_POSSIBLE', { message: 'הפרטים נמחקו, ואי אפשר לכתוב לידם' });
}

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
      const entityUid = (input as Record<string, unknown>)[kind] as string;
      await ctx.db.transaction(async (tx) => {
        await lockNoted(tx, kind, entityUid);
        await tx.insert(notes).values({
          entityKind: kind,
          entityUid,
          storeUid: ctx.storeUid,
          staffUid: ctx.staff.uuid,
          text,
          mentions: [...new Set(mentions)],
          createdAt: ctx.now(),
        });
      });
    },
  );

export const addNote = {
  order: noteCall('order'),
  lead: noteCall('lead'),
  booking: noteCall('booking'),
  customer: noteCall('customer'),
};
