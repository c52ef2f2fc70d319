import path from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { expect, LONG, test } from '../support/browser.ts';
import { fillDetails, goToDetails, payBy, placeOrder } from '../support/browser-checkout.ts';
import { enterOffice, officeUrl } from '../support/office-life.ts';
import { ordersOf } from '../support/site-rows.ts';
import { ROOT } from '../support/template.ts';

test.beforeEach(({ page }) => page.setViewportSize({ width: 1280, height: 900 }));
test.use({ allowedConsole: [/status of 4(?:00|22)/] });

const pictures = path.join(ROOT, 'demo/pictures/kipod-shell-armour');
const step = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, level: 3 }) });

/** From wherever a step has led, back to the list of steps. */
async function guide(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('פתיחת החנות ברק שטח');
}

test(
  'the owner sets up an eighth store from nothing, opens it, and its first order is paid',
  LONG,
  async ({ page, ownSite: site }) => {
    test.slow();
    await enterOffice(site, page, '/settings');
    await page.getByRole('link', { name: 'חנות חדשה' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('חנות חדשה');
    await expectAccessible(page);
    await page.getByLabel('שם החנות').fill('ברק שטח');
    await page.getByLabel('השם באנגלית').fill('Barak Off-Road');
    await page.getByLabel('כתובת החנות').fill('office');
    await page.getByLabel('דומיין').fill('www.barak-off-road.co.il');
    await page.getByLabel('מה מוכרים').selectOption({ label: 'ביגוד, אביזרים וחלקים' });
    await page.getByRole('radio', { name: 'יער' }).check();
    await page.getByLabel('טלפון לשירות').fill('03-5550777');
    await page.getByLabel('דוא״ל לשירות').fill('service@barak.example');
    await page.getByLabel('סיסמה לצפייה לפני הפתיחה').fill('לפני כולם');
    await page.getByRole('button', { name: 'יצירת החנות' }).click();
    await expect(page.getByRole('alert').first()).toContainText('השם שמור למערכת');
    await page.getByLabel('כתובת החנות').fill('barak');
    await page.getByRole('button', { name: 'יצירת החנות' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('פתיחת החנות ברק שטח');
    const url = page.url();
    await expectAccessible(page);
    // Lists can be narrowed to it from now on.
    await expect(page.getByRole('combobox', { name: 'חנות' }).getByRole('option', { name: 'ברק שטח' })).toBeAttached();

    await page.getByRole('button', { name: 'פתיחת החנות' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'לפני הפתיחה חסרים' })).toContainText(
      'אין מוצר שמוצג בחנות',
    );

    await step(page, 'לוגו').getByRole('link').click();
    await page
      .getByLabel('קובץ: לוגו', { exact: true })
      .setInputFiles(path.join(ROOT, 'demo/stores/gal/files/logo-light.svg'));
    await expect(page.getByRole('button', { name: 'הסרת התמונה: לוגו', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'שמירה: שם ולוגו' }).click();
    await expect(page.getByText('הפרטים נשמרו').first()).toBeVisible();

    await guide(page, url);
    await expect(step(page, 'לוגו')).toContainText('מוכן');
    await step(page, 'קטגוריה ראשונה').getByRole('button').click();
    const category = page.getByRole('dialog');
    await category.getByLabel('שם הקטגוריה').fill('קסדות');
    await category.getByLabel('כתובת באתר').fill('helmets');
    await expect(category.getByLabel('אילו מוצרים')).toHaveValue('ACCESSORY');
    await category.getByRole('button', { name: 'יצירה' }).click();
    await expect(category).toBeHidden();
    await expect(step(page, 'קטגוריה ראשונה')).toContainText('באף קטגוריה אין מוצר');

    await step(page, 'מוצר ראשון').getByRole('link', { name: 'מוצר חדש' }).click();
    await page.getByLabel('שם', { exact: true }).fill('קסדת שטח');
    await page.getByLabel('כתובת באתר').fill('trail-helmet');
    await page.getByLabel('מק״ט של הגרסה הראשונה').fill('TRAIL-1');
    await page.getByLabel('מלאי').fill('2');
    await page.getByLabel('מחיר, כולל מע״מ').fill('549');
    await expect(page.getByRole('checkbox', { name: 'ברק שטח' })).toBeChecked();
    await page.getByRole('button', { name: 'יצירה' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('קסדת שטח');
    await page.getByLabel('קובצי תמונות').setInputFiles(path.join(pictures, 'black-hero.avif'));
    await expect(page.getByText('בלי תמונה')).toBeHidden();

    await guide(page, url);
    await step(page, 'מוצר ראשון').getByRole('link', { name: 'הצגת המוצר' }).click();
    const places = page.getByRole('region', { name: 'חנויות' });
    await places
      .getByRole('row', { name: /ברק שטח/ })
      .getByRole('checkbox', { name: /מוצג/ })
      .check();
    await places.getByRole('button', { name: /^שמירה/ }).click();
    await expect(page.getByRole('link', { name: 'בחנות ברק שטח' })).toBeVisible();

    await guide(page, url);
    for (const name of ['קטגוריה ראשונה', 'מוצר ראשון', 'תמונות', 'דף הבית', 'אספקה', 'תשלום'])
      await expect(step(page, name)).toContainText('מוכן');
    await step(page, 'דפים משפטיים').getByRole('button', { name: 'השלמת פרטים' }).click();
    const blanks = page.getByRole('dialog');
    await blanks.getByLabel(/מתי נבדקה/).fill('22 בנובמבר 2026, בידי צוות החנות');
    await blanks.getByLabel(/סידורי הנגישות/).fill('בכל סניף חניה נגישה וכניסה בלי מדרגות');
    await blanks.getByLabel(/שם מי שמטפלים/).fill('רות לב');
    await blanks.getByRole('button', { name: 'כתיבה בדפים' }).click();
    await expect(step(page, 'דפים משפטיים')).toContainText('מוכן');

    const shopper = await page.context().newPage();
    await shopper.goto(site.origin('barak'));
    await expect(shopper.getByLabel(/סיסמה/)).toBeVisible();
    await page.getByRole('button', { name: 'פתיחת החנות' }).click();
    await expect(page.getByText('ברק שטח פתוחה לקונים').first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'החנות פתוחה' })).toBeVisible();

    await shopper.goto(site.origin('barak'));
    await expect(shopper.getByRole('heading', { level: 1 })).toContainText('ברק שטח');
    await shopper.getByRole('banner').getByRole('link', { name: 'קסדות' }).click();
    await expect(shopper.getByRole('heading', { level: 1 })).toHaveText('קסדות');
    await shopper
      .getByRole('link', { name: /קסדת שטח/ })
      .first()
      .click();
    await expect(shopper.getByRole('heading', { level: 1 })).toHaveText('קסדת שטח');
    await expectAccessible(shopper);
    await shopper
      .getByRole('button', { name: /קנייה|לרכישה|רכישה/ })
      .first()
      .click();
    await goToDetails(shopper);
    await fillDetails(shopper, { first: 'טל', last: 'ראשון' });
    await placeOrder(shopper);
    await payBy(shopper, 'approved');
    await expect(shopper).toHaveURL(/\/success\?order=/);
    const [order] = await ordersOf(site, 'ראשון');
    expect(order).toMatchObject({ status: 'accepted', payment_status: 'paid', total_agorot: '54900' });

    await page.goto(officeUrl(site, '/orders'));
    await expect(page.getByRole('row', { name: String(order?.number) })).toContainText('ברק שטח');
  },
);
