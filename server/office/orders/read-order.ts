import { z } from 'zod';
import type { Db } from '#db/client.ts';
import {
  branches,
  deliveryTypes,
  documents,
  type OrderRow,
  orderConsents,
  orderDiscounts,
  orderLines,
  orders,
  orderTradeIns,
  payments,
  products,
  refundLines,
  refunds,
  shipmentLines,
  shipments,
  staff,
  stores,
} from '#db/schema/index.ts';
import { asc, desc, eq, inArray, sql } from '#db/sql.ts';
import { returnedOf } from '#domain/money/line-share.ts';
import { addressLine } from '#domain/people/address-line.ts';
import type { Permission } from '#domain/people/permissions.ts';
import { permissions } from '#domain/people/permissions.ts';
import { OVERPAID, paysOrder } from '../../checkout/orders/balance.ts';
import { isNumbered } from '../../checkout/orders/cancellation-notices.ts';
import { numberedVehicles, unitsToChoose, unitsToCorrect } from '../../checkout/orders/numbered-vehicles.ts';
import { unitsLeft } from '../../checkout/orders/returned-pieces.ts';
import { listInDoubt } from '../../checkout/payments/in-doubt.ts';
import type { OfficeContext } from '../../context.ts';
import { may } from '../../staff/grants.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { approvalsOf } from '../approvals/list-approvals.ts';
import { colleagues } from '../colleagues.ts';
import { messagesOfOrder } from '../messages/messages.ts';
import { notesOf, tasksOf } from '../notes/read-notes.ts';
import { refundLeft } from './actions/refund.ts';
import { isQuote, isToBeClosed, unpaidRest } from './list-orders.ts';
import { sharePlaces, takenFrom } from './picked-from.ts';
import { timelineOf } from './timeline.ts';

export type OrderPage = Awaited<ReturnType<typeof readOrder>>;
export type OrderPageLine = OrderPage['lines'][number];

/** An order with all that its page's panels show. */
export const readOrder = officeCall(
  {
    name: 'orders.show',
    permission: 'orders.read',
    input: z.object({ order: z.uuid() }),
    kind: 'read',
    entity: 'order',
  },
  async (ctx, { order: uuid }) => {
    const { db } = ctx;
    const reached = permissionsIn(ctx, ctx.storeUid ?? '');
    const [head, lines, taken, money, parcels, consents, discounts, places, more, facts, refundLeftAgorot, [tradeIn]] =
      await Promise.all([
        headOf(db, uuid),
        linesOf(db, uuid),
        takenFrom(db, uuid),
        moneyOf(db, uuid),
        shipmentsOf(db, uuid),
        db.select().from(orderConsents).where(eq(orderConsents.orderUid, uuid)).orderBy(asc(orderConsents.createdAt)),
        db
          .select()
          .from(orderDiscounts)
          .where(eq(orderDiscounts.orderUid, uuid))
          .orderBy(desc(orderDiscounts.amountAgorot)),
        branchesOf(db, ctx.storeUid ?? '', uuid),
        workOf(ctx, uuid, reached.includes('messages.read')),
        db.execute<{ is_quote: boolean; is_returned: boolean } & Sums>(
          sql`select ${isQuote} as is_quote, ${isToBeClosed} as is_returned, ${unpaidRest} as rest, ${sql.raw(OVERPAID)} as over from orders o where o.uuid = ${uuid}`,
        ),
        reached.includes('orders.refund') ? refundLeft(ctx, uuid) : null,
        db.select().from(orderTradeIns).where(eq(orderTradeIns.orderUid, uuid)),
      ]);
    const placesOf = sharePlaces(taken);
    return {
      ...head,
      isQuote: facts.rows[0]?.is_quote ?? false,
      lines: lines.map((line) => ({
        ...line,
        ...piecesOf(line, money.refunds, parcels),
        places: placesOf(line),
      })),
      /** Nothing is left to prepare or to send: only to be closed, by cancelling it. */
      isAllRefunded: facts.rows[0]?.is_returned ?? false,
      ...money,
      documents: reached.includes('documents.read') ? money.documents : [],
      sums: sumsOf(head.order, money.payments, facts.rows[0] ?? { rest: 0, over: 0 }),
      shipments: parcels,
      consents,
      discounts,
      tradeIn: tradeIn ?? null,
      /** Agorot that the person may give back without a second one; `null`: any sum. */
      refundLeftAgorot,
      /** Where the order may be handed over. */
      branches: places,
      /** What the person may do in the order's store: panels show what of theirs is possible. */
      may: reached,
      ...more,
    };
  },
);

/** What staff do about the order and what was told of it; messages only for whoever may read them. */
async function workOf(ctx: Allowed, uuid: string, messages: boolean) {
  const { db } = ctx;
  const [notes, notices, tasks, people, reviews, open, sent, timeline] = await Promise.all([
    notesOf(db, uuid),
    noticesOf(db, uuid),
    tasksOf(db, uuid),
    colleagues(db, 'orders.read', ctx.storeUid ?? ''),
    listInDoubt(ctx, { order: uuid }),
    approvalsOf(ctx, uuid),
    messages ? messagesOfOrder(ctx, uuid) : [],
    timelineOf(ctx, uuid, { messages }),
  ]);
  return { notes, notices, tasks, people, reviews, approvals: open, messages: sent, timeline };
}

/** Notices of cancellation that the buyer sent, with their inquiries. */
async function noticesOf(db: Db, uuid: string) {
  const { rows } = await db.execute<{ number: string; at: Date; lead: string | null }>(sql`
    select h.to_value as number, h.created_at as at, l.uuid as lead
    from order_history h
    left join leads l on l.order_uid = h.order_uid and ${isNumbered(sql`l.uuid`, sql`h.to_value`)}
    where h.order_uid = ${uuid} and h.field = 'cancellation_notice' order by h.created_at`);
  return rows;
}

const permissionsIn = ({ staff: person }: OfficeContext, storeUid: string): Permission[] =>
  (Object.keys(permissions) as Permission[]).filter((name) => person && may(person, name, storeUid));

async function headOf(db: Db, uuid: string) {
  const [row] = await db
    .select({
      order: orders,
      store: { uuid: stores.uuid, key: stores.key, name: stores.name },
      branch: branches.name,
      deliveryKind: deliveryTypes.kind,
      deliveryDays: deliveryTypes.days,
      owner: staff.name,
    })
    .from(orders)
    .innerJoin(stores, eq(stores.uuid, orders.storeUid))
    .leftJoin(branches, eq(branches.uuid, orders.branchUid))
    .leftJoin(deliveryTypes, eq(deliveryTypes.uuid, orders.deliveryTypeUid))
    .leftJoin(staff, eq(staff.uuid, orders.ownerUid))
    .where(eq(orders.uuid, uuid));
  if (!row) throw new Error(`order ${uuid} is gone`);
  const { secretHash: _, originHash: __, ...order } = row.order;
  const postalAddress = order.postalAddress;
  return {
    ...row,
    order,
    addressLine: postalAddress ? addressLine(postalAddress) : null,
    /** For who brings it. */
    courierRemarks: postalAddress?.remarks ?? '',
  };
}

/** The store's, and the order's own, which may have left the store since. */
const branchesOf = (db: Db, storeUid: string, orderUid: string) =>
  db
    .select({ uuid: branches.uuid, name: branches.name })
    .from(branches)
    .where(
      sql`${branches.uuid} in (select branch_uid from branch_stores where store_uid = ${storeUid}
        union select branch_uid from orders where uuid = ${orderUid})`,
    )
    .orderBy(asc(branches.position));

const linesOf = async (db: Db, uuid: string) => {
  const rows = await db
    .select({
      line: orderLines,
      kind: products.kind,
      numbered: numberedVehicles(sql`${orderLines.uuid}`),
      unitsLeft: unitsLeft(sql`${orderLines.uuid}`, sql`${orderLines.quantity}`),
    })
    .from(orderLines)
    .leftJoin(products, eq(products.uuid, orderLines.productUid))
    .where(eq(orderLines.orderUid, uuid))
    .orderBy(asc(orderLines.position));
  return rows.map(({ line: { values, configuration, ...line }, kind, numbered, unitsLeft: left }) => ({
    ...line,
    kind,
    /** Of which a refund says which ones go back, where only some do. */
    vehicles: unitsToChoose(left, numbered),
    values: values.map(({ value_name }) => value_name),
    choices: configuration?.choices ?? [],
  }));
};

async function moneyOf(db: Db, uuid: string) {
  const [paid, refundRows, pieces, papers] = await Promise.all([
    db.select().from(payments).where(eq(payments.orderUid, uuid)).orderBy(asc(payments.createdAt)),
    db
      .select({ refund: refunds })
      .from(refunds)
      .innerJoin(payments, eq(payments.uuid, refunds.paymentUid))
      .where(eq(payments.orderUid, uuid))
      .orderBy(asc(refunds.createdAt)),
    db
      .select({
        piece: refundLines,
        name: orderLines.name,
        numbered: numberedVehicles(sql`${orderLines.uuid}`),
        left: unitsLeft(sql`${orderLines.uuid}`, sql`${orderLines.quantity}`, sql`${refundLines.refundUid}`),
      })
      .from(refundLines)
      .innerJoin(orderLines, eq(orderLines.uuid, refundLines.orderLineUid))
      .where(eq(orderLines.orderUid, uuid)),
    db
      .select({
        uuid: documents.uuid,
        kind: documents.kind,
        number: documents.number,
        issuedAt: documents.issuedAt,
        totalAgorot: documents.totalAgorot,
        link: documents.link,
      })
      .from(documents)
      .where(eq(documents.orderUid, uuid))
      .orderBy(asc(documents.issuedAt), asc(documents.createdAt)),
  ]);
  return {
    payments: paid.map(({ url: _, ...payment }) => payment),
    refunds: refundRows.map(({ refund }) => ({
      ...refund,
      lines: pieces
        .filter(({ piece }) => piece.refundUid === refund.uuid)
        .map(({ piece, name, numbered, left }) => ({
          ...piece,
          name,
          /** The vehicles that may have come back instead; none where there is nothing to choose. */
          correctable: refund.status === 'refused' ? [] : unitsToCorrect(left, piece.quantity, numbered),
        })),
    })),
    documents: papers,
  };
}

async function shipmentsOf(db: Db, uuid: string) {
  const parcels = await db
    .select()
    .from(shipments)
    .where(eq(shipments.orderUid, uuid))
    .orderBy(asc(shipments.shippedAt));
  if (parcels.length === 0) return [];
  const uids = parcels.map((parcel) => parcel.uuid);
  const pieces = await db.select().from(shipmentLines).where(inArray(shipmentLines.shipmentUid, uids));
  return parcels.map((parcel) => ({
    ...parcel,
    lines: pieces.filter(({ shipmentUid }) => shipmentUid === parcel.uuid),
  }));
}

type OrderRefunds = Awaited<ReturnType<typeof moneyOf>>['refunds'];
type Parcels = Awaited<ReturnType<typeof shipmentsOf>>;

/** Pieces and money of a line that went back (or are on their way back), and pieces that were sent. */
function piecesOf({ uuid: line }: { uuid: string }, refundsOfOrder: OrderRefunds, parcels: Parcels) {
  const back = refundsOfOrder
    .filter(({ status }) => status !== 'refused')
    .flatMap(({ lines, createdAt: plannedAt }) => lines.map((one) => ({ ...one, plannedAt })));
  const lineRefunds = back.filter(({ orderLineUid }) => orderLineUid === line);
  const sent = parcels.flatMap(({ lines }) => lines).filter(({ orderLineUid }) => orderLineUid === line);
  return {
    refunded: lineRefunds.reduce((sum, one) => sum + one.quantity, 0),
    /** Of these, how many had been sent. */
    refundedSent: lineRefunds.reduce((sum, one) => sum + (one.sent ?? 0), 0),
    returned: returnedOf(lineRefunds),
    refundedAgorot: lineRefunds.reduce((sum, { amountAgorot }) => sum + amountAgorot, 0),
    shipped: sent.reduce((sum, one) => sum + one.quantity, 0),
  };
}

type ShownPayment = Awaited<ReturnType<typeof moneyOf>>['payments'][number];

/** Agorot, of an order that was accepted: what is missing, and what was paid too much. */
type Sums = { rest: number; over: number };
type Summed = Pick<OrderRow, 'status' | 'paymentMethod' | 'dueAgorot' | 'totalAgorot'>;

/**
 * Agorot: what was taken online, what of it went back, what only is held, what is missing, and what an order that goes
 * on was paid too much.
 */
function sumsOf({ status, paymentMethod, dueAgorot, totalAgorot }: Summed, rows: ShownPayment[], { rest, over }: Sums) {
  // Money whose doubt was closed was settled elsewhere.
  const all = rows.filter(({ reviewOutcome }) => reviewOutcome !== 'closed');
  const paidPayments = all.filter(({ status }) => ['paid', 'partly_refunded', 'refunded'].includes(status));
  const paid = paidPayments.reduce((sum, one) => sum + (one.takenAgorot ?? one.amountAgorot), 0);
  const back = paidPayments.reduce((sum, one) => sum + one.refundedAgorot, 0);
  const held = all
    .filter((one) => one.status === 'authorised' && paysOrder(one))
    .reduce((sum, one) => sum + one.amountAgorot, 0);
  // Of an order that nothing was paid of yet: all but a lender's money.
  const unpaid = status !== 'payment' ? rest : paymentMethod === 'financing' ? dueAgorot : totalAgorot;
  return { paid, back, held, left: paid - back, unpaid, over };
}
