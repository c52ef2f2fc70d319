import { afterAll, beforeAll, expect, test } from 'vitest';
import { startImport, type TestImport } from '../../tests/support/test-import.ts';
import type { ImportReport } from './import.ts';

let shop: TestImport;
let report: ImportReport;
const query = (sql: string) => shop.query(sql);

beforeAll(async () => {
  shop = await startImport();
  report = await shop.load();
});
afterAll(() => shop.end());

test('a folder is loaded whole', async () => {
  expect(report.errors).toEqual([]);
  expect(
    await query('select slug, price_agorot, deleted_price_agorot, badges, licence_class from products order by slug'),
  ).toEqual([
    ['filter', '12990', null, [], null],
    ['helmet', '89000', null, [], null],
    ['one-500', '4290000', null, ['חדש', 'מבצע'], 'A1'],
    ['one-800', '6290000', '6590000', [], 'A'],
  ]);
  expect(
    await query(`select s.key, p.slug, sp.price_agorot, sp.is_home from store_products sp
      join stores s on s.uuid = sp.store_uid join products p on p.uuid = sp.product_uid where kind = 'VEHICLE' order by 1, 2`),
  ).toEqual([
    ['all', 'one-500', '4190050', false],
    ['all', 'one-800', null, true],
    ['one', 'one-500', null, true],
    ['one', 'one-800', null, false],
  ]);
  expect(
    await query(
      `select sku, type, value_name, value, value_type from variants v join variant_values vv on vv.variant_uid = v.uuid order by sku, type`,
    ),
  ).toEqual([
    ['FILTER-1', 'צד', 'ימין', 'ימין', 'TEXT'],
    ['HELMET-L', 'COLOR', 'שחור', '#17181b', 'COLOR'],
    ['HELMET-L', 'SIZE', 'L', 'L', 'TEXT'],
    ['HELMET-M', 'COLOR', 'שחור', '#17181b', 'COLOR'],
    ['HELMET-M', 'SIZE', 'M', 'M', 'TEXT'],
    ['ONE-500-BLK', 'COLOR', 'שחור', '#17181b/#c8102e', 'COLOR'],
    ['ONE-500-RED', 'COLOR', 'אדום', '#c8102e', 'COLOR'],
    ['ONE-800-RED', 'COLOR', 'אדום', '#c8102e', 'COLOR'],
  ]);
  expect(
    await query(`select v.sku, i.view, i.alt, i.width, i.height, i.position from product_images i join variants v on v.uuid = i.variant_uid
      join products p on p.uuid = i.product_uid where p.slug = 'one-500' order by i.position`),
  ).toEqual([
    ['ONE-500-RED', 'hero', 'ONE Barak 500, אדום', 16, 12, 0],
    ['ONE-500-RED', 'side', 'ONE Barak 500, אדום, מבט מהצד', 16, 12, 1],
    ['ONE-500-RED', 'spin-01', 'ONE Barak 500, אדום, סיבוב, תמונה 1', 16, 12, 2],
    ['ONE-500-BLK', 'hero', 'ONE Barak 500, שחור', 16, 12, 3],
  ]);
});

test('categories take listed products first, then those of their rule, and a parent its children’s', async () => {
  expect(
    await query(`select c.slug, array_agg(p.slug order by cp.position) from collections c
      join collection_products cp on cp.collection_uid = c.uuid join products p on p.uuid = cp.product_uid group by c.slug order by 1`),
  ).toEqual([
    ['bikes', ['one-800', 'one-500']],
    ['gear', ['helmet']],
    ['naked', ['one-800', 'one-500']],
  ]);
  expect(
    await query(
      `select p.slug from collections c left join collections p on p.uuid = c.parent_uid where c.slug = 'naked'`,
    ),
  ).toEqual([['bikes']]);
});

test('what stores say is kept: settings, home, menus, widgets, finance, deliveries, branches', async () => {
  expect(
    await query(`select settings, home->'featured', home->'hero'->0->>'link' from stores where key = 'one'`),
  ).toEqual([
    [
      {
        purchase: { deposit: 'charge', step_4: 'new', max_payments: 12, provider: 'sandbox', trade_in: false },
        licence_note: '',
        booking_words: {},
        frame_hosts: [],
        popular_searches: [],
        social: {},
        road_fees: [],
        handover: [],
      },
      ['one-500', 'one-800'],
      '/product/one-500',
    ],
  ]);
  expect(
    await query(`select m.menu_key, p.name, m.name, m.slug, m.custom_path, m.area_number from menu_links m
      left join menu_links p on p.uuid = m.parent_uid order by m.menu_key desc, m.position`),
  ).toEqual([
    ['TOP_MENU', null, 'אופנועים', 'bikes', null, 1],
    ['TOP_MENU', 'אופנועים', 'נייקד', 'naked', null, 1],
    ['TOP_MENU', null, 'צור קשר', null, 'contact', 2],
    ['FOOTER', null, 'אודות', 'about', null, 2],
    ['FOOTER', null, 'המדריך', null, 'https://guide.example/', 3],
  ]);
  expect(await query('select rate_bp, down_min_bp, max_agorot from finance_plans limit 1')).toEqual([
    [890, 2000, 25_000_000],
  ]);
  expect(
    await query(
      `select key, price_agorot, free_from_agorot from delivery_types where store_uid = (select uuid from stores where key = 'one') order by position`,
    ),
  ).toEqual([
    ['pickup', 0, null],
    ['courier', 3990, 50_000],
  ]);
  expect(await query('select s.key from branch_stores bs join stores s on s.uuid = bs.store_uid order by 1')).toEqual([
    ['all'],
    ['one'],
  ]);
});

test('HTML and SVG are clean when they are in', async () => {
  expect(await query(`select title, description, body from content_pages`)).toEqual([
    [
      'אודות',
      'מי אנחנו',
      '<h2>מי אנחנו</h2><p>שלום <a href="https://guide.example/" rel="noopener noreferrer nofollow" target="_blank">מדריך</a></p>',
    ],
  ]);
  expect(await query(`select description from products where slug = 'one-500'`)).toEqual([
    ['<p>תיאור <strong>טוב</strong></p>'],
  ]);
  const logos = (await query("select logo from stores where key = 'one'")) as string[][];
  const svg = await shop.storage.read(logos[0]?.[0] ?? '');
  expect(svg?.toString()).toContain('<path');
  expect(svg?.toString()).not.toMatch(/script|onload|alert/);
});

test('products are found by brand, category, synonyms and joined part number', async () => {
  const terms = async (slug: string, store: string): Promise<string> => {
    const [[text]] = (await query(
      `select d.terms::text from search_documents d join products p on p.uuid = d.product_uid join stores s on s.uuid = d.store_uid
       where p.slug = '${slug}' and s.key = '${store}'`,
    )) as [[string]];
    return text;
  };
  for (const word of ["'מסננ':", "'gear':", "'ציוד':"]) expect(await terms('filter', 'all')).toContain(word);
  for (const word of ["'barak':", "'ברק':", "'500':", "'אופנועימ':", "'ניקד':", "'~lbrk':"])
    expect(await terms('one-500', 'one')).toContain(word);
  const numbers = (await query('select number from search_numbers order by 1')).flat();
  for (const number of ['of4712', 'one500red', '500red']) expect(numbers).toContain(number);
});
