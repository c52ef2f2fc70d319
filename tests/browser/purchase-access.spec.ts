import type { Locator, Page } from '@playwright/test';
import { accessibilityFaults } from '../support/axe.ts';
import { atRest, expect, test } from '../support/browser.ts';
import { fillDetails, openPurchase, payBy, placeOrder } from '../support/browser-checkout.ts';
import { ordersOf } from '../support/site-rows.ts';

const storeOf = (project: string) =>
  project === 'phone' ? { store: 'raam', slug: 'raam-sufa-650rr' } : { store: 'ruach', slug: 'ruach-urban-250' };

/** axe on what this part draws; the page’s frame, and the gateway’s page in its own one, have tests of their own. */
async function clean(page: Page, where: string, region = 'main'): Promise<void> {
  expect([where, ...(await accessibilityFaults(page, region))]).toEqual([where]);
}

test('axe finds nothing on the cart, on any step of a purchase, and on its end', async ({ page, site }, info) => {
  test.setTimeout(120_000);
  const { store, slug } = storeOf(info.project.name);
  await page.goto(`${site.origin(store)}/product/${slug}`);
  await page.getByRole('button', { name: 'הוספה לסל' }).click();
  const drawer = page.getByRole('dialog', { name: /סל הקניות/ });
  await expect(drawer.getByText('סה״כ לפני עלויות המסירה')).toBeVisible();
  // Sums are pale while they are made anew.
  await expect(drawer.locator('[aria-busy="true"]')).toHaveCount(0);
  await clean(page, 'cart', 'dialog[open]');
  await drawer.getByRole('button', { name: /^הסרת/ }).click();
  await expect(drawer.getByText('הסל שלכם ריק')).toBeVisible();
  await clean(page, 'empty cart', 'dialog[open]');

  await openPurchase(page, site, store, slug);
  await clean(page, 'step 1');
  await page.getByRole('button', { name: 'המשך לתוספות' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page
    .getByRole('button', { name: /הוספה לרכישה/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /^הסרה: / })).toHaveCount(1);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await atRest(page);
  await clean(page, 'step 2');
  await page.getByRole('button', { name: 'המשך לאמצעי תשלום' }).click();
  await page.getByRole('radio', { name: /תשלומים ללא ריבית/ }).check();
  await clean(page, 'step 3');
  await page.getByRole('button', { name: 'המשך לפרטים' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('פרטים ותשלום');
  await page.getByRole('button', { name: /^המשך ל(תשלום|אישור)|^לתשלום/ }).click();
  await expect(page.getByRole('group', { name: /צריך לתקן/ })).toBeVisible();
  await clean(page, 'step 4 with errors');
  await fillDetails(page);
  await clean(page, 'step 4');
  await placeOrder(page);
  await expect(page.frameLocator('iframe').getByRole('textbox', { name: 'מספר כרטיס' })).toBeVisible();
  await clean(page, 'payment');
  await payBy(page, 'approved');
  await expect(page).toHaveURL(/\/success\?order=/);
  await clean(page, 'success');
});

/** Presses Tab until `target` has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 90; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${target}`);
}

test('a purchase can be made by the keyboard alone', async ({ page, site }, info) => {
  const { store, slug } = storeOf(info.project.name);
  const last = `מקלדת ${info.project.name}`;
  await openPurchase(page, site, store, slug);
  const press = async (target: Locator, key: string) => {
    await tabTo(page, target);
    await page.keyboard.press(key);
  };
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByRole('textbox', { name: label }));
    await page.keyboard.type(text);
  };

  const colours = page.getByRole('group', { name: /^צבע/ }).getByRole('radio');
  await press(colours.first(), 'ArrowLeft');
  await expect(colours.nth(1)).toBeChecked();
  await press(page.getByRole('button', { name: 'המשך לתוספות' }), 'Enter');
  await press(page.getByRole('button', { name: 'המשך לאמצעי תשלום' }), 'Enter');
  await press(page.getByRole('button', { name: 'המשך לפרטים' }), 'Enter');
  await type('שם פרטי', 'שיר');
  await type('שם משפחה', last);
  await type('טלפון נייד', '0521234567');
  await type('דוא״ל', 'shir@example.com');
  await press(page.getByRole('combobox', { name: 'סניף' }), 'ArrowDown');
  const collapse = page.getByRole('button', { name: /^המשך ל(תשלום|אישור)$/ });
  if (await collapse.isVisible()) await press(collapse, 'Enter');
  await press(page.getByRole('checkbox', { name: /קראתי ואישרתי/ }), 'Space');
  await press(page.getByRole('button', { name: /^לתשלום/ }), 'Enter');
  await expect(page.getByRole('heading', { name: 'תשלום מאובטח', exact: true }).first()).toBeFocused();
  expect(await ordersOf(site, last)).toHaveLength(1);
});
