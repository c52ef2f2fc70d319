import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderTask } from '#contract/checkout/order-tasks.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';

let site: TestApp;
let owner: string;
beforeAll(async () => {
  site = await startApp({ office: true });
  owner = await signInAs(site, 'owner');
});
afterAll(() => site.close());

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await site.connection.pool.query(text, values)).rows as Row[];

type Bought = { uuid: string; secret: string };

/** A paid order of two vehicles, ALPHA and BETA. */
async function buyTwo(): Promise<Bought> {
  const shop = shopper(site.port);
  const purchase = await shop.order(await piece(site.connection.pool));
  await pay(site.port, purchase.page, CARDS.approved);
  await shop.ask(purchase.secret);
  const { uuid } = purchase.order;
  const other = await piece(site.connection.pool);
  type Editing = { edition: string; lines: { line: string }[] };
  const { edition, lines } = (await readPage<Editing>(site, owner, `/orders/${uuid}/edit`)).data;
  const both = [
    { line: lines[0]?.line, quantity: 1 },
    { variant: other.variant, quantity: 1 },
  ];
  const edited = await act(site, owner, `/orders/${uuid}/edit`, 'edit', { reason: 'סוכם', edition, lines: both });
  expect(edited.status).toBe(200);
  await query(`update order_lines set name = case position when 0 then 'ALPHA' else 'BETA' end where order_uid = $1`, [
    uuid,
  ]);
  return { uuid, secret: purchase.secret };
}

async function giveBack({ uuid }: Bought, name: string): Promise<void> {
  const [row] = await query<{ line: string }>(
    'select uuid as line from order_lines where order_uid = $1 and name = $2',
    [uuid, name],
  );
  const lines = [{ line: row?.line, quantity: 1, amount: 1_000, restock: 'on' }];
  const back = await act(site, owner, `/orders/${uuid}`, 'refund', { lines, total: 1_000, reason: 'ויתרו עליו' });
  expect(back.data).toMatchObject({ ok: true });
}

const signature = async ({ secret }: Bought) => {
  const reply = await site.call({ path: `/api/orders/get-tasks?order=${secret}` });
  const task = reply.json<{ tasks: OrderTask[] }>().tasks.find(({ kind }) => kind === 'signature');
  if (!task) throw new Error('nothing is signed for this order');
  return task;
};
const signAs = ({ secret }: Bought, { position, version }: Pick<OrderTask, 'position' | 'version'>) =>
  site.call({
    ...{ method: 'POST', path: '/api/orders/sign' },
    body: { order: secret, position, version, name: 'דנה לוי', agreed: true },
  });
const sign = async (order: Bought) => signAs(order, await signature(order));

/** What the signed paper says. */
async function paperOf({ uuid }: Bought): Promise<string> {
  const [file] = await query<{ content: Buffer }>('select content from order_files where order_uid = $1', [uuid]);
  const pdf = await getDocument({ data: new Uint8Array(file?.content ?? []), useSystemFonts: true }).promise;
  const { items } = await (await pdf.getPage(1)).getTextContent();
  return items.map((item) => ('str' in item ? item.str : '')).join('');
}

test('a signed paper names the vehicles that weren’t given back', async () => {
  const order = await buyTwo();
  await giveBack(order, 'ALPHA');
  expect((await sign(order)).status).toBe(200);
  const text = await paperOf(order);
  expect(text).toContain('BETA');
  expect(text).not.toContain('ALPHA');
});

test('what was signed for a vehicle that goes back is signed anew for those that are left, and not once none is', async () => {
  const order = await buyTwo();
  expect((await sign(order)).status).toBe(200);
  await query(`update handover_steps set done_at = now() where order_uid = $1 and task = 'signature'`, [order.uuid]);
  const asked = () =>
    query<{ body: string }>(
      `select body from outbox where order_uid = $1 and about = 'order paper_refused' and channel = 'email'`,
      [order.uuid],
    );
  expect((await signature(order)).state).toBe('checked');
  await giveBack(order, 'ALPHA');
  const reason = 'אחד מכלי הרכב בהזמנה הוחזר';
  expect(await signature(order)).toMatchObject({ state: 'refused', refusal: reason });
  expect(await asked()).toEqual([{ body: expect.stringContaining(reason) }]);
  expect((await sign(order)).status).toBe(200);
  await giveBack(order, 'BETA');
  expect(await asked()).toHaveLength(1);
});

test('words that the store changed since the page was opened aren’t signed, nor those that no page showed', async () => {
  const order = await buyTwo();
  const { position, ask, version } = await signature(order);
  const withNewWords = `update stores set settings = replace(settings::text, $1, $2)::jsonb where key = 'raam'`;
  const [first, other] = [JSON.stringify(ask), JSON.stringify(`${ask} נוסח אחר.`)];
  await query(withNewWords, [first, other]);
  site.deps.cache.clear();
  for (const known of [version, '']) {
    const signed = await signAs(order, { position, version: known });
    expect([signed.status, signed.text]).toEqual([409, expect.stringContaining('הנוסח השתנה')]);
  }
  // Without scripts the page shows the new words, which nobody has agreed to yet.
  const page = await site.call({
    ...{ method: 'POST', path: `/order/${order.secret}/tasks` },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ position: String(position), version, name: 'דנה לוי', agreed: 'on' }).toString(),
  });
  expect(page.text).toContain('נוסח אחר');
  expect(page.text).toMatch(/<input[^>]*value="דנה לוי"/);
  expect(page.text).not.toMatch(/<input[^>]*name="agreed"[^>]* checked/);
  expect(page.text).toContain(`name="version" value="${(await signature(order)).version}"`);
  expect(await signature(order)).toMatchObject({ state: 'missing', ask: `${ask} נוסח אחר.` });
  await query(withNewWords, [other, first]);
  site.deps.cache.clear();
});

test.each([
  ['vehicles', `update order_lines set name = 'GAMMA' where order_uid = $1 and name = 'BETA'`, 'GAMMA'],
  ['words', `update handover_steps set ask = ask || ' DELTA' where order_uid = $1 and task = 'signature'`, 'DELTA'],
])('a paper of %s that changed while it was being signed isn’t kept', async (_, changing, name) => {
  const order = await buyTwo();
  // Its checklist has begun.
  expect((await sign(order)).status).toBe(200);
  await query(`delete from order_files where order_uid = $1`, [order.uuid]);
  await query(`update handover_steps set sent_at = null where order_uid = $1`, [order.uuid]);
  const client = await site.connection.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from orders where uuid = $1 for update', [order.uuid]);
    const signed = sign(order);
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => query(waiting), { timeout: 10_000 }).not.toEqual([]);
    await client.query(changing, [order.uuid]);
    await client.query('commit');
    const reply = await signed;
    expect([reply.status, reply.json<{ error_code: string }>().error_code]).toEqual([409, 'CHANGED_MEANWHILE']);
  } finally {
    client.release();
  }
  expect((await signature(order)).state).toBe('missing');
  expect((await sign(order)).status).toBe(200);
  expect(await paperOf(order)).toContain(name);
});
