import { randomUUID } from 'node:crypto';
import type { CalcCart } from '#contract/checkout/cart-pricing.ts';
import type { CreateOrderBody, CreateOrderReply, Order } from '#contract/checkout/orders.ts';
import { type Reply, request } from './http.ts';

/** What the database is asked with: a pool or a client. */
type Queries = { query: (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }> };
export type Piece = { variant: string; product: string; store: string; price: number };

/** Doubles the pieces and sums of an order, as staff do by an edit. */
export async function grow(db: Queries, order: string): Promise<void> {
  await db.query('update order_lines set quantity = quantity * 2 where order_uid = $1', [order]);
  await db.query(
    'update orders set lines_agorot = lines_agorot * 2, total_agorot = total_agorot * 2, due_agorot = due_agorot * 2 where uuid = $1',
    [order],
  );
}

/** The same of an unpaid order, whose page was left too long ago to be paid on. */
export async function changeUnpaid(db: Queries, order: string): Promise<void> {
  await db.query(`update payments set status = 'cancelled' where order_uid = $1`, [order]);
  await db.query(`update orders set payment_status = 'cancelled' where uuid = $1`, [order]);
  await grow(db, order);
}

let phones = 0;
/** Another one for every order, since only so many unpaid ones of a phone may be open. */
export const orderPhone = (): string => `050-${String(1_000_000 + ++phones)}`;

const given = new WeakMap<Queries, string[]>();

/** A vehicle of a store that can be bought, with as many pieces as the test wants; every call gives another one. */
export async function piece(db: Queries, options: { store?: string; stock?: number } = {}): Promise<Piece> {
  const { store = 'raam', stock = 5 } = options;
  const { rows } = await db.query(
    `update variants set stock = $2 where uuid = (
       select v.uuid from variants v join products p on p.uuid = v.product_uid
         join store_products sp on sp.product_uid = p.uuid join stores s on s.uuid = sp.store_uid
       where s.key = $1 and v.active and sp.published and p.kind = 'VEHICLE' and p.stock_policy = 'IN_STOCK' and v.uuid <> all($3)
       order by v.sku limit 1)
     returning uuid, product_uid,
       (select coalesce(variants.price_agorot, sp.price_agorot, p.price_agorot) from products p join store_products sp on sp.product_uid = p.uuid
        join stores s on s.uuid = sp.store_uid where p.uuid = variants.product_uid and s.key = $1)::int price`,
    [store, stock, given.get(db) ?? []],
  );
  const row = rows[0];
  if (!row) throw new Error(`${store} has no more vehicles for tests`);
  given.set(db, [...(given.get(db) ?? []), String(row.uuid)]);
  return { variant: String(row.uuid), product: String(row.product_uid), store, price: Number(row.price) };
}

/** A shopper without a browser: the same calls that the pages make. `target` is a port or a listening server. */
export function shopper(target: Parameters<typeof request>[0], store = 'raam') {
  const host = `${store}.localhost`;
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    request(target, { host, method: 'POST', path, body, headers });

  async function calculate(body: Record<string, unknown>): Promise<CalcCart> {
    const reply = await post('/api/sales/calc-cart', body);
    if (reply.status !== 200) throw new Error(`calc-cart: ${reply.status} ${reply.text}`);
    return reply.json<CalcCart>();
  }

  /** What `orders/create` is given for these goods, with the total that calc-cart shows. */
  async function orderBody(
    goods: Piece,
    changes: Partial<CreateOrderBody> & { quantity?: number } = {},
  ): Promise<CreateOrderBody> {
    const { quantity = 1, ...rest } = changes;
    const cart = [{ id: goods.variant, quantity }];
    const { delivery_options } = await calculate({ cart });
    const delivery = delivery_options.find((option) => option.branches.length > 0) ?? delivery_options[0];
    if (!delivery) throw new Error('no delivery suits the goods');
    const coupons = rest.coupons ?? [];
    const { total_order_price } = await calculate({ cart, coupons, delivery_type_id: delivery.id });
    return {
      cart,
      coupons,
      delivery_type_id: delivery.id,
      branch_id: delivery.branches[0]?.id ?? null,
      address: { city: 'חיפה', street: 'הרצל', house: '10' },
      customer: { first_name: 'דנה', last_name: 'לוי', phone: orderPhone(), email: 'dana@example.com' },
      terms_accepted: true,
      total_order_price,
      ...rest,
    };
  }

  const place = (body: unknown, key: string = randomUUID()): Promise<Reply> =>
    post('/api/orders/create', body, { 'idempotency-key': key });

  return {
    post,
    calculate,
    orderBody,
    place,
    /** Places an order for the goods. @throws when it is refused. */
    async order(
      goods: Piece,
      changes: Parameters<typeof orderBody>[1] = {},
    ): Promise<CreateOrderReply & { page: string }> {
      const reply = await place(await orderBody(goods, changes));
      if (reply.status !== 200) throw new Error(`orders/create: ${reply.status} ${reply.text}`);
      const made = reply.json<CreateOrderReply>();
      return { ...made, page: made.payment ? new URL(made.payment.url).pathname : '' };
    },
    async find(secret: string): Promise<Order> {
      const reply = await request(target, { host, path: `/api/orders/get-order?secret=${secret}` });
      if (reply.status !== 200) throw new Error(`get-order: ${reply.status} ${reply.text}`);
      return reply.json<Order>();
    },
    ask: (secret: string) => post('/api/orders/check-payment', { secret }),
  };
}

/** The test cards of the gateway's page. */
export const CARDS = {
  approved: '4580000000000000',
  declined: '4580000000000018',
  challenge: '4580000000000026',
  challengeFails: '4580000000000034',
  lateWebhook: '4580000000000059',
  wrongSum: '4580000000000067',
};

/** Sends a form of the gateway's page as a browser without JavaScript does. */
export function submit(
  port: number,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return request(port, {
    host: 'pay.localhost',
    method: 'POST',
    path,
    body: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: `http://pay.localhost:${port}`,
      ...headers,
    },
  });
}

export const pay = (port: number, page: string, number: string, fields: Record<string, string> = {}): Promise<Reply> =>
  submit(port, page, {
    number,
    expiry: '12/39',
    cvv: '123',
    holder: 'דנה לוי',
    identity: '',
    ...fields,
  });
