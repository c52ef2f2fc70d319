import type { Db } from '#db/client.ts';
import { type OrderLineRow, type orderLines, orderTradeIns } from '#db/schema/index.ts';
import { and, eq, sql } from '#db/sql.ts';
import { mediaName } from '#domain/catalogue/media-path.ts';
import { isolate } from '#domain/text/format.ts';
import { refuse } from '../../platform/errors.ts';
import { refundedPieces } from '../payments/refund-lines.ts';
import type { PricedLine } from '../pricing/lines.ts';
import type { LineEdit } from './edit-order.ts';

/** A line before and after. */
export type EditedLine = {
  was: OrderLineRow | null;
  added: PricedLine | null;
  quantity: number;
  priceAgorot: number;
  discountAgorot: number;
  /** Pieces that it holds of the stock. */
  stockTaken: number;
};

/**
 * What a used vehicle is worth, in one line's discount; it has a name of its own in the order, beside its promotions.
 */
export type Credit = { line: string; agorot: number; name: string };
export const creditName = (vehicle: string): string => `טרייד־אין: ${vehicle}`;

/** The credit that the order has. */
export async function creditOf(tx: Db, orderUid: string, lines: OrderLineRow[]): Promise<Credit | null> {
  const [tradeIn] = await tx
    .select()
    .from(orderTradeIns)
    .where(and(eq(orderTradeIns.orderUid, orderUid), eq(orderTradeIns.state, 'confirmed')));
  const agorot = tradeIn?.confirmedAgorot ?? 0;
  const line = lines.find((one) => one.productUid === tradeIn?.productUid && one.discountAgorot >= agorot);
  return tradeIn && line ? { line: line.uuid, agorot, name: creditName(tradeIn.name) } : null;
}

/**
 * `inStock`: variants that are sold from stock; `credit`: whose line stays, with the whole of it. @throws NOT_POSSIBLE
 * for a line of another order, or a variant that isn't sold here
 */
export function editedLines(
  lines: OrderLineRow[],
  edits: LineEdit[],
  priced: PricedLine[],
  inStock: Set<string>,
  credit: Credit | null,
): { edited: EditedLine[]; removed: OrderLineRow[] } {
  const positiveEdits = edits.filter(({ quantity }) => quantity > 0);
  if (positiveEdits.length === 0)
    throw refuse('NOT_POSSIBLE', { message: 'בהזמנה נשאר לפחות פריט אחד. להסרת כולם בטלו את ההזמנה' });
  const named = positiveEdits.flatMap(({ line }) => line ?? []);
  if (new Set(named).size < named.length || named.some((uuid) => !lines.some((line) => line.uuid === uuid)))
    throw refuse('NOT_POSSIBLE', { message: 'פריט ברשימה אינו של ההזמנה הזו' });
  if (credit && !named.includes(credit.line))
    throw refuse('NOT_POSSIBLE', { message: 'הרכב שנקנה עם טרייד־אין שכבר זוכה נשאר בהזמנה' });
  const edited: EditedLine[] = positiveEdits.map(({ line, variant, quantity, priceAgorot }) => {
    const was = lines.find(({ uuid }) => uuid === line);
    if (was) {
      const price = priceAgorot ?? was.priceAgorot;
      // Pieces that go take their part of the discount with them; new ones bring none.
      const lineCredit = credit?.line === was.uuid ? credit.agorot : 0;
      const left =
        lineCredit + Math.floor(((was.discountAgorot - lineCredit) * Math.min(quantity, was.quantity)) / was.quantity);
      if (price * quantity < lineCredit)
        throw refuse('NOT_POSSIBLE', { message: 'המחיר נמוך מהזיכוי על הטרייד־אין שכבר נרשם' });
      // A line whose pieces were refunded holds none, and still takes those that it grows by.
      const more = quantity - was.quantity;
      const takes = more < 0 || inStock.has(was.variantUid ?? '');
      const stockTaken = takes ? Math.max(0, was.stockTaken + more) : was.stockTaken;
      return {
        was,
        added: null,
        quantity,
        priceAgorot: price,
        discountAgorot: Math.min(left, price * quantity),
        stockTaken,
      };
    }
    const added = priced.find((one) => one.variant.uuid === variant);
    if (!added) throw refuse('NOT_POSSIBLE', { message: 'פריט שנוסף אינו נמכר בחנות הזו' });
    const stockTaken = added.variant.stockPolicy === 'IN_STOCK' ? quantity : 0;
    return { was: null, added, quantity, priceAgorot: priceAgorot ?? added.priceAgorot, discountAgorot: 0, stockTaken };
  });
  return { edited, removed: lines.filter(({ uuid }) => !named.includes(uuid)) };
}

/**
 * Pieces that were sent, or whose money went back, stay in the order; of the latter also the price. @throws
 * NOT_POSSIBLE
 */
export async function refuseHandedOut(
  tx: Db,
  orderUid: string,
  edited: EditedLine[],
  removed: OrderLineRow[],
): Promise<void> {
  const all = [
    ...edited.flatMap(({ was, quantity }) => (was ? [{ uuid: was.uuid, name: was.name, quantity }] : [])),
    ...removed.map(({ uuid, name }) => ({ uuid, name, quantity: 0 })),
  ];
  const { rows } = await tx.execute<{ line: string; pieces: number }>(sql`
    select l.uuid as line, (coalesce((select sum(s.quantity) from shipment_lines s where s.order_line_uid = l.uuid), 0)
      + coalesce((select sum(r.quantity - coalesce(r.sent, 0)) from refund_lines r join refunds f on f.uuid = r.refund_uid
          where r.order_line_uid = l.uuid and f.status <> 'refused'), 0))::int as pieces
    from order_lines l where l.uuid = any(${sql.param(all.map(({ uuid }) => uuid))}::uuid[])`);
  const refunded = await refundedPieces(tx, orderUid);
  for (const { was, priceAgorot } of edited)
    if (was && was.priceAgorot !== priceAgorot && refunded.has(was.uuid))
      throw refuse('NOT_POSSIBLE', {
        message: `${isolate(was.name)}: חלק מהיחידות כבר זוכו, ולכן המחיר נשאר. למחיר אחר ליחידות שנותרו, הסירו אותן והוסיפו אותן כפריט חדש`,
      });
  for (const { uuid, name, quantity } of all) {
    const pieces = rows.find(({ line }) => line === uuid)?.pieces ?? 0;
    if (quantity < pieces)
      throw refuse('NOT_POSSIBLE', {
        message: `${isolate(name)}: ${pieces} יחידות כבר נשלחו או זוכו, ואין להסיר אותן`,
      });
  }
}

export function addedRows(orderUid: string, edited: EditedLine[]): (typeof orderLines.$inferInsert)[] {
  const last = Math.max(-1, ...edited.flatMap(({ was }) => was?.position ?? []));
  return edited
    .filter(({ added }) => added)
    .map(({ added, quantity, priceAgorot, discountAgorot, stockTaken }, at) => ({
      orderUid,
      productUid: added?.variant.productUid ?? null,
      variantUid: added?.variant.uuid ?? null,
      name: added?.variant.name ?? '',
      sku: added?.variant.sku ?? '',
      values: added?.values ?? [],
      media: added?.image ? mediaName(added.image.image_url) : null,
      ...{ quantity, priceAgorot, discountAgorot, stockTaken },
      position: last + 1 + at,
    }));
}
