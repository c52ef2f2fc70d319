import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderNumberOf } from '#domain/orders/order-number.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { lastCode, signUp } from '../../../tests/support/customers.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';

let site: TestApp;
let number: string;
let phone: string;
let sms: string;
let addresses = 0;

beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' } });
  const shop = shopper(site.port);
  const purchase = await shop.order(await piece(site.connection.pool));
  await pay(site.port, purchase.page, CARDS.approved);
  await shop.ask(purchase.secret);
  number = purchase.order.number;
  const { pool } = site.connection;
  const { rows } = await pool.query('select phone from orders where uuid = $1', [purchase.order.uuid]);
  phone = `0${rows[0].phone.slice(4)}`;
  const told = await pool.query(`select body from outbox where channel = 'sms' and about = 'order paid'`);
  sms = told.rows[0].body;
});
afterAll(() => site.close());

const post = (fields: Record<string, string>, host = 'raam.localhost', from = `203.0.113.${++addresses}`) =>
  site.call({
    host,
    method: 'POST',
    path: '/order',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': from,
    },
    body: new URLSearchParams(fields).toString(),
  });
const again = () => site.connection.pool.query(`delete from limit_hits`);

test('number and phone, then the code of the SMS, lead to the order on any device', async () => {
  await again();
  const askReply = await post({ number: number.toLowerCase().replace('-', ' '), phone });
  expect([askReply.status, askReply.text.includes('שלחנו קוד ב־SMS')]).toEqual([200, true]);
  const foundReply = await post({ number, phone, code: await lastCode(site, phone) });
  expect([foundReply.status, foundReply.headers.location]).toEqual([
    303,
    expect.stringMatching(/^\/order\/[\w-]{43}$/),
  ]);
  const page = await site.call({ path: String(foundReply.headers.location) });
  expect([page.status, page.text.includes(number)]).toEqual([200, true]);
});

test('the SMS of a paid order has its link', async () => {
  const [, path = ''] = /(\/order\/[\w-]{43})$/.exec(sms) ?? [];
  const page = await site.call({ path });
  expect([page.status, page.text.includes(number)]).toEqual([200, true]);
  expect(sms.length).toBeLessThanOrEqual(134);
});

test('the first answer is the same whether or not there is such an order', async () => {
  await again();
  const knownReply = await post({ number, phone });
  const unknown = await post({ number: '2222-2222', phone: '0501112233' });
  const plain = (text: string) =>
    text.replaceAll(number, '').replaceAll('2222-2222', '').replaceAll(phone, '').replaceAll('0501112233', '').length;
  expect([unknown.status, plain(unknown.text)]).toEqual([knownReply.status, plain(knownReply.text)]);
});

test.each<[string, () => { number: string; phone: string; host?: string }]>([
  ['another number', () => ({ number: '2222-2222', phone })],
  ['another phone', () => ({ number, phone: '0501112244' })],
  ['another store', () => ({ number, phone, host: 'gal.localhost' })],
])('a right code for %s finds nothing', async (_, other) => {
  await again();
  const { host, ...fields } = other();
  await post(fields, host);
  const reply = await post({ ...fields, code: await lastCode(site, fields.phone) }, host);
  expect([reply.status, reply.text.includes('לא מצאנו הזמנה')]).toEqual([200, true]);
});

test('who is signed in as the owner needs no code; another customer does', async () => {
  await again();
  const owner = await signUp(site);
  const shop = shopper(site.port);
  const goods = await piece(site.connection.pool);
  const customer = { first_name: 'דנה', last_name: 'לוי', phone: owner.phone, email: 'dana@example.com' };
  const body = await shop.orderBody(goods, { customer });
  const placed = await owner.who.post('/api/orders/create', body, {
    ...owner.bearer,
    'idempotency-key': crypto.randomUUID(),
  });
  const { order } = placed.json<{ order: { number: string } }>();
  const ask = (headers: Record<string, string>) =>
    site.call({
      ...{ host: 'raam.localhost', method: 'POST', path: '/order' },
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ number: order.number, phone: owner.phone }).toString(),
    });
  const reply = await ask(owner.bearer);
  expect([reply.status, reply.headers.location]).toEqual([303, expect.stringMatching(/^\/order\/[\w-]{43}$/)]);
  const stranger = await signUp(site);
  await again();
  expect((await ask(stranger.bearer)).text).toContain('שלחנו קוד ב־SMS');
  expect((await site.call({ path: '/find-order?order=7K4M-29QX' })).headers.location).toBe('/order?order=7K4M-29QX');
});

test('a wrong code opens nothing, and five of them end it', async () => {
  await again();
  const send = (fields: Record<string, string>) => post({ number, phone, ...fields }, undefined, '198.51.100.4');
  await send({});
  const code = await lastCode(site, phone);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let turn = 0; turn < 4; turn++) expect((await send({ code: wrong })).text.includes('הקוד שגוי')).toBe(true);
  await send({ code: wrong });
  const late = await send({ code });
  expect([late.status, late.headers.location]).toEqual([200, undefined]);
});

test('who loads the page anew after the code was sent can type it, and reads when another one is had', async () => {
  await again();
  await post({ number, phone });
  const code = await lastCode(site, phone);
  const soon = await post({ number, phone });
  expect([soon.text.includes('name="code"'), soon.text.includes('אפשר לבקש קוד נוסף')]).toEqual([true, true]);
  expect((await post({ number, phone, code })).status).toBe(303);
});

test('what was typed stands there after a refusal; another code is had a minute later, without going back', async () => {
  await again();
  const fields = { number: '2222-2222', phone: '0501112255' };
  const value = (text: string, name: string) => {
    const [input = ''] = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(text) ?? [];
    return /value="([^"]*)"/.exec(input)?.[1];
  };
  await post(fields);
  const first = await lastCode(site, fields.phone);
  const soon = await post({ ...fields, code: '', again: '1' });
  expect([soon.text.includes('name="code"'), soon.text.includes('role="alert"')]).toEqual([true, true]);
  await again();
  const sent = await post({ ...fields, code: '', again: '1' });
  expect([sent.text.includes('name="code"'), sent.text.includes('role="alert"')]).toEqual([true, false]);
  const code = await lastCode(site, fields.phone);
  expect(code).not.toBe(first);
  // The former code is over: asked for again right there.
  expect((await post({ ...fields, code: first })).text).toContain('name="again"');
  for (const reply of [await post({ ...fields, code }), await post({ ...fields, code: '', change: '1' })])
    expect([value(reply.text, 'number'), value(reply.text, 'phone')]).toEqual([fields.number, fields.phone]);
});

test.each([
  ['7k4m 29qx', '7K4M-29QX'],
  ['7K4M29QX', '7K4M-29QX'],
  ['\u20667K4M-29QX\u2069', '7K4M-29QX'],
  ['7K4M', null],
  ["7K4M-29QX' or 1=1", null],
])('%s is read as %s', (input, read) => {
  expect(orderNumberOf(input)).toBe(read);
});
