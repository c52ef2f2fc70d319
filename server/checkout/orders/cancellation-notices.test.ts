import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '#contract/checkout/orders.ts';
import type { OrderPreview } from '#contract/customers/customers.ts';
import { formatDate } from '#domain/text/format.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { newPhone, signUp } from '../../../tests/support/customers.ts';
import { act, signInAs } from '../../../tests/support/office.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';

let site: TestApp;
let number = '';
let secret = '';
beforeAll(async () => {
  site = await startApp({ office: true, env: { TRUST_PROXY: '1' } });
  const customer = { first_name: 'רות', last_name: 'כהן', phone: '054-9876543', email: 'ruth@example.com' };
  const purchase = await shopper(site.port).order(await piece(site.connection.pool), { customer });
  number = purchase.order.number;
  secret = purchase.secret;
});
afterAll(() => site.close());

let senders = 0;
/** The page's form as a browser without JavaScript and without a session posts it. */
function send(fields: Record<string, string>) {
  const form = new URLSearchParams({ name: 'רות כהן', phone: '0549876543', email: '', message: 'הכול', ...fields });
  return site.call({
    method: 'POST',
    path: '/cancellation',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': `203.0.113.${++senders}`,
    },
    body: form.toString(),
  });
}
const query = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;
const notices = () =>
  query(
    `select h.to_value from order_history h join orders o on o.uuid = h.order_uid where o.number = $1 and h.field = 'cancellation_notice'`,
    [number],
  );
const inquiryOf = (html: string) => html.match(/dir="ltr">([0-9A-F]{8})</)?.[1];

test('a deal is cancelled without signing in: number on the page, receipt by SMS and e-mail, notice at the order', async () => {
  const reply = await send({ order_number: number.toLowerCase(), email: 'ruth@example.com' });
  expect(reply.status).toBe(200);
  const inquiry = inquiryOf(reply.text);
  expect(inquiry).toBeDefined();
  expect(await notices()).toEqual([{ to_value: inquiry }]);
  expect(await query(`select kind, message from leads where email = 'ruth@example.com'`)).toEqual([
    { kind: 'cancellation', message: expect.stringContaining('הכול') },
  ]);
  const receipts = await query(
    `select channel, recipient, body from outbox where body like '%' || $1 || '%' order by channel`,
    [inquiry],
  );
  expect(receipts.map(({ channel, recipient }) => [channel, recipient])).toEqual([
    ['email', 'ruth@example.com'],
    ['sms', '+972549876543'],
  ]);
  // In writing: which order, and what comes next.
  expect(receipts[0]?.body).toContain(number);
  expect(receipts[0]?.body).toContain('בתוך 14 ימים');
  const toStore = await query(`select subject from outbox where about = 'lead' and subject like '%' || $1 || '%'`, [
    inquiry,
  ]);
  expect(toStore).toEqual([{ subject: expect.stringContaining('הודעת ביטול עסקה') }]);
});

test('staff see the notice on the order and find it by the number that its sender names', async () => {
  const [first] = await notices();
  const inquiry = String(first?.to_value);
  const [{ order, lead }] = await query(
    `select o.uuid as order, l.uuid as lead from orders o, leads l where o.number = $1 and l.kind = 'cancellation'`,
    [number],
  );
  const cookie = await signInAs(site, 'manager');
  const words = async (path: string) =>
    (await site.call({ host: 'office.localhost', path, headers: { cookie } })).text.split('<script')[0] ?? '';
  const onOrder = await words(`/orders/${order}`);
  expect(onOrder.replace(/<[^>]*>/g, '')).toContain(`הודעת ביטול ${inquiry}`);
  expect(onOrder).toContain(`href="/leads/${lead}"`);
  expect(onOrder).not.toContain('by the form');
  const onLead = await words(`/leads/${lead}`);
  expect(onLead).toContain(inquiry);
  expect(onLead).toContain(`href="/orders/${order}"`);
  expect(onLead).not.toContain('/orders/new');
  expect(await words(`/leads?q=${inquiry.toLowerCase()}`)).toContain(`/leads/${lead}`);
});

test('the order, its page by link and the account show each notice that was sent: number and day', async () => {
  const { who, bearer, token, customer } = await signUp(site);
  const [{ uuid }] = await query('update orders set customer_uid = $1 where number = $2 returning uuid', [
    customer.uuid,
    number,
  ]);
  const pages = [
    `/order/${secret}`,
    `/personal-area/orders/order-details?id=${uuid}`,
    '/personal-area/orders/accessories',
    '/personal-area/dashboard',
  ];
  const cookie = { cookie: `auth._token.local=${token}` };
  const before = await notices();
  const inquiry = inquiryOf((await send({ order_number: number })).text);
  const numbers = [...before.map(({ to_value }) => to_value), inquiry];

  const order = (await who.get(`/api/orders/get-order?secret=${secret}`)).json<Order>();
  expect(order.cancellation_notices.map((notice) => notice.number)).toEqual(numbers);
  const list = (await who.get('/customer/orders/get-customer-orders', bearer)).json<{ items: OrderPreview[] }>();
  expect(list.items.map((item) => item.cancellation_notices)).toEqual([order.cancellation_notices]);
  const [sent] = order.cancellation_notices;
  for (const path of pages) {
    const { status, text } = await who.get(path, cookie);
    expect([path, status]).toEqual([path, 200]);
    const words = text.replace(/<[^>]*>/g, '');
    for (const one of numbers) expect(words).toContain(`הודעת ביטול ${one} נשלחה ב־${formatDate(sent?.sent_at ?? '')}`);
  }
});

test('while staff deal with a notice nothing urges its buyer to pay: heading, lists, open payments, the mailed link', async () => {
  const { who, bearer, token, customer } = await signUp(site);
  const unpaid = await shopper(site.app.server).order(await piece(site.connection.pool), {
    customer: { first_name: 'רות', last_name: 'כהן', phone: '0549876543', email: 'ruth@example.com' },
  });
  const { uuid } = unpaid.order;
  await query(
    `update orders set customer_uid = $1, status = 'payment', paid_at = null, hold_until = now() + interval '1 day' where uuid = $2`,
    [customer.uuid, uuid],
  );
  await query(`update payments set status = 'pending' where order_uid = $1`, [uuid]);
  const cookie = { cookie: `auth._token.local=${token}` };
  const listed = async () =>
    (await who.get('/customer/orders/get-customer-orders', bearer))
      .json<{ items: OrderPreview[] }>()
      .items.find((one) => one.uuid === uuid)?.cancelling;
  const words = async (path: string) =>
    (await who.get(path, cookie)).text.replace(/<script[\s\S]*?<\/script>|<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  const payments = '/personal-area/edit-details/payments';
  const link = (await who.get(payments, cookie)).text.match(/href="(\/pay\/[^"]+)"/)?.[1] ?? '';
  expect(await listed()).toBe(false);
  expect(await words('/personal-area/orders/accessories')).toContain('לתשלום:');
  expect(await words(`/order/${unpaid.secret}`)).toContain('ההזמנה ממתינה לתשלום');
  expect(await words(link)).toContain('אפשר לשלם עד');

  await send({ order_number: unpaid.order.number });
  expect(await listed()).toBe(true);
  for (const path of ['/personal-area/orders/accessories', '/personal-area/dashboard']) {
    expect(await words(path)).toContain('הביטול בטיפול');
    expect(await words(path)).not.toContain('לתשלום:');
  }
  const onPage = await words(`/order/${unpaid.secret}`);
  expect(onPage).toContain('בינתיים אין צורך לשלם');
  expect(onPage).not.toContain('ממתינה לתשלום');
  expect(await words(payments)).not.toContain('מחכים לתשלום');
  expect(await words(link)).toContain('ביטול ההזמנה בטיפול');
  const askReply = await site.call({
    ...{ host: 'raam.localhost', method: 'POST', path: '/api/receipts/pay-by-payment-link' },
    body: { secret: link.split('/').at(-1) },
  });
  expect(askReply.json()).toMatchObject({ state: 'cancelling', payment: null });

  // Staff have closed it, and the order goes on.
  await query(`update leads set state = 'closed' where kind = 'cancellation'`);
  expect(await listed()).toBe(false);
  expect(await words(link)).toContain('אפשר לשלם עד');
  expect(await words(payments)).toContain('מחכים לתשלום');
});

test('its inquiry is closed once the order is cancelled and its money is back, and staff read what was kept as the fee', async () => {
  const shop = shopper(site.port);
  const phone = newPhone();
  const customer = { first_name: 'רות', last_name: 'כהן', phone, email: 'ruth@example.com' };
  const cookie = await signInAs(site, 'owner');
  const bought = async () => {
    const purchase = await shop.order(await piece(site.connection.pool), { customer });
    await pay(site.port, purchase.page, CARDS.approved);
    await shop.ask(purchase.secret);
    const inquiry = inquiryOf((await send({ order_number: purchase.order.number, phone })).text) ?? '';
    const [line] = await query('select uuid from order_lines where order_uid = $1', [purchase.order.uuid]);
    const { total_order_price: price, uuid } = purchase.order;
    const call = (name: string, input: object) =>
      act(site, cookie, `/orders/${uuid}`, name, { reason: 'התחרטו', ...input });
    const giveBack = (total: number) =>
      call('refund', {
        total,
        fee: total < price ? 100 : 0,
        lines: [{ line: line.uuid, quantity: 1, amount: total }],
      });
    return { uuid, inquiry, price, giveBack, cancel: () => call('cancel', {}) };
  };
  const leadOf = async (inquiry: string) =>
    (await query(`select uuid, state, closed_at from leads where upper(left(uuid::text, 8)) = $1`, [inquiry]))[0];
  const words = async (path: string) =>
    (await site.call({ host: 'office.localhost', path, headers: { cookie } })).text
      .replace(/<script[\s\S]*?<\/script>|<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ');
  const [whole, lessFee, handedOver, owed] = [await bought(), await bought(), await bought(), await bought()];
  // Amends that were given before say nothing of the rest.
  expect((await act(site, cookie, `/orders/${owed.uuid}`, 'refund', { total: 10, reason: 'פיצוי' })).status).toBe(200);
  expect((await owed.cancel()).status).toBe(200);
  expect((await leadOf(owed.inquiry)).state).toBe('new');
  expect(await words(`/orders/${owed.uuid}`)).toContain('כסף שמגיע לו חוזר עד');
  // Half an hour before midnight, a week before clocks go forward.
  await query(
    `update order_history set created_at = '2026-03-20T21:30:00Z' where order_uid = $1 and field = 'cancellation_notice'`,
    [owed.uuid],
  );
  expect(await words(`/orders/${owed.uuid}`)).toMatch(/כסף שמגיע לו חוזר עד 03\/04\/2026/);
  expect((await lessFee.cancel()).status).toBe(200);
  // Its money is still here.
  expect((await leadOf(lessFee.inquiry)).state).toBe('new');
  expect(await words(`/orders/${lessFee.uuid}`)).toContain('כסף שמגיע לו חוזר עד');
  await query(`update orders set status = 'provided' where uuid = $1`, [handedOver.uuid]);
  expect((await whole.giveBack(whole.price)).status).toBe(200);
  for (const { giveBack, price } of [lessFee, handedOver]) expect((await giveBack(price - 100)).status).toBe(200);
  for (const { inquiry } of [whole, lessFee, handedOver])
    expect(await leadOf(inquiry)).toMatchObject({ state: 'closed', closed_at: expect.any(Date) });
  expect(await words(`/leads/${(await leadOf(lessFee.inquiry)).uuid}`)).toContain('למה ההזמנה בוטלה');
  for (const { uuid } of [lessFee, handedOver]) {
    expect(await words(`/orders/${uuid}`)).toMatch(/הוחזרו לו ₪[\d,]+ , ונשארו ₪100 דמי ביטול/);
    expect(await words(`/orders/${uuid}`)).not.toContain('כסף שמגיע לו חוזר עד');
  }
});

test("a stranger's notice is received like any other and touches no order", async () => {
  const before = await notices();
  const replies = [
    await send({ order_number: number, phone: '0521111111', email: 'stranger@example.com' }),
    await send({ order_number: 'ABCD-2345' }),
    await send({ order_number: '' }),
  ];
  for (const reply of replies) expect([reply.status, inquiryOf(reply.text)]).toEqual([200, expect.any(String)]);
  expect(await notices()).toEqual(before);
});

test('what is missing is named and nothing is kept', async () => {
  const [{ count }] = await query('select count(*)::int from leads');
  const reply = await send({ order_number: number, phone: '12' });
  expect(reply.text).toContain('מספר טלפון לא תקין');
  expect(inquiryOf(reply.text)).toBeUndefined();
  expect(await query('select count(*)::int from leads')).toEqual([{ count }]);
});
