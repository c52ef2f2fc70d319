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
