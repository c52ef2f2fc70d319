import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expectAccessible } from '../support/axe.ts';
import { alive, expect, LONG, test } from '../support/browser.ts';
import { enterOffice, officeUrl } from '../support/office-life.ts';
import type { Site } from '../support/site.ts';
import { query } from '../support/site-rows.ts';
import { ROOT } from '../support/template.ts';

test.beforeEach(({ page }) => page.setViewportSize({ width: 1280, height: 900 }));

const store = (site: Site, ...args: string[]) =>
  promisify(execFile)(path.join(ROOT, 'node_modules/.bin/node'), ['cli/main.ts', ...args], {
    cwd: ROOT,
    env: site.env,
  });

test('who changed a price by an import, and a stock by a command, is found; the import is undone', async ({
  page,
  site,
}) => {
  const [product] = await query<{ slug: string; name: string; price: number; sku: string; stock: number }>(
    site,
    `select p.slug, p.name, p.price_agorot::int as price, v.sku, v.stock from products p join variants v on v.product_uid = p.uuid
     where p.kind = 'ACCESSORY' and v.price_agorot is null and v.stock > 0 order by slug limit 1`,
  );
  const { slug = '', name = '', price = 0, sku = '' } = product ?? {};
  const folder = await mkdtemp(path.join(tmpdir(), 'prices-'));
  await mkdir(path.join(folder, 'catalogue'));
  await writeFile(path.join(folder, 'catalogue/products.csv'), `slug,price\n${slug},${price / 100 + 7}\n`);
  await store(site, 'stock', 'set', sku, '77', '--as', 'דנה');
  await store(site, 'import', folder, '--as', 'משה');
  await rm(folder, { recursive: true });

  await enterOffice(site, page, '/changes', 'איתן שגיא');
  await page.getByLabel('מק״ט, מוצר').fill(name);
  await page.getByRole('button', { name: 'סינון' }).click();
  // The list before it has the row as well.
  await expect(page.getByRole('search').getByRole('link', { name: 'ניקוי' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'דנה' }).filter({ hasText: 'stock set' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('row').filter({ hasText: 'משה' }).filter({ hasText: 'מחיר' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('שינוי');
  await expect(page.getByRole('row', { name: /מחיר/ })).toContainText(String(price / 100));
  await expectAccessible(page);

  await page.getByRole('button', { name: 'ביטול השינוי' }).click();
  await page.getByLabel('למה מבטלים?').fill('מחירון ישן');
  // Two buttons that cancel would be one too many.
  await expect(page.getByRole('button', { name: 'חזרה', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'לבטל את השינוי' }).click();
  await expect(page.getByText('השינוי בוטל', { exact: false }).first()).toBeVisible();
  await expect(page.getByText('השינוי כבר בוטל')).toBeVisible();
  expect(await query(site, 'select price_agorot::int as price from products where slug = $1', [slug])).toEqual([
    { price },
  ]);
  await page.getByRole('navigation', { name: 'ראשי' }).getByRole('link', { name: 'יומן השינויים' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'איתן שגיא' }).filter({ hasText: 'מחירון ישן' })).toBeVisible();
});

test.describe('a refused undo', () => {
  test.use({ allowedConsole: [/409/] });

  test('what was changed since is shown field by field, and stays', LONG, async ({ page, site }) => {
    const [variant] = await query<{ sku: string }>(
      site,
      'select sku from variants where stock > 0 order by sku limit 1',
    );
    const sku = variant?.sku ?? '';
    await store(site, 'stock', 'set', sku, '31', '--as', 'הילה');
    await store(site, 'stock', 'set', sku, '42', '--as', 'רות');
    await enterOffice(site, page, `/changes?q=${encodeURIComponent(sku)}`);
    const found = page.getByRole('row').filter({ hasText: 'הילה' });
    await alive(found);
    await found.click();
    await page.getByRole('button', { name: 'ביטול השינוי' }).click();
    await page.getByLabel('למה מבטלים?').fill('ספירה שגויה');
    await page.getByRole('button', { name: 'לבטל את השינוי' }).click();
    const row = page.getByRole('table', { name: 'מה השתנה מאז' }).getByRole('row', { name: new RegExp(sku) });
    await expect(row).toContainText('31');
    await expect(row).toContainText('42');
    await expect(row).toContainText('רות');
    await expectAccessible(page);
    expect(await query(site, 'select stock from variants where sku = $1', [sku])).toEqual([{ stock: 42 }]);
  });
});

test('the palette opens by its keys, finds an order by a phone read aloud, and leads there by Enter', async ({
  page,
  site,
}) => {
  await query(
    site,
    `insert into orders (store_uid, number, secret_hash, status, payment_status, payment_method, first_name, last_name, phone, email, lines_agorot, total_agorot, due_agorot, terms_accepted_at)
     select uuid, 'PL77-QQ88', 'palette', 'accepted', 'paid', 'card', 'שירה', 'בן־דוד', '+972541239876', 'shira@example.com', 10000, 10000, 10000, now() from stores where key = 'raam'`,
  );
  await enterOffice(site, page);
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: /טלפון/ });
  await expect(box).toBeFocused();
  await box.pressSequentially('054-123 98');
  const option = page.getByRole('option', { name: /PL77-QQ88/ });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/orders\/[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('PL77-QQ88');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('group', { name: 'לאחרונה' }).getByRole('option', { name: /PL77-QQ88/ })).toBeVisible();
  await box.fill('יומן');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/changes$/);
  await page.keyboard.press('Meta+k');
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();
  // A product that no shop shows opens in the office, too.
  const [hidden] = await query<{ uuid: string; sku: string }>(
    site,
    `update store_products sp set published = false from variants v where v.product_uid = sp.product_uid and sp.product_uid =
       (select product_uid from store_products group by product_uid having count(*) = 1 order by product_uid limit 1) returning sp.product_uid as uuid, v.sku`,
  );
  await page.keyboard.press('Control+k');
  await box.fill(String(hidden?.sku));
  await expect(page.getByRole('group', { name: 'מוצרים' }).getByRole('option')).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/products/${hidden?.uuid}$`));
  // Shown again: the tests that share this database look for it in menus.
  await query(site, `update store_products set published = true where product_uid = '${hidden?.uuid}'`);
});

test('the look and the store that one chose are there after a reload', LONG, async ({ page, site }) => {
  await enterOffice(site, page);
  await page.getByRole('button', { name: /החשבון שלי/ }).click();
  await page.getByRole('radio', { name: 'כהה' }).check({ force: true });
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await expectAccessible(page);
  await page.reload();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await page.goto(officeUrl(site, '/orders'));
  const chooser = page.getByRole('banner').getByLabel('חנות');
  await chooser.selectOption({ index: 1 });
  await expect(page).toHaveURL(/\/orders\?store=[\da-f-]{36}$/);
  await page.goto(officeUrl(site, '/'));
  await expect(chooser).not.toHaveValue('');
  await page.getByRole('navigation', { name: 'ראשי' }).getByRole('link', { name: 'הזמנות', exact: true }).click();
  await expect(page).toHaveURL(/\/orders\?store=[\da-f-]{36}$/);
});
