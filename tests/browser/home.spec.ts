import { expect, test } from '../support/browser.ts';

for (const store of ['raam', 'noam']) {
  test(`home of ${store} opens without a complaint`, async ({ page, site }) => {
    await page.goto(`${site.origin(store)}/`);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeAttached();
  });
}
