import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { alive, expect, LONG_ANY_WIDTH, listen, test } from '../support/browser.ts';
import { couponField, fillDetails, makeNews, payBy, placeOrder } from '../support/browser-checkout.ts';
import type { Site } from '../support/site.ts';
import { ordersOf, query } from '../support/site-rows.ts';

/** Sales by coupon of a store, and a way to have things brought that costs more in the north. */
async function offers(site: Site, store: string): Promise<void> {
  for (const [code, columns] of Object.entries({
    TENTH: {},
    OLD: { ends_at: '2026-01-01' },
    RICH: { min_sum_agorot: 500_000 },
  })) {
    const row = { kind: 'PERCENT', amount: 1_000, by_coupon: true, name: `בדיקה ${code}`, ...columns };
    const names = Object.keys(row);
    await query(
      site,
      `with s as (insert into sales (store_uid, ${names.join(', ')}) select uuid, ${names.map((_, i) => `$${i + 3}`).join(', ')}
         from stores where key = $1 returning uuid, store_uid)
       insert into coupons (store_uid, sale_uid, code) select store_uid, uuid, $2 from s`,
      [store, code, ...Object.values(row)],
    );
  }
  await query(
    site,
    `insert into delivery_types (store_uid, key, kind, name, price_agorot, product_kinds, position, prices)
     select uuid, 'courier-tried', 'COURIER', 'שליח לניסיון', 2000, '{ACCESSORY}', 90,
       '[{"cities": ["מטולה"], "priceAgorot": 7500, "freeFromAgorot": null}]' from stores where key = $1`,
    [store],
  );
  await query(site, 'notify cache_versions');
}

test('coupons and the place change the sums; a delivery that is no longer to be had is chosen anew; both forms of step 4', async ({
  page,
  site,
  allowedConsole,
}, info) => {
  test.slow();
  allowedConsole.push(/422/);
  const isNew = info.project.name === 'phone';
  const store = isNew ? 'raam' : 'ruach';
  const last = `סכומים ${info.project.name}`;
  await offers(site, store);
  await page.goto(`${site.origin(store)}/product/bariach-siren-disc-lock`);
  const add = page.getByRole('button', { name: 'הוספה לסל' });
  await alive(add);
  await add.click();
  await page
    .getByRole('dialog', { name: /סל הקניות/ })
    .getByRole('button', { name: 'המשך לרכישה' })
    .click();
  await page.getByRole('button', { name: 'המשך לפרטים' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('פרטים ותשלום');

  const summary = page.getByRole('region', { name: 'סיכום ההזמנה' });
  const fold = summary.getByRole('button', { name: /^סיכום ההזמנה/ });
  if ((await fold.isVisible()) && (await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
  const sum = (name: RegExp) => summary.locator('dl > div').filter({ has: page.locator('dt', { hasText: name }) });
  const total = sum(/^סה״כ/);
  await expect(summary.getByRole('textbox', { name: 'קוד קופון' })).toBeHidden();
  const code = await couponField(summary);
  const apply = summary.getByRole('button', { name: 'הפעלת הקוד' });
  const toasts = page.getByRole('region', { name: 'הודעות' });

  for (const [typed, error, reason] of [
    ['OLD', 'COUPON_EXPIRED', 'תוקף הקופון פג'],
    ['RICH', 'COUPON_MIN_ORDER', 'הקופון תקף בקנייה'],
    ['no such', 'COUPON_UNKNOWN', 'הקופון אינו תקף'],
  ] as const) {
    await code.fill(typed);
    await apply.click();
    await expect(toasts.getByText(error)).toBeVisible();
    await expect(code).toHaveAccessibleDescription(new RegExp(reason));
    await expect(total).toContainText('₪289');
  }
  await code.fill('TENTH');
  await makeNews(page);
  await apply.click();
  const coupons = summary.getByRole('list', { name: 'קופונים שהוחלו' });
  await expect(coupons).toContainText('TENTH');
  // What the answer says of a line is no refusal of the code.
  await expect(toasts.getByText('PRICE_CHANGED')).toBeVisible();
  await expect(code).toHaveValue('');
  await expect(code).not.toHaveAttribute('aria-invalid');
  await expect(total).toContainText('₪260.10');
  // What was told of the last refusal goes with it, not by its four seconds.
  await expect(toasts.getByText('COUPON_UNKNOWN')).toHaveCount(0, { timeout: 2_000 });
  await coupons.getByRole('button', { name: 'הסרת הקופון TENTH' }).click();
  await expect(total).toContainText('₪289');
  await code.fill('TENTH');
  await apply.click();
  await expect(total).toContainText('₪260.10');

  await page.getByRole('radio', { name: /שליח לניסיון/ }).check();
  await expect(sum(/^משלוח/)).toContainText('₪20');
  const city = page.getByRole('combobox', { name: 'עיר / יישוב' });
  await city.fill('מטולה');
  await expect(sum(/^משלוח/)).toContainText('₪75');
  await expect(total).toContainText('₪335.10');
  await city.fill('חולון');
  await expect(total).toContainText('₪280.10');
  await expectAccessible(page);

  await query(site, `update delivery_types set active = false where key = 'courier-tried'`);
  await query(site, 'notify cache_versions');
  await coupons.getByRole('button', { name: 'הסרת הקופון TENTH' }).click();
  await expect(toasts.getByText('DELIVERY_UNAVAILABLE')).toBeVisible();
  await expect(page.getByRole('radio', { name: /שליח לניסיון/ })).toHaveCount(0);
  await query(site, `update delivery_types set active = true where key = 'courier-tried'`);
  await query(site, 'notify cache_versions');
  await code.fill('TENTH');
  await apply.click();
  await page.getByRole('radio', { name: /שליח לניסיון/ }).check();
  await page.getByRole('textbox', { name: 'מספר בית' }).fill('4');
  await fillDetails(page, { first: 'נגה', last }, 'keep');
  // Gone between the sum and the order: without it there is no sum that could be confirmed.
  await query(site, `update delivery_types set active = false where key = 'courier-tried'`);
  await query(site, 'notify cache_versions');
  await placeOrder(page);
  const changed = page.getByRole('alertdialog', { name: 'הסכום לתשלום השתנה' });
  await expect(changed).toContainText('שיטת המשלוח אינה זמינה עוד');
  await expect(changed.getByRole('button')).toHaveText(['חזרה לפרטים']);
  await changed.getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await page.getByRole('radio', { name: /שליח עד הבית/ }).check();
  await city.fill('אילת');
  await page.getByRole('textbox', { name: 'מספר בית' }).fill('4');
  const [inEilat, together] = isNew ? ['₪69', '₪329.10'] : ['₪59', '₪319.10'];
  await expect(sum(/^משלוח/)).toContainText(inEilat);
  await expect(total).toContainText(together);

  // In the new form the details collapse to a summary, which makes room for the consents; in the old one all stands on
  // one page.
  const terms = page.getByRole('checkbox', { name: /קראתי ואישרתי/ });
  await expect(terms).toBeVisible({ visible: !isNew });
  await fillDetails(page, { first: 'נגה', last }, 'keep');
  await expect(terms).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'שם פרטי' })).toBeVisible({ visible: !isNew });
  await expect(page.getByRole('heading', { name: 'הפרטים שלכם' })).toBeVisible({ visible: isNew });
  await placeOrder(page);
  await payBy(page, 'approved');
  await expect(page).toHaveURL(/\/success\?order=/);
  const [order] = await ordersOf(site, last);
  expect(order).toMatchObject({
    lines_agorot: '28900',
    discount_agorot: '2890',
    delivery_agorot: isNew ? '6900' : '5900',
    address: expect.objectContaining({ city: 'אילת', house: '4' }),
  });
});

test(
  'a delivery that was priced for an address keeps its price when another tab calculates the same cart without one',
  LONG_ANY_WIDTH,
  async ({ page, site, context }) => {
    await page.goto(`${site.origin('raam')}/product/kipod-atlas-full?variant=KP-1001-BK-M`);
    await page.getByRole('button', { name: 'הוספה לסל' }).click();
    const drawerOf = (tab: Page) => tab.getByRole('dialog', { name: /סל הקניות/ });
    await drawerOf(page).getByRole('button', { name: 'המשך לרכישה' }).click();
    await page.getByRole('button', { name: 'המשך לפרטים' }).click();
    await page.getByRole('radio', { name: /שליח עד הבית/ }).check();
    await page.getByRole('combobox', { name: 'עיר / יישוב' }).fill('אילת');
    const summary = page.getByRole('region', { name: 'סיכום ההזמנה' });
    const delivery = summary.locator('dl > div').filter({ has: page.locator('dt', { hasText: /^משלוח/ }) });
    await expect(delivery).toContainText('₪69');

    const second = await context.newPage();
    const complaints = listen(second);
    await second.goto(`${site.origin('raam')}/product/kipod-atlas-full?variant=KP-1001-BK-M`);
    const calculated = second.waitForResponse('**/api/sales/calc-cart');
    await second.getByRole('button', { name: /סל הקניות/ }).click();
    await calculated;
    const more = drawerOf(second).getByRole('button', { name: 'הוספת כמות' });
    await expect(more).toBeEnabled();
    const stored = () => page.evaluate(() => JSON.parse(localStorage.orderSummary).delivery?.final_price);
    await expect.poll(stored, 'the other tab has stored its own').not.toBe(69);
    // A further event of the storage comes after all of the former ones.
    await second.evaluate(() => localStorage.setItem('last', 'event'));
    await page.waitForFunction(() => localStorage.last === 'event');
    await expect(delivery).toContainText('₪69');
    expect(complaints).toEqual([]);
  },
);
