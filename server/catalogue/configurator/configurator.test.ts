import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Configurator } from '#contract/catalogue/configurator.ts';
import type { CallReply } from '#contract/index.ts';
import { productTag } from '#db/cache-tags.ts';
import { choicesOf } from '#domain/catalogue/configurator.ts';
import { settle } from '#domain/catalogue/configurator-change.ts';
import { basePrice } from '#domain/money/money.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { headOf } from '../../../tests/support/crawl.ts';
import { orderPhone, shopper } from '../../../tests/support/purchase.ts';

let app: TestApp;
let shop: ReturnType<typeof shopper>;
let db: TestApp['connection']['pool'];

beforeAll(async () => {
  app = await startApp();
  shop = shopper(app.port);
  db = app.connection.pool;
});
afterAll(() => app.close());

type Got = CallReply<'GET /api/variants/get-configurator'>;
type Checked = CallReply<'POST /api/variants/configure'>;

const get = async (product: string, config = '', store = 'raam'): Promise<Got> => {
  const path = `/api/variants/get-configurator?product=${product}${config && `&config=${config}`}`;
  return (await app.call({ host: `${store}.localhost`, path })).json<Got>();
};
const configuratorOf = async (product: string, store = 'raam'): Promise<Configurator> => {
  const { configurator } = await get(product, '', store);
  if (!configurator) throw new Error(`${product} has no configurator`);
  return configurator;
};
const check = async (product_uid: string, choices: string[], save = true): Promise<Checked> =>
  (await shop.post('/api/variants/configure', { product_uid, choices, save })).json<Checked>();
const preset = ({ groups }: Configurator): string[] =>
  groups.flatMap(({ choices }) => choices.filter((choice) => choice.default).map(({ key }) => key));

/** The rules as they are told in words, on what the server has sent: apart from the code under test. */
function allowed({ groups, rules, variants }: Configurator, keys: string[]): boolean {
  const has = (key: string) => keys.includes(key);
  const all = groups.flatMap(({ choices }) => choices);
  return (
    keys.every((key) => all.some((choice) => choice.key === key)) &&
    groups.every(({ multiple, choices }) => multiple || choices.filter(({ key }) => has(key)).length === 1) &&
    rules.every(
      ({ choice, kind, others }) => !has(choice) || (kind === 'requires' ? others.some(has) : !others.some(has)),
    ) &&
    variants.some(({ sku }) =>
      all.every((choice) => !has(choice.key) || !choice.variants.length || choice.variants.includes(sku)),
    )
  );
}

/** A cart line of this configuration: what it comes to, and whether it can be ordered. */
async function order(id: string, code: string, price: number) {
  const cart = [{ id, quantity: 1, configuration: code, price }];
  const { delivery_options } = await shop.calculate({ cart });
  const delivery = delivery_options.find((option) => option.branches.length > 0) ?? delivery_options[0];
  const cartBody = { cart, delivery_type_id: delivery?.id };
  const calculation = await shop.calculate(cartBody);
  const reply = await shop.place({
    ...cartBody,
    branch_id: delivery?.branches[0]?.id ?? null,
    address: { city: 'חיפה', street: 'הרצל', house: '10' },
    customer: { first_name: 'דנה', last_name: 'לוי', phone: orderPhone(), email: 'dana@example.com' },
    terms_accepted: true,
    total_order_price: price + (calculation.delivery?.final_price ?? 0),
  });
  return { calculation, reply };
}

/** What pressing these one after the other leads to: in radios and boxes, or in any order a stranger may send. */
function walked(configurator: Configurator, begin: boolean, presses: string[]): Set<string> {
  const chosen = new Set(begin ? preset(configurator) : []);
  for (const key of presses) {
    const group = configurator.groups.find(({ choices }) => choices.some((choice) => choice.key === key));
    const radios = begin && !group?.multiple ? (group?.choices ?? []) : [];
    for (const radio of radios) chosen.delete(radio.key);
    if (!chosen.delete(key)) chosen.add(key);
  }
  return chosen;
}

/** A possible one costs the sum of its parts, in the cart and in the order. */
async function expectOrdered(configurator: Configurator, chosen: Set<string>, result: Checked): Promise<void> {
  const variant = configurator.variants.find(({ id }) => id === result.variant_id);
  const parts = configurator.groups.flatMap(({ choices }) => choices.filter(({ key }) => chosen.has(key)));
  const extras = parts.filter(({ variants }) => variants.length === 0);
  expect(result.price).toBe((variant?.price ?? 0) + extras.reduce((sum, { price }) => sum + price, 0));
  const { calculation, reply } = await order(result.variant_id ?? '', result.code ?? '', result.price ?? 0);
  expect(calculation.errors).toEqual([]);
  expect(calculation.cart).toMatchObject([{ price: result.price, configuration: result.code }]);
  // What the line lists is all that was chosen, the included too.
  const shown = calculation.cart[0]?.choices.map(({ name, price }) => ({ name, price }));
  expect(shown).toEqual(parts.map(({ name, price }) => ({ name, price })));
  expect(reply.status).toBe(200);
}

/** Even one that has got a code somehow has no price and no order. */
async function expectRefused(configurator: Configurator, chosen: Set<string>): Promise<void> {
  const code = randomUUID();
  await db.query(
    `insert into configurations (store_uid, product_uid, code, choices) select uuid, $1, $2, $3 from stores where key = 'raam'`,
    [configurator.product_uid, code, JSON.stringify([...chosen].map((key) => ({ key, name: key })))],
  );
  const [variant] = configurator.variants;
  const { calculation, reply } = await order(variant?.id ?? '', code, variant?.price ?? 0);
  expect(calculation.errors).toMatchObject([{ error_code: 'CONFIGURATION_UNAVAILABLE' }]);
  expect(calculation.cart).toMatchObject([{ configuration: null, choices: [] }]);
  expect(reply.status).toBe(422);
}

test('nothing forbidden gets a price, a code or an order: walks over real vehicles', { timeout: 120_000 }, async () => {
  await db.query('update variants set stock = 500');
  for (const product of ['raam-barak-500', 'raam-masa-750']) {
    const configurator = await configuratorOf(product);
    const keys = configurator.groups.flatMap(({ choices }) => choices.map(({ key }) => key));
    const seen = { possible: 0, impossible: 0 };
    // Half of the walks press anything; the others start from the preset, where more is possible.
    const walk = fc.tuple(fc.boolean(), fc.uniqueArray(fc.constantFrom(...keys), { maxLength: 6 }));
    await fc.assert(
      fc.asyncProperty(walk, async ([begin, presses]) => {
        const chosen = walked(configurator, begin, presses);
        const result = await check(configurator.product_uid, [...chosen]);
        const fine = allowed(configurator, [...chosen]);
        expect([result.possible, result.broken.length === 0, result.code !== null]).toEqual([fine, fine, fine]);
        seen[fine ? 'possible' : 'impossible']++;
        expect([result.price === null, result.variant_id === null]).toEqual([!fine, !fine]);
        if (!fine) await expectRefused(configurator, chosen);
        else await expectOrdered(configurator, chosen, result);
      }),
      { numRuns: 40 },
    );
    expect(Math.min(seen.possible, seen.impossible)).toBeGreaterThan(2);
  }
});

describe('a configuration', () => {
  test('has one code whatever the order of the choices, and opens as it was', async () => {
    const configurator = await configuratorOf('raam-barak-500');
    const choices = [...preset(configurator), 'rack', 'top-case', 'phone'];
    const one = await check(configurator.product_uid, choices);
    const two = await check(configurator.product_uid, choices.toReversed());
    expect(one.code).toMatch(/^[2-9b-z]{10}$/);
    expect(two.code).toBe(one.code);
    const { configuration } = await get('raam-barak-500', one.code ?? '');
    expect(configuration).toMatchObject({ code: one.code, price: one.price, sku: one.sku, gone: [] });
    expect(new Set(configuration?.choices)).toEqual(new Set(choices));
  });

  test('that is only asked about leaves nothing behind', async () => {
    const configurator = await configuratorOf('raam-barak-500');
    const count = async () => (await db.query('select count(*)::int from configurations')).rows[0].count;
    const before = await count();
    expect((await check(configurator.product_uid, preset(configurator), false)).code).toBeNull();
    expect((await check(configurator.product_uid, ['wheels-forged'])).code).toBeNull();
    expect(await count()).toBe(before);
  });

  test('is kept some hundred times an hour for one address; that it is possible is still told', async () => {
    const configurator = await configuratorOf('raam-barak-500');
    await check(configurator.product_uid, preset(configurator));
    await db.query(
      `insert into limit_hits (uuid, policy, subject, address, store, known, at)
       select gen_random_uuid(), h.policy, h.subject, h.address, h.store, h.known, h.at
       from (select * from limit_hits where policy = 'configuration' limit 1) h, generate_series(1, 300)`,
    );
    const body = { product_uid: configurator.product_uid, choices: [...preset(configurator), 'rack'] };
    const before = (await db.query('select count(*)::int from configurations')).rows[0].count;
    expect((await shop.post('/api/variants/configure', { ...body, save: true })).status).toBe(429);
    expect((await db.query('select count(*)::int from configurations')).rows[0].count).toBe(before);
    expect((await check(body.product_uid, body.choices, false)).possible).toBe(true);
    await db.query(`delete from limit_hits where policy = 'configuration'`);
  });

  test('says in Hebrew which rule it breaks', async () => {
    const configurator = await configuratorOf('raam-barak-500');
    const { broken } = await check(configurator.product_uid, [...preset(configurator), 'top-case']);
    expect(broken).toMatchObject([{ code: 'REQUIRES', choice: 'top-case', others: ['rack'] }]);
    expect(broken[0]?.message).toMatch(/יש לבחור גם ״סבל אחורי״/);
  });

  test('is another store’s secret, and another product’s no more', async () => {
    const configurator = await configuratorOf('raam-barak-500');
    const { code } = await check(configurator.product_uid, preset(configurator));
    expect((await get('raam-barak-500', code ?? '', 'ofek')).configuration).toBeNull();
    expect((await get('raam-masa-750', code ?? '')).configuration).toBeNull();
    const { variants } = await configuratorOf('raam-masa-750');
    const { cart, errors } = await shop.calculate({
      cart: [{ id: variants[0]?.id, quantity: 1, configuration: code }],
    });
    expect(cart).toMatchObject([{ price: variants[0]?.price, configuration: null, choices: [] }]);
    expect(errors.map(({ error_code }) => error_code)).toEqual(['CONFIGURATION_UNAVAILABLE']);
  });

  test('that the operator has made impossible goes back to the plain vehicle and can’t be ordered unseen', async () => {
    const configurator = await configuratorOf('raam-barak-500');
    const result = await check(configurator.product_uid, [...preset(configurator), 'stand']);
    await db.query(`delete from configurator_choices where key = 'stand' and product_uid = $1`, [
      configurator.product_uid,
    ]);
    await db.query(`select pg_notify('cache_versions', $1)`, [productTag(configurator.product_uid)]);
    await expect
      .poll(async () => (await get('raam-barak-500', result.code ?? '')).configuration?.gone, { timeout: 20_000 })
      .toEqual(['מעמד מוסך']);
    const { calculation, reply } = await order(result.variant_id ?? '', result.code ?? '', result.price ?? 0);
    expect(calculation.errors[0]?.error_code).toBe('CONFIGURATION_UNAVAILABLE');
    expect(calculation.cart).toMatchObject([{ configuration: null, price: configurator.variants[0]?.price }]);
    expect([reply.status, reply.json<{ error_code: string }>().error_code]).toEqual([422, 'CART_CHANGED']);
  });
});

test('a SKU costs the same plain and configured, and the parts of a line add up to it: every colour of every store', async () => {
  const { rows } = await db.query<{ store: string; slug: string }>(
    `select distinct s.key store, p.slug from configurator_groups g join products p on p.uuid = g.product_uid
     join store_products sp on sp.product_uid = p.uuid join stores s on s.uuid = sp.store_uid`,
  );
  await db.query(`update products set stock_policy = 'IN_STOCK' where kind = 'VEHICLE'`);
  await db.query('update variants set stock = 500');
  const dearer = new Set<string>();
  for (const { store, slug } of rows) {
    const configurator = await configuratorOf(slug, store);
    const { variants } = (
      await app.call({ host: `${store}.localhost`, path: `/api/products/get-product/${slug}` })
    ).json<{
      variants: { id: string; price: number }[];
    }>();
    const buyer = shopper(app.port, store);
    const least = Math.min(...variants.map(({ price }) => price));
    for (const choice of configurator.groups
      .flatMap(({ choices }) => choices)
      .filter((one) => one.variants.length > 0)) {
      const chosen = settle(configurator, preset(configurator), { key: choice.key, on: true }) ?? [];
      const body = { product_uid: configurator.product_uid, choices: chosen, save: true };
      const result = (await buyer.post('/api/variants/configure', body)).json<Checked>();
      const id = result.variant_id ?? '';
      const cart = [
        { id, quantity: 1 },
        { id, quantity: 1, configuration: result.code },
      ];
      const [plain, configured] = (await buyer.calculate({ cart })).cart;
      const shown = variants.find((variant) => variant.id === id)?.price;
      const extras = choicesOf(configurator).filter(
        ({ key, variants: own }) => chosen.includes(key) && own.length === 0,
      );
      expect([slug, choice.key, plain?.price]).toEqual([slug, choice.key, shown]);
      expect(configured?.price).toBe(extras.reduce((sum, { price }) => sum + price, shown ?? 0));
      expect(basePrice(configured?.price ?? 0, configured?.choices ?? [])).toBe(least);
      expect(configured?.choices).toHaveLength(chosen.length);
      if (choice.price > 0) dearer.add(`${slug} ${choice.key}`);
    }
  }
  expect(dearer.size).toBeGreaterThanOrEqual(9);
});

test('an order keeps names and prices as they were sold', async () => {
  const configurator = await configuratorOf('raam-masa-750');
  const result = await check(configurator.product_uid, [...preset(configurator), 'grips']);
  const { reply } = await order(result.variant_id ?? '', result.code ?? '', result.price ?? 0);
  const { secret } = reply.json<{ secret: string }>();
  await db.query(`update configurator_choices set name = 'אחר', price_agorot = 1 where product_uid = $1`, [
    configurator.product_uid,
  ]);
  const [line] = (await shop.find(secret)).lines;
  expect(line).toMatchObject({ price: result.price });
  expect(line?.choices).toContainEqual({ group: 'אביזרים', name: 'ידיות מחוממות', price: 490 });
});

test('what has no configurator answers null; what isn’t there, 404; nonsense, 400', async () => {
  expect(await get('raam-barak-300')).toEqual({ configurator: null, configuration: null });
  expect((await app.call({ path: '/api/variants/get-configurator?product=nothing' })).status).toBe(404);
  expect((await shop.post('/api/variants/configure', { product_uid: randomUUID(), choices: [] })).status).toBe(404);
  expect((await shop.post('/api/variants/configure', { product_uid: 'x', choices: [] })).status).toBe(400);
  for (const config of ['%20', "'--", 'x'.repeat(400)]) {
    const page = await app.call({ path: `/product/raam-barak-500?config=${config}` });
    expect([config, page.status]).toEqual([config, 200]);
  }
});

describe('comparison', () => {
  test('stands without scripts, canonical to itself and not in search engines', async () => {
    const { status, text } = await app.call({ path: '/compare?ids=raam-barak-500,raam-masa-750' });
    expect(status).toBe(200);
    expect(text).toContain('RAAM Masa 750');
    expect(text).toContain('<meta name="robots" content="noindex, follow"/>');
    expect(text).toMatch(/rel="canonical" href="https:\/\/[^"]+\/compare\?ids=raam-barak-500,raam-masa-750"/);
    const different = await app.call({ path: '/compare?ids=raam-barak-500,raam-masa-750&only=differences' });
    expect(headOf(different.text)).toMatchObject({
      noindex: true,
      canonical: expect.stringMatching(/\/compare\?ids=raam-barak-500,raam-masa-750&only=differences$/),
    });
  });

  test.each([
    ['nothing', ''],
    ['no ids', '?ids='],
    ['another store’s vehicle and a path', '?ids=gal-wave-230,..%2F,%01'],
    ['three thousand ids', `?ids=${'a,'.repeat(3000)}`],
    ['a script', '?ids=%3Cscript%3E&only=1'],
    ['a helmet', '?ids=kipod-atlas-full'],
  ])('of %s is empty and leads on', async (_what, query) => {
    const { status, text } = await app.call({ path: `/compare${query}` });
    expect(status).toBe(200);
    expect(text).toContain('עוד לא בחרתם דגמים להשוואה');
    expect(text).not.toContain('<script>"');
  });

  test('one more is added by a form, four at the most, each once', async () => {
    const reply = await app.call({ path: '/compare?ids=raam-barak-500,raam-barak-500&add=raam-masa-750' });
    expect([reply.status, reply.headers.location]).toEqual([302, '/compare?ids=raam-barak-500,raam-masa-750']);
  });
});
