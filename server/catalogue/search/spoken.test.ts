import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductList } from '#contract/catalogue/products.ts';
import type { Suggestions } from '#contract/catalogue/search.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { automaticRanges } from '../snapshot/filter-fields.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function ask<T>(store: string, call: string, search: string): Promise<T> {
  const reply = await app.call({
    path: `/api/products/${call}?search=${encodeURIComponent(search)}`,
    host: `${store}.localhost`,
  });
  expect(reply.status).toBe(200);
  return reply.json<T>();
}
const suggest = (store: string, search: string) => ask<Suggestions>(store, 'search-suggestions', search);
const list = (store: string, search: string) => ask<ProductList>(store, 'get-products', search);

describe('a search for a service', () => {
  it.each([
    ['raam', 'נסיעת מבחן', '/booking?service=TEST_RIDE'],
    ['raam', 'צור קשר', '/contact'],
    ['raam', 'איפה אתם', '/distributors'],
    ['raam', 'מימון', '/category/motorbikes'],
    ['raam', 'טרייד אין', '/trade-in'],
  ])('in %s: %s leads to %s', async (store, search, path) => {
    const { articles } = await suggest(store, search);
    expect(articles.map((article) => article.path)).toContain(path);
  });

  it('names a visit as its store does, and is found by that name', async () => {
    const { articles, articles_first } = await suggest('gal', 'איך אפשר לעשות הפלגת ניסיון');
    expect(articles[0]).toEqual({ title: 'תיאום הפלגת ניסיון', path: '/booking?service=TEST_RIDE' });
    expect(articles_first).toBe(true);
    expect((await suggest('gal', 'טיפול שנתי')).articles[0]?.title).toBe('תיאום טיפול בכלי השיט');
    expect((await suggest('ruach', 'רכיבת מבחן')).articles[0]?.title).toBe('תיאום נסיעת מבחן');
    expect((await suggest('ruach', 'דמי ביטול')).articles[0]?.path).toBe('/cancellation');
  });

  it('finds a belt by either word for its drive', async () => {
    expect((await list('ruach', 'רצועת הנעה לקליפ 125')).items[0]?.name).toBe('רצועת הינע RUACH 125');
  });

  it.each(['תל אביב', 'סניף תל אביב', 'באר שבע', 'חולון'])('names the branch of %s and no product', async (search) => {
    const { articles, products } = await suggest('raam', search);
    expect(articles[0]?.path, JSON.stringify(articles)).toMatch(/^\/distributors/);
    expect(products.map(({ name }) => name)).toEqual([]);
  });

  it('shows the products with a struck-through price for מבצעים', async () => {
    const { items } = await list('raam', 'מבצעים');
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) expect(item.deleted_price, item.name).not.toBeNull();
  });
});

describe('a price in words', () => {
  it('gives way to a bound that is given besides, and is no word of the search then either', async () => {
    const path = `/api/products/get-products?search=${encodeURIComponent('אופנוע עד 40,000')}&price_max=60000`;
    const { items } = (await app.call({ path })).json<ProductList>();
    const prices = items.map(({ price }) => price ?? 0);
    expect(Math.max(...prices)).toBeGreaterThan(40_000);
    expect(Math.max(...prices)).toBeLessThanOrEqual(60_000);
  });

  it.each([
    ['אופנוע עד 40,000', 0, 40_000],
    ['קסדה פחות מ 1000', 0, 1_000],
    ['קסדה בין 1000 ל־2000', 1_000, 2_000],
    ['אופנוע מעל 60 אלף', 60_000, 1e9],
  ])('%s', async (search, min, max) => {
    const [{ items }, { products }] = await Promise.all([list('raam', search), suggest('raam', search)]);
    expect(items.length).toBeGreaterThan(0);
    expect(products.length).toBeGreaterThan(0);
    for (const { name, price } of [...items, ...products]) {
      expect(price, name).toBeGreaterThanOrEqual(min);
      expect(price, name).toBeLessThanOrEqual(max);
    }
  });

  it('becomes a filter of the page, which can be taken away', async () => {
    const path = `/category?search=${encodeURIComponent('אופנוע עד 40,000')}`;
    const reply = await app.call({ path, host: 'raam.localhost' });
    expect(reply.status).toBe(302);
    expect(decodeURIComponent(reply.headers.location as string)).toBe('/category?search=אופנוע&price_max=40000');
  });

  it('is none where it is a figure of another kind', async () => {
    const reply = await app.call({
      path: `/category?search=${encodeURIComponent('אופנוע עד 500 סמ״ק')}`,
      host: 'raam.localhost',
    });
    expect(reply.status).toBe(200);
  });
});

describe('a vehicle for so many persons', () => {
  it.each([
    ['noam', 'קלנועית לשני אנשים', ['noam-duo-3']],
    ['noam', 'קלנועית זוגית', ['noam-duo-3']],
    ['sela', 'טרקטורון לשניים', ['sela-ayal-700', 'sela-ayal-850']],
  ])('in %s: %s shows those with room for them and no other', async (store, search, slugs) => {
    const [{ items }, { partly }] = await Promise.all([list(store, search), suggest(store, search)]);
    expect(items.map(({ slug }) => slug.name).sort()).toEqual(slugs);
    expect(partly).toBe(false);
  });

  it.each([
    ['noam', 'קלנועית לשלושה אנשים'],
    ['sela', 'טרקטורון לארבעה'],
    ['ofek', 'קלנועית לשניים'],
    ['gal', 'סירה ל־8 אנשים'],
  ])('in %s: %s says that there is none, and shows the nearest', async (store, search) => {
    const { partly, products } = await suggest(store, search);
    expect(products.length).toBeGreaterThan(0);
    expect(partly).toBe(true);
    const path = `/category?search=${encodeURIComponent(search)}`;
    const page = await app.call({ path, host: `${store}.localhost` });
    expect(page.text).toContain('אין מוצר שמתאים לכל המילים. אלה הקרובים ביותר.');
  });
});

describe('a figure', () => {
  it.each([
    ['noam', 'קלנועית עם סל לקניות 150 קילו', ['noam-duo-3', 'noam-gag-4', 'noam-marom-4', 'noam-sderot-4']],
    ['noam', 'קלנועית מתקפלת לרכב 150 קילו', ['noam-duo-3', 'noam-gag-4', 'noam-marom-4', 'noam-sderot-4']],
    ['raam', 'אופנוע נייקד כחול מעל 150 כ״ס', ['raam-barak-1100r', 'raam-sufa-1000rr']],
  ])(
    'in %s: of %s is kept, where no product has all of it, and says that these are the nearest',
    async (store, search, slugs) => {
      const [{ items }, { partly }] = await Promise.all([list(store, search), suggest(store, search)]);
      expect(items.map(({ slug }) => slug.name).sort()).toEqual(slugs);
      expect(partly).toBe(true);
    },
  );

  it.each([
    ['noam', 'הקלנועית הכי קלה', ['noam-masa-lite', 'noam-masa-auto', 'noam-kal-3']],
    ['noam', 'הקלנועית הכי צרה', ['noam-masa-lite', 'noam-masa-auto', 'noam-kal-3']],
    ['sela', 'טרקטורון לא כבד', ['sela-ayal-200', 'sela-ayal-450', 'sela-ayal-570']],
    ['gal', 'הסירה הכי מהירה', ['gal-rib-480', 'gal-bay-520', 'gal-horizon-620']],
    // Of the filter where products have one.
    ['raam', 'האופנוע הכי קל', ['raam-barak-300', 'raam-sufa-400rr', 'raam-masa-450']],
  ])('in %s: %s sorts by what vehicles are specified by', async (store, search, slugs) => {
    const { items } = await list(store, search);
    expect(items.slice(0, 3).map(({ slug }) => slug.name)).toEqual(slugs);
  });

  it('is none of a superlative where no product has it: its words are words then', async () => {
    const { items } = await list('ofek', 'הקסדה הכי קלה');
    expect(items[0]?.slug.name).toMatch(/^kipod-/);
  });
});

describe('what is not wanted', () => {
  it.each([
    ['ruach', 'קטנוע לא חשמלי', /^ruach-(?!e\d)/],
    ['raam', 'מעיל בלי עור', /^nativ-(?!grip)/],
  ])('in %s: %s shows none of it', async (store, search, others) => {
    const { items } = await list(store, search);
    expect(items.length).toBeGreaterThan(1);
    for (const { slug } of items) if (/^(?:ruach|nativ)-/.test(slug.name)) expect(slug.name).toMatch(others);
  });

  it('is had by no product whose value says that it lacks it', async () => {
    const slug = 'nativ-boulevard-city-jacket';
    await app.connection.pool.query(
      `update product_meta set value = 'ללא עור' where key = 'material' and product_uid = (select uuid from products where slug = $1)`,
      [slug],
    );
    await app.connection.pool.query('notify cache_versions');
    const slugsOf = ({ items }: ProductList) => items.map((item) => item.slug.name);
    const filtered = `/api/products/get-products?meta.material=${encodeURIComponent('ללא עור')}`;
    await expect
      .poll(async () => slugsOf((await app.call({ path: filtered, host: 'raam.localhost' })).json<ProductList>()))
      .toEqual([slug]);
    const slugs = slugsOf(await list('raam', 'מעיל בלי עור'));
    expect(slugs).toContain(slug);
    expect(slugs).not.toContain('nativ-grip-sport-jacket');
  });

  it('is a word like any other where no product has it', async () => {
    expect((await list('zik', 'כפפות בלי תפרים')).items[0]?.slug.name).toBe('shetach-claw-gloves');
  });
});

describe('a question that a store answers', () => {
  it.each([
    ['noam', 'ביטוח'],
    ['noam', 'ביטוח לקלנועית'],
    ['noam', 'צריך ביטוח לקלנועית?'],
    ['noam', 'דמי משלוח'],
    ['ofek', 'משלוח'],
    ['noam', 'שאלות נפוצות'],
  ])('in %s: %s shows it and nothing to buy, in the suggestions and on the page', async (store, search) => {
    const { articles, articles_first, products } = await suggest(store, search);
    expect(articles[0]?.path).toMatch(/^\/page\/faq/);
    expect(articles_first).toBe(true);
    expect(products).toEqual([]);
    const path = `/category?search=${encodeURIComponent(search)}`;
    const page = await app.call({ path, host: `${store}.localhost` });
    expect(page.text).toContain(`href="${articles[0]?.path}"`);
  });
});

describe('a field of many numbers', () => {
  it('is offered as ranges at round figures, and as single values while they are few', () => {
    const years = Array.from({ length: 28 }, (_, at) => String(1998 + at));
    expect(automaticRanges(years)).toEqual([2000, 2005, 2010, 2015, 2020]);
    expect(automaticRanges(years.slice(0, 12))).toBeUndefined();
    expect(automaticRanges([...years, 'classic'])).toBeUndefined();
  });
});

describe('what people write', () => {
  it.each([
    ['bark 500', 'raam-barak-500'],
    ['brak 500', 'raam-barak-500'],
    ['RM-B3', 'raam-barak-300'],
  ])('%s means %s, in the list and among the suggestions', async (search, slug) => {
    expect((await list('raam', search)).items[0]?.slug.name).toBe(slug);
    expect((await suggest('raam', search)).products[0]?.slug.name).toBe(slug);
  });

  it.each([
    ['ofek', 'וינקר'],
    ['raam', 'ברקסים'],
    ['gal', 'ווסט'],
    ['raam', 'ofnoa'],
    ['ruach', 'טוסטוס'],
  ])('in %s: %s finds something, and is no guess', async (store, search) => {
    const { products, corrected } = await suggest(store, search);
    expect(products.length).toBeGreaterThan(0);
    expect(corrected).toBeNull();
  });

  it('ranks vehicles before parts from the first letters on', async () => {
    const half = await suggest('noam', 'קלנו');
    const whole = await suggest('noam', 'קלנועית');
    expect(half.products[0]?.slug.name).toBe(whole.products[0]?.slug.name);
    expect(half.products[0]?.slug.name).toMatch(/^noam-/);
  });

  it.each([
    ['מכל', 'מיכל'],
    ['24 וולט', '24v'],
    ['24 V', '24v'],
    ['25x8-12', '25×8-12'],
  ])('%s is %s', async (one, other) => {
    for (const store of ['sela', 'noam', 'gal']) {
      const slugs = async (search: string) => (await list(store, search)).items.map(({ slug }) => slug.name).sort();
      expect(await slugs(one), store).toEqual(await slugs(other));
    }
  });
});
