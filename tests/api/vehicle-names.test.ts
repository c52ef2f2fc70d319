import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CategoryBox } from '#contract/catalogue/collections.ts';
import type { Assembly, AssemblyPreview, PartsMake } from '#contract/catalogue/parts.ts';
import type { Suggestions } from '#contract/catalogue/search.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { CARDS, type Piece, pay, shopper } from '../support/purchase.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const page = async (store: string, path: string): Promise<string> => {
  const reply = await app.call({ host: `${store}.localhost`, path: encodeURI(path) });
  expect(reply.status, path).toBe(200);
  return reply.text;
};
const ask = async <T>(store: string, path: string): Promise<T> =>
  (await app.call({ host: `${store}.localhost`, path })).json<T>();

/** A vehicle that can be reserved by a deposit, by its slug. */
async function vehicle(store: string, slug: string): Promise<Piece> {
  const { rows } = await app.connection.pool.query(
    `update variants set stock = 5 where uuid = (select v.uuid from variants v join products p on p.uuid = v.product_uid
       where p.slug = $1 and v.active order by v.sku limit 1) returning uuid, product_uid`,
    [slug],
  );
  return { variant: rows[0].uuid, product: rows[0].product_uid, store, price: 0 };
}

/** What order page, order and mail say of a reserved vehicle. */
async function reserved(store: string, slug: string) {
  const shop = shopper(app.port, store);
  const goods = await vehicle(store, slug);
  const made = await shop.order(goods, { payment_method: 'deposit' });
  await pay(app.port, made.page, CARDS.approved);
  await shop.ask(made.secret);
  const { rows } = await app.connection.pool.query(
    `select body from outbox where order_uid = $1 and channel = 'email' and about like 'order deposit%'`,
    [made.order.uuid],
  );
  return {
    title: (await shop.find(made.secret)).handover_title,
    page: await page(store, `/order/${made.secret}`),
    mail: String(rows[0]?.body),
    step: await page(store, `/purchase?uid=${goods.product}`),
  };
}

test.each([
  ['ruach', 'ruach-clip-125', 'הקטנוע'],
  ['noam', 'noam-nof-4', 'הקלנועית'],
  ['gal', 'gal-bay-450', 'הסירה'],
  ['gal', 'gal-spray-90', 'אופנוע הים'],
  ['sela', 'sela-nimer-800', 'רכב הצד־צד'],
  ['ofek', 'zik-dune-250', 'האופנוע'],
])('%s calls %s by its own name in the order, its page and the mail', async (store, slug, name) => {
  const { title, page, mail, step } = await reserved(store, slug);
  expect(title).toBe(`עד ש${name} אצלכם`);
  expect(page).toContain(`עד ש${name} אצלכם`);
  expect(mail).toContain(`עד ש${name} אצלכם`);
  expect(mail).toMatch(new RegExp(`שומרים לכם את ${name}(?![א-ת])`));
  // A store of many brands has words of its own for what holds of several.
  if (store !== 'ofek') expect(mail).not.toMatch(/(^|[^א-ת])ש?הכלי(?![א-ת])/);
  expect(step).toContain(`\\"${name}\\"`);
  // The same steps in both, each worded for where it is read.
  expect(mail).toContain('בדף ההזמנה');
  expect(page.match(/.{20}בדף ההזמנה/)).toBeNull();
  expect(page).toContain('את היום והשעה בוחרים כאן, או בטלפון.');
});

test('what is called in two ways is called what the store calls all of its vehicles, or neutrally', async () => {
  const both = async (store: string, ...slugs: string[]) => {
    const shop = shopper(app.port, store);
    const goods = await Promise.all(slugs.map((slug) => vehicle(store, slug)));
    const cart = goods.map(({ variant }) => ({ id: variant, quantity: 1 }));
    const [first] = goods;
    if (!first) throw new Error('nothing to order');
    const body = await shop.orderBody(first);
    const { total_order_price } = await shop.calculate({ cart, delivery_type_id: body.delivery_type_id });
    const reply = await shop.place({ ...body, cart, total_order_price }, randomUUID());
    return (await shop.find(reply.json<{ secret: string }>().secret)).handover_title;
  };
  expect(await both('gal', 'gal-bay-450', 'gal-spray-90')).toBe('עד שכלי השיט אצלכם');
  expect(await both('ofek', 'zik-dune-250', 'ruach-clip-125')).toBe('עד שהכלי אצלכם');
});

test.each([
  ['ruach', 'בקטנוע'],
  ['noam', 'בקלנועית'],
  ['raam', 'באופנוע'],
])('the parts catalogue of %s counts pieces %s', async (store, within) => {
  const [make] = await ask<PartsMake[]>(store, '/api/products/get-parts-vehicles');
  for (const { slug } of make?.vehicles ?? []) {
    const list = await ask<AssemblyPreview[]>(store, `/api/products/get-assemblies?vehicle=${slug.name}`);
    for (const one of list) {
      const found = await ask<Assembly>(store, `/api/products/get-assembly/${one.slug.name}?vehicle=${slug.name}`);
      const several = found.callouts.find(({ quantity }) => quantity > 1);
      if (!several) continue;
      const html = await page(store, `/spare-parts/${one.slug.name}?model=${slug.name}`);
      expect(html.replace(/<!-- -->/g, '')).toContain(`${several.quantity} יחידות ${within}`);
      return;
    }
  }
  throw new Error(`no assembly of ${store} has a part twice`);
});

test.each(['raam', 'ruach', 'noam'])(
  '%s counts vehicles as models, anything else and mixed lists as items',
  async (store) => {
    const boxes = await ask<CategoryBox[]>(store, '/api/collections/list');
    const vehicles = boxes.find(({ kind, products_count }) => kind === 'VEHICLE' && products_count > 1);
    const others = boxes.find(({ kind, products_count }) => kind !== 'VEHICLE' && products_count > 1);
    if (!vehicles || !others) throw new Error(`${store} has not both kinds of categories`);
    const models = await page(store, `/category/${vehicles.slug.name}`);
    expect(models).toContain(`${vehicles.products_count} דגמים`);
    expect(models).not.toMatch(/\d פריטים/);
    expect(await page(store, `/category/${others.slug.name}`)).toContain(`${others.products_count} פריטים`);
    expect(await page(store, '/category')).toMatch(/\d פריטים/);
    expect(await page(store, '/')).toMatch(/\d דגמים/);
    const { categories } = await ask<Suggestions>(
      store,
      `/api/products/search-suggestions?search=${encodeURIComponent(vehicles.name)}`,
    );
    expect(categories.find(({ slug }) => slug.name === vehicles.slug.name)?.kind).toBe('VEHICLE');
  },
);
