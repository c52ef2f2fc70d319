import type { Locator } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { alive, expect, LONG, test } from '../support/browser.ts';
import { enterOffice, officeUrl } from '../support/office-life.ts';
import { query } from '../support/site-rows.ts';

test('staff see which searches found nothing, and send it on', LONG, async ({ page, site }) => {
  const search = `${site.origin('raam')}/category?search=${encodeURIComponent('מקצצת דשא')}`;
  await page.goto(search);
  await expect(page.getByRole('heading', { name: 'לא מצאנו מה שחיפשתם' })).toBeVisible();

  await enterOffice(site, page, '/content/redirects');
  await page.getByRole('navigation', { name: 'חנות', exact: true }).getByRole('link', { name: 'רעם' }).click();
  const panel = page.getByRole('region', { name: 'חיפושים שלא מצאו דבר' });
  const searched = panel.getByRole('listitem').filter({ hasText: 'מקצצת דשא' });
  await expect(searched).toBeVisible();
  for (const width of [1280, 820]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  await searched.getByRole('button', { name: 'הפניה' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('או חיפוש של מילים אחרות').fill('כפפות');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'שמירה' }).click();
  await expect(searched).toHaveCount(0);

  // The page that found nothing may be given from memory for half a minute; whoever is in the shop asks anew.
  await page.goto(`${site.origin('raam')}/`);
  await page.getByRole('banner').getByRole('button', { name: 'חיפוש', exact: true }).click();
  await page.getByRole('combobox', { name: 'מה לחפש?' }).fill('מקצצת דשא');
  await page.getByRole('combobox', { name: 'מה לחפש?' }).press('Enter');
  await expect(page).toHaveURL(/search=%D7%9B%D7%A4%D7%A4%D7%95%D7%AA/);
  await expect(page.getByRole('main').getByRole('article').first()).toContainText('כפפות');
});

test('a category typed by its name is found, as one chosen from the list is', async ({ page, site }) => {
  await enterOffice(site, page, '/promotions/new');
  const store = page.getByRole('main').getByRole('link', { name: 'רעם', exact: true });
  await page.goto(officeUrl(site, (await store.getAttribute('href')) ?? ''));
  const field = page.getByLabel('הוספה: קטגוריות');
  await alive(field);
  await field.fill('קסדות');
  await expect(page.locator('datalist option[label="קסדות"]')).toBeAttached();
  await field.press('Enter');
  await expect(page.getByTitle('helmets', { exact: true })).toHaveText('קסדות');
  await page.getByRole('button', { name: 'קסדות: הסרה' }).press('Enter');
  await expect(page.getByTitle('helmets', { exact: true })).toHaveCount(0);
  await expect(field).toBeFocused();
});

test.describe('a search that no answer comes to', () => {
  test.use({ allowedConsole: [/net::ERR_FAILED/] });
  test.beforeEach(({ page }) => page.setViewportSize({ width: 1280, height: 900 }));
  const isTold = (where: Locator) => expect(where.filter({ hasText: 'החיפוש לא נענה' })).toBeVisible();

  test('leaves a new order as it was typed, keeps what was found before, and says so', LONG, async ({ page, site }) => {
    await enterOffice(site, page, '/orders/new');
    await page.getByRole('main').getByLabel('חנות').selectOption({ label: 'רעם' });
    const search = page.getByRole('combobox', { name: /הוספת פריט/ });
    await alive(search);
    await page.getByLabel('שם פרטי').fill('רון');
    await search.fill('raam');
    // That nothing is found yet is an option of the list, too.
    const options = page.getByRole('listbox').getByRole('option').filter({ hasText: '₪' });
    await expect(options.first()).toBeVisible();
    const found = await options.count();
    await page.route(/\/variants\?/, (route) => route.abort());
    await search.pressSequentially('-');
    await isTold(page.getByRole('alert'));
    await expect(options).toHaveCount(found);
    await expect(page.getByLabel('שם פרטי')).toHaveValue('רון');
    await page.unroute(/\/variants\?/);
    await search.fill('no-such-thing');
    await expect(page.getByText('לא נמצא פריט כזה בחנות')).toBeVisible();
    await expect(page.getByText('החיפוש לא נענה')).toHaveCount(0);
  });

  test('leaves the desk of fits and a basket that is tried as they were', LONG, async ({ page, site }) => {
    await page.route(/\/(?:variants|parts\/find)\?/, (route) => route.abort());
    await enterOffice(site, page, '/promotions/simulator');
    await page.getByLabel('קודי קופון').fill('SUMMER');
    await page.getByLabel('מוצר', { exact: true }).fill('raam');
    await isTold(page.getByRole('alert'));
    await expect(page.getByLabel('קודי קופון')).toHaveValue('SUMMER');
    await page.goto(officeUrl(site, '/parts/fitment'));
    const part = page.getByRole('main').getByRole('combobox').first();
    await alive(part);
    await part.fill('raam');
    await isTold(page.getByRole('alert'));
    await expect(part).toHaveValue('raam');
  });

  test(
    'in the palette is no search that found nothing; a session that has ended asks for the sign-in over the page',
    LONG,
    async ({ page, site }) => {
      await enterOffice(site, page, '/orders');
      await page.route(/\/search\?/, (route) => route.abort());
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: 'חיפוש ופעולות' });
      await palette.getByRole('combobox').fill('0501234567');
      await isTold(palette.getByRole('status'));
      await expectAccessible(page);
      await page.unroute(/\/search\?/);
      await palette.getByRole('combobox').fill('no-such-thing');
      await expect(palette.getByRole('status')).toHaveText('לא נמצא דבר כזה.');
      await query(site, 'delete from staff_sessions');
      await palette.getByRole('combobox').fill('no-other-thing');
      await expect(page.getByRole('dialog', { name: 'החיבור הסתיים, נכנסים שוב' })).toBeVisible();
      await isTold(palette.getByRole('status'));
    },
  );
});
