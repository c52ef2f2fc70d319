import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CollectionFilter, VariantType } from '#contract/catalogue/collections.ts';
import { sort } from '#contract/catalogue/products.ts';
import { numberParameters, valueFilters } from '#domain/catalogue/filters.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const get = (path: string, host = 'raam.localhost', headers = {}) => app.call({ path: encodeURI(path), host, headers });

const calls = [
  '/api/products/get-products',
  '/api/products/get-products-count',
  '/api/products/get-products-price-range',
  '/api/products/get-products-brands',
  '/api/products/get-specification',
  '/api/collections/get-collection-filters',
  '/api/collections/get-collection-filters-from-cache',
  '/api/collections/get-collection-variants-values',
];
const names = [
  ...['collection', 'kind', 'slugs', 'ids', 'search', ...Object.keys(numberParameters), ...valueFilters],
  ...['meta.fuel', 'option.צד', 'sort', 'page', 'page_size', 'view'],
];
const hostile = [
  `'; drop table products; --`,
  '<script>alert(1)</script>',
  'x'.repeat(5_000),
  '1e999',
  '-1',
  '%25%2C,,,',
  '\u202E\0',
  '\u{1F3CD}',
  '__proto__',
];

describe('hostile values', () => {
  it('are refused or find nothing; no call fails', async () => {
    for (const call of calls) {
      for (const name of names) {
        const replies = await Promise.all(
          hostile.map((value) =>
            app.call({
              path: `${call}?${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
              host: 'raam.localhost',
            }),
          ),
        );
        for (const [index, reply] of replies.entries()) {
          expect([200, 400, 404], `${call} ${name} ${hostile[index]?.slice(0, 30)}`).toContain(reply.status);
          expect(reply.headers['content-type']).toMatch(/json/);
        }
      }
    }
  });

  it('never stop the page: one in each place, and each in all places at once', async () => {
    const one = names.map((name, at): [string, string][] => [[name, hostile[at % hostile.length] ?? '']]);
    const all = hostile.map((value): [string, string][] =>
      names.map((name) => [name, value.slice(0, Math.floor(7_000 / names.length))]),
    );
    for (const pairs of [...one, ...all]) {
      const query = new URLSearchParams(pairs).toString();
      const reply = await app.call({ path: `/category/motorbikes?${query}`, host: 'raam.localhost' });
      // No address may hold a NUL, none is longer than 8 kB; all else a page takes or leaves.
      const [usual, length] = [query.includes('%00') ? 400 : 200, query.length];
      expect(reply.status, query.slice(0, 60)).toBe(length > 8_191 ? 404 : usual);
      expect(reply.text).not.toContain('<script>alert(1)');
    }
  });

  it('24 values of filters, in any order of the list, take less than 100 ms of the process', async () => {
    const filters = (await get('/api/collections/get-collection-filters?collection=motorbikes')).json<
      CollectionFilter[]
    >();
    const values = filters.flatMap(({ key, values }) => values.map(({ value }) => [key, value] as const)).slice(0, 24);
    expect(values).toHaveLength(24);
    const query = filters
      .map(({ key }) => [key, values.filter(([name]) => name === key).map(([, value]) => value)] as const)
      .filter(([, chosen]) => chosen.length > 0)
      .map(([key, chosen]) => `${encodeURIComponent(key)}=${encodeURIComponent(chosen.join(','))}`)
      .join('&');
    const sorts = ['', ...sort.options];
    const asked = sorts.map((order) => `/api/products/get-products?${query}${order && `&sort=${order}`}`);
    for (const path of [...asked, `/api/collections/get-collection-filters?${query}`]) {
      // Three times, since the first also compiles what it runs.
      const took: number[] = [];
      for (let turn = 0; turn < 3; turn++) {
        const before = process.cpuUsage();
        const reply = await app.call({ path, host: 'raam.localhost' });
        const { user, system } = process.cpuUsage(before);
        expect(reply.status).toBe(200);
        took.push((user + system) / 1_000);
      }
      expect(Math.min(...took), path.slice(-40)).toBeLessThan(100);
    }
  });

  it('are 400 where a number or a text has to be', async () => {
    for (const query of [
      'price_min=abc',
      'price_max=-1',
      'months=1.5',
      'monthly_max=x',
      'kind=CAR',
      'page=1000000000',
      `color=${'x'.repeat(2_000)}`,
      `meta.fuel=${'x'.repeat(2_000)}`,
    ]) {
      const reply = await get(`/api/products/get-products?${query}`);
      expect(reply.status, query.slice(0, 40)).toBe(400);
      expect(reply.json<{ error_code: string }>().error_code).toBe('BAD_REQUEST');
    }
  });
});

describe('a third party', () => {
  it('reads the filters of a collection in the operator’s order', async () => {
    const reply = await get('/api/collections/get-collection-filters?collection=motorbikes');
    const filters = reply.json<CollectionFilter[]>();
    expect(filters.map(({ key }) => key)).toEqual([
      'price',
      'monthly_max',
      'meta.use',
      'licence_class',
      'meta.engine_cc',
      'meta.power_hp',
      'meta.seat_mm',
      'meta.weight_kg',
      'color',
    ]);
    expect(reply.headers.etag).toBeTruthy();
    const again = await get('/api/collections/get-collection-filters?collection=motorbikes', 'raam.localhost', {
      'if-none-match': reply.headers.etag,
    });
    expect(again.status).toBe(304);
    const cached = await get('/api/collections/get-collection-filters-from-cache?collection=motorbikes');
    expect(cached.json()).toEqual(filters);
    expect((await get('/api/collections/get-collection-filters?collection=no-such')).status).toBe(404);
    expect((await get('/api/collections/get-collection-filters?collection=jet-ski')).status).toBe(404);
  });

  it('gets the colours of what is made to order, which its card has too', async () => {
    const color = 'צהוב חרדל';
    const foundReply = await get(`/api/products/get-products?slugs=sela-nimer-1000r&color=${color}`, 'sela.localhost');
    const [card] = foundReply.json<{ items: { variant_colors: { value_name: string; available: boolean }[] }[] }>()
      .items;
    expect(card?.variant_colors).toContainEqual(expect.objectContaining({ value_name: color, available: true }));
  });

  it('gets no colour offered that is sold out, and keeps its place', async () => {
    await app.connection.pool.query(`update products set stock_policy = 'IN_STOCK' where stock_policy = 'PRE_ORDER'`);
    await app.connection.pool.query(
      `update variants set stock = 0 where uuid in (select variant_uid from variant_values where type = 'COLOR' and value_name = 'אדום רעם')`,
    );
    const red = async () => {
      const filters = (await get('/api/collections/get-collection-filters?collection=motorbikes')).json<
        CollectionFilter[]
      >();
      return filters.find(({ key }) => key === 'color')?.values.find(({ name }) => name === 'אדום רעם');
    };
    await expect.poll(async () => (await red())?.count).toBe(0);
    expect((await get('/api/products/get-products-count?color=אדום רעם')).json()).toEqual({
      count: 0,
      at_least: false,
    });
  });

  it('narrows by what a month costs, and is told lender and warning', async () => {
    const filters = (await get('/api/collections/get-collection-filters?collection=motorbikes&monthly_max=900')).json<
      CollectionFilter[]
    >();
    const monthly = filters.find(({ kind }) => kind === 'MONTHLY')?.monthly;
    expect(monthly?.loans[0]?.lender).toBeTruthy();
    expect(monthly?.warning).toBe('אי־עמידה בפירעון ההלוואה עלול לגרור חיוב בריבית פיגורים והליכי הוצאה לפועל');
    const count = async (query: string) =>
      (await get(`/api/products/get-products-count?collection=motorbikes&${query}`)).json<{ count: number }>().count;
    const [few, more, all, dearer] = await Promise.all([
      count('monthly_max=600'),
      count('monthly_max=1200'),
      count('monthly_max=100000'),
      count('monthly_max=1200&months=12'),
    ]);
    expect(few).toBeGreaterThan(0);
    expect(more).toBeGreaterThan(few);
    expect(all).toBeGreaterThanOrEqual(more);
    expect(dearer).toBeLessThan(more);
    expect((await get('/api/products/get-products-count?kind=ACCESSORY&monthly_max=100000')).json()).toEqual({
      count: 0,
      at_least: false,
    });
  });

  it.each([
    ['gal', 'outboards'],
    ['ofek', 'mobility'],
    ['raam', 'motorbikes'],
  ])(
    'misses no card of %s/%s that says it costs so little a month, and each says the same then',
    async (store, slug) => {
      const cards = async (query = '') => {
        const { text } = await get(`/category/${slug}${query}`, `${store}.localhost`);
        return Object.fromEntries(
          text
            .split('<article')
            .slice(1)
            .flatMap((card) => {
              const product = /href="\/product\/([^"?]+)/.exec(card)?.[1];
              const sum = /₪([\d,]+)(?:\s|<[^>]*>)*לחודש/.exec(card)?.[1];
              return product && sum ? [[product, Number(sum.replaceAll(',', ''))]] : [];
            }),
        );
      };
      const all = await cards();
      const sums = [...new Set(Object.values(all))];
      expect(sums.length).toBeGreaterThan(1);
      for (const most of sums.flatMap((sum) => [sum - 1, sum])) {
        const cheaper = Object.fromEntries(Object.entries(all).filter(([, sum]) => sum <= most));
        expect(await cards(`?monthly_max=${most}`), String(most)).toEqual(cheaper);
      }
      const filters = await get(`/api/collections/get-collection-filters?collection=${slug}`, `${store}.localhost`);
      const { min, max, monthly } = filters.json<CollectionFilter[]>().find(({ kind }) => kind === 'MONTHLY') ?? {};
      expect(min).toBeLessThanOrEqual(Math.min(...sums));
      expect(max).toBeGreaterThan(Math.max(...sums) - 1);
      expect(monthly).toMatchObject({ down_percent: null, months: null });
    },
  );

  it('is offered only what the plans with the chosen terms finance', async () => {
    const slugs = async (terms: string) =>
      (await get(`/api/products/get-products?collection=outboards&monthly_max=100000&${terms}`, 'gal.localhost'))
        .json<{ items: { slug: { name: string } }[] }>()
        .items.map(({ slug }) => slug.name);
    const [any, most, short] = await Promise.all([slugs(''), slugs('months=60'), slugs('months=18')]);
    // Its price is below the smallest loan of the plan with 60 payments.
    expect(any).toContain('gal-motor-20');
    expect(short).toContain('gal-motor-20');
    expect(most).not.toContain('gal-motor-20');
  });

  it('is told of prime and balloon wherever a sum a month is said', async () => {
    await app.connection.pool.query(
      `update finance_plans set rate_bp = 940, prime_bp = 550, rate_kind = 'פריים', balloon_bp = 3000
       where store_uid = (select uuid from stores where key = 'zik')`,
    );
    await app.connection.pool.query('notify cache_versions');
    const page = async () => (await get('/category?monthly_max=5000', 'zik.localhost')).text;
    await expect
      .poll(page, { timeout: 20_000 })
      .toContain(
        'ריבית פריים + \u20663.9%\u2069 (כיום \u20669.4%\u2069, ומשתנה עם ריבית הפריים), תשלום בלון של \u206630%\u2069',
      );
    expect(await page()).toContain('תשלומים ותשלום בלון של \u206630%\u2069)');
  });

  it('is shown no monthly payment as a filter in force where nothing is financed', async () => {
    const chip = async () => {
      const { text } = await get('/category?monthly_max=900&months=24', 'gal.localhost');
      return text.includes('הסרת הסינון');
    };
    expect(await chip()).toBe(true);
    await app.connection.pool.query(
      `delete from finance_plans where store_uid = (select uuid from stores where key = 'gal')`,
    );
    await expect.poll(chip, { timeout: 20_000 }).toBe(false);
  });

  it('reads option values and specifications', async () => {
    const types = (await get('/api/variants/get-optional-variants-values?product=raam-barak-500')).json<
      VariantType[]
    >();
    expect(types.find(({ type }) => type === 'COLOR')?.values.length).toBeGreaterThan(1);
    const all = (await get('/api/collections/get-collection-variants-values?collection=motorbikes')).json<
      VariantType[]
    >();
    expect(all.find(({ type }) => type === 'COLOR')?.values.length).toBeGreaterThan(4);
    const specs = (await get('/api/products/get-product-specification-and-values?id=raam-barak-500')).json<
      { name: string; values: unknown[] }[]
    >();
    expect(specs[0]?.values.length).toBeGreaterThan(0);
    const names = (await get('/api/products/get-specification?collection=motorbikes')).json<
      { values: { products_count: number }[] }[]
    >();
    expect(Math.max(...names.flatMap(({ values }) => values.map(({ products_count }) => products_count)))).toBe(12);
    expect((await get('/api/products/get-product-specification-and-values?id=gal-wave-130')).status).toBe(404);
    const { paths } = (await get('/api/openapi.json')).json<{ paths: Record<string, unknown> }>();
    for (const call of calls) expect(paths[call], call).toBeTruthy();
  });
});
