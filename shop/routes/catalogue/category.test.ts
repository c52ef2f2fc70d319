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

it('a search within a category says what it shows instead, and keeps filters and order', async () => {
  const page = async (search: string) => {
    const path = encodeURI(`/category/gear?search=${search}&price_max=90000&sort=price`);
    const { text } = await app.call({ path, host: 'raam.localhost' });
    return {
      corrected: text.includes('אלה התוצאות עבור'),
      partly: text.includes('אין מוצר שמתאים לכל המילים'),
      links: [...text.matchAll(/href="(\/category\/gear\?search=[^"]*)"/g)].map(([, to = '']) =>
        decodeURIComponent(to.replaceAll('&amp;', '&')),
      ),
    };
  };
  const misspelt = await page('קסהד');
  expect(misspelt).toMatchObject({ corrected: true, partly: false });
  expect(misspelt.links).toContain('/category/gear?search=קסדה&price_max=90000&sort=price');
  expect(await page('קסדה xyzw')).toMatchObject({ corrected: false, partly: true });
  expect(await page('קסדה')).toMatchObject({ corrected: false, partly: false });
});

it('a category that has nothing to show for a while keeps its address, without being listed', async () => {
  const page = () => app.call({ path: '/category/trousers', host: 'ofek.localhost' });
  const list = async () => (await app.call({ path: '/api/collections/list', host: 'ofek.localhost' })).text;
  expect(await list()).toContain('"trousers"');
  await app.connection.pool.query(
    `update store_products set published = false where product_uid in
       (select product_uid from collection_products join collections c on c.uuid = collection_uid where c.slug = 'trousers')`,
  );
  await expect.poll(list).not.toContain('"trousers"');
  const { status, text } = await page();
  expect(status).toBe(200);
  expect(text.includes('אין כאן מוצרים כרגע')).toBe(true);
  expect(headOf(text).noindex).toBe(true);
});

it.each(['page=1000000000&sort=abc&view=table', 'page=-1', 'page=x&brand=nobody'])(
  '%s makes no sense in an address, and falls back',
  async (query) => {
    const { status, text } = await app.call({ path: `/category/motorbikes?${query}` });
    expect(status).toBe(200);
    expect(text.match(/<article/g)).toHaveLength(12);
  },
);

it.each(['no-such', 'jet-ski'])('the category %s, unknown or of another store, is a 404 page', async (slug) => {
  const { status, text } = await app.call({ path: `/category/${slug}` });
  expect(status).toBe(404);
  expect(text).toMatch(/<h1[^>]*>אופס, הדף לא נמצא/);
  // The search is a form of its own, which needs no script.
  expect(text).toMatch(/<main[\s\S]*<form[^>]* action="\/category"[^>]*>(?:(?!<\/form>).)*name="search"/);
});
