import pg from 'pg';
import type { QuoteReply } from '#contract/checkout/finance.ts';
import { formatExactPrice, isolate } from '#domain/text/format.ts';
import { expectAccessible } from '../support/axe.ts';
import { alive, expect, LONG, test } from '../support/browser.ts';
import { enterOffice } from '../support/office-life.ts';
import { CARDS, pay, piece, shopper } from '../support/purchase.ts';
import type { Site } from '../support/site.ts';

/** A paid order of two pieces, with a phone that is read aloud. */
async function paidPair(site: Site, phone: string, stock: number) {
  const pool = new pg.Pool({ connectionString: site.databaseUrl, max: 1 });
  const goods = await piece(pool, { stock });
  const customer = { first_name: 'דנה', last_name: 'לוי', phone, email: 'dana@example.com' };
  const made = await shopper(site.port).order(goods, { quantity: 2, customer });
  await pay(site.port, made.page, CARDS.approved);
  const left = async () =>
    (await pool.query<{ stock: number }>('select stock from variants where uuid = $1', [goods.variant])).rows[0]?.stock;
  const query = (text: string) => pool.query(text, [made.order.uuid]);
  return { uuid: made.order.uuid, number: made.order.number, secret: made.secret, query, left, end: () => pool.end() };
}

test('an order is found by a phone read aloud; one of two pieces is refunded above the limit, which waits for a second person', async ({
  page,
  site,
}) => {
  const order = await paidPair(site, '052-7771234', 6);
  await order.query(
    `insert into order_vehicles (order_line_uid, unit, chassis_number)
     select uuid, unit, 'JH2SC5900XM00004' || unit from order_lines, generate_series(1, 2) unit where order_uid = $1`,
  );
  await enterOffice(site, page, '/orders', 'רותי אדלר');
  // A search and a filter stay within the tab, and so does what takes them away.
  const tab = page.getByRole('navigation', { name: 'תצוגות' }).getByRole('link', { name: 'לטיפול', exact: true });
  await tab.click();
  await page.waitForURL(/[?&]waiting=handling/);
  await expect(tab).toHaveAttribute('aria-current', 'page');
  await page.getByRole('searchbox').first().fill('052 777 1234');
  await page.getByLabel('מסכום').fill('1');
  await page.keyboard.press('Enter');
  await page.waitForURL(/[?&]waiting=handling&.*min=1/);
  await expect(tab).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: 'ניקוי' }).click();
  await page.waitForURL(/\/orders\?waiting=handling$/);
  await expect(page.getByRole('link', { name: 'ניקוי' })).toBeHidden();
  await page.getByRole('searchbox').first().fill('052 777 1234');
  await page.keyboard.press('Enter');
  await page.getByRole('rowheader', { name: order.number }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(order.number);
  await page.getByRole('button', { name: 'זיכוי', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^מעל ₪5,000 תידרש הסכמה/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'לזכות' })).toBeVisible();
  // A vehicle's 5 % is more than the law's ₪100.
  await dialog.getByRole('button', { name: 'הכול', exact: true }).click();
  await expect(dialog.getByLabel(/^סכום בש״ח/)).not.toHaveValue(/^0?$/);
  const whole = Number(await dialog.getByLabel(/^סכום בש״ח/).inputValue());
  await dialog.getByRole('button', { name: 'הכול, פחות דמי ביטול' }).click();
  await expect(dialog.getByLabel(/^סכום בש״ח/)).toHaveValue(String(whole - 100));
  const vehicles = dialog.getByRole('group', { name: 'אילו כלי רכב חוזרים?' }).getByRole('checkbox', { checked: true });
  await expect(vehicles).toHaveCount(2);
  await dialog.getByLabel('JH2SC5900XM000042').press('Space');
  await expect(vehicles).toHaveCount(1);
  await expectAccessible(page);
  await expect(dialog.getByLabel('חוזר למלאי')).toBeChecked();
  await dialog.getByLabel('סיבה').fill('לא מתאים במידה');
  await dialog.getByRole('button', { name: 'לשלוח לאישור' }).click();
  await expect(page.getByText('מחכה לאישור של אדם נוסף').first()).toBeVisible();
  expect(await order.left()).toBe(4);

  await enterOffice(site, page, '/approvals');
  // Who agrees sees which of them comes back.
  await expect(page.getByRole('link', { name: order.number })).toContainText(
    `(1, ${isolate('JH2SC5900XM000041')}, חוזר למלאי)`,
  );
  await page.getByRole('button', { name: 'אישור', exact: true }).click();
  await page.getByRole('button', { name: 'לאשר ולבצע' }).click();
  await expect(page.getByText('אושר ובוצע')).toBeVisible();
  expect(await order.left()).toBe(5);
  await page.goto(`${site.origin('office')}/orders/${order.uuid}`);
  const panel = page.getByRole('region', { name: 'כלי הרכב' }).getByRole('listitem');
  await expect(panel.filter({ hasText: 'הכסף הוחזר' })).toContainText('JH2SC5900XM000041');
  await expect(panel.filter({ hasText: 'JH2SC5900XM000042' })).not.toContainText('הכסף הוחזר');
  await order.end();
});

test.describe('with a refusal', () => {
  test.use({ allowedConsole: [/status of 422/] });

  test(
    'by keys alone, two orders are chosen and moved; the one that waits for its payment says so and stays chosen',
    LONG,
    async ({ page, site }) => {
      const paid = await paidPair(site, '052-7772001', 3);
      const pool = new pg.Pool({ connectionString: site.databaseUrl, max: 1 });
      const customer = { first_name: 'דנה', last_name: 'לוי', phone: '052-7772002', email: 'dana@example.com' };
      const waits = (await shopper(site.port).order(await piece(pool), { customer })).order;
      await enterOffice(site, page, '/orders?q=052777200');
      const rowOf = (number: string) => page.getByRole('row').filter({ hasText: number });
      await alive(rowOf(waits.number));
      await rowOf(waits.number).focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Space');
      await expect(page.getByText('2 הזמנות נבחרו')).toBeVisible();
      await page.getByRole('button', { name: 'קידום הזמנות' }).press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'לקדם' }).press('Enter');
      await expect(dialog.getByText('אחת קודמה, אחת לא')).toBeFocused();
      await expect(dialog.getByRole('listitem')).toContainText(`${waits.number}: היא מחכה לתשלום`);
      await page.keyboard.press('Escape');
      await expect(rowOf(paid.number)).toContainText('בטיפול');
      await expect(rowOf(waits.number)).toHaveAttribute('aria-selected', 'true');
      await expect(rowOf(paid.number)).toHaveAttribute('aria-selected', 'false');
      await paid.end();
      await pool.end();
    },
  );
});

test('a request for financing looks like one in the list and has its terms on its page, at a desk and on a phone', async ({
  page,
  site,
}) => {
  const pool = new pg.Pool({ connectionString: site.databaseUrl, max: 1 });
  const goods = await piece(pool);
  const shop = shopper(site.port);
  const { order } = await shop.order(goods);
  const asked = await shop.post('/api/finance/quote', { variant_id: goods.variant, months: 36 });
  const { quote } = asked.json<QuoteReply>();
  await pool.query(
    `update orders set payment_method = 'financing', due_agorot = 0, finance_quote = $2 where uuid = $1`,
    [order.uuid, quote],
  );
  await pool.end();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await enterOffice(site, page, `/orders?kind=financing&status=payment&q=${order.number}`);
    await expect(page.getByText('בקשת מימון', { exact: true })).toBeVisible();
    await expect(page.getByText('מול הגוף המממן')).toBeVisible();
    await expectAccessible(page);
    await page.getByText(order.number).first().click();
    await expect(page.getByRole('heading', { name: 'בקשת המימון' })).toBeVisible();
    await expect(page.getByText('המימון עוד לא אושר')).toBeVisible();
    await expect(page.getByText(formatExactPrice(quote.monthly))).toBeVisible();
    await expectAccessible(page);
  }
});

test('an order whose pieces all went back less the fee is over for its buyer, and staff are led to close it', async ({
  page,
  site,
}) => {
  const order = await paidPair(site, '052-7771299', 4);
  await order.query('update orders set due_agorot = due_agorot - 50000 where uuid = $1');
  await enterOffice(site, page, `/orders?q=${order.number}`);
  await page.getByText(order.number).first().click();
  await page.getByRole('button', { name: 'זיכוי', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'מה ששולם ביתר' }).click();
  await expect(dialog.getByLabel(/^סכום נוסף/)).toHaveValue('500');
  await expect(dialog.getByRole('status').last()).toContainText('סך הזיכוי: ₪500');
  await order.query('update orders set due_agorot = due_agorot + 50000 where uuid = $1');
  await page.reload();
  await page.getByRole('button', { name: 'זיכוי', exact: true }).click();
  await dialog.getByRole('button', { name: 'הכול, פחות דמי ביטול' }).click();
  await dialog.getByLabel('סיבה').fill('הודעת ביטול');
  await dialog.getByRole('button', { name: 'לזכות' }).click();
  await expect(page.getByText('כל הפריטים זוכו, ואין עוד מה להכין או למסור')).toBeVisible();
  await expect(page.getByRole('button', { name: /קידום/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'ביטול ההזמנה' })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${site.origin('raam')}/order/${order.secret}`);
  await expect(page.getByRole('heading', { level: 1, name: 'ההזמנה זוכתה' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'החזרים' })).toBeVisible();
  await expect(page.getByText('דמי ביטול שנוכו')).toBeVisible();
  await expect(page.getByText('מה קורה עכשיו')).toHaveCount(0);
  await expect(page.locator(`a[href^='/cancellation?order=']`)).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page.getByText('דמי ביטול שנוכו')).toBeVisible();
  await expectAccessible(page);
  await order.end();
});

test('a press on a row that is drawn anew under it opens the row', LONG, async ({ page, site }) => {
  await enterOffice(site, page, '/products');
  const link = page.getByRole('rowheader').first().getByRole('link');
  await alive(link);
  await link.hover();
  await page.mouse.down();
  await link.evaluate((former) => former.replaceWith(former.cloneNode(true)));
  await page.mouse.up();
  await page.waitForURL(/\/products\/[\da-f-]{36}$/);
});

test(
  'on a phone the orders are cards of label and value; one is chosen, the sum stays, nothing scrolls sideways',
  LONG,
  async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const order = await paidPair(site, '052-7773001', 3);
    await enterOffice(site, page, '/orders?q=0527773001');
    const card = page.getByRole('row').filter({ hasText: order.number });
    await alive(card);
    await expect(card.getByRole('rowheader')).toContainText(order.number);
    // The list comes first: its filters open by a press.
    const state = page.getByRole('search').getByLabel('מצב');
    const toggle = page.getByRole('button', { name: 'מסננים' });
    await expect(state).toBeHidden();
    await toggle.click();
    await expect(state).toBeVisible();
    await toggle.click();
    await expect(state).toBeHidden();
    // The label is seen in the card itself: above the table's width it is hidden.
    await expect(card.getByText('לקוח', { exact: true })).toBeVisible();
    const list = page.locator('.office-list');
    expect(await list.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    // Less where the strip of a scrollbar is kept.
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBeLessThanOrEqual(0);
    await expect(page.getByText('רשומה אחת')).toBeVisible();
    await card.getByRole('checkbox').check({ force: true });
    await expect(page.getByText('הזמנה אחת נבחרה')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 844 });
    await expect(card.getByText('לקוח', { exact: true })).toBeHidden();
    // The covers of the edges' shadows are of the list's own ground, and the sum is seen without scrolling.
    await expect(list).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    const [edge, sum] = await Promise.all([
      list.boundingBox(),
      page.getByRole('columnheader', { name: 'סכום' }).boundingBox(),
    ]);
    expect(sum?.x ?? 0).toBeGreaterThanOrEqual(edge?.x ?? 0);
    await order.end();
  },
);

test('a new order is filled by keys: what ran out says so and is not added, no more pieces than there are, and the link’s way is told', async ({
  page,
  site,
}) => {
  const pool = new pg.Pool({ connectionString: site.databaseUrl, max: 1 });
  const skuOf = async (variant: string) =>
    (await pool.query<{ sku: string }>('select sku from variants where uuid = $1', [variant])).rows[0]?.sku ?? '';
  const [here, gone] = [await piece(pool, { store: 'noam', stock: 2 }), await piece(pool, { store: 'noam', stock: 0 })];
  await enterOffice(site, page, '/orders', 'מאיה לוין');
  // It begins with the store that is chosen in the office's head.
  await page.getByRole('banner').getByLabel('חנות').selectOption({ label: 'נועם' });
  await expect(page).toHaveURL(/\/orders\?store=/);
  await page.getByRole('link', { name: 'הזמנה חדשה' }).first().click();
  await expect(page).toHaveURL(/\/orders\/new$/);
  await expect(page.getByRole('main').getByLabel('חנות').locator('option:checked')).toHaveText('נועם');
  const search = page.getByRole('combobox', { name: /הוספת פריט/ });
  await alive(search);
  await search.fill(await skuOf(gone.variant));
  await expect(page.getByRole('listbox').getByRole('option')).toContainText('אזל מהמלאי');
  await search.press('ArrowDown');
  await search.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'אזל מהמלאי' })).toBeVisible();
  await expect(page.getByLabel(/כמות/)).toHaveCount(0);
  await search.fill(await skuOf(here.variant));
  await expect(page.getByRole('listbox').getByRole('option')).toContainText('במלאי: 2');
  await search.press('ArrowDown');
  await search.press('Enter');
  await expect(page.getByLabel(/כמות/)).toHaveAttribute('max', '2');
  await expect(search).toHaveValue('');
  await page.getByLabel('הנחה מוסכמת').fill('6');
  await expect(page.getByText('הבקשה תישלח לאישור')).toBeVisible();
  await page.getByLabel('הנחה מוסכמת').fill('5');
  await expect(page.getByText('הבקשה תישלח לאישור')).toBeHidden();
  await page.getByLabel('סיבת ההנחה').fill('הצעה בטלפון');
  await page.getByLabel('שם פרטי').fill('רון');
  await page.getByLabel('שם משפחה').fill('אבני');
  await page.getByLabel('טלפון').fill('050-7650001');
  await page.getByLabel('דוא״ל').fill('ron@example.com');
  await page.getByRole('button', { name: 'חישוב' }).click();
  const delivery = page.getByLabel('מסירה');
  await expect(delivery).toBeVisible();
  await delivery.selectOption({ index: 1 });
  await page.getByRole('main').getByLabel('סוג').selectOption('quote');
  await page.getByRole('button', { name: 'יצירה' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('הצעת המחיר');
  await expect(page.getByText('ron@example.com')).toBeVisible();
  await expect(page.getByText('050-7650001')).toBeVisible();
  // Over plain HTTP there is no clipboard: the link is selected for the keyboard.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.getByRole('button', { name: 'העתקה' }).click();
  await expect(page.getByText('הטקסט מסומן')).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/^https?:\S+$/);
  // The next customer's: the page has the same address.
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('הזמנה חדשה');
  await page.getByRole('option', { name: 'הזמנה חדשה ללקוח' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('הזמנה חדשה ללקוח');
  await expect(page.getByLabel('שם פרטי')).toHaveValue('');
  await page.goBack();
  await page.getByRole('link', { name: 'אל הצעת המחיר' }).click();
  await expect(page.getByText('הצעת מחיר', { exact: true })).toBeVisible();
  await pool.end();
});

test(
  'lines of an order: one chosen again is raised, one removed leaves the focus at the search, and a reason typed late keeps the sums',
  LONG,
  async ({ page, site }) => {
    const pool = new pg.Pool({ connectionString: site.databaseUrl, max: 1 });
    const [first, second] = [await piece(pool, { stock: 9 }), await piece(pool, { stock: 2 })];
    const skuOf = async (variant: string) =>
      (await pool.query<{ sku: string }>('select sku from variants where uuid = $1', [variant])).rows[0]?.sku ?? '';
    const shop = shopper(site.port);
    const { order, page: payment, secret } = await shop.order(first);
    await pay(site.port, payment, CARDS.approved);
    await shop.ask(secret);
    await enterOffice(site, page, `/orders/${order.uuid}/edit`);
    const search = page.getByRole('combobox', { name: /הוספת פריט/ });
    await alive(search);
    const sku = await skuOf(second.variant);
    const choose = async () => {
      await search.fill(sku);
      await expect(page.getByRole('listbox').getByRole('option')).toContainText('במלאי: 2');
      await search.press('ArrowDown');
      await search.press('Enter');
      await expect(search).toHaveValue('');
    };
    const quantity = page.getByLabel(/^כמות/).nth(1);
    await choose();
    await expect(quantity).toHaveValue('1');
    await choose();
    await expect(quantity).toHaveValue('2');
    await expect(page.getByRole('status').filter({ hasText: 'כבר ברשימה' })).toContainText('הכמות: 2');
    await choose();
    await expect(page.getByRole('status').filter({ hasText: 'אי אפשר להוסיף עוד' })).toBeVisible();
    await expect(quantity).toHaveValue('2');

    await page.getByLabel('סיבת השינוי').fill('בקשת הלקוח');
    await page.getByRole('button', { name: 'מה ישתנה' }).click();
    const save = page.getByRole('button', { name: 'שמירת השינוי' });
    await expect(save).toBeVisible();
    await page.getByLabel('סיבת השינוי').fill('בקשת הלקוחה');
    await expect(save).toBeVisible();
    await quantity.fill('1');
    await expect(save).toBeHidden();

    const remove = page.getByRole('button', { name: /^הסרת / }).nth(1);
    await remove.press('Enter');
    await expect(search).toBeFocused();
    await pool.end();
  },
);
