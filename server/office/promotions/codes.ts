import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { coupons, sales } from '#db/schema/index.ts';
import { and, eq, sql } from '#db/sql.ts';
import { csvOf } from '#domain/text/csv.ts';
import { couponCode } from '../../import/schemas/sales.ts';
import { refuse } from '../../platform/errors.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { officeCall } from '../../staff/office-call.ts';

const MAX_CODES = 1_000;
/** Without letters and digits that look alike. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

const generated = (prefix: string): string =>
  prefix + Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** New codes of a promotion by coupon: one that is typed, or many random ones. */
export const addCodes = officeCall(
  {
    name: 'promotions.add-codes',
    permission: 'promotions.edit',
    input: z.object({
      promotion: z.uuid(),
      code: z.string().trim().max(60, 'עד 60 תווים').default(''),
      count: z.coerce.number().int().min(1, 'לפחות אחד').max(MAX_CODES, `עד ${MAX_CODES} בפעם אחת`).default(1),
      prefix: z.string().trim().max(20, 'עד 20 תווים').default(''),
      usesLimit: z.coerce.number().int().min(1, 'לפחות פעם אחת').max(1_000_000).optional(),
    }),
    kind: 'write',
    entity: 'promotion',
  },
  (ctx, { promotion, code, count, prefix, usesLimit }) =>
    ctx.db.transaction(async (tx) => {
      const [sale] = await tx
        .select({ byCoupon: sales.byCoupon, storeUid: sales.storeUid })
        .from(sales)
        .where(eq(sales.uuid, promotion));
      if (!sale) throw refuse('NOT_FOUND');
      if (!sale.byCoupon) throw refuse('NOT_POSSIBLE', { message: 'המבצע חל על כולם, בלי קוד' });
      const codes = code ? [code] : [...new Set(Array.from({ length: count }, () => generated(prefix)))];
      if (codes.some((one) => !couponCode.safeParse(one).success))
        throw refuse('BAD_REQUEST', {
          fields: [{ path: code ? 'code' : 'prefix', message: 'קוד הוא אותיות, ספרות, מקף וקו תחתון' }],
        });
      const rows = codes.map((one) => ({
        storeUid: sale.storeUid,
        saleUid: promotion,
        code: one,
        usesLimit: usesLimit ?? null,
      }));
      const createdCodes = await tx
        .insert(coupons)
        .values(rows)
        .onConflictDoNothing()
        .returning({ code: coupons.code });
      if (createdCodes.length === 0) throw refuse('NOT_POSSIBLE', { message: 'יש כבר בחנות קוד כזה' });
      return {
        message:
          createdCodes.length === 1 ? `נוסף הקוד ${createdCodes[0]?.code}` : `נוספו ${createdCodes.length} קודים`,
      };
    }),
);

/** A code that was used stays with the orders that name it. */
export const removeCode = officeCall(
  {
    name: 'promotions.remove-code',
    permission: 'promotions.edit',
    input: z.object({ promotion: z.uuid(), code: z.uuid() }),
    kind: 'write',
    entity: 'promotion',
  },
  async (ctx, { promotion, code }) => {
    const deletedCodes = await ctx.db
      .delete(coupons)
      .where(and(eq(coupons.uuid, code), eq(coupons.saleUid, promotion), eq(coupons.uses, 0)))
      .returning({ uuid: coupons.uuid });
    if (deletedCodes.length === 0) throw refuse('NOT_POSSIBLE', { message: 'קוד שכבר נוצל נשאר. אפשר לכבות את המבצע' });
    return { message: 'הקוד הוסר' };
  },
);

/** All codes of a promotion, for whoever sends them out; that they left is in the change log. */
export const exportCodes = officeCall(
  {
    name: 'promotions.export-codes',
    permission: 'promotions.edit',
    input: z.object({ promotion: z.uuid() }),
    kind: 'write',
    entity: 'promotion',
  },
  async (ctx, { promotion }): Promise<string> => {
    const { rows } = await ctx.db.execute<{ code: string; uses: number; uses_limit: number | null }>(
      sql`select code, uses, uses_limit from coupons where sale_uid = ${promotion} order by created_at, code`,
    );
    await noteOperation(ctx.db, { rows: rows.length, promotion });
    return csvOf(
      ['קוד', 'נוצל', 'עד'],
      rows.map(({ code, uses, uses_limit }) => [code, String(uses), uses_limit === null ? '' : String(uses_limit)]),
    );
  },
);
