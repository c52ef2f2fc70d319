import { z } from 'zod';
import { handoverSteps, orderFiles } from '#db/schema/index.ts';
import { and, count, eq } from '#db/sql.ts';
import { countPapers } from '../../checkout/fulfilment/buyer-tasks/tasks.ts';
import { beginChecklist } from '../../checkout/fulfilment/checklist.ts';
import { MAX_FILES, MAX_PAPER_BYTES, paperOf } from '../../checkout/fulfilment/papers.ts';
import { lockHandled } from '../../checkout/orders/lock-order.ts';
import { refuse } from '../../platform/errors.ts';
import { officeCall } from '../../staff/office-call.ts';

/** A paper of an order, of one of its steps or of none. */
export const addFile = officeCall(
  {
    name: 'orders.add-file',
    permission: 'orders.handover',
    entity: 'order',
    input: z.object({
      order: z.uuid(),
      position: z.coerce.number().int().min(0).max(50).optional(),
      file: z.instanceof(File, { error: 'בחרו קובץ' }),
    }),
    kind: 'write',
  },
  async (ctx, { order, position, file }) => {
    if (file.size > MAX_PAPER_BYTES) throw refuse('PAYLOAD_TOO_LARGE', { message: 'אפשר להעלות קובץ של עד 10MB' });
    // Drawn before the transaction, which waits for nothing but the database.
    const paper = await paperOf(file.name, Buffer.from(await file.arrayBuffer()));
    await ctx.db.transaction(async (tx) => {
      const { erasedAt } = await lockHandled(tx, order);
      if (erasedAt) throw refuse('NOT_POSSIBLE', { message: 'פרטי הלקוח נמחקו, ואין להוסיף מסמכים' });
      const [total] = await tx.select({ files: count() }).from(orderFiles).where(eq(orderFiles.orderUid, order));
      if ((total?.files ?? 0) >= MAX_FILES)
        throw refuse('NOT_POSSIBLE', { message: `אפשר לצרף עד ${MAX_FILES} קבצים` });
      const steps = position === undefined ? [] : await beginChecklist(tx, order);
      await tx.insert(orderFiles).values({
        orderUid: order,
        stepUid: steps.find((step) => step.position === position)?.uuid ?? null,
        ...paper,
        bytes: paper.content.length,
        staffUid: ctx.staff.uuid,
        createdAt: ctx.now(),
      });
    });
  },
);

const fileInput = z.object({ order: z.uuid(), file: z.uuid() });
const isFile = ({ order, file }: z.output<typeof fileInput>) =>
  and(eq(orderFiles.uuid, file), eq(orderFiles.orderUid, order));

export const removeFile = officeCall(
  { name: 'orders.remove-file', permission: 'orders.handover', entity: 'order', input: fileInput, kind: 'write' },
  async (ctx, input) =>
    ctx.db.transaction(async (tx) => {
      await lockHandled(tx, input.order);
      const [deletedFile] = await tx.delete(orderFiles).where(isFile(input)).returning({ step: orderFiles.stepUid });
      if (!deletedFile) throw refuse('NOT_FOUND');
      // A task without a paper is the buyer's again.
      if (deletedFile.step && (await countPapers(tx, deletedFile.step)) === 0)
        await tx.update(handoverSteps).set({ sentAt: null }).where(eq(handoverSteps.uuid, deletedFile.step));
    }),
);

export const readFile = officeCall(
  { name: 'orders.read-file', permission: 'orders.handover', entity: 'order', input: fileInput, kind: 'read' },
  async (ctx, input) => {
    const [file] = await ctx.db
      .select({ name: orderFiles.name, type: orderFiles.type, bytes: orderFiles.content })
      .from(orderFiles)
      .where(isFile(input));
    if (!file) throw refuse('NOT_FOUND');
    return file;
  },
);
