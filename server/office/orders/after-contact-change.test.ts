import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreateOrderReply } from '#contract/checkout/orders.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { caller, newPhone, signUp } from '../../../tests/support/customers.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import { remindOfBookings } from '../../leads/bookings/remind.ts';
import type { OrderPage } from './read-order.ts';

let site: TestApp;
let service: string;
beforeAll(async () => {
  site = await startApp({ office: true, env: { TRUST_PROXY: '1' } });
  service = await signInAs(site, 'service');
  await query(
    `update branches set hours = '{"sun":"09:00-17:00","mon":"09:00-17:00","tue":"09:00-17:00","wed":"09:00-17:00","thu":"09:00-17:00"}'`,
  );
  site.deps.cache.clear();
});
afterAll(() => site.close());

type Row = Record<string, string>;
const query = async (text: string, values: unknown[] = []): Promise<Row[]> =>
  (await site.connection.pool.query(text, values)).rows;
const e164 = (phone: string) => `+972${phone.slice(1)}`;
const statusOf = async (path: string) => (await site.call({ path })).status;

/** A paid order whose phone and e-mail are a stranger's. */
async function mistyped(stranger: { phone: string; email: string }) {
  const shop = shopper(site.port);
  const customer = { first_name: 'דנה', last_name: 'לוי', ...stranger };
  const body = await shop.orderBody(await piece(site.connection.pool), { customer });
  const key = crypto.randomUUID();
  const purchase = (await shop.place(body, key)).json<CreateOrderReply>();
  await pay(site.port, new URL(purchase.payment?.url ?? '').pathname, CARDS.approved);
  await shop.ask(purchase.secret);
  const again = async () => (await shop.place(body, key)).json<CreateOrderReply>().secret;
  return { uuid: purchase.order.uuid, secret: purchase.secret, shop, again };
}

/** Staff put in other details, beginning with those of now. */
async function change(uuid: string, details: Partial<Record<'firstName' | 'phone' | 'email', string>>) {
  const { order } = (await readPage<OrderPage>(site, service, `/orders/${uuid}`)).data;
  const { firstName, lastName, phone, email, remarks, branchUid } = order;
  const was = { firstName, lastName, phone, email, remarks, branch: branchUid };
  return (await act(site, service, `/orders/${uuid}`, 'details', { ...was, was, ...details })).data;
}

test('another phone or e-mail ends the former link; the order, its messages and its link go to the new contact', async () => {
  const stranger = { phone: newPhone(), email: 'stranger@example.com' };
  const { uuid, secret, shop, again } = await mistyped(stranger);
  const { bearer, customer: account } = await signUp(site, caller(site), stranger.phone);
  const ofAccount = () => site.call({ path: `/api/orders/get-order?id=${uuid}`, headers: bearer });
  expect((await ofAccount()).status).toBe(200);
  const [paper = ''] = (await shop.find(secret)).documents.map(({ url }) => url);
  expect(await statusOf(paper)).toBe(200);

  expect((await change(uuid, { firstName: 'דניאל' })).message).toBe('הפרטים נשמרו');
  expect((await shop.find(secret)).customer.first_name).toBe('דניאל');
  const keepVehicle = () =>
    query(
      `insert into garage_vehicles (customer_uid, vehicle_uid, order_line_uid, unit, plate)
       select $1, product_uid, uuid, 1, '1234567' from order_lines where order_uid = $2`,
      [account.uuid, uuid],
    );
  const readPlates = () => query('select plate from garage_vehicles where customer_uid = $1', [account.uuid]);
  await keepVehicle();
  const right = { phone: newPhone(), email: 'dana@example.com' };
  expect((await change(uuid, right)).message).toContain('קישור חדש נשלח');

  for (const path of [`/api/orders/get-order?secret=${secret}`, `/order/${secret}`, `/order/${secret}/tasks`, paper])
    expect([path, await statusOf(path)]).toEqual([path, 404]);
  expect((await ofAccount()).status).toBe(404);
  expect(await readPlates()).toEqual([]);
  const waiting = await query(
    `select about, channel, recipient, body, content::text from outbox where order_uid = $1 and sent_at is null`,
    [uuid],
  );
  const recipients = waiting.map(({ about, channel, recipient }) => `${about}, ${channel}: ${recipient}`);
  expect(recipients.sort()).toEqual([
    `order new_link, email: ${right.email}`,
    `order new_link, sms: ${e164(right.phone)}`,
    `order paid, email: ${right.email}`,
    `order paid, sms: ${e164(right.phone)}`,
  ]);
  const links = waiting.flatMap(({ body, content }) => [...`${body} ${content}`.matchAll(/\/order\/([\w-]{43})/g)]);
  const [next = ''] = new Set(links.map(([, linked]) => linked));
  expect(new Set(links.map(([, linked]) => linked))).toEqual(new Set([next]));
  const found = await shop.find(next);
  expect(found.customer).toMatchObject({ email: right.email });
  expect(await statusOf(found.documents[0]?.url ?? '')).toBe(200);
  // Whoever placed it has the key of that press still, and the owner of the right phone gets it with the account.
  expect(await again()).toBe(next);
  await query(`update limit_hits set at = at - interval '61 seconds'`);
  const { customer } = await signUp(site, caller(site), right.phone);
  expect(await query('select customer_uid from orders where uuid = $1', [uuid])).toEqual([
    { customer_uid: customer.uuid },
  ]);
  expect(customer.uuid).not.toBe(account.uuid);

  // An account that placed an order for another phone keeps it.
  await query('update orders set customer_uid = $2 where uuid = $1', [uuid, account.uuid]);
  await keepVehicle();
  await change(uuid, { phone: newPhone() });
  expect((await ofAccount()).status).toBe(200);
  expect(await readPlates()).toEqual([{ plate: '1234567' }]);
  expect(await statusOf(`/order/${next}`)).toBe(404);
});

test('while the buyer is at the payment page the link stays; half an hour later a left page keeps nobody', async () => {
  const shop = shopper(site.port);
  const { order, secret } = await shop.order(await piece(site.connection.pool));
  const before = await query('select phone from orders where uuid = $1', [order.uuid]);
  const right = { phone: newPhone() };
  expect((await change(order.uuid, right)).message).toContain('דף התשלום של ההזמנה פתוח');
  expect(await query('select phone from orders where uuid = $1', [order.uuid])).toEqual(before);
  expect(await statusOf(`/api/orders/get-order?secret=${secret}`)).toBe(200);
  expect((await change(order.uuid, { firstName: 'דניאל' })).message).toBe('הפרטים נשמרו');
  await query(`update payments set opened_at = opened_at - interval '30 minutes' where order_uid = $1`, [order.uuid]);
  expect((await change(order.uuid, right)).message).toContain('קישור חדש נשלח');
});

test('the date of its handover goes with an order to its new contact', async () => {
  const stranger = { phone: newPhone(), email: 'stranger@example.com' };
  const { uuid, secret } = await mistyped(stranger);
  const { who, token } = await signUp(site, caller(site), stranger.phone);
  const tasks = `/order/${secret}/tasks`;
  const [, day = ''] = /day=(\d{4}-\d\d-\d\d)/.exec((await site.call({ path: tasks })).text) ?? [];
  const booked = await site.call({
    method: 'POST',
    path: tasks,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ book: '1', time: `${day} 10:00` }).toString(),
  });
  const [, visit = 'none'] = /\/booking\/([\w-]{43})/.exec(booked.text) ?? [];
  expect(await statusOf(`/booking/${visit}`)).toBe(200);
  const dashboard = async () =>
    (await who.get('/personal-area', { cookie: `auth._token.local=${token}` })).text.includes(visit);
  expect(await dashboard()).toBe(true);

  const right = { phone: newPhone(), email: 'dana@example.com' };
  // Which has another visit at that time.
  const [taken] = await query(
    `insert into bookings (store_uid, branch_uid, service, starts_at, ends_at, seat, name, phone, secret_hash)
     select store_uid, branch_uid, 'SERVICE', starts_at, ends_at, 0, 'דנה', $2, 'taken' from bookings where order_uid = $1 returning uuid`,
    [uuid, e164(right.phone)],
  );
  expect((await change(uuid, right)).errors).toEqual([
    { path: 'phone', message: expect.stringContaining('כבר נקבע תור') },
  ]);
  expect(await statusOf(`/booking/${visit}`)).toBe(200);
  await query('delete from bookings where uuid = $1', [taken?.uuid]);

  // Another name leaves the links as they are.
  await change(uuid, { firstName: 'דניאל' });
  expect(await query('select name, phone from bookings where order_uid = $1', [uuid])).toEqual([
    { name: 'דניאל לוי', phone: e164(stranger.phone) },
  ]);
  expect(await statusOf(`/booking/${visit}`)).toBe(200);

  expect((await change(uuid, right)).ok).toBe(true);
  expect(await statusOf(`/booking/${visit}`)).toBe(404);
  expect(await dashboard()).toBe(false);
  const waiting = await query(
    `select recipient, body from outbox where order_uid = $1 and about = 'booking booked' and recipient = any($2)`,
    [uuid, [...Object.values(stranger), e164(stranger.phone), ...Object.values(right), e164(right.phone)]],
  );
  expect(waiting.map(({ recipient }) => recipient).sort()).toEqual([e164(right.phone), right.email]);
  for (const { body } of waiting) {
    const [, linked = ''] = /\/booking\/([\w-]{43})/.exec(body ?? '') ?? [];
    expect(await statusOf(`/booking/${linked}`)).toBe(200);
  }
  await query('update bookings set remind_at = now() where order_uid = $1', [uuid]);
  await remindOfBookings(site.deps);
  const reminders = await query(
    `select recipient, body from outbox where order_uid = $1 and about = 'booking reminder'`,
    [uuid],
  );
  expect(reminders.map(({ recipient }) => recipient).sort()).toEqual([e164(right.phone), right.email]);
  expect(reminders.find(({ recipient }) => recipient === right.email)?.body).toContain('דניאל');
});

test('a review that was written before the phone was corrected is the buyer’s own after it, and stays the only one', async () => {
  const { uuid, secret, shop, again } = await mistyped({ phone: newPhone(), email: 'dana@example.com' });
  await query(`update orders set status = 'provided' where uuid = $1`, [uuid]);
  const [line] = await query('select product_uid as product from order_lines where order_uid = $1', [uuid]);
  const write = async (order: string, text: string) =>
    (
      await shop.post('/api/reviews/write-review', {
        ...{ order, product_uid: line?.product, rating: 4, aspects: {}, text },
      })
    ).status;
  const page = async (order: string) => (await site.call({ path: `/review/${order}` })).text;
  expect(await write(secret, 'נוסעת בשקט וצורכת מעט')).toBe(200);
  await change(uuid, { phone: newPhone() });
  const now = await again();
  expect(now).not.toBe(secret);
  expect(await page(now)).toContain('נוסעת בשקט וצורכת מעט');
  expect(await write(now, 'אחרי חודש: עדיין נוסעת בשקט')).toBe(200);
  expect(await page(now)).toContain('אחרי חודש: עדיין נוסעת בשקט');
  expect(
    await query(
      'select r.text, r.phone = o.phone as own from product_reviews r join orders o on o.uuid = r.order_uid where o.uuid = $1',
      [uuid],
    ),
  ).toEqual([{ text: 'אחרי חודש: עדיין נוסעת בשקט', own: true }]);
});
