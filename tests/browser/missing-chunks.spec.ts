import type { Page } from '@playwright/test';
import { alive, expect, LONG, test } from '../support/browser.ts';

test.use({ allowedConsole: [/ERR_FAILED|Error loading route module|Failed to fetch dynamically imported module/] });

const banner = (page: Page) => page.getByRole('banner').getByRole('link').first();
const contact = (page: Page) => page.locator('a[href="/contact"]').first();
const dead = (page: Page) => page.getByRole('alert').filter({ hasText: 'הדף לא נטען עד הסוף' });

/** How often a document has come. */
function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on('response', (reply) => {
    if (reply.request().resourceType() === 'document') documents++;
  });
  return () => documents;
}

/** As if the page had been reloaded for a chunk just now. */
const useGuard = (page: Page) =>
  page.addInitScript(() => sessionStorage.setItem('chunk_reload_at', String(Date.now())));

/** In milliseconds: what is waited for before the second try again, and before the third. */
const [SECOND, THIRD] = [2_000, 4_000];

/** Lets the page's clock (`clock.install`) go on by what a try waits for, once so many requests have failed. */
async function pass(page: Page, wait: number, failed: () => number, times = 2): Promise<void> {
  await expect.poll(failed).toBeGreaterThanOrEqual(times);
  await page.clock.fastForward(wait);
}

/** Lets every request for it fail at the network; the first one only, if told so. */
async function cut(page: Page, url: RegExp, times?: number): Promise<() => number> {
  let failed = 0;
  await page.route(
    url,
    (route) => {
      failed++;
      return route.abort();
    },
    { times },
  );
  return () => failed;
}

test('a part whose script does not come leaves the page standing and says so, and comes to life later', async ({
  page,
  site,
}) => {
  await useGuard(page);
  await page.clock.install();
  const chunk = /\/assets\/hero-parts-/;
  const failed = await cut(page, chunk);
  const documents = countDocuments(page);
  await page.goto(`${site.origin('raam')}/product/raam-masa-750`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const second = page.getByRole('button', { name: /^תמונה 2/ });
  await second.click();
  await pass(page, SECOND, failed);
  const notice = page.getByRole('alert').filter({ hasText: 'חלק מהדף לא נטען' });
  await expect(notice.getByRole('button', { name: 'טעינה מחדש' })).toBeVisible();
  // What waits for it is told of no more than that.
  await page.evaluate(() => dispatchEvent(new CustomEvent('page-notice', { detail: { kind: 'late' } })));
  await expect(notice).toBeVisible();
  await page.unroute(chunk);
  await page.clock.fastForward(THIRD);
  await expect(second).toHaveAttribute('aria-current', 'true');
  await expect(notice).toHaveCount(0);
  expect(documents()).toBe(1);
});

test('a part whose script failed once at the network comes at the next try, without a reload', async ({
  page,
  site,
}) => {
  const failed = await cut(page, /\/assets\/hero-parts-/, 1);
  const documents = countDocuments(page);
  await page.goto(`${site.origin('raam')}/product/raam-masa-750`);
  const second = page.getByRole('button', { name: /^תמונה 2/ });
  await second.click();
  await expect(second).toHaveAttribute('aria-current', 'true');
  expect(failed()).toBe(1);
  expect(documents()).toBe(1);
});

test('what a part imports is gone: the page is reloaded once, and is whole', async ({ page, site }) => {
  // The cart's window stands on the one that all dialogs share.
  await page.clock.install();
  const documents = countDocuments(page);
  let failed = 0;
  await page.route(/\/assets\/dialog-/, (route) => {
    if (documents() > 1) return route.continue();
    failed++;
    return route.abort();
  });
  await page.goto(`${site.origin('raam')}/page/about`);
  await alive(contact(page));
  const open = page.getByRole('banner').getByRole('button', { name: /סל/ });
  await open.click();
  await pass(page, SECOND, () => failed);
  await expect.poll(documents).toBe(2);
  await alive(banner(page));
  await open.click();
  await expect(page.getByRole('dialog', { name: 'סל הקניות' })).toBeVisible();
  expect(documents()).toBe(2);
});

test('a page whose code failed once at the network opens at the next try', LONG, async ({ page, site }) => {
  await page.goto(`${site.origin('raam')}/page/about`);
  await alive(contact(page));
  const failed = await cut(page, /\/assets\/contact-/, 1);
  const documents = countDocuments(page);
  await contact(page).dispatchEvent('click');
  await expect(page).toHaveURL(/\/contact$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(failed()).toBe(1);
  expect(documents()).toBe(0);
});

test('a page whose code does not come opens once as a document, says that it is not whole, and can be loaded again', async ({
  page,
  site,
}) => {
  await page.clock.install();
  await page.goto(`${site.origin('raam')}/page/about`);
  await alive(contact(page));
  const chunk = /\/assets\/contact-/;
  const failed = await cut(page, chunk);
  const documents = countDocuments(page);
  await contact(page).dispatchEvent('click');
  await pass(page, SECOND, failed);
  await expect(page).toHaveURL(/\/contact$/);
  await expect(dead(page)).toBeVisible();
  expect(documents()).toBe(1);
  await page.unroute(chunk);
  await dead(page).getByRole('button', { name: 'טעינה מחדש' }).click();
  await alive(banner(page));
  await expect(dead(page)).toHaveCount(0);
  expect(documents()).toBe(2);
});

test(
  'where the page has been reloaded for a chunk just now, the shopper is told that the next one failed',
  LONG,
  async ({ page, site }) => {
    await useGuard(page);
    await page.clock.install();
    await page.goto(`${site.origin('raam')}/page/about`);
    await alive(contact(page));
    const failed = await cut(page, /\/assets\/contact-/);
    const documents = countDocuments(page);
    await contact(page).dispatchEvent('click');
    await pass(page, SECOND, failed);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('משהו השתבש אצלנו');
    await expect(page.getByRole('button', { name: 'רענון הדף' })).toBeVisible();
    expect(documents()).toBe(0);
  },
);

test(
  'a page none of whose scripts come is loaded anew once, and then says that it is not whole',
  LONG,
  async ({ page, site }) => {
    await cut(page, /\/assets\/framework-/);
    const documents = countDocuments(page);
    await page.goto(`${site.origin('raam')}/`);
    await expect(dead(page)).toBeVisible();
    expect(documents()).toBe(2);
    await page.unroute(/\/assets\/framework-/);
    await dead(page).getByRole('button').click();
    await alive(banner(page));
    await expect(dead(page)).toHaveCount(0);
  },
);

test('a page whose scripts hang says so after some time', async ({ page, site }) => {
  await page.clock.install();
  await page.route('**/assets/*.js', () => {});
  await page.goto(`${site.origin('raam')}/`, { waitUntil: 'domcontentloaded' });
  await page.keyboard.press('Tab');
  await expect(page.locator('script[data-start]')).toHaveCount(0);
  await page.clock.runFor(5_000);
  await expect(dead(page)).toHaveCount(0);
  await page.clock.runFor(16_000);
  await expect(dead(page)).toBeVisible();
});
