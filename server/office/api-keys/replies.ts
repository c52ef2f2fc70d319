import { z } from 'zod';
import { toShekels } from '#domain/money/money.ts';
import type { listLeads } from '../leads/list-leads.ts';
import type { readLead } from '../leads/read-lead.ts';
import type { listOrders } from '../orders/list-orders.ts';
import type { readOrder } from '../orders/read-order.ts';
import type { listProducts } from '../products/list-products.ts';
import type { listStock, readStock, StockRow } from '../stock/list-stock.ts';

/**
 * What programs are answered: a shape of its own for each call, so that a page of the office can change what it shows.
 * Money is shekels with VAT, moments are ISO 8601.
 */
export type ApiReply<S extends z.ZodObject, R> = { schema: S; from: (result: R) => z.input<S> };

type ResultOf<C extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<C>>;
const reply = <S extends z.ZodObject, R>(schema: S, from: (result: R) => z.input<S>): ApiReply<S, R> => ({
  schema,
  from,
});

const moment = z.date();
const shekels = z.number();
const text = z.string();
/** Of the next page, as `after`; `null` on the last one. `total` stops at 10,000. */
const paged = { next: text.nullable(), total: z.int() };
const optionalSum = (agorot: number | null) => (agorot === null ? null : toShekels(agorot));

/** Of a write. `repeated`: it had been done before, by a request with the same `Idempotency-Key`. */
export const writeReply = z.object({ message: text, repeated: z.boolean() });
export const done = reply(writeReply, (result: unknown) => {
  const { message } = (result ?? {}) as { message?: unknown };
  return { message: typeof message === 'string' && message ? message : 'בוצע', repeated: false };
});

type KeyFacts = {
  name: string;
  permissions: string[];
  expires_at: Date;
  stores: { uuid: string; key: string; name: string }[];
};
export const keyReply = reply(
  z.object({
    name: text,
    permissions: z.array(text),
    expires_at: moment,
    stores: z.array(z.object({ uuid: z.uuid(), key: text, name: text })),
  }),
  (facts: KeyFacts) => facts,
);

const orderRow = z.object({
  uuid: z.uuid(),
  number: text,
  store: text,
  status: text,
  payment: text,
  customer: text,
  phone: text,
  email: text,
  goods: text.nullable(),
  total: shekels,
  created_at: moment,
});
export const ordersReply = reply(
  z.object({ orders: z.array(orderRow), ...paged }),
  ({ rows, next, total }: ResultOf<typeof listOrders>) => ({
    orders: rows.map(({ total_agorot: agorot, created_at, ...row }) => ({
      ...row,
      total: toShekels(agorot),
      created_at: new Date(created_at),
    })),
    next,
    total,
  }),
);

export const orderReply = reply(
  z.object({
    uuid: z.uuid(),
    number: text,
    store: z.object({ uuid: z.uuid(), key: text, name: text }),
    status: text,
    payment: text,
    first_name: text,
    last_name: text,
    phone: text,
    email: text,
    delivery: text.nullable(),
    address: text.nullable(),
    branch: text.nullable(),
    total: shekels,
    due: shekels,
    created_at: moment,
    paid_at: moment.nullable(),
    lines: z.array(
      z.object({
        uuid: z.uuid(),
        sku: text.nullable(),
        name: text,
        quantity: z.int(),
        price: shekels,
        shipped: z.int(),
        refunded: z.int(),
      }),
    ),
    shipments: z.array(
      z.object({
        uuid: z.uuid(),
        carrier: text,
        tracking: text,
        shipped_at: moment,
        delivered_at: moment.nullable(),
        lines: z.array(z.object({ line: z.uuid(), quantity: z.int() })),
      }),
    ),
    payments: z.array(z.object({ uuid: z.uuid(), status: text, amount: shekels, refunded: shekels })),
  }),
  ({ order, store, addressLine, branch, lines, shipments, payments }: ResultOf<typeof readOrder>) => ({
    uuid: order.uuid,
    number: order.number,
    store,
    status: order.status,
    payment: order.paymentStatus,
    first_name: order.firstName,
    last_name: order.lastName,
    phone: order.phone,
    email: order.email,
    delivery: order.deliveryName,
    address: addressLine,
    branch,
    total: toShekels(order.totalAgorot),
    due: toShekels(order.dueAgorot),
    created_at: order.createdAt,
    paid_at: order.paidAt,
    lines: lines.map(({ priceAgorot, ...line }) => ({ ...line, price: toShekels(priceAgorot) })),
    shipments: shipments.map((parcel) => ({
      uuid: parcel.uuid,
      carrier: parcel.carrier,
      tracking: parcel.trackingNumber,
      shipped_at: parcel.shippedAt,
      delivered_at: parcel.deliveredAt,
      lines: parcel.lines.map(({ orderLineUid, quantity }) => ({ line: orderLineUid, quantity })),
    })),
    payments: payments.map(({ uuid, status, amountAgorot, refundedAgorot }) => ({
      uuid,
      status,
      amount: toShekels(amountAgorot),
      refunded: toShekels(refundedAgorot),
    })),
  }),
);

export const productsReply = reply(
  z.object({
    products: z.array(
      z.object({
        uuid: z.uuid(),
        name: text,
        slug: text,
        kind: text,
        brand: text.nullable(),
        /** `null`: on request. */
        price: shekels.nullable(),
        deleted_price: shekels.nullable(),
        deposit: shekels.nullable(),
        stock: z.int(),
        stock_policy: text,
      }),
    ),
    ...paged,
  }),
  ({ page: { rows, next, total } }: ResultOf<typeof listProducts>) => ({
    products: rows.map((row) => ({
      ...row,
      price: optionalSum(row.price_agorot),
      deleted_price: optionalSum(row.deleted_price_agorot),
      deposit: optionalSum(row.deposit_agorot),
      stock_policy: row.policy,
    })),
    next,
    total,
  }),
);

const stockRow = z.object({
  uuid: z.uuid(),
  sku: text,
  product: z.uuid(),
  name: text,
  details: text,
  stock: z.int(),
  /** Of it, at no branch: what a count without `at` compares and sets. */
  warehouse: z.int(),
  branches: z.array(z.object({ uuid: z.uuid(), name: text, pieces: z.int() })),
  policy: text,
});
const rowOfStock = ({ product, product_uid, ...row }: StockRow) => ({ ...row, name: product, product: product_uid });
export const stocksReply = reply(
  z.object({ variants: z.array(stockRow), ...paged }),
  ({ page: { rows, ...page } }: ResultOf<typeof listStock>) => ({ variants: rows.map(rowOfStock), ...page }),
);
export const stockReply = reply(stockRow, ({ variant }: ResultOf<typeof readStock>) => rowOfStock(variant));

const leadRow = z.object({
  uuid: z.uuid(),
  store: text,
  kind: text,
  source: text,
  state: text,
  name: text,
  phone: text,
  email: text.nullable(),
  about: text,
  message: text,
  created_at: moment,
});
export const leadsReply = reply(
  z.object({ leads: z.array(leadRow), ...paged }),
  ({ rows, ...page }: ResultOf<typeof listLeads>) => ({
    leads: rows.map((row) => ({ ...row, created_at: new Date(row.created_at) })),
    ...page,
  }),
);
export const leadReply = reply(
  leadRow.extend({
    marketing_consent: z.boolean(),
    answers: z.array(z.object({ channel: text, text, created_at: moment })),
  }),
  ({ lead, answers }: ResultOf<typeof readLead>) => ({
    ...lead,
    about: lead.product ?? lead.model,
    created_at: new Date(lead.created_at),
    answers: answers.map((answer) => ({ ...answer, created_at: new Date(answer.created_at) })),
  }),
);
