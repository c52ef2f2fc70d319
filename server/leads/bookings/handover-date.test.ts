import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstHandoverDay, taskReminderOf } from '#domain/calendar/handover-day.ts';
import { addDays, atIsraelTime, israelDay } from '#domain/calendar/israel-time.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { clock } from '../../../tests/support/clock.ts';
import { provedGuest, signUp } from '../../../tests/support/customers.ts';
import { readPage, signInAs } from '../../../tests/support/office.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import { freeEndedHandovers, remindOfTasks } from './handover-jobs.ts';
import { remindOfBookings } from './remind.ts';

const time = clock();
let site: TestApp;
beforeAll(async () => {
  site = await startApp({ office: true, env: { TRUST_PROXY: '1' }, deps: { now: time.now } });
  await site.connection.pool.query(
    `update branches set hours = '{"sun":"09:00-17:00","mon":"09:00-17:00","tue":"09:00-17:00","wed":"09:00-17:00","thu":"09:00-17:00"}'`,
  );
  site.deps.cache.clear();
});
afterAll(() => site.close());

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await site.connection.pool.query(text, values)).rows as Row[];

type Bought = { uuid: string; secret: string };
async function buy(): Promise<Bought> {
  const shop = shopper(site.port);
  const purchase = await shop.order(await piece(site.connection.pool));
  await pay(site.port, purchase.page, CARDS.approved);
  await shop.ask(purchase.secret);
  return { uuid: purchase.order.uuid, secret: purchase.secret };
}

let addresses = 0;
/** Posts a form of the page of tasks, as a browser without scripts does. */
const choose = (secret: string, at: string) =>
  site.call({
    method: 'POST',
    path: `/order/${secret}/tasks`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': `203.0.113.${(addresses = (addresses + 1) % 250)}`,
    },
    body: new URLSearchParams({ book: '1', time: at }).toString(),
  });
const page = async (secret: string) => (await site.call({ path: `/order/${secret}/tasks` })).text;
const freeDays = (html: string) =>
  [...new Set([...html.matchAll(/day=(\d{4}-\d\d-\d\d)/g)].map(([, day]) => day ?? ''))].sort();
const visits = (uuid: string) =>
  query<{ uuid: string; starts_at: Date; cancelled_at: Date | null; tasks_remind_at: Date | null }>(
    'select uuid, starts_at, cancelled_at, tasks_remind_at from bookings where order_uid = $1 order by created_at',
    [uuid],
  );
const messagesAbout = (uuid: string, event: string) =>
  query('select body from outbox where order_uid = $1 and about = $2', [uuid, `order ${event}`]);

test('the first day follows what the delivery promises, and leaves the branch time', () => {
  // A Sunday.
  const ordered = new Date('2026-06-07T09:00:00Z');
  expect(firstHandoverDay({ ordered, days: '5–10 ימי עסקים', now: ordered })).toBe('2026-06-14');
  expect(firstHandoverDay({ ordered, days: null, now: ordered })).toBe('2026-06-09');
  expect(firstHandoverDay({ ordered, days: '24–48 שעות', now: ordered })).toBe('2026-06-09');
  expect(firstHandoverDay({ ordered, days: 'בתוך 100 שעות', now: ordered })).toBe('2026-06-14');
  expect(firstHandoverDay({ ordered, days: '5–10 ימי עסקים', now: new Date('2026-06-17T09:00:00Z') })).toBe(
    '2026-06-21',
  );
  expect(taskReminderOf(new Date('2026-06-14T09:00:00Z'), ordered)?.toISOString()).toBe('2026-06-10T07:00:00.000Z');
  expect(taskReminderOf(new Date('2026-06-08T09:00:00Z'), ordered)).toBeNull();
});

test('a date is chosen from the first day on, once, is moved by the rule of visits, and nobody takes it twice', async () => {
  const [order, other] = [await buy(), await buy()];
  const [first = '', second = ''] = freeDays(await page(order.secret));
  const tooSoon = await choose(order.secret, `${addDays(israelDay(time.now()), 1)} 10:00`);
  expect(tooSoon.text).toMatch(/המועד הראשון האפשרי|הסניף סגור/);
  expect(await visits(order.uuid)).toEqual([]);
  expect((await choose(order.secret, `${first} 10:00`)).text).toContain('שינוי, ביטול או הוספה ליומן');
  await choose(order.secret, `${first} 10:00`);
  expect(await visits(order.uuid)).toHaveLength(1);
  // Which order it is for stands in the mail.
  const [row] = await query<{ number: string }>('select number from orders where uuid = $1', [order.uuid]);
  expect(
    await query(
      `select body from outbox where order_uid = $1 and recipient = 'dana@example.com' and about = 'booking booked'`,
      [order.uuid],
    ),
  ).toEqual([{ body: expect.stringContaining(`הזמנה ${row?.number}`) }]);
  expect((await choose(order.secret, `${first} 11:00`)).text).toContain('מועד המסירה כבר נקבע');
  expect((await choose(other.secret, `${first} 10:00`)).text).toContain('המועד');
  expect(await visits(other.uuid)).toEqual([]);
  expect(
    (
      await site.call({
        method: 'POST',
        path: '/order/guessed/tasks',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'book=1',
      })
    ).status,
  ).toBe(404);

  const [, secret = ''] = /\/booking\/([\w-]{43})/.exec(await page(order.secret)) ?? [];
  const move = async (day: string) =>
    (await site.call({ method: 'POST', path: '/api/bookings/move', body: { secret, day, time: '12:00' } })).json<{
      error_code?: string;
      moves: number;
    }>();
  expect((await move(addDays(israelDay(time.now()), 1))).error_code).toMatch(/BOOKING_(TOO_SOON|CLOSED)/);
  expect((await move(second)).moves).toBe(1);
  // Nobody books one without an order.
  const bare = await site.call({
    method: 'POST',
    path: '/api/bookings/create',
    body: {
      branch_uid: crypto.randomUUID(),
      service: 'HANDOVER',
      day: second,
      time: '13:00',
      name: 'דנה',
      phone: '0501234567',
    },
  });
  expect(bare.status).toBe(400);
});

test('who has the vehicle before the chosen date isn’t told that the date was cancelled', async () => {
  const order = await buy();
  await choose(order.secret, `${freeDays(await page(order.secret))[4]} 12:00`);
  const [mail] = await query<{ body: string }>(
    `select body from outbox where channel = 'email' and body like '%/booking/%' order by created_at desc limit 1`,
  );
  const secret = /\/booking\/([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
  const state = async () =>
    (await site.call({ path: `/api/bookings/get-booking?secret=${secret}` })).json<{ state: string }>().state;
  expect(await state()).toBe('booked');
  await query(`update orders set status = 'provided' where uuid = $1`, [order.uuid]);
  await freeEndedHandovers(site.deps);
  expect(await state()).toBe('delivered');
  expect((await site.call({ path: `/booking/${secret}` })).text).toContain('הרכב כבר נמסר');
});

test('open tasks are reminded of once, two business days before; a handover that won’t be frees its time', async () => {
  const [order, other, elsewhere] = [await buy(), await buy(), await buy()];
  const days = freeDays(await page(order.secret));
  for (const [at, one] of [order, other, elsewhere].entries()) await choose(one.secret, `${days[3]} 1${at}:00`);
  const [visit] = await visits(order.uuid);
  expect(visit?.tasks_remind_at).not.toBeNull();
  await remindOfTasks(site.deps);
  expect(await messagesAbout(order.uuid, 'tasks_open')).toEqual([]);
  await query(`update orders set status = 'cancelled' where uuid = $1`, [other.uuid]);
  await query(
    `update orders set branch_uid = (select b.uuid from branches b join branch_stores l on l.branch_uid = b.uuid
       where l.store_uid = orders.store_uid and b.uuid <> orders.branch_uid limit 1) where uuid = $1`,
    [elsewhere.uuid],
  );
  await query(`delete from outbox`);
  await freeEndedHandovers(site.deps);
  await freeEndedHandovers(site.deps);
  for (const one of [other, elsewhere]) expect((await visits(one.uuid))[0]?.cancelled_at).not.toBeNull();
  expect((await visits(order.uuid))[0]?.cancelled_at).toBeNull();
  // Nobody is sent to book a visit for an order that has ended.
  const freed = {
    subject: expect.stringMatching(/^מועד המסירה בוטל: /),
    body: expect.stringContaining('אם היא נמשכת, בוחרים מועד חדש בדף שלה'),
  };
  const cancelled = await query<{ subject: string; body: string }>(
    `select subject, body from outbox where about = 'booking cancelled' and channel = 'email' and recipient = 'dana@example.com'`,
  );
  expect(cancelled).toEqual([freed, freed]);
  expect(cancelled[0]?.body).not.toContain('תור');
  expect(await page(elsewhere.secret)).toContain('עוד לא נבחר');

  time.pass(((visit?.tasks_remind_at?.getTime() ?? 0) - time.now().getTime()) / 60_000 + 1);
  await Promise.all([remindOfTasks(site.deps), remindOfTasks(site.deps)]);
  const [mail, sms, ...more] = (await messagesAbout(order.uuid, 'tasks_open')) as { body: string }[];
  expect(more).toEqual([]);
  expect([mail?.body, sms?.body].join()).toContain('רישיון נהיגה');
  await remindOfTasks(site.deps);
  expect(await messagesAbout(order.uuid, 'tasks_open')).toHaveLength(2);
  expect(await messagesAbout(other.uuid, 'tasks_open')).toEqual([]);
});

test('a handover that is moved from the nearest day to a later one has its tasks reminded of, and only once', async () => {
  const order = await buy();
  const days = freeDays(await page(order.secret));
  await choose(order.secret, `${days[0]} 14:00`);
  // As on a day from which the reminder's moment had passed.
  await query('update bookings set tasks_remind_at = null where order_uid = $1', [order.uuid]);
  const [, secret = ''] = /\/booking\/([\w-]{43})/.exec(await page(order.secret)) ?? [];
  const move = async (day = '') => {
    const body = { secret, day, time: '14:00' };
    expect((await site.call({ method: 'POST', path: '/api/bookings/move', body })).status).toBe(200);
    return (await visits(order.uuid))[0]?.tasks_remind_at ?? null;
  };
  const due = await move(days[6]);
  expect(due).toEqual(taskReminderOf(atIsraelTime(days[6] ?? '', '14:00') as Date, time.now()));
  expect(due).not.toBeNull();
  time.pass(((due?.getTime() ?? 0) - time.now().getTime()) / 60_000 + 1);
  await remindOfTasks(site.deps);
  expect(await messagesAbout(order.uuid, 'tasks_open')).toHaveLength(2);
  expect(await move(days[12])).toBeNull();
});

test('the first day of a financed order is counted from its approval', async () => {
  const order = await buy();
  const [delivery] = await query<{ days: string }>(
    `update delivery_types set days = '5–10 ימי עסקים' where uuid = (select delivery_type_uid from orders where uuid = $1) returning days`,
    [order.uuid],
  );
  const ago = (days: number) => new Date(time.now().getTime() - days * 86_400_000);
  await query(`update orders set payment_method = 'financing', paid_at = null, created_at = $2 where uuid = $1`, [
    order.uuid,
    ago(30),
  ]);
  const accepted = ago(1);
  await query(`update order_history set created_at = $2 where order_uid = $1 and to_value = 'accepted'`, [
    order.uuid,
    accepted,
  ]);
  const first = firstHandoverDay({ ordered: accepted, days: delivery?.days ?? null, now: time.now() });
  const [day = ''] = freeDays(await page(order.secret));
  expect(day >= first, `${day} is not before ${first}`).toBe(true);
  expect((await choose(order.secret, `${addDays(first, -1)} 10:00`)).text).toMatch(/המועד הראשון האפשרי|הסניף סגור/);
});

/** Sends the notice of cancellation of an order, as a browser without scripts does. */
async function giveNotice(uuid: string): Promise<void> {
  const [order] = await query<{ number: string; phone: string }>('select number, phone from orders where uuid = $1', [
    uuid,
  ]);
  await site.call({
    method: 'POST',
    path: '/cancellation',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': `203.0.114.${(addresses = (addresses + 1) % 250)}`,
    },
    body: new URLSearchParams({
      ...{ name: 'דנה לוי', email: 'dana@example.com', message: '' },
      ...{ phone: order?.phone ?? '', order_number: order?.number ?? '' },
    }).toString(),
  });
}
const read = async (path: string, headers: Record<string, string> = {}) =>
  /<main.*<\/main>/s.exec((await site.call({ path, headers })).text)?.[0] ?? '';

test('a notice of cancellation ends what urges the buyer, until staff have closed it', async () => {
  const order = await buy();
  const [first = ''] = freeDays(await page(order.secret));
  await choose(order.secret, `${first} 13:00`);
  // Edited upward since.
  await query(
    'update orders set lines_agorot = lines_agorot + 200000, total_agorot = total_agorot + 200000, due_agorot = due_agorot + 200000 where uuid = $1',
    [order.uuid],
  );
  const { customer, token } = await signUp(site);
  await query('update orders set customer_uid = $1 where uuid = $2', [customer.uuid, order.uuid]);
  const own = () =>
    read(`/personal-area/orders/order-details?id=${order.uuid}`, { cookie: `auth._token.local=${token}` });
  expect(await read(`/order/${order.secret}`)).toMatch(
    /ונותר לשלם.*לתשלום היתרה.*נשאר לכם לעשות.*מחכה לכם.*כבר עשיתם.*מועד המסירה.*להשלמת מה שנשאר.*המועד נקבע/s,
  );
  expect(await own()).toMatch(/נותר לתשלום/);
  const [row] = await query<{ due: Date }>('select tasks_remind_at due from bookings where order_uid = $1', [
    order.uuid,
  ]);
  await giveNotice(order.uuid);
  const urging = /נשאר לכם לעשות|מחכה לכם|להשלמת מה שנשאר|מה ששולחים מכאן|נותר לשלם|נותר לתשלום|לתשלום היתרה/;
  for (const path of [`/order/${order.secret}`, `/order/${order.secret}/tasks`]) {
    const words = await read(path);
    expect(words).toContain('הודעת הביטול בטיפול');
    expect(words).toContain('ייפוי כוח');
    expect(words).toContain('בהמתנה עד לטיפול בביטול');
    expect(words).toContain(`/order/${order.secret}`);
    expect(words).not.toMatch(urging);
  }
  expect(await own()).toMatch(/הודעת הביטול בטיפול.*בהמתנה עד לטיפול בביטול/s);
  expect(await own()).not.toMatch(urging);
  const heading = async () => /<h1[^>]*>([^<]*)/.exec(await read(`/order/${order.secret}`))?.[1];
  expect(await heading()).toBe('הודעת הביטול התקבלה');
  const late = (row?.due.getTime() ?? 0) - time.now().getTime();
  time.pass(late / 60_000 + 1);
  await remindOfTasks(site.deps);
  expect(await messagesAbout(order.uuid, 'tasks_open')).toEqual([]);
  const reminders = async () => {
    await remindOfBookings(site.deps);
    return query(`select from outbox where about = 'booking reminder' and order_uid = $1`, [order.uuid]);
  };
  await query('update bookings set remind_at = created_at where order_uid = $1', [order.uuid]);
  expect(await reminders()).toEqual([]);
  await query(`update leads set state = 'closed' where order_uid = $1`, [order.uuid]);
  expect(await heading()).toBe('ההזמנה התקבלה');
  expect(await read(`/order/${order.secret}`)).toMatch(/לתשלום היתרה.*נשאר לכם לעשות.*מחכה לכם/s);
  expect(await own()).toMatch(/נותר לתשלום/);
  expect((await reminders()).length).toBeGreaterThan(0);
  // The reminder has waited.
  await remindOfTasks(site.deps);
  await remindOfTasks(site.deps);
  expect(await messagesAbout(order.uuid, 'tasks_open')).toHaveLength(2);
});

test('a notice of cancellation ends what urges the buyer of an order that waits for its lender, or for its payment', async () => {
  const shop = shopper(site.port);
  const goods = await piece(site.connection.pool);
  const financed = await shop.order(goods, { payment_method: 'financing', ...(await provedGuest(site)) });
  const unpaid = await shop.order(goods);
  const orders = [
    { ...financed, urges: /נציג מימון יתקשר/ },
    { ...unpaid, urges: /התשלום בדף המאובטח/ },
  ];
  // One list of what comes, the lender first; what is done on this page later says when.
  const waiting = await read(`/order/${financed.secret}`);
  expect(waiting).toMatch(/<ol.*אישור המימון.*נציג מימון יתקשר.*חותמים עליו על המסך, כאן, אחרי אישור המימון/s);
  expect(waiting).not.toMatch(/מה קורה עכשיו|כאן(?!, אחרי אישור המימון)/);
  for (const { order, secret, urges } of orders) {
    expect(await read(`/order/${secret}`)).toMatch(urges);
    await giveNotice(order.uuid);
    const words = await read(`/order/${secret}`);
    expect(words).toContain('הודעת הביטול בטיפול');
    expect(words).not.toMatch(urges);
    // Nothing is dealt with at an order that has ended.
    await query(`update orders set status = 'cancelled' where uuid = $1`, [order.uuid]);
    expect(await read(`/order/${secret}`)).not.toContain('הודעת הביטול בטיפול');
  }
});

test('on the order in the office what was mailed to the store is no message to the customer, and what was only kept is called so everywhere', async () => {
  await query(`update stores set lead_email = 'leads@raam.example' where key = 'raam'`);
  const order = await buy();
  const [day] = freeDays(await page(order.secret));
  await choose(order.secret, `${day} 12:00`);
  await query(`update outbox set sent_at = now(), delivery = 'kept' where order_uid = $1`, [order.uuid]);
  const sent = await query<{ uuid: string; recipient: string }>(
    `select uuid, recipient from outbox where order_uid = $1 and channel <> 'webhook'`,
    [order.uuid],
  );
  const toStore = sent.filter(({ recipient }) => recipient === 'leads@raam.example');
  expect(toStore).toHaveLength(1);
  const cookie = await signInAs(site, 'manager');
  type Told = { uuid: string; state: string };
  type Entry = { kind: string; title: string };
  const shown = (await readPage<{ messages: Told[]; timeline: Entry[] }>(site, cookie, `/orders/${order.uuid}`)).data;
  const toBuyer = sent.filter((one) => !toStore.includes(one)).map(({ uuid }) => uuid);
  expect(shown.messages.map(({ uuid }) => uuid).sort()).toEqual(toBuyer.sort());
  const titles = shown.timeline.flatMap(({ kind, title }) => (kind === 'message' ? title : []));
  expect(titles.filter((title) => title === 'דוא״ל לחנות')).toHaveLength(1);
  expect(titles).toHaveLength(sent.length);
  const one = await readPage<Told>(site, cookie, `/messages/${toBuyer[0]}`);
  const list = await readPage<{ page: { rows: Told[] } }>(site, cookie, '/messages');
  const states = [...shown.messages, one.data, ...list.data.page.rows.filter(({ uuid }) => toBuyer.includes(uuid))];
  expect([states.length, new Set(states.map(({ state }) => state))]).toEqual([
    2 * toBuyer.length + 1,
    new Set(['kept']),
  ]);
});
