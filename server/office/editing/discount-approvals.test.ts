import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatExactPrice, isolate } from '#domain/text/format.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';
import { piece } from '../../../tests/support/purchase.ts';
import { noSales } from '../../../tests/support/sales.ts';

// What the second person is told of a discount is all that is known of it when it is agreed to.

let site: TestApp;
let manager: string;
let owner: string;
beforeAll(async () => {
  site = await startApp({ office: true });
  manager = await signInAs(site, 'manager');
  owner = await signInAs(site, 'owner');
  await noSales(site);
});
afterAll(() => site.close());

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await site.connection.pool.query(text, values)).rows as Row[];

async function goodsAt(agorot: number): Promise<{ variant: string; name: string }> {
  const { variant, product } = await piece(site.connection.pool);
  await query('update variants set price_agorot = $2 where uuid = $1', [variant, agorot]);
  const [row] = await query<{ name: string }>('select name from products where uuid = $1', [product]);
  return { variant, name: row?.name ?? '' };
}

async function newOrder(lines: { variant: string; quantity: number }[], changes: Record<string, unknown> = {}) {
  const [store] = await query<{ uuid: string }>(`select uuid from stores where key = 'raam'`);
  const basket = { store: store?.uuid, lines, ...changes };
  type Sums = { deliveries: { uuid: string; kind: string }[]; branches: { id: string }[]; totalAgorot: number };
  const { deliveries, branches } = (await act(site, manager, '/orders/new', 'calculate', basket)).data.result as Sums;
  const delivery = deliveries.find(({ kind }) => kind !== 'COURIER')?.uuid;
  const input = { ...basket, delivery, branch: branches[0]?.id };
  const sums = (await act(site, manager, '/orders/new', 'calculate', input)).data.result as Sums;
  const { data } = await act(site, manager, '/orders/new', 'create', {
    ...input,
    ...{ firstName: 'רון', lastName: 'אבני', phone: '050-7654321', email: 'ron@example.com' },
    ...{ kind: 'order', days: 5, key: crypto.randomUUID(), reason: 'לקוח חוזר', ...changes },
  });
  return { ...data, totalAgorot: sums.totalAgorot };
}

type Approval = { call: string; summary: string; amountAgorot: number };
const waitingFor = async (call: string): Promise<Approval[]> => {
  const { data } = await readPage<{ waiting: Approval[] }>(site, owner, '/approvals');
  return data.waiting.filter((one) => one.call === call);
};
const sum = (agorot: number) => isolate(formatExactPrice(agorot / 100));

test('the second person sees every line that an edit lowers, from what and to what, and the sum of all', async () => {
  const [helmet, bike, gloves] = [await goodsAt(30_000), await goodsAt(6_000_000), await goodsAt(10_000)];
  const placed = await newOrder([
    { variant: helmet.variant, quantity: 2 },
    { variant: bike.variant, quantity: 1 },
    { variant: gloves.variant, quantity: 1 },
  ]);
  const { uuid, number } = placed.result as { uuid: string; number: string };
  type Editing = { edition: string; lines: { line: string; priceAgorot: number; quantity: number }[] };
  const { edition, lines } = (await readPage<Editing>(site, manager, `/orders/${uuid}/edit`)).data;
  // The last one becomes dearer, which is no part of the discount.
  const prices: Record<number, number> = { 30000: 150, 6000000: 42_000, 10000: 110 };
  const edited = await act(site, manager, `/orders/${uuid}/edit`, 'edit', {
    edition,
    reason: 'סוכם בטלפון',
    lines: lines.map(({ line, quantity, priceAgorot }) => ({ line, quantity, price: prices[priceAgorot] })),
  });
  expect(edited.data.message).toContain('לאישור');
  const goods = [
    `${isolate('2 ×')} ${isolate(helmet.name)} מ־${sum(60_000)} ל־${sum(30_000)}`,
    `${isolate(bike.name)} מ־${sum(6_000_000)} ל־${sum(4_200_000)}`,
  ];
  expect(await waitingFor('orders.edit')).toMatchObject([
    { summary: `הנחה בעריכת הזמנה ${isolate(number)}: ${goods.join(', ')}`, amountAgorot: 30_000 + 1_800_000 },
  ]);
});

test('the second person sees the goods of a new order, its sum, and whether its link is sent; not who it is for', async () => {
  const [helmet, bike] = [await goodsAt(30_000), await goodsAt(6_000_000)];
  const lines = [
    { variant: helmet.variant, quantity: 2 },
    { variant: bike.variant, quantity: 1 },
  ];
  const sent = await newOrder(lines, { discount: 20, send: 'true' });
  const quoted = await newOrder(lines, { discount: 20, kind: 'quote' });
  expect([sent.message, quoted.message]).toEqual([
    expect.stringContaining('לאישור'),
    expect.stringContaining('לאישור'),
  ]);
  const goods = `${isolate('2 ×')} ${isolate(helmet.name)}, ${isolate(bike.name)}`;
  const total = sum(sent.totalAgorot);
  const agreed = { amountAgorot: 1_212_000 };
  expect(await waitingFor('orders.create')).toMatchObject([
    { summary: `הנחה של 20% בהזמנה חדשה: ${goods}. סה״כ ${total}, והקישור לתשלום יישלח ללקוח`, ...agreed },
    { summary: `הנחה של 20% בהצעת מחיר חדשה: ${goods}. סה״כ ${total}`, ...agreed },
  ]);
});
