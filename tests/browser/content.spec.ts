import { expectAccessible } from '../support/axe.ts';
import { expect, listen, test } from '../support/browser.ts';

/** A light store and a dark one. */
const storeOf = (project: string) =>
  project === 'phone' ? { store: 'raam', post: 'a1-licence-guide' } : { store: 'zik', post: 'chain-and-filter-care' };

test('blog, posts and legal pages have nothing that axe finds', async ({ page, site }, info) => {
  test.slow();
  const { store, post } = storeOf(info.project.name);
  // The one with a table, and the longest; the others are made of the same.
  for (const path of ['/blog', `/blog/${post}`, '/page/cookies', '/page/terms']) {
    await page.goto(site.origin(store) + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    // Nothing is wider than the screen, tables of a text included.
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
  }
});

test('the blog reads without JavaScript: list, category, post with its pictures, and on', async ({
  browser,
  site,
}, info) => {
  const { store, post } = storeOf(info.project.name);
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: info.project.use.viewport ?? null });
  const page = await context.newPage();
  const complaints = listen(page);
  await page.goto(`${site.origin(store)}/blog`);
  await page.getByRole('navigation', { name: 'נושאים' }).getByRole('link').nth(1).click();
  await expect(page).toHaveURL(/category=/);
  await page.goto(`${site.origin(store)}/blog`);
  await page.locator(`main a[href="/blog/${post}"]`).last().click();
  await expect(page).toHaveURL(`${site.origin(store)}/blog/${post}`);
  const picture = page.locator('.prose img').first();
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
  // Its place was kept before it came.
  await expect(picture).toHaveAttribute('width', /^\d+$/);
  await expect(page.getByRole('region', { name: 'עוד לקריאה' }).getByRole('link').first()).toBeVisible();
  // What only scripts could answer is not offered.
  await expect(page.getByRole('link', { name: 'הגדרות עוגיות' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'שימוש בעוגיות' })).toHaveCount(0);
  expect(complaints).toEqual([]);
  await context.close();
});
