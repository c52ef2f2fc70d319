import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { orderLines, orders } from '#db/schema/index.ts';
import { isolate } from '#domain/text/format.ts';
import { type EditedOrder, editionOf, editOrder, type LineEdit, linesOf } from '../../checkout/editing/edit-order.ts';
import { isBeingHandled } from '../../checkout/fulfilment/balance.ts';
import { notifyOrder } from '../../checkout/orders/notify-order.ts';
import { payLinkUrl } from '../../checkout/payments/pay-link.ts';
import { type PricedLine, priceLines } from '../../checkout/pricing/lines.ts';
import { refuse } from '../../platform/errors.ts';
import { type Allowed, actorName, officeCall } from '../../staff/office-call.ts';
import { shopContextOf } from '../shop-context.ts';

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
        quantity: z.coerce.number().int().min(0).max(99),
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
 * Changes the lines of a placed order. One that was paid and grew is sent a link for the difference, and isn't handed over before it
 * is paid; for one that shrank a refund is proposed in the answer, and made by `orders.refund` alone.
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
  async (ctx, asked): Promise<EditedOrder> => {
    const priced = await pricesOf(ctx, asked);
    const edit = {
      edition: asked.edition,
      lines: editsOf(asked),
      actor: actorName(ctx.staff),
      reason: asked.reason,
    };
    return ctx.db
      .transaction(async (tx) => {
        const edited = await editOrder(tx, asked.order, edit, priced);
        if (asked.dryRun) throw new Preview(edited);
        if (edited.balanceAgorot > 0) {
          const [order] = await tx.select().from(orders).where(eq(orders.uuid, asked.order));
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
    ...(price !== undefined && { priceAgorot: Math.round(price * 100) }),
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
  const gone = errors.find(({ error_code }) => error_code === 'PRODUCT_UNAVAILABLE');
  if (gone) throw refuse('NOT_POSSIBLE', { message: gone.message });
  return priced;
}

/**
 * A price below what the line was sold for, or what it costs today if that is more, so that several small steps don't go around the
 * limit. The largest discount of a line counts.
 */
async function discountNeeds(ctx: Allowed, asked: Input) {
  const limit = ctx.limits.discountLimitBp;
  const agreed = asked.lines.filter(({ price, quantity }) => price !== undefined && quantity > 0);
  if (asked.dryRun || limit === null || agreed.length === 0) return null;
  const sold = await ctx.db.select().from(orderLines).where(eq(orderLines.orderUid, asked.order));
  const variants = agreed.flatMap(
    ({ line, variant }) => sold.find(({ uuid }) => uuid === line)?.variantUid ?? variant ?? [],
  );
  const shop = await shopContextOf(ctx, ctx.storeUid ?? '');
  const { lines: today } = await priceLines(
    shop,
    [...new Set(variants)].map((id) => ({ id, quantity: 1 })),
  );
  const discounts = agreed.map(({ line, variant, price = 0 }) => {
    const was = sold.find(({ uuid }) => uuid === line);
    const now = today.find((one) => one.variant.uuid === (was?.variantUid ?? variant))?.priceAgorot ?? 0;
    const usual = Math.max(was?.priceAgorot ?? 0, now);
    return {
      bp: usual > 0 ? Math.round(((usual - price * 100) * 10_000) / usual) : 0,
      agorot: usual - Math.round(price * 100),
    };
  });
  const most = discounts.reduce((largest, one) => (one.bp > largest.bp ? one : largest));
  if (most.bp <= limit) return null;
  const [order] = await ctx.db.select({ number: orders.number }).from(orders).where(eq(orders.uuid, asked.order));
  return {
    summary: `הנחה של ${(most.bp / 100).toFixed(1)}% בעריכת הזמנה ${isolate(order?.number ?? '')}`,
    amountAgorot: most.agorot,
  };
}
