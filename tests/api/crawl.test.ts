import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import robotsParser from 'robots-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeKeys } from '../../scripts/store-keys.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { crawl, headOf, hostsOf, type Page } from '../support/crawl.ts';
import { structuredFaults } from '../support/structured-data.ts';
import { ROOT } from '../support/template.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.close());

/** Where the redirects of a store's file lead: of those that have one. */
async function oldAddressesOf(store: string): Promise<Set<string>> {
  const text = await readFile(join(ROOT, `demo/stores/${store}/redirects.csv`), 'utf8').catch(() => '');
  const lines = text.trim().split('\n').slice(1);
  return new Set(lines.map((line) => line.split(',')[1] ?? ''));
}

/** No store's menu or text leads to another store; one that is meant to would be named here. */
const OTHER_STORE = /^(?:www\.)?(?:ofek(?:-motors)?|raam|zik|ruach|sela|noam|gal)\./;

function faultsOf({ path, status, html, location }: Page): string[] {
  if (status >= 300 && status < 400 && location?.startsWith('/')) return [];
  if (status !== 200) return [String(status)];
  if (!html.startsWith('<!DOCTYPE html>')) return [];
  const { title, description, canonical, headings, data } = headOf(html);
  return [
    ...(title ? [] : ['no title']),
    ...(headings === 1 ? [] : [`${headings} h1`]),
    ...(description ? [] : ['no description']),
    ...(canonical?.startsWith('https://') ? [] : ['no canonical']),
    ...structuredFaults(path, data),
    ...hostsOf(html)
      .filter((host) => OTHER_STORE.test(host))
      .map((host) => `leads to ${host}`),
  ];
}

/** All seven, whole, in `npm run prove -- long`. */
const isWhole = process.env.LONG_TESTS === 'all';
const STORES = isWhole ? storeKeys() : ['ofek', 'noam', 'gal'];

/**
 * Of the largest store's products and diagrams, which are alike, some by their address: vehicles, accessories, parts,
 * and what other stores sell.
 */
function isSeen(store: string, path: string): boolean {
  if (isWhole || store !== 'ofek' || !/^\/product\/|^\/spare-parts\/.*\?/.test(path)) return true;
  return [...path].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 8 === 0;
}

describe.each(STORES)('%s', (store) => {
  const get = (path: string) => site.call({ host: `${store}.localhost`, path });
  let pages: Map<string, Page>;
  let domain: string;

  test('every link leads to a page that says what it is', async () => {
    pages = await crawl(get, (path) => isSeen(store, path));
    domain = /Sitemap: (https:\/\/[^/]+)/.exec((await get('/robots.txt')).text)?.[1] ?? '';
    expect(pages.size).toBeGreaterThan(40);
    const wrong: string[] = [];
    for (const page of pages.values()) wrong.push(...faultsOf(page).map((fault) => `${page.path}: ${fault}`));
    expect(wrong).toEqual([]);
  }, 300_000);

  test('the sitemap has what can be reached and indexed, and nothing else', async () => {
    const index = (await get('/sitemap.xml')).text;
    const listed: string[] = [];
    for (const [, part = ''] of index.matchAll(/<loc>([^<]*)<\/loc>/g)) {
      const { status, text } = await get(part.slice(domain.length));
      expect(status).toBe(200);
      listed.push(...[...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address));
    }
    const reached = [...pages.values()].flatMap(({ path, status, html }) => {
      if (status !== 200 || path.includes('?') || !html.startsWith('<!DOCTYPE html>')) return [];
      const { canonical, noindex } = headOf(html);
      return canonical === `${domain}${path}` && !noindex ? [canonical] : [];
    });
    const diagrams = listed.filter((address) => address.includes('?'));
    const seen = (address: string) => isSeen(store, address.slice(domain.length));
    expect(listed.filter((address) => !diagrams.includes(address) && seen(address)).toSorted()).toEqual(
      reached.toSorted(),
    );
    // Of many links alike few are followed: these are asked for by the sitemap.
    for (const address of diagrams.filter(seen)) {
      const { status, text } = await get(address.slice(domain.length));
      expect([status, headOf(text)]).toEqual([200, expect.objectContaining({ canonical: address, noindex: false })]);
    }
    const links = [...pages.values()].flatMap(({ html }) => [
      ...html.matchAll(/href="(\/spare-parts\/[^"?]+\?model=[^"&#]+)/g),
    ]);
    expect(diagrams).toEqual(expect.arrayContaining(links.map(([, path]) => `${domain}${path}`)));
  });

  test('its old addresses lead to pages that are there', async () => {
    const wrong: string[] = [];
    for (const target of await oldAddressesOf(store)) {
      if (!isSeen(store, target)) continue;
      const status = pages.get(target)?.status ?? (await get(target)).status;
      if (status !== 200) wrong.push(`${target}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });
});

test.each([
  ...['Googlebot', 'Bingbot', 'GPTBot', 'OAI-SearchBot', 'ClaudeBot', 'PerplexityBot', 'Google-Extended'],
  ...['Applebot-Extended', 'CCBot', 'DuckDuckBot', 'SomeoneNewBot'],
])('robots.txt, as a library reads it, lets %s read the shop and nothing personal', async (robot) => {
  const address = 'https://www.ofek-motors.com/robots.txt';
  const { text, status, headers } = await site.call({ host: 'ofek.localhost', path: '/robots.txt' });
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const robots = robotsParser(address, text);
  expect(robots.getSitemaps()).toEqual(['https://www.ofek-motors.com/sitemap.xml']);
  const allowed = (path: string) => robots.isAllowed(new URL(path, address).href, robot);
  const open = [
    '/',
    '/category/helmets',
    '/category?page=2',
    '/product/raam-barak-500',
    '/blog/helmet-guide',
    '/sitemap.xml',
  ];
  const shut = [
    '/category?search=x',
    '/category?page=2&search=x',
    '/login',
    '/login?to=/x',
    '/personal-area',
    '/personal-area/orders/accessories',
  ];
  expect(open.filter((path) => !allowed(path))).toEqual([]);
  expect(shut.filter((path) => allowed(path))).toEqual([]);
});

test('what is checked of structured data is found where it is missing', () => {
  const wrong = {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: 'א',
    image: ['/a.jpg'],
    datePublished: '2026-11-01',
  };
  expect(structuredFaults('/blog/a', [wrong])).toEqual(
    expect.arrayContaining([
      'BlogPosting BlogPosting: no author.name',
      'BlogPosting.image: /a.jpg is no address',
      'BlogPosting.datePublished: 2026-11-01 is no date with a time zone',
      'no BreadcrumbList',
    ]),
  );
});

test('pages say in schema.org’s words what they are, with what search engines ask for', async () => {
  const dataOf = async (path: string, host = 'raam.localhost') => headOf((await site.call({ host, path })).text).data;
  const [organisation, website] = await dataOf('/');
  expect(organisation).toMatchObject({ '@type': 'Organization', url: 'https://www.raam.co.il/', name: 'רעם' });
  expect(website).toMatchObject({ '@type': 'WebSite', potentialAction: { '@type': 'SearchAction' } });
  const product = await dataOf('/product/raam-barak-500');
  expect(product[0]).toMatchObject({
    '@type': ['ProductGroup', 'Product', 'Motorcycle'],
    image: expect.arrayContaining([expect.stringMatching(/^https:.*plain\.jpg$/)]),
    vehicleEngine: { engineDisplacement: { value: expect.any(Number), unitCode: 'CMQ' } },
    hasVariant: expect.arrayContaining([
      expect.objectContaining({
        color: expect.any(String),
        offers: expect.objectContaining({ priceCurrency: 'ILS', availability: 'https://schema.org/InStock' }),
      }),
    ]),
  });
  expect(product.map((one) => one['@type'])).toContain('BreadcrumbList');
  const [post] = await dataOf('/blog/choose-first-bike');
  expect(post).toMatchObject({
    '@type': 'BlogPosting',
    author: { name: expect.any(String) },
    datePublished: expect.stringMatching(/^2026/),
  });
  const faq = (await dataOf('/page/faq', 'noam.localhost')).find((one) => one['@type'] === 'FAQPage');
  expect(JSON.stringify(faq).match(/"Question"/g)?.length).toBeGreaterThan(3);
});

test('a vehicle that two stores sell has one home, where its canonical address points', async () => {
  const { text } = await site.call({ host: 'ofek.localhost', path: '/product/raam-barak-500' });
  expect(headOf(text).canonical).toBe('https://www.raam.co.il/product/raam-barak-500');
});

test('a shared page has its picture as JPEG, and the store its icon as PNG', async () => {
  const { text } = await site.call({ path: '/blog/choose-first-bike' });
  const address = /property="og:image" content="https:\/\/www\.raam\.co\.il([^"]*)"/.exec(text)?.[1] ?? '';
  const picture = await site.call({ path: address });
  expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect([...picture.body.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  const icon = await site.call({ path: '/icons/180.png' });
  expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/png']);
  expect((await site.call({ path: '/icons/181.png' })).status).toBe(404);
});

test('only a store that has a tag manager lets Google’s hosts in, and its id is all that the page knows', async () => {
  const policy = async () =>
    String((await site.call({ host: 'gal.localhost', path: '/' })).headers['content-security-policy']);
  expect(await policy()).toMatch(/script-src [^;]*https:\/\/www\.googletagmanager\.com/);
  const { text } = await site.call({ host: 'gal.localhost', path: '/' });
  expect(text).not.toMatch(/googletagmanager|dataLayer/);
  await site.connection.pool.query(`update stores set tag_manager_id = null where key = 'gal'; notify cache_versions`);
  await expect.poll(policy).not.toMatch(/google/);
  expect((await site.call({ host: 'gal.localhost', path: '/' })).text).not.toContain('#cookie-settings');
});
