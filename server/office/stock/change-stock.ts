import { z } from 'zod';
import { sql } from '#db/sql.ts';
import { refuse } from '../../platform/errors.ts';
import { officeCall } from '../../staff/office-call.ts';
import { neededReason, reason } from '../inputs.ts';
import { findStock } from './list-stock.ts';
import { changeAt, holdPlace, place, placeName, WAREHOUSE } from './stock-locations.ts';

const variant = z.uuid();
const pieces = z.coerce.number('כתבו מספר').int('כתבו מספר שלם').min(0, 'כתבו מספר שאינו שלילי').max(1_000_000);
const where = place.default(WAREHOUSE);

/**
 * What was counted at a place replaces what the books say of it, where nothing was sold meanwhile: a sale between the
 * counting and the typing would be lost. @throws CHANGED_MEANWHILE
 */
export const countStock = officeCall(
  {
    name: 'stock.count',
    permission: 'stock.edit',
    input: z.object({ variant, at: where, was: pieces, counted: pieces, reason: neededReason }),
    kind: 'write',
    draftable: true,
  },
  async (ctx, { variant: uuid, at, was, counted }) => {
    const { sku } = await findStock(ctx, uuid);
    const name = await placeName(ctx, uuid, at);
    await ctx.db.transaction(async (tx) => {
      const stock = await holdPlace(tx, uuid, at);
      if (stock !== was)
        throw refuse('CHANGED_MEANWHILE', {
          message: `בינתיים המלאי השתנה ל־${stock}. ספרו שוב`,
          details: { at, stock },
        });
      if (counted !== was && (await changeAt(tx, uuid, at, counted - was)) === null) throw tooMany();
    });
    return { message: `המלאי של ${sku} ב${inName(name)}: ${counted}` };
  },
);

/** Goods that came in are added to what is at the place. */
export const receiveStock = officeCall(
  {
    name: 'stock.receive',
    permission: 'stock.edit',
    input: z.object({ variant, at: where, received: pieces.min(1, 'כתבו כמה התקבלו'), reason }),
    kind: 'write',
    draftable: true,
    adds: ['variants.stock', 'branch_stock.pieces'],
  },
  async (ctx, { variant: uuid, at, received }) => {
    const { sku } = await findStock(ctx, uuid);
    await placeName(ctx, uuid, at);
    const stock = await ctx.db.transaction(async (tx) => {
      await holdPlace(tx, uuid, at);
      return changeAt(tx, uuid, at, received);
    });
    if (stock === null) throw tooMany();
    return { message: `המלאי של ${sku}: ${stock}` };
  },
);

/** Pieces that were moved from one place to another: what can be sold stays. */
export const transferStock = officeCall(
  {
    name: 'stock.transfer',
    permission: 'stock.edit',
    input: z.object({ variant, from: place, to: place, moved: pieces.min(1, 'כתבו כמה הועברו'), reason }),
    kind: 'write',
    draftable: true,
    adds: ['branch_stock.pieces'],
  },
  async (ctx, { variant: uuid, from, to, moved }) => {
    const { sku } = await findStock(ctx, uuid);
    if (from === to) throw refuse('BAD_REQUEST', { fields: [{ path: 'to', message: 'בחרו מקום אחר' }] });
    const [fromName, toName] = [await placeName(ctx, uuid, from), await placeName(ctx, uuid, to)];
    await ctx.db.transaction(async (tx) => {
      const piecesAtSource = await holdPlace(tx, uuid, from);
      if (piecesAtSource < moved)
        throw refuse('NOT_POSSIBLE', {
          message:
            piecesAtSource === 0 ? `אין יחידות ב${inName(fromName)}` : `ב${inName(fromName)} יש רק ${piecesAtSource}`,
          details: { stock: piecesAtSource },
        });
      if (from !== WAREHOUSE)
        await tx.execute(
          sql`update branch_stock set pieces = pieces - ${moved} where variant_uid = ${uuid} and branch_uid = ${from}`,
        );
      if (to !== WAREHOUSE)
        await tx.execute(sql`
          insert into branch_stock as b (variant_uid, branch_uid, pieces) values (${uuid}, ${to}, ${moved})
          on conflict (variant_uid, branch_uid) do update set pieces = b.pieces + ${moved}`);
    });
    return { message: `${sku}: ${moved} מ${inName(fromName)} אל ${toName}` };
  },
);

/**
 * From how many pieces on a variant is low, as a whole or at a branch: it then waits for whoever keeps the stock.
 * Empty: never.
 */
export const setLowStock = officeCall(
  {
    name: 'stock.set-low',
    permission: 'stock.edit',
    input: z.object({
      variant,
      of: z.union([z.literal('all'), z.uuid()]),
      low: z.preprocess((typed) => (typed === '' || typed === undefined ? null : typed), pieces.nullable()),
    }),
    kind: 'write',
  },
  async (ctx, { variant: uuid, of, low }) => {
    const { sku } = await findStock(ctx, uuid);
    if (of === 'all') {
      await ctx.db.execute(
        sql`update variants set low_stock = ${low} where uuid = ${uuid} and low_stock is distinct from ${low}::int`,
      );
    } else {
      await placeName(ctx, uuid, of);
      await ctx.db.execute(sql`
        insert into branch_stock as b (variant_uid, branch_uid, low_stock) values (${uuid}, ${of}, ${low})
        on conflict (variant_uid, branch_uid) do update set low_stock = excluded.low_stock
        where b.low_stock is distinct from excluded.low_stock`);
    }
    return { message: low === null ? `ל־${sku} אין סף` : `הסף של ${sku}: ${low}` };
  },
);

const tooMany = () => refuse('NOT_POSSIBLE', { message: 'הכמות גדולה מדי' });

/** A place's name after a preposition: ״המחסן״ loses its article to it. */
const inName = (name: string): string => (name === 'המחסן המרכזי' ? 'מחסן המרכזי' : `־${name}`);
