import { z } from 'zod';
import { transfers } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { refuse } from '../../platform/errors.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { officeCall } from '../../staff/office-call.ts';
import { keepPart, PART_BYTES } from '../file-parts.ts';
import { MAX_BYTES } from './transfers.ts';

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
        .max(MAX_BYTES, 'הקובץ גדול מדי: אפשר להעלות עד 1GB; גיליון יכול להיות עד 64MB'),
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
    await noteOperation(ctx.db, { import: row?.uuid, file: name, bytes });
    return { uuid: row?.uuid ?? '', partBytes: PART_BYTES };
  },
);

/** A piece of the file. With the last one the check is due. */
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
        .max(MAX_BYTES / PART_BYTES),
      part: z.instanceof(File),
    }),
  },
  (ctx, { import: uuid, position, part }) =>
    ctx.db.transaction(async (tx) => {
      const upload = { uuid, direction: 'import' as const, staffUid: ctx.staff.uuid, position, part };
      const { row, isWhole } = await keepPart(tx, upload);
      if (isWhole && row.state === 'uploading')
        await tx.update(transfers).set({ state: 'check' }).where(eq(transfers.uuid, uuid));
      return { isWhole };
    }),
);
