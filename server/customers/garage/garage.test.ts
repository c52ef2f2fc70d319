import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GarageVehicle } from '#contract/customers/account.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { newPhone, signUp } from '../../../tests/support/customers.ts';
import { piece, shopper } from '../../../tests/support/purchase.ts';
import { sendVehicleReminders } from './send-reminders.ts';

let site: TestApp;
/** A Monday morning, when messages may be sent. */
let clock = new Date('2026-06-08T07:00:00Z');
const DAY = 86_400_000;
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' }, deps: { now: () => clock } });
});
afterAll(() => site.close());

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await site.connection.pool.query<Row>(text, values)).rows;
type Owner = Awaited<ReturnType<typeof signUp>>;
const cookieOf = ({ token }: Owner) => ({ cookie: `auth._token.local=${token}` });
const GARAGE = '/personal-area/garage';
const page = async (owner: Owner, path = GARAGE, host = 'raam.localhost') =>
  site.call({ host, path, headers: cookieOf(owner) });
const post = async (owner: Owner, path: string, form: Record<string, string>, host = 'raam.localhost') =>
  site.call({
    ...{ host, path, method: 'POST', body: new URLSearchParams(form).toString() },
    headers: {
      ...cookieOf(owner),
      origin: `http://${host}:${site.port}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
  });
const statusOf = async (reply: ReturnType<typeof post>) => (await reply).status;
const shownIn = (text: string): string =>
  (/<main[\s\S]*<\/main>/.exec(text)?.[0] ?? text).replace(/<script[\s\S]*?<\/script>|<[^>]*>/g, ' ');
const messages = (phone: string) =>
  query<{ channel: string; body: string }>(
    `select channel, body from outbox where about = 'vehicle reminder' and recipient = $1 order by created_at, channel`,
    [`+972${phone.slice(1)}`],
  );

/** A vehicle that a guest with this phone bought, with what staff recorded of it. */
async function bought(phone: string, status = 'provided') {
  const goods = await piece(site.connection.pool);
  const customer = { first_name: 'דנה', last_name: 'לוי', phone, email: 'dana@example.com' };
  const { order } = await shopper(site.port).order(goods, { customer });
  await query(`update products set service_plan = '1000/1|10000/12' where uuid = $1`, [goods.product]);
  await query('update orders set status = $2 where uuid = $1', [order.uuid, status]);
  await query(
    `insert into order_history (order_uid, field, from_value, to_value, actor, reason, created_at) values ($1, 'status', 'in_process', 'provided', 'staff:x', '', $2)`,
    [order.uuid, clock],
  );
  const [line] = await query<{ uuid: string; name: string; slug: string }>(
    `insert into order_vehicles (order_line_uid, unit, chassis_number, plate_number)
     select uuid, 1, 'JH2SC5900XM000001', '12345678' from order_lines where order_uid = $1 returning order_line_uid as uuid,
       (select l.name from order_lines l where l.uuid = order_line_uid) as name,
       (select p.slug from order_lines l join products p on p.uuid = l.product_uid where l.uuid = order_line_uid) as slug`,
    [order.uuid],
  );
  if (!line) throw new Error('no line');
  return { ...line, order: order.uuid, number: order.number, key: `${line.uuid}.1`, path: `${GARAGE}/${line.uuid}.1` };
}

test('a vehicle that was handed over is in the garage of whoever proves the order’s phone, and of nobody else', async () => {
  const phone = newPhone();
  const early = await bought(phone, 'in_process');
  const owner = await signUp(site, undefined, phone);
  expect((await page(owner)).text).not.toContain(early.path);
  await query(`update orders set status = 'provided' where uuid = $1`, [early.order]);
  const list = await page(owner);
  expect(list.text).toContain(early.path);
  expect(shownIn(list.text), 'masked').toContain('•••-••-678');
  expect(shownIn(list.text)).not.toContain('123-45-678');
  const details = await page(owner, early.path);
  for (const words of ['123-45-678', 'JH2SC5900XM000001', early.number, '1,000', '08/07/2026'])
    expect(shownIn(details.text), words).toContain(words);
  expect(details.text).toContain(`vehicle=${encodeURIComponent(early.key)}`);

  const other = await signUp(site);
  expect((await page(other, early.path)).status).toBe(404);
  expect(await statusOf(post(other, early.path, { form: 'details', kilometres: '5' }))).toBe(404);
  expect(await statusOf(post(other, early.path, { form: 'remove' }))).toBe(404);
  expect((await page(owner, early.path, 'noam.localhost')).status, 'another store’s').toBe(302);

  // Given back, it is gone; the booking of a visit knows it no more.
  await query(`update orders set status = 'refunded' where uuid = $1`, [early.order]);
  expect((await page(owner, early.path)).status).toBe(404);
  expect((await page(owner)).text).not.toContain(early.path);
});

test('a vehicle that its owner has sold leaves garage, parts and reminders, and comes back whole; the order keeps its papers', async () => {
  const phone = newPhone();
  const { path, key, number, order } = await bought(phone);
  const owner = await signUp(site, undefined, phone);
  await post(owner, path, { form: 'details', kilometres: '800', test_until: '2026-06-20' });
  await post(owner, GARAGE, { form: 'reminders', by_sms: 'on', days: '14' });
  const other = await signUp(site);
  expect(await statusOf(post(other, path, { form: 'sold' }))).toBe(404);
  const sold = await post(owner, path, { form: 'sold' });
  expect([sold.status, sold.headers.location]).toEqual([303, `${GARAGE}?sold`]);
  expect(await statusOf(post(owner, path, { form: 'sold' })), 'once').toBe(404);
  expect((await page(owner, path)).status).toBe(404);
  const list = await page(owner);
  expect(list.text).not.toContain(path);
  for (const words of ['נמכרו', '8 ביוני 2026', number, '678']) expect(shownIn(list.text), words).toContain(words);
  expect((await page(owner, `/personal-area/orders/order-details?id=${order}`)).status).toBe(200);
  const parts = await site.call({ path: '/customer/customers/get-garage', headers: owner.bearer });
  expect(parts.text).not.toContain('"kept":true');
  await sendVehicleReminders(site.deps);
  expect(await messages(phone), 'no reminder').toEqual([]);

  // Another customer neither puts it back nor forgets it.
  for (const form of ['keep', 'remove']) expect(await statusOf(post(other, GARAGE, { form, vehicle: key }))).toBe(404);
  const kept = await post(owner, GARAGE, { form: 'keep', vehicle: key });
  expect([kept.status, kept.headers.location]).toEqual([303, `${GARAGE}?kept`]);
  expect(shownIn((await page(owner, path)).text)).toContain('20/06/2026');
  await query('update garage_reminders set next_check_at = $1', [clock]);
  await sendVehicleReminders(site.deps);
  expect((await messages(phone)).length).toBe(1);

  await post(owner, path, { form: 'sold' });
  expect(await statusOf(post(owner, GARAGE, { form: 'remove', vehicle: key }))).toBe(303);
  expect(shownIn((await page(owner)).text)).not.toContain('נמכרו');
  expect(
    await query(
      'select kilometres, sold_at, removed_at is not null as removed from garage_vehicles where customer_uid = $1',
      [owner.customer.uuid],
    ),
  ).toEqual([{ kilometres: null, sold_at: null, removed: true }]);
});

test('one that was added by hand and sold makes room for another of its model, and then does not come back beside it', async () => {
  const owner = await signUp(site);
  const models = await page(owner);
  const model = /<option value="([^"]+)"/.exec(models.text)?.[1] ?? '';
  const own = async () =>
    query<{ uuid: string; plate: string; sold: boolean }>(
      'select uuid, plate, sold_at is not null as sold from garage_vehicles where customer_uid = $1 order by sold_at nulls first',
      [owner.customer.uuid],
    );
  await post(owner, GARAGE, { form: 'add', model });
  const [first] = await own();
  await post(owner, `${GARAGE}/${first?.uuid}`, { form: 'details', plate: '7654321' });
  await post(owner, `${GARAGE}/${first?.uuid}`, { form: 'sold' });
  await post(owner, GARAGE, { form: 'add', model });
  expect(await own(), 'the new one knows nothing of the old').toMatchObject([
    { plate: '', sold: false },
    { uuid: first?.uuid, plate: '7654321', sold: true },
  ]);
  const refused = await post(owner, GARAGE, { form: 'keep', vehicle: String(first?.uuid) });
  expect([refused.status, shownIn(refused.text)]).toEqual([200, expect.stringContaining('דגם זה משנה זו כבר במוסך')]);
});

test('what its owner writes is checked and kept; a service moves the next one; removed it stays away', async () => {
  const phone = newPhone();
  const { path, order, slug } = await bought(phone);
  const owner = await signUp(site, undefined, phone);
  const wrong = await post(owner, path, { form: 'details', kilometres: '-3', test_until: '2026-02-30', plate: '12' });
  for (const words of ['מספר שלם של קילומטרים', 'בחרו תאריך']) expect(shownIn(wrong.text), words).toContain(words);
  const saved = { form: 'details', kilometres: '800', test_until: '2026-12-01', insured_until: '', plate: '7654321' };
  expect(await statusOf(post(owner, path, saved))).toBe(200);
  await post(owner, path, saved);
  const rows = () =>
    query(
      'select kilometres, plate, services, serviced_km, test_until::text from garage_vehicles where customer_uid = $1',
      [owner.customer.uuid],
    );
  expect(await rows(), 'the store’s plate comes first').toEqual([
    { kilometres: 800, plate: '', services: 0, serviced_km: null, test_until: '2026-12-01' },
  ]);
  const service = { form: 'service', serviced_on: '2026-06-07', serviced_km: '950' };
  expect(shownIn((await post(owner, path, { ...service, serviced_on: '2026-06-09' })).text)).toContain('עוד לא הגיע');
  await post(owner, path, service);
  await post(owner, path, service);
  expect(await rows()).toMatchObject([{ kilometres: 950, services: 1, serviced_km: 950 }]);
  expect(shownIn((await page(owner, path)).text)).toMatch(/10,950[\s\S]*07\/06\/2027/);
  // A record with a wrong date or wrong kilometres is put right, and is one service still.
  const earlier = { ...service, serviced_on: '2026-05-01', serviced_km: '700' };
  expect(shownIn((await post(owner, path, earlier)).text)).toContain('כבר נרשם טיפול מאוחר יותר');
  expect(await rows()).toMatchObject([{ kilometres: 950, services: 1, serviced_km: 950 }]);
  expect(await statusOf(post(owner, path, { ...earlier, corrects: 'on' }))).toBe(200);
  expect(await rows()).toMatchObject([{ kilometres: 700, services: 1, serviced_km: 700 }]);
  expect(shownIn((await post(owner, path, { ...service, serviced_km: '600' })).text)).toContain('יותר קילומטרים');
  await post(owner, path, service);
  expect(await rows()).toMatchObject([{ kilometres: 950, services: 2, serviced_km: 950 }]);

  // The list that finds parts has it, and can't take it out.
  const [fits] = await query<{ uuid: string }>(
    `select vehicle_uid as uuid from part_fits f join products p on p.uuid = f.vehicle_uid where p.slug = $1 limit 1`,
    [slug],
  );
  const { who, bearer } = owner;
  const garage = async () =>
    (await who.get('/customer/customers/get-garage', bearer)).json<GarageVehicle[]>().map(({ kept }) => kept);
  expect(await garage()).toEqual(fits ? [true] : []);
  const [{ year } = { year: null }] = await query<{ year: number | null }>(
    'select year from products where slug = $1',
    [slug],
  );
  const remove = await who.post('/customer/customers/remove-garage-vehicle', { slug, year }, bearer);
  expect(remove.status).toBe(404);

  expect((await post(owner, path, { form: 'remove' })).headers.location).toBe(`${GARAGE}?removed`);
  expect((await page(owner, path)).status).toBe(404);
  await query(`update orders set status = 'provided' where uuid = $1`, [order]);
  expect((await page(owner)).text).not.toContain(path);
  expect(await rows()).toMatchObject([{ kilometres: null, services: 0 }]);
});

test('a vehicle that was bought elsewhere is added by hand, once', async () => {
  const owner = await signUp(site);
  const [model] = await query<{ slug: string }>(
    `select p.slug from products p join store_products sp on sp.product_uid = p.uuid and sp.published join stores s on s.uuid = sp.store_uid
     where s.key = 'raam' and p.kind = 'VEHICLE' limit 1`,
  );
  const add = () => post(owner, GARAGE, { form: 'add', model: model?.slug ?? '' });
  expect((await Promise.all([add(), add(), add()])).map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(await query('select 1 from garage_vehicles where customer_uid = $1', [owner.customer.uuid])).toHaveLength(1);
  expect(await statusOf(post(owner, GARAGE, { form: 'add', model: 'no-such-model' }))).toBe(404);
  // The browser doesn't say so itself, in a language of its own.
  expect((await post(owner, GARAGE, { form: 'add' })).text).toContain('בחרו דגם כדי להוסיף');
  const path = /\/personal-area\/garage\/[\w.-]{36,}/.exec((await page(owner)).text)?.[0] ?? '';
  await post(owner, path, { form: 'details', plate: '12-345-67', year: '2020' });
  expect(shownIn((await page(owner, path)).text)).toContain('12-345-67');
});

test('a test that is long past is reminded of no more', async () => {
  const phone = newPhone();
  const { path } = await bought(phone);
  const owner = await signUp(site, undefined, phone);
  await post(owner, path, { form: 'details', test_until: '2026-06-20', insured_until: '2026-06-20' });
  await query(`update garage_vehicles set test_until = '2026-05-20' where customer_uid = $1`, [owner.customer.uuid]);
  await post(owner, GARAGE, { form: 'reminders', by_sms: 'on', days: '14' });
  await sendVehicleReminders(site.deps);
  const [message] = await messages(phone);
  expect(message?.body).toContain('ביטוח');
  expect(message?.body).not.toContain('טסט');
});

test('reminders are off until asked for, tell each date once over several processes, and end at one press', async () => {
  const phone = newPhone();
  const { path, order } = await bought(phone);
  const owner = await signUp(site, undefined, phone);
  await post(owner, path, { form: 'details', test_until: '2026-06-20', insured_until: '2026-08-30' });
  const remind = () => Promise.all([1, 2, 3].map(() => sendVehicleReminders(site.deps)));
  await remind();
  expect(await messages(phone), 'off by default').toEqual([]);
  const byMail = await post(owner, GARAGE, { form: 'reminders', by_email: 'on', days: '14' });
  expect(shownIn(byMail.text), 'an e-mail that nobody has proved').toContain('לא אומתה');
  await post(owner, GARAGE, { form: 'reminders', by_sms: 'on', days: '14' });
  const consents = () =>
    query('select kind, given from consents where customer_uid = $1 order by created_at', [owner.customer.uuid]);
  expect(await consents()).toEqual([{ kind: 'vehicle_reminders', given: true }]);

  const monday = clock;
  clock = new Date('2026-06-12T20:00:00Z');
  await remind();
  expect(await messages(phone), 'not on a Friday night').toEqual([]);
  clock = monday;
  await query(`update stores set status = 'closed' where key = 'raam'`);
  await remind();
  expect(await messages(phone), 'not of a closed store').toEqual([]);
  await query(`update stores set status = 'open' where key = 'raam'`);
  await remind();
  const [first, ...more] = await messages(phone);
  expect(more).toEqual([]);
  expect(first?.body).toContain('טסט');
  expect(first?.body).toContain('20/06/2026');
  expect(first?.body).not.toMatch(/ביטוח|123-45-678|12345678/);

  // The next day it isn't told again; the service of the first month is, when its time has come.
  for (const days of [1, 2, 28]) {
    clock = new Date(monday.getTime() + days * DAY);
    await remind();
  }
  const all = await messages(phone);
  expect(all.map(({ body }) => /טסט|ביטוח|טיפול/g.exec(body)?.[0])).toEqual(['טסט', 'טיפול']);
  expect(all[1]?.body).toContain('1,000');

  const stop = /\/unsubscribe\/[\w-]+/.exec(all[1]?.body ?? '')?.[0] ?? '';
  const press = (host = 'raam.localhost') => site.call({ host, path: stop, method: 'POST' });
  expect((await press('noam.localhost')).status).toBe(404);
  expect(shownIn((await site.call({ path: stop })).text), 'opening it ends nothing').toContain('להפסיק את התזכורות');
  await query(`update orders set status = 'provided' where uuid = $1`, [order]);
  expect([(await press()).status, (await press()).status]).toEqual([200, 200]);
  expect(shownIn((await site.call({ path: stop })).text)).toContain('התזכורות הופסקו');
  expect((await consents()).at(-1)).toEqual({ kind: 'vehicle_reminders', given: false });
  clock = new Date('2026-08-24T07:00:00Z');
  await remind();
  expect(await messages(phone), 'what was not sent yet is dropped').toEqual([]);
  clock = monday;
});

test('a page that was open meanwhile takes nothing newer back', async () => {
  const phone = newPhone();
  const { path } = await bought(phone);
  const owner = await signUp(site, undefined, phone);
  const row = async () =>
    (
      await query(
        'select kilometres, plate, year, test_until::text, insured_until::text from garage_vehicles where customer_uid = $1',
        [owner.customer.uuid],
      )
    )[0];
  await post(owner, path, { form: 'details', kilometres: '800', test_until: '2026-12-01' });
  const old = { was: '800|2026-12-01|' };
  await post(owner, path, { form: 'service', serviced_on: '2026-06-07', serviced_km: '950' });
  const same = { form: 'details', kilometres: '800', test_until: '2026-12-01', insured_until: '2027-01-01' };
  await post(owner, path, { ...same, ...old });
  expect(await row()).toMatchObject({ kilometres: 950, test_until: '2026-12-01', insured_until: '2027-01-01' });
  await post(owner, path, { ...same, ...old, kilometres: '', test_until: '', insured_until: '' });
  expect(await row(), 'what was changed on it counts').toMatchObject({ kilometres: null, test_until: null });
  expect(await row(), 'what was left as it began does not').toMatchObject({ insured_until: '2027-01-01' });
});

/** As it is read, without the marks between pieces of a text. */
const read = (html: string): string => shownIn(html.replaceAll('<!-- -->', '')).replace(/\s+/g, ' ');

test('a visit that is booked for a vehicle stands beside it, with the way to move it; of two of a model beside the one that it names', async () => {
  const phone = newPhone();
  const { path, uuid: line, slug } = await bought(phone);
  await query('update order_lines set quantity = 2 where uuid = $1', [line]);
  const owner = await signUp(site, undefined, phone);
  const [branch] = await query<{ uuid: string; name: string }>(
    `update branches set hours = '{"sun":"09:00-17:00","mon":"09:00-17:00","tue":"09:00-17:00"}' where uuid = (
       select b.uuid from branches b join branch_stores l on l.branch_uid = b.uuid join stores s on s.uuid = l.store_uid
       where s.key = 'raam' and 'SERVICE' = any(b.services) limit 1) returning uuid, name`,
  );
  site.deps.cache.clear();
  const [product] = await query<{ uuid: string }>('select uuid from products where slug = $1', [slug]);
  const book = (more: Record<string, unknown>) =>
    site.call({
      ...{ method: 'POST', path: '/api/bookings/create' },
      body: {
        ...{ branch_uid: branch?.uuid, service: 'SERVICE', day: '2026-06-09', time: '10:00', name: 'דנה לוי' },
        ...{ phone, product_uid: product?.uuid, ...more },
      },
    });
  const stranger = newPhone();
  expect((await book({ phone: stranger, time: '12:00' })).status).toBe(200);
  const cards = async () => (await page(owner)).text.split('פרטים ותאריכים').slice(0, 2);
  expect((await cards()).map((card) => card.includes('/booking/'))).toEqual([false, false]);
  const { secret } = (await book({ message: 'טיפול: 123-45-678' })).json<{ secret: string }>();
  const shown = await cards();
  expect(shown.map((card) => card.includes(`/booking/${secret}`)).sort()).toEqual([false, true]);
  const words = read((await page(owner, path)).text);
  expect(words).toMatch(/יום שלישי, 9 ביוני 2026, בשעה\s+10:00/);
  expect(words).toContain(branch?.name);
  expect(words).not.toContain('12:00');
  const other = await page(owner, path.replace(/1$/, '2'));
  expect([other.status, other.text.includes(secret)]).toEqual([200, false]);
  // Once the named one is sold, its visit is not the other's.
  await post(owner, path, { form: 'sold' });
  expect((await page(owner)).text).not.toContain(`/booking/${secret}`);
  await post(owner, GARAGE, { form: 'keep', vehicle: `${line}.1` });
  expect((await page(owner)).text).toContain(`/booking/${secret}`);
  await site.call({ method: 'POST', path: '/api/bookings/cancel', body: { secret } });
  expect((await page(owner)).text).not.toContain(`/booking/${secret}`);
  // One that names none of them is for the model.
  const general = (await book({ time: '14:00' })).json<{ secret: string }>().secret;
  expect((await cards()).every((card) => card.includes(`/booking/${general}`))).toBe(true);
});

test('a service that is put right is told as such; what is due by kilometres is told by kilometres', async () => {
  const phone = newPhone();
  const { path } = await bought(phone);
  const owner = await signUp(site, undefined, phone);
  await post(owner, path, { form: 'details', kilometres: '1000' });
  expect(read((await page(owner)).text)).toMatch(/ב־\s*1,000\s*ק״מ\s*\(הגיע הזמן לפי הקילומטרים\)/);
  const due = read((await page(owner, path)).text);
  expect(due).toMatch(/הגיע הזמן לפי הקילומטרים\s*:\s*ב־\s*1,000\s*ק״מ/);
  expect(due).not.toMatch(/08\/07\/2026|מה שקודם/);
  const service = { form: 'service', serviced_on: '2026-06-07', serviced_km: '1000' };
  const said = async (form: Record<string, string>) => read((await post(owner, path, form)).text);
  expect(await said(service)).toContain('הטיפול נרשם');
  for (const again of [service, { ...service, serviced_on: '2026-06-06', corrects: 'on' }]) {
    const words = await said(again);
    expect(words).toContain('רישום הטיפול תוקן');
    expect(words).not.toContain('הטיפול נרשם');
  }
  // By the calendar alone.
  await post(owner, path, { ...service, serviced_on: '2025-05-01', corrects: 'on' });
  await post(owner, path, { form: 'details', kilometres: '1000' });
  expect(read((await page(owner)).text)).toMatch(/עד\s*01\/05\/2026\s*\(הגיע הזמן לפי התאריך\)/);
});

test('all whose turn it is are looked at in one run, however many; a process that stops leaves them to another', async () => {
  await query(
    `with made as (
       insert into customers (store_uid, phone, created_at) select s.uuid, '+97259' || (1000000 + n), $1 from stores s, generate_series(1, 120) n
       where s.key = 'raam' returning uuid)
     insert into garage_reminders (customer_uid, by_sms, by_email, days, next_check_at) select uuid, true, false, 14, $1 from made`,
    [clock],
  );
  const due = async () =>
    (await query<{ count: number }>('select count(*)::int from garage_reminders where next_check_at <= $1', [clock]))[0]
      ?.count;
  await sendVehicleReminders(site.deps, AbortSignal.abort());
  expect(await due()).toBeGreaterThanOrEqual(120);
  await sendVehicleReminders(site.deps);
  expect(await due()).toBe(0);
});
