import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductList } from '#contract/catalogue/products.ts';
import type { Suggestions } from '#contract/catalogue/search.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const query = (search: string) => encodeURIComponent(search);
const suggest = async (search: string, store = 'raam'): Promise<Suggestions> => {
  const path = `/api/products/search-suggestions?search=${query(search)}`;
  const reply = await app.call({ path, host: `${store}.localhost` });
  expect(reply.status, search).toBe(200);
  return reply.json<Suggestions>();
};
const find = async (search: string, store = 'raam', more = ''): Promise<ProductList> => {
  const path = `/api/products/get-products?search=${query(search)}${more}`;
  const reply = await app.call({ path, host: `${store}.localhost` });
  expect(reply.status, search).toBe(200);
  return reply.json<ProductList>();
};
const slugs = (list: ProductList): string[] => list.items.map((product) => product.slug.name);

describe('search', () => {
  it('puts an exact part number first, then names, then texts', async () => {
    expect(slugs(await find('sv11100a8', 'ofek'))).toEqual(['sovev-asfalt-front-17']);
    expect(slugs(await find('SV-11100-A8', 'ofek'))).toEqual(['sovev-asfalt-front-17']);
    expect(slugs(await find('11100 a8', 'ofek'))).toEqual(['sovev-asfalt-front-17']);
    const [first, ...others] = slugs(await find('Barak', 'ofek'));
    expect(first).toMatch(/^raam-barak/);
    expect(others).toContain('raam-chain-kit-barak-500');
    expect(others.indexOf('raam-chain-kit-barak-500')).toBeGreaterThan(
      others.findIndex((slug) => /barak-800/.test(slug)),
    );
  });

  it('looks through the long texts only when the short ones have nothing', async () => {
    const [bike] = slugs(await find('בקרת שיוט', 'raam'));
    expect(bike).toBeDefined();
  });

  it('answers with a question of the store’s own where it sells nothing of the kind', async () => {
    const { articles, products, popular } = await suggest('קסדה', 'noam');
    expect({ articles: articles.map(({ title }) => title), products, popular }).toEqual({
      articles: ['חייבים קסדה?'],
      products: [],
      popular: [],
    });
    const page = await app.call({ path: `/category?search=${query('קסדה')}`, host: 'noam.localhost' });
    expect(page.text).toMatch(/href="\/page\/faq#question-\d+"[^>]*>(?:(?!<\/a>).)*חייבים קסדה\?/);
    expect((await suggest('קסדה', 'ofek')).articles).toEqual([]);
    expect((await suggest('יש', 'noam')).articles).toEqual([]);
  });

  it('counts, sorts and filters what it has found as any list', async () => {
    const all = await find('קסדה', 'ofek', '&page_size=96');
    expect(all.total).toBe(all.items.length);
    const cheap = await find('קסדה', 'ofek', '&sort=price&page_size=96');
    expect(new Set(slugs(cheap))).toEqual(new Set(slugs(all)));
    const prices = cheap.items.map((product) => product.price ?? Number.NaN);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    const kipod = await find('קסדה', 'ofek', '&brand=kipod');
    expect(kipod.total).toBeGreaterThan(0);
    expect(new Set(kipod.items.map((product) => product.brand?.name_en))).toEqual(new Set(['KIPOD']));
    expect(slugs(await find('קסדה', 'ofek', '&page_size=3&page=2'))).toEqual(slugs(all).slice(3, 6));
  });

  it('says what it took the search for, and does not when it took it literally', async () => {
    expect(await suggest('cre 500')).toMatchObject({ corrected: 'ברק 500', partly: false });
    expect(await suggest('קסדא מלאה', 'ofek')).toMatchObject({ corrected: expect.stringMatching(/^קסד. מלאה$/) });
    expect(await suggest('barak 500')).toMatchObject({ corrected: null, partly: false });
    expect(await suggest('ברק בלהבלהבלה')).toMatchObject({ corrected: null, partly: true });
  });

  it('keeps products of other stores out', async () => {
    for (const search of ['GAL Wave 130', 'wave 130', 'אופנוע ים', 'סירה'])
      expect(slugs(await find(search, 'raam')).filter((slug) => slug.startsWith('gal-'))).toEqual([]);
    expect((await suggest('אופנוע ים', 'gal')).products[0]?.slug.name).toMatch(/^gal-/);
  });
});

describe('search-suggestions', () => {
  it('names categories and pages by any form and synonym', async () => {
    expect((await suggest('קסדה')).categories.map(({ name }) => name)).toEqual(['קסדות']);
    expect((await suggest('jet ski', 'gal')).categories.map(({ slug }) => slug.name)).toContain('jet-ski');
    const posts = async (search: string) => (await suggest(search)).posts.map(({ path }) => path);
    expect(await posts('אופנוע ראשון')).toContain('/blog/choose-first-bike');
    expect(await posts('גליל')).toEqual(['/blog/weekend-galilee']);
    await app.connection.pool.query(
      `update posts set published_at = now() + interval '1 day' where slug = 'weekend-galilee'; notify cache_versions`,
    );
    await expect.poll(() => posts('גליל')).toEqual([]);
    expect((await suggest('סניף')).articles).toContainEqual({ title: 'סניפים', path: '/distributors' });
    expect((await suggest('אחריות')).articles).toContainEqual({ title: expect.any(String), path: '/page/warranty' });
  });

  it('knows a part of a question by its mark, and all of it without one', async () => {
    const asked = { title: 'האופנוע יגיע עם לוחית?', path: expect.stringContaining('#') };
    for (const words of ['יגיע לוחית?', 'האופנוע יגיע עם לוחית'])
      expect((await suggest(words)).articles, words).toContainEqual(asked);
    expect((await suggest('יגיע לוחית')).articles).not.toContainEqual(asked);
  });

  it('proposes where to begin before anything is typed, and when nothing is found', async () => {
    for (const search of ['', '   ', '!!', 'qqqzzz']) {
      const proposed = await suggest(search);
      expect(proposed, search).toMatchObject({ products: [], total: 0, corrected: null });
      expect(proposed.popular.length, search).toBeGreaterThan(0);
      expect(proposed.categories.length, search).toBeGreaterThan(0);
    }
  });

  it('says that nothing was found where a store has no popular searches either', async () => {
    const { pool } = app.connection;
    await pool.query(`update stores set settings = settings - 'popular_searches' where key = 'zik'`);
    await pool.query('notify cache_versions');
    await expect
      .poll(() => suggest('qqqzzz', 'zik'), { timeout: 20_000 })
      .toMatchObject({ popular: [], found: false, categories: expect.arrayContaining([expect.anything()]) });
    expect(await suggest('', 'zik')).toMatchObject({ found: false });
    expect(await suggest('קסדה', 'noam')).toMatchObject({ products: [], found: true });
    expect(await suggest('barak')).toMatchObject({ found: true });
  });

  it('refuses what is too long, and another store', async () => {
    const at = '/api/products/search-suggestions';
    expect((await app.call({ path: `${at}?search=${'a'.repeat(201)}`, host: 'raam.localhost' })).status).toBe(400);
    const foreign = '00000000-0000-4000-8000-000000000000';
    expect((await app.call({ path: `${at}?store_uid=${foreign}`, host: 'raam.localhost' })).status).toBe(400);
  });
});

it('answers whatever is typed, in the calls and on the page', async () => {
  const hostile = [
    '%',
    '_',
    '\\',
    "'",
    '"',
    '\0',
    '%00',
    "' or 1=1 --",
    "'; drop table products; --",
    '<script>alert(1)</script>',
    '&',
    '|',
    '!',
    ':*',
    '(',
    'a:b',
    'a & | b',
    "a'b\\c",
    '😀',
    '👨‍👩‍👧',
    '\u200F\u202E\u2066ברק',
    'א',
    'ְֱֲ',
    '־',
    '״',
    '...',
    '1.',
    '.5',
    '0',
    '٣',
    '①',
    'ﬁ',
    '\uD800',
    'ו'.repeat(150),
    'ה ו ב ל מ ש כ',
    '~lbrk',
    '_ברק',
    '-ברק',
    `${'א '.repeat(99)}`,
    '1'.repeat(200),
  ];
  for (const search of hostile) {
    for (const path of [
      '/api/products/search-suggestions?',
      '/api/products/get-products?',
      '/api/products/get-products-count?',
    ]) {
      let text: string;
      try {
        text = query(search);
      } catch {
        text = '%ED%A0%80';
      }
      const reply = await app.call({ path: `${path}search=${text}`, host: 'ofek.localhost' });
      expect([200, 400], `${path} ${JSON.stringify(search)}: ${reply.text.slice(0, 200)}`).toContain(reply.status);
    }
  }
  const page = await app.call({ path: `/category?search=${'%D7%91'.repeat(5_000)}`, host: 'ofek.localhost' });
  expect([200, 414, 431]).toContain(page.status);
});
