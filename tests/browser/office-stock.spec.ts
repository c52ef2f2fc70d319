import pg from 'pg';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/browser.ts';
import { enterOffice, officeUrl } from '../support/office-life.ts';

test.use({ allowedConsole: [/status of 409/] });

test('in the warehouse, on a phone: pieces are moved to a branch, counted there after somebody else, and their threshold waits on the home page', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const db = new pg.Pool({ connectionString: site.databaseUrl, max: 1 });
  await enterOffice(site, page, '/stock?q=KP-1008-BK-L');
  const row = page.getByRole('listitem').filter({ has: page.getByText('KP-1008-BK-L', { exact: true }) });
  await row.getByRole('button', { name: /^העברה/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('לאן').selectOption({ label: 'אופק חיפה' });
  await dialog.getByLabel('כמה').fill('1');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'העברה', exact: true }).click();
  await expect(row).toContainText('אופק חיפה 1');

  await page.getByLabel('איפה').selectOption({ label: 'אופק חיפה' });
  await page.waitForURL(/[?&]at=/);
  await row.getByRole('button', { name: /^ספירה/ }).click();
  await expect(dialog.getByText('לפי הרישום: 1')).toBeVisible();
  await db.query(
    `update branch_stock b set pieces = 2 from variants v, branches r where v.uuid = b.variant_uid and r.uuid = b.branch_uid and v.sku = 'KP-1008-BK-L' and r.name = 'אופק חיפה'`,
  );
  await dialog.getByLabel('כמה נספרו').fill('3');
  await dialog.getByRole('button', { name: 'שמירה' }).click();
  await expect(dialog.getByText('לפי הרישום: 2')).toBeVisible();
  await dialog.getByRole('button', { name: 'שמירה' }).click();
  await expect(row).toContainText('אופק חיפה 3');

  await row.getByRole('link').first().click();
  await expect(page.getByRole('row', { name: /אופק חיפה/ })).toContainText('3');
  await expect(page.getByText('העברה').first()).toBeVisible();
  await page.getByRole('button', { name: /^סף/ }).click();
  await dialog.getByLabel('של מה').selectOption({ label: 'אופק חיפה' });
  await dialog.getByLabel(/מכמה יחידות/).fill('3');
  await dialog.getByRole('button', { name: 'שמירה' }).click();
  await expect(page.getByRole('row', { name: /אופק חיפה/ })).toContainText('עד 3');
  await expectAccessible(page);
  await page.goto(officeUrl(site, '/'));
  await page.getByRole('link', { name: /הגיעו לסף המלאי/ }).click();
  await expect(page.getByText('KP-1008-BK-L', { exact: true })).toBeVisible();
  await db.end();
});
