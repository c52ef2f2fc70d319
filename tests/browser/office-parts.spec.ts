import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { alive, expect, LONG, test } from '../support/browser.ts';
import { pressByKeys, tabTo, typeByKeys } from '../support/keyboard.ts';
import { enterOffice, officeUrl } from '../support/office-life.ts';
import type { Site } from '../support/site.ts';
import { ROOT } from '../support/template.ts';

// Parts diagrams and the fitment desk, by keys, as an editor; what came of it is looked for in the shop.

test.setTimeout(120_000);
// A diagram without a number.
test.use({ allowedConsole: [/status of 400/] });

async function enter(page: Page, site: Site, path: string, width: number, name = 'איתן שגיא'): Promise<void> {
  await page.setViewportSize({ width, height: 1000 });
  await enterOffice(site, page, path, name);
  await alive(page.getByRole('main').getByRole('button').first());
}

/** Finds by letters and takes the first, by keys alone. */
async function choose(page: Page, label: string, letters: string, found: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label });
  await tabTo(page, field);
  await page.keyboard.insertText(letters);
  await expect(page.getByRole('option', { name: found })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toHaveCount(0);
}

const markers = (page: Page) => page.getByRole('list', { name: 'סימונים על התמונה' }).getByRole('button');
const placeOf = async (page: Page, name: RegExp) => {
  const middle = await markers(page).and(page.getByRole('button', { name })).boundingBox();
  const frame = await page.getByRole('button', { name: 'סימון חדש על התמונה' }).boundingBox();
  if (!middle || !frame) throw new Error('a number without a place');
  return {
    x: Math.round(((middle.x + middle.width / 2 - frame.x) / frame.width) * 100),
    y: Math.round(((middle.y + middle.height / 2 - frame.y) / frame.height) * 100),
  };
};
const DESK = 1280;
const TABLET = 820;
const noWider = async (page: Page, width: number) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

test('a diagram is made from nothing by keys, and a shopper buys a part of it', LONG, async ({ page, site }) => {
  const name = 'מכלול ניסיון';
  await enter(page, site, '/parts/diagrams/new', TABLET);
  await expectAccessible(page);
  await page.getByLabel('קובץ של השרטוט').setInputFiles({
    name: 'drawing.avif',
    mimeType: 'image/avif',
    buffer: await readFile(join(ROOT, 'demo/pictures/diagrams/ruach-clip-engine.avif')),
  });
  const canvas = page.getByRole('button', { name: 'סימון חדש על התמונה' });
  await expect(canvas).toBeVisible();
  await expect
    .poll(() => canvas.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await typeByKeys(page, page.getByRole('textbox', { name: 'שם', exact: true }), name);
  await typeByKeys(page, page.getByRole('textbox', { name: 'כתובת' }), 'test-keys');
  await choose(page, 'הוספת דגם', 'clip 125', 'RUACH Clip 125');
  await typeByKeys(page, page.getByLabel('RUACH Clip 125: משנה'), '2020');
  await typeByKeys(page, page.getByLabel('RUACH Clip 125: עד שנה'), '2026');

  // Refused as the importer would, and nothing is lost.
  await pressByKeys(page, page.getByRole('button', { name: 'יצירה' }));
  await expect(page.getByRole('alert')).toContainText('סמנו לפחות חלק אחד');
  await expect(page.getByRole('alert')).toBeFocused();

  const numbers = [
    {
      sku: 'SV-11127-A6',
      part: 'צמיג קטנוע SOVEV City 12',
      keys: ['Shift+ArrowLeft', 'Shift+ArrowLeft', 'ArrowUp'],
      at: { x: 40, y: 49 },
    },
    {
      sku: 'yatziv-pads-scooter',
      part: 'רפידות בלם YATZIV',
      keys: ['Shift+ArrowRight', 'ArrowRight'],
      at: { x: 56, y: 50 },
    },
    { sku: '', part: 'שלדה', keys: ['Shift+ArrowDown', 'Shift+ArrowDown'], at: { x: 50, y: 60 } },
  ];
  for (const [index, { sku, part, keys, at }] of numbers.entries()) {
    await pressByKeys(page, canvas);
    const marker = markers(page).and(page.getByRole('button', { name: new RegExp(`^סימון ${index + 1}, בלי שם`) }));
    await expect(marker).toBeFocused();
    for (const key of keys) await page.keyboard.press(key);
    await expect.poll(() => placeOf(page, new RegExp(`^סימון ${index + 1},`))).toEqual(at);
    await expect(page.getByRole('status').filter({ hasText: `${at.x}% משמאל, ${at.y}% מלמעלה` })).toHaveCount(1);
    if (sku) await choose(page, 'הוספת חלק לפי שם או מק״ט', sku, part);
    else await typeByKeys(page, page.getByRole('textbox', { name: 'שם החלק בשרטוט' }), part);
    await expect(
      markers(page).and(page.getByRole('button', { name: new RegExp(`^סימון ${index + 1}: ${part}`) })),
    ).toBeVisible();
  }
  await typeByKeys(page, page.getByRole('textbox', { name: 'כמות בדגם' }), '2');
  await expectAccessible(page);
  await noWider(page, TABLET);
  await pressByKeys(page, page.getByRole('button', { name: 'יצירה' }));
  await expect(page).toHaveURL(/\/parts\/diagrams\/[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await page.reload();
  await alive(canvas);
  for (const [index, { at }] of numbers.entries())
    await expect.poll(() => placeOf(page, new RegExp(`^סימון ${index + 1}:`))).toEqual(at);

  // By the finger: a tap puts a fourth there, and a drag moves it; Delete takes it out.
  const box = await canvas.boundingBox();
  if (!box) throw new Error('no picture');
  await canvas.click({ position: { x: box.width * 0.2, y: box.height * 0.8 } });
  const fourth = markers(page).and(page.getByRole('button', { name: /^סימון 4/ }));
  await expect(fourth).toBeFocused();
  await expect.poll(() => placeOf(page, /^סימון 4/)).toEqual({ x: 20, y: 80 });
  const grip = await fourth.boundingBox();
  if (!grip) throw new Error('no number');
  await page.mouse.move(grip.x + 22, grip.y + 22);
  await page.mouse.down();
  await page.mouse.move(grip.x + 22 + box.width * 0.3, grip.y + 22 - box.height * 0.6, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => placeOf(page, /^סימון 4/)).toEqual({ x: 50, y: 20 });
  await fourth.focus();
  await page.keyboard.press('Delete');
  await expect(markers(page)).toHaveCount(3);

  // The shop has it at once: of the vehicle's diagrams, with its number, its part, and the cart.
  await expect(async () => {
    await page.goto(`${site.origin('ruach')}/spare-parts?model=ruach-clip-125&year=2024`);
    await expect(page.getByRole('link', { name: new RegExp(name) })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 10_000 });
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  const hotspot = page.getByRole('figure').getByRole('link', { name: /^1: / });
  await alive(hotspot);
  await pressByKeys(page, hotspot);
  await expect(hotspot).toHaveAttribute('aria-current', 'true');
  await expectAccessible(page);
  await page
    .locator('#callout-1')
    .getByRole('button', { name: /הוספה לסל/ })
    .click();
  await expect(page.getByRole('dialog').getByText('SOVEV City 12').first()).toBeVisible();
});

const rows = [
  ['מק״ט', 'יצרן', 'דגם', 'משנה', 'עד שנה', 'טווח שלדות'],
  ['SV-11133-A6', 'RUACH', 'Clip 50', '2019', '2024', 'RC50-0012345 – RC50-0020000'],
  ['SV-11133-A6', 'RUACH', 'Clip 9000', '2019', '2024'],
  ['NO-SUCH', 'RUACH', 'Clip 50', '2019', '2024'],
];

/** The part says which chassis numbers it is for; a shopper within them finds it, and one beyond them is told. */
async function byChassis(shopper: Page, site: Site): Promise<void> {
  const card = shopper.getByRole('article').filter({ hasText: 'SOVEV Grand 15' });
  const field = shopper.getByLabel('מספר שלדה (לא חובה)');
  await expect(shopper.getByText('RC50-0012345')).toBeVisible();
  await expectAccessible(shopper);
  await alive(field);
  await field.fill('12');
  await field.press('Enter');
  await expect(shopper.getByText('מספר שלדה הוא 5 עד 20')).toBeVisible();
  await field.fill('rc50 0015000');
  await field.press('Enter');
  await expect(shopper).toHaveURL(/chassis=/);
  await expect(shopper.getByRole('heading', { name: /החלקים שמתאימים/ })).toBeVisible();
  await expect(card).toBeVisible();
  await field.fill('RC50-0030000');
  await field.press('Enter');
  await expect(shopper.getByText('חלק אחד של הדגם אינו מוצג')).toBeVisible();
  await expect(card).toHaveCount(0);
  await expectAccessible(shopper);
  // The garage of the device knows the number, on the part's own page too.
  await shopper.goto(`${site.origin('ruach')}/product/sovev-grand-15`);
  await expect(shopper.getByRole('list', { name: 'התאמה למוסך שלכם' })).toContainText('לא מתאים ל־RUACH Clip 50 2020');
  await expect(shopper.getByRole('cell', { name: /RC50-0012345/ })).toBeVisible();
}

/** The number of a part that was replaced finds the new one. */
async function byOldNumber(shopper: Page, site: Site): Promise<void> {
  await expect(async () => {
    await shopper.goto(`${site.origin('ruach')}/spare-parts?number=SV-11133-A6`);
    await expect(shopper.getByText('הוחלף ב־').first()).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 10_000 });
  await expectAccessible(shopper);
  await shopper.goto(`${site.origin('ruach')}/category?search=SV-11133-A6`);
  await expect(
    shopper
      .getByRole('main')
      .getByRole('link', { name: /City 12/ })
      .first(),
  ).toBeVisible();
  await shopper.goto(`${site.origin('ruach')}/product/sovev-grand-15`);
  const next = shopper.getByRole('main').getByText('החלק הזה הוחלף ב־').getByRole('link');
  await expectAccessible(shopper);
  await next.click();
  await expect(shopper).toHaveURL(/\/product\/sovev-city-12$/);
}

test('a pasted list is looked at, applied, found by shoppers, and undone', LONG, async ({ page, site }) => {
  await enter(page, site, '/parts/fitment', DESK, 'נועה ברק');
  await expectAccessible(page);
  await noWider(page, DESK);
  await pressByKeys(page, page.getByRole('link', { name: 'הדבקת רשימה' }));
  const field = page.getByLabel('שורות מהגיליון');
  await alive(field);
  await tabTo(page, field);
  await page.keyboard.insertText(rows.map((row) => row.join('\t')).join('\n'));
  await pressByKeys(page, page.getByRole('button', { name: 'בדיקה' }));
  const refused = page.getByRole('region', { name: 'נדחו' });
  await expect(refused.getByRole('row')).toHaveCount(3);
  await expect(refused.getByRole('row', { name: /NO-SUCH/ })).toContainText('מק״ט לא מוכר');
  await expect(page.getByRole('region', { name: 'יתווספו' }).getByRole('row')).toHaveCount(2);
  await expectAccessible(page);
  await noWider(page, DESK);
  const shop = `${site.origin('ruach')}/spare-parts?model=ruach-clip-50&year=2020`;
  const shopper = await page.context().newPage();
  await shopper.setViewportSize({ width: 390, height: 844 });
  await shopper.goto(shop);
  await expect(shopper.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(shopper.getByText('SOVEV Grand 15')).toHaveCount(0);
  await pressByKeys(page, page.getByRole('button', { name: 'כתיבת התאמה אחת' }));
  await expect(page.getByRole('status').filter({ hasText: 'התאמה אחת נכתבה' }).first()).toBeVisible();
  await expect(async () => {
    await shopper.goto(shop);
    await expect(shopper.getByText('SOVEV Grand 15').first()).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 10_000 });

  await byChassis(shopper, site);

  // The desk has it by the part, and another part replaces it.
  await page.goto(officeUrl(site, '/parts/fitment?part=sovev-grand-15&vehicle=ruach-clip-50'));
  await expect(page.getByRole('row', { name: /Clip 50/ })).toContainText('2019–2024');
  await expect(page.getByRole('row', { name: /Clip 50/ })).toContainText('RC50-0012345');
  await alive(page.getByRole('button', { name: 'החלק הוחלף באחר' }));
  await pressByKeys(page, page.getByRole('button', { name: 'החלק הוחלף באחר' }));
  await choose(page, 'החלק החדש: שם או מק״ט', 'city 12', 'צמיג קטנוע SOVEV City 12');
  await page.getByRole('dialog').getByRole('button', { name: 'שמירה' }).click();
  await expect(page.getByRole('list', { name: 'שרשרת ההחלפות, מהישן לחדש' })).toContainText('City 12');
  await expectAccessible(page);
  await noWider(page, DESK);
  await byOldNumber(shopper, site);

  await page.goto(officeUrl(site, '/changes'));
  const change = page.getByRole('row').filter({ hasText: 'רשימת התאמות שהודבקה' }).first();
  await alive(change);
  await change.click();
  await page.getByRole('button', { name: 'ביטול השינוי' }).click();
  await page.getByLabel('למה מבטלים?').fill('רשימה של דגם אחר');
  await page.getByRole('button', { name: 'לבטל את השינוי' }).click();
  await expect(page.getByText('השינוי כבר בוטל')).toBeVisible();
  await expect(async () => {
    await shopper.goto(shop);
    await expect(shopper.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await shopper.getByText('SOVEV Grand 15').count()).toBe(0);
  }).toPass({ timeout: 10_000 });
});
