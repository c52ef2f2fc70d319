import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Assembly, AssemblyPreview, PartsMake } from '#contract/catalogue/parts.ts';
import type { Product, ProductList } from '#contract/catalogue/products.ts';
import { calloutParts, products, storeProducts, stores } from '#db/schema/index.ts';
import { and, eq } from '#db/sql.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const get = (path: string, store = 'ofek') => app.call({ path, host: `${store}.localhost` });
async function ask<T>(path: string, store = 'ofek'): Promise<T> {
  const reply = await get(`/api/products/${path}`, store);
  expect(reply.status, path).toBe(200);
  return reply.json<T>();
}
const slugs = (list: { slug: { name: string } }[]): string[] => list.map(({ slug }) => slug.name);

describe('get-parts-vehicles', () => {
  it('names the makes of the importer, and of a brand only its own', async () => {
    const makes = await ask<PartsMake[]>('get-parts-vehicles');
    expect(makes.map(({ key }) => key).toSorted()).toEqual(['gal', 'noam', 'raam', 'ruach', 'sela', 'zik']);
    const [raam, ...others] = await ask<PartsMake[]>('get-parts-vehicles', 'raam');
    expect(others).toEqual([]);
    expect(raam?.vehicles.every(({ slug }) => slug.name.startsWith('raam-'))).toBe(true);
  });

  it('has a vehicle that the store does not sell but has parts for, with every year of them, the newest first', async () => {
    const makes = await ask<PartsMake[]>('get-parts-vehicles');
    const litre = makes.flatMap(({ vehicles }) => vehicles).find(({ slug }) => slug.name === 'raam-barak-1100r');
    expect(litre?.sold).toBe(false);
    const half = makes.flatMap(({ vehicles }) => vehicles).find(({ slug }) => slug.name === 'raam-barak-500');
    expect(half).toMatchObject({ sold: true, image: { main_image: true } });
    expect(half?.years).toEqual([2026, 2025, 2024, 2023, 2022, 2021, 2020, 2019]);
  });
});

test('a plate is asked for where vehicles have one, and neither of boats nor of mobility scooters', async () => {
  const asks = async (store: string) => (await get('/spare-parts', store)).text.includes('לפי מספר רישוי');
  expect(await Promise.all(['raam', 'ruach', 'ofek', 'gal', 'noam'].map(asks))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('two boats are compared without a word of driving licences: they take another one', async () => {
  const { status, text } = await get('/compare?ids=gal-bay-450,gal-rib-480', 'gal');
  expect(status).toBe(200);
  expect(text).toContain('GAL RIB 480');
  expect(text).not.toContain('דרגת רישיון');
});

describe('assemblies', () => {
  it('of a vehicle come in order, each with a diagram of its own and how many parts fit', async () => {
    const list = await ask<AssemblyPreview[]>('get-assemblies?vehicle=raam-barak-500');
    expect(slugs(list)).toEqual(
      ['engine', 'brakes', 'drive', 'chassis', 'electrics'].map((name) => `raam-barak-${name}`),
    );
    expect(new Set(list.map(({ image }) => image.image_url)).size).toBe(list.length);
    const engine = await ask<Assembly>('get-assembly/raam-barak-engine?vehicle=raam-barak-500');
    expect(list[0]?.parts_count).toBe(engine.callouts.flatMap(({ parts }) => parts).length);
  });

  it('show of several parts the one that fits the vehicle and the year', async () => {
    const pads = async (query: string) => {
      const { callouts } = await ask<Assembly>(`get-assembly/raam-barak-brakes${query}`);
      return slugs(callouts.find(({ name }) => name.startsWith('רפידות'))?.parts ?? []);
    };
    expect(await pads('')).toEqual(['yatziv-pads-radial', 'yatziv-pads-two-pot']);
    expect(await pads('?vehicle=raam-barak-500')).toEqual(['yatziv-pads-radial']);
    expect(await pads('?vehicle=raam-barak-300')).toEqual(['yatziv-pads-two-pot']);
    // The rim fits from 2022, the vehicle is built from 2020.
    const rim = async (year: number) => {
      const { callouts } = await ask<Assembly>(`get-assembly/raam-barak-brakes?vehicle=raam-barak-800&year=${year}`);
      return slugs(callouts.find(({ name }) => name === 'חישוק קדמי')?.parts ?? []);
    };
    expect(await rim(2021)).toEqual([]);
    expect(await rim(2022)).toEqual(['raam-front-wheel-cast-17']);
  });

  it('keep a number that stands for nothing to buy, and every number in the picture', async () => {
    const { callouts } = await ask<Assembly>('get-assembly/raam-barak-engine');
    expect(callouts.map(({ number }) => number)).toEqual(callouts.map((_, index) => index + 1));
    expect(callouts[0]).toMatchObject({ name: 'מנוע שלם', parts: [] });
    for (const { x, y } of callouts) expect(Math.min(x, y, 100 - x, 100 - y)).toBeGreaterThan(0);
  });

  it('are not there for a store that does not serve the make, nor for a vehicle not built with them', async () => {
    const paths = [
      'get-assembly/gal-jet-pump',
      'get-assembly/gal-jet-pump?vehicle=gal-wave-130',
      'get-assemblies?vehicle=gal-wave-130',
      'get-parts?vehicle=gal-wave-130',
      'get-assembly/raam-barak-engine?vehicle=raam-masa-750',
      'get-assembly/raam-barak-engine?vehicle=raam-barak-500&year=1999',
      'get-assembly/no-such',
    ];
    for (const path of paths) expect((await get(`/api/products/${path}`, 'raam')).status, path).toBe(404);
    expect((await get('/api/products/get-assembly/gal-jet-pump', 'gal')).status).toBe(200);
  });

  it('leave out a part that the store has unpublished', async () => {
    const { db } = app.deps;
    const [row] = await db
      .select({ store: stores.uuid, part: products.uuid })
      .from(storeProducts)
      .innerJoin(stores, eq(stores.uuid, storeProducts.storeUid))
      .innerJoin(products, eq(products.uuid, storeProducts.productUid))
      .where(and(eq(stores.key, 'zik'), eq(products.slug, 'zik-shock-rear')));
    if (!row) throw new Error('zik-shock-rear is not in the demo');
    const here = and(eq(storeProducts.storeUid, row.store), eq(storeProducts.productUid, row.part));
    const shown = async (store: string) => {
      const { callouts } = await ask<Assembly>('get-assembly/zik-dune-controls?vehicle=zik-dune-250', store);
      return slugs(callouts.flatMap(({ parts }) => parts)).includes('zik-shock-rear');
    };
    expect(await shown('zik')).toBe(true);
    await db.update(storeProducts).set({ published: false }).where(here);
    expect(await shown('zik')).toBe(false);
    expect(await shown('ofek')).toBe(true);
    await db.update(storeProducts).set({ published: true }).where(here);
  });

  it('of the demo hold every spare part somewhere, for a vehicle that it fits', async () => {
    const { rows } = await app.connection.pool.query<{ slug: string }>(
      `select p.slug from products p where p.kind = 'SPARE_PART' and not exists (
         select from callout_parts cp join assembly_vehicles v on v.assembly_uid = cp.assembly_uid
         join part_fits f on f.part_uid = cp.part_uid and f.vehicle_uid = v.vehicle_uid where cp.part_uid = p.uuid)`,
    );
    expect(rows).toEqual([]);
    expect((await app.deps.db.selectDistinct({ part: calloutParts.partUid }).from(calloutParts)).length).toBe(120);
    const shared = await app.connection.pool.query('select media from assemblies group by media having count(*) > 1');
    expect(shared.rows).toEqual([]);
  });
});

describe('get-parts', () => {
  it('finds a number with and without its dashes and in small letters, and the exact one first', async () => {
    for (const number of ['YZ-21160-D1', 'yz21160d1', 'YZ 21160 D1', 'yz-21160d1']) {
      const list = await ask<ProductList>(`get-parts?number=${encodeURIComponent(number)}`);
      expect(slugs(list.items), number).toEqual(['yatziv-pads-radial']);
    }
    const begun = await ask<ProductList>('get-parts?number=yz-2&page_size=96');
    expect(begun.total).toBeGreaterThan(5);
    expect(slugs(begun.items)).toContain('yatziv-pads-radial');
    expect(await ask('get-parts?number=GL-91433-D4', 'raam')).toMatchObject({ items: [], total: 0 });
  });

  it('puts the whole number before those that only begin with it', async () => {
    const { db } = app.deps;
    const [part] = await db.select().from(products).where(eq(products.slug, 'yatziv-pads-quad'));
    await app.connection.pool.query(
      `insert into product_meta (product_uid, key, value) values ($1, 'part_number', 'YZ-21160')`,
      [part?.uuid],
    );
    const list = await ask<ProductList>('get-parts?number=yz21160');
    expect(slugs(list.items)).toEqual(['yatziv-pads-quad', 'yatziv-pads-radial']);
    await app.connection.pool.query(`delete from product_meta where value = 'YZ-21160'`);
  });

  it('gives what fits a vehicle in a year, in pages', async () => {
    const all = await ask<ProductList>('get-parts?vehicle=raam-barak-800&page_size=96');
    const old = await ask<ProductList>('get-parts?vehicle=raam-barak-800&year=2021&page_size=96');
    expect(slugs(all.items)).toContain('raam-front-wheel-cast-17');
    expect(slugs(old.items)).not.toContain('raam-front-wheel-cast-17');
    const pages = await Promise.all(
      [1, 2, 3].map((page) => ask<ProductList>(`get-parts?vehicle=raam-barak-800&page_size=10&page=${page}`)),
    );
    expect(pages.flatMap(({ items }) => slugs(items))).toEqual(slugs(all.items).slice(0, 30));
  });

  it('gives what fits a vehicle of one category, and its page says so', async () => {
    const all = await ask<ProductList>('get-parts?vehicle=raam-barak-800&page_size=96');
    const brakes = await ask<ProductList>('get-parts?vehicle=raam-barak-800&collection=parts-brakes&page_size=96');
    const listed = await ask<ProductList>('get-products?collection=parts-brakes&page_size=96');
    expect(brakes.total).toBeGreaterThan(0);
    expect(slugs(brakes.items)).toEqual(slugs(all.items).filter((slug) => slugs(listed.items).includes(slug)));
    expect(await ask('get-parts?vehicle=raam-barak-800&collection=no-such')).toMatchObject({ total: 0 });

    const { text: category } = await get('/category/parts-brakes');
    expect(category).toContain('href="/spare-parts?category=parts-brakes"');
    const { text: makes } = await get('/spare-parts?category=parts-brakes');
    expect(makes).toContain('href="/spare-parts?make=raam&amp;category=parts-brakes"');
    const { text: page } = await get('/spare-parts?model=raam-barak-800&category=parts-brakes');
    expect(page).toContain('מוצגים רק חלקים מהקטגוריה');
    expect(page).toContain('href="/spare-parts?model=raam-barak-800"');
    expect(page.split('<article')).toHaveLength(Math.min(brakes.total, 24) + 1);
    const { text: none } = await get('/spare-parts?model=raam-barak-800&category=parts-marine-drive');
    expect(none).toContain('אין חלקים שמתאימים בקטגוריה');
  });

  it('refuses what is no year, page or number, and takes wildcards for nothing', async () => {
    for (const query of ['vehicle=raam-barak-500&year=abc', 'page=0', `number=${'9'.repeat(65)}`, 'year=99999'])
      expect((await get(`/api/products/get-parts?${query}`)).status, query).toBe(400);
    expect((await get('/api/products/get-assemblies')).status).toBe(400);
    for (const number of ['%25', '___', '%27%20or%201=1', '%D7%A9%D7%9C'])
      expect(await ask(`get-parts?number=${number}`), number).toMatchObject({ total: 0 });
  });
});

it('get-product tells of a spare part which vehicles it fits, and of a vehicle nothing', async () => {
  const { fits } = await ask<Product>('get-product/raam-front-wheel-cast-17');
  expect(fits.map(({ vehicle, year_from, year_to }) => [vehicle.slug.name, year_from, year_to])).toEqual([
    ['raam-barak-800', 2022, 2026],
    ['raam-sufa-650rr', 2021, 2026],
  ]);
  expect((await ask<Product>('get-product/raam-barak-500')).fits).toEqual([]);
  const shared = await ask<Product>('get-product/tipa-oil-10w40', 'zik');
  expect(new Set(shared.fits.map(({ brand }) => brand.key))).toEqual(new Set(['zik']));
});

describe('the pages', () => {
  const evil = [`'; drop table products; --`, '<script>alert(1)</script>', 'x'.repeat(5000), '%', '-1', '1e9', '😀'];

  it('answer whatever stands in their address, and write nothing of it unescaped', async () => {
    for (const name of ['make', 'model', 'year', 'number', 'page', 'callout']) {
      for (const value of evil) {
        for (const path of ['/spare-parts', '/spare-parts/raam-barak-brakes']) {
          const reply = await get(`${path}?${name}=${encodeURIComponent(value)}`);
          expect(reply.status, `${path} ${name}=${value.slice(0, 30)}`).toBe(200);
          expect(reply.text).not.toContain('<script>alert(1)');
        }
      }
    }
    for (const value of evil.slice(0, 3)) {
      const reply = await get(`/spare-parts/${encodeURIComponent(value)}`);
      expect([404, 414], value.slice(0, 30)).toContain(reply.status);
    }
  });

  it('are 404 where another store has the assembly, and the make of another store is as if not said', async () => {
    expect((await get('/spare-parts/gal-jet-pump', 'raam')).status).toBe(404);
    const reply = await get('/spare-parts?make=gal&model=gal-wave-130', 'raam');
    expect(reply.status).toBe(200);
    expect(reply.text).not.toContain('Wave 130');
  });

  it('lead the last page of a list for a page beyond it, and keep searches by number out of indexes', async () => {
    const reply = await get('/spare-parts?model=raam-barak-800&page=99999');
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('/product/');
    expect((await get('/spare-parts?number=YZ-21160-D1')).text).toContain('noindex');
  });
});

test('a part’s card bears its maker’s number, isolated; other goods have none', async () => {
  const list = (kind: string) => ask<ProductList>(`get-products?kind=${kind}&page_size=96`);
  const part = (await list('SPARE_PART')).items.find(({ meta }) => meta.some(({ key }) => key === 'part_number'));
  const number = part?.meta.find(({ key }) => key === 'part_number')?.value ?? '';
  expect(number).not.toBe('');
  const { text } = await get(`/category?search=${encodeURIComponent(number)}`);
  const card = text.split('<article').find((one) => one.includes(`/product/${part?.slug.name}"`)) ?? '';
  expect(card).toMatch(new RegExp(`מק״ט(<!-- --> | )<bdi dir="ltr"[^>]*>${number}</bdi>`));
  const other = (await list('ACCESSORY')).items[0];
  const { text: others } = await get(`/category?search=${encodeURIComponent(other?.name ?? '')}`);
  const plain = others.split('<article').find((one) => one.includes(`/product/${other?.slug.name}"`));
  expect(plain).toBeDefined();
  expect(plain).not.toContain('מק״ט');
});
