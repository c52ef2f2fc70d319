import type { Page } from '@playwright/test';
import pg from 'pg';
import { expectAccessible } from '../support/axe.ts';
import { expect, LONG, test } from '../support/browser.ts';
import { enterOffice } from '../support/office-life.ts';
import type { Site } from '../support/site.ts';

// Hundreds of prices changed in the grid by keyboard, as one operation, and undone.

test.beforeEach(({ page }) => page.setViewportSize({ width: 1280, height: 900 }));

type Row = { uuid: string; name: string; price: number };
async function queried<R extends pg.QueryResultRow>(site: Site, text: string, values: unknown[] = []): Promise<R[]> {
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  try {
    return (await client.query<R>(text, values)).rows;
  } finally {
    await client.end();
  }
}
const accessories = (site: Site) =>
  queried<Row>(
    site,
    `select uuid, name, price_agorot::int as price from products where kind = 'ACCESSORY' and not price_on_request order by name, uuid`,
  );
const active = (page: Page) => page.locator('[role="gridcell"].active');
/** As a spreadsheet puts it on the clipboard. */
async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('grid').evaluate((grid, table) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', table);
    grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

test('prices are typed, pasted, filled and counted by keyboard, previewed, saved as one, and undone', async ({
  page,
  ownSite: site,
}) => {
  const before = await accessories(site);
  await enterOffice(site, page, '/products?kind=ACCESSORY', 'איתן שגיא');
  await page.getByRole('link', { name: 'עריכה מרובה' }).click();
  const grid = page.getByRole('grid', { name: 'מוצרים לעריכה' });
  await expect(grid).toHaveAttribute('aria-rowcount', String(before.length + 1));
  await expectAccessible(page);
  await grid.focus();
  // The price is two columns to the left of the name.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  const [first, second, third] = before as [Row, Row, Row];
  await expect(active(page)).toHaveText(String(first.price / 100));
  await page.keyboard.type(String(first.price / 100 + 11));
  await page.keyboard.press('Enter');
  await expect(active(page)).toHaveText(String(second.price / 100));
  await page.keyboard.press('F2');
  await page.keyboard.type('9');
  await page.keyboard.press('Escape');
  await expect(active(page)).toHaveText(String(second.price / 100));
  await paste(page, `${second.price / 100 + 12}\r\n${third.price / 100 + 13}\r\n`);
  await expect(page.getByText('3 תאים שונו ב־3 מוצרים')).toBeVisible();

  // An earlier price below the price is refused in its cell, and nothing can be saved.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('1');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(active(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('המחיר הקודם צריך להיות גבוה מהמחיר').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'ההבדלים והשמירה' })).toBeDisabled();
  await page.keyboard.press('Control+z');
  await expect(active(page)).not.toHaveAttribute('aria-invalid');

  // All other prices by 3 %.
  await page.keyboard.press('ArrowRight');
  for (let down = 0; down < 2; down++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+Shift+ArrowDown');
  await page.getByLabel('כמה אחוזים').fill('3');
  await page.getByRole('button', { name: 'החלה על הבחירה' }).click();
  await expect(page.getByText(`${before.length} תאים שונו`, { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'ההבדלים והשמירה' }).click();
  const dialog = page.getByRole('dialog', { name: 'מה ישתנה' });
  await expect(dialog.getByRole('row')).toHaveCount(Math.min(before.length, 300) + 1);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'שמירה' }).click();
  await expect(page.getByRole('region', { name: 'מה נשמר' })).toContainText(`${before.length} מוצרים נשמרו`, {
    timeout: 30_000,
  });

  const after = await accessories(site);
  expect(after.slice(0, 3).map(({ price }, at) => price - (before[at]?.price ?? 0))).toEqual([1_100, 1_200, 1_300]);
  const rest = before.slice(3);
  expect(after.slice(3).map(({ price }) => price)).toEqual(rest.map(({ price }) => Math.round((price * 103) / 100)));

  await page.getByRole('link', { name: /ליומן השינויים/ }).click();
  await page.getByRole('row').filter({ hasText: 'עריכה מרובה' }).first().click();
  await page.getByRole('button', { name: 'ביטול השינוי' }).click();
  await page.getByLabel('למה מבטלים?').fill('נבדק');
  await page.getByRole('button', { name: 'לבטל את השינוי' }).click();
  await expect(page.getByText('השינוי כבר בוטל')).toBeVisible();
  expect(await accessories(site)).toEqual(before);
});

test('who leaves with unsaved cells is asked; a price that somebody else changed is told and stays', async ({
  page,
  site,
}) => {
  const [first, second] = (await accessories(site)) as [Row, Row];
  await enterOffice(site, page, `/products/bulk?product=${first.uuid}&product=${second.uuid}`, 'איתן שגיא');
  const grid = page.getByRole('grid');
  await grid.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await paste(page, `${first.price / 100 + 1}\n${second.price / 100 + 2}`);
  await queried(site, 'update products set price_agorot = price_agorot + 5000 where uuid = $1', [first.uuid]);
  await page.getByRole('link', { name: 'מוצרים' }).first().click();
  const leaving = page.getByRole('dialog', { name: 'לצאת בלי לשמור?' });
  await leaving.getByRole('button', { name: 'להישאר' }).click();
  await page.getByRole('button', { name: 'ההבדלים והשמירה' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'שמירה' }).click();
  const outcome = page.getByRole('region', { name: 'מה נשמר' });
  await expect(outcome).toContainText('מוצר אחד נשמר');
  await expect(outcome).toContainText(first.name);
  const now = await accessories(site);
  expect(now.find(({ uuid }) => uuid === first.uuid)?.price).toBe(first.price + 5_000);
  expect(now.find(({ uuid }) => uuid === second.uuid)?.price).toBe(second.price + 200);
  await expectAccessible(page);
});

test('what is typed in a cell that was scrolled out of view is saved with the rest', LONG, async ({ page, site }) => {
  const [first] = (await accessories(site)) as [Row];
  await enterOffice(site, page, '/products/bulk?kind=ACCESSORY', 'איתן שגיא');
  const grid = page.getByRole('grid', { name: 'מוצרים לעריכה' });
  await grid.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(String(first.price / 100 + 3));
  await grid.hover();
  await page.mouse.wheel(0, 20_000);
  await expect(grid.getByRole('row').filter({ hasText: first.name }).first()).not.toBeInViewport();
  await page.getByLabel('כמה אחוזים').click();
  await expect(page.getByText('תא אחד שונה במוצר אחד')).toBeVisible();
});
