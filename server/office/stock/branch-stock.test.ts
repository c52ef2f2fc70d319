import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RoleKey } from '#domain/people/permissions.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act as actAs, leaveStore, readPage, signInAs } from '../../../tests/support/office.ts';
import { CARDS, type Piece, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import type { OrderPage } from '../orders/read-order.ts';
import type { MovementRow, StockRow } from './list-stock.ts';

let site: TestApp;
const cookies = new Map<RoleKey, string>();
/** Branches of the store, the first of which orders name. */
let branches: { uuid: string; name: string }[];
beforeAll(async () => {
  site = await startApp({ office: true });
  for (const role of ['owner', 'warehouse'] as const) cookies.set(role, await signInAs(site, role));
  branches = await query(`
    select b.uuid, b.name from branches b join branch_stores s on s.branch_uid = b.uuid join stores t on t.uuid = s.store_uid
    where t.key = 'raam' order by b.position limit 3`);
});
afterAll(() => site.close());

const query = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;
const act = (call: string, input: Record<string, unknown>, { path = '/stock', role = 'owner' as RoleKey } = {}) =>
  actAs(site, cookies.get(role) ?? '', path, call, input);
const page = async <T>(path: string) => (await readPage<T>(site, cookies.get('owner') ?? '', path)).data;
type StockPage = { variant: StockRow; movements: MovementRow[] };
const stockPage = (variant: string) => page<StockPage>(`/stock/${variant}`);

/** A variant with so many pieces at the branches, and the rest in the warehouse. */
async function divided(stock: number, at: number[], store = 'raam'): Promise<Piece> {
  const goods = await piece(site.connection.pool, { store, stock: 0 });
  await query('update variants set stock = $2 where uuid = $1', [goods.variant, stock]);
  for (const [index, pieces] of at.entries())
    await query('insert into branch_stock (variant_uid, branch_uid, pieces) values ($1, $2, $3)', [
      goods.variant,
      branches[index]?.uuid,
      pieces,
    ]);
  return goods;
}

/** Pieces at the branches in their sequence, and in the warehouse. */
async function placesOf(variant: string): Promise<number[]> {
  const rows = await query('select branch_uid, pieces from branch_stock where variant_uid = $1', [variant]);
  const [{ stock }] = await query('select stock from variants where uuid = $1', [variant]);
  const at = branches.map(({ uuid }) => rows.find(({ branch_uid }) => branch_uid === uuid)?.pieces ?? 0);
  return [...at, stock - at.reduce((sum, pieces) => sum + pieces, 0)];
}

/** The newest movements as `kind place before→after`. */
async function moved(variant: string, count: number): Promise<string[]> {
  const { movements } = await stockPage(variant);
  return movements
    .slice(0, count)
    .map(
      ({ kind, branch, before, after }) =>
        `${kind} ${branch ? branches.findIndex(({ name }) => name === branch) : 'warehouse'} ${before}→${after}`,
    )
    .sort();
}

/** Undoes the variant's newest operation of the log. */
async function undoLast(variant: string) {
  const [{ uid }] = await query(
    `select c.deed_uid as uid from changes c where c.entity_uid in ($1, (select product_uid from variants where uuid = $1))
       and c.table_name in ('variants', 'branch_stock') order by c.id desc limit 1`,
    [variant],
  );
  return act('undo', { change: uid, reason: 'טעות' }, { path: `/changes/${uid}` });
}

test('a sale takes from the order’s branch, the warehouse, then the fullest branch; it goes back where staff say, or where it came from', async () => {
  const goods = await divided(6, [1, 2]);
  const { order, page: payment } = await shopper(site.port).order(goods, { quantity: 5 });
  expect((await query('select branch_uid from orders where uuid = $1', [order.uuid]))[0].branch_uid).toBe(
    branches[0]?.uuid,
  );
  expect(await placesOf(goods.variant)).toEqual([0, 1, 0, 0]);
  expect(await moved(goods.variant, 3)).toEqual(['sale 0 1→0', 'sale 1 2→1', 'sale warehouse 3→0']);
  await pay(site.port, payment, CARDS.approved);
  const shown = await page<OrderPage>(`/orders/${order.uuid}`);
  const [line] = shown.lines;
  expect(line?.places.map(({ pieces }) => pieces)).toEqual([1, 1, 3]);
  const total = shown.order.totalAgorot / 100;
  const back = (quantity: number, sum: number, to?: string) =>
    act(
      'refund',
      {
        lines: [{ line: line?.uuid, quantity, restock: 'on' }],
        total: sum,
        reason: 'לא מתאים',
        ...(to && { restock_to: to }),
      },
      { path: `/orders/${order.uuid}` },
    );
  expect((await back(1, total / 5, goods.variant)).status).toBe(404);
  expect((await back(1, total / 5, branches[2]?.uuid)).data.ok).toBe(true);
  expect(await placesOf(goods.variant)).toEqual([0, 1, 1, 0]);
  expect((await back(4, (total / 5) * 4)).data.ok).toBe(true);
  expect(await placesOf(goods.variant)).toEqual([1, 2, 1, 2]);
});

test('goods of an order that waits at its branch go back there when it is cancelled, refunded or loses some; what was handed over stays out', async () => {
  const ready = async (goods: Piece, quantity: number) => {
    const { order, page: payment } = await shopper(site.port).order(goods, { quantity });
    await pay(site.port, payment, CARDS.approved);
    const path = `/orders/${order.uuid}`;
    for (const from of ['accepted', 'in_process']) await act('advance', { from }, { path });
    return { path, total: order.total_order_price };
  };
  const goods = await divided(5, [0, 2]);
  const cancelled = await ready(goods, 2);
  expect(await placesOf(goods.variant)).toEqual([0, 2, 0, 1]);
  expect((await act('cancel', { reason: 'התחרט' }, { path: cancelled.path })).status).toBe(200);
  expect(await placesOf(goods.variant)).toEqual([2, 2, 0, 1]);

  const refunded = await ready(goods, 4);
  expect(await placesOf(goods.variant)).toEqual([0, 1, 0, 0]);
  const back = { lines: [], total: refunded.total, reason: 'התחרט' };
  expect((await act('refund', back, { path: refunded.path })).data.ok).toBe(true);
  expect(await placesOf(goods.variant)).toEqual([4, 1, 0, 0]);

  const given = await ready(goods, 1);
  await query(`update orders set status = 'provided' where uuid = $1`, [given.path.slice(8)]);
  expect((await act('refund', { ...back, total: given.total }, { path: given.path })).data.ok).toBe(true);
  expect(await placesOf(goods.variant)).toEqual([3, 1, 0, 0]);

  // By line the same, where staff name no other place: these came from the warehouse.
  const others = await divided(5, [0, 2]);
  const named = await ready(others, 2);
  const [line] = (await page<OrderPage>(named.path)).lines;
  const lines = [{ line: line?.uuid, quantity: 1, restock: 'on' }];
  expect(await placesOf(others.variant)).toEqual([0, 2, 0, 1]);
  expect((await act('refund', { ...back, lines, total: named.total / 2 }, { path: named.path })).data.ok).toBe(true);
  expect(await placesOf(others.variant)).toEqual([1, 2, 0, 1]);

  // Where no branch has had any of it, nobody keeps places.
  const plain = await divided(3, []);
  const { path } = await ready(plain, 1);
  expect((await act('cancel', { reason: 'התחרט' }, { path })).status).toBe(200);
  expect(await placesOf(plain.variant)).toEqual([0, 0, 0, 3]);
  const other = await ready(plain, 1);
  const [only] = (await page<OrderPage>(other.path)).lines;
  const all = { ...back, lines: [{ line: only?.uuid, quantity: 1, restock: 'on' }], total: other.total };
  expect((await act('refund', all, { path: other.path })).data.ok).toBe(true);
  expect(await placesOf(plain.variant)).toEqual([0, 0, 0, 3]);
});

test('what is counted, received and moved at a branch is kept by place, undone, and not undone over what was sold since', async () => {
  const goods = await divided(5, [2]);
  const { variant } = goods;
  const [first, second] = branches.map(({ uuid }) => uuid);
  const late = await act('count', { variant, at: first, was: 3, counted: 4, reason: 'ספירה' });
  expect(late).toMatchObject({ status: 409, data: { details: { at: first, stock: 2 } } });
  await act('count', { variant, at: first, was: 2, counted: 4, reason: 'ספירה' });
  expect(await placesOf(variant)).toEqual([4, 0, 0, 3]);
  await act('receive', { variant, at: second, received: 3, reason: 'תעודה 7' });
  expect(await placesOf(variant)).toEqual([4, 3, 0, 3]);
  expect(await moved(variant, 2)).toEqual(['count 0 2→4', 'receipt 1 0→3']);
  expect((await undoLast(variant)).data.ok).toBe(true);
  expect(await placesOf(variant)).toEqual([4, 0, 0, 3]);
  expect(await moved(variant, 1)).toEqual(['undo 1 3→0']);

  const transfer = { variant, from: first, to: second, moved: 3, reason: '' };
  expect((await act('transfer', { ...transfer, moved: 9 })).data.message).toContain('יש רק 4');
  expect((await act('transfer', { ...transfer, to: first })).status).toBe(400);
  expect((await act('transfer', transfer)).data.ok).toBe(true);
  expect(await placesOf(variant)).toEqual([1, 3, 0, 3]);
  expect(await moved(variant, 2)).toEqual(['transfer 0 4→1', 'transfer 1 0→3']);
  expect((await undoLast(variant)).data.ok).toBe(true);
  expect(await placesOf(variant)).toEqual([4, 0, 0, 3]);

  // Back to the warehouse, from which all was sold since: the branch can't have the pieces again.
  await act('transfer', { ...transfer, to: 'warehouse', moved: 4 });
  expect(await moved(variant, 2)).toEqual(['transfer 0 4→0', 'transfer warehouse 3→7']);
  await query('update variants set stock = 2 where uuid = $1', [variant]);
  const refused = await undoLast(variant);
  expect(refused).toMatchObject({ status: 409, data: { details: { conflicts: [{ table: 'branch_stock' }] } } });
  expect(await placesOf(variant)).toEqual([0, 0, 0, 2]);
});

test('the first transfer to a branch isn’t undone over what was sold there since', async () => {
  const goods = await divided(5, []);
  const { variant } = goods;
  const first = { variant, from: 'warehouse', to: branches[0]?.uuid, moved: 4 };
  expect((await act('transfer', first)).data.ok).toBe(true);
  await shopper(site.port).order(goods, { quantity: 1 });
  expect(await placesOf(variant)).toEqual([3, 0, 0, 1]);
  const refused = await undoLast(variant);
  expect(refused.status).toBe(409);
  expect(refused.data.details).toMatchObject({
    conflicts: [{ table: 'branch_stock', field: 'pieces', made: 4, now: 3 }],
  });
  expect(await placesOf(variant)).toEqual([3, 0, 0, 1]);
});

test('two people count a branch while an order is placed: nothing is lost, and no count overwrites the sale', async () => {
  const { variant, ...goods } = await divided(9, [4]);
  for (let turn = 0; turn < 4; turn++) {
    const [was] = await placesOf(variant);
    const [before] = await query('select stock from variants where uuid = $1', [variant]);
    const count = (counted: number) =>
      act('count', { variant, at: branches[0]?.uuid, was, counted, reason: 'ספירה' }).then(({ data }) =>
        data.ok ? counted - (was ?? 0) : 0,
      );
    const [one, other] = await Promise.all([
      // Not by one: with the sale's piece between them, the second would find what it began with.
      count((was ?? 0) + 2),
      count((was ?? 0) + 3),
      shopper(site.port).order({ variant, ...goods }),
    ]);
    expect([one, other].filter(Boolean).length).toBeLessThan(2);
    const [after] = await query('select stock from variants where uuid = $1', [variant]);
    expect(after.stock).toBe(before.stock + one + other - 1);
  }
});

test('an undo waits for the order that has the variant, and neither is cut off', async () => {
  const { variant } = await divided(9, [4]);
  await act('count', { variant, at: branches[0]?.uuid, was: 4, counted: 6, reason: 'ספירה' });
  const order = await site.connection.pool.connect();
  try {
    // As an order does: the variant first, then what lies at its branch.
    await order.query('begin');
    await order.query('select from variants where uuid = $1 for no key update', [variant]);
    const undone = undoLast(variant);
    await expect
      .poll(() => query(`select count(*)::int from pg_locks where not granted`).then(([row]) => row.count))
      .toBeGreaterThan(0);
    await order.query('update variants set stock = stock - 1 where uuid = $1', [variant]);
    await order.query('update branch_stock set low_stock = 1 where variant_uid = $1', [variant]);
    await order.query('commit');
    // What the order changed stands, so the undo is refused.
    expect((await undone).status).toBe(409);
  } finally {
    order.release();
  }
  expect((await query('select stock from variants where uuid = $1', [variant]))[0].stock).toBe(10);
});

test('whatever is done, and by however many at a time, places add up to the stock and movements to the places', async () => {
  const { variant } = await divided(0, []);
  await query('delete from stock_movements where variant_uid = $1', [variant]);
  const places = [...branches.map(({ uuid }) => uuid), 'warehouse'];
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const randomPlace = () => places[random(places.length)];
  const operations = [
    () => act('receive', { variant, at: randomPlace(), received: 1 + random(4), reason: '' }),
    () => act('transfer', { variant, from: randomPlace(), to: randomPlace(), moved: 1 + random(3), reason: '' }),
    () => query('update variants set stock = greatest(0, stock - $2) where uuid = $1', [variant, 1 + random(4)]),
    () => query('update variants set stock = stock + 1 where uuid = $1', [variant]),
    () => undoLast(variant).catch(() => null),
  ];
  for (let turn = 0; turn < 12; turn++) {
    await Promise.all(
      Array.from({ length: 4 }, () => (turn < 2 ? operations[0] : operations[random(operations.length)])?.()),
    );
    const now = await placesOf(variant);
    expect(Math.min(...now)).toBeGreaterThanOrEqual(0);
    const rows = await query(
      `select branch_uid, sum(after - before)::int as pieces, min(least(before, after)) as least from stock_movements where variant_uid = $1 group by 1`,
      [variant],
    );
    const kept = [...branches.map(({ uuid }) => uuid), null].map(
      (place) => rows.find(({ branch_uid }) => branch_uid === place)?.pieces ?? 0,
    );
    expect(kept).toEqual(now);
  }
  await expect(
    query(
      'insert into branch_stock values ($1, $2, 1000) on conflict (variant_uid, branch_uid) do update set pieces = 1000',
      [variant, branches[0]?.uuid],
    ),
  ).rejects.toMatchObject({ constraint: 'branch_stock_within_stock' });
});

test('the list is of a branch, knows what is below a threshold, and the home page tells whoever keeps the stock', async () => {
  type List = { page: { rows: StockRow[] } };
  const goods = await divided(8, [2, 5]);
  const { variant } = goods;
  const [first] = branches.map(({ uuid }) => uuid);
  const listed = async (search: string) =>
    (await page<List>(`/stock?${search}`)).page.rows.find(({ uuid }) => uuid === variant);
  expect(await listed(`at=${first}&left=few`)).toMatchObject({
    warehouse: 1,
    branches: [{ pieces: 2 }, { pieces: 5 }],
  });
  expect(await listed('left=few')).toBeUndefined();
  expect(await listed(`at=${branches[2]?.uuid}`)).toBeUndefined();
  const waiting = async () => (await page<{ home: { waiting: { low_stock: number } } }>('/')).home.waiting.low_stock;
  const before = await waiting();
  expect((await act('low', { variant, of: first, low: '2' })).data.ok).toBe(true);
  expect((await act('low', { variant, of: 'all', low: '3' })).data.ok).toBe(true);
  expect(await waiting()).toBe(before + 1);
  expect(await listed('left=low')).toMatchObject({ low_stock: 3 });
  await act('low', { variant, of: first, low: '' });
  expect(await waiting()).toBe(before);
  await query('update variants set stock = 3 where uuid = $1', [variant]);
  expect(await listed('left=low')).toBeDefined();
  expect((await act('low', { variant, of: 'all', low: '-1' })).status).toBe(400);

  // A branch of stores that the person doesn't work in is none to them.
  await leaveStore(site, 'warehouse', 'raam');
  const [{ uuid: far }] = await query(`
    with far as (insert into branches (company_uid, key, name, city, address, region, phone)
      select company_uid, 'far', 'רחוק', 'אילת', '', 'דרום', '' from branches limit 1 returning uuid)
    insert into branch_stores select far.uuid, s.uuid from far, stores s where s.key = 'raam' returning branch_uid as uuid`);
  const [own] = await query(`
    select v.uuid from variants v join store_products sp on sp.product_uid = v.product_uid join staff_roles r on r.store_uid = sp.store_uid
    where r.role_uid = (select uuid from roles where key = 'warehouse') limit 1`);
  const input = { variant: own.uuid, at: far, received: 1, reason: '' };
  expect((await act('receive', input, { role: 'warehouse' })).status).toBe(404);
  expect((await act('receive', { ...input, at: 'warehouse' }, { role: 'warehouse' })).data.ok).toBe(true);
});

test('the list goes on where its page ended, whatever became of that page’s last row', async () => {
  type Page = { page: { rows: StockRow[]; next: string | null } };
  const first = await page<Page>('/stock');
  const last = first.page.rows.at(-1);
  const ids = ({ page: { rows } }: Page) => rows.map(({ uuid }) => uuid);
  const second = await page<Page>(`/stock?after=${first.page.next}`);
  expect(ids(second)).toHaveLength(50);
  for (const stock of [900_000, 0]) {
    await query('update variants set stock = $2 where uuid = $1', [last?.uuid, stock]);
    expect(ids(await page<Page>(`/stock?after=${first.page.next}`)).filter((uuid) => uuid !== last?.uuid)).toEqual(
      ids(second),
    );
  }
});

test('of an order in a store that the person may not read, a movement tells neither the number nor what was written about it', async () => {
  const { variant, product } = await piece(site.connection.pool, { stock: 3 });
  await query(
    `insert into store_products select (jsonb_populate_record(sp, jsonb_build_object('store_uid', (select uuid from stores where key = 'ofek')))).*
     from store_products sp join stores s on s.uuid = sp.store_uid where s.key = 'raam' and sp.product_uid = $1 on conflict do nothing`,
    [product],
  );
  const { order, page: payment } = await shopper(site.port).order({ variant, product, store: 'raam', price: 0 });
  await pay(site.port, payment, CARDS.approved);
  const reason = 'הקונה, רותי, התחרטה';
  expect((await act('cancel', { reason }, { path: `/orders/${order.uuid}` })).data.ok).toBe(true);
  await act('count', { variant, was: 3, counted: 2, reason: 'ספירה' }, { path: `/stock/${variant}` });
  const shown = async (role: RoleKey) => {
    const { data } = await readPage<StockPage>(site, cookies.get(role) ?? '', `/stock/${variant}`);
    return data.movements.map((one) => [one.kind, one.order?.number ?? null, one.reason]);
  };
  const inSight = await shown('owner');
  expect(inSight).toContainEqual([expect.any(String), order.number, reason]);
  await leaveStore(site, 'warehouse', 'raam');
  const hidden = await shown('warehouse');
  expect(JSON.stringify(hidden)).not.toMatch(new RegExp(`${order.number}|רותי`));
  expect(hidden).toContainEqual([expect.any(String), null, 'ספירה']);
  expect(hidden).toHaveLength(inSight.length);
});
