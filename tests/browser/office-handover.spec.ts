import pg from 'pg';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/browser.ts';
import { enterOffice } from '../support/office-life.ts';
import { CARDS, type Piece, pay, piece, shopper } from '../support/purchase.ts';
import type { Site } from '../support/site.ts';

// The warehouse hands over at the counter and with a phone in the yard: the test chooses both widths itself.

type Placed = { uuid: string; number: string; goods: Piece };

/** A paid order of one vehicle, of a store that the demo's warehouse knows. */
async function vehicleOrder(site: Site, db: pg.Pool, quantity = 1): Promise<Placed> {
  const goods = await piece(db, { store: 'noam' });
  const shop = shopper(site.port, 'noam');
  const made = await shop.order(goods, { quantity });
  await pay(site.port, made.page, CARDS.approved);
  await shop.ask(made.secret);
  const { rows } = await db.query<Placed>(
    `update orders set status = 'in_process' where number = $1 returning uuid, number`,
    [made.order.number],
  );
  if (!rows[0]) throw new Error('no order');
  return { ...rows[0], goods };
}

const PHONE = { width: 390, height: 900 };
const DESK = { width: 1280, height: 900 };

let db: pg.Pool;
test.beforeEach(({ site }) => {
  db = new pg.Pool({ connectionString: site.databaseUrl, max: 2 });
});
test.afterEach(() => db.end());

// A number that is refused, and a change.
test.use({ allowedConsole: [/status of 4(?:00|22)/] });

test('the warehouse hands a motorbike over with its checklist, in the yard with a phone and at the counter', async ({
  page,
  site,
}) => {
  const order = await vehicleOrder(site, db);
  const chassis = 'JH2SC5900XM001280';
  await page.setViewportSize(PHONE);
  await enterOffice(site, page, `/orders/${order.uuid}`, 'יוסי כהן');
  await page.getByRole('button', { name: 'רישום מספרים' }).click();
  const dialog = page.getByRole('dialog', { name: /מספרי הרכב/ });
  await dialog.getByRole('textbox', { name: 'מספר שלדה' }).fill('123');
  await dialog.getByRole('button', { name: 'שמירה' }).click();
  await expect(dialog.getByRole('alert')).toContainText('17 אותיות וספרות');
  await dialog.getByRole('textbox', { name: 'מספר שלדה' }).fill(chassis.toLowerCase());
  await dialog.getByRole('textbox', { name: 'מספר רישוי' }).fill('12345678');
  await dialog.getByRole('button', { name: 'שמירה' }).click();
  await expect(page.getByText(chassis)).toBeVisible();
  await expect(page.getByText('123-45-678')).toBeVisible();

  const panel = page.getByRole('region', { name: 'מסירת הרכב' });
  await expect(panel.getByRole('button', { name: 'השלמת המסירה' })).toHaveCount(0);
  const steps = panel.getByRole('checkbox');
  await panel
    .getByLabel(/^צירוף קובץ:/)
    .first()
    .setInputFiles({ name: 'ביטוח.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') });
  await expect(panel.getByRole('link', { name: 'ביטוח.pdf' })).toBeVisible();
  for (const step of await steps.all()) {
    await step.click();
    await expect(step).toHaveAttribute('aria-checked', 'true');
  }
  await expect(panel.getByText('יוסי כהן').first()).toBeVisible();
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
  }
  await panel.getByRole('button', { name: 'השלמת המסירה' }).click();
  await page.getByRole('dialog', { name: 'השלמת המסירה' }).getByRole('button', { name: 'המסירה הושלמה' }).click();
  await expect(page.getByText('נמסרה', { exact: true }).first()).toBeVisible();
  // The button is gone, and the focus is on what came of it.
  await expect(panel.getByRole('status').filter({ hasText: 'המסירה הושלמה' })).toBeFocused();
  const { rows } = await db.query('select status from orders where uuid = $1', [order.uuid]);
  expect(rows).toEqual([{ status: 'provided' }]);
});

test('an order that grew shows what is due, and isn’t handed over before', async ({ page, site }) => {
  const order = await vehicleOrder(site, db);
  await page.setViewportSize({ width: 1280, height: 900 });
  await enterOffice(site, page, `/orders/${order.uuid}/edit`, 'איתן שגיא');
  await page.getByRole('spinbutton', { name: /^כמות/ }).fill('2');
  await page.getByRole('textbox', { name: 'סיבת השינוי' }).fill('הלקוח מוסיף יחידה');
  await page.getByRole('button', { name: 'מה ישתנה' }).click();
  await expect(page.getByText('הלקוח יקבל קישור לתשלום')).toBeVisible();
  await expectAccessible(page);
  const setStock = (stock: number) =>
    db.query('update variants set stock = $2 where uuid = $1', [order.goods.variant, stock]);
  const refused = page.getByRole('main').getByRole('alert');
  await setStock(0);
  await page.getByRole('button', { name: 'שמירת השינוי' }).click();
  await expect(refused).toBeFocused();
  await setStock(5);
  await page.getByRole('button', { name: 'מה ישתנה' }).click();
  // What was refused is over.
  await expect(refused).toHaveCount(0);
  await page.getByRole('button', { name: 'שמירת השינוי' }).click();
  const panel = page.getByRole('region', { name: 'מסירת הרכב' });
  await expect(panel.getByRole('status')).toContainText('נותרו לתשלום');
  for (const step of await panel.getByRole('checkbox').all()) {
    await step.click();
    await expect(step).toHaveAttribute('aria-checked', 'true');
  }
  await expect(panel.getByRole('button', { name: 'השלמת המסירה' })).toHaveCount(0);
});

test('a refund that named the wrong of two vehicles is corrected at its line', async ({ page, site }) => {
  const order = await vehicleOrder(site, db, 2);
  const [named, returned] = ['JH2SC5900XM001291', 'JH2SC5900XM001292'];
  await db.query(
    `insert into order_vehicles (order_line_uid, unit, chassis_number)
     select l.uuid, n.unit, n.chassis from order_lines l, (values (1, $2), (2, $3)) n(unit, chassis) where l.order_uid = $1`,
    [order.uuid, named, returned],
  );
  await enterOffice(site, page, `/orders/${order.uuid}`);
  const open = async (button: RegExp, name: RegExp) => {
    await page.getByRole('button', { name: button }).click();
    return page.getByRole('dialog', { name });
  };
  const refund = await open(/^זיכוי$/, /^זיכוי הזמנה/);
  await refund.getByRole('checkbox', { name: named }).check();
  await refund.getByRole('textbox', { name: 'סיבה' }).fill('פגם');
  await refund.getByRole('button', { name: 'לזכות' }).click();
  await expect(refund).toBeHidden();
  for (const width of [820, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const correction = await open(/^תיקון הרכב שחזר/, /^הרכב שחזר/);
    await expect(correction.getByRole('radio', { name: named })).toBeChecked();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  }
  const correction = await open(/^תיקון הרכב שחזר/, /^הרכב שחזר/);
  await correction.getByRole('radio', { name: returned }).check();
  await correction.getByRole('textbox', { name: 'סיבה' }).fill('נרשם הרכב השני');
  await correction.getByRole('button', { name: 'לתקן' }).click();
  await expect(page.getByText('התיקון נרשם')).toBeVisible();
  await expect(page.getByText('תוקן בזיכוי: כלי הרכב שחזרו')).toBeVisible();
  await expect(page.getByRole('button', { name: 'תיקון הרכב שחזר' })).toBeFocused();
});
