import { afterAll, beforeAll, expect, test } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { type OrderEvent, orderTexts } from '#domain/orders/order-texts.ts';
import { endUnpaidOrders } from '#server/checkout/purchase/end-unpaid-orders.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { clock } from '../../../tests/support/clock.ts';
import { signUp } from '../../../tests/support/customers.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import { notifyOrder } from './notify-order.ts';

const time = clock();
let app: TestApp;
let shop: ReturnType<typeof shopper>;

beforeAll(async () => {
  app = await startApp({ deps: { now: time.now } });
  shop = shopper(app.port);
});
afterAll(() => app.close());

const messagesOf = async (orderUid: string) =>
  (
    await app.connection.pool.query(
      'select channel, about, body, content, next_attempt_at > created_at as later from outbox where order_uid = $1 order by about, channel',
      [orderUid],
    )
  ).rows;

test('a decline is told later, and not at all once the order is paid; the paid mail says all of it', async () => {
  const purchase = await shop.order(await piece(app.connection.pool));
  for (let i = 0; i < 3; i++) await pay(app.port, purchase.page, CARDS.declined);
  await shop.ask(purchase.secret);
  const declined = await messagesOf(purchase.order.uuid);
  expect(declined.map(({ channel, about, later }) => [channel, about, later])).toEqual([
    ['email', 'order payment_failed', true],
  ]);
  const { url } = (await shop.post('/api/receipts/get-payment-link', { secret: purchase.secret })).json<{
    url: string;
  }>();
  await pay(app.port, new URL(url).pathname, CARDS.approved);
  await shop.ask(purchase.secret);
  const [mail, sms, ...more] = await messagesOf(purchase.order.uuid);
  expect(more).toEqual([]);
  expect([mail?.about, sms?.about]).toEqual(['order paid', 'order paid']);
  expect(mail?.content).toMatchObject({
    items: [{ name: purchase.order.lines[0]?.name }],
    button: { url: `http://raam.localhost:${app.port}/order/${purchase.secret}` },
  });
  const { handover } = await shop.find(purchase.secret);
  expect(handover.length).toBeGreaterThan(2);
  // The page says `here` of itself.
  const onPage = mail?.content.steps?.map(({ title, text }: { title: string; text: string }) => ({
    title,
    text: text.replace('בדף ההזמנה', 'כאן'),
  }));
  expect(onPage).toEqual(handover);
  expect(onPage).not.toEqual(mail?.content.steps);
  for (const { title } of handover) expect(mail?.body).toContain(title);
  // The law's document says how to cancel.
  expect(mail?.body).toContain(`http://raam.localhost:${app.port}/cancellation`);
});

test('the mail of a deposit says what was paid and what is left', async () => {
  const purchase = await shop.order(await piece(app.connection.pool), { payment_method: 'deposit' });
  await pay(app.port, purchase.page, CARDS.approved);
  await shop.ask(purchase.secret);
  const { deposit, total_order_price } = await shop.find(purchase.secret);
  const [mail] = await messagesOf(purchase.order.uuid);
  const sum = (shekels: number) => `\u2066₪${shekels.toLocaleString('en-US')}\u2069`;
  expect(mail?.content.parts).toEqual([
    { name: 'דמי שריון ששולמו', value: sum(deposit ?? 0) },
    { name: 'יתרה לתשלום בסניף', value: sum(total_order_price - (deposit ?? 0)) },
  ]);
  expect(mail?.body).toContain(sum(total_order_price - (deposit ?? 0)));
  // Where it is paid is said once, of what is left of the price; the fees come on top of that.
  expect(mail?.content.besides?.name).toMatch(/^בנוסף, לפני המסירה: /);
});

test('later mails repeat no tasks that may be done; the last one leads to the garage', async () => {
  const purchase = await shop.order(await piece(app.connection.pool));
  await pay(app.port, purchase.page, CARDS.approved);
  await shop.ask(purchase.secret);
  const [order] = await app.deps.db.select().from(orders).where(eq(orders.uuid, purchase.order.uuid));
  if (!order) throw new Error('no order');
  for (const event of ['in_process', 'provided'] as const) await notifyOrder(app.deps, app.deps.db, order, event);
  const mails = (await messagesOf(purchase.order.uuid)).filter(({ channel }) => channel === 'email');
  const of = (event: string) => mails.find(({ about }) => about === `order ${event}`);
  expect(of('in_process')?.content.steps).toBeUndefined();
  expect(of('provided')?.body).toContain('הטיפולים, התאריכים והמסמכים של האופנוע נמצאים במוסך שבאזור האישי');
});

test('an order that was not paid in time is told of once', async () => {
  const purchase = await shop.order(await piece(app.connection.pool));
  time.pass(31);
  const tools = { ...app.deps, log: app.app.log };
  await Promise.all([endUnpaidOrders(tools), endUnpaidOrders(tools)]);
  const messages = (await messagesOf(purchase.order.uuid)).map(({ channel, about }) => `${channel}: ${about}`);
  expect(messages, 'no SMS: a guest may have typed a stranger’s phone').toEqual(['email: order expired']);
});

test('a customer who is signed in hears of it by SMS, too', async () => {
  const { bearer } = await signUp(app);
  const body = await shop.orderBody(await piece(app.connection.pool));
  const reply = await shop.post('/api/orders/create', body, { ...bearer, 'idempotency-key': crypto.randomUUID() });
  time.pass(31);
  await endUnpaidOrders({ ...app.deps, log: app.app.log });
  const { order } = reply.json<{ order: { uuid: string } }>();
  expect((await messagesOf(order.uuid)).map(({ channel }) => channel)).toEqual(['email', 'sms']);
});

test('an SMS keeps a parcel’s number from turning round among Hebrew letters, and spends none on a sum', async () => {
  const made = await shop.order(await piece(app.connection.pool));
  const { db } = app.connection;
  const [order] = await db.select().from(orders).where(eq(orders.uuid, made.order.uuid));
  if (!order) throw new Error('no order');
  await db.transaction(async (tx) => {
    await notifyOrder(app.deps, tx, order, 'on_the_way', { parcel: { tracking: '1234-AB', goods: '' } });
    await notifyOrder(app.deps, tx, order, 'refunded', { agorot: 150_000 });
  });
  const sms = (await messagesOf(made.order.uuid)).filter(({ channel }) => channel === 'sms').map(({ body }) => body);
  expect(sms).toEqual([
    expect.stringContaining('למעקב: \u20681234-AB\u2069'),
    expect.stringContaining('הוחזר ₪1,500 עבור'),
  ]);
});

test('every SMS fits one segment', () => {
  const events: OrderEvent[] = [
    'received',
    'accepted',
    'paid',
    'deposit_paid',
    'deposit_held',
    'payment_failed',
    'expired',
    'closed',
    'in_process',
    'on_the_way',
    'part_on_the_way',
    'ready',
    'provided',
    'cancelled',
    'refunded',
    'paper_refused',
    'papers_checked',
    'tasks_open',
    'new_link',
  ];
  for (const event of events) {
    const { sms } = orderTexts(event, {
      store: 'שם של חנות',
      number: '7K4M-29QX',
      firstName: 'דנה',
      sum: '₪145,900.50',
      place: '',
      until: '24 בנובמבר 2026, בשעה 14:00',
      paid: true,
      vehicle: 'הקטנוע',
      inGarage: true,
      parcel: { tracking: '', goods: '' },
      tasks: { titles: ['רישיון נהיגה'], reason: 'הצילום מטושטש' },
    });
    expect([event, sms.length <= 70]).toEqual([event, true]);
  }
});
