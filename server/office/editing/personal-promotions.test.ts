import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act, signInAs } from '../../../tests/support/office.ts';
import { piece } from '../../../tests/support/purchase.ts';
import { noSales, saleOf } from '../../../tests/support/sales.ts';

let site: TestApp;
let cookie: string;
beforeAll(async () => {
  site = await startApp({ office: true });
  cookie = await signInAs(site, 'sales');
});
afterAll(() => site.close());

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await site.connection.pool.query(text, values)).rows as Row[];
const call = (name: string, input: Record<string, unknown>) => act(site, cookie, '/orders/new', name, input);

async function form(changes: Record<string, unknown>) {
  const goods = await piece(site.connection.pool, { store: 'noam' });
  const [store] = await query<{ uuid: string }>("select uuid from stores where key = 'noam'");
  const basket = { store: store?.uuid, lines: [{ variant: goods.variant, quantity: 1 }] };
  const { data } = await call('calculate', basket);
  const sums = data.result as { deliveries: { uuid: string; kind: string }[]; branches: { id: string }[] };
  const input = {
    ...basket,
    delivery: sums.deliveries.find(({ kind }) => kind !== 'COURIER')?.uuid,
    branch: sums.branches[0]?.id,
    ...{ firstName: 'רון', lastName: 'אבני', email: 'ron@example.com', kind: 'order', key: crypto.randomUUID() },
    ...changes,
  };
  return { goods, input };
}

test('once for each customer: of two orders that staff place for one at once, one has the promotion', async () => {
  const sale = await saleOf(site, { store: 'noam', uses_per_customer: 1 });
  const { input, goods } = await form({ phone: '050-7654322' });
  // Both are calculated before either is written, as the goods' row is held meanwhile.
  const holder = await site.connection.pool.connect();
  await holder.query('begin');
  await holder.query('select from variants where uuid = $1 for update', [goods.variant]);
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const both = [1, 2].map(() => call('create', { ...input, key: crypto.randomUUID() }));
  await expect.poll(() => query(waiting)).toHaveLength(2);
  await holder.query('rollback');
  holder.release();
  const replies = await Promise.all(both);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(replies.find(({ status }) => status === 422)?.data.message).toContain('נוצל בינתיים');
  expect(await query('select from order_discounts where sale_uid = $1', [sale])).toHaveLength(1);
  // An account has had it under another phone and e-mail, too.
  const ofAccount = `with c as (insert into customers (store_uid, phone) select uuid, $2 from stores where key = 'noam' returning uuid)
    update orders set customer_uid = c.uuid from c, order_discounts d where d.order_uid = orders.uuid and d.sale_uid = $1 returning c.uuid`;
  const [account] = await query<{ uuid: string }>(ofAccount, [sale, '+972507654323']);
  const changed = { phone: '050-7654323', email: 'new@example.com', customer: account?.uuid };
  expect((await call('create', (await form(changed)).input)).status).toBe(200);
  expect(await query('select from order_discounts where sale_uid = $1', [sale])).toHaveLength(1);
  await noSales(site);
});
