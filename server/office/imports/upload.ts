import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { transferParts, transfers } from '#db/schema/index.ts';
import { refuse } from '../../platform/errors.ts';
import { note } from '../../staff/audit.ts';
import { officeCall } from '../../staff/office-call.ts';
import { MOST_BYTES, PART_BYTES } from './transfers.ts';

/** Goods belong to the company: who imports has to be trusted in all of its stores. */
const runs = { permission: 'imports.run', companyWide: true, kind: 'write' } as const;

/** Begins an upload; its pieces follow one by one (`imports.append`). */
export const beginImport = officeCall(
  {
    name: 'imports.begin',
    ...runs,
    input: z.object({
      name: z.string().trim().min(1, 'בחרו קובץ').max(200),
      bytes: z.coerce
        .number()
        .int()
        .min(1, 'הקובץ ריק')
        .max(MOST_BYTES, 'הקובץ גדול מדי: אפשר להעלות עד 1GB; גיליון יכול להיות עד 64MB'),
      supplier: z.string().trim().max(80).default(''),
    }),
  },
  async (ctx, { name, bytes, supplier }) => {
    if (!/\.(?:xlsx|xlsm|xls|csv|txt|tsv|zip)$/i.test(name))
      throw refuse('BAD_REQUEST', {
        fields: [{ path: 'name', message: 'אפשר להעלות גיליון ⁦XLSX⁩ או ⁦CSV⁩, או תיקיית ייבוא כקובץ ⁦ZIP⁩' }],
      });
    const [row] = await ctx.db
      .insert(transfers)
      .values({
        direction: 'import',
        staffUid: ctx.staff.uuid,
        fileName: name.replace(/[\\/\p{Cc}]/gu, '_'),
        bytes,
        supplier,
        state: 'uploading',
        createdAt: ctx.now(),
      })
      .returning({ uuid: transfers.uuid });
    await note(ctx.db, { import: row?.uuid, file: name, bytes });
    return { uuid: row?.uuid ?? '', partBytes: PART_BYTES };
  },
);

/** A piece of the file. With the last one the check is due. A piece that comes twice counts once. */
export const appendImport = officeCall(
  {
    name: 'imports.append',
    ...runs,
    input: z.object({
      import: z.uuid(),
      position: z.coerce
        .number()
        .int()
        .min(0)
        .max(MOST_BYTES / PART_BYTES),
      part: z.instanceof(File),
    }),
  },
  async (ctx, { import: uuid, position, part }) => {
    if (part.size > PART_BYTES) throw refuse('PAYLOAD_TOO_LARGE');
    const content = new Uint8Array(await part.arrayBuffer());
    return ctx.db.transaction(async (tx) => {
      const [row] = await tx
        .select()
        .from(transfers)
        .where(and(eq(transfers.uuid, uuid), eq(transfers.staffUid, ctx.staff.uuid)))
        .for('update');
      if (row?.state !== 'uploading') throw refuse('NOT_FOUND');
      await tx.insert(transferParts).values({ transferUid: uuid, position, content }).onConflictDoNothing();
      const { rows } = await tx.execute<{ held: number }>(
        sql`select coalesce(sum(length(content)), 0)::int as held from transfer_parts where transfer_uid = ${uuid}`,
      );
      const isWhole = (rows[0]?.held ?? 0) >= (row.bytes ?? 0);
      if (isWhole) await tx.update(transfers).set({ state: 'check' }).where(eq(transfers.uuid, uuid));
      return { isWhole };
    });
  },
);
