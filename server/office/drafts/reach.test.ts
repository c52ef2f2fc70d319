import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connect } from '#db/client.ts';
import { addDays, israelDay } from '#domain/calendar/israel-time.ts';
import { permissions, type RoleKey } from '#domain/people/permissions.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { piece } from '../../../tests/support/purchase.ts';
import type { OfficeContext } from '../../context.ts';
import { readStoreMenus } from '../content/menus.ts';
import { memberOf } from './carry-out.ts';
import { addStep, discardDraft } from './change-draft.ts';
import { readDraft } from './list-drafts.ts';
import { scheduleDraft, unscheduleDraft } from './publish.ts';

let site: TestApp;
let office: Connection;
let store: string;
let product: string;
let owner: OfficeContext;
let manager: OfficeContext;

beforeAll(async () => {
  site = await startApp({ office: true });
  office = connect(site.deps.env.DATABASE_URL as string, { max: 4, actor: 'each' });
  [owner, manager] = [await personOf('owner'), await personOf('manager')];
  const goods = await piece(site.connection.pool);
  product = goods.product;
  const { rows } = await office.pool.query(`select uuid from stores where key = $1`, [goods.store]);
  store = rows[0].uuid;
});
afterAll(async () => {
  await office.close();
  await site.close();
});

async function personOf(role: RoleKey): Promise<OfficeContext> {
  const base = { ...site.deps, db: office.db, reader: office.db };
  const { rows } = await office.pool.query<{ uuid: string }>(
    `select sr.staff_uid as uuid from staff_roles sr join roles r on r.uuid = sr.role_uid where r.key = $1 limit 1`,
    [role],
  );
  return {
    ...base,
    ...{ requestId: 'test', origin: 'http://office.localhost', source: '/test' },
    ...{ ipAddress: '127.0.0.1', userAgent: 'test', device: '' },
    log: site.app.log,
    staff: await memberOf(base, rows[0]?.uuid ?? ''),
  };
}

/** The manager, who has these permissions in the store alone, or all of them there, and the others in all stores. */
function withOnlyHere(only: 'all' | string[]): OfficeContext {
  const { staff } = manager;
  if (!staff) throw new Error('nobody');
  const grants = staff.grants.flatMap((grant) => [
    { ...grant, storeUid: store },
    ...(only === 'all'
      ? []
      : [{ ...grant, storeUid: null, permissions: grant.permissions.filter((one) => !only.includes(one)) }]),
  ]);
  return { ...manager, staff: { ...staff, grants } };
}

/** A step that is of no single store: the product's price. */
async function priceStep(of = product) {
  const { rows } = await office.pool.query<{ price: number }>(
    `update products set deleted_price_agorot = null, deposit_agorot = null where uuid = $1 returning price_agorot::int / 100 as price`,
    [of],
  );
  const was = { price: String(rows[0]?.price), deletedPrice: '', deposit: '', onRequest: 'no' };
  return {
    call: 'products.price',
    input: { product: of, was, ...was, price: String((rows[0]?.price ?? 0) + 100), onRequest: undefined },
  };
}

test('a draft of a price of all stores stays out of one store’s reach, whatever of that store is added to it', async () => {
  const { draft } = await addStep(owner, { ...(await priceStep()), name: 'מחירים לחג' });
  const { menus } = await readStoreMenus(owner, { store });
  const now = { ...menus, FOOTER: [] };
  const input = { store, was: JSON.stringify(menus), now: JSON.stringify(now) };
  await addStep(owner, { call: 'content.edit-menus', input, draft });
  const here = withOnlyHere('all');
  const missing = { code: 'NOT_FOUND' };
  await expect(readDraft(here, { draft })).rejects.toMatchObject(missing);
  await expect(discardDraft(here, { draft })).rejects.toMatchObject(missing);
  // Of that store alone from the beginning, it is its people's too.
  const { draft: own } = await addStep(owner, { call: 'content.edit-menus', input, name: 'תפריט לחג' });
  expect((await readDraft(here, { draft: own })).draft.storeUid).toBe(store);
});

test('the preview is offered in a store that shows what the draft changes', async () => {
  const only = await office.pool.query<{ product: string; name: string }>(
    `select p.uuid as product, s.name from products p join store_products sp on sp.product_uid = p.uuid join stores s on s.uuid = sp.store_uid
     where sp.published and p.price_agorot > 0 and not p.price_on_request and p.kind = 'VEHICLE'
       and (select count(*) from store_products o where o.product_uid = p.uuid) = 1 and s.uuid <> (select uuid from stores order by position, key limit 1)
     order by s.position desc, p.slug limit 1`,
  );
  const { product: sold = '', name } = only.rows[0] ?? {};
  const { draft } = await addStep(owner, { ...(await priceStep(sold)), name: 'מחיר של חנות אחת' });
  const { shops } = await readDraft(owner, { draft });
  expect(shops.length).toBeGreaterThan(1);
  expect(shops[0]?.name).toBe(name);
});

test('the scheduled price of all stores is called off by who sets prices in all of them', async () => {
  const { draft } = await addStep(owner, { ...(await priceStep()), name: 'מחירים לחג' });
  await scheduleDraft(owner, { draft, day: addDays(israelDay(site.deps.now()), 1) });
  const here = withOnlyHere(['products.price']);
  await expect(unscheduleDraft(here, { draft })).rejects.toMatchObject({
    code: 'NOT_POSSIBLE',
    message: expect.stringContaining(`״${permissions['products.price']}״ בכל החנויות`),
  });
  await unscheduleDraft(withOnlyHere([]), { draft });
});
