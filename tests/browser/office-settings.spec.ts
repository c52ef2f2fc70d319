import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { alive, expect, LONG, test } from '../support/browser.ts';
import { enterOffice } from '../support/office-life.ts';
import type { Site } from '../support/site.ts';

test.beforeEach(({ page }) => page.setViewportSize({ width: 1280, height: 900 }));

const shop = (site: Site, key: string, to = '/') => `http://${key}.localhost:${site.port}${to}`;

/** The owner, at a panel of a store's settings. */
async function settings(site: Site, page: Page, store: string, tab: string): Promise<void> {
  await enterOffice(site, page, '/settings');
  await page.getByRole('row', { name: store }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`הגדרות ${store}`);
  await page.getByRole('navigation', { name: 'הגדרות החנות' }).getByRole('link', { name: tab }).click();
}

const saved = (page: Page, text: string) => expect(page.getByText(text, { exact: false }).first()).toBeVisible();

test.describe('a closed store', () => {
  test.use({ allowedConsole: [/503/] });

  test('is closed with a message until a moment, named before it is done, and opened again', async ({ page, site }) => {
    await settings(site, page, 'זיק', 'פתיחה');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'סגירת החנות' }).click();
    const dialog = page.getByRole('dialog', { name: 'לסגור את זיק?' });
    await dialog.getByLabel('הודעה לקונים').fill('סופרים מלאי. נתראה אחרי החג!');
    await dialog.getByRole('group', { name: 'נפתחת שוב' }).getByRole('spinbutton').first().click();
    await page.keyboard.type('311220990830');
    await dialog.getByRole('button', { name: 'לסגור את זיק' }).click();
    await saved(page, 'זיק סגורה');
    const shopper = await page.context().newPage();
    await shopper.goto(shop(site, 'zik'));
    await expect(shopper.getByRole('heading', { level: 1 })).toHaveText('החנות סגורה כרגע');
    await expect(shopper.getByText('סופרים מלאי. נתראה אחרי החג!')).toBeVisible();
    await expect(shopper.getByText('08:30')).toBeVisible();

    await page.getByRole('button', { name: 'פתיחת החנות' }).click();
    await page.getByRole('button', { name: 'לפתוח את זיק' }).click();
    await saved(page, 'זיק פתוחה');
    await shopper.goto(shop(site, 'zik'));
    await expect(shopper.getByRole('navigation').first()).toBeVisible();
  });
});

test.describe('a colour', () => {
  test.use({ allowedConsole: [/400/] });

  test('is judged while it is typed, and is the shop’s once it is saved', LONG, async ({ page, site }) => {
    await settings(site, page, 'רעם', 'עיצוב');
    // Opened by its address, the part is drawn without the others, which would push it out of sight.
    const address = page.url();
    await page.goto('about:blank');
    await page.goto(address);
    await alive(page.getByRole('button', { name: 'שמירה: עיצוב' }));
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
    const contrast = page.getByRole('region', { name: 'ניגודיות' });
    const colour = page.getByLabel('פעולה', { exact: true });
    await colour.fill('#f5e663');
    await expect(contrast.getByRole('listitem').filter({ hasText: 'כפתור על הדף' })).toContainText('נראה בקושי');
    await expect(contrast.getByRole('listitem').filter({ hasText: 'קישור על הדף' })).toContainText('נקרא כאן רק');
    await colour.fill('#f5e');
    await expect(page.getByText('יוצגו כששלושת הצבעים יהיו מלאים')).toBeVisible();
    await page.getByRole('button', { name: 'שמירה: עיצוב' }).click();
    await expect(page.getByRole('alert')).toContainText('סולמית');
    await colour.fill('#00695c');
    await expect(contrast.getByRole('listitem').filter({ hasText: 'כפתור על הדף' })).not.toContainText('נראה בקושי');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'שמירה: עיצוב' }).click();
    await saved(page, 'העיצוב נשמר');
    await page.goto(shop(site, 'raam'));
    const action = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--action'));
    expect(action).toBe('#00695c');
  });
});

test('a delivery’s price that is changed is what a purchase asks for', LONG, async ({ page, site }) => {
  await settings(site, page, 'רעם', 'משלוחים');
  const courier = page.getByRole('button', { name: /^שליח עד הבית · .?₪\d+.?$/ });
  await courier.click();
  await page.getByLabel('מחיר (₪)').fill('47');
  await expect(courier).toHaveText(/^שליח עד הבית · .?₪47.?$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'שמירה: משלוחים' }).click();
  await saved(page, 'המשלוחים נשמרו');
  await page.reload();
  await expect(courier).toHaveText(/^שליח עד הבית · .?₪47.?$/);

  await page.goto(shop(site, 'raam', '/product/bariach-siren-disc-lock'));
  const add = page.getByRole('button', { name: 'הוספה לסל' });
  await alive(add);
  await add.click();
  await page
    .getByRole('dialog', { name: /סל הקניות/ })
    .getByRole('button', { name: 'המשך לרכישה' })
    .click();
  await page.getByRole('button', { name: 'המשך לפרטים' }).click();
  await page.getByRole('radio', { name: /שליח עד הבית/ }).check();
  const summary = page.getByRole('region', { name: 'סיכום ההזמנה' });
  await expect(summary.locator('dl > div').filter({ hasText: /^משלוח/ })).toContainText('₪47');
});
