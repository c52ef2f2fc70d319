import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';
import { noSales } from '../../../tests/support/sales.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ office: true });
  await noSales(site);
});
afterAll(() => site.close());

type File = Record<string, unknown>;
type Explained = { name: string; outcome: string; amountAgorot: number; why: string };
type Result = { totalAgorot: number; discountAgorot: number; linesAgorot: number; explained: Explained[] };

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await site.connection.pool.query(text, values)).rows as T[];
const json = (value: File): string => JSON.stringify(value);
const storeOf = async (key: string) =>
  (await query<{ uuid: string }>('select uuid from stores where key = $1', [key]))[0]?.uuid ?? '';

/** Something of the store that is in stock. */
async function goods(store: string) {
  const [row] = await query<{ uuid: string; slug: string; price: number }>(
    `select v.uuid, p.slug, coalesce(v.price_agorot, sp.price_agorot, p.price_agorot)::float8 as price
     from variants v join products p on p.uuid = v.product_uid join store_products sp on sp.product_uid = p.uuid
     where sp.store_uid = $1 and sp.published and v.active and v.stock > 5 and p.stock_policy = 'IN_STOCK' and p.kind = 'ACCESSORY'
     order by v.sku limit 1`,
    [store],
  );
  if (!row) throw new Error('nothing in stock');
  return row;
}

async function create(cookie: string, store: string, now: File) {
  const { data } = await act(site, cookie, '/promotions/new', 'create', { store, now: json(now) });
  return { ...data, uuid: (data.result as { uuid: string } | undefined)?.uuid ?? '' };
}

async function simulated(cookie: string, input: File): Promise<Result> {
  const { data } = await act(site, cookie, '/promotions/simulator', 'simulate', input);
  expect(data).toMatchObject({ ok: true });
  return data.result as Result;
}

test('the simulator says what the shop charges, and of every promotion why it applied or not', async () => {
  const cookie = await signInAs(site, 'editor');
  const raam = await storeOf('raam');
  const { uuid: variant, slug, price } = await goods(raam);
  const tenth = { name: 'עשירית', kind: 'PERCENT', percent: 10, scope: { products: [slug] }, priority: 5 };
  expect(await create(cookie, raam, tenth)).toMatchObject({ ok: true });
  await create(cookie, raam, { name: 'של מחר', kind: 'PERCENT', percent: 50, starts: '2031-01-01T00:00:00+02:00' });
  await create(cookie, raam, { name: 'לקנייה גדולה', kind: 'FIXED', amount: 50, min_sum: 1_000_000 });
  await create(cookie, raam, { name: 'בקוד', kind: 'FIXED', amount: 1, by_coupon: true });
  await create(cookie, raam, { name: 'כבוי', kind: 'FIXED', amount: 1, active: false });
  const lines = [{ variant, quantity: 2 }];
  const now = await simulated(cookie, { store: raam, lines });
  expect(now).toMatchObject({ linesAgorot: 2 * price, discountAgorot: Math.round((2 * price) / 10) });
  const why = (name: string) => now.explained.find((one) => one.name === name);
  expect(why('עשירית')).toMatchObject({ outcome: 'applied', amountAgorot: now.discountAgorot });
  expect(why('של מחר')).toMatchObject({ outcome: 'not', why: expect.stringContaining('מתחיל ב־01/01/2031') });
  expect(why('לקנייה גדולה')?.why).toContain('₪1,000,000');
  expect(why('בקוד')?.why).toContain('רק עם קוד');
  expect(why('כבוי')?.why).toBe('המבצע כבוי');
  const shop = await site.call({
    method: 'POST',
    path: '/api/sales/calc-cart',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cart: [{ id: variant, quantity: 2 }] }),
  });
  expect(JSON.parse(shop.text)).toMatchObject({ total_order_price: now.totalAgorot / 100 });
  const later = await simulated(cookie, { store: raam, lines, at: '2031-01-01T00:00' });
  expect(later.explained.find(({ name }) => name === 'של מחר')?.outcome).toBe('applied');
  const viewer = await signInAs(site, 'viewer');
  expect((await simulated(viewer, { store: raam, lines })).totalAgorot).toBe(now.totalAgorot);
  // Whether a phone is a customer's is for who may see customers.
  const ofPhone = { store: raam, lines, phone: '050-7654321' };
  expect((await act(site, cookie, '/promotions/simulator', 'simulate', ofPhone)).status).toBe(403);
  const service = await signInAs(site, 'service');
  expect(await simulated(service, ofPhone)).toMatchObject({ customer: 'בלי חשבון בחנות' });
  const hasField = async (who: string) =>
    (
      await site.call({ host: 'office.localhost', path: '/promotions/simulator', headers: { cookie: who } })
    ).text.includes('name="phone"');
  expect([await hasField(cookie), await hasField(service)]).toEqual([false, true]);
});

test('the importer’s rules: what a kind needs, what it knows nothing of, what is not sold; a name is the store’s own', async () => {
  const cookie = await signInAs(site, 'editor');
  const raam = await storeOf('raam');
  const refused = async (now: File) => (await create(cookie, raam, now)).errors?.map(({ path }) => path);
  expect(await refused({ name: 'א', kind: 'PERCENT' })).toEqual(['percent']);
  expect(await refused({ name: 'א', kind: 'FREE_DELIVERY', amount: 5 })).toEqual(['amount']);
  expect(await refused({ name: 'א', kind: 'PERCENT', percent: 101 })).toEqual(['percent']);
  expect(await refused({ name: 'א', kind: 'PERCENT', percent: 5, scope: { products: ['no-such'] } })).toEqual([
    'scope.products.0',
  ]);
  const dates = { starts: '2031-01-02T00:00:00+02:00', ends: '2031-01-01T00:00:00+02:00' };
  expect(await refused({ name: 'א', kind: 'FREE_DELIVERY', ...dates })).toEqual(['ends']);
  expect(await refused({ name: 'עשירית', kind: 'FREE_DELIVERY' })).toEqual(['name']);
});

test('an edited promotion is at the shop’s next basket, keeps its uses, and is left alone by imports', async () => {
  const cookie = await signInAs(site, 'editor');
  const noam = await storeOf('noam');
  const { uuid: variant, price } = await goods(noam);
  await query(
    `insert into sales (store_uid, name, kind, amount, uses, uses_limit, origin) values ($1, 'של הייבוא', 'PERCENT', 1000, 3, 10, 'IMPORT')`,
    [noam],
  );
  const [row] = await query<{ uuid: string }>(`select uuid from sales where name = 'של הייבוא'`);
  const path = `/promotions/${row?.uuid}`;
  const { data } = await readPage<{ file: File }>(site, cookie, path);
  expect(data.file).toMatchObject({ kind: 'PERCENT', percent: 10, uses_limit: 10 });
  const edit = (now: File) =>
    act(site, cookie, path, 'edit', { was: json(data.file), now: json({ ...data.file, ...now }) });
  expect((await edit({ percent: 20 })).data).toMatchObject({ ok: true });
  const [stored] = await query(`select amount::int, uses, origin from sales where uuid = $1`, [row?.uuid]);
  expect(stored).toEqual({ amount: 2000, uses: 3, origin: 'OPERATOR' });
  const until = performance.now() + 2_000;
  let total = 0;
  while (total !== Math.round(price * 0.8) && performance.now() < until)
    total = (await simulated(cookie, { store: noam, lines: [{ variant, quantity: 1 }] })).totalAgorot;
  expect(total).toBe(Math.round(price * 0.8));
  // Somebody else began with ten percent, too.
  expect((await edit({ percent: 30 })).data.details).toMatchObject({ conflicts: [{ field: 'percent', theirs: 20 }] });
  expect((await edit({ priority: 7 })).data).toMatchObject({ ok: true });
  expect((await act(site, cookie, path, 'off')).data).toMatchObject({ ok: true });
  const off = await simulated(cookie, { store: noam, lines: [{ variant, quantity: 1 }] });
  expect(off.explained.find(({ name }) => name === 'של הייבוא')?.outcome).toBe('not');
});

test('codes are made by hand or in numbers, none twice; one that was used stays; sales people only look', async () => {
  const cookie = await signInAs(site, 'editor');
  const raam = await storeOf('raam');
  const { uuid } = await create(cookie, raam, { name: 'לחברים', kind: 'PERCENT', percent: 5, by_coupon: true });
  const path = `/promotions/${uuid}`;
  const add = (input: File) => act(site, cookie, path, 'add-codes', input);
  expect((await add({ code: 'HAVER-5' })).data).toMatchObject({ ok: true });
  expect((await add({ code: 'haver-5' })).data.ok).toBe(false);
  expect((await add({ code: '=1+1' })).data).toMatchObject({ ok: false, errors: [{ path: 'code' }] });
  expect((await add({ count: 200, prefix: 'PES-', usesLimit: 1 })).data).toMatchObject({ ok: true });
  expect((await add({ count: 5_000 })).status).toBe(400);
  const codes = await query<{ uuid: string; code: string; uses_limit: number | null }>(
    'select uuid, code, uses_limit from coupons where sale_uid = $1 order by code',
    [uuid],
  );
  expect(codes).toHaveLength(201);
  expect(codes.filter(({ code, uses_limit }) => /^PES-[A-Z2-9]{8}$/.test(code) && uses_limit === 1)).toHaveLength(200);
  const csv = await site.call({ host: 'office.localhost', path: `${path}/codes.csv`, headers: { cookie } });
  expect(csv.text.trim().split('\r\n')).toHaveLength(202);
  await query(`update coupons set uses = 1 where code = 'HAVER-5'`);
  const used = codes.find(({ code }) => code === 'HAVER-5')?.uuid;
  expect((await act(site, cookie, path, 'remove-code', { code: used })).data.ok).toBe(false);
  expect((await act(site, cookie, path, 'remove-code', { code: codes.at(-1)?.uuid })).data.ok).toBe(true);
  const sales = await signInAs(site, 'sales');
  expect((await act(site, sales, path, 'add-codes', { code: 'MINE' })).status).toBe(403);
});
