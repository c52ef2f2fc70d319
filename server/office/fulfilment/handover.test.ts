import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatExactPrice } from '../../../domain/text/format.ts';
import { endOf } from '../../../shop/features/order/ended.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { signUp } from '../../../tests/support/customers.ts';
import { act, leaveStore, officeOf, readPage, signInAs } from '../../../tests/support/office.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import { readTasks } from '../../checkout/fulfilment/buyer-tasks/tasks.ts';
import { freeEndedHandovers, remindOfTasks } from '../../leads/bookings/handover-jobs.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ office: true });
});
afterAll(() => site.close());

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await site.connection.pool.query(text, values)).rows as Row[];

type Placed = { uuid: string; number: string; line: string; secret: string };

/** A paid order of one vehicle. */
async function vehicleOrder(): Promise<Placed> {
  const shop = shopper(site.port);
  const purchase = await shop.order(await piece(site.connection.pool));
  await pay(site.port, purchase.page, CARDS.approved);
  await shop.ask(purchase.secret);
  const [row] = await query<Placed>(
    'select o.uuid, o.number, l.uuid as line from orders o join order_lines l on l.order_uid = o.uuid where o.number = $1',
    [purchase.order.number],
  );
  if (!row) throw new Error('no order');
  return { ...row, secret: purchase.secret };
}
const state = async (uuid: string) =>
  (await query<{ status: string }>('select status from orders where uuid = $1', [uuid]))[0]?.status;

const CHASSIS = 'JH2SC5900XM000001';

test('numbers are checked, kept in one spelling, and a chassis belongs to one order', async () => {
  const cookie = await signInAs(site, 'manager');
  const [first, second] = [await vehicleOrder(), await vehicleOrder()];
  const set = (order: Placed, input: Record<string, unknown>) =>
    act(site, cookie, `/orders/${order.uuid}`, 'vehicle', { line: order.line, unit: 1, ...input });
  const wrong = await set(first, { chassis: 'IO2SC5900XM00000Q', plate: '12-34' });
  expect(wrong.status).toBe(400);
  expect(wrong.data.errors?.map(({ path }) => path)).toEqual(['chassis', 'plate']);
  expect((await set(first, { chassis: CHASSIS.toLowerCase(), engine: 'pc40e-1', plate: '123-45-678' })).status).toBe(
    200,
  );
  expect(await query('select * from order_vehicles where order_line_uid = $1', [first.line])).toMatchObject([
    { chassis_number: CHASSIS, engine_number: 'PC40E-1', plate_number: '12345678' },
  ]);
  const taken = await set(second, { chassis: CHASSIS });
  expect(taken.status).toBe(422);
  expect(taken.data.message).toContain(first.number);
  expect((await set(first, { unit: 2, chassis: 'JH2SC5900XM000002' })).status).toBe(422);
  // Another order's line.
  expect((await set(second, { line: first.line, chassis: 'JH2SC5900XM000003' })).status).toBe(422);
  await query(`update orders set status = 'cancelled' where uuid = $1`, [first.uuid]);
  expect((await set(second, { chassis: CHASSIS })).status).toBe(200);
});

test('of two clerks the second wipes no number that the first has saved, and is shown what stands there', async () => {
  const cookie = await signInAs(site, 'manager');
  const order = await vehicleOrder();
  const [first, second] = ['JH2SC5900XM000011', 'JH2SC5900XM000012'];
  const save = (input: Record<string, unknown>) => {
    const was = { chassis: '', engine: '', plate: '' };
    return act(site, cookie, `/orders/${order.uuid}`, 'vehicle', { line: order.line, unit: 1, was, ...input });
  };
  expect((await save({ chassis: first })).status).toBe(200);
  expect((await save({ plate: '12345678' })).status).toBe(200);
  const late = await save({ chassis: second, engine: 'PC40E-2' });
  expect(late.status).toBe(409);
  expect(late.data.details).toEqual({ conflicts: [{ field: 'chassis', was: '', theirs: first, mine: second }] });
  expect(await query('select * from order_vehicles where order_line_uid = $1', [order.line])).toMatchObject([
    { chassis_number: first, engine_number: '', plate_number: '12345678' },
  ]);
  expect(
    (await save({ chassis: second, plate: '123-45-678', was: { chassis: first, plate: '12345678' } })).status,
  ).toBe(200);
});

test('a vehicle that was given back can be sold again; an order of which nothing was paid here ends by being cancelled', async () => {
  const cookie = await signInAs(site, 'owner');
  const [sold, next, financed] = [await vehicleOrder(), await vehicleOrder(), await vehicleOrder()];
  const call = ({ uuid }: Placed, name: string, input: Record<string, unknown>) =>
    act(site, cookie, `/orders/${uuid}`, name, input);
  const chassis = 'JH2SC5900XM000021';
  const set = (order: Placed) => call(order, 'vehicle', { line: order.line, unit: 1, chassis });
  expect((await set(sold)).status).toBe(200);
  await query(`update orders set status = 'provided' where uuid = any($1)`, [[sold.uuid, financed.uuid]]);
  await query(
    `insert into order_history (order_uid, field, from_value, to_value, actor) values ($1, 'status', 'accepted', 'delivery_in_process', 'test')`,
    [financed.uuid],
  );
  expect((await set(next)).status).toBe(422);
  const [row] = await query<{ sum: number }>('select price_agorot::float8 / 100 sum from order_lines where uuid = $1', [
    sold.line,
  ]);
  const sum = (row?.sum ?? 0) - 100;
  const lines = [{ line: sold.line, quantity: 1, amount: sum }];
  const { customer, token } = await signUp(site);
  await query('update orders set customer_uid = $1 where uuid = $2', [customer.uuid, sold.uuid]);
  const ownPages = async () => [
    (await site.call({ path: `/order/${sold.secret}` })).text,
    (
      await site.call({
        path: `/personal-area/orders/order-details?id=${sold.uuid}`,
        headers: { cookie: `auth._token.local=${token}` },
      })
    ).text,
  ];
  const offersReview = async () => (await ownPages()).map((text) => text.includes('כתיבת ביקורת'));
  expect(await offersReview()).toEqual([true, true]);
  expect((await call(sold, 'refund', { lines, total: sum, reason: 'ביטול לפי חוק' })).status).toBe(200);
  expect(await state(sold.uuid)).toBe('provided');
  expect(await offersReview()).toEqual([false, false]);
  expect((await set(next)).status).toBe(200);

  // Money that is here goes back first.
  const held = await call(sold, 'cancel', { reason: 'הוחזר' });
  expect(held.status).toBe(422);
  expect(JSON.stringify(held.data)).toContain('בצעו זיכוי');
  await query(`update payments set status = 'cancelled' where order_uid = $1`, [financed.uuid]);
  await query(`update orders set payment_method = 'financing', due_agorot = 0, paid_at = null where uuid = $1`, [
    financed.uuid,
  ]);
  expect((await call(financed, 'cancel', { reason: 'הוחזר' })).status).toBe(200);
  expect(await state(financed.uuid)).toBe('cancelled');
  const [mail] = await query<{ body: string }>(
    `select body from outbox where order_uid = $1 and about = 'order cancelled' and channel = 'email'`,
    [financed.uuid],
  );
  expect(mail?.body).toContain('בוטלה');
  expect(mail?.body).not.toContain('לא חויבתם');
  expect(endOf(await shopper(site.port).find(financed.secret))?.text).not.toContain('לא חויבתם');
});

/** Beside its vehicle the order has a helmet, of which the price was a part; the handover is booked. */
async function withHelmet(): Promise<Placed> {
  const order = await vehicleOrder();
  await query('update order_lines set price_agorot = price_agorot - 10000 where uuid = $1', [order.line]);
  await query(
    `insert into order_lines (order_uid, product_uid, name, sku, quantity, price_agorot, position)
     select $1, (select uuid from products where kind <> 'VEHICLE' order by slug limit 1), 'קסדה', 'helmet', 1, 10000, 1`,
    [order.uuid],
  );
  await query(
    `insert into handover_steps (order_uid, title, position, task, sent_at) values ($1, 'רישיון', 0, 'papers', now()), ($1, 'ביטוח', 1, 'papers', null)`,
    [order.uuid],
  );
  await query(
    `insert into bookings (store_uid, branch_uid, service, order_uid, starts_at, ends_at, seat, name, phone, secret_hash, tasks_remind_at)
     select store_uid, branch_uid, 'HANDOVER', uuid, now() + interval '5 days', now() + interval '5 days 1 hour', 0, 'דנה', phone, uuid::text, now() - interval '1 second'
     from orders where uuid = $1`,
    [order.uuid],
  );
  await query(`update orders set status = 'in_process' where uuid = $1`, [order.uuid]);
  return order;
}

test('a vehicle that leaves an order takes its checklist, tasks and date along, and the rest is delivered', async () => {
  const cookie = await signInAs(site, 'owner');
  const editOut = async ({ uuid, line }: Placed) => {
    type Editing = { edition: string; lines: { line: string; quantity: number }[] };
    const { edition, lines } = (await readPage<Editing>(site, cookie, `/orders/${uuid}/edit`)).data;
    return act(site, cookie, `/orders/${uuid}/edit`, 'edit', {
      ...{ edition, reason: 'ויתרו על האופנוע' },
      lines: lines.filter((one) => one.line !== line).map((one) => ({ line: one.line, quantity: 1 })),
    });
  };
  const refundLine = async ({ uuid, line }: Placed) => {
    const [row] = await query<{ sum: number }>(
      'select price_agorot::float8 / 100 sum from order_lines where uuid = $1',
      [line],
    );
    const lines = [{ line, quantity: 1 }];
    return act(site, cookie, `/orders/${uuid}`, 'refund', { lines, total: row?.sum, reason: 'ויתרו על האופנוע' });
  };
  for (const leave of [editOut, refundLine]) {
    const order = await withHelmet();
    expect((await readTasks(site.deps.db, order.uuid)).map(({ title }) => title)).toEqual(['רישיון', 'ביטוח']);
    const left = await leave(order);
    expect([left.status, left.data.message]).toEqual([200, expect.anything()]);
    expect(await readTasks(site.deps.db, order.uuid)).toEqual([]);
    await remindOfTasks(site.deps);
    await freeEndedHandovers(site.deps);
    const visits = await query<{ cancelled_at: Date | null }>(
      'select cancelled_at from bookings where order_uid = $1',
      [order.uuid],
    );
    expect(visits).toEqual([{ cancelled_at: expect.any(Date) }]);
    expect(await query(`select from outbox where order_uid = $1 and about = 'order tasks_open'`, [order.uuid])).toEqual(
      [],
    );
    for (const from of ['in_process', 'delivery_in_process'])
      expect((await act(site, cookie, `/orders/${order.uuid}`, 'advance', { from })).status).toBe(200);
    expect(await state(order.uuid)).toBe('provided');
  }
});

test('is handed over only with all steps done; each step says who did it', async () => {
  const order = await vehicleOrder();
  const cookie = await signInAs(site, 'manager');
  const call = (name: string, input = {}) => act(site, cookie, `/orders/${order.uuid}`, name, input);
  expect((await call('hand-over')).data.message).toContain('עוד לא בטיפול');
  await query(`update orders set status = 'in_process' where uuid = $1`, [order.uuid]);
  const open = await call('hand-over');
  expect(open.status).toBe(422);
  expect(open.data.message).toContain('שלבים פתוחים');
  await call('step', { position: 0, done: 'true' });
  const steps = await query<{ position: number; text: string; done_by_uid: string | null }>(
    'select position, text, done_by_uid from handover_steps where order_uid = $1 order by position',
    [order.uuid],
  );
  expect(steps.length).toBeGreaterThan(1);
  // Staff read what they check, customers what they bring.
  expect(steps[0]?.text).toContain('בדקו');
  expect(steps.map(({ text }) => text).join()).not.toMatch(/הביאו|איתכם|אליכם/);
  expect(steps[0]?.done_by_uid).not.toBeNull();
  for (const { position } of steps) await call('step', { position, done: 'true' });
  await call('step', { position: 0, done: 'false' });
  expect((await call('hand-over')).status).toBe(422);
  await call('step', { position: 0, done: 'true' });
  expect((await call('hand-over')).status).toBe(200);
  expect(await state(order.uuid)).toBe('provided');
  // What is done is a record.
  expect((await call('step', { position: 0, done: 'false' })).status).toBe(422);
});

test('a checklist that nobody opened holds the vehicle all the same', async () => {
  const order = await vehicleOrder();
  const cookie = await signInAs(site, 'manager');
  const call = (name: string, input = {}) => act(site, cookie, `/orders/${order.uuid}`, name, input);
  await query(`update orders set status = 'delivery_in_process' where uuid = $1`, [order.uuid]);
  for (const name of ['deliver', 'advance'])
    expect((await call(name, { from: 'delivery_in_process' })).status).toBe(422);
  expect(await state(order.uuid)).toBe('delivery_in_process');
  await call('step', { position: 0, done: 'true' });
  await query('update handover_steps set done_at = now() where order_uid = $1', [order.uuid]);
  expect((await call('deliver')).status).toBe(200);
  expect(await state(order.uuid)).toBe('provided');
});

test('while a sum is due, nothing is handed over', async () => {
  const order = await vehicleOrder();
  const cookie = await signInAs(site, 'manager');
  await query(
    `update orders set status = 'in_process', lines_agorot = lines_agorot + 5000, total_agorot = total_agorot + 5000, due_agorot = due_agorot + 5000 where uuid = $1`,
    [order.uuid],
  );
  await act(site, cookie, `/orders/${order.uuid}`, 'step', { position: 0, done: 'true' });
  await query('update handover_steps set done_at = now() where order_uid = $1', [order.uuid]);
  const held = await act(site, cookie, `/orders/${order.uuid}`, 'hand-over');
  expect(held.status).toBe(422);
  expect(held.data.message).toContain('50');
  expect(await state(order.uuid)).toBe('in_process');
});

test('while money is only held, nothing is handed over: the page says so, and so does each way to do it', async () => {
  const order = await vehicleOrder();
  const office = await officeOf(site, 'owner');
  const cookie = await signInAs(site, 'owner');
  const page = `/orders/${order.uuid}`;
  const stateOfPayment = (status: string) =>
    query('update payments set status = $2 where order_uid = $1', [order.uuid, status]);
  await query(`update orders set status = 'delivery_in_process' where uuid = $1`, [order.uuid]);
  await act(site, cookie, page, 'step', { position: 0, done: 'true' });
  await query('update handover_steps set done_at = now() where order_uid = $1', [order.uuid]);
  await stateOfPayment('authorised');
  for (const name of ['hand-over', 'deliver', 'advance']) {
    const { status, data } = await act(site, cookie, page, name);
    expect([name, status, JSON.stringify(data)]).toEqual([name, 422, expect.stringMatching(/תפוס.*ש?(חייבו|מחייבים)/)]);
  }
  const bulk = await office.post('/orders/bulk', {
    _call: 'deliver',
    'rows[0].order': order.uuid,
    'rows[0].from': 'delivery_in_process',
  });
  expect(bulk.text).toMatch(/תפוס.*חייבו/);
  const shown = (await office.get(page)).text;
  expect(shown).toContain('אפשר למסור אחרי שמחייבים');
  expect(shown).not.toContain('השלמת המסירה');
  const waiting = async () =>
    (await readPage<{ home: { waiting: { held: number } } }>(site, cookie, '/')).data.home.waiting.held;
  // Whatever the order's other payments have come to.
  await query(`update orders set payment_status = 'partly_refunded' where uuid = $1`, [order.uuid]);
  expect(await waiting()).toBe(1);
  await stateOfPayment('paid');
  await query(`update orders set payment_status = 'paid' where uuid = $1`, [order.uuid]);
  expect(await waiting()).toBe(0);
  expect((await act(site, cookie, page, 'hand-over')).status).toBe(200);
  expect(await state(order.uuid)).toBe('provided');
});

test('what the buyer pays before the handover stands on the order and on the form that is signed, in one sum with its parts', async () => {
  const shop = shopper(site.port);
  const office = await officeOf(site, 'warehouse');
  for (const more of [{}, { payment_method: 'deposit' as const }]) {
    const purchase = await shop.order(await piece(site.connection.pool), more);
    await pay(site.port, purchase.page, CARDS.approved);
    await shop.ask(purchase.secret);
    const { deposit, total_order_price, road_fees, uuid } = await shop.find(purchase.secret);
    expect(road_fees.length).toBeGreaterThan(0);
    const rest = deposit === null ? [] : [{ name: 'יתרת ההזמנה', price: total_order_price - deposit }];
    const parts = [...rest, ...road_fees];
    const sum = parts.reduce((all, { price }) => all + price, 0);
    const said = [...parts, { name: 'לתשלום בסניף', price: sum }].map(({ name, price }) => [
      name,
      formatExactPrice(price),
    ]);
    const shown = async (path: string) => {
      const list =
        (await office.get(`/orders/${uuid}${path}`)).text.match(/<dl(?:(?!<dl).)*?לתשלום בסניף.*?<\/dl>/s)?.[0] ?? '';
      return [...list.matchAll(/<dt.*?>(.*?)<\/dt><dd.*?>(.*?)<\/dd>/gs)].map(([, ...pair]) =>
        pair.map((html) => html.replace(/<[^>]+>/g, '')),
      );
    };
    for (const path of ['', '/handover']) expect(await shown(path)).toEqual(said);
    await query(`update orders set status = 'provided' where uuid = $1`, [uuid]);
    for (const path of ['', '/handover']) expect(await shown(path)).toEqual([]);
  }
});

test('papers: pictures are redrawn, PDFs checked, all others refused; each is behind the right and the order', async () => {
  const order = await vehicleOrder();
  const other = await vehicleOrder();
  const office = await officeOf(site, 'manager');
  const send = async (bytes: Buffer, name: string, to = order) => {
    const form = new FormData();
    form.set('_call', 'add-file');
    form.set('position', '0');
    form.set('file', new File([new Uint8Array(bytes)], name));
    return office.upload(`/orders/${to.uuid}`, form);
  };
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'somebody' } })
    .toBuffer();
  expect((await send(photo, 'רישיון.jpg')).status).toBe(200);
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
  expect((await send(pdf, '../../<script>.html')).status).toBe(200);
  const script = Buffer.from('<html><script>alert(1)</script></html>');
  expect((await send(script, 'licence.pdf')).status).toBe(422);
  const active = Buffer.from('%PDF-1.7\n1 0 obj<</S/JavaScript>>endobj\ntrailer<<>>\n%%EOF\n');
  expect((await send(active, 'licence.pdf')).status).toBe(422);
  expect((await send(Buffer.concat([Buffer.from('%PDF-1.7\n'), script]), 'licence.pdf')).status).toBe(422);
  expect((await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.svg')).status).toBe(422);
  expect(
    (await send(Buffer.concat([pdf, Buffer.alloc(10.5 * 1024 * 1024), Buffer.from('%%EOF')]), 'a.pdf')).status,
  ).toBe(413);
  const polyglot = await send(
    Buffer.concat([pdf, Buffer.alloc(50 * 1024 * 1024), Buffer.from('%%EOF')]),
    'a.pdf',
  ).catch(() => ({ status: 413 }));
  expect(polyglot.status).toBe(413);

  const files = await query<{ uuid: string; name: string; type: string; content: Buffer }>(
    'select uuid, name, type, content from order_files where order_uid = $1 order by created_at',
    [order.uuid],
  );
  expect(files.map(({ name, type }) => [name, type])).toEqual([
    ['רישיון.webp', 'image/webp'],
    ['.. .. script.pdf', 'application/pdf'],
  ]);
  expect((await sharp(files[0]?.content).metadata()).exif).toBeUndefined();

  const path = `/orders/${order.uuid}/files/${files[1]?.uuid}`;
  const reply = await office.get(path);
  expect(reply.status).toBe(200);
  expect(reply.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' });
  expect(reply.headers['content-disposition']).toMatch(/^attachment/);
  expect((await office.get(`/orders/${other.uuid}/files/${files[1]?.uuid}`)).status).toBe(404);
  expect((await (await officeOf(site, 'accountant')).get(path)).status).toBe(403);
  await leaveStore(site, 'warehouse', 'raam');
  expect((await (await officeOf(site, 'warehouse')).get(path)).status).toBe(404);
  expect((await site.call({ host: 'office.localhost', path })).status).toBe(302);

  await query('update orders set erased_at = now(), status = $2 where uuid = $1', [order.uuid, 'provided']);
  const { forgetErasedOrders } = await import('#server/privacy/erase.ts');
  await forgetErasedOrders(site.deps);
  expect(await query('select 1 from order_files where order_uid = $1', [order.uuid])).toEqual([]);
});

test('who may not hand over marks no step and adds no numbers', async () => {
  await leaveStore(site, 'warehouse', 'raam');
  const order = await vehicleOrder();
  const accountant = await signInAs(site, 'accountant');
  const page = `/orders/${order.uuid}`;
  expect((await act(site, accountant, page, 'step', { position: 0, done: 'true' })).status).toBe(403);
  expect((await act(site, accountant, page, 'hand-over')).status).toBe(403);
  expect((await act(site, accountant, page, 'vehicle', { line: order.line, unit: 1 })).status).toBe(403);
  const warehouse = await signInAs(site, 'warehouse');
  expect((await act(site, warehouse, page, 'step', { position: 0, done: 'true' })).status).toBe(404);
});
