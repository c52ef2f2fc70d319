import { z } from 'zod';
import { changes, orderLines, orders } from '#db/schema/index.ts';
import { and, eq, sql } from '#db/sql.ts';
import { nearestAgorot } from '#domain/money/money.ts';
import { MAX_LINE_QUANTITY } from '#domain/orders/cart-limits.ts';
import { isBeingHandled } from '#domain/orders/states.ts';
import { isolate } from '#domain/text/format.ts';
import { type EditedOrder, editionOf, editOrder, type LineEdit, linesOf } from '../../checkout/editing/edit-order.ts';
import { notifyOrder } from '../../checkout/orders/notify-order.ts';
import { askToSignAgain, signedVehicles } from '../../checkout/orders/void-signatures.ts';
import { payLinkUrl } from '../../checkout/payments/pay-link.ts';
import { type PricedLine, priceLines } from '../../checkout/pricing/lines.ts';
import { refuse } from '../../platform/errors.ts';
import { limitsOf, may } from '../../staff/grants.ts';
import { type Allowed, actorName, officeCall } from '../../staff/office-call.ts';
import { shopContextOf } from '../shop-context.ts';
import { piecesText, sumText } from './approval-words.ts';

const input = z.object({
  order: z.uuid(),
  /** Of the order as its editor saw it (`readForEditing`). */
  edition: z.string().max(32),
  /** Shows what would happen, and changes nothing. */
  dryRun: z.union([z.boolean(), z.stringbool()]).default(false),
  reason: z.string().trim().min(3, 'כתבו את סיבת השינוי').max(300),
  lines: z
    .array(
      z.object({
        line: z.uuid().optional(),
        variant: z.uuid().optional(),
        quantity: z.coerce.number().int().min(0).max(MAX_LINE_QUANTITY),
        /** Shekels a piece, where another price was agreed. */
        price: z.coerce.number().min(0).max(10_000_000).multipleOf(0.01, 'מחיר בשקלים ובאגורות').optional(),
      }),
    )
    .min(1)
    .max(100),
});
type Input = z.output<typeof input>;

/** The order's lines as an editor changes them. */
export const readForEditing = officeCall(
  {
    name: 'orders.read-for-editing',
    permission: 'orders.edit',
    entity: 'order',
    input: z.object({ order: z.uuid() }),
    kind: 'read',
  },
  async (ctx, { order: uuid }) => {
    const [order] = await ctx.db.select().from(orders).where(eq(orders.uuid, uuid));
    if (!order) throw refuse('NOT_FOUND');
    const lines = await linesOf(ctx.db, uuid);
    return {
      uuid,
      number: order.number,
      storeUid: order.storeUid,
      possible: order.status === 'payment' || isBeingHandled(order.status),
      totalAgorot: order.totalAgorot,
      edition: editionOf(order, lines),
      lines: lines.map(({ uuid: line, name, sku, quantity, priceAgorot }) => ({
        line,
        name,
        sku,
        quantity,
        priceAgorot,
      })),
    };
  },
);

/** Undoes the transaction of a preview. */
class Preview extends Error {
  readonly edited: EditedOrder;
  constructor(edited: EditedOrder) {
    super('a preview');
    this.edited = edited;
  }
}

/**
 * Changes the lines of a placed order. One that was paid and grew is sent a link for the difference, and isn't handed
 * over before it is paid; for one that shrank a refund is proposed in the answer, and made by `orders.refund` alone.
 */
export const changeLines = officeCall(
  {
    name: 'orders.edit',
    permission: 'orders.edit',
    entity: 'order',
    input,
    kind: 'write',
    approval: { needed: discountNeeds, second: 'alone' },
  },
  async (ctx, edits): Promise<EditedOrder> => {
    const priced = await pricesOf(ctx, edits);
    const edit = {
      edition: edits.edition,
      lines: editsOf(edits),
      actor: actorName(ctx.staff),
      reason: edits.reason,
      at: ctx.now(),
    };
    return ctx.db
      .transaction(async (tx) => {
        const edited = await editOrder(tx, edits.order, edit, priced);
        if (edits.dryRun) throw new Preview(edited);
        // Of an order that has no vehicle any more nothing is asked.
        if (await signedVehicles(tx, edits.order)) await askToSignAgain(ctx, tx, edits.order, edited.unsigned);
        if (edited.balanceAgorot > 0) {
          const [order] = await tx.select().from(orders).where(eq(orders.uuid, edits.order));
          if (order)
            await notifyOrder(ctx, tx, order, 'payment_link', {
              agorot: edited.balanceAgorot,
              url: await payLinkUrl(ctx, tx, order),
            });
        }
        return edited;
      })
      .catch((error) => {
        if (error instanceof Preview) return error.edited;
        throw error;
      });
  },
);

const editsOf = ({ lines }: Input): LineEdit[] =>
  lines.map(({ line, variant, quantity, price }) => ({
    line,
    variant,
    quantity,
    ...(price !== undefined && { priceAgorot: nearestAgorot(price) }),
  }));

/** Today's prices of the variants that are added, and of those whose price was agreed. */
async function pricesOf(ctx: Allowed, { lines }: Input): Promise<PricedLine[]> {
  const added = lines.flatMap(({ line, variant }) => (!line && variant ? [variant] : []));
  if (added.length === 0) return [];
  if (new Set(added).size < added.length)
    throw refuse('NOT_POSSIBLE', { message: 'אותו פריט נוסף פעמיים. שנו את הכמות במקום זאת' });
  const shop = await shopContextOf(ctx, ctx.storeUid ?? '');
  const { lines: priced, errors } = await priceLines(
    shop,
    added.map((id) => ({ id, quantity: 1 })),
  );
  const unavailable = errors.find(({ error_code }) => error_code === 'PRODUCT_UNAVAILABLE');
  if (unavailable) throw refuse('NOT_POSSIBLE', { message: unavailable.message });
  return priced;
}

/**
 * A price is lowered by who may give discounts. What is left of a line after its discounts counts against the dearest
 * price that it ever had here, or what it costs today if that is more, so that small steps don't go around the limit.
 * Pieces that a line grows by at a price that was lowered before are a discount of their own. The largest discount
 * counts for the limit; who agrees to it sees all of them, and their sum.
 */
async function discountNeeds(ctx: Allowed, edits: Input) {
  if (edits.dryRun) return null;
  const sold = await ctx.db.select().from(orderLines).where(eq(orderLines.orderUid, edits.order));
  const priced = editsOf(edits).flatMap(({ line, variant, quantity, priceAgorot }) => {
    const was = sold.find(({ uuid }) => uuid === line);
    const price = priceAgorot ?? was?.priceAgorot;
    if (price === undefined) return [];
    const isLowered = !was || price < was.priceAgorot;
    const pieces = isLowered ? quantity : quantity - was.quantity;
    const keptDiscount =
      was && isLowered ? Math.floor((was.discountAgorot * Math.min(quantity, was.quantity)) / was.quantity) : 0;
    return pieces > 0 ? [{ was, variant: was?.variantUid ?? variant, pieces, price, keptDiscount }] : [];
  });
  if (priced.length === 0) return null;
  const shop = await shopContextOf(ctx, ctx.storeUid ?? '');
  const { lines: today } = await priceLines(
    shop,
    [...new Set(priced.flatMap(({ variant }) => variant ?? []))].map((id) => ({ id, quantity: 1 })),
  );
  const dearest = await dearestPrices(ctx, edits.order);
  const lowered = priced.flatMap(({ was, variant, pieces, price, keptDiscount }) => {
    const current = today.find((one) => one.variant.uuid === variant);
    const usual =
      Math.max(was?.priceAgorot ?? 0, dearest.get(was?.uuid ?? '') ?? 0, current?.priceAgorot ?? 0) * pieces;
    const agreed = Math.max(0, price * pieces - keptDiscount);
    return agreed < usual ? [{ name: was?.name ?? current?.variant.name ?? '', pieces, usual, agreed }] : [];
  });
  const mostBp = Math.max(0, ...lowered.map(({ usual, agreed }) => Math.round(((usual - agreed) * 10_000) / usual)));
  if (mostBp === 0) return null;
  if (!may(ctx.staff, 'orders.discount', ctx.storeUid ?? undefined))
    throw refuse('FORBIDDEN', { message: 'אין לכם הרשאה להנחה, גם לא בתוספת יחידות במחיר נמוך מהמחיר של היום' });
  const { discountLimitBp: limit } = limitsOf(ctx.staff, 'orders.discount', ctx.storeUid);
  if (limit === null || mostBp <= limit) return null;
  const [order] = await ctx.db.select({ number: orders.number }).from(orders).where(eq(orders.uuid, edits.order));
  const goods = lowered.map(
    ({ name, pieces, usual, agreed }) => `${piecesText(pieces, name)} מ־${sumText(usual)} ל־${sumText(agreed)}`,
  );
  return {
    summary: `הנחה בעריכת הזמנה ${isolate(order?.number ?? '')}: ${goods.join(', ')}`,
    amountAgorot: lowered.reduce((sum, { usual, agreed }) => sum + usual - agreed, 0),
  };
}

/** Agorot of a piece by line, of those that were ever changed: the change log keeps what they were sold for. */
async function dearestPrices({ db }: Allowed, orderUid: string): Promise<Map<string, number>> {
  const price = sql<number>`max((${changes.before} ->> 'price_agorot')::float8)`;
  const line = sql<string>`${changes.rowKey} ->> 'uuid'`;
  const rows = await db
    .select({ line, price })
    .from(changes)
    .where(and(eq(changes.entityUid, orderUid), eq(changes.tableName, 'order_lines')))
    .groupBy(line);
  return new Map(rows.map(({ line, price }) => [line, price ?? 0]));
}
