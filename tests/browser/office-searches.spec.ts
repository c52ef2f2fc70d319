import { expectAccessible } from '../support/axe.ts';
import { alive, expect, test } from '../support/browser.ts';
import { enterOffice, officeUrl } from '../support/office-life.ts';

test('staff see which searches found nothing, and send it on', async ({ page, site }) => {
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
});
