import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { transfers } from '#db/schema/index.ts';
import { and, eq, sql } from '#db/sql.ts';
import { type BulkChange, bulkFields } from '#domain/catalogue/bulk-rows.ts';
import { clearedText } from '#domain/catalogue/price-rules.ts';
import { formatNumber, isolate } from '#domain/text/format.ts';
import { refuse } from '../../../platform/errors.ts';
import { noteOperation } from '../../../platform/note-operation.ts';
import { officeCall } from '../../../staff/office-call.ts';
import { ticked } from '../../inputs.ts';
import { inCatalogue } from '../change-product.ts';
import { MAX_ROWS } from './bulk-rows.ts';
import { type BulkOutcome, writeBulk } from './write-rows.ts';

const MAX_TEXT = 8_000_000;
const MAX_SUM = 10_000_000_000;

const value = z.union([z.string().max(400), z.number().min(0).max(MAX_SUM), z.boolean(), z.null()]);
const kinds: Record<keyof typeof bulkFields, (now: unknown) => boolean> = {
  name: (now) => typeof now === 'string',
  policy: (now) => typeof now === 'string',
  published: (now) => typeof now === 'boolean',
  price: isSum,
  deletedPrice: (now) => now === null || isSum(now),
  storePrice: (now) => now === null || isSum(now),
  stock: isSum,
};
const ofStore = ['published', 'storePrice'];
function isSum(now: unknown): boolean {
  return Number.isInteger(now);
}

const cell = z
  .object({
    field: z.enum(Object.keys(bulkFields) as [keyof typeof bulkFields, ...(keyof typeof bulkFields)[]]),
    store: z.uuid().nullable(),
    was: value,
    now: value,
  })
  .refine(({ field, now, store }) => kinds[field](now) && ofStore.includes(field) === (store !== null));
const change = z.object({ product: z.uuid(), cells: z.array(cell).min(1).max(100) });

/** All changed rows in one field of the form: thousands of fields would be another form's size. */
const rows = z
  .string('אין מה לשמור')
  .max(MAX_TEXT)
  .transform((text, issues): BulkChange[] => {
    const parsed = z.array(change).min(1, 'אין מה לשמור').max(MAX_ROWS).safeParse(jsonOf(text));
    const isUnique = parsed.success && new Set(parsed.data.map(({ product }) => product)).size === parsed.data.length;
    if (parsed.success && isUnique) return parsed.data;
    issues.addIssue({ code: 'custom', message: 'השינויים אינם קריאים. רעננו את הדף' });
    return z.NEVER;
  });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const input = z.object({ rows, confirmed: ticked });
const edits = { permission: 'products.edit', kind: 'write', input } as const;

/** Cells of many products, as one operation of the change log, now or as a step of a draft. */
export const editBulk = officeCall(
  { name: 'products.bulk', ...edits, draftable: true, leftUndone: conflictText },
  async (ctx, { rows: changes, confirmed }): Promise<BulkOutcome & { message: string }> => {
    const outcome = await inCatalogue(ctx, (db, client) => writeBulk({ db, client }, ctx, changes, { confirmed }));
    return { ...outcome, message: outcomeText(outcome) };
  },
);

const outcomeText = ({ products, formerPrices, hiddenLinks, conflicts }: BulkOutcome): string => {
  const savedText = products === 1 ? 'מוצר אחד נשמר' : `${formatNumber(products)} מוצרים נשמרו`;
  const left = new Set(conflicts.map(({ product }) => product)).size;
  const others = left === 1 ? ', ואחד לא: הוא השתנה בינתיים' : `, ו־${formatNumber(left)} לא: הם השתנו בינתיים`;
  const sentences = [
    left === 0 ? savedText : savedText + others,
    formerPrices > 0 && clearedText(formerPrices),
    hiddenLinks,
  ];
  return sentences.filter(Boolean).join('. ');
};

function conflictText({ conflicts }: BulkOutcome): string | null {
  const names = [...new Map(conflicts.map(({ product, name }) => [product, name || 'מוצר שהוסר'])).values()];
  if (names.length === 0) return null;
  const changed = names.length === 1 ? 'מוצר אחד השתנה' : `${formatNumber(names.length)} מוצרים השתנו`;
  return `${changed} מאז שהגיליון נפתח: ${names.slice(0, 3).map(isolate).join(', ')}. טענו את הגיליון מחדש ושמרו שוב`;
}

export type BulkResult = { kind: 'bulk' } & BulkOutcome;

/** The same by a job, which tells how far it is: thousands of rows take longer than somebody waits for a press. */
export const beginBulk = officeCall(
  { name: 'products.bulk-begin', ...edits },
  async (ctx, { rows: changes, confirmed }) => {
    const operationUid = randomUUID();
    const [row] = await ctx.db
      .insert(transfers)
      .values({
        direction: 'bulk',
        staffUid: ctx.staff.uuid,
        fileName: `עריכה מרובה: ${formatNumber(changes.length)} מוצרים`,
        state: 'apply',
        operationUid,
        options: { changes, confirmed },
        createdAt: ctx.now(),
      })
      .returning({ uuid: transfers.uuid });
    await noteOperation(ctx.db, { bulk: row?.uuid, products: changes.length, change: operationUid });
    return { job: row?.uuid ?? '', message: 'השמירה התחילה' };
  },
);

export type BulkState = {
  state: 'apply' | 'done' | 'failed';
  progress: number;
  change: string | null;
  report: BulkResult | { kind: 'failed'; message: string } | null;
};

/** How far one's own job is. */
export const bulkState = officeCall(
  { name: 'products.bulk-state', permission: 'products.edit', input: z.object({ job: z.uuid() }), kind: 'read' },
  async (ctx, { job }): Promise<BulkState> => {
    const [row] = await ctx.db
      .select({
        state: transfers.state,
        progress: transfers.progress,
        report: transfers.report,
        change: sql<string | null>`(select a.uuid from audit_log a where a.uuid = ${transfers.operationUid})`,
      })
      .from(transfers)
      .where(and(eq(transfers.uuid, job), eq(transfers.direction, 'bulk'), eq(transfers.staffUid, ctx.staff.uuid)));
    if (!row) throw refuse('NOT_FOUND');
    return row as BulkState;
  },
);
