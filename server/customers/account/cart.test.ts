import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CalcCart } from '#contract/checkout/cart-pricing.ts';
import type { CartLine } from '#contract/customers/account.ts';
import type { CallReply } from '#contract/index.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { caller, signUp } from '../../../tests/support/customers.ts';

let site: TestApp;
let variants: string[];
let foreign: string;
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' } });
  const ids = async (store: string, where: string) =>
    (
      await site.connection.pool.query(
        `select v.uuid from variants v join products p on p.uuid = v.product_uid join store_products sp on sp.product_uid = p.uuid
         join stores s on s.uuid = sp.store_uid where s.key = $1 and sp.published and v.active and p.stock_policy = 'IN_STOCK' and ${where} order by v.sku`,
        [store],
      )
    ).rows.map(({ uuid }) => String(uuid));
  variants = await ids('raam', 'true');
  foreign =
    (
      await ids(
        'gal',
        `p.uuid not in (select product_uid from store_products r join stores o on o.uuid = r.store_uid where o.key = 'raam')`,
      )
    )[0] ?? '';
});
afterAll(() => site.close());

type Synced = CallReply<'POST /customer/customers/sync-cart'>;
type Account = Awaited<ReturnType<typeof signUp>>;
const line = (at: number, quantity: number, configuration: string | null = null): CartLine => ({
  id: variants[at] ?? '',
  configuration,
  quantity,
});
const sync = async ({ who, bearer }: Account, lines: CartLine[] = [], merge = false): Promise<Synced> => {
  const reply = await who.post('/customer/customers/sync-cart', { lines, merge }, bearer);
  expect(reply.status, reply.text).toBe(200);
  return reply.json<Synced>();
};

test('a sign-in merges by the larger quantity, for each configuration, and may be repeated', async () => {
  const account = await signUp(site);
  expect(await sync(account, [line(0, 2), line(1, 1)], true)).toEqual({ cart: [line(0, 2), line(1, 1)], refused: [] });
  const device = [line(0, 1), line(1, 3), line(1, 1, 'red'), line(2, 4)];
  const merged = [line(0, 2), line(1, 3), line(1, 1, 'red'), line(2, 4)];
  for (let turn = 0; turn < 2; turn++) expect((await sync(account, device, true)).cart).toEqual(merged);
  expect((await sync(account)).cart).toEqual(merged);
});

test('changes of two devices keep each other, a removal holds for both, and a repeat changes nothing', async () => {
  const account = await signUp(site);
  await sync(account, [line(0, 1), line(1, 1)], true);
  await Promise.all([sync(account, [line(0, 0)]), sync(account, [line(1, 5)]), sync(account, [line(2, 1)])]);
  const after = [line(1, 5), line(2, 1)];
  expect((await sync(account)).cart).toEqual(after);
  expect((await sync(account, [line(0, 0)])).cart).toEqual(after);
  expect((await sync(account, [line(1, 0), line(2, 0)])).cart).toEqual([]);
});

test('what does not fit is named and left out, what is there stays', async () => {
  const account = await signUp(site);
  const many = Array.from({ length: 50 }, (_, at) => line(0, 1, `code-${at}`));
  expect((await sync(account, many, true)).refused).toEqual([]);
  const { cart, refused } = await sync(account, [line(1, 1), line(0, 9, 'code-0')], true);
  expect(cart).toHaveLength(50);
  expect(cart[0]).toEqual(line(0, 9, 'code-0'));
  expect(refused).toMatchObject([{ id: line(1, 1).id, message: expect.stringMatching(/\S+: הסל מלא/) }]);
  // A removed line makes room in the same call.
  expect((await sync(account, [line(0, 0, 'code-1'), line(1, 1)])).refused).toEqual([]);
  // One that was refused before takes no room away.
  const { refused: first } = await sync(account, [line(2, 1), line(0, 0, 'code-2'), line(3, 1)]);
  expect(first).toMatchObject([{ id: line(2, 1).id }]);
});

test('variants of other stores and of nobody are refused; another customer’s cart is another', async () => {
  const account = await signUp(site);
  await sync(account, [line(0, 1)], true);
  const ids = [foreign, crypto.randomUUID()];
  const { cart, refused } = await sync(
    account,
    ids.map((id) => ({ id, configuration: null, quantity: 1 })),
    true,
  );
  expect(cart).toEqual([line(0, 1)]);
  expect(refused.map(({ id, message }) => [id, message])).toEqual(ids.map((id) => [id, 'הפריט אינו זמין יותר']));
  const other = await signUp(site);
  expect(await sync(other)).toEqual({ cart: [], refused: [] });
  expect((await sync(other, [line(0, 0)])).cart).toEqual([]);
  expect((await sync(account)).cart).toEqual([line(0, 1)]);
  // A token is valid in its own store only.
  const elsewhere = caller(site, { host: 'gal.localhost' });
  expect((await elsewhere.post('/customer/customers/sync-cart', {}, account.bearer)).status).toBe(401);
  expect((await account.who.post('/customer/customers/sync-cart', {})).status).toBe(401);
  for (const lines of [
    [{ ...line(0, 1), quantity: 100 }],
    [{ ...line(0, 1), quantity: -1 }],
    [{ id: 'x', quantity: 1 }],
  ])
    expect((await account.who.post('/customer/customers/sync-cart', { lines }, account.bearer)).status).toBe(400);
});

test('a line that can’t be bought any more stays in the account until a device has told of it by name', async () => {
  const account = await signUp(site);
  await sync(account, [line(3, 2)], true);
  const { rows } = await site.connection.pool.query(
    `select p.uuid, p.name from products p join variants v on v.product_uid = p.uuid where v.uuid = $1`,
    [line(3, 2).id],
  );
  await site.connection.pool.query('update store_products set published = false where product_uid = $1', [
    rows[0].uuid,
  ]);
  expect((await sync(account)).cart).toEqual([line(3, 2)]);
  const calculated = (await account.who.post('/api/sales/calc-cart', { cart: [line(3, 2)] })).json<CalcCart>();
  expect(calculated.cart).toEqual([]);
  expect(calculated.errors).toEqual([
    { error_code: 'PRODUCT_UNAVAILABLE', id: line(3, 2).id, message: expect.stringContaining(`${rows[0].name}`) },
  ]);
  await site.connection.pool.query('update store_products set published = true where product_uid = $1', [rows[0].uuid]);
});

test('the cart is in what a person downloads, and goes with the account', async () => {
  const account = await signUp(site);
  await sync(account, [line(0, 2)], true);
  const data = (await account.who.get('/customer/customers/download-my-data', account.bearer)).json<{
    cart: object[];
  }>();
  expect(data.cart).toMatchObject([{ quantity: 2, sku: expect.any(String), name: expect.any(String) }]);
  expect((await account.who.post('/customer/customers/delete-account', { confirm: true }, account.bearer)).status).toBe(
    200,
  );
  const { rows } = await site.connection.pool.query('select 1 from cart_lines where customer_uid = $1', [
    account.customer.uuid,
  ]);
  expect(rows).toEqual([]);
});
