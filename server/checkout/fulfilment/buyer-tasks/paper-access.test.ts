import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderTask } from '#contract/checkout/order-tasks.ts';
import { startApp, type TestApp } from '../../../../tests/support/app.ts';
import { lastCode, signUp } from '../../../../tests/support/customers.ts';
import { act, officeOf, signInAs } from '../../../../tests/support/office.ts';
import { CARDS, pay, piece, shopper } from '../../../../tests/support/purchase.ts';

let site: TestApp;
let photo: Buffer;
/** How much later it is for the application. */
let later = 0;
beforeAll(async () => {
  site = await startApp({
    office: true,
    env: { TRUST_PROXY: '1' },
    deps: { now: () => new Date(Date.now() + later) },
  });
  photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
});
beforeEach(async () => {
  later = 0;
  await site.connection.pool.query('delete from limit_hits');
});
afterAll(() => site.close());

const MINUTE = 60_000;
type Bought = { uuid: string; number: string; phone: string; secret: string; store: string };

/** A paid order of one vehicle. */
async function buy(store = 'raam', phone?: string, headers: Record<string, string> = {}): Promise<Bought> {
  const { pool } = site.connection;
  const shop = shopper(site.port, store);
  const customer = phone && { first_name: 'דנה', last_name: 'לוי', phone, email: 'dana@example.com' };
  const body = await shop.orderBody(await piece(pool, { store }), customer ? { customer } : {});
  const placed = await shop.post('/api/orders/create', body, { 'idempotency-key': crypto.randomUUID(), ...headers });
  const { order, secret, payment } = placed.json<Awaited<ReturnType<typeof shop.order>>>();
  await pay(site.port, new URL(payment?.url ?? '').pathname, CARDS.approved);
  await shop.ask(secret);
  const { rows } = await pool.query<{ phone: string }>('select phone from orders where uuid = $1', [order.uuid]);
  return { uuid: order.uuid, number: order.number, phone: `0${rows[0]?.phone.slice(4)}`, secret, store };
}

type Headers = Record<string, string>;
let addresses = 0;
const from = () => ({ 'x-forwarded-for': `203.0.113.${(addresses = (addresses + 1) % 250)}` });
const cookieOf = (reply: { headers: { 'set-cookie'?: string[] | undefined } }): Headers => {
  const set = (reply.headers['set-cookie'] ?? []).find((one) => one.startsWith('order.papers='));
  return set ? { cookie: set.slice(0, set.indexOf(';')) } : {};
};
const tasksOf = async ({ secret, store }: Bought, headers: Headers = {}) =>
  (await site.call({ host: `${store}.localhost`, path: `/api/orders/get-tasks?order=${secret}`, headers })).json<{
    tasks: OrderTask[];
  }>().tasks;
const versionOf = async (order: Bought, position: number) =>
  (await tasksOf(order)).find((task) => task.position === position)?.version ?? '';
const send = ({ secret, store }: Bought, headers: Headers = {}, asked: { version?: string } = {}) =>
  site.call({
    ...{ host: `${store}.localhost`, method: 'POST', body: photo },
    headers: { 'content-type': 'image/jpeg', ...from(), ...headers },
    path: `/api/orders/add-paper?${new URLSearchParams({ order: secret, position: '0', name: 'תעודה 012345678.jpg', ...asked })}`,
  });
const read = ({ secret, store }: Bought, id: string, headers: Headers = {}, host = store) =>
  site.call({ host: `${host}.localhost`, path: `/api/orders/papers/${id}?order=${secret}`, headers });
const remove = ({ secret, store }: Bought, paper_uid: string, headers: Headers = {}) =>
  site.call({
    ...{ host: `${store}.localhost`, method: 'POST', path: '/api/orders/remove-paper' },
    ...{ headers: { ...from(), ...headers }, body: { order: secret, paper_uid } },
  });
const sign = async (order: Bought, position: number, headers: Headers = {}) =>
  site.call({
    ...{ host: `${order.store}.localhost`, method: 'POST', path: '/api/orders/sign' },
    headers: { ...from(), ...headers },
    body: { order: order.secret, position, version: await versionOf(order, position), name: 'דנה לוי', agreed: true },
  });
const lookUp = ({ store }: Bought, fields: Headers) =>
  site.call({
    ...{ host: `${store}.localhost`, method: 'POST', path: '/order' },
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...from() },
    body: new URLSearchParams(fields).toString(),
  });
/** Number, phone and code, as on the page that finds an order. */
async function prove(order: Bought, fields: Headers = {}) {
  const { number, phone } = order;
  await lookUp(order, { number, phone, ...fields });
  return lookUp(order, { number, phone, ...fields, code: await lastCode(site, phone) });
}
/** The newest of the first task. */
const newestOf = (reply: { json: <T>() => T }) => {
  const paper = reply.json<{ tasks: OrderTask[] }>().tasks[0]?.papers.at(-1);
  if (!paper) throw new Error('nothing was sent');
  return paper;
};

test('who has the link alone sends papers and sees that they are there, and neither opens nor removes them', async () => {
  const order = await buy();
  const { id } = newestOf(await send(order));
  const [task] = await tasksOf(order);
  // The name of a file may say whose identity it is.
  expect(task).toMatchObject({ state: 'sent', papers: [{ id, name: '', type: 'image/webp', open: false }] });
  expect(task?.papers[0]?.sent_at).toEqual(expect.stringMatching(/^\d{4}-/));
  const [there, guessed] = [await read(order, id), await read(order, crypto.randomUUID())];
  expect([there.status, there.json<{ error_code: string }>().error_code]).toEqual([404, 'NOT_FOUND']);
  expect(there.text.replace(/"request_id":"[^"]+"/, '')).toBe(guessed.text.replace(/"request_id":"[^"]+"/, ''));
  expect((await remove(order, id)).status).toBe(404);
  expect((await tasksOf(order))[0]?.papers).toHaveLength(1);
  for (const path of [`/order/${order.secret}`, `/order/${order.secret}/tasks`])
    expect((await site.call({ path })).text).not.toContain('012345678');
  // A page that was left open leads to the code.
  const page = await read(order, id, { 'sec-fetch-dest': 'document' });
  expect([page.status, page.headers.location]).toEqual([303, `/order?order=${order.number}&for=papers`]);
});

test('the code of the look-up opens the papers of that order for half an hour, and leads back to them', async () => {
  const order = await buy();
  const { id } = newestOf(await send(order));
  const proved = await prove(order, { for: 'papers' });
  expect([proved.status, proved.headers.location]).toEqual([303, `/order/${order.secret}/tasks`]);
  const [set = ''] = proved.headers['set-cookie'] ?? [];
  expect(set).toMatch(/^order\.papers=[\w.~-]+; Path=\/; Max-Age=1800; HttpOnly; SameSite=Lax$/);
  const cookie = cookieOf(proved);
  expect((await read(order, id, cookie)).headers['content-type']).toBe('image/webp');
  expect((await tasksOf(order, cookie))[0]?.papers).toMatchObject([{ name: 'תעודה 012345678.webp', open: true }]);
  later = 31 * MINUTE;
  expect((await read(order, id, cookie)).status).toBe(404);
  expect((await remove(order, id, cookie)).status).toBe(404);
  later = 29 * MINUTE;
  expect((await remove(order, id, cookie)).status).toBe(200);
  expect((await read(order, id, cookie)).status).toBe(404);
});

test('a paper for words that have changed since is refused, and nothing is kept', async () => {
  const order = await buy();
  const version = await versionOf(order, 0);
  const refused = await send(order, {}, { version: `${version.slice(1)}0` });
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('הנוסח השתנה')]);
  expect((await tasksOf(order))[0]).toMatchObject({ state: 'missing', papers: [] });
  expect((await send(order, {}, { version })).status).toBe(200);
});

test('over https the cookie is for https alone', async () => {
  const order = await buy();
  const sent = await send(order, { 'x-forwarded-proto': 'https' });
  expect(sent.headers['set-cookie']?.[0]).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
});

test('the device that has sent a paper sees and removes that one, and none that another device sent', async () => {
  const order = await buy();
  const before = newestOf(await send(order));
  const sent = await send(order);
  const mine = newestOf(sent);
  expect(mine).toMatchObject({ open: true, name: 'תעודה 012345678.webp' });
  const cookie = cookieOf(sent);
  expect((await read(order, mine.id, cookie)).status).toBe(200);
  expect((await read(order, before.id, cookie)).status).toBe(404);
  expect((await remove(order, before.id, cookie)).status).toBe(404);
  // The next one doesn't close it.
  const next = await send(order, cookie);
  expect((await read(order, mine.id, cookieOf(next))).status).toBe(200);
  expect((await remove(order, mine.id, cookieOf(next))).status).toBe(200);
  expect((await read(order, newestOf(next).id, cookieOf(next))).status).toBe(200);
  later = 31 * MINUTE;
  expect((await read(order, newestOf(next).id, cookieOf(next))).status).toBe(404);
});

test('a proof of another order, of another store, or that was tampered with opens nothing', async () => {
  const [order, other, abroad] = [await buy(), await buy(), await buy('gal')];
  const { id } = newestOf(await send(order));
  const right = cookieOf(await prove(order)).cookie ?? '';
  const [, until = '', mark = ''] = /=([^.]+)\.(.+)$/.exec(right) ?? [];
  const provedOther = cookieOf(await prove(other));
  expect(provedOther.cookie).toMatch(/^order\.papers=./);
  const tampered = `order.papers=${(Number.parseInt(until, 36) + 86_400).toString(36)}.${mark}`;
  for (const cookie of [
    provedOther.cookie,
    cookieOf(await prove(abroad)).cookie,
    tampered,
    'order.papers=',
    `order.papers=${until}.`,
    `order.papers=${'~'.repeat(3_000)}`,
  ])
    expect((await read(order, id, { cookie: cookie ?? '' })).status, cookie).toBe(404);
  expect((await read(order, id, { cookie: right }, 'gal')).status).toBe(404);
  // With its own link, another order's paper isn't there either.
  expect((await read(other, id, provedOther)).status).toBe(404);
  expect((await remove(other, id, provedOther)).status).toBe(404);
  expect((await read(order, id, { cookie: right })).status).toBe(200);
});

test('the owner who is signed in needs no code, another customer does; leaving the account closes the papers', async () => {
  const owner = await signUp(site);
  const order = await buy('raam', owner.phone, owner.bearer);
  const { id } = newestOf(await send(order));
  expect((await read(order, id, owner.bearer)).status).toBe(200);
  expect((await tasksOf(order, owner.bearer))[0]?.papers[0]?.open).toBe(true);
  const stranger = await signUp(site);
  expect((await read(order, id, stranger.bearer)).status).toBe(404);
  expect((await remove(order, id, stranger.bearer)).status).toBe(404);
  expect((await remove(order, id, owner.bearer)).status).toBe(200);
  await site.connection.pool.query('delete from limit_hits');
  const cookie = cookieOf(await prove(order));
  const left = await owner.who.post('/customer/customers/logout', {}, { ...owner.bearer, ...cookie });
  expect(left.headers['set-cookie']?.find((one) => one.startsWith('order.papers='))).toMatch(/=;/);
});

test('a signature is read by who signed it; one that waits is not signed over by the link alone', async () => {
  const order = await buy();
  const position = (await tasksOf(order)).find(({ kind }) => kind === 'signature')?.position ?? -1;
  const of = async (headers: Headers) => (await tasksOf(order, headers)).find((task) => task.position === position);
  const first = await sign(order, position);
  const id = (await of(cookieOf(first)))?.papers[0]?.id ?? '';
  expect((await read(order, id, cookieOf(first))).headers['content-type']).toBe('application/pdf');
  expect((await read(order, id)).status).toBe(404);
  expect((await sign(order, position)).status).toBe(409);
  expect((await of({}))?.papers[0]?.id).toBe(id);
  expect((await sign(order, position, cookieOf(first))).status).toBe(200);
  // Refused, it is asked for again by the link.
  const office = await signInAs(site, 'owner');
  const seen = (await of({}))?.sent_at;
  expect(
    (await act(site, office, `/orders/${order.uuid}`, 'refuse-task', { position, seen, why: 'שם חלקי' })).status,
  ).toBe(200);
  expect((await sign(order, position)).status).toBe(200);
});

test('who signs without scripts sees what was signed on the page that answers', async () => {
  const order = await buy();
  const task = (await tasksOf(order)).find(({ kind }) => kind === 'signature') as OrderTask;
  const shown = { position: String(task.position), version: task.version };
  const signed = await site.call({
    ...{ host: `${order.store}.localhost`, method: 'POST', path: `/order/${order.secret}/tasks` },
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...from() },
    body: new URLSearchParams({ ...shown, name: 'דנה לוי', agreed: 'on' }).toString(),
  });
  expect([signed.status, signed.text.includes('לצפייה עם קוד')]).toEqual([200, false]);
  const [, id = ''] = /\/api\/orders\/papers\/([\w-]+)/.exec(signed.text) ?? [];
  expect((await read(order, id, cookieOf(signed))).headers['content-type']).toBe('application/pdf');
});

test('staff open papers by their rights as before, and another contact of the order ends what was proved', async () => {
  const order = await buy();
  const sent = await send(order);
  const { id } = newestOf(sent);
  const cookie = cookieOf(await prove(order));
  const page = `/orders/${order.uuid}/files/${id}`;
  expect((await officeOf(site, 'owner').then((staff) => staff.get(page))).status).toBe(200);
  expect((await officeOf(site, 'accountant').then((staff) => staff.get(page))).status).toBe(403);
  // As staff do for a mistyped phone: former links end with the number of them.
  await site.connection.pool.query(
    `update orders set link_version = link_version + 1, phone = '+972509999999' where uuid = $1`,
    [order.uuid],
  );
  for (const former of [cookie, cookieOf(sent)]) expect((await read(order, id, former)).status).toBe(404);
});
