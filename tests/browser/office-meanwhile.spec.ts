import type { Page } from '@playwright/test';
import pg from 'pg';
import sharp from 'sharp';
import { alive, expect, LONG, test } from '../support/browser.ts';
import { officeUrl, signInToOffice } from '../support/office-life.ts';
import { CARDS, pay, piece, shopper } from '../support/purchase.ts';

test.use({ allowedConsole: [/net::ERR_FAILED/] });

/** What is typed while an answer is on its way, and what somebody else saves meanwhile. */
let db: pg.Pool;
test.beforeEach(async ({ page, site }) => {
  db = new pg.Pool({ connectionString: site.databaseUrl, max: 2 });
  await page.setViewportSize({ width: 1280, height: 900 });
  await signInToOffice(site, page);
});
test.afterEach(() => db.end());

/** The next POST to such an address waits for the function that this returns. */
async function holdPost(page: Page, url: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  return release;
}

test(
  'what is typed between the press and the answer stays, and other forms of the page keep what is typed in them',
  LONG,
  async ({ page, site }) => {
    const { product } = await piece(db);
    await page.goto(officeUrl(site, `/products/${product}`));
    const details = page.getByRole('region', { name: 'פרטים', exact: true });
    const warranty = details.getByLabel(/אחריות/);
    const text = page.getByRole('region', { name: 'תיאור', exact: true }).getByRole('textbox', { name: 'תיאור' });
    const save = page.getByRole('button', { name: 'שמירת התיאור' });
    await alive(save);
    await expect(text).toBeVisible();
    await warranty.fill('שש שנים');

    // A call that no answer comes to leaves the page as it is.
    await text.press('Control+End');
    await text.pressSequentially(' בלי');
    await page.route(`**/products/${product}.data*`, (route) => route.abort());
    await save.click();
    await expect(page.getByRole('alert').filter({ hasText: 'אין חיבור לשרת' })).toBeVisible();
    await expect(text).toContainText('בלי');
    await page.unroute(`**/products/${product}.data*`);

    const answer = await holdPost(page, `**/products/${product}.data*`);
    await text.press('Control+End');
    await text.pressSequentially(' ראשון');
    await save.click();
    await expect(save).toHaveAttribute('aria-busy', 'true');
    await text.pressSequentially(' שני');
    // Somebody else saves another field of the details, which the page reads anew with the answer.
    await db.query(`update products set subtitle = 'של מישהו אחר' where uuid = $1`, [product]);
    answer();
    await expect(save).not.toHaveAttribute('aria-busy');
    await expect(text).toContainText('ראשון שני');
    await expect(warranty).toHaveValue('שש שנים');
    await save.click();
    const description = async () =>
      String((await db.query('select description from products where uuid = $1', [product])).rows[0]?.description);
    await expect.poll(description).toContain('ראשון שני');

    // Untouched, a rich text shows what somebody else has saved as soon as it is read.
    await expect(save).not.toHaveAttribute('aria-busy');
    await db.query(`update products set description = '<p>תיאור של מישהו אחר</p>' where uuid = $1`, [product]);
    const saveDetails = details.getByRole('button', { name: 'שמירה' });
    const saved = await holdPost(page, `**/products/${product}.data*`);
    await saveDetails.click();
    await expect(saveDetails).toHaveAttribute('aria-busy', 'true');
    await warranty.fill('שבע שנים');
    saved();
    await expect(text).toHaveText('תיאור של מישהו אחר');
    const fields = async () =>
      (await db.query('select warranty, subtitle from products where uuid = $1', [product])).rows;
    expect(await fields()).toEqual([{ warranty: 'שש שנים', subtitle: 'של מישהו אחר' }]);
    await expect(saveDetails).not.toHaveAttribute('aria-busy');
    await saveDetails.click();
    await expect.poll(fields).toEqual([{ warranty: 'שבע שנים', subtitle: 'של מישהו אחר' }]);
  },
);

test(
  'a category: what is typed while its picture goes up stays, and so does a sequence that isn’t saved when somebody saves another',
  LONG,
  async ({ page, site }) => {
    await page.goto(officeUrl(site, '/categories'));
    await page.getByRole('list', { name: 'קטגוריות' }).getByRole('link').first().click();
    const name = page.getByLabel('שם', { exact: true });
    await alive(name);
    const tab = await page.context().newPage();
    await tab.goto(page.url());

    const toTop = (where: Page) => where.getByRole('button', { name: /^לראש: / });
    const saveOrder = page.getByRole('button', { name: 'שמירת הסדר' });
    const first = page.getByRole('grid', { name: 'ראשונים בקטגוריה' }).getByRole('row').first();
    await toTop(page).nth(2).click();
    const chosen = String(await first.locator('bdi').first().textContent());
    await expect(saveOrder).toBeVisible();
    await alive(toTop(tab));
    await toTop(tab).nth(1).click();
    await tab.getByRole('button', { name: 'שמירת הסדר' }).click();
    await expect(tab.getByText('הסדר נשמר').first()).toBeVisible();
    await tab.close();

    const answer = await holdPost(page, '**/pictures');
    const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
    await page.getByLabel('קובץ: תמונת רקע').setInputFiles({ name: 'רקע.png', mimeType: 'image/png', buffer });
    await name.fill('שם שנכתב בזמן ההעלאה');
    answer();
    const save = page.getByRole('button', { name: 'שמירה', exact: true });
    await expect(page.getByRole('button', { name: /תמונה אחרת/ })).not.toHaveAttribute('aria-busy');
    await expect(name).toHaveValue('שם שנכתב בזמן ההעלאה');
    await save.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('שם שנכתב בזמן ההעלאה');
    await expect(first).toContainText(chosen);
    // The other sequence is told of, and replaced knowingly.
    await expect(page.getByText('בינתיים נשמר סדר אחר')).toBeVisible();
    await saveOrder.click();
    await expect(page.getByText('הסדר נשמר').first()).toBeVisible();
    await expect(saveOrder).toBeHidden();
    await expect(first).toContainText(chosen);
  },
);

test('a refund on its way isn’t closed away: its outcome is told', async ({ page, site }) => {
  const { order, page: payment } = await shopper(site.port).order(await piece(db));
  await pay(site.port, payment, CARDS.approved);
  await page.goto(officeUrl(site, `/orders/${order.uuid}`));
  const open = page.getByRole('button', { name: 'זיכוי', exact: true });
  await alive(open);
  await open.click();
  const dialog = page.getByRole('dialog', { name: /זיכוי הזמנה/ });
  await dialog.getByLabel(/סכום נוסף/).fill('10');
  await dialog.getByLabel('סיבה').fill('פיצוי על איחור');
  const answer = await holdPost(page, `**/orders/${order.uuid}.data*`);
  await dialog.getByRole('button', { name: /לזכות|לשלוח לאישור/ }).click();
  await expect(dialog.getByRole('button', { name: 'ביטול', exact: true })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'סגירה' }).click();
  await expect(dialog).toBeVisible();
  answer();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('הכסף בדרך חזרה ללקוח').first()).toBeVisible();
});
