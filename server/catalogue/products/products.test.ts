import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductList, ProductPreview, ProductsBrand } from '#contract/catalogue/products.ts';
import { productMeta, products, storeProducts, stores } from '#db/schema/index.ts';
import { and, eq } from '#db/sql.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const ask = async (query: string, host = 'ofek.localhost'): Promise<ProductList> => {
  const reply = await app.call({ path: `/api/products/get-products?${query}`, host });
  expect(reply.status).toBe(200);
  return reply.json<ProductList>();
};
const slugs = (list: ProductList): string[] => list.items.map((product) => product.slug.name);

describe('get-products', () => {
  it('says «from» only where the variants cost different sums: one without a price has the product’s', async () => {
    const { rows } = await app.connection.pool.query<{ uuid: string; slug: string }>(
      `select p.uuid, p.slug from products p join variants v on v.product_uid = p.uuid and v.active
       join store_products l on l.product_uid = p.uuid and l.published and l.price_agorot is null
       join stores s on s.uuid = l.store_uid and s.key = 'ofek' group by p.uuid having count(*) > 1 limit 1`,
    );
    const { uuid, slug } = rows[0] ?? { uuid: '', slug: '' };
    const price = (more: number) =>
      app.connection.pool.query(
        `update variants v set price_agorot = case when v.uuid <> (select min(uuid::text)::uuid from variants where product_uid = $1)
         then p.price_agorot + $2 end from products p where p.uuid = v.product_uid and p.uuid = $1`,
        [uuid, more],
      );
    const from = async () => (await ask(`slugs=${slug}`)).items.map((product) => product.starting_from);
    // What was changed past the server is told to it.
    await price(0);
    await expect.poll(from).toEqual([false]);
    await price(1_000);
    await expect.poll(from).toEqual([true]);
  });

  it('strikes through what the variant whose price it shows cost before', async () => {
    const { rows } = await app.connection.pool.query<{ uuid: string; slug: string; name: string }>(
      `select p.uuid, p.slug, p.name from products p join variants v on v.product_uid = p.uuid and v.active
       join store_products l on l.product_uid = p.uuid and l.published and l.price_agorot is null and l.deleted_price_agorot is null
       join stores s on s.uuid = l.store_uid and s.key = 'ofek'
       where p.kind = 'VEHICLE' group by p.uuid having count(*) > 1 order by p.slug limit 1`,
    );
    const { uuid, slug, name } = rows[0] ?? { uuid: '', slug: '', name: '' };
    const shown = async (): Promise<unknown[]> => {
      const product = await app.call({ path: `/api/products/get-product/${slug}`, host: 'ofek.localhost' });
      const lists = await Promise.all(
        [`slugs=${slug}`, `search=${encodeURIComponent(name)}&slugs=${slug}`].map((query) => ask(query)),
      );
      return [...lists.flatMap(({ items }) => items), product.json<ProductPreview>()].map((one) => [
        one.price,
        one.deleted_price,
      ]);
    };
    const cheapest = `(select max(uuid::text)::uuid from variants where product_uid = $1 and active)`;
    for (const [what, whole, ownPrice, other, expected] of [
      ['its own', null, 90_000, null, 900],
      ['its own before the product’s', 95_000, 90_000, null, 900],
      ['the product’s where it has none', 95_000, null, null, 950],
      ['not another variant’s', null, null, 150_000, null],
      ['nothing that is lower', null, 70_000, null, null],
    ] as const) {
      await app.connection.pool.query(
        'update products set price_agorot = 100000, deleted_price_agorot = $2 where uuid = $1',
        [uuid, whole],
      );
      await app.connection.pool.query(
        `update variants set price_agorot = case when uuid = ${cheapest} then 80000 else 100000 end,
           deleted_price_agorot = case when uuid = ${cheapest} then $2::bigint else $3 end where product_uid = $1`,
        [uuid, ownPrice, other],
      );
      await expect.poll(shown, { message: what }).toEqual(Array(3).fill([800, expected]));
    }
  });

  it('cuts the list in pages without a gap or a repetition', async () => {
    const whole = await ask('page_size=96');
    expect(whole.total).toBeGreaterThan(96);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => ask(`page_size=24&page=${page}`)));
    expect(pages.map((list) => list.total)).toEqual(Array(4).fill(whole.total));
    expect(pages.flatMap(slugs)).toEqual(slugs(whole));
    expect(new Set(slugs(whole)).size).toBe(96);
  });

  it('answers a page beyond the last with nothing and the true total', async () => {
    const { total } = await ask('page=1');
    expect(await ask('page=5000')).toMatchObject({ items: [], total, page: 5000 });
  });

  it('sorts by price both ways, by name and by year', async () => {
    const up = (await ask('sort=price&page_size=96')).items.map((product) => product.price ?? Number.NaN);
    expect(up).toEqual(up.toSorted((a, b) => a - b));
    const down = (await ask('sort=-price&page_size=96')).items.map((product) => product.price ?? Number.NaN);
    expect(down).toEqual(down.toSorted((a, b) => b - a));
    const names = (await ask('sort=name&page_size=96')).items.map((product) => product.name);
    const sorted = await app.deps.db.select({ name: products.name }).from(products).orderBy(products.name);
    const order = new Map(sorted.map((row, index) => [row.name, index]));
    expect(names.map((name) => order.get(name))).toEqual(
      names.map((name) => order.get(name)).toSorted((a, b) => Number(a) - Number(b)),
    );
    const newest = slugs(await ask('sort=newest&kind=VEHICLE&page_size=96'));
    const rows = await app.deps.db.select({ slug: products.slug, year: products.year }).from(products);
    const years = newest.map((slug) => rows.find((row) => row.slug === slug)?.year ?? 0);
    expect(years).toEqual(years.toSorted((a, b) => b - a));
  });

  it('sorts by the height of the seat, goods without one last, and offers it only where seats have heights', async () => {
    const sorted = await ask('sort=seat&page_size=96');
    const rows = await app.deps.db
      .select({ slug: products.slug, seat: productMeta.value })
      .from(products)
      .leftJoin(productMeta, and(eq(productMeta.productUid, products.uuid), eq(productMeta.key, 'seat_mm')));
    const seats = slugs(sorted).map((slug) =>
      Number(rows.find((row) => row.slug === slug)?.seat ?? Number.POSITIVE_INFINITY),
    );
    expect(seats[0]).toBeLessThan(800);
    expect(seats).toContain(Number.POSITIVE_INFINITY);
    expect(seats).toEqual(seats.toSorted((a, b) => (a === b ? 0 : a - b)));
    const offers = async (host: string, path: string) =>
      (await app.call({ path, host })).text.includes('<option value="seat"');
    expect(await offers('raam.localhost', '/category/motorbikes')).toBe(true);
    expect(await offers('ofek.localhost', '/category/parts')).toBe(false);
  });

  it('refuses a wrong sort or page, for a call is strict where a page is lenient', async () => {
    for (const query of ['sort=abc', 'page=0', 'page=x', 'page_size=97']) {
      const reply = await app.call({ path: `/api/products/get-products?${query}`, host: 'raam.localhost' });
      expect(reply.status, query).toBe(400);
    }
  });

  it('keeps a product of another store out, whether asked by slug, by uuid or by search', async () => {
    const [foreign] = await app.deps.db.select().from(products).where(eq(products.slug, 'gal-wave-130'));
    for (const query of ['slugs=gal-wave-130', `ids=${foreign?.uuid}`, 'search=wave']) {
      expect(await ask(query, 'raam.localhost'), query).toMatchObject({ items: [], total: 0 });
      expect(slugs(await ask(query, 'gal.localhost')), query).toContain('gal-wave-130');
    }
  });

  it('shows nothing of a collection that is not there, or that another store has', async () => {
    expect(await ask('collection=no-such', 'raam.localhost')).toMatchObject({ items: [], total: 0 });
    expect(await ask('collection=jet-ski', 'raam.localhost')).toMatchObject({ items: [], total: 0 });
    expect((await ask('collection=jet-ski', 'gal.localhost')).total).toBeGreaterThan(0);
  });

  it('hides a product that the store has unpublished', async () => {
    const [row] = await app.deps.db
      .select({ store: stores.uuid, product: products.uuid })
      .from(storeProducts)
      .innerJoin(stores, eq(stores.uuid, storeProducts.storeUid))
      .innerJoin(products, eq(products.uuid, storeProducts.productUid))
      .where(and(eq(stores.key, 'raam'), eq(products.slug, 'raam-barak-300')));
    if (!row) throw new Error('raam-barak-300 is not in the demo');
    const here = and(eq(storeProducts.storeUid, row.store), eq(storeProducts.productUid, row.product));
    await app.deps.db.update(storeProducts).set({ published: false }).where(here);
    // The database tells of the change, which takes a moment.
    await expect.poll(async () => slugs(await ask('kind=VEHICLE', 'raam.localhost'))).not.toContain('raam-barak-300');
    expect(slugs(await ask('slugs=raam-barak-300', 'ofek.localhost'))).toEqual(['raam-barak-300']);
    await app.deps.db.update(storeProducts).set({ published: true }).where(here);
  });

  it('shows the first colour that is still sold, also where the piece that bears its pictures is not', async () => {
    const pictures = async (): Promise<(string | undefined)[]> => {
      const call = { host: 'ofek.localhost', path: '/api/products/get-product/kipod-atlas-full' };
      const whole = (await app.call(call)).json<ProductPreview>();
      const { items } = await ask('slugs=kipod-atlas-full');
      return [whole, ...items].map(({ main_image }) => main_image?.image_url);
    };
    const withdraw = (skus: string) =>
      app.connection.pool.query('update variants set active = false where sku like $1', [skus]);
    const [{ variant_colors: [first, second] = [] } = {}] = (await ask('slugs=kipod-atlas-full')).items;
    expect(await pictures()).toEqual([first?.image?.image_url, first?.image?.image_url]);
    expect(first).toMatchObject({ sku: 'KP-1001-BK-S', several: true });
    await withdraw('KP-1001-BK-S');
    // The colour's link leads to a size that is on sale.
    await expect
      .poll(async () => (await ask('slugs=kipod-atlas-full')).items[0]?.variant_colors[0])
      .toEqual({ ...first, sku: 'KP-1001-BK-M' });
    expect(await pictures()).toEqual([first?.image?.image_url, first?.image?.image_url]);
    await withdraw('KP-1001-BK-%');
    expect(second?.image?.image_url).toBeTruthy();
    await expect.poll(pictures).toEqual([second?.image?.image_url, second?.image?.image_url]);
  });

  it('gives the short specifications that a list shows', async () => {
    const [bike] = (await ask('slugs=raam-barak-500', 'raam.localhost')).items;
    expect(bike?.meta).toContainEqual({ key: 'engine_cc', value: '471' });
  });
});

describe('get-products-brands', () => {
  it('counts the products of each brand under the filter', async () => {
    const reply = await app.call({ path: '/api/products/get-products-brands?kind=VEHICLE', host: 'ofek.localhost' });
    const brands = reply.json<ProductsBrand[]>();
    expect(brands.map((brand) => brand.key).toSorted()).toEqual(['gal', 'noam', 'raam', 'ruach', 'sela', 'zik']);
    const { total } = await ask('kind=VEHICLE&brand=gal');
    expect(brands.find((brand) => brand.key === 'gal')?.products_count).toBe(total);
  });
});
