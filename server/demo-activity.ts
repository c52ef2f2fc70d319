import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type pg from 'pg';
import type { CreateOrderReply } from '#contract/checkout/orders.ts';
import type { CalcCart } from '#contract/checkout/sales.ts';
import type { Slots } from '#contract/leads/bookings.ts';
import { SetupError } from '#db/setup-error.ts';
import { parsePhone } from '#domain/people/phone.ts';

const HOUR = 3_600_000;

/** `demo-activity.json`. `person`: a place in `people`; `hours`: how long ago. */
type Activity = {
  people: { first_name: string; last_name: string; phone: string; email: string }[];
  purchases: Purchase[];
  accounts: { store: string; person: number }[];
  inquiries: { hours: number; store: string; person: number; type: string; message: string }[];
  questions: { store: string; person: number; named: string; text: string; answer?: string }[];
  visits: { store: string; service: 'TEST_RIDE' | 'SERVICE'; person: number; day: number; slot: number }[];
};

type Purchase = {
  hours: number;
  store: string;
  person: number;
  kind: 'VEHICLE' | 'ACCESSORY' | 'SPARE_PART';
  /** How its name begins. */
  named?: string;
  quantity?: number;
  method?: 'card' | 'deposit';
  /** Without it the payment page is left. */
  paid?: boolean;
  /** How many stages staff have brought it on. */
  advanced?: number;
  /** Once it was handed over: what its buyer wrote, and staff published and answered. */
  review?: { rating: number; aspects?: Record<string, number>; text: string; answer?: string };
};

type Voice = { uuid: string; state_at: Date };

/** Buyers write some days after the handover. */
const REVIEWED_HOURS_AGO = 30;

type Site = {
  /** With the office, and a clock that goes as this one says. Listens, as the sandbox gateway is called at its address. */
  serve: (now: () => Date) => Promise<FastifyInstance>;
  pool: pg.Pool;
  now: () => Date;
  port: number;
};

/**
 * Some days of a shop's life, so that the demo's office shows what it is for: orders, inquiries and visits of invented people, made
 * by the calls that shoppers' pages and the office make, at moments of the past nine days.
 */
export async function loadDemoActivity({ serve, pool, now, port }: Site): Promise<void> {
  const { people, purchases, accounts, inquiries, questions, visits }: Activity = JSON.parse(
    readFileSync(new URL('demo-activity.json', import.meta.url), 'utf8'),
  );
  let hours = 0;
  const app = await serve(() => new Date(now().getTime() - hours * HOUR));
  try {
    for (const [index, purchase] of purchases.entries()) {
      hours = purchase.hours;
      await buy(purchase, index);
    }
    for (const { store, person, type, message, ...inquiry } of inquiries) {
      hours = inquiry.hours;
      const { first_name, last_name, phone, email } = personOf(person);
      const name = `${first_name} ${last_name}`;
      await post(store, '/api/contacts', { type, name, phone, email, message }, person);
    }
    hours = 0;
    // Now: a code of last week could not be sent any more.
    for (const account of accounts) await signUp(account);
    for (const visit of visits) await book(visit);
    for (const question of questions) await ask(question);
  } finally {
    await app.close();
  }

  function personOf(index: number) {
    const person = people[index];
    if (!person) throw new SetupError(`demo-activity.json: there is no person ${index}`);
    return person;
  }

  async function signUp({ person, store }: Activity['accounts'][number]): Promise<void> {
    const { first_name, last_name, phone } = personOf(person);
    const of = `phone=${encodeURIComponent(phone)}`;
    const headers = { 'x-rate-limit': 'otp' };
    await call(store, { url: `/api/customers/get-otp-code?${of}`, headers });
    const { rows } = await pool.query<{ body: string }>(
      `select body from outbox where channel = 'sms' and recipient = $1 order by created_at desc limit 1`,
      [parsePhone(phone)],
    );
    const code = /\d{6}/.exec(rows[0]?.body ?? '')?.[0] ?? '';
    const url = `/api/customers/login-verify-otp-code?${of}&code=${code}`;
    const { ticket } = await call<{ ticket: string }>(store, { url, headers });
    await post(store, '/api/customers/create-customer', { ticket, first_name, last_name }, person);
  }

  async function buy(purchase: Purchase, index: number): Promise<void> {
    const { store, person, quantity = 1, method = 'card', paid, advanced = 0 } = purchase;
    const cart = [{ id: await variantFor(purchase, index), quantity }];
    const { delivery_options } = await post<CalcCart>(store, '/api/sales/calc-cart', { cart }, index);
    const delivery = delivery_options.find(({ branches }) => branches.length > 0) ?? delivery_options[0];
    const choice = { cart, delivery_type_id: delivery?.id };
    const { total_order_price } = await post<CalcCart>(store, '/api/sales/calc-cart', choice, index);
    const body = {
      ...choice,
      branch_id: delivery?.branches[0]?.id ?? null,
      address: { city: 'חיפה', street: 'הנביאים', house: '12' },
      customer: personOf(person),
      payment_method: method,
      terms_accepted: true,
      total_order_price,
    };
    const { order, secret, payment } = await post<CreateOrderReply>(store, '/api/orders/create', body, index, {
      'idempotency-key': randomUUID(),
    });
    if (!paid || !payment) return;
    const card = { number: '4580000000000000', expiry: '12/39', cvv: '123', holder: 'דמו', identity: '' };
    await form('pay', new URL(payment.url).pathname, card);
    // As the page to which the gateway leads back.
    await post(store, '/api/orders/check-payment', { secret }, index);
    const cookie = advanced > 0 ? await signIn() : '';
    for (let step = 0; step < advanced; step++)
      await form('office', `/orders/${order.uuid}.data`, { _call: 'advance', order: order.uuid }, cookie);
    if (!purchase.review) return;
    hours = Math.min(hours, REVIEWED_HOURS_AGO);
    // The session of the handover has run out.
    const moderator = await signIn();
    const { answer, ...review } = purchase.review;
    const [line] = (
      await pool.query<{ product: string }>('select product_uid as product from order_lines where order_uid = $1', [
        order.uuid,
      ])
    ).rows;
    await post(store, '/api/reviews/write-review', { ...review, order: secret, product_uid: line?.product }, index);
    const [row] = (
      await pool.query<Voice>('select uuid, state_at from product_reviews where order_uid = $1', [order.uuid])
    ).rows;
    await moderate('reviews', row, { _call: 'publish' }, moderator);
    if (answer) await moderate('reviews', row, { _call: 'answer', answer }, moderator);
  }

  async function ask({ store, person, named, text, answer }: Activity['questions'][number]): Promise<void> {
    const [product] = (
      await pool.query<{ uuid: string }>(
        `select p.uuid from products p join store_products sp on sp.product_uid = p.uuid and sp.published join stores s on s.uuid = sp.store_uid
         where s.key = $1 and starts_with(p.name, $2) order by p.name limit 1`,
        [store, named],
      )
    ).rows;
    const { first_name, last_name, email } = personOf(person);
    const question = { product_uid: product?.uuid, name: `${first_name} ${last_name}`, email, text };
    await post(store, '/api/reviews/ask-question', question, person);
    if (!answer) return;
    const [row] = (await pool.query<Voice>('select uuid, state_at from product_questions where text = $1', [text]))
      .rows;
    await moderate('questions', row, { _call: 'answer', answer }, await signIn());
  }

  async function moderate(kind: string, voice: Voice | undefined, fields: Record<string, string>, cookie: string) {
    const { uuid = '', state_at } = voice ?? {};
    await form('office', `/${kind}/${uuid}.data`, { ...fields, seen: state_at?.toISOString() ?? '' }, cookie);
  }

  async function book({ store, service, person, day, slot }: Activity['visits'][number]): Promise<void> {
    const branches = await pool.query<{ uuid: string }>(
      `select b.uuid from branches b join branch_stores bs on bs.branch_uid = b.uuid join stores s on s.uuid = bs.store_uid
       where s.key = $1 and $2 = any(b.services) order by b.position limit 1`,
      [store, service],
    );
    const branch_uid = branches.rows[0]?.uuid;
    const url = `/api/bookings/get-slots?branch_uid=${branch_uid}&service=${service}`;
    const { days } = await call<Slots>(store, { url });
    const free = days.filter(({ times }) => times.length > 0)[day];
    const time = free?.times[Math.min(slot, free.times.length - 1)];
    if (!free || !time) return;
    const { first_name, last_name, phone, email } = personOf(person);
    const name = `${first_name} ${last_name}`;
    await post(store, '/api/bookings/create', { branch_uid, service, day: free.day, time, name, phone, email }, person);
  }

  /** A variant in stock, another one for each purchase. */
  async function variantFor({ store, kind, named = '', method }: Purchase, index: number): Promise<string> {
    const { rows } = await pool.query<{ uuid: string }>(
      `select v.uuid from variants v join products p on p.uuid = v.product_uid
         join store_products sp on sp.product_uid = p.uuid join stores s on s.uuid = sp.store_uid
       where s.key = $1 and p.kind::text = $2 and p.stock_policy = 'IN_STOCK' and v.active and sp.published and v.stock >= 3
         and (p.deposit_agorot is not null or not $3) and starts_with(p.name, $4)
       order by v.sku offset $5 limit 1`,
      [store, kind, method === 'deposit', named, index],
    );
    if (!rows[0]) throw new SetupError(`${store} has nothing in stock for the demo's orders`);
    return rows[0].uuid;
  }

  async function signIn(): Promise<string> {
    const { rows } = await pool.query<{ uuid: string }>(`select uuid from staff where email = 'eitan@demo.example'`);
    const cookies = (await form('office', '/sign-in', { person: rows[0]?.uuid ?? '' })).cookies;
    return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  /** A form of the office's or of the payment page. */
  async function form(name: string, url: string, fields: Record<string, string>, cookie = '') {
    const reply = await app.inject({
      method: 'POST',
      url,
      headers: {
        host: `${name}.localhost:${port}`,
        origin: `http://${name}.localhost:${port}`,
        'content-type': 'application/x-www-form-urlencoded',
        cookie,
      },
      payload: new URLSearchParams(fields).toString(),
    });
    if (reply.statusCode >= 400) throw new SetupError(`${name}${url}: ${reply.statusCode} ${reply.body}`);
    return reply;
  }

  /** Each from an address of its own (RFC 5737): limits count by address. */
  function post<T>(store: string, url: string, payload: object, from: number, headers = {}): Promise<T> {
    return call(store, { method: 'POST', url, payload, headers, remoteAddress: `192.0.2.${from + 1}` });
  }

  async function call<T>(store: string, request: InjectOptions): Promise<T> {
    const headers = { ...request.headers, host: `${store}.localhost:${port}` };
    const reply = await app.inject({ ...request, headers });
    if (reply.statusCode >= 400) throw new SetupError(`${store}${request.url}: ${reply.statusCode} ${reply.body}`);
    return reply.json();
  }
}
