import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { officeOf } from '../../../tests/support/office.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';

let site: TestApp;
let order: { number: string; uuid: string };
let document: { uuid: string; number: string };

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await site.connection.pool.query(text, values)).rows as Row[];

/** What the log says of a call. */
const traceOf = async (call: string) =>
  (await query<{ details: object }>(`select details from audit_log where command like $1`, [`${call}%`])).map(
    ({ details }) => details,
  );

beforeAll(async () => {
  site = await startApp({ office: true });
  // The demo's sales people are of this store.
  const shop = shopper(site.port, 'noam');
  const purchase = await shop.order(await piece(site.connection.pool, { store: 'noam' }));
  await pay(site.port, purchase.page, CARDS.approved);
  await shop.ask(purchase.secret);
  const [row] = await query<{ uuid: string; number: string; document: string; doc_number: string }>(
    `select o.uuid, o.number, d.uuid as document, d.number as doc_number from orders o join documents d on d.order_uid = o.uuid where o.number = $1`,
    [purchase.order.number],
  );
  order = { number: row?.number ?? '', uuid: row?.uuid ?? '' };
  document = { uuid: row?.document ?? '', number: row?.doc_number ?? '' };
});
afterAll(() => site.close());

test('the bookkeeper finds a document by its order, sees and prints it, and takes a file with all', async () => {
  const office = await officeOf(site, 'accountant');
  const list = await office.get(`/documents?q=${order.number}`);
  expect(list.text).toContain(document.number);
  expect(list.text).toContain('כל הסדרות רצופות');
  expect((await office.get('/documents?q=no-such-number')).text).toContain('אין מסמכים כאלה');
  expect((await office.get(`/documents/${document.uuid}`)).text).toContain(`/orders/${order.uuid}`);
  const print = await office.get(`/documents/${document.uuid}/pdf`);
  expect(print.headers['content-type']).toBe('application/pdf');
  expect(print.headers['x-content-type-options']).toBe('nosniff');
  const file = await office.get(`/documents/export?q=${order.number}`);
  expect(file.headers['content-type']).toContain('text/csv');
  expect(file.text).toContain(document.number);
  const [store] = await query<{ key: string; name: string }>(
    'select s.key, s.name from stores s join orders o on o.store_uid = s.uuid where o.uuid = $1',
    [order.uuid],
  );
  expect(file.text.split('\r\n')[1]?.split(',')[1]).toBe(store?.name);
  const [audit] = await query<{ actor: string; details: object }>(
    `select actor, details from audit_log where command = 'documents.export' order by created_at desc limit 1`,
  );
  expect(audit?.actor).toMatch(/^staff:/);
  expect(audit?.details).toEqual({ documents: 1 });
});

test('who may only see can’t export; who may not see gets nothing', async () => {
  const sales = await officeOf(site, 'sales');
  expect((await sales.get('/documents')).status).toBe(200);
  expect((await sales.get('/documents/export')).status).toBe(403);
  const warehouse = await officeOf(site, 'warehouse');
  for (const path of ['/documents', `/documents/${document.uuid}`, `/documents/${document.uuid}/pdf`])
    expect((await warehouse.get(path)).status).toBe(403);
});

test('a document is sent to its customer again', async () => {
  const sales = await officeOf(site, 'sales');
  expect((await sales.post(`/documents/${document.uuid}`, { _call: 'send' })).status).toBe(200);
  const [mail] = await query<{ recipient: string; body: string }>(
    `select recipient, body from outbox where about = 'order document' and order_uid = $1`,
    [order.uuid],
  );
  expect(mail?.recipient).toBe('dana@example.com');
  expect(mail?.body).toContain(`/api/receipts/get-document/${document.uuid}?secret=`);
  const link = new URL(/http\S+/.exec(mail?.body ?? '')?.[0] ?? '');
  expect((await site.call({ host: 'noam.localhost', path: link.pathname + link.search })).status).toBe(200);
  expect(await traceOf('documents.send')).toEqual([{ document: document.uuid }]);
});

test('no link that opens or pays the order is shown beside it, and nothing to who may not see customers', async () => {
  await query(
    `insert into outbox (store_uid, order_uid, channel, recipient, about, body, sent_at) select store_uid, uuid, 'sms', phone, 'order payment_link', 'לתשלום: https://noam.example/pay/SeCrEt-LiNk', now() from orders where uuid = $1`,
    [order.uuid],
  );
  const page = (await (await officeOf(site, 'sales')).get(`/orders/${order.uuid}`)).text;
  expect(page).toContain('לתשלום: [קישור]');
  expect(page).not.toContain('SeCrEt-LiNk');
  await query(`update roles set permissions = array_remove(permissions, 'customers.read') where key = 'sales'`);
  const blind = (await (await officeOf(site, 'sales')).get(`/orders/${order.uuid}`)).text;
  await query(`update roles set permissions = permissions || array['customers.read'] where key = 'sales'`);
  expect(blind).not.toContain('לתשלום:');
});

test('a number without a document is shown', async () => {
  await query(`update document_series set last = last + 2 where kind = 'tax_invoice_receipt'`);
  const page = await (await officeOf(site, 'accountant')).get('/documents');
  await query(`update document_series set last = last - 2 where kind = 'tax_invoice_receipt'`);
  expect(page.text).toContain('חסרים מספרים ברצף');
});

test('messages: who may not see customers sees masked recipients; codes are shown to nobody; failed ones are retried', async () => {
  const [message] = await query<{ uuid: string }>(
    `update outbox set gave_up_at = now(), sent_at = null, attempts = 30, subject = 'שלום דנה לוי',
       last_error = '550 5.1.1 <Dana@example.com>: Recipient address rejected', delivery_note = 'no route to +972 50-123-4567 (error 21211)' where uuid = (select uuid from outbox where order_uid = $1 and channel = 'email' limit 1) returning uuid`,
    [order.uuid],
  );
  const sales = await officeOf(site, 'sales');
  expect((await sales.get(`/messages?q=${order.number}`)).text).toContain('dana@example.com');
  const seen = (await sales.get(`/messages/${message?.uuid}`)).text;
  for (const part of ['נכשלה', 'שלום דנה לוי']) expect(seen).toContain(part);
  expect((await (await officeOf(site, 'warehouse')).get('/messages')).status).toBe(403);
  await query(`update roles set permissions = array_remove(permissions, 'customers.read') where key = 'viewer'`);
  const viewer = await officeOf(site, 'viewer');
  expect((await viewer.get('/messages')).text).not.toContain('dana@example.com');
  const blind = (await viewer.get(`/messages/${message?.uuid}`)).text;
  expect(blind).not.toMatch(/dana@example\.com|123-4567|דנה לוי/i);
  expect(blind).toContain('550 5.1.1 &lt;D…@example.com&gt;');
  expect(blind).toContain('(error 21211)');
  for (const path of ['/messages', `/orders/${order.uuid}`])
    expect((await viewer.get(path)).text, path).not.toContain('Dana@example.com');
  expect((await viewer.post(`/messages/${message?.uuid}`, { _call: 'retry' })).status).toBe(403);
  expect((await sales.post(`/messages/${message?.uuid}`, { _call: 'retry' })).status).toBe(200);
  expect((await sales.post(`/messages/${message?.uuid}`, { _call: 'retry' })).status).toBe(422);
  const [state] = await query<{ attempts: number; gave_up_at: Date | null }>(
    'select attempts, gave_up_at from outbox where uuid = $1',
    [message?.uuid],
  );
  expect(state).toEqual({ attempts: 0, gave_up_at: null });
  await query('update outbox set sent_at = now(), thing_uid = gen_random_uuid() where uuid = $1', [message?.uuid]);
  expect((await sales.post(`/messages/${message?.uuid}`, { _call: 'resend' })).status).toBe(200);
  const copies = await query(
    `select b.thing_uid = o.thing_uid as same from outbox o join outbox b on b.body = o.body and b.uuid <> o.uuid
    where o.uuid = $1`,
    [message?.uuid],
  );
  expect(copies, 'found when its person is erased').toEqual([{ same: true }]);
  for (const call of ['messages.retry', 'messages.resend'])
    expect(await traceOf(call)).toEqual([{ message: message?.uuid }]);
  const [code] = await query<{ uuid: string }>(
    `insert into outbox (store_uid, channel, recipient, about, body, sent_at) select uuid, 'sms', '+972501234567', 'code', 'הקוד שלכם 482915', now() from stores where key = 'noam' returning uuid`,
  );
  expect((await sales.get(`/messages/${code?.uuid}`)).text).not.toContain('482915');
  expect((await sales.post(`/messages/${code?.uuid}`, { _call: 'resend' })).status).toBe(422);
});

test('the state of background work is for those with a role everywhere; failed messages of a channel are retried', async () => {
  await query(
    `insert into outbox (channel, recipient, body, gave_up_at, attempts) values ('webhook', 'https://example.com/', '{}', now(), 30)`,
  );
  const manager = await officeOf(site, 'manager');
  expect((await manager.get('/jobs')).text).toContain('התראות למערכות');
  expect((await (await officeOf(site, 'sales')).get('/jobs')).status).toBe(403);
  const viewer = await officeOf(site, 'viewer');
  expect((await viewer.post('/jobs', { _call: 'retry', channel: 'webhook' })).status).toBe(403);
  expect((await manager.post('/jobs', { _call: 'retry', channel: 'webhook' })).status).toBe(200);
  expect(await query(`select 1 from outbox where channel = 'webhook' and gave_up_at is not null`)).toEqual([]);
});

test('of failed messages of a channel what is no longer true stays, and its number is told', async () => {
  const unpaid = await shopper(site.port, 'noam').order(await piece(site.connection.pool, { store: 'noam' }));
  await query(`delete from outbox where channel = 'email'`);
  const failed = (about: string, { orderUid = null, hours = 0 }: { orderUid?: string | null; hours?: number } = {}) =>
    query(
      `insert into outbox (store_uid, order_uid, channel, recipient, about, subject, body, created_at, gave_up_at, attempts)
       select uuid, $2, 'email', 'dana@example.com', $1, $1 || $3::int, 'x', now() - $3::int * interval '1 hour', now(), 30 from stores where key = 'noam'`,
      [about, orderUid, hours],
    );
  for (const about of ['code', 'password link', 'e-mail proof', 'password changed']) await failed(about);
  await failed('favorite alert');
  // A reminder of a visit holds on the day that it was written.
  for (const hours of [3, 30])
    for (const about of ['booking reminder', 'vehicle reminder', 'stock returned', 'order review'])
      await failed(about, { hours: about === 'booking reminder' && hours < 24 ? 0 : hours });
  for (const orderUid of [order.uuid, unpaid.order.uuid]) await failed('order payment_failed', { orderUid });
  await failed('order paid', { orderUid: order.uuid, hours: 30 });
  const manager = await officeOf(site, 'manager');
  const retry = () => manager.post('/jobs', { _call: 'retry', channel: 'email' });
  expect((await retry()).text).toContain('7 הודעות יישלחו שוב. 9 הודעות שכבר אינן רלוונטיות לא יישלחו');
  const again = await query(
    `select about, subject, order_uid from outbox where recipient = 'dana@example.com' and gave_up_at is null order by about`,
  );
  expect(again).toEqual([
    { about: 'booking reminder', subject: 'booking reminder0', order_uid: null },
    { about: 'order paid', subject: 'order paid30', order_uid: order.uuid },
    { about: 'order payment_failed', subject: 'order payment_failed0', order_uid: unpaid.order.uuid },
    { about: 'order review', subject: 'order review3', order_uid: null },
    { about: 'password changed', subject: 'password changed0', order_uid: null },
    { about: 'stock returned', subject: 'stock returned3', order_uid: null },
    { about: 'vehicle reminder', subject: 'vehicle reminder3', order_uid: null },
  ]);
  const traces = await traceOf('jobs.retry');
  expect(traces.at(-1)).toEqual({ channel: 'email', messages: 7, left_out: 9 });
});

// The last one: a document is never taken away again.
test('what a credit gives back is shown below zero, in the list and beside its order', async () => {
  const office = await officeOf(site, 'accountant');
  const paths = ['/documents', `/orders/${order.uuid}`];
  const shown = async () => (await Promise.all(paths.map(office.get))).map(({ text }) => text.includes('<bdi>−₪'));
  expect(await shown()).toEqual([false, false]);
  await query(
    `insert into documents select (jsonb_populate_record(d, jsonb_build_object('uuid', gen_random_uuid(), 'kind', 'credit_invoice', 'credits_uid', d.uuid))).*
     from documents d where d.uuid = $1`,
    [document.uuid],
  );
  expect(await shown()).toEqual([true, true]);
});
