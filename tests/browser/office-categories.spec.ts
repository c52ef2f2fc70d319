import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { alive, expect, LONG, test } from '../support/browser.ts';
import { tabTo } from '../support/keyboard.ts';
import { enterOffice } from '../support/office-life.ts';
import type { Site } from '../support/site.ts';

async function enter(page: Page, site: Site, path: string): Promise<void> {
  await enterOffice(site, page, path, 'איתן שגיא');
  await alive(page.getByRole('button', { name: 'קטגוריה חדשה' }));
}

const TABLET = 820;
const names = (page: Page) =>
  page
    .getByRole('list', { name: 'קטגוריות' })
    .getByRole('listitem')
    .evaluateAll((rows) =>
      rows.map((row) => `${(row as HTMLElement).dataset.level} ${row.querySelector('bdi')?.textContent}`),
    );

test('the tree is moved by keys, and the shop shows the products in the order chosen', async ({ page, site }) => {
  const name = 'לבדיקה';
  await page.setViewportSize({ width: TABLET, height: 1000 });
  await enter(page, site, '/categories');
  await page.getByRole('navigation', { name: 'חנות' }).getByRole('link', { name: 'רעם', exact: true }).click();
  await page.getByRole('button', { name: 'קטגוריה חדשה' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^שם/ }).fill(name);
  await dialog.getByRole('textbox', { name: /^כתובת/ }).fill('test');
  await dialog.getByRole('button', { name: 'יצירה' }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('link', { name: new RegExp(name) });
  await expect(row).toBeVisible();
  const last = await names(page);

  // Into the one before it, and up by the keys; the focus stays with it.
  await tabTo(page, row);
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(row).toBeFocused();
  await expect.poll(async () => (await names(page)).at(-1)).toBe(`2 ${name}`);
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(row).toBeFocused();
  const moved = await names(page);
  expect(moved).not.toEqual(last);
  await page.getByRole('button', { name: 'שמירת הסדר' }).click();
  await expect(page.getByText('הסדר נשמר')).toBeVisible();
  await page.reload();
  expect(await names(page)).toEqual(moved);
  await expectAccessible(page);

  await row.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  const kind = page.getByLabel('כלל: סוג המוצר');
  await alive(kind);
  await kind.selectOption('VEHICLE');
  await expect(page.getByText(/^הכלל בוחר עכשיו \d+ מוצרים$/)).toBeVisible();
  await page.getByRole('button', { name: 'שמירה', exact: true }).click();
  const products = page.getByRole('region', { name: /^מוצרים \(\d+\)$/ });
  const third = products.getByRole('button', { name: /^לראש: / }).nth(2);
  const chosen = (await third.getAttribute('aria-label'))?.replace('לראש: ', '') ?? '';
  await tabTo(page, third);
  await page.keyboard.press('Enter');
  await products
    .getByRole('button', { name: /^לראש: / })
    .last()
    .click();
  const first = products.getByRole('grid', { name: 'ראשונים בקטגוריה' });
  await expect(first.getByRole('row')).toHaveCount(2);
  await first.getByRole('row').first().focus();
  await page.keyboard.press('ArrowDown');
  await tabTo(page, first.getByRole('button', { name: `להקדים: ${chosen}` }));
  await page.keyboard.press('Enter');
  await expect(first.getByRole('row').first()).toContainText(chosen);
  await products.getByRole('button', { name: 'שמירת הסדר' }).click();
  await expect(page.getByText('הסדר נשמר')).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(TABLET);
  await expect(async () => {
    await page.goto(`${site.origin('raam')}/category/test`);
    await expect(page.locator('article').first()).toContainText(chosen, { timeout: 500 });
  }).toPass({ timeout: 5_000 });
});

test(
  'a category is dragged with what is below it: not into itself, and no deeper than three levels',
  LONG,
  async ({ page, site }) => {
    await page.setViewportSize({ width: 1280, height: 1600 });
    await enter(page, site, '/categories');
    await page
      .getByRole('navigation', { name: 'חנות' })
      .getByRole('link', { name: 'אופק מוטורס', exact: true })
      .click();
    const rows = page.getByRole('list', { name: 'קטגוריות' }).getByRole('listitem');
    const drag = async (from: number, to: number) => {
      const link = (at: number) => rows.nth(at).getByRole('link');
      await link(from).dragTo(link(to));
    };
    await expect(page.getByRole('heading', { level: 2 })).toContainText('אופק');
    const before = await names(page);
    const [first = 0, second = 0, third = 0] = before.flatMap((row, at) => (row.startsWith('1 ') ? [at] : []));
    const branch = before.slice(second, third);
    expect(branch.length).toBeGreaterThan(1);
    const refused = page.getByText(/^אי אפשר להזיז את /);

    await drag(second, second + 1);
    await expect(refused).toBeAttached();
    expect(await names(page)).toEqual(before);

    await drag(second, first);
    await expect(page.getByText(/: שורה 1, רמה 1$/)).toBeAttached();
    expect(await names(page)).toEqual([...branch, ...before.slice(0, second), ...before.slice(third)]);
    await expect(rows.first().getByRole('link')).toBeFocused();

    // Into the first line's branch there is room for it, below that branch's second level there is none.
    await drag(branch.length, 1);
    const deep = await names(page);
    expect(deep.slice(1, 3)).toEqual([`2 ${before[0]?.slice(2)}`, `3 ${before[1]?.slice(2)}`]);
    await drag(third, 2);
    await expect(refused).toBeAttached();
    expect(await names(page)).toEqual(deep);
  },
);
