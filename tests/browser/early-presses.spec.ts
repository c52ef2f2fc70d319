import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';

/** Opens a page whose scripts come only when the answer is called. */
async function openWithoutScripts(page: Page, url: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(url, { waitUntil: 'commit' });
  return release;
}

test('what is pressed before the scripts have come is done when they have', async ({ page, site }) => {
  const arrive = await openWithoutScripts(page, `${site.origin('raam')}/product/kipod-atlas-full`);
  await page.getByRole('button', { name: 'הוספה לסל' }).click();
  arrive();
  const drawer = page.getByRole('dialog', { name: /סל הקניות/ });
  await expect(drawer.getByRole('listitem').filter({ hasText: 'KIPOD Atlas' })).toBeVisible();
  await expect(drawer.getByRole('group', { name: /כמות/ }).getByRole('status')).toHaveText('1');
});

test('a choice made before the scripts have come counts', async ({ page, site }) => {
  const arrive = await openWithoutScripts(page, `${site.origin('raam')}/product/raam-barak-500`);
  const configurator = page.locator('#configurator');
  const picture = configurator.locator('img.color-swap');
  const before = await picture.getAttribute('src');
  const black = configurator.locator('input[value="color-black"]');
  await black.click({ force: true });
  arrive();
  await expect(picture).not.toHaveAttribute('src', before ?? '');
  await expect(black).toBeChecked();
});

test('a part whose script does not come leaves the page standing, and comes to life later', async ({
  page,
  site,
  allowedConsole,
}) => {
  allowedConsole.push(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  await page.route('**/assets/gallery-tools-*.js', (route) => route.abort());
  // A chunk that fails makes the page reload once: it may be one of an older build.
  await page.addInitScript(() => sessionStorage.setItem('chunk_reload_at', String(Date.now())));
  await page.goto(`${site.origin('raam')}/product/raam-masa-750`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const second = page.getByRole('button', { name: /^תמונה 2/ });
  await second.click();
  await page.unroute('**/assets/gallery-tools-*.js');
  await expect(second).toHaveAttribute('aria-current', 'true');
});
