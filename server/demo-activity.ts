import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type pg from 'pg';
import type { CalcCart } from '#contract/checkout/cart-pricing.ts';
import type { CreateOrderReply } from '#contract/checkout/orders.ts';
import type { Slots } from '#contract/leads/bookings.ts';
import { databaseOn } from '#db/client.ts';
import { OperatorError } from '#db/operator-error.ts';
import { HOUR_MS } from '#domain/calendar/durations.ts';
import { parsePhone } from '#domain/people/phone.ts';
import { noteOperation } from './platform/note-operation.ts';

/** Its operation in the log, which says that all of it was made. */
const MADE = 'demo.activity';

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

type Person = Activity['people'][number];

type Site = {
  /**
   * With the office, and a clock that goes as this one says. Listens, as the sandbox gateway is called at its address.
   */
  serve: (now: () => Date) => Promise<FastifyInstance>;
  pool: pg.Pool;
  now: () => Date;
  port: number;
};

/** What the steps share. `from` of a call is the index of who makes it. */
type Demo = Omit<Site, 'serve' | 'now'> & {
  app: FastifyInstance;
  people: Person[];
  /** What follows happened so many hours ago. */
  goTo: (hoursAgo: number) => void;
};

/**
 * Some days of a shop's life, so that the demo's office shows what it is for: orders, inquiries and visits of invented
 * people, made by the calls that shoppers' pages and the office make, at moments of the past nine days. @throws
 * OperatorError where a step can't be done
 */
export async function loadDemoActivity({ serve, pool, now, port }: Site): Promise<void> {
  const { people, purchases, inquiries, accounts, visits, questions }: Activity = JSON.parse(
    readFileSync(new URL('demo-activity.json', import.meta.url), 'utf8'),
  );
  let hours = 0;
  const app = await serve(() => new Date(now().getTime() - hours * HOUR_MS));
  const goTo = (hoursAgo: number) => {
    hours = hoursAgo;
  };
  const demo: Demo = { app, pool, port, people, goTo };
  try {
    for (const [index, purchase] of purchases.entries()) await buy(demo, purchase, index);
    for (const inquiry of inquiries) await inquire(demo, inquiry);
    // Now: a code of last week could not be sent any more.
    goTo(0);
    for (const account of accounts) await signUp(demo, account);
    for (const visit of visits) await book(demo, visit);
    for (const question of questions) await ask(demo, question);
    await noteOperation(databaseOn(pool), { purchases: purchases.length }, MADE);
  } finally {
    await app.close();
  }
}

/**
 * Whether there are stores without it. Where the start was stopped in the middle of it, so that there are orders, it
 * would be there twice.
 */
export async function lacksDemoActivity(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ lacks: boolean }>(
    `select exists (select from stores) and not exists (select from orders)
       and not exists (select from audit_log where command = $1) as lacks`,
    [MADE],
  );
  return rows[0]?.lacks ?? false;
}

/** A purchase, as far as it was brought: ordered, paid, handed over, reviewed. */
async function buy(demo: Demo, purchase: Purchase, index: number): Promise<void> {
  demo.goTo(purchase.hours);
  const placed = await order(demo, purchase, index);
  if (!purchase.paid) return;
  await pay(demo, purchase.store, placed, index);
  if (purchase.advanced) await advance(demo, placed.order.uuid, purchase.advanced);
  if (purchase.review) await review(demo, purchase, placed, index);
}

async function order(demo: Demo, purchase: Purchase, index: number): Promise<CreateOrderReply> {
  const { store, person, quantity = 1, method = 'card' } = purchase;
  const cart = [{ id: await variantFor(demo, purchase, index), quantity }];
  const { delivery_options } = await post<CalcCart>(demo, store, '/api/sales/calc-cart', { cart }, index);
  const delivery = delivery_options.find(({ branches }) => branches.length > 0) ?? delivery_options[0];
  const choice = { cart, delivery_type_id: delivery?.id };
  const { total_order_price } = await post<CalcCart>(demo, store, '/api/sales/calc-cart', choice, index);
  const body = {
    ...choice,
    branch_id: delivery?.branches[0]?.id ?? null,
    address: { city: 'חיפה', street: 'הנביאים', house: '12' },
    customer: personOf(demo, person),
    payment_method: method,
    terms_accepted: true,
    total_order_price,
  };
  return post(demo, store, '/api/orders/create', body, index, { 'idempotency-key': randomUUID() });
}

async function pay(demo: Demo, store: string, { payment, secret }: CreateOrderReply, index: number): Promise<void> {
  const { url } = needed(payment, `purchase ${index}: nothing is to be paid`);
  const card = { number: '4580000000000000', expiry: '12/39', cvv: '123', holder: 'דמו', identity: '' };
  await form(demo, 'pay', new URL(url).pathname, card);
  // As the page to which the gateway leads back.
  await post(demo, store, '/api/orders/check-payment', { secret }, index);
}

/** Staff bring an order on by so many stages. */
async function advance(demo: Demo, uuid: string, stages: number): Promise<void> {
  const cookie = await signIn(demo);
  for (let step = 0; step < stages; step++)
    await form(demo, 'office', `/orders/${uuid}.data`, { _call: 'advance', order: uuid }, cookie);
}

/** The buyer writes, and staff publish and answer. */
async function review(demo: Demo, purchase: Purchase, { order, secret }: CreateOrderReply, index: number) {
  const { answer, ...written } = needed(purchase.review, `purchase ${index}: there is no review`);
  demo.goTo(Math.min(purchase.hours, REVIEWED_HOURS_AGO));
  // Before the call: the session of the handover has run out.
  const moderator = await signIn(demo);
  const { product } = await rowOf<{ product: string }>(
    demo,
    'the line of a reviewed order',
    'select product_uid as product from order_lines where order_uid = $1',
    [order.uuid],
  );
  const body = { ...written, order: secret, product_uid: product };
  await post(demo, purchase.store, '/api/reviews/write-review', body, index);
  const voice = await voiceOf(demo, 'product_reviews', 'order_uid', order.uuid);
  await moderate(demo, 'reviews', voice, { _call: 'publish' }, moderator);
  if (answer) await moderate(demo, 'reviews', voice, { _call: 'answer', answer }, moderator);
}

async function inquire(demo: Demo, { hours, store, person, type, message }: Activity['inquiries'][number]) {
  demo.goTo(hours);
  const { phone, email, ...names } = personOf(demo, person);
  await post(demo, store, '/api/contacts', { type, name: fullName(names), phone, email, message }, person);
}

async function signUp(demo: Demo, { person, store }: Activity['accounts'][number]): Promise<void> {
  const { first_name, last_name, phone } = personOf(demo, person);
  const of = `phone=${encodeURIComponent(phone)}`;
  const headers = { 'x-rate-limit': 'otp' };
  await call(demo, store, { url: `/api/customers/get-otp-code?${of}`, headers });
  const { body } = await rowOf<{ body: string }>(
    demo,
    `the code that ${phone} was sent`,
    `select body from outbox where channel = 'sms' and recipient = $1 order by created_at desc limit 1`,
    [parsePhone(phone)],
  );
  const url = `/api/customers/login-verify-otp-code?${of}&code=${/\d{6}/.exec(body)?.[0]}`;
  const { ticket } = await call<{ ticket: string }>(demo, store, { url, headers });
  await post(demo, store, '/api/customers/create-customer', { ticket, first_name, last_name }, person);
}

async function book(demo: Demo, { store, service, person, day, slot }: Activity['visits'][number]): Promise<void> {
  const { uuid: branch_uid } = await rowOf<{ uuid: string }>(
    demo,
    `a branch of ${store} for ${service}`,
    `select b.uuid from branches b join branch_stores bs on bs.branch_uid = b.uuid join stores s on s.uuid = bs.store_uid
     where s.key = $1 and $2 = any(b.services) order by b.position limit 1`,
    [store, service],
  );
  const url = `/api/bookings/get-slots?branch_uid=${branch_uid}&service=${service}`;
  const { days } = await call<Slots>(demo, store, { url });
  const free = needed(
    days.filter(({ times }) => times.length > 0)[day],
    `${service} in ${store}: no time is free on day ${day}`,
  );
  const time = free.times[Math.min(slot, free.times.length - 1)];
  const { phone, email, ...names } = personOf(demo, person);
  const visitor = { name: fullName(names), phone, email };
  await post(demo, store, '/api/bookings/create', { branch_uid, service, day: free.day, time, ...visitor }, person);
}

async function ask(demo: Demo, { store, person, named, text, answer }: Activity['questions'][number]): Promise<void> {
  const { uuid: product_uid } = await rowOf<{ uuid: string }>(
    demo,
    `a product of ${store} named ${named}`,
    `select p.uuid from products p join store_products sp on sp.product_uid = p.uuid and sp.published join stores s on s.uuid = sp.store_uid
     where s.key = $1 and starts_with(p.name, $2) order by p.name limit 1`,
    [store, named],
  );
  const { phone: _, email, ...names } = personOf(demo, person);
  await post(demo, store, '/api/reviews/ask-question', { product_uid, name: fullName(names), email, text }, person);
  if (!answer) return;
  const voice = await voiceOf(demo, 'product_questions', 'text', text);
  await moderate(demo, 'questions', voice, { _call: 'answer', answer }, await signIn(demo));
}

/** A variant in stock, another one for each purchase. */
async function variantFor(demo: Demo, { store, kind, named = '', method }: Purchase, index: number): Promise<string> {
  const { uuid } = await rowOf<{ uuid: string }>(
    demo,
    `${kind} ${named} of ${store}, in stock`,
    `select v.uuid from variants v join products p on p.uuid = v.product_uid
       join store_products sp on sp.product_uid = p.uuid join stores s on s.uuid = sp.store_uid
     where s.key = $1 and p.kind::text = $2 and p.stock_policy = 'IN_STOCK' and v.active and sp.published and v.stock >= 3
       and (p.deposit_agorot is not null or not $3) and starts_with(p.name, $4)
     order by v.sku offset $5 limit 1`,
    [store, kind, method === 'deposit', named, index],
  );
  return uuid;
}

function personOf({ people }: Demo, index: number): Person {
  return needed(people[index], `person ${index}: there is none`);
}

const fullName = ({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>) => `${first_name} ${last_name}`;

/** @throws OperatorError where there is none */
function needed<T>(value: T | null | undefined, missing: string): T {
  if (value === null || value === undefined) throw new OperatorError(`demo-activity.json: ${missing}`);
  return value;
}

async function rowOf<Row extends pg.QueryResultRow>(demo: Demo, what: string, query: string, values: unknown[]) {
  const { rows } = await demo.pool.query<Row>(query, values);
  return needed(rows[0], `${what}: there is none`);
}

const voiceOf = (demo: Demo, table: string, column: string, value: string): Promise<Voice> =>
  rowOf(demo, `a row of ${table}`, `select uuid, state_at from ${table} where ${column} = $1`, [value]);

async function moderate(
  demo: Demo,
  kind: string,
  { uuid, state_at }: Voice,
  fields: Record<string, string>,
  cookie: string,
) {
  await form(demo, 'office', `/${kind}/${uuid}.data`, { ...fields, seen: state_at.toISOString() }, cookie);
}

async function signIn(demo: Demo): Promise<string> {
  const { uuid } = await rowOf<{ uuid: string }>(
    demo,
    'its member of staff',
    'select uuid from staff where email = $1',
    ['eitan@demo.example'],
  );
  const { cookies } = await form(demo, 'office', '/sign-in', { person: uuid });
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

/** A form of the office's or of the payment page. */
async function form({ app, port }: Demo, name: string, url: string, fields: Record<string, string>, cookie = '') {
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
  if (reply.statusCode >= 400) throw new OperatorError(`${name}${url}: ${reply.statusCode} ${reply.body}`);
  return reply;
}

/** Each from an address of its own (RFC 5737): limits count by address. */
function post<T>(demo: Demo, store: string, url: string, payload: object, from: number, headers = {}): Promise<T> {
  return call(demo, store, { method: 'POST', url, payload, headers, remoteAddress: `192.0.2.${from + 1}` });
}

async function call<T>({ app, port }: Demo, store: string, request: InjectOptions): Promise<T> {
  const headers = { ...request.headers, host: `${store}.localhost:${port}` };
  const reply = await app.inject({ ...request, headers });
  if (reply.statusCode >= 400) throw new OperatorError(`${store}${request.url}: ${reply.statusCode} ${reply.body}`);
  return reply.json();
}
