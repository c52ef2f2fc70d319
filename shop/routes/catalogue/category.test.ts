import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { headOf } from '../../../tests/support/crawl.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const DOMAIN = 'https://www.ofek-motors.com';
const three = 'licence_class=A,A1&price_max=90000';

it.each([
  ['/category?search=', true],
  ['/category?search=&sort=price', true],
  ['/category?search=barak', true],
  ['/category?search=barak&color=שחור&sort=price', true],
  ['/category?search=raam&page=2', true],
  ['/category/motorbikes?search=raam&color=שחור', true],
  [`/category/motorbikes?${three}`, true],
  [`/category/motorbikes?${three}&sort=-price`, true],
  ['/category/parts?page=2', false],
])('%s is canonical to itself', async (path, noindex) => {
  const { status, text } = await app.call({ path: encodeURI(path), host: 'ofek.localhost' });
  expect(status).toBe(200);
  const head = headOf(text);
  expect({ noindex: head.noindex, canonical: decodeURI(head.canonical ?? '') }).toEqual({
    noindex,
    canonical: `${DOMAIN}${path}`,
  });
});

it.each(['licence_class=A', 'sort=price', 'licence_class=A&price_max=90000&sort=price'])(
  'a category with %s is the category to search engines',
  async (query) => {
    const { text } = await app.call({ path: encodeURI(`/category/motorbikes?${query}`), host: 'ofek.localhost' });
    expect(headOf(text)).toMatchObject({ noindex: false, canonical: `${DOMAIN}/category/motorbikes` });
  },
);

it('a value that nothing here has is a filter all the same, which can be taken away', async () => {
  const { text } = await app.call({ path: '/category/motorbikes?brand=kipod', host: 'ofek.localhost' });
  expect(text).toContain('אין מוצרים שמתאימים לכל הסינונים');
  expect(text).not.toContain('אין כאן מוצרים כרגע');
  expect(text).toMatch(/הסרת ״<bdi>קיפוד<\/bdi>״/);
});

it('a category that has nothing to show for a while keeps its address, without being listed', async () => {
  const { pool } = app.connection;
  await pool.query(
    `insert into collections (store_uid, slug, name, position) select uuid, 'winter', 'ציוד חורף', 99 from stores where key = 'ofek'`,
  );
  const page = () => app.call({ path: '/category/winter', host: 'ofek.localhost' });
  await expect.poll(async () => (await page()).status).toBe(200);
  const { text } = await page();
  expect(text).toContain('אין כאן מוצרים כרגע');
  expect(headOf(text).noindex).toBe(true);
  const list = await app.call({ path: '/api/collections/list', host: 'ofek.localhost' });
  expect(list.text).not.toContain('winter');
});

it('a search within a category says what it shows instead, and keeps filters and order', async () => {
  const page = async (query: string) =>
    (await app.call({ path: encodeURI(`/category/motorbikes?${query}`), host: 'raam.localhost' })).text;
  const corrected = await page('search=barek&price_max=90000&sort=price');
  expect(corrected).toContain('אלה התוצאות עבור');
  expect(corrected).toMatch(/href="\/category\/motorbikes\?search=barak&amp;price_max=90000&amp;sort=price"/);
  expect(await page('search=barak מעופף')).toContain('אין מוצר שמתאים לכל המילים');
  expect(await page('search=barak')).not.toMatch(/אלה התוצאות עבור|אין מוצר שמתאים לכל המילים/);
});
