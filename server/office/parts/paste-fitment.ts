import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { formatNumber } from '#domain/text/format.ts';
import { refuse } from '../../platform/errors.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { inCatalogue } from '../products/change-product.ts';
import { changeFits } from './fits.ts';
import { type PastePlan, type PlannedRow, planPaste } from './paste-plan.ts';
import { MAX_PASTED, readPasted } from './pasted-rows.ts';

const text = z.string('הדביקו רשימה').trim().min(1, 'הדביקו רשימה').max(400_000, 'הרשימה ארוכה מדי. חלקו אותה');
const fault = (message: string) => refuse('BAD_REQUEST', { message, fields: [{ path: 'text', message }] });
const columns: Record<string, string> = { part: 'מק״ט של החלק', model: 'דגם', years: 'שנים' };

async function planOf(ctx: Allowed, tx: Db, pasted: string): Promise<PastePlan> {
  const pastedTable = readPasted(pasted);
  if (!pastedTable) throw fault('אי אפשר לקרוא את הרשימה: בדקו מירכאות שלא נסגרו');
  if (pastedTable.missing.length > 0)
    throw fault(`חסרה עמודה: ${pastedTable.missing.map((name) => columns[name]).join(', ')}`);
  if (pastedTable.rows.length === 0) throw fault('אין ברשימה שורות מלבד הכותרת');
  if (pastedTable.rows.length > MAX_PASTED) throw fault(`עד ${formatNumber(MAX_PASTED)} שורות בפעם אחת`);
  return planPaste(ctx, tx, pastedTable.rows);
}

export type PastePreview = {
  rows: PlannedRow[];
  counts: Record<PlannedRow['outcome'], number>;
  version: string;
};

/** What a pasted list would do. */
export const previewPaste = officeCall(
  { name: 'fitment.preview', permission: 'products.edit', input: z.object({ text }), kind: 'read' },
  (ctx, input): Promise<PastePreview> =>
    ctx.db.transaction(async (tx) => {
      const { rows, version } = await planOf(ctx, tx, input.text);
      const counts = { added: 0, changed: 0, same: 0, refused: 0 };
      for (const { outcome } of rows) counts[outcome] += 1;
      return { rows, version, counts };
    }),
);

/**
 * Writes what the preview showed, as one operation; rows that were refused there are left out. @throws
 * CHANGED_MEANWHILE where it would do something else by now
 */
export const applyPaste = officeCall(
  {
    name: 'fitment.apply',
    permission: 'products.edit',
    input: z.object({ text, version: z.string().max(40) }),
    kind: 'write',
    draftable: true,
  },
  (ctx, input) =>
    inCatalogue(ctx, async (tx) => {
      const { rows, version, parts, fits, added } = await planOf(ctx, tx, input.text);
      if (version !== input.version)
        throw refuse('CHANGED_MEANWHILE', { message: 'הקטלוג השתנה מאז הבדיקה. בדקו את הרשימה שוב' });
      const changedFits = rows.filter(({ outcome }) => outcome === 'added' || outcome === 'changed').length;
      if (changedFits === 0) throw refuse('NOT_POSSIBLE', { message: 'אין ברשימה מה לשנות' });
      await changeFits(ctx, tx, parts, () => ({ fits, edited: (fit) => added.has(fit) }));
      return { message: changedFits === 1 ? 'התאמה אחת נכתבה' : `${formatNumber(changedFits)} התאמות נכתבו` };
    }),
);
