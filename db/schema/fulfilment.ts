import { sql } from '#db/sql.ts';
import type { BuyerTask } from '#domain/orders/handover-tasks.ts';
import {
  agorot,
  boolean,
  bytea,
  check,
  createdAt,
  id,
  index,
  integer,
  moment,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from './columns.ts';
import { orderLines, orders, refunds } from './orders.ts';
import { staff } from './staff.ts';
import { branches } from './stores.ts';

/** A part of an order, or the whole, on its way. */
export const shipments = pgTable(
  'shipments',
  {
    uuid: id(),
    orderUid: uuid('order_uid')
      .notNull()
      .references(() => orders.uuid, { onDelete: 'cascade' }),
    carrier: text('carrier').notNull().default(''),
    trackingNumber: text('tracking_number').notNull().default(''),
    shippedAt: moment('shipped_at').notNull(),
    deliveredAt: moment('delivered_at'),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.orderUid)],
);

export const shipmentLines = pgTable(
  'shipment_lines',
  {
    shipmentUid: uuid('shipment_uid')
      .notNull()
      .references(() => shipments.uuid, { onDelete: 'cascade' }),
    orderLineUid: uuid('order_line_uid')
      .notNull()
      .references(() => orderLines.uuid, { onDelete: 'cascade' }),
    quantity: integer('quantity').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shipmentUid, t.orderLineUid] }),
    index().on(t.orderLineUid),
    check('shipment_lines_quantity', sql`${t.quantity} > 0`),
  ],
);

/** Which pieces a refund is for. Money and stock are decided apart. */
export const refundLines = pgTable(
  'refund_lines',
  {
    refundUid: uuid('refund_uid')
      .notNull()
      .references(() => refunds.uuid, { onDelete: 'cascade' }),
    orderLineUid: uuid('order_line_uid')
      .notNull()
      .references(() => orderLines.uuid, { onDelete: 'cascade' }),
    quantity: integer('quantity').notNull(),
    /** How many of them had been sent; `null` in refunds of before it was asked: none. */
    sent: integer('sent'),
    amountAgorot: agorot('amount_agorot').notNull(),
    /**
     * What the pieces had cost, whatever the line costs since. Of a line that several payments give back, one row has
     * the pieces and their cost.
     */
    costAgorot: agorot('cost_agorot').notNull().default(0),
    /** Which of the line's units they are, as in `order_vehicles`; none where no numbers tell them apart. */
    units: integer('units').array().notNull().default([]),
    restock: boolean('restock').notNull(),
    /** Where they go: `origin` (where they were taken from), `warehouse`, or a branch's uuid. */
    restockTo: text('restock_to').notNull().default('origin'),
    /** When its pieces went back to stock: with the refund's success, once. */
    restockedAt: moment('restocked_at'),
  },
  (t) => [
    primaryKey({ columns: [t.refundUid, t.orderLineUid] }),
    index().on(t.orderLineUid),
    check('refund_lines_quantity', sql`${t.quantity} >= 0`),
    check('refund_lines_amount', sql`${t.amountAgorot} >= 0`),
    check('refund_lines_cost', sql`${t.costAgorot} >= 0`),
  ],
);

/** The vehicles of an order's lines: one row a piece. */
export const orderVehicles = pgTable(
  'order_vehicles',
  {
    orderLineUid: uuid('order_line_uid')
      .notNull()
      .references(() => orderLines.uuid, { onDelete: 'cascade' }),
    /** From 1; up to the line's quantity. */
    unit: integer('unit').notNull(),
    chassisNumber: text('chassis_number').notNull().default(''),
    engineNumber: text('engine_number').notNull().default(''),
    plateNumber: text('plate_number').notNull().default(''),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.orderLineUid, t.unit] }),
    index('order_vehicles_chassis_idx').on(sql`upper(${t.chassisNumber})`),
    index('order_vehicles_plate_idx').on(t.plateNumber),
  ],
);

/**
 * The handover checklist of an order with vehicles: the store's steps (`settings.handover`) as they were when it began.
 */
export const handoverSteps = pgTable(
  'handover_steps',
  {
    uuid: id(),
    orderUid: uuid('order_uid')
      .notNull()
      .references(() => orders.uuid, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    text: text('text').notNull().default(''),
    position: integer('position').notNull(),
    /** What the buyer sends for it from the order's page; `null` where staff alone see to it. */
    task: text('task').$type<BuyerTask>(),
    /** What the buyer reads at the task; of a signature the words to sign. */
    ask: text('ask').notNull().default(''),
    /**
     * When the buyer last changed what was sent: a decision names it, so that only what staff have seen is accepted.
     */
    sentAt: moment('sent_at'),
    refusedAt: moment('refused_at'),
    refusal: text('refusal').notNull().default(''),
    doneAt: moment('done_at'),
    doneByUid: uuid('done_by_uid').references(() => staff.uuid),
  },
  (t) => [
    unique().on(t.orderUid, t.position),
    index().on(t.doneByUid),
    // What waits for staff, for the office's home.
    index('handover_steps_waiting_idx')
      .on(t.orderUid)
      .where(sql`${t.sentAt} is not null and ${t.doneAt} is null and ${t.refusedAt} is null`),
    check('handover_steps_task', sql`${t.task} in ('papers', 'signature')`),
  ],
);

/**
 * Papers of an order (licence, insurance), of staff or of its buyer. Personal: erased with the person, never public.
 */
export const orderFiles = pgTable(
  'order_files',
  {
    uuid: id(),
    orderUid: uuid('order_uid')
      .notNull()
      .references(() => orders.uuid, { onDelete: 'cascade' }),
    stepUid: uuid('step_uid').references(() => handoverSteps.uuid, { onDelete: 'set null' }),
    name: text('name').notNull(),
    type: text('type').$type<'application/pdf' | 'image/webp'>().notNull(),
    bytes: integer('bytes').notNull(),
    /** In the database and not with the media: it is erased in the person's transaction, and no address leads to it. */
    content: bytea('content').notNull(),
    staffUid: uuid('staff_uid').references(() => staff.uuid),
    fromBuyer: boolean('from_buyer').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.orderUid), index().on(t.stepUid), index().on(t.staffUid)],
);

/** What a buyer signed on the order's page; its file is the rendered paper. */
export const orderSignatures = pgTable(
  'order_signatures',
  {
    fileUid: uuid('file_uid')
      .primaryKey()
      .references(() => orderFiles.uuid, { onDelete: 'cascade' }),
    orderUid: uuid('order_uid')
      .notNull()
      .references(() => orders.uuid, { onDelete: 'cascade' }),
    /** As typed. */
    name: text('name').notNull(),
    /** Whether the signature was drawn too. */
    drawn: boolean('drawn').notNull(),
    /** What was agreed to, word for word, and the hash of it that the paper bears. */
    text: text('text').notNull(),
    textVersion: text('text_version').notNull(),
    /** Keyed hash of the network that it came from. */
    ipHash: text('ip_hash').notNull(),
    signedAt: moment('signed_at').notNull(),
  },
  (t) => [index().on(t.orderUid)],
);

/** Hours in which a branch takes no visits. */
export const bookingBlocks = pgTable(
  'booking_blocks',
  {
    uuid: id(),
    branchUid: uuid('branch_uid')
      .notNull()
      .references(() => branches.uuid, { onDelete: 'cascade' }),
    /** `null`: of any kind. */
    service: text('service'),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    reason: text('reason').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.branchUid, t.startsAt), check('booking_blocks_order', sql`${t.startsAt} < ${t.endsAt}`)],
);
