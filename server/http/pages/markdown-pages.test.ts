import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.close());

const get = (path: string, headers = {}) => site.call({ path, headers });

test('a product’s page says in Markdown what it says in HTML: name, prices, stock of each variant, figures', async () => {
  const { status, headers, text } = await get('/product/raam-masa-750.md');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
  expect(headers.link).toBe('<https://www.raam.co.il/product/raam-masa-750>; rel="canonical"');
  const product = (await get('/api/products/get-product/raam-masa-750')).json<{
    name: string;
    price: number;
    variants: { sku: string; available: boolean }[];
    specifications: { name: string }[];
  }>();
  expect(text.startsWith(`# ${product.name}\n`)).toBe(true);
  expect(text).toContain(`₪${product.price.toLocaleString('en')}`);
  for (const { sku, available } of product.variants)
    expect(text.split('\n').find((line) => line.includes(sku))).toContain(available ? 'במלאי' : 'אזל');
  for (const { name } of product.specifications) expect(text).toContain(`\n## ${name}`);
  expect(text).not.toMatch(/<(?!https?:)[a-z]/);
});

test.each(['/product/raam-masa-750', '/category/motorbikes', '/page/terms'])(
  '%s is given as Markdown to whom that is what it is asked for, and to nobody else',
  async (path) => {
    const reply = await get(path, { accept: 'text/markdown, text/html;q=0.8' });
    expect(reply.text).toBe((await get(`${path}.md`)).text);
    expect(reply.headers.vary).toMatch(/accept\b(?!-)/i);
    for (const accept of ['text/html,application/xhtml+xml,*/*;q=0.8', '*/*', ''])
      expect((await get(path, { accept })).headers['content-type'], accept).toContain('text/html');
    expect((await get(path)).text).toContain(`href="${path}.md"`);
  },
);

test('a product that is at home in another store is ordered in this one, whose prices and category are named', async () => {
  const { text, headers } = await site.call({ host: 'ofek.localhost', path: '/product/sela-eitan-570.md' });
  expect(headers.link).toContain('sela.co.il/product/');
  const [, category = ''] = /קטגוריה: \[[^\]]+\]\(([^)]+)\)/.exec(text) ?? [];
  expect(category).toContain('ofek');
  const { status } = await site.call({ host: 'ofek.localhost', path: new URL(category).pathname });
  expect(status).toBe(200);
  const [, order = ''] = /\[דף המוצר והזמנה\]\(([^)]+)\)/.exec(text) ?? [];
  expect(new URL(order).origin).toBe(new URL(category).origin);
  // A line after a list would be its last item's.
  expect(text).toContain('\n\nכל המחירים בשקלים');
});

test('a part says under the page’s own heading which vehicles it fits', async () => {
  const { text } = await get('/product/raam-headlight-led.md');
  expect(text).toMatch(/\n## לאילו דגמים זה מתאים\n\n- /);
});

test('a category lists its products, and leads on', async () => {
  const { text } = await get('/category/motorbikes.md');
  const { total } = (await get('/api/products/get-products?collection=motorbikes')).json<{ total: number }>();
  expect(text.match(/^- \[.*\/product\/.*\.md\)/gm)).toHaveLength(Math.min(total, 100));
  // Beyond the last page there is none.
  expect((await get(`/category/motorbikes.md?page=${Math.ceil(total / 100) + 1}`)).status).toBe(404);
});

test.each([
  '/product/nothing.md',
  '/category/nothing.md',
  '/page/%E0%A4%A.md',
  '/product/.md',
  '/category/motorbikes.md?page=0',
])('%s is not there', async (path) => expect((await get(path)).status).toBeGreaterThanOrEqual(400));

test('what a name or a text says is no Markdown of the page', async () => {
  const { pool } = site.connection;
  const {
    rows: [row],
  } = await pool.query(`select name from products where slug = 'raam-barak-500'`);
  await pool.query(`update products set name = $1, description = $2 where slug = 'raam-barak-500'`, [
    '[click](https://evil.example) *x*',
    '<p># כותרת [לא](https://evil.example) <strong>חשוב</strong></p><table><tr><th>א</th></tr><tr><td>ב</td></tr></table>',
  ]);
  await pool.query('notify cache_versions');
  await expect.poll(async () => (await get('/product/raam-barak-500.md')).text).toContain('evil.example');
  const { text } = await get('/product/raam-barak-500.md');
  expect(text).not.toMatch(/(?<!\\)\[(?:click|לא)(?<!\\)\]/);
  expect(text).toContain('**חשוב**');
  expect(text).toMatch(/\| א +\|\n\| -+ \|\n\| ב +\|/);
  await pool.query(`update products set name = $1, description = '' where slug = 'raam-barak-500'`, [row.name]);
  await pool.query('notify cache_versions');
});

test('llms.txt leads to categories, terms and the list of all products', async () => {
  const { status, text } = await get('/llms.txt');
  expect(status).toBe(200);
  expect(text).toMatch(/^# .+\n\n> .+/);
  const links = [...text.matchAll(/\]\((https:[^)]+)\)/g)].map(([, address = '']) => new URL(address));
  expect(links.length).toBeGreaterThan(8);
  for (const { pathname } of links) expect((await get(pathname)).status, pathname).toBe(200);
});

test('a store under construction has none of it', async () => {
  const { pool } = site.connection;
  const read = (path: string) => site.call({ path, host: 'zik.localhost' });
  expect((await read('/llms.txt')).text).toContain('/category/');
  await pool.query(`update stores set status = 'under_construction' where key = 'zik'`);
  await pool.query('notify cache_versions');
  await expect.poll(async () => (await read('/llms.txt')).text).not.toContain('/category/');
  for (const path of ['/products.xml', '/product/zik-dune-250.md', '/category/enduro.md'])
    expect((await read(path)).text, path).not.toMatch(/₪|g:price/);
});
