import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PartsMake } from '#contract/catalogue/parts.ts';
import type { ProductList } from '#contract/catalogue/products.ts';
import type { Address, Consent, GarageVehicle } from '#contract/customers/account.ts';
import type { Customer } from '#contract/customers/customers.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { caller, newPhone, provePhone, signUp } from '../../../tests/support/customers.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => site.close());

type Listed = { items: Address[]; total: number };
const base = '/customer/customers';

test('addresses: the first is the main one, exactly one is, and it passes on when it is deleted', async () => {
  const { who, bearer } = await signUp(site);
  const list = async () => (await who.get(`${base}/get-addresses`, bearer)).json<Listed>().items;
  const add = async (city: string, more = {}) =>
    (await who.post(`${base}/add-address`, { city, house: '5', ...more }, bearer)).json<Address>();
  const one = await add('חיפה', { street: 'הרצל', entrance: 'ב׳', apartment: '5', postal_code: '\u200e33031-01 ' });
  expect(one).toMatchObject({ is_main: true, line: 'הרצל\u00a05, כניסה\u00a0ב׳, דירה\u00a05, חיפה\u00a03303101' });
  const two = await add('לוד');
  expect(two.line).toBe('בית\u00a05, לוד');
  const three = await add('עכו', { is_main: true });
  expect((await list()).map(({ city, is_main }) => [city, is_main])).toEqual([
    ['עכו', true],
    ['לוד', false],
    ['חיפה', false],
  ]);
  // Two concurrent ones: still one.
  await Promise.all([one, two].map(({ id }) => who.post(`${base}/set-main-address/${id}`, undefined, bearer)));
  expect((await list()).filter(({ is_main }) => is_main)).toHaveLength(1);
  await who.post(`${base}/set-main-address/${one.id}`, undefined, bearer);
  expect((await who.delete(`${base}/delete-customer-address/${one.id}`, bearer)).json()).toEqual({ total: 2 });
  expect((await list()).map(({ city, is_main }) => [city, is_main])).toEqual([
    ['עכו', true],
    ['לוד', false],
  ]);
  const changed = await who.post(`${base}/update-address`, { id: three.id, city: 'נהריה', house: '9' }, bearer);
  expect(changed.json()).toMatchObject({ id: three.id, city: 'נהריה', is_main: true });
  for (const wrong of [{}, { city: 'א' }, { city: 'חיפה', postal_code: '123' }, { city: 'חיפה', is_admin: true }])
    expect((await who.post(`${base}/add-address`, wrong, bearer)).status).toBe(400);
  for (let i = 0; i < 18; i++) await add('יפו');
  expect((await who.post(`${base}/add-address`, { city: 'יפו', house: '1' }, bearer)).json()).toMatchObject({
    error_code: 'ADDRESSES_FULL',
  });
});

/** A single-colour PNG that decodes from some kilobytes to `side` × `side` pixels. */
function bomb(side: number): Buffer {
  const crc = (bytes: Buffer): number => {
    let value = ~0;
    for (const byte of bytes) {
      value ^= byte;
      for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
    }
    return ~value >>> 0;
  };
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const SCRIPT = '<script>alert(1)</script>';
const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/>${SCRIPT}</svg>`);
const dots = (width = 60, height = 40) => sharp({ create: { width, height, channels: 3, background: 'crimson' } });

describe('the picture of a customer', () => {
  const upload = '/customer/media/upload-customer-image';

  test.each(['jpeg', 'png', 'webp'] as const)('%s is made anew, without what was hidden in it', async (format) => {
    const { who, bearer } = await signUp(site);
    const place = { IFD0: { Copyright: SCRIPT, ImageDescription: 'geheim 32.08,34.78' } };
    const sent = await dots().withExif(place).toFormat(format).toBuffer();
    expect((await sharp(sent).metadata()).exif).toBeDefined();
    // A polyglot: a valid picture with a page appended.
    const polyglot = Buffer.concat([sent, Buffer.from(`<html>${SCRIPT}</html>`)]);
    const reply = await who.post(upload, polyglot, { ...bearer, 'content-type': `image/${format}` });
    expect(reply.status, reply.text).toBe(200);
    const { image_src } = reply.json<{ image_src: string }>();
    expect(image_src).toMatch(/^\/customer\/media\/[0-9a-f-]{36}$/);
    expect((await who.get('/api/customers/get-by-token', bearer)).json<Customer>().image_src).toBe(image_src);

    const shown = await who.get(image_src, bearer);
    expect(shown.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-store' });
    const { format: kept, exif, xmp, width, height } = await sharp(shown.body).metadata();
    expect({ kept, exif, xmp, width, height }).toEqual({
      kept: 'webp',
      exif: undefined,
      xmp: undefined,
      width: 512,
      height: 512,
    });
    for (const hidden of ['script', 'geheim']) expect(shown.body.includes(hidden)).toBe(false);

    const next = await who.post(upload, await dots().png().toBuffer(), { ...bearer, 'content-type': 'image/png' });
    expect((await who.get(image_src, bearer)).status).toBe(404);
    await who.post('/customer/media/delete-customer-image', undefined, bearer);
    expect((await who.get(next.json<{ image_src: string }>().image_src, bearer)).status).toBe(404);
    expect((await who.get('/api/customers/get-by-token', bearer)).json<Customer>().image_src).toBeNull();
  });

  test('what is no picture, or a dangerous one, is refused and leaves nothing behind', async () => {
    const { who, bearer, customer } = await signUp(site);
    const png = await dots().png().toBuffer();
    const gif = await dots().gif().toBuffer();
    const half = (await dots(400, 400).jpeg().toBuffer()).subarray(0, 900);
    const tries: [name: string, bytes: Buffer | string, type: string, status: number][] = [
      ['SVG', svg, 'image/svg+xml', 400],
      ['SVG that calls itself PNG', svg, 'image/png', 422],
      ['HTML', `<html>${SCRIPT}</html>`, 'text/html', 400],
      ['HTML that calls itself JPEG', `<html>${SCRIPT}</html>`, 'image/jpeg', 422],
      [
        'HTML behind the first bytes of a JPEG',
        Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), svg]),
        'image/jpeg',
        422,
      ],
      ['HTML behind the first bytes of a PNG', Buffer.concat([png.subarray(0, 8), svg]), 'image/png', 422],
      ['GIF', gif, 'image/gif', 400],
      ['GIF that calls itself PNG', gif, 'image/png', 422],
      ['half a JPEG', half, 'image/jpeg', 422],
      ['a bomb of 900 million dots', bomb(30_000), 'image/png', 422],
      ['nothing', Buffer.alloc(0), 'image/png', 400],
      ['JSON', '{"a":1}', 'application/json', 400],
      ['more than 8 MiB', Buffer.concat([png, Buffer.alloc(8 * 1024 * 1024)]), 'image/png', 413],
    ];
    for (const [name, bytes, type, status] of tries) {
      const reply = await who.post(upload, bytes, { ...bearer, 'content-type': type });
      expect([400, 422].includes(status) ? [400, 422] : [status], `${name}: ${reply.text}`).toContain(reply.status);
    }
    expect((await who.post(upload, png, { 'content-type': 'image/png' })).status).toBe(401);
    const { rows } = await site.connection.pool.query('select 1 from customer_images where customer_uid = $1', [
      customer.uuid,
    ]);
    expect(rows).toEqual([]);
  });
});

test('what a device had gathered joins the account once, and what nobody knows keeps nothing else out', async () => {
  const { who, bearer } = await signUp(site);
  const products = (await who.get('/api/products/get-products?page_size=3')).json<ProductList>().items;
  const [vehicle] = (await who.get('/api/products/get-parts-vehicles')).json<PartsMake[]>()[0]?.vehicles ?? [];
  const slug = vehicle?.slug.name ?? '';
  const device = {
    favorites: [...products.map(({ id }) => id), crypto.randomUUID()],
    garage: [
      { slug, year: 2022 },
      { slug: 'no-such-vehicle', year: null },
    ],
    configurations: ['nosuchcode'],
    quotes: [crypto.randomUUID()],
  };
  const merge = async () => (await who.post(`${base}/merge-device`, device, bearer)).json();
  const left = { favorites: [], garage: [], configurations: [], quotes: [] };
  expect(await merge()).toEqual({ favorites: 3, garage: 1, configurations: 0, quotes: 0, left });
  expect(await merge()).toEqual({ favorites: 0, garage: 0, configurations: 0, quotes: 0, left });
  const garage = async () => (await who.get(`${base}/get-garage`, bearer)).json<GarageVehicle[]>();
  expect(await garage()).toMatchObject([{ slug: { name: slug }, year: 2022 }]);
  await who.post(`${base}/remove-garage-vehicle`, { slug, year: 2022 }, bearer);
  expect(await garage()).toEqual([]);
});

test('a vehicle that the device gathered before it got another slug joins the account, and leaves by either', async () => {
  const { who, bearer } = await signUp(site);
  const vehicles = async () =>
    (await who.get('/api/products/get-parts-vehicles')).json<PartsMake[]>().flatMap((make) => make.vehicles);
  const former = (await vehicles()).at(-1)?.slug.name ?? '';
  const slug = `${former}-anew`;
  const { pool } = site.connection;
  await pool.query(
    `with renamed as (update products set slug = $2 where slug = $1 returning uuid, company_uid)
     insert into slug_history (owner_uid, entity_type, slug, entity_uid) select company_uid, 'PRODUCT', $1, uuid from renamed`,
    [former, slug],
  );
  await pool.query('notify cache_versions');
  await expect.poll(async () => (await vehicles()).some((one) => one.slug.name === slug)).toBe(true);
  const own = { slug: former, year: 2022 };
  const merged = await who.post(`${base}/merge-device`, { garage: [own] }, bearer);
  expect(merged.json()).toMatchObject({ garage: 1, left: { garage: [] } });
  const garage = async () => (await who.get(`${base}/get-garage`, bearer)).json<GarageVehicle[]>();
  expect(await garage()).toMatchObject([{ slug: { name: slug }, former_slugs: [former], year: 2022 }]);
  expect((await who.post(`${base}/add-garage-vehicle`, { ...own, slug }, bearer)).json()).toHaveLength(1);
  expect((await who.post(`${base}/remove-garage-vehicle`, own, bearer)).json()).toEqual([]);
});

test('a favourite that its store hides is neither listed nor counted until it is shown again', async () => {
  const { who, bearer } = await signUp(site);
  const products = (await who.get('/api/products/get-products?page_size=2')).json<ProductList>().items;
  const [hidden, shown] = products.map(({ id }) => id);
  await who.post(`${base}/add-favorite-product`, { product_ids: [hidden, shown] }, bearer);
  const publish = (published: boolean) =>
    site.connection.pool.query(
      `update store_products set published = $2 where product_uid = $1 and store_uid = (select uuid from stores where key = 'raam')`,
      [hidden, published],
    );
  const listed = async () => {
    const { items, total } = (await who.get(`${base}/get-products`, bearer)).json<ProductList>();
    const { favorites } = (await who.get('/api/customers/get-by-token', bearer)).json<{ favorites: string[] }>();
    return { ids: items.map(({ id }) => id), total, favorites };
  };
  await publish(false);
  expect(await listed()).toEqual({ ids: [shown], total: 1, favorites: [shown] });
  await publish(true);
  expect(await listed()).toMatchObject({ total: 2, favorites: expect.arrayContaining([hidden, shown]) });
});

test('of what a device had gathered as much joins the account as there is room for; the rest is answered', async () => {
  const { who, bearer, customer } = await signUp(site);
  const { pool } = site.connection;
  const { rows } = await pool.query<{ uuid: string }>(
    `select p.product_uid as uuid from store_products p join stores s on s.uuid = p.store_uid where s.key = 'raam' and p.published limit 7`,
  );
  const [first = '', ...fresh] = rows.map(({ uuid }) => uuid);
  // Products that the store doesn't show count too: they return when it shows them again.
  await pool.query(
    `with made as (insert into products (company_uid, kind, name, slug, description, price_agorot)
       select company_uid, 'ACCESSORY', 'x', 'full-' || n, '', 100 from products, generate_series(1, 497) n where uuid = $2::uuid returning uuid)
     insert into favorites (customer_uid, product_uid) select $1::uuid, uuid from made union all select $1::uuid, $2::uuid`,
    [customer.uuid, first],
  );
  const [vehicle] = (await who.get('/api/products/get-parts-vehicles')).json<PartsMake[]>()[0]?.vehicles ?? [];
  const slug = vehicle?.slug.name ?? '';
  const garage = Array.from({ length: 6 }, (_, at) => ({ slug, year: 2000 + at }));
  await pool.query(
    `insert into garage_vehicles (customer_uid, vehicle_uid, year) select $1, $2, 1980 + n from generate_series(1, 17) n`,
    [customer.uuid, vehicle?.id],
  );
  const merge = async () =>
    (await who.post(`${base}/merge-device`, { favorites: [first, ...fresh], garage }, bearer)).json();
  const left = { favorites: fresh.slice(2), garage: garage.slice(3), configurations: [], quotes: [] };
  expect(await merge()).toEqual({ favorites: 2, garage: 3, configurations: 0, quotes: 0, left });
  const one = await who.post(`${base}/add-favorite-product`, { product_ids: [fresh[3]] }, bearer);
  expect(one.json()).toMatchObject({ error_code: 'FAVORITES_FULL' });
  await who.delete(`${base}/${first}`, bearer);
  expect((await who.post(`${base}/merge-device`, { favorites: left.favorites }, bearer)).json()).toMatchObject({
    favorites: 1,
    left: { favorites: fresh.slice(3) },
  });
});

test('who paid as a guest is named to the sign-up of the proved phone, and who didn’t pay is not', async () => {
  const phone = newPhone();
  const shop = shopper(site.port);
  const customer = { first_name: 'רות', last_name: 'אלון', phone, email: 'ruth@example.com' };
  const { secret, page } = await shop.order(await piece(site.connection.pool), { customer });
  const who = caller(site);
  expect(await provePhone(site, who, phone)).toMatchObject({ registered: false, buyer: null });
  await pay(site.port, page, CARDS.approved);
  await shop.ask(secret);
  await site.connection.pool.query('delete from limit_hits');
  const { phone: _, ...buyer } = customer;
  const { ticket, ...proved } = await provePhone(site, who, phone);
  expect(proved).toEqual({ registered: false, buyer });
  await who.post('/api/customers/create-customer', { ticket, ...buyer });
  await site.connection.pool.query('delete from limit_hits');
  expect(await provePhone(site, who, phone)).toMatchObject({ registered: true, buyer: null });
});

test('vehicles that are added at once fill the garage and no more, and one that is added twice counts once', async () => {
  const { who, bearer, customer } = await signUp(site);
  const [vehicle] = (await who.get('/api/products/get-parts-vehicles')).json<PartsMake[]>()[0]?.vehicles ?? [];
  const slug = vehicle?.slug.name ?? '';
  const same = await Promise.all(
    Array.from({ length: 6 }, () => who.post(`${base}/merge-device`, { garage: [{ slug, year: 2020 }] }, bearer)),
  );
  expect(same.map((reply) => reply.json<{ garage: number }>().garage).sort()).toEqual([0, 0, 0, 0, 0, 1]);
  await site.connection.pool.query(
    `insert into garage_vehicles (customer_uid, vehicle_uid, year) select $1, $2, 1980 + n from generate_series(1, 18) n`,
    [customer.uuid, vehicle?.id],
  );
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, at) => who.post(`${base}/add-garage-vehicle`, { slug, year: 2001 + at }, bearer)),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(422)]);
  expect((await who.get(`${base}/get-garage`, bearer)).json<GarageVehicle[]>()).toHaveLength(20);
});

test('fifty configurations are kept; the next one has no room until one is removed', async () => {
  const { who, bearer } = await signUp(site);
  const { rows } = await site.connection.pool.query<{ code: string }>(
    `insert into configurations (store_uid, product_uid, code, choices)
     select s.uuid, p.uuid, 'kept-' || n, '[]' from stores s, products p, generate_series(1, 51) n
     where s.key = 'raam' and p.slug = 'raam-barak-500' returning code`,
  );
  const save = async (code = '') => (await who.post(`${base}/save-configuration`, { code }, bearer)).json();
  const codes = rows.map(({ code }) => code);
  for (const code of codes.slice(0, 50)) expect(await save(code)).toEqual({});
  expect(await save(codes[50])).toMatchObject({ error_code: 'SAVED_FULL' });
  expect(await save(codes[0]), 'what is kept already').toEqual({});
  await who.delete(`${base}/delete-configuration/${codes[0]}`, bearer);
  expect(await save(codes[50])).toEqual({});
});

test('consents are rows with words and time; saying the same again writes nothing', async () => {
  const { who, bearer } = await signUp(site);
  const say = async (given: boolean) =>
    (await who.post(`${base}/set-consent`, { kind: 'marketing', given }, bearer)).json<Consent[]>();
  expect(await say(false)).toEqual([]);
  await say(true);
  await say(true);
  const all = await say(false);
  expect(all.map(({ given }) => given)).toEqual([false, true]);
  expect(all[0]?.text).toContain('מבצעים');
});

test('what is taken back in the account ends the newsletter, and what was agreed to with an inquiry or an order', async () => {
  const { who, bearer, phone, customer } = await signUp(site);
  const { pool } = site.connection;
  const agreed = async () => (await who.get(`${base}/get-consents`, bearer)).json<Consent[]>()[0]?.given ?? false;
  const refuse = () => who.post(`${base}/set-consent`, { kind: 'marketing', given: false }, bearer);
  const inquire = { name: 'נועה', phone, message: 'שלום', marketing_consent: true };
  expect((await who.post('/api/contacts', inquire)).status).toBe(200);
  expect(await agreed(), 'with an inquiry').toBe(true);
  await refuse();
  expect(await agreed()).toBe(false);

  const shop = shopper(site.port);
  const { order } = await shop.order(await piece(pool), { marketing_consent: true });
  await pool.query('update orders set customer_uid = $1 where number = $2', [customer.uuid, order.number]);
  expect(await agreed(), 'with an order').toBe(true);
  await refuse();
  expect(await agreed()).toBe(false);

  const reader = async (email: string) => {
    await who.post('/api/mailing/subscribe', { email, consent: true });
    await pool.query('update subscribers set confirmed_at = now() where email = $1', [email]);
    await pool.query(
      `insert into outbox (store_uid, about, channel, recipient, body) select store_uid, 'newsletter', 'email', email, 'x' from subscribers where email = $1`,
      [email],
    );
  };
  const stillReads = async () =>
    (
      await pool.query(
        `select s.email, count(o.*)::int as waiting from subscribers s left join outbox o on o.recipient = s.email and o.about = 'newsletter'
         where s.unsubscribed_at is null and s.email like 'reads%' group by 1`,
      )
    ).rows;
  await reader('reads@example.com');
  await reader('reads-too@example.com');
  await pool.query(`update customers set email = 'Reads@example.com' where uuid = $1`, [customer.uuid]);
  expect(await agreed(), 'an e-mail that anybody may have typed').toBe(false);
  await pool.query('update customers set email_verified_at = now() where uuid = $1', [customer.uuid]);
  expect(await agreed(), 'a reader').toBe(true);
  await refuse();
  expect(await agreed()).toBe(false);
  expect(await stillReads()).toEqual([{ email: 'reads-too@example.com', waiting: 1 }]);
});
