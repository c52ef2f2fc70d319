import type { Db } from '#db/client.ts';
import { RuleRefusal } from '#db/operator-error.ts';
import { type OrderRow, orderLines, payments, refundLines, refunds, shipmentLines } from '#db/schema/index.ts';
import { and, asc, eq, gt, ne, sql } from '#db/sql.ts';
import { NOTHING_RETURNED, type Returned, returnedOf, shareOfPieces } from '#domain/money/line-share.ts';
import { toShekels } from '#domain/money/money.ts';
import { waitsAt } from '#domain/orders/transitions.ts';
import { isolate } from '#domain/text/format.ts';
import { sumText } from '../orders/balance.ts';
import { type NumberedVehicle, numberedVehicles } from '../orders/numbered-vehicles.ts';
import { unitsLeft } from '../orders/returned-pieces.ts';
import { atBranch, type Piece } from '../orders/stock.ts';

/** Pieces of a line that go back. Without a sum, the share of the line's price that was paid for them; never more. */
export type RequestedLine = {
  orderLineUid: string;
  quantity: number;
  amountAgorot?: number | undefined;
  /** How many of them had been sent. Needed where the line has both kinds left, and it isn't all of them. */
  sent?: number | undefined;
  /** Which of the line's units they are. Needed where vehicles have numbers, and some of them stay. */
  units?: number[] | undefined;
  restock: boolean;
  /** `warehouse`, a branch, or `origin`: as when the order is cancelled. */
  restockTo?: string | undefined;
};
type LineRow = Omit<typeof refundLines.$inferInsert, 'refundUid' | 'costAgorot'> & { costAgorot: number };

export const lineNamedTwice = () => new RuleRefusal('A line is named twice.', 'אותה שורה מופיעה פעמיים');
export const noSuchLine = ({ number }: OrderRow, orderLineUid: string) =>
  new RuleRefusal(`Order ${number} has no line ${orderLineUid}.`, 'השורה אינה של ההזמנה הזו');

/**
 * Checks the lines of a refund. The order is locked. @throws RuleRefusal for more pieces or money than the line has
 * left
 */
export async function checkedLines(tx: Db, order: OrderRow, requestedLines: RequestedLine[]): Promise<LineRow[]> {
  const sold = await tx
    .select({
      line: orderLines,
      numbered: numberedVehicles(sql`${orderLines.uuid}`),
      unitsLeft: unitsLeft(sql`${orderLines.uuid}`, sql`${orderLines.quantity}`),
    })
    .from(orderLines)
    .where(eq(orderLines.orderUid, order.uuid));
  const refundedByLine = await refundedPieces(tx, order.uuid);
  const parcels = await sentPieces(tx, order.uuid);
  if (new Set(requestedLines.map(({ orderLineUid }) => orderLineUid)).size < requestedLines.length)
    throw lineNamedTwice();
  return requestedLines.map(({ orderLineUid, quantity, amountAgorot, sent, units, restock, restockTo = 'origin' }) => {
    const found = sold.find((one) => one.line.uuid === orderLineUid);
    if (!found) throw noSuchLine(order, orderLineUid);
    const { line, numbered, unitsLeft: left } = found;
    const returned = refundedByLine.get(orderLineUid) ?? NONE;
    const { pieces: before, sent: sentBefore } = returned;
    if (quantity > line.quantity - before)
      throw new RuleRefusal(
        `Only ${line.quantity - before} of ${line.sku} can still go back.`,
        `אפשר לזכות עוד ${line.quantity - before} בלבד מהפריט ${isolate(line.sku)}`,
      );
    const share = shareOfPieces(line, quantity, returned);
    const amount = amountAgorot ?? share;
    if (amount > share)
      throw new RuleRefusal(
        `At most ${toShekels(share)} shekels were paid for these pieces of ${line.sku}.`,
        `על היחידות האלה של ${isolate(line.sku)} שולמו ${sumText(share)} לכל היותר`,
      );
    if (restock && !order.stockHeld)
      throw new RuleRefusal('The goods of this order are in stock again already.', 'הפריטים של ההזמנה כבר חזרו למלאי');
    const sentLeft = Math.max(0, (parcels.get(orderLineUid) ?? 0) - sentBefore);
    const unsentLeft = Math.max(0, line.quantity - before - sentLeft);
    return {
      ...{ orderLineUid, quantity, amountAgorot: amount, costAgorot: share, restock, restockTo },
      sent: sentOf(line.sku, { requested: sent, quantity, sentLeft, unsentLeft }),
      units: unitsOf(line.sku, { requested: units, quantity, left, numbered }),
    };
  });
}

type Left = { requested: number | undefined; quantity: number; sentLeft: number; unsentLeft: number };

/** How many of the pieces had been sent: asked for only where it doesn't follow. @throws RuleRefusal */
function sentOf(sku: string, { requested, quantity, sentLeft, unsentLeft }: Left): number {
  const least = Math.max(0, quantity - unsentLeft);
  const most = Math.min(quantity, sentLeft);
  if (requested === undefined && least < most)
    throw new RuleRefusal(
      `Of ${sku}, some pieces were sent and some were not: say how many of these had been sent.`,
      `חלק מיחידות הפריט ${isolate(sku)} נשלחו. כתבו כמה מהמוחזרות נשלחו`,
    );
  const sent = requested ?? least;
  if (sent < least || sent > most)
    throw new RuleRefusal(
      `Of these pieces of ${sku}, from ${least} to ${most} had been sent.`,
      `מהיחידות האלה של ${isolate(sku)} נשלחו בין ${least} ל־${most}`,
    );
  return sent;
}

type Vehicles = { requested: number[] | undefined; quantity: number; left: number[]; numbered: NumberedVehicle[] };

/** Which units go back: asked for only where numbers tell them apart, and some of them stay. @throws RuleRefusal */
function unitsOf(sku: string, { requested = [], quantity, left, numbered }: Vehicles): number[] {
  if (requested.length === 0) {
    if (!numbered.some(({ unit }) => left.includes(unit))) return [];
    if (quantity === left.length) return left;
    throw new RuleRefusal(
      `The vehicles of ${sku} have numbers: say which of them go back.`,
      `לכלי הרכב של ${isolate(sku)} רשומים מספרים. בחרו אילו מהם חוזרים`,
    );
  }
  if (
    new Set(requested).size < requested.length ||
    requested.length !== quantity ||
    requested.some((unit) => !left.includes(unit))
  )
    throw new RuleRefusal(
      `Name ${quantity} of the vehicles of ${sku} that can still go back.`,
      `בחרו ${quantity} מכלי הרכב של ${isolate(sku)} שעוד אפשר לזכות`,
    );
  return requested;
}

async function sentPieces(tx: Db, orderUid: string): Promise<Map<string, number>> {
  const rows = await tx
    .select({ line: shipmentLines.orderLineUid, pieces: sql<number>`sum(${shipmentLines.quantity})::int` })
    .from(shipmentLines)
    .innerJoin(orderLines, eq(orderLines.uuid, shipmentLines.orderLineUid))
    .where(eq(orderLines.orderUid, orderUid))
    .groupBy(shipmentLines.orderLineUid);
  return new Map(rows.map(({ line, pieces }) => [line, pieces]));
}

/** Of a line. `sent`: those of the pieces that had been sent. */
export type Refunded = Returned & { sent: number };
export const NONE: Refunded = { ...NOTHING_RETURNED, sent: 0 };

/** Pieces by line that went back or are about to: of every refund that wasn't refused. */
export async function refundedPieces(tx: Db, orderUid: string): Promise<Map<string, Refunded>> {
  const rows = await tx
    .select({
      line: refundLines.orderLineUid,
      plannedAt: refunds.createdAt,
      quantity: refundLines.quantity,
      sent: refundLines.sent,
      amountAgorot: refundLines.amountAgorot,
      costAgorot: refundLines.costAgorot,
    })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.uuid, refundLines.refundUid))
    .innerJoin(payments, eq(payments.uuid, refunds.paymentUid))
    .where(and(eq(payments.orderUid, orderUid), ne(refunds.status, 'refused')));
  const byLine = Map.groupBy(rows, ({ line }) => line);
  return new Map(
    [...byLine].map(([line, parts]) => [
      line,
      { ...returnedOf(parts), sent: parts.reduce((sum, { sent }) => sum + (sent ?? 0), 0) },
    ]),
  );
}

/**
 * Takes the pieces of a refund that was carried out from what its order holds, in the transaction that finishes it, so
 * that nothing returns them again. @returns those that go back to stock, for the caller to return together with others
 */
export async function releaseRefunded(tx: Db, order: OrderRow, refundUid: string, at: Date): Promise<Piece[]> {
  if (!order.stockHeld) return [];
  const rows = await tx
    .select({
      line: orderLines,
      quantity: refundLines.quantity,
      sent: refundLines.sent,
      restock: refundLines.restock,
      to: refundLines.restockTo,
      /** Sent, and not come back by an earlier refund. */
      out: sql<number>`(select coalesce(sum(s.quantity), 0)::int from shipment_lines s where s.order_line_uid = ${orderLines.uuid})
        - (select coalesce(sum(r.sent), 0)::int from refund_lines r join refunds f on f.uuid = r.refund_uid
            where r.order_line_uid = ${orderLines.uuid} and f.status = 'done' and f.uuid <> ${refundUid})`,
    })
    .from(refundLines)
    .innerJoin(orderLines, eq(orderLines.uuid, refundLines.orderLineUid))
    .where(and(eq(refundLines.refundUid, refundUid), gt(orderLines.stockTaken, 0)))
    .orderBy(asc(orderLines.uuid));
  const released = rows.map(({ line, restock, to, ...pieces }) => ({
    line,
    restock,
    to,
    taken: takenOf(line.stockTaken, pieces),
  }));
  for (const { line, taken } of released)
    await tx
      .update(orderLines)
      .set({ stockTaken: line.stockTaken - taken })
      .where(eq(orderLines.uuid, line.uuid));
  await tx
    .update(refundLines)
    .set({ restockedAt: at })
    .where(
      and(
        eq(refundLines.refundUid, refundUid),
        refundLines.restock,
        sql`${refundLines.orderLineUid} = any(${sql.param(rows.map(({ line }) => line.uuid))}::uuid[])`,
      ),
    );
  const pieces = released.flatMap(({ line, restock, to, taken }) =>
    restock && line.variantUid && taken > 0 ? [{ variantUid: line.variantUid, quantity: taken, to }] : [],
  );
  const [unplaced, placed] = [pieces.filter(({ to }) => to === 'origin'), pieces.filter(({ to }) => to !== 'origin')];
  return [...(await atBranch(tx, unplaced, waitsAt(order))), ...placed];
}

/**
 * Of the pieces that go back, those that the order still holds: of a cancelled one, the unsent are in stock already.
 */
function takenOf(
  held: number,
  { quantity, sent, out }: { quantity: number; sent: number | null; out: number },
): number {
  const heldSent = Math.min(held, Math.max(0, out));
  const unsent = Math.min(quantity - (sent ?? 0), held - heldSent);
  return unsent + Math.min(sent ?? quantity - unsent, heldSent);
}
