import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAYING_TEXT } from '#domain/people/consent-texts.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';
import { CARDS, type Piece, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import { noSales, saleOf } from '../../../tests/support/sales.ts';
import { linkSecretById } from '../../checkout/order-secret.ts';
import { erasePerson } from '../../privacy/erase.ts';
import type { OrdersPage } from '../orders/list-orders.ts';
import type { OrderPage } from '../orders/read-order.ts';

let site: TestApp;
let cookie: string;
beforeAll(async () => {
  site = await startApp({ office: true });
  // The demo's sales people know this store.
  cookie = await signInAs(site, 'sales');
});
afterAll(() => site.close());

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await site.connection.pool.query(text, values)).rows as Row[];
const storeOf = async (key: string) =>
  (await query<{ uuid: string }>('select uuid from stores where key = $1', [key]))[0]?.uuid;
const stockOf = async ({ variant }: Piece) =>
  (await query<{ stock: number }>('select stock from variants where uuid = $1', [variant]))[0]?.stock;
const call = (name: string, input: Record<string, unknown>, who = cookie) => act(site, who, '/orders/new', name, input);

type Sums = {
  totalAgorot: number;
  agreedAgorot: number;
  deliveries: { uuid: string; kind: string }[];
  branches: { id: string }[];
};

async function form(changes: Record<string, unknown> = {}) {
  const goods = await piece(site.connection.pool, { store: 'noam' });
  const basket = { store: await storeOf('noam'), lines: [{ variant: goods.variant, quantity: 1 }] };
  const { data } = await call('calculate', { ...basket, discount: changes.discount ?? 0 });
  const sums = data.result as Sums;
  const delivery = sums.deliveries.find(({ kind }) => kind !== 'COURIER');
  const input = {
    ...basket,
    delivery: delivery?.uuid,
    branch: sums.branches[0]?.id,
    ...{ firstName: 'רון', lastName: 'אבני', phone: '050-7654321', email: 'ron@example.com' },
    ...{ kind: 'order', days: 5, send: 'true', key: crypto.randomUUID() },
    ...changes,
  };
  return { goods, sums, input };
}

test('an order for a customer costs what the shop says, holds its goods for days, and is paid by the link', async () => {
  const { goods, input } = await form();
  const { status, data } = await call('create', input);
  expect(status).toBe(200);
  const { uuid, url, sent } = data.result as { uuid: string; url: string; sent: object[] };
  expect(sent).toEqual(
    expect.arrayContaining([
      { channel: 'email', recipient: 'ron@example.com' },
      { channel: 'sms', recipient: '+972507654321' },
    ]),
  );
  const silent = (await call('create', (await form({ send: 'false' })).input)).data.result;
  expect(silent).toMatchObject({ kind: 'order', sent: [] });
  expect(await stockOf(goods)).toBe(4);
  const [order] = await query<Record<string, unknown>>(
    `select status, placed_by_uid is not null as placed, hold_until > now() + interval '4 days' as held, total_agorot::int as total from orders where uuid = $1`,
    [uuid],
  );
  expect(order).toMatchObject({ status: 'payment', placed: true, held: true });
  expect(Number(order?.total)).toBeGreaterThanOrEqual(goods.price);
  // A link for an hour is one for as long as the goods are held.
  const until = 'select hold_until as "goodUntil" from orders where uuid = $1';
  const [held] = await query<object>(until, [uuid]);
  expect((await act(site, cookie, `/orders/${uuid}`, 'payLink', { hours: 1 })).data.result).toMatchObject(held ?? {});
  expect(await query(until, [uuid])).toEqual([held]);
  expect(
    await query(`select channel from outbox where order_uid = $1 and about = 'order payment_link' order by 1`, [uuid]),
  ).toEqual([{ channel: 'email' }, { channel: 'sms' }]);
  const shop = shopper(site.port, 'noam');
  const secret = url.split('/pay/')[1];
  const { payment } = (await shop.post('/api/receipts/pay-by-payment-link', { secret })).json<{
    payment: { url: string };
  }>();
  await pay(site.port, new URL(payment.url).pathname, CARDS.approved);
  await shop.post('/api/receipts/check-payment-link', { secret });
  expect(await query('select status from orders where uuid = $1', [uuid])).toEqual([{ status: 'accepted' }]);
  // Pressed twice.
  expect((await call('create', input)).status).toBe(409);
  expect(await stockOf(goods)).toBe(4);
});

test.each(['by the link', 'on the order’s page'])(
  'who pays %s for what staff have placed agrees to the terms',
  async (where) => {
    const { uuid, url } = (await call('create', (await form()).input)).data.result as { uuid: string; url: string };
    const consents = async () =>
      (
        await query<{ kind: string; text: string }>('select kind, text from order_consents where order_uid = $1', [
          uuid,
        ])
      ).flatMap(({ kind, text }) => (kind === 'terms' ? text : []));
    expect(await consents()).toEqual([]);
    const shop = shopper(site.port, 'noam');
    const secret = await linkSecretById(site.deps.secret, site.deps.db, uuid);
    expect(await shop.find(secret)).toMatchObject({ asks_for_terms: true });
    const askReply =
      where === 'by the link'
        ? await shop.post('/api/receipts/pay-by-payment-link', { secret: url.split('/pay/')[1] })
        : await shop.post('/api/receipts/get-payment-link', { secret });
    expect(askReply.status).toBe(200);
    expect(await consents()).toEqual([PAYING_TEXT]);
  },
);

test('a discount within the limit is in the sum and its document; above it, another person decides', async () => {
  const { input, sums, goods } = await form({ discount: 5, reason: 'לקוח חוזר' });
  expect(sums.agreedAgorot).toBe(Math.floor((goods.price * 500) / 10_000));
  const { data } = await call('create', input);
  const { uuid } = data.result as { uuid: string };
  expect(
    await query('select sale_name, amount_agorot::int from order_discounts where order_uid = $1', [uuid]),
  ).toContainEqual({
    sale_name: 'הנחה מוסכמת',
    amount_agorot: sums.agreedAgorot,
  });
  const deep = await form({ discount: 12, reason: 'לקוח חוזר' });
  expect((await call('create', deep.input)).data.message).toContain('לאישור');
  expect(await stockOf(deep.goods)).toBe(5);
});

test('at another sum than was shown, an order is neither made nor sent to a second person', async () => {
  const { input, goods } = await form();
  const { totalAgorot } = (await call('calculate', input)).data.result as Sums;
  await query('update variants set price_agorot = $2 where uuid = $1', [goods.variant, goods.price + 100]);
  for (const discount of [{}, { discount: 12, reason: 'לקוח חוזר' }]) {
    const { status, data } = await call('create', { ...input, ...discount, totalAgorot });
    expect([status, data.message]).toEqual([422, expect.stringContaining('הסכום השתנה')]);
  }
  expect(await stockOf(goods)).toBe(5);
  expect(await query(`select 1 from approvals where input ->> 'key' = $1`, [input.key])).toEqual([]);
  expect((await call('create', { ...input, totalAgorot: totalAgorot + 100 })).status).toBe(200);
});

test('an agreed discount takes from no line more than it costs, and from a gift nothing', async () => {
  const goods = [];
  for (const price of [333, 334, 100]) {
    const one = await piece(site.connection.pool, { store: 'noam' });
    await query('update variants set price_agorot = $2 where uuid = $1', [one.variant, price]);
    goods.push(one);
  }
  await saleOf(site, { store: 'noam', kind: 'BUY_X_GET_Y', amount: 10_000, terms: JSON.stringify({ buy: 2, get: 1 }) });
  const { input } = await form({
    discount: 5,
    reason: 'לקוח חוזר',
    lines: goods.map(({ variant }) => ({ variant, quantity: 1 })),
  });
  const { data } = await call('create', input);
  await noSales(site);
  const { uuid } = data.result as { uuid: string };
  expect(
    await query(
      `select price_agorot::int as price, discount_agorot::int as discount from order_lines where order_uid = $1 order by position`,
      [uuid],
    ),
  ).toEqual([
    { price: 333, discount: 16 },
    { price: 334, discount: 17 },
    { price: 100, discount: 100 },
  ]);
});

test('what waits for consent keeps nobody who was erased, and what was decided keeps no input', async () => {
  const ask = async (phone: string) => {
    const { input } = await form({ discount: 12, reason: 'לקוח חוזר', phone });
    await call('create', input);
    const [row] = await query<{ uuid: string }>(`select uuid from approvals where input->>'phone' = $1`, [phone]);
    return { uuid: row?.uuid, store: input.store as string };
  };
  const stateOf = async (uuid: unknown) =>
    (await query('select status, input, reason from approvals where uuid = $1', [uuid]))[0];
  const [erased, other] = [await ask('050-1112223'), await ask('050-3334445')];
  await erasePerson(
    site.deps.db,
    { storeUid: erased.store, customerUid: null, phone: '+972501112223' },
    site.deps.now(),
  );
  expect(await stateOf(erased.uuid)).toEqual({ status: 'withdrawn', input: {}, reason: '' });
  expect(await stateOf(other.uuid)).toMatchObject({ status: 'waiting', input: { phone: '050-3334445' } });
  const owner = await signInAs(site, 'owner');
  await act(site, owner, '/approvals', 'decline', { approval: other.uuid, note: 'לא הפעם' });
  expect(await stateOf(other.uuid)).toMatchObject({ status: 'declined', input: {} });
});

test('the form knows whether the person may give a discount, and how much of one alone', async () => {
  const prepared = async () =>
    (
      await readPage<{ stores: { name: string; mayDiscount: boolean; discountLimitBp: number }[] }>(
        site,
        cookie,
        '/orders/new',
      )
    ).data.stores[0];
  expect(await prepared()).toMatchObject({ mayDiscount: true, discountLimitBp: 500 });
});

test('a quote is told as one', async () => {
  const { input } = await form({ kind: 'quote' });
  const { uuid } = (await call('create', input)).data.result as { uuid: string };
  expect(await query(`select distinct about from outbox where order_uid = $1`, [uuid])).toEqual([
    { about: 'order quote' },
  ]);
  expect(await query(`select 1 as one from order_history where order_uid = $1 and field = 'quote'`, [uuid])).toEqual([
    { one: 1 },
  ]);
});

test('a quote is known as one in the list and on its page, until it is paid; an order never is', async () => {
  const quote = (await call('create', (await form({ kind: 'quote' })).input)).data.result as { uuid: string };
  const order = (await call('create', (await form()).input)).data.result as { uuid: string };
  const listed = async (path: string) => {
    const { data } = await readPage<{ page: OrdersPage }>(site, cookie, path);
    return Object.fromEntries(data.page.rows.map(({ uuid, is_quote }) => [uuid, is_quote]));
  };
  const shown = async (uuid: string) => (await readPage<OrderPage>(site, cookie, `/orders/${uuid}`)).data.isQuote;
  expect(await listed('/orders')).toMatchObject({ [quote.uuid]: true, [order.uuid]: false });
  expect(await listed('/orders?kind=quote')).toMatchObject({ [quote.uuid]: true });
  expect(await listed('/orders?kind=quote')).not.toHaveProperty(order.uuid);
  expect([await shown(quote.uuid), await shown(order.uuid)]).toEqual([true, false]);
  await query(`update orders set status = 'accepted', payment_status = 'paid', paid_at = now() where uuid = $1`, [
    quote.uuid,
  ]);
  expect((await listed('/orders'))[quote.uuid]).toBe(false);
  expect(await shown(quote.uuid)).toBe(false);
});

test('of a lead it closes the lead; foreign stores, strangers’ rights and goods that are gone are refused', async () => {
  const { input, goods } = await form();
  const [lead] = await query<{ uuid: string }>(
    `insert into leads (store_uid, kind, source, name, phone) values ($1, 'contact', 'site', 'רון אבני', '+972507654321') returning uuid`,
    [input.store],
  );
  const { uuid } = (await call('create', { ...input, lead: lead?.uuid })).data.result as { uuid: string };
  expect(await query('select state, order_uid from leads where uuid = $1', [lead?.uuid])).toEqual([
    { state: 'converted', order_uid: uuid },
  ]);
  const again = { ...input, key: crypto.randomUUID() };
  expect((await call('create', { ...again, lead: lead?.uuid })).data.message).toContain('כבר הפכה');
  expect(await stockOf(goods)).toBe(4);
  await query(`update leads set state = 'new' where uuid = $1`, [lead?.uuid]);
  await query(`update roles set permissions = array_remove(permissions, 'leads.answer') where key = 'sales'`);
  expect((await call('create', { ...again, lead: lead?.uuid })).status).toBe(403);
  expect((await call('create', { ...again, store: await storeOf('zik') })).status).toBe(404);
  expect((await call('create', again, await signInAs(site, 'accountant'))).status).toBe(403);
  await query('update variants set stock = 0 where uuid = $1', [goods.variant]);
  expect((await call('create', again)).status).toBe(422);
});

test('is of an account only where the phone is the account’s', async () => {
  const { input } = await form();
  const [account] = await query<{ uuid: string }>(
    `insert into customers (store_uid, phone, first_name) values ($1, '+972507654399', 'רון') returning uuid`,
    [input.store],
  );
  const ownerOf = async (phone: string) => {
    const { data } = await call('create', { ...input, phone, customer: account?.uuid, key: crypto.randomUUID() });
    const { uuid } = data.result as { uuid: string };
    return (await query<{ customer_uid: string | null }>('select customer_uid from orders where uuid = $1', [uuid]))[0];
  };
  expect(await ownerOf('050-7654321')).toEqual({ customer_uid: null });
  expect(await ownerOf('050-7654399')).toEqual({ customer_uid: account?.uuid });
});

test('an order of an inquiry begins with what it asks about: what was put together, or the model’s first variant on sale', async () => {
  const host = 'ruach.localhost';
  const owner = await signInAs(site, 'owner');
  const post = async (path: string, body: object) => {
    const reply = await site.call({ host, method: 'POST', path, body });
    expect(reply.status, reply.text).toBe(200);
    return reply.json<Record<string, unknown>>();
  };
  const [product] = await query<{ uuid: string }>(`select uuid from products where slug = 'ruach-maxi-300'`);
  const choices = ['version-base', 'color-bronze', 'seat-low', 'pack-winter'];
  const built = await post('/api/variants/configure', { product_uid: product?.uuid, choices, save: true });
  const asked = async (more: object) => {
    await post('/api/contacts', { name: 'נועה לוי', phone: '050-7000009', product_uid: product?.uuid, ...more });
    const [lead] = await query<{ uuid: string }>('select uuid from leads order by created_at desc limit 1');
    const { data } = await readPage<Prepared>(site, owner, `/orders/new?lead=${lead?.uuid}`);
    return { lead: lead?.uuid, ...data };
  };
  const { lead, line, person } = await asked({ configuration: built.code });
  expect(line).toMatchObject({ uuid: built.variant_id, configuration: built.code, isGuess: false });
  expect(line?.details).toContain('חבילת חורף');
  expect(line?.price_agorot).toBe(Number(built.price) * 100);
  const basket = {
    store: person?.store,
    lines: [{ variant: line?.uuid, quantity: 1, configuration: line?.configuration }],
  };
  const sums = (await call('calculate', basket, owner)).data.result as Sums & { linesAgorot: number };
  expect(sums.linesAgorot).toBe(line?.price_agorot);
  const { data, status } = await call(
    'create',
    {
      ...basket,
      ...{ delivery: sums.deliveries.find(({ kind }) => kind !== 'COURIER')?.uuid, branch: sums.branches[0]?.id, lead },
      ...{ firstName: 'נועה', lastName: 'לוי', phone: '050-7000009', email: 'noa@example.com' },
      ...{ kind: 'order', days: 5, key: crypto.randomUUID() },
    },
    owner,
  );
  expect(status, JSON.stringify(data)).toBe(200);
  const [sold] = await query<{ code: string }>(
    `select configuration ->> 'code' as code from order_lines where order_uid = $1`,
    [(data.result as { uuid: string }).uuid],
  );
  expect(sold?.code).toBe(built.code);

  // Of what can no longer be put together so, the model is what was asked for, not the rest at another price.
  await query(`delete from configurator_choices where key = 'pack-winter' and product_uid = $1`, [product?.uuid]);
  site.deps.cache.clear();
  expect((await readPage<Prepared>(site, owner, `/orders/new?lead=${lead}`)).data.line).toMatchObject({
    configuration: null,
    isGuess: true,
  });

  await query(
    'update variants set stock = case when sku = (select max(sku) from variants where product_uid = $1) then 3 else 0 end where product_uid = $1',
    [product?.uuid],
  );
  const [open] = await query<{ uuid: string }>('select uuid from variants where product_uid = $1 and stock = 3', [
    product?.uuid,
  ]);
  expect((await asked({})).line).toMatchObject({ uuid: open?.uuid, configuration: null, isGuess: true });
  expect((await asked({ product_uid: null })).line).toBeNull();
});

test('of a price on request there is nothing to begin an order with: the form and the searches say so, and where a price is set', async () => {
  const owner = await signInAs(site, 'owner');
  const goods = await piece(site.connection.pool, { store: 'ruach' });
  await query(
    `update products set price_on_request = true, stock_policy = 'ON_REQUEST', price_agorot = 0, deleted_price_agorot = null, deposit_agorot = null where uuid = $1`,
    [goods.product],
  );
  await query('update variants set price_agorot = null, deleted_price_agorot = null where product_uid = $1', [
    goods.product,
  ]);
  await query('update store_products set price_agorot = null, deleted_price_agorot = null where product_uid = $1', [
    goods.product,
  ]);
  const inquiry = { name: 'נועה לוי', phone: '050-7000009', product_uid: goods.product };
  expect(
    (await site.call({ host: 'ruach.localhost', method: 'POST', path: '/api/contacts', body: inquiry })).status,
  ).toBe(200);
  const [lead] = await query<{ uuid: string }>('select uuid from leads order by created_at desc limit 1');
  const path = `/orders/new?lead=${lead?.uuid}`;
  expect((await readPage<Prepared>(site, owner, path)).data.line).toMatchObject({
    product: goods.product,
    price_agorot: null,
  });
  const form = (await site.call({ host: 'office.localhost', path, headers: { cookie: owner } })).text;
  expect(form).toContain('קבעו לו קודם מחיר');
  expect(form).toContain(`href="/products/${goods.product}"`);
  expect(form).not.toContain('name="lines[0].variant"');
  const [{ sku, store }] = (await query<{ sku: string; store: string }>(
    `select v.sku, s.uuid as store from variants v, stores s where v.uuid = $1 and s.key = 'ruach'`,
    [goods.variant],
  )) as [{ sku: string; store: string }];
  const search = await readPage<{ found: { price_agorot: number | null }[] }>(
    site,
    owner,
    `/variants?${new URLSearchParams({ store, q: sku })}`,
  );
  expect(search.data.found[0]?.price_agorot).toBeNull();
});
type Prepared = {
  person: { store: string } | null;
  line: {
    uuid: string;
    details: string;
    price_agorot: number | null;
    configuration: string | null;
    isGuess: boolean;
  } | null;
};
