import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Photo } from '#contract/common.ts';
import type { TradeIn } from '#contract/leads/trade-ins.ts';
import { RegistryAway } from '#domain/catalogue/vehicles/vehicle-numbers.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { caller, newPhone, provePhone, signUp } from '../../../tests/support/customers.ts';
import { signInAs } from '../../../tests/support/office.ts';
import { type Piece, piece, shopper } from '../../../tests/support/purchase.ts';
import { erasePerson } from '../../privacy/erase.ts';
import { forgetOldTradeIns } from './forget.ts';

let site: TestApp;
const START = new Date('2026-06-07T07:00:00Z');
let clock = START;
let sales: string;
/** What the registry does with the next plate. */
let registry: () => { make: string; model: string; year: number } | null;
const plates: string[] = [];
beforeAll(async () => {
  site = await startApp({
    office: true,
    env: { TRUST_PROXY: '1' },
    deps: {
      now: () => clock,
      registry: {
        async find(plate) {
          plates.push(plate);
          return registry();
        },
        check: async () => 'answers',
      },
    },
  });
  sales = await signInAs(site, 'sales');
});
afterAll(() => site.close());
const honda = { make: 'הונדה יפן', model: 'CB500X', year: 2021 };
beforeEach(async () => {
  clock = START;
  registry = () => honda;
  plates.length = 0;
  for (const table of ['order_trade_ins', 'trade_ins', 'plate_answers', 'outbox', 'limit_hits'])
    await query(`delete from ${table}`);
});

const query = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;
const condition = { km: 9_000, hand: 'first', ownership: 'private', accidents: 'none', tyres: 'good' };
const DAY = 86_400_000;

/** A vehicle that its owner offers; with a code for the phone, unless it shall not be proved. */
async function offered({ phone = newPhone(), proved = true, host = 'raam.localhost', ...more }: Offered = {}) {
  const who = caller(site, { host });
  const reply = await who.post('/api/trade-ins/create', {
    ...honda,
    ...condition,
    name: 'דנה לוי',
    phone,
    email: 'dana@example.com',
    ...more,
  });
  expect(reply.status, reply.text).toBe(200);
  const { secret } = reply.json<{ secret: string }>();
  await query('delete from outbox');
  if (proved) {
    const { ticket } = await provePhone(site, who, phone);
    expect((await who.post('/api/trade-ins/prove-phone', { secret, ticket })).status).toBe(200);
  }
  await query('delete from outbox');
  const [{ uuid }] = await query('select uuid from trade_ins where phone = $1', [`+972${phone.slice(1)}`]);
  return { secret, phone, uuid: uuid as string };
}
type Offered = { phone?: string; proved?: boolean; host?: string } & Record<string, unknown>;
const read = async (secret: string, host = 'raam.localhost') =>
  site.call({ host, path: `/api/trade-ins/get-trade-in?secret=${secret}` });
const stateOf = async (secret: string) => (await read(secret)).json<TradeIn>().state;

const buyer = (phone: string) => ({ first_name: 'דנה', last_name: 'לוי', phone, email: 'dana@example.com' });
/** An order for the goods with an offer, as the purchase sends it. */
async function buy(goods: Piece, { secret, phone }: { secret: string; phone: string }, more: object = {}) {
  const shop = shopper(site.app.server, goods.store);
  const body = await shop.orderBody(goods, {
    customer: buyer(phone),
    trade_in: { secret, product_uid: goods.product },
    ...more,
  });
  return { body, reply: await shop.place(body) };
}
const errorOf = (reply: { json: <T>() => T }) => reply.json<{ error_code?: string }>().error_code;

test('a plate is asked about once, and its answer counts, whatever the form says; away and unknown are filled by hand', async () => {
  const who = caller(site);
  const find = async (plate: string) => (await who.post('/api/trade-ins/find-vehicle', { plate })).json();
  expect(await find('12-345-67')).toEqual({ state: 'found', plate: '1234567', ...honda });
  expect(await find('1234567')).toMatchObject({ state: 'found' });
  expect(plates).toEqual(['1234567']);
  const forged = await offered({ plate: '1234567', make: 'פרארי', model: 'F40', year: 2026, proved: false });
  expect((await read(forged.secret)).json<TradeIn>()).toMatchObject({ vehicle: { plate: '1234567', ...honda } });

  registry = () => {
    throw new RegistryAway('no answer');
  };
  expect(await find('7654321')).toEqual({ state: 'away', plate: '7654321' });
  registry = () => null;
  expect(await find('7654321')).toEqual({ state: 'unknown', plate: '7654321' });
  expect(await find('7654321')).toEqual({ state: 'unknown', plate: '7654321' });
  expect(plates).toEqual(['1234567', '7654321', '7654321']);
  // An unknown plate may be new: the next day it is asked about again, a known one after months.
  clock = new Date(clock.getTime() + 2 * DAY);
  await find('7654321');
  await find('1234567');
  expect(plates.slice(3)).toEqual(['7654321']);
  expect((await who.post('/api/trade-ins/find-vehicle', { plate: '12' })).status).toBe(400);
  for (let at = 0; at < 20; at++) await find(`20000${at + 10}`);
  expect(errorOf(await who.post('/api/trade-ins/find-vehicle', { plate: '3000000' }))).toBe('RATE_LIMITED');
  const used = await caller(site).post('/api/trade-ins/create', {
    ...honda,
    ...condition,
    name: 'דנה לוי',
    phone: newPhone(),
  });
  expect(used.status, 'by hand it goes on').toBe(200);
});

test('the table estimates at once, both sides are told once; without a row a person answers', async () => {
  const { secret } = await offered({ proved: false });
  // 34,000 less nothing: 10 % below it is the lower end, for 14 days.
  expect((await read(secret)).json<TradeIn>()).toMatchObject({
    state: 'offered',
    offer: { low: 30_600, high: 34_000, expires_at: new Date(clock.getTime() + 14 * DAY).toISOString() },
    phone_proved: false,
  });
  expect((await read(secret, 'noam.localhost')).status).toBe(404);
  const phone = newPhone();
  const reply = await caller(site).post('/api/trade-ins/create', {
    ...{ ...honda, make: 'לא ידוע' },
    ...condition,
    name: 'דנה לוי',
    phone,
    email: 'dana@example.com',
  });
  const waiting = reply.json<{ secret: string }>().secret;
  expect((await read(waiting)).json<TradeIn>()).toMatchObject({ state: 'waiting', offer: null });
  const messages = await query('select channel, recipient, body from outbox order by channel, recipient');
  expect(messages.map(({ channel }) => channel)).toEqual(['email', 'email', 'sms']);
  expect(messages[2].body).toContain(`/trade-in/${waiting}`);
  expect(messages.find(({ body }) => body.includes('טרייד־אין״'))?.body).not.toContain(phone.slice(1));

  clock = new Date(clock.getTime() + 15 * DAY);
  expect(await stateOf(secret)).toBe('expired');
  const later = { ...honda, ...condition, name: 'דנה לוי', phone: newPhone(), year: 2030 };
  expect((await caller(site).post('/api/trade-ins/create', later)).json()).toMatchObject({
    fields: [{ path: 'year' }],
  });
});

test('each kind is asked about itself: what it lacks is told, what isn’t of it is left out, and all of it is read', async () => {
  const who = caller(site);
  const boat = { kind: 'boat', make: 'גל', model: 'Bay 520', year: 2019, hours: 310, hand: 'second', name: 'דנה לוי' };
  const missing = await who.post('/api/trade-ins/create', { ...boat, phone: newPhone(), name: '' });
  expect(
    missing
      .json<{ fields: { path: string }[] }>()
      .fields.map(({ path }) => path)
      .sort(),
  ).toEqual(['engine', 'hull', 'name', 'ownership', 'trailer']);
  const answers = { ownership: 'private', hull: 'repaired', engine: 'due', trailer: 'good', tyres: 'worn', km: 5 };
  const create = (more: object) =>
    who.post('/api/trade-ins/create', { ...boat, ...answers, phone: newPhone(), email: 'dana@example.com', ...more });
  expect((await create({ plate: '!' })).json()).toMatchObject({ fields: [{ path: 'plate' }] });
  const { secret } = (await create({ plate: 'il-gal 12345 k819' })).json<{ secret: string }>();
  const { tyres: _, km: __, ...own } = { ...answers, kind: 'boat', hours: 310, hand: 'second' };
  expect((await read(secret)).json<TradeIn>()).toMatchObject({
    state: 'waiting',
    vehicle: { plate: 'ILGAL12345K819' },
  });
  expect((await read(secret)).json<TradeIn>().condition).toEqual(own);
  expect(plates).toEqual([]);
  const [mail] = await query(`select body from outbox where channel = 'email' and recipient = 'dana@example.com'`);
  expect(mail.body).toMatch(/מספר גוף.*ILGAL12345K819[\s\S]*שעות מנוע.*310[\s\S]*נגרר.*יש, תקין ועם רישיון/);
  expect(mail.body).not.toContain('צמיגים');
  const [{ uuid }] = await query('select uuid from trade_ins');
  const staff = (path: string) => site.call({ host: 'office.localhost', path, headers: { cookie: sales } });
  expect((await staff(`/trade-ins/${uuid}`)).text).toMatch(/שעות מנוע[\s\S]*310[\s\S]*פגיעה שתוקנה/);
  expect((await staff('/trade-ins?q=ilgal-12345k819')).text).toMatch(/310<\/bdi> שעות מנוע/);
  // From before there were kinds.
  await query(
    `update trade_ins set condition = '{"km":0,"hand":"first","ownership":"private","accidents":"none","tyres":"none"}'`,
  );
  expect((await read(secret)).json<TradeIn>().condition).toEqual({
    kind: 'road',
    km: 0,
    hand: 'first',
    ownership: 'private',
    accidents: 'none',
  });
});

test.each([
  { plate: {} },
  { plate: 5 },
  { kind: 'constructor' },
  { kind: { toString: 1 } },
  { kind: [], plate: ['x'] },
])('fields of another shape are refused: %j', async (odd) => {
  const body = { ...honda, ...condition, name: 'דנה לוי', phone: newPhone(), ...odd };
  expect((await caller(site).post('/api/trade-ins/create', body)).status).toBe(400);
  expect(await query('select 1 from trade_ins')).toEqual([]);
});

test('without scripts the page asks a boat’s owner what a boat has, the store’s own kind first', async () => {
  const page = (host: string, query = '') => site.call({ host, path: `/trade-in${query}` });
  const boats = (await page('gal.localhost')).text;
  expect(boats).toContain('שעות מנוע');
  expect(boats).not.toContain('צמיגים');
  expect((await page('raam.localhost')).text).toContain('מספר הרישוי של הרכב שלכם');
  expect((await page('raam.localhost', '?kind=mobility')).text).toContain('סוללות');
  const sent = await site.call({
    host: 'gal.localhost',
    method: 'POST',
    path: '/trade-in',
    headers: { origin: `http://gal.localhost:${site.port}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ step: 'send', kind: 'boat', make: 'גל', model: 'Bay', year: '2019' }).toString(),
  });
  // In the sequence of the form.
  expect(sent.text).toMatch(/הזינו שעות מנוע[\s\S]*בחרו איזו יד הרכב[\s\S]*בחרו אם יש נגרר[\s\S]*הזינו (את )?ה?שם/);
});

test('photos are redrawn, bounded, and nobody’s but the owner’s and staff’s', async () => {
  const { secret, uuid } = await offered();
  const other = await offered();
  const bytes = await sharp({ create: { width: 2_400, height: 1_200, channels: 3, background: '#468' } })
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .jpeg()
    .toBuffer();
  const send = (body: Buffer | string, to = secret) =>
    site.call({
      host: 'raam.localhost',
      method: 'POST',
      path: `/api/trade-ins/add-photo?secret=${to}`,
      headers: { 'content-type': 'image/jpeg' },
      body: body as string,
    });
  expect(errorOf(await send(Buffer.from('no picture')))).toBe('IMAGE_REFUSED');
  expect((await send(bytes, 'nobody')).status).toBe(404);
  for (let at = 0; at < 6; at++) expect((await send(bytes)).status).toBe(200);
  expect(errorOf(await send(bytes))).toBe('TRADE_IN_PHOTOS_FULL');
  const [photo] = (await read(secret)).json<TradeIn>().photos as [Photo];
  const ownReply = await site.call({ host: 'raam.localhost', path: photo.url });
  const picture = await sharp(ownReply.body).metadata();
  expect([picture.format, picture.width, picture.exif]).toEqual(['webp', 1_600, undefined]);
  expect(ownReply.headers['cache-control']).toBe('private, no-store');
  const stolen = photo.url.replace(secret, other.secret);
  expect((await site.call({ host: 'raam.localhost', path: stolen })).status).toBe(404);
  const office = (cookie: string, of: string) =>
    site.call({ host: 'office.localhost', path: `/trade-ins/${of}/photos/${photo.id}`, headers: { cookie } });
  expect((await office(sales, uuid)).headers['content-type']).toBe('image/webp');
  expect((await office(sales, other.uuid)).status).toBe(404);
  const removed = await caller(site).post('/api/trade-ins/remove-photo', { secret, photo_uid: photo.id });
  expect(removed.json<{ photos: unknown[] }>().photos).toHaveLength(5);
});

test('a customer finds the own offers in the account, proves by the session, and takes one back', async () => {
  const { phone, bearer, who } = await signUp(site);
  const { secret } = await offered({ phone, proved: false });
  const before = await who.get('/personal-area', bearer);
  expect(before.text).toContain(`/trade-in/${secret}`);
  const strangers = await signUp(site);
  expect((await strangers.who.post('/api/trade-ins/prove-phone', { secret }, strangers.bearer)).status).toBe(422);
  const proved = await who.post('/api/trade-ins/prove-phone', { secret }, bearer);
  expect(proved.json<TradeIn>().phone_proved).toBe(true);
  for (let at = 0; at < 2; at++)
    expect((await who.post('/api/trade-ins/withdraw', { secret })).json<TradeIn>().state).toBe('withdrawn');
  expect((await who.get('/personal-area', bearer)).text).not.toContain(`/trade-in/${secret}`);
});

test('a store that takes no used vehicles has no page for them, and no call', async () => {
  const set = (value: boolean) =>
    query(`update stores set settings = jsonb_set(settings, '{purchase,trade_in}', $1::jsonb) where key = 'zik'`, [
      JSON.stringify(value),
    ]);
  await set(false);
  await query('notify cache_versions');
  site.deps.cache.clear();
  const who = caller(site, { host: 'zik.localhost' });
  expect((await who.get('/trade-in')).status).toBe(404);
  expect((await who.post('/api/trade-ins/find-vehicle', { plate: '1234567' })).status).toBe(404);
  await set(true);
  site.deps.cache.clear();
  expect((await caller(site, { host: 'raam.localhost' }).get('/trade-in')).status).toBe(200);
});

test('without scripts the page goes from the plate to the offer', async () => {
  const form = (fields: object) =>
    site.call({
      host: 'raam.localhost',
      method: 'POST',
      path: '/trade-in?product=raam-barak-500&variant=RM-B500-RED&kind=road',
      headers: {
        origin: `http://raam.localhost:${site.port}`,
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': '203.0.113.77',
      },
      body: new URLSearchParams(fields as Record<string, string>).toString(),
    });
  expect((await form({ step: 'find', plate: '12' })).text).toContain('חמש עד שמונה ספרות');
  const second = await form({ step: 'find', plate: '12-345-67' });
  expect(second.text).toContain('CB500X');
  // Who has another one, another number or none at hand, and where the offer leads back to.
  expect(second.text).toMatch(/לא הרכב שלכם\?[\s\S]*מספר אחר[\s\S]*variant=RM-B500-RED[^"]*by=hand[\s\S]*מילוי ידני/);
  expect(second.text).toContain('href="/product/raam-barak-500?variant=RM-B500-RED"');
  const hidden = (name: string) =>
    new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(second.text)?.[1] ?? '';
  const answers = { plate: '1234567', ...honda, ...condition, name: 'דנה לוי', phone: newPhone() };
  const faulty = await form({ step: 'send', ...answers, km: '' });
  expect(faulty.text).toContain('הזינו קילומטרים');
  expect(faulty.text).toContain('CB500X');
  const sent = await form({ step: 'send', ...answers, product_uid: hidden('product_uid'), chosen: hidden('chosen') });
  expect(sent.status, sent.text.slice(0, 300)).toBe(303);
  expect(sent.headers.location).toMatch(/^\/trade-in\/[\w-]{20,}$/);
  // By the link that was sent, on any day and device: what was chosen stands in the offer, not in its address.
  const [secret = ''] = /[\w-]{20,}$/.exec(String(sent.headers.location)) ?? [];
  const { product } = (await read(secret)).json<TradeIn>();
  expect(product).toMatchObject({ slug: 'raam-barak-500', chosen: '?variant=RM-B500-RED' });
  const page = await site.call({ host: 'raam.localhost', path: sent.headers.location as string });
  expect(page.text).toContain('30,600');
  expect(page.headers['cache-control']).toContain('no-store');
});

test('of an address nothing is kept but what is chosen of the vehicle', async () => {
  const [product] = await query(`select uuid from products where slug = 'raam-barak-500'`);
  const chosen = '?step=3&config=AB12CD&next=https://x.example';
  const { secret } = await offered({ product_uid: product.uuid, chosen });
  expect((await read(secret)).json<TradeIn>().product).toMatchObject({ chosen: '?config=AB12CD' });
  const none = await offered({ chosen });
  expect((await read(none.secret)).json<TradeIn>().product).toBeNull();
});

test('old offers and an erased person’s are gone with plate and photos; the order keeps its sums', async () => {
  const goods = await piece(site.connection.pool);
  const mine = await offered({ plate: '1234567' });
  const { reply } = await buy(goods, mine);
  const { order } = reply.json<{ order: { uuid: string } }>();
  await query(
    `update orders set status = 'accepted', payment_status = 'paid', paid_at = now(), hold_until = null where uuid = $1`,
    [order.uuid],
  );
  const [{ uuid: storeUid }] = await query(`select uuid from stores where key = 'raam'`);
  await erasePerson(site.deps.db, { storeUid, customerUid: null, phone: `+972${mine.phone.slice(1)}` }, clock);
  expect(await query('select from trade_ins where uuid = $1', [mine.uuid])).toEqual([]);
  expect(await query('select from changes where entity_uid = $1', [mine.uuid])).toEqual([]);
  expect(await query('select trade_in_uid, name from order_trade_ins where order_uid = $1', [order.uuid])).toEqual([
    { trade_in_uid: null, name: 'הונדה יפן CB500X (2021)' },
  ]);
  const old = await offered();
  await query(`update stores set settings = settings || '{"leads_kept_months": 12}' where key = 'raam'`);
  const forget = (days: number) =>
    forgetOldTradeIns({ db: site.deps.db, now: () => new Date(clock.getTime() + days * DAY) });
  await forget(300);
  expect((await read(old.secret)).status).toBe(200);
  // Of one plate there is one credit a year: until then the offer is kept by which it is found.
  const credited = await offered({ plate: '7654321' });
  const second = (await buy(await piece(site.connection.pool), credited)).reply.json<{ order: { uuid: string } }>();
  await query(`update orders set status = 'provided' where uuid = $1`, [second.order.uuid]);
  await query(
    `update order_trade_ins set state = 'confirmed', confirmed_agorot = 100, decided_at = $2 where order_uid = $1`,
    [second.order.uuid, new Date(clock.getTime() + 60 * DAY)],
  );
  await forget(400);
  expect((await read(old.secret)).status).toBe(404);
  expect((await read(credited.secret)).status).toBe(200);
  await forget(430);
  expect((await read(credited.secret)).status).toBe(404);
});

test('a store without parts asks the registry for nobody', async () => {
  const host = 'noam.localhost';
  const ask = () =>
    site.call({
      ...{ host, path: '/spare-parts', method: 'POST', body: 'plate=7654321' },
      headers: { origin: `http://${host}:${site.port}`, 'content-type': 'application/x-www-form-urlencoded' },
    });
  expect((await ask()).text).toContain('אין אצלנו חלקים לפי דגם לכלי הזה');
  expect(plates.splice(0)).toEqual(['7654321']);
  const { rowCount } = await site.connection.pool.query(
    `update store_products p set published = false from stores s where s.uuid = p.store_uid and s.key = 'noam' and p.published`,
  );
  expect(rowCount).toBeGreaterThan(0);
  await site.connection.pool.query('delete from plate_answers');
  await expect.poll(async () => (await ask()).text).toContain('אין בחנות הזו חלקים לפי דגם');
  plates.length = 0;
  expect((await ask()).text).toContain('אין בחנות הזו חלקים לפי דגם');
  expect(plates).toEqual([]);
});
