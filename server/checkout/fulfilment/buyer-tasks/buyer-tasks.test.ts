import { deflateSync } from 'node:zlib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderTask } from '#contract/checkout/order-tasks.ts';
import { startApp, type TestApp } from '../../../../tests/support/app.ts';
import type { Reply } from '../../../../tests/support/http.ts';
import { act, officeOf, readPage, signInAs } from '../../../../tests/support/office.ts';
import { CARDS, pay, piece, shopper } from '../../../../tests/support/purchase.ts';

let site: TestApp;
let photo: Buffer;
beforeAll(async () => {
  site = await startApp({ office: true, env: { TRUST_PROXY: '1' } });
  photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'somebody' } })
    .toBuffer();
});
afterAll(() => site.close());

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await site.connection.pool.query(text, values)).rows as Row[];

type Bought = { uuid: string; secret: string; store: string };
/** A paid order of one vehicle. */
async function buy(store = 'raam'): Promise<Bought> {
  const shop = shopper(site.port, store);
  const purchase = await shop.order(await piece(site.connection.pool, { store }));
  await pay(site.port, purchase.page, CARDS.approved);
  await shop.ask(purchase.secret);
  return { uuid: purchase.order.uuid, secret: purchase.secret, store };
}

let addresses = 0;
const from = () => ({ 'x-forwarded-for': `203.0.113.${(addresses = (addresses + 1) % 250)}` });
/** What the browser of an order carries, by its secret. */
const carried = new Map<string, string>();
const browserOf = ({ secret }: { secret: string }) => ({ cookie: carried.get(secret) ?? '' });
type Answer = { status: number; tasks: OrderTask[]; message?: string };
const answered = (reply: Reply, { secret }: { secret: string }): Answer => {
  const [set] = reply.headers['set-cookie'] ?? [];
  if (set) carried.set(secret, set.slice(0, set.indexOf(';')));
  return { ...reply.json<{ tasks: OrderTask[]; message?: string }>(), status: reply.status };
};
const tasksOf = async (order: Bought) =>
  answered(
    await site.call({
      ...{ host: `${order.store}.localhost`, path: `/api/orders/get-tasks?order=${order.secret}` },
      headers: browserOf(order),
    }),
    order,
  ).tasks;
const send = async (order: Bought, position: number, body = photo, type = 'image/jpeg', name = 'רישיון.jpg') =>
  answered(
    await site.call({
      ...{ host: `${order.store}.localhost`, method: 'POST', body },
      headers: { 'content-type': type, ...from(), ...browserOf(order) },
      path: `/api/orders/add-paper?${new URLSearchParams({ order: order.secret, position: String(position), name })}`,
    }),
    order,
  );
const post = async (order: Bought, path: string, body: object) =>
  answered(
    await site.call({
      ...{ host: `${order.store}.localhost`, method: 'POST', path: `/api/orders/${path}` },
      headers: { ...from(), ...browserOf(order) },
      body: { order: order.secret, ...body },
    }),
    order,
  );
const paper = (order: Bought, id: string, secret = order.secret, store = order.store) =>
  site.call({
    ...{ host: `${store}.localhost`, path: `/api/orders/papers/${id}?order=${secret}` },
    headers: browserOf(order),
  });

const messagesAbout = (uuid: string, event: string) =>
  query<{ channel: string; body: string }>(
    `select channel, body from outbox where order_uid = $1 and about = $2 order by channel`,
    [uuid, `order ${event}`],
  );
const sentAt = async (uuid: string, position: number) =>
  (
    await query<{ sent_at: Date }>('select sent_at from handover_steps where order_uid = $1 and position = $2', [
      uuid,
      position,
    ])
  )[0]?.sent_at.toISOString();

test('what the buyer sends is refused with a reason, sent again, accepted, and told once', async () => {
  const order = await buy();
  expect((await tasksOf(order)).map(({ title, kind, state }) => [title, kind, state])).toEqual([
    ['רישיון נהיגה', 'papers', 'missing'],
    ['ייפוי כוח', 'signature', 'missing'],
    ['ביטוח חובה', 'papers', 'missing'],
  ]);
  const [licence, attorney, insurance] = (await tasksOf(order)).map(({ position }) => position) as [
    number,
    number,
    number,
  ];
  const first = await send(order, licence);
  expect(first.tasks[0]).toMatchObject({ state: 'sent', papers: [{ name: 'רישיון.webp', type: 'image/webp' }] });
  const [id = ''] = first.tasks[0]?.papers.map((one) => one.id) ?? [];
  const shown = await paper(order, id);
  expect(shown.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-store' });
  expect((await sharp(shown.body).metadata()).exif).toBeUndefined();

  const cookie = await signInAs(site, 'warehouse');
  const page = `/orders/${order.uuid}`;
  const office = (call: string, input: object) => act(site, cookie, page, call, { ...input });
  const waiting = async () =>
    (await readPage<{ page: { rows: { uuid: string }[] } }>(site, cookie, '/orders?waiting=papers')).data.page.rows.map(
      ({ uuid }) => uuid,
    );
  // The demo's warehouse knows other stores.
  await query(
    `insert into staff_roles (staff_uid, role_uid, store_uid) select sr.staff_uid, sr.role_uid, s.uuid from staff_roles sr
     join roles r on r.uuid = sr.role_uid and r.key = 'warehouse', stores s where s.key = 'raam' on conflict do nothing`,
  );
  expect(await waiting()).toContain(order.uuid);
  const seen = await sentAt(order.uuid, licence);
  expect((await office('refuse-task', { position: licence, seen, why: '' })).status).toBe(400);
  // The buyer adds the other side meanwhile.
  await send(order, licence);
  expect((await office('accept-task', { position: licence, seen })).status).toBe(409);
  const now = await sentAt(order.uuid, licence);
  expect((await office('refuse-task', { position: licence, seen: now, why: 'הצילום מטושטש' })).status).toBe(200);
  expect((await office('accept-task', { position: licence, seen: now })).status).toBe(422);
  expect((await tasksOf(order))[0]).toMatchObject({ state: 'refused', refusal: 'הצילום מטושטש' });
  // The moment beside a decision is the decision's.
  await query(
    `update handover_steps set sent_at = sent_at - interval '5 hours' where order_uid = $1 and position = $2`,
    [order.uuid, licence],
  );
  const [refused] = await query<{ refused_at: Date }>(
    'select refused_at from handover_steps where order_uid = $1 and position = $2',
    [order.uuid, licence],
  );
  const { text } = await site.call({ host: 'office.localhost', path: page, headers: { cookie } });
  expect(text.match(/נדחה, הלקוח התבקש לשלוח שוב.*?<time dateTime="([^"]+)"/s)?.[1]).toBe(
    refused?.refused_at.toISOString(),
  );
  const [mail, sms] = await messagesAbout(order.uuid, 'paper_refused');
  expect(mail?.body).toContain('הצילום מטושטש');
  // Both lead to where it is sent.
  expect(mail?.body).toContain(`/order/${order.secret}/tasks`);
  expect(sms?.body).toContain(`/order/${order.secret}/tasks`);
  expect(await waiting()).not.toContain(order.uuid);

  // The paper that was wrong goes, the other one and the reason stay until something is sent.
  const removed = await post(order, 'remove-paper', { paper_uid: id });
  expect(removed.tasks[0]).toMatchObject({
    state: 'refused',
    refusal: 'הצילום מטושטש',
    papers: [{ type: 'image/webp' }],
  });
  expect((await paper(order, id)).status).toBe(404);
  const [good] = removed.tasks[0]?.papers.map((one) => one.id) ?? [];
  const again = await send(order, licence);
  expect(again.tasks[0]).toMatchObject({ state: 'sent', refusal: '', papers: [{ id: good }, { type: 'image/webp' }] });
  for (const position of [licence, insurance]) {
    if (position === insurance) await send(order, position, Buffer.from('%PDF-1.7\n%%EOF\n'), 'application/pdf');
    const accepted = await office('accept-task', { position, seen: await sentAt(order.uuid, position) });
    expect(accepted.status).toBe(200);
  }
  expect(await messagesAbout(order.uuid, 'papers_checked')).toEqual([]);
  const { version } = (await tasksOf(order)).find(({ position }) => position === attorney) as OrderTask;
  await post(order, 'sign', { position: attorney, version, name: 'דנה לוי', agreed: true });
  const accept = async () => office('accept-task', { position: attorney, seen: await sentAt(order.uuid, attorney) });
  expect((await accept()).status).toBe(200);
  expect(await messagesAbout(order.uuid, 'papers_checked')).toHaveLength(2);
  // Taken back and accepted once more: nobody is told twice.
  await office('step', { position: attorney, done: 'false' });
  expect((await accept()).status).toBe(200);
  expect(await messagesAbout(order.uuid, 'papers_checked')).toHaveLength(2);
  // What was accepted asks for nothing more: what was sent, and when.
  const tasks = await tasksOf(order);
  const path = `/order/${order.secret}/tasks`;
  const words = /<main.*<\/main>/s.exec((await site.call({ path })).text)?.[0].replaceAll('<!-- -->', '') ?? '';
  for (const { title, ask, sent_at, checked_at } of tasks) {
    expect([title, words.includes(ask.split('\n')[0] ?? '')]).toEqual([title, false]);
    expect([sent_at, checked_at]).toEqual([expect.any(String), expect.any(String)]);
  }
  expect(words.match(/(נשלח|נחתם) ב־[^<]*, אושר ב־/g)).toHaveLength(tasks.length);
  // What was checked stays as it is.
  expect((await send(order, licence)).status).toBe(422);
  const kept = (await tasksOf(order))[0]?.papers[0]?.id;
  expect((await post(order, 'remove-paper', { paper_uid: kept })).status).toBe(422);
  expect((await officeOf(site, 'accountant').then((other) => other.get(`${page}/files/${kept}`))).status).toBe(403);
});

test('a task whose last paper staff have removed is the buyer’s again', async () => {
  const order = await buy();
  const [task] = await tasksOf(order);
  const position = task?.position ?? 0;
  await send(order, position);
  const papers = (await send(order, position)).tasks[0]?.papers ?? [];
  const owner = await signInAs(site, 'owner');
  const states = [];
  for (const { id } of papers) {
    expect((await act(site, owner, `/orders/${order.uuid}`, 'remove-file', { file: id })).status).toBe(200);
    const [now] = await tasksOf(order);
    states.push([now?.state, now?.papers.length]);
  }
  expect(states).toEqual([
    ['sent', 1],
    ['missing', 0],
  ]);
});

test('a signature keeps who, what and when, and is a paper that can be read', async () => {
  const order = await buy();
  const { position, ask, version } = (await tasksOf(order)).find(({ kind }) => kind === 'signature') as OrderTask;
  const sign = (body: object) => post(order, 'sign', { position, version, name: 'דנה לוי־כהן', agreed: true, ...body });
  for (const wrong of [
    { agreed: false },
    { name: 'דנה' },
    { name: '<b> x' },
    { drawing: '[[[1,900]]]' },
    { drawing: '{' },
  ])
    expect((await sign(wrong)).status, JSON.stringify(wrong)).toBe(400);
  expect((await sign({ position: position - 1 })).status).toBe(404);
  expect((await sign({})).tasks.find(({ kind }) => kind === 'signature')?.state).toBe('sent');
  const drawing = JSON.stringify([
    [
      [10, 10],
      [300, 150],
    ],
    [[400, 20]],
  ]);
  const signed = await sign({ drawing });
  const papers = signed.tasks.find(({ kind }) => kind === 'signature')?.papers ?? [];
  expect(papers).toMatchObject([{ name: 'ייפוי כוח.pdf', type: 'application/pdf' }]);
  expect(
    await query(
      'select name, drawn, text, length(text_version) as version, ip_hash <> $2 as hashed from order_signatures where order_uid = $1',
      [order.uuid, ''],
    ),
  ).toEqual([{ name: 'דנה לוי־כהן', drawn: true, text: ask, version: 12, hashed: true }]);
  // A page that doesn't know of it replaces nothing, and says so.
  const late = await site.call({
    ...{ method: 'POST', path: `/order/${order.secret}/tasks` },
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...from() },
    body: new URLSearchParams({
      position: String(position),
      version,
      name: 'דנה אחרת',
      agreed: 'on',
      replaces: 'none',
    }).toString(),
  });
  expect(late.text).toContain('כבר נחתם בינתיים');
  const { body } = await paper(order, papers[0]?.id ?? '');
  const pdf = await getDocument({ data: new Uint8Array(body), useSystemFonts: true }).promise;
  const content = await (await pdf.getPage(1)).getTextContent();
  const text = content.items.map((item) => ('str' in item ? item.str : '')).join('');
  const [row] = await query<{ number: string }>('select number from orders where uuid = $1', [order.uuid]);
  expect(text).toContain(row?.number);
  expect(text.length).toBeGreaterThan(200);
  // A signature is replaced, not taken back.
  expect((await post(order, 'remove-paper', { paper_uid: papers[0]?.id })).status).toBe(404);
});

const active = (name: string) => Buffer.from(`%PDF-1.7\n1 0 obj<</S/${name}>>endobj\ntrailer<<>>\n%%EOF\n`);
const packed = deflateSync(Buffer.from('1 0 <</S /JavaScript /JS (app.alert(1))>>'));
const PACKED = '/Type /ObjStm /N 1 /Filter /FlateDecode';
const objects = (dictionary: string, ...streams: Buffer[]) =>
  Buffer.concat([
    Buffer.from(`%PDF-1.7\n1 0 obj<<${dictionary}>>stream\n`),
    ...streams,
    Buffer.from('\nendstream endobj\n%%EOF\n'),
  ]);

test.each<[string, Buffer, string]>([
  ['a script', active('JavaScript'), 'application/pdf'],
  ['a script by another spelling', active('J#61vaScript'), 'application/pdf'],
  ['a locked file', Buffer.from('%PDF-1.7\ntrailer<</Encrypt 5 0 R>>\n%%EOF\n'), 'application/pdf'],
  ['a packed script', objects(PACKED, packed), 'application/pdf'],
  [
    'a script that is packed twice',
    objects('/Type /ObjStm /N 1 /Filter [/FlateDecode /FlateDecode]', deflateSync(packed)),
    'application/pdf',
  ],
  [
    'a packed script with a predictor',
    objects('/DecodeParms << /Predictor 12 >> /Type /ObjStm /N 1 /Filter /FlateDecode', deflateSync(Buffer.from('-'))),
    'application/pdf',
  ],
  [
    'a packed script behind a harmless stream in its dictionary',
    objects(
      `/Type /ObjStm /N 1 /Filter /FlateDecode /X (stream\n${deflateSync(Buffer.from('-')).toString('latin1')}endstream)`,
      packed,
    ),
    'application/pdf',
  ],
  [
    'what is packed and reads longer than a document',
    objects(PACKED, deflateSync(Buffer.alloc(9 * 1024 * 1024, ' '))),
    'application/pdf',
  ],
  [
    'more letters written as numbers than a document has, packed',
    objects(
      PACKED,
      deflateSync(Buffer.from('#41'.repeat(3_000))),
      Buffer.from(`endstream endobj ${'#42'.repeat(3_000)}`),
    ),
    'application/pdf',
  ],
  [
    'a packed stream far behind its dictionary',
    Buffer.from(
      objects(PACKED, deflateSync(Buffer.from('-')))
        .toString('latin1')
        .replace('>>', `>>${' '.repeat(100)}`),
      'latin1',
    ),
    'application/pdf',
  ],
  ['a page that calls itself a picture', Buffer.from('<html><script>alert(1)</script></html>'), 'image/png'],
])('%s is refused, and nothing is kept', async (_, body, type) => {
  const order = await buy('noam');
  const [task] = await tasksOf(order);
  expect((await send(order, task?.position ?? 0, body, type)).status).toBe(422);
  expect(await query('select 1 from order_files where order_uid = $1', [order.uuid])).toEqual([]);
});

test('the last task that staff tick by hand is told of, too, where the buyer has sent something', async () => {
  const cookie = await signInAs(site, 'owner');
  const [sent, unsent] = [await buy('noam'), await buy('noam')];
  await send(sent, 0);
  for (const { uuid } of [sent, unsent])
    for (let time = 0; time < 2; time++)
      expect((await act(site, cookie, `/orders/${uuid}`, 'step', { position: 0, done: 'true' })).status).toBe(200);
  expect((await messagesAbout(sent.uuid, 'papers_checked')).map(({ channel }) => channel)).toEqual(['email', 'sms']);
  expect(await messagesAbout(unsent.uuid, 'papers_checked')).toEqual([]);
});

test('each store asks for its own: a scooter for an identity alone, a boat for its papers', async () => {
  const titles = async (store: string) => (await tasksOf(await buy(store))).map(({ title }) => title);
  expect(await titles('noam')).toEqual(['תעודה מזהה']);
  expect(await titles('gal')).toEqual(['תעודת משיט', 'ייפוי כוח', 'ביטוח ימי']);
});

test('strangers, other orders, other stores, unpaid and ended orders get nothing', async () => {
  const [order, other] = [await buy(), await buy()];
  const [task] = await tasksOf(order);
  const position = task?.position ?? 0;
  const id = (await send(order, position)).tasks[0]?.papers[0]?.id ?? '';
  expect((await send({ ...order, secret: 'guessed' }, position)).status).toBe(404);
  expect((await send({ ...order, store: 'gal' }, position)).status).toBe(404);
  expect((await send(order, 50)).status).toBe(404);
  expect((await send(order, position, photo, 'text/html')).status).toBe(400);
  for (const [secret, store] of [
    [other.secret, 'raam'],
    ['guessed', 'raam'],
    ['', 'raam'],
    [order.secret, 'gal'],
  ] as const)
    expect((await paper(order, id, secret, store)).status).toBe(404);
  expect((await post(other, 'remove-paper', { paper_uid: id })).status).toBe(404);
  for (let file = 1; file < 6; file++) expect((await send(order, position)).status).toBe(200);
  expect((await send(order, position)).message).toContain('עד 6 קבצים');
  // Two at once count each other.
  await post(order, 'remove-paper', { paper_uid: id });
  const both = await Promise.all([send(order, position), send(order, position)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);

  const unpaid = await shopper(site.port).order(await piece(site.connection.pool));
  const waiting = { uuid: unpaid.order.uuid, secret: unpaid.secret, store: 'raam' };
  expect(await tasksOf(waiting)).toEqual([]);
  // Unread: what it holds is not even looked at.
  expect((await send(waiting, position, active('JavaScript'), 'application/pdf')).message).toBe('ההזמנה אינה בטיפול');
  await query(`update orders set status = 'provided' where uuid = $1`, [order.uuid]);
  expect(await tasksOf(order)).toEqual([]);
  expect((await send(order, position)).status).toBe(422);
});

test('an order has only so many changes an hour', async () => {
  const order = await buy('noam');
  const [task] = await tasksOf(order);
  const sends = [];
  for (let turn = 0; turn < 61; turn++)
    sends.push(await post(order, 'remove-paper', { paper_uid: crypto.randomUUID(), position: undefined }));
  expect(task).toBeDefined();
  expect(sends.map(({ status }) => status)).toEqual([...Array(60).fill(404), 429]);
});
