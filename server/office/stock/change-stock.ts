import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { refuse } from '../../platform/errors.ts';
import { officeCall } from '../../staff/office-call.ts';
import { neededReason, reason } from '../inputs.ts';
import { findStock } from './list-stock.ts';

const variant = z.uuid();
const pieces = z.coerce.number('כתבו מספר').int('כתבו מספר שלם').min(0, 'כתבו מספר שאינו שלילי').max(1_000_000);

/**
 * What was counted replaces what the books say, where nothing was sold meanwhile: a sale between the counting and the typing would be
 * lost. @throws CHANGED_MEANWHILE
 */
export const countStock = officeCall(
  {
    name: 'stock.count',
    permission: 'stock.edit',
    input: z.object({ variant, was: pieces, counted: pieces, reason: neededReason }),
    kind: 'write',
    draftable: true,
  },
  async (ctx, { variant: uuid, was, counted }) => {
    const { sku } = await findStock(ctx, uuid);
    const { rowCount } = await ctx.db.execute(
      sql`update variants set stock = ${counted} where uuid = ${uuid} and stock = ${was}`,
    );
    if (rowCount === 0) {
      const { stock } = await findStock(ctx, uuid);
      throw refuse('CHANGED_MEANWHILE', { message: `בינתיים המלאי השתנה ל־${stock}. ספרו שוב`, details: { stock } });
    }
    return { message: `המלאי של ${sku}: ${counted}` };
  },
);

/** Goods that came in are added to what is there. */
export const receiveStock = officeCall(
  {
    name: 'stock.receive',
    permission: 'stock.edit',
    input: z.object({ variant, received: pieces.min(1, 'כתבו כמה התקבלו'), reason }),
    kind: 'write',
    draftable: true,
    adds: ['variants.stock'],
  },
  async (ctx, { variant: uuid, received }) => {
    const { sku } = await findStock(ctx, uuid);
    const { rows } = await ctx.db.execute<{ stock: number }>(
      sql`update variants set stock = stock + ${received} where uuid = ${uuid} and stock + ${received} <= 1000000 returning stock`,
    );
    if (rows.length === 0) throw refuse('NOT_POSSIBLE', { message: 'הכמות גדולה מדי' });
    return { message: `המלאי של ${sku}: ${rows[0]?.stock}` };
  },
);
