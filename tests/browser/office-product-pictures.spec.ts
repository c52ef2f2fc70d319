import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from '../support/axe.ts';
import { alive, expect, LONG, test } from '../support/browser.ts';
import { fillDetails, payBy, placeOrder } from '../support/browser-checkout.ts';
import { tabTo } from '../support/keyboard.ts';
import { enterOffice } from '../support/office-life.ts';
import type { Site } from '../support/site.ts';
import { ordersOf } from '../support/site-rows.ts';

const COLOURS = { אדום: '#b3261e', כחול: '#1e4bb3', ירוק: '#1e8a3c', שחור: '#202020' };
const SIZES = ['M', 'L'];

async function enter(page: Page, site: Site, path: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await enterOffice(site, page, path, 'איתן שגיא');
  await alive(page.getByRole('main').locator('button, input').first());
}

async function picture(background: string, name: string, width = 900) {
  const drawn = sharp({ create: { width, height: 600, channels: 3, background } });
  return { name, mimeType: 'image/png', buffer: await drawn.png().toBuffer() };
}

const panelOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
async function saved(page: Page, panel: Locator, button = 'שמירה'): Promise<void> {
  const replied = page.waitForResponse((reply) => reply.request().method() === 'POST');
  await panel.getByRole('button', { name: button, exact: true }).click();
  expect((await replied).status()).toBe(200);
}

// A file that is no picture; the product before the shop shows it.
test.use({ allowedConsole: [/status of (?:422|404)/] });
test.setTimeout(180_000);

test(
  'a product of four colours and two sizes is made from nothing, with pictures and a configurator, and bought',
  LONG,
  async ({ page, site }) => {
    await enter(page, site, '/products/new');
    await page.getByRole('textbox', { name: 'שם', exact: true }).fill('קסדת שביל');
    await page.getByLabel('כתובת באתר').fill('test-trail-helmet');
    await page.getByLabel('מק״ט של הגרסה הראשונה').fill('TRAIL-0');
    await page.getByLabel('מלאי').fill('3');
    await page.getByLabel(/^מחיר, כולל מע״מ/).fill('450');
    await page.getByRole('checkbox', { name: 'רעם', exact: true }).check();
    await page.getByRole('button', { name: 'יצירה' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('קסדת שביל');

    const variants = panelOf(page, 'גרסאות');
    const rows = Object.entries(COLOURS).flatMap(([name, color]) => SIZES.map((size) => ({ name, color, size })));
    for (const [at, { name, color, size }] of rows.entries()) {
      if (at > 0) await variants.getByRole('button', { name: 'שורה', exact: true }).click();
      const cell = (label: string) => variants.getByLabel(`${label}, שורה ${at + 1}`, { exact: true });
      await cell('מק״ט').fill(`TRAIL-${at}`);
      await cell('שם הצבע').fill(name);
      await cell('צבע').fill(color);
      await cell('מידה').fill(size);
      if (at > 0) await cell('מלאי').fill('3');
    }
    await saved(page, variants);

    const pictures = panelOf(page, 'תמונות');
    for (const [name, color] of Object.entries(COLOURS)) {
      await pictures.getByLabel('של מה התמונות').selectOption(`color:${name}`);
      const files = [await picture(color, 'a.png'), await picture(color, 'a-side.png', 700)];
      if (name === 'אדום') files.push({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
      await pictures.getByLabel('קובצי תמונות').setInputFiles(files);
      const own = pictures.getByRole('grid', { name: `תמונות: ${name}` });
      await expect(own.getByRole('row')).toHaveCount(2);
    }
    await expect(pictures.getByRole('alert')).toContainText('אי אפשר לקרוא את התמונה');
    await pictures.getByRole('button', { name: 'סגירה: no.png' }).click();

    // By keys: the second picture of a colour before its first; the handle begins and ends a drag by keys, too.
    const red = pictures.getByRole('grid', { name: 'תמונות: אדום' });
    const sequence = () =>
      red
        .getByRole('row')
        .locator('img')
        .evaluateAll((all) => all.map((one) => one.getAttribute('alt')));
    const before = await sequence();
    await red.getByRole('row').first().focus();
    await page.keyboard.press('ArrowLeft');
    await tabTo(page, red.getByRole('button', { name: /^להקדים: תמונה 2/ }));
    const stored = page.waitForResponse((reply) => reply.request().method() === 'POST');
    await page.keyboard.press('Enter');
    await expect.poll(sequence).toEqual(before.toReversed());
    await expect(red.locator('button:focus')).toHaveCount(1);
    expect((await stored).status()).toBe(200);
    await page.reload();
    await expect.poll(sequence).toEqual(before.toReversed());
    await alive(pictures.getByRole('button', { name: 'העלאת תמונות' }));
    await red.getByRole('row').first().focus();
    await tabTo(page, red.getByRole('button', { name: /^גרירה: תמונה 1/ }));
    await page.keyboard.press('Enter');
    await expect(red.locator('.sortable-place[data-drop-target]')).toHaveCount(1);
    await page.keyboard.press('Escape');

    // Moved again before the first move is answered: the second goes after it.
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const answers: number[] = [];
    page.on('response', (reply) => reply.request().method() === 'POST' && answers.push(reply.status()));
    await page.route('**/products/*.data*', async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.continue();
    });
    const earlier = red.getByRole('button', { name: /^להקדים: תמונה 2/ });
    await earlier.click();
    await expect.poll(sequence).toEqual(before);
    await earlier.click();
    await expect.poll(sequence).toEqual(before.toReversed());
    release();
    await expect.poll(() => answers).toEqual([200, 200]);
    await page.unroute('**/products/*.data*');
    await expect.poll(sequence).toEqual(before.toReversed());

    // The focus point by keys: what lists cut the picture around.
    await red.getByRole('button', { name: /^עריכה: תמונה 1/ }).click();
    const dialog = page.getByRole('dialog', { name: 'תמונה של המוצר' });
    await dialog.getByLabel('טקסט חלופי').fill('קסדה אדומה מלפנים');
    await dialog.getByLabel(/ממלאת את המסגרת/).check();
    await dialog.getByRole('button', { name: /^נקודת המוקד/ }).focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('ArrowUp');
    await expect(dialog.getByLabel(/^מהקצה השמאלי/)).toHaveValue('40');
    await expect(dialog.getByLabel(/^מהקצה העליון/)).toHaveValue('49');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'שמירה', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(red.getByRole('img', { name: 'קסדה אדומה מלפנים' })).toHaveCSS('object-position', '40% 49%');
    await expectAccessible(page);
    await red.getByRole('button', { name: /^עריכה: תמונה 1/ }).click();
    await dialog.getByLabel('קובץ חדש לתמונה').setInputFiles([await picture('#a01010', 'new.png', 800)]);
    await expect(dialog).toBeHidden();

    // What is still going up when another page is opened comes to the product that it was dropped on.
    const [uploading, leaving] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/upload', async (route) => {
      uploading.resolve();
      await leaving.promise;
      await route.continue();
    });
    await pictures.getByLabel('של מה התמונות').selectOption('color:שחור');
    await pictures.getByLabel('קובצי תמונות').setInputFiles([await picture('#303030', 'late.png')]);
    await uploading.promise;
    await expect(pictures.getByLabel('של מה התמונות')).toBeDisabled();
    await page.getByRole('link', { name: 'התאמה אישית' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('התאמה אישית');
    const added = page.waitForResponse(
      (reply) => reply.request().method() === 'POST' && !reply.url().endsWith('/upload'),
    );
    leaving.resolve();
    expect((await added).status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('התאמה אישית');
    const choices = panelOf(page, 'בחירות');
    await alive(choices.getByRole('button', { name: 'שורה', exact: true }));
    const offered = [
      ...Object.keys(COLOURS).map((name, at) => ['צבע', 'one', `color-${at}`, name, '', skus(at)]),
      ['תוספות', 'many', 'visor', 'משקף כהה', '120', ''],
    ];
    for (const [at, [group, pick, key, name, price, own]] of offered.entries()) {
      await choices.getByRole('button', { name: 'שורה', exact: true }).click();
      const cell = (label: string) => choices.getByLabel(`${label}, שורה ${at + 1}`, { exact: true });
      await cell('קבוצה').fill(group ?? '');
      await cell('בוחרים').selectOption(pick ?? '');
      await cell('מפתח').fill(key ?? '');
      await cell('שם').fill(name ?? '');
      await cell('הפרש מחיר').fill(price ?? '');
      await cell('מק״טים, עם | ביניהם').fill(own ?? '');
    }
    await saved(page, choices);
    const tester = panelOf(page, 'בדיקה');
    await expect(tester).toContainText('אין מבוי סתום');
    await tester.getByRole('checkbox', { name: 'משקף כהה' }).check();
    await expect(tester.getByRole('status')).toContainText('570');
    const ruled = panelOf(page, 'כללים');
    await ruled.getByRole('button', { name: 'שורה', exact: true }).click();
    await ruled.getByLabel('הבחירה, שורה 1').selectOption('visor');
    await ruled.getByLabel('הכלל, שורה 1').selectOption('excludes');
    await ruled.getByLabel('מפתחות, עם | ביניהם, שורה 1').fill('color-3');
    await saved(page, ruled);
    await expectAccessible(page);

    await page.getByRole('link', { name: 'קסדת שביל' }).click();
    await expect(pictures.getByRole('grid', { name: 'תמונות: שחור' }).getByRole('row')).toHaveCount(3);
    const places = panelOf(page, 'חנויות');
    await alive(places.getByRole('checkbox').first());
    const raam = places.getByRole('row').filter({ hasText: 'רעם' });
    await raam.getByLabel(/^מוצג/).check();
    await saved(page, places);

    const shop = site.origin('raam');
    await expect(async () => {
      const reply = await page.goto(`${shop}/product/test-trail-helmet#configurator`);
      expect(reply?.status()).toBe(200);
    }).toPass({ timeout: 20_000 });
    await expect(page.locator('[data-configuring]')).toBeVisible();
    const section = page.locator('#configurator');
    await expect(page.getByRole('img', { name: /קסדה אדומה מלפנים/ }).first()).toBeVisible();
    await section.locator('input[value="color-1"]').click({ force: true });
    await section.locator('input[value="visor"]').click({ force: true });
    await section.getByRole('button', { name: 'הוספת ההרכבה לסל' }).locator('visible=true').click();
    const cart = page.getByRole('dialog', { name: /^סל הקניות/ });
    await expect(cart).toContainText('משקף כהה');
    await expect(cart).toContainText('₪570');
    await cart.getByRole('button', { name: 'סגירה' }).click();
    await section.getByRole('button', { name: 'להזמנה' }).locator('visible=true').first().click();
    await expect(page).toHaveURL(/\/purchase\?uid=/);
    await toDetails(page);
    await fillDetails(page, { first: 'דנה', last: 'שביל' });
    await placeOrder(page);
    await payBy(page, 'approved');
    await expect(page).toHaveURL(/\/success\?order=/);
    const [bought] = await ordersOf(site, 'שביל');
    expect(bought).toMatchObject({ payment_status: 'paid' });
  },
);

const skus = (colour: number): string => SIZES.map((_, at) => `TRAIL-${colour * SIZES.length + at}`).join('|');

/** Past the steps before the details, whichever the shop shows for these goods. */
async function toDetails(page: Page): Promise<void> {
  const details = page.getByRole('textbox', { name: 'שם פרטי' });
  const on = page.getByRole('button', { name: /^המשך ל/ }).first();
  let pressed = '';
  for (let step = 0; step < 4; step++) {
    await expect(async () => {
      expect((await details.isVisible()) || (await on.innerText({ timeout: 500 })) !== pressed).toBe(true);
    }).toPass({ timeout: 10_000 });
    if (await details.isVisible()) return;
    pressed = await on.innerText();
    await on.click();
  }
}
