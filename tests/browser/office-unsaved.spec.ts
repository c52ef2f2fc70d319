import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import type { Site } from '../support/site.ts';

test.beforeEach(({ page }) => page.setViewportSize({ width: 1280, height: 900 }));

async function homeOf(site: Site, page: Page, store: string): Promise<void> {
  await page.goto(`http://office.localhost:${site.port}/sign-in`);
  await page.getByRole('button', { name: 'נועה ברק' }).click();
  await expect(page.getByRole('navigation', { name: 'ראשי' })).toBeVisible();
  await page.goto(`http://office.localhost:${site.port}/content/home`);
  await page.getByRole('navigation', { name: 'חנות' }).getByRole('link', { name: store, exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: store })).toBeVisible();
}

test('who switches the store over a form that isn’t saved is asked, and while the other store loads nothing can be typed', async ({
  page,
  site,
}) => {
  await homeOf(site, page, 'גל');
  const stores = page.getByRole('navigation', { name: 'חנות' });
  const field = page.getByLabel('כותרת המוצרים הנבחרים');
  const before = await field.inputValue();
  await field.fill('נבחרי החורף');
  const asked = page.getByRole('dialog', { name: 'לצאת בלי לשמור?' });
  await stores.getByRole('link', { name: 'אופק מוטורס', exact: true }).click();
  await asked.getByRole('button', { name: 'להישאר' }).click();
  await expect(field).toHaveValue('נבחרי החורף');
  // The head's choice asks too, and keeps the store where one stays.
  const head = page.getByRole('banner').getByLabel('חנות');
  const chosen = await head.inputValue();
  await head.selectOption({ label: 'אופק מוטורס' });
  await asked.getByRole('button', { name: 'להישאר' }).click();
  await expect(head).toHaveValue(chosen);
  await expect(field).toHaveValue('נבחרי החורף');

  await field.fill(before);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/content/home.data?**', async (route) => {
    await held;
    await route.continue();
  });
  await stores.getByRole('link', { name: 'אופק מוטורס', exact: true }).click();
  await expect(page.locator('main form [inert]').filter({ has: field })).toBeAttached();
  answer();
  await expect(page.getByRole('heading', { level: 2, name: 'אופק מוטורס' })).toBeVisible();
  await expect(page.locator('main [inert]')).toHaveCount(0);
});
