import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QuoteReply } from '#contract/checkout/finance.ts';
import type { CreateOrderReply } from '#contract/checkout/orders.ts';
import type { RoleKey } from '#domain/people/permissions.ts';
import { formatExactPrice } from '#domain/text/format.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { provedGuest, signUp } from '../../../tests/support/customers.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';
import { CARDS, orderPhone, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import { UNPAID_REST } from '../../checkout/orders/balance.ts';
import type { OrdersPage, SelectedOrder } from './list-orders.ts';
import type { OrderPage } from './read-order.ts';

let site: TestApp;
const cookies = new Map<RoleKey, string>();
beforeAll(async () => {
  site = await startApp({ office: true });
  for (const role of ['owner', 'accountant', 'sales'] as const) cookies.set(role, await signInAs(site, role));
});
afterAll(() => site.close());

const query = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;
const cookieOf = (role: RoleKey) => cookies.get(role) ?? '';
const file = (path: string, role: RoleKey) =>
  site.call({ host: 'office.localhost', path, headers: { cookie: cookieOf(role) } });

async function placed(firstName: string, store = 'raam') {
  const customer = { first_name: firstName, last_name: 'לוי', phone: orderPhone(), email: 'dana@example.com' };
  const { order } = await shopper(site.port, store).order(await piece(site.connection.pool, { store }), { customer });
  const [row] = await query('select total_agorot::float8 as total from orders where uuid = $1', [order.uuid]);
  return { uuid: order.uuid, number: order.number, total: row.total as number };
}

type BulkReply = { outcomes: { order: string; refused: string | null }[] };

test('the list is exported as it is filtered, by who may and from their stores; nothing in it is a formula, and that it was is written', async () => {
  const first = await placed('דנה');
  await query(`update orders set first_name = '=HYPERLINK("https://evil.example")' where uuid = $1`, [first.uuid]);
  const second = await placed('אביגיל');
  const foreign = await placed('זוהר', 'noam');
  expect((await file('/orders.csv', 'sales')).status).toBe(403);

  const all = await file('/orders.csv', 'accountant');
  expect(all.headers['content-disposition']).toContain('orders.csv');
  expect(all.text).toContain(`"'=HYPERLINK(""https://evil.example"") לוי"`);
  expect(all.text).toContain(`,${(second.total / 100).toFixed(2)},`);
  expect(all.text).toContain(foreign.number);
  const foundReply = await file(`/orders.csv?${new URLSearchParams({ q: 'אביגיל' })}`, 'accountant');
  expect(foundReply.text).toContain(second.number);
  expect(foundReply.text).not.toContain('HYPERLINK');

  await query(`update staff_roles set store_uid = (select uuid from stores where key = 'raam')
    where role_uid = (select uuid from roles where key = 'accountant')`);
  const [{ uuid: noam }] = await query(`select uuid from stores where key = 'noam'`);
  expect((await file('/orders.csv', 'accountant')).text).not.toContain(foreign.number);
  expect((await file(`/orders.csv?store=${noam}`, 'accountant')).text).not.toContain(foreign.number);

  const logged = await query(`select details from audit_log where command like 'orders.export%' order by created_at`);
  expect(logged[1]).toMatchObject({ details: { rows: 1, searched: true } });
  expect(logged).toHaveLength(4);
  expect(JSON.stringify(logged)).not.toContain('אביגיל');
});

test('the last row is the number and sum of all that is filtered, not of the page', async () => {
  const placedOrders = [await placed('טלילה'), await placed('טלילה')];
  const sum = placedOrders.reduce((total, order) => total + order.total, 0);
  const { data } = await readPage<{ page: OrdersPage }>(
    site,
    cookieOf('owner'),
    `/orders?${new URLSearchParams({ q: 'טלילה' })}`,
  );
  expect(data.page).toMatchObject({ total: 2, sum_agorot: sum });
  const after = `${data.page.rows[0]?.moment}_${data.page.rows[0]?.uuid}`;
  const next = await readPage<{ page: OrdersPage }>(
    site,
    cookieOf('owner'),
    `/orders?${new URLSearchParams({ q: 'טלילה', after })}`,
  );
  expect(next.data.page).toMatchObject({ total: 2, sum_agorot: sum });
  expect(next.data.page.rows).toHaveLength(1);
});

test('the list finds an order by its number of digits alone, and a buyer whose e-mail looks like a number', async () => {
  const [digits, mail] = [await placed('דנה'), await placed('דנה')];
  await query(`update orders set number = '3456-7892' where uuid = $1`, [digits.uuid]);
  await query(`update orders set email = 'vespa399@example.com' where uuid = $1`, [mail.uuid]);
  const foundBy = async (q: string) => {
    const path = `/orders?${new URLSearchParams({ q })}`;
    return (await readPage<{ page: OrdersPage }>(site, cookieOf('owner'), path)).data.page.rows.map(({ uuid }) => uuid);
  };
  for (const q of ['3456-7892', '34567892']) expect([q, await foundBy(q)]).toEqual([q, [digits.uuid]]);
  expect(await foundBy('Vespa399')).toEqual([mail.uuid]);
  expect(await foundBy('9720')).toEqual([]);
});

test('orders of one branch are those picked up there', async () => {
  const [here, there] = [await placed('ברנרד'), await placed('ברנרד')];
  const [branch] = await query(
    'select s.branch_uid as uuid from branch_stores s join orders o on o.store_uid = s.store_uid where o.uuid = $1',
    [here.uuid],
  );
  await query('update orders set branch_uid = case uuid when $1 then $3::uuid end where uuid in ($1, $2)', [
    here.uuid,
    there.uuid,
    branch?.uuid,
  ]);
  const path = `/orders?${new URLSearchParams({ q: 'ברנרד', branch: branch?.uuid ?? '' })}`;
  const { data } = await readPage<{ page: OrdersPage }>(site, cookieOf('owner'), path);
  expect(data.page.rows.map(({ uuid }) => uuid)).toEqual([here.uuid]);
});

test('of several orders each is moved or refused by itself, and says why; of two who press at once one moves it', async () => {
  const ask = async (role: RoleKey, call: string, ...rows: Record<string, string>[]) => {
    const fields = rows.flatMap((row, at) =>
      Object.entries(row).map(([name, value]) => [`rows[${at}].${name}`, value]),
    );
    const reply = await site.call({
      host: 'office.localhost',
      path: '/orders/bulk',
      method: 'POST',
      headers: {
        origin: `http://office.localhost:${site.port}`,
        cookie: cookieOf(role),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams([['_call', call], ...fields]).toString(),
    });
    return reply.json<BulkReply>();
  };
  const orders = [await placed('שירה'), await placed('שירה'), await placed('שירה')];
  const [good, waits, ended] = orders.map(({ uuid }) => uuid) as [string, string, string];
  await query(`update orders set status = 'accepted', payment_status = 'paid' where uuid = any($1)`, [[good]]);
  await query(`update orders set status = 'cancelled' where uuid = $1`, [ended]);
  const refusedOf = ({ outcomes }: BulkReply) => outcomes.map(({ refused }) => refused);
  expect(refusedOf(await ask('sales', 'advance', { order: good, from: 'accepted' }))).toEqual([expect.any(String)]);
  const batch = [
    { order: waits, from: 'payment' },
    { order: good, from: 'accepted' },
    { order: ended, from: 'cancelled' },
  ];
  const twice = await Promise.all([ask('owner', 'advance', ...batch), ask('owner', 'advance', ...batch)]);
  for (const { outcomes } of twice) {
    expect(outcomes.map(({ order }) => order)).toEqual([waits, good, ended]);
    expect(outcomes[0]?.refused).toContain('מחכה לתשלום');
    expect(outcomes[2]?.refused).toContain('בוטלה');
  }
  const moved = twice.map(({ outcomes }) => outcomes[1]?.refused);
  expect(moved.filter((refused) => refused === null)).toHaveLength(1);
  expect(moved.find((refused) => refused !== null)).toContain('בטיפול');
  const states = await query('select status from orders where uuid = any($1) order by array_position($1, uuid)', [
    [good, waits, ended],
  ]);
  expect(states.map(({ status }) => status)).toEqual(['in_process', 'payment', 'cancelled']);

  const [keeper] = await query(`select s.uuid from staff s join staff_roles r on r.staff_uid = s.uuid
    where r.role_uid = (select uuid from roles where key = 'owner') limit 1`);
  const [editor] = await query(`select s.uuid from staff s join staff_roles r on r.staff_uid = s.uuid
    where r.role_uid = (select uuid from roles where key = 'editor') limit 1`);
  const ownerOf = async () => (await query('select owner_uid from orders where uuid = $1', [good]))[0].owner_uid;
  const give = async (row: object) => refusedOf(await ask('owner', 'assign', { order: good, ...row }))[0];
  expect(await give({ owner: editor.uuid })).toContain('אינו מטפל');
  expect(await give({ owner: keeper.uuid })).toBeNull();
  expect(await ownerOf()).toBe(keeper.uuid);
  // Undone only while it is still the one that was given.
  expect(await give({ back: editor.uuid })).toContain('למישהו אחר');
  expect(await ownerOf()).toBe(keeper.uuid);
  expect(await give({ back: keeper.uuid })).toBeNull();
  expect(await ownerOf()).toBeNull();
  expect(await give({})).not.toBeNull();
});

test('a selection of the whole filter is its orders of all pages and of the person’s stores, frozen when it is asked for', async () => {
  await query(
    `insert into orders (store_uid, number, secret_hash, payment_method, first_name, last_name, phone, email, lines_agorot, total_agorot, due_agorot, terms_accepted_at)
     select s.uuid, 'WH' || lpad(n::text, 2, '0') || '-' || case s.key when 'raam' then 'RAAM' else 'SELA' end, 'x' || n || s.key, 'card', 'ורדית', 'ב', '+972501234567', 'a@b.example', 100, 100, 100, now()
     from stores s, generate_series(1, 60) n where s.key in ('raam', 'sela')`,
  );
  const select = async (role: RoleKey, filter: Record<string, string>) =>
    (await file(`/orders/bulk?${new URLSearchParams(filter)}`, role)).json<SelectedOrder[]>();
  const all = await select('owner', { q: 'ורדית' });
  expect(new Set(all.map(({ uuid }) => uuid)).size).toBe(120);
  const after = `2026-01-01T00:00:00.000000Z_${all[0]?.uuid}`;
  expect(await select('owner', { q: 'ורדית', after })).toHaveLength(120);
  const ownOrders = await select('sales', { q: 'ורדית' });
  expect(ownOrders).toHaveLength(60);
  expect(ownOrders.every(({ number }) => number.endsWith('RAAM'))).toBe(true);
  expect(await select('owner', { q: 'ורדית', status: 'accepted' })).toEqual([]);
});

test('a request for financing is told to the store, shows its terms, is found among such, and ends as cancelled for buyer, store and list', async () => {
  const shop = shopper(site.port);
  const goods = await piece(site.connection.pool);
  const body = await shop.orderBody(goods, { payment_method: 'financing', ...(await provedGuest(site)) });
  const { cart, delivery_type_id } = body;
  const terms = { cart, delivery_type_id, months: 36, keep: true };
  const { uid, quote } = (await shop.post('/api/finance/quote', terms)).json<QuoteReply>();
  const reply = await shop.place({ ...body, finance_quote_uid: uid });
  const { order, secret } = reply.json<CreateOrderReply>();
  const mailsOfStore = async () =>
    (
      await query(`select subject, body, recipient from outbox where about = 'order financing' order by created_at`)
    ).map(({ subject, body, recipient }) => ({ subject: subject as string, body: body as string, recipient }));
  const [store] = await query(`select lead_email from stores where key = 'raam'`);
  const [mail] = await mailsOfStore();
  expect(mail).toMatchObject({ subject: expect.stringContaining(order.number), recipient: store.lead_email });
  for (const part of [quote.plan.name, formatExactPrice(quote.monthly), `/orders/${order.uuid}`])
    expect(mail?.body).toContain(part);
  expect(mail?.body).not.toContain(body.customer.last_name);

  const listOrders = async (filters: string) =>
    (await readPage<{ page: OrdersPage }>(site, cookieOf('owner'), `/orders?${filters}`)).data.page.rows;
  const isIn = async (filters: string) => (await listOrders(filters)).some(({ uuid }) => uuid === order.uuid);
  expect([await isIn('kind=financing&status=payment'), await isIn('kind=quote')]).toEqual([true, false]);
  expect(await listOrders('kind=financing')).toMatchObject([{ uuid: order.uuid, is_financed: true }]);
  const home = await file('/', 'owner');
  expect(home.text).toContain('/orders?kind=financing&amp;status=payment');
  const page = await file(`/orders/${order.uuid}`, 'owner');
  for (const part of ['בקשת מימון', 'מול הגוף המממן', quote.plan.name, formatExactPrice(quote.down), 'עוד לא אושר'])
    expect(page.text).toContain(part);
  expect((await file(`/orders.csv?q=${order.number}`, 'owner')).text).toContain('הזמנה במימון');

  await shop.post('/api/orders/release', { secret });
  expect(await listOrders(`q=${order.number}`)).toMatchObject([{ status: 'cancelled', payment: 'cancelled' }]);
  const ended = await file(`/orders/${order.uuid}`, 'owner');
  expect(ended.text).toContain('הבקשה אינה בתוקף');
  expect(ended.text).not.toContain('מול הגוף המממן');
  expect((await mailsOfStore()).map(({ subject }) => subject.includes('בוטלה'))).toEqual([false, true]);
  const buyer = await query(
    `select channel from outbox where order_uid = $1 and about = 'order cancelled' order by 1`,
    [order.uuid],
  );
  expect(buyer).toEqual([{ channel: 'email' }, { channel: 'sms' }]);
});

test('an order whose pieces all went back less the fee is over for its buyer, with sum, fee and date; staff only close it', async () => {
  const owner = cookieOf('owner');
  const goods = await piece(site.connection.pool);
  const shop = shopper(site.port);
  const { order, secret, page: gateway } = await shop.order(goods);
  await pay(site.port, gateway, CARDS.approved);
  await shop.ask(secret);
  const { token, bearer, who, customer } = await signUp(site);
  await query('update orders set customer_uid = $1 where uuid = $2', [customer.uuid, order.uuid]);
  const shown = async () => (await readPage<OrderPage>(site, owner, `/orders/${order.uuid}`)).data;
  const { lines, order: paid } = await shown();
  const lineAgorot = (lines[0]?.priceAgorot ?? 0) - (lines[0]?.discountAgorot ?? 0);
  const back = (paid.totalAgorot - 100_00) / 100;
  const giveReply = await act(site, owner, `/orders/${order.uuid}`, 'refund', {
    lines: [{ line: lines[0]?.uuid, quantity: 1, amount: (lineAgorot - 100_00) / 100, restock: 'on' }],
    ...{ total: back, fee: 100, reason: 'הודעת ביטול' },
  });
  expect(giveReply.data).toMatchObject({ ok: true });

  // What it had grown by before is owed no more.
  await query(
    'update orders set due_agorot = due_agorot + 50000, total_agorot = total_agorot + 50000, delivery_agorot = delivery_agorot + 50000 where uuid = $1',
    [order.uuid],
  );
  expect(await shop.find(secret)).toMatchObject({
    returned: true,
    balance: null,
    refunds: [{ amount: back, fee: 100, done: true }],
  });
  expect((await query(`select ${UNPAID_REST} as rest from orders o where uuid = $1`, [order.uuid]))[0]).toEqual({
    rest: 0,
  });
  await query(
    'update orders set due_agorot = due_agorot - 50000, total_agorot = total_agorot - 50000, delivery_agorot = delivery_agorot - 50000 where uuid = $1',
    [order.uuid],
  );
  const account = await who.get('/customer/orders/get-customer-orders', bearer);
  expect(account.json<{ items: object[] }>().items).toMatchObject([{ uuid: order.uuid, returned: true }]);
  const cookie = { cookie: `auth._token.local=${token}` };
  const words = async (path: string) =>
    (await who.get(path, cookie)).text.replace(/<script[\s\S]*?<\/script>|<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  const cancels = async (path: string) => (await who.get(path, cookie)).text.includes('/cancellation?order=');
  for (const path of [`/order/${secret}`, `/personal-area/orders/order-details?id=${order.uuid}`]) {
    const text = await words(path);
    for (const part of ['ההזמנה זוכתה', formatExactPrice(back), 'דמי ביטול שנוכו', 'הוחזר ב־'])
      expect([path, text.includes(part)]).toEqual([path, true]);
    for (const part of ['שלבי ההזמנה', 'מה קורה עכשיו', 'ביטול ההזמנה', 'בהמשך'])
      expect([path, part, text.includes(part)]).toEqual([path, part, false]);
    expect([path, await cancels(path)]).toEqual([path, false]);
  }
  expect(await words('/personal-area/orders/accessories')).toContain('זוכתה');

  const rows = (await readPage<{ page: OrdersPage }>(site, owner, `/orders?q=${order.number}`)).data.page.rows;
  expect(rows).toMatchObject([{ status: 'accepted', is_to_be_closed: true }]);
  const text = (
    await site.call({ host: 'office.localhost', path: `/orders/${order.uuid}`, headers: { cookie: owner } })
  ).text;
  expect(text).toContain('כל הפריטים זוכו');
  expect(text).not.toContain('קידום:');
  const moved = await act(site, owner, `/orders/${order.uuid}`, 'advance', { from: 'accepted' });
  expect([moved.status, JSON.stringify(moved.data)]).toEqual([422, expect.stringContaining('כל הפריטים')]);
  expect((await act(site, owner, `/orders/${order.uuid}`, 'cancel', { reason: 'זוכתה' })).data).toMatchObject({
    ok: true,
  });
  expect((await shown()).order).toMatchObject({ status: 'cancelled', paymentStatus: 'partly_refunded' });
  expect(await query('select stock from variants where uuid = $1', [goods.variant])).toEqual([{ stock: 5 }]);
});
