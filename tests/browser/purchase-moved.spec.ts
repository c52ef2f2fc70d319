import { expect, test, WIDE } from '../support/browser.ts';
import { couponField, fillDetails, openPurchase } from '../support/browser-checkout.ts';
import { ordersOf, query } from '../support/site-rows.ts';

test(
  'a price that rises in the purchase of one product is told; no code proves another order than the page shows',
  WIDE,
  async ({ page, site, allowedConsole }) => {
    allowedConsole.push(/422/);
    await query(
      site,
      `with s as (insert into sales (store_uid, kind, amount, by_coupon, name) select uuid, 'FIXED', 20000, true, 'בדיקה MOVED'
       from stores where key = 'raam' returning uuid, store_uid)
     insert into coupons (store_uid, sale_uid, code) select store_uid, uuid, 'MOVED' from s`,
    );
    const product = await openPurchase(page, site, 'raam', 'raam-masa-1200');
    const raise = (agorot: number) =>
      query(site, 'update products set price_agorot = price_agorot + $2 where uuid = $1', [product.id, agorot]);
    await page.getByRole('button', { name: 'המשך לתוספות' }).click();
    await page.getByRole('button', { name: 'המשך לאמצעי תשלום' }).click();
    await page.getByRole('radio', { name: /בקשת מימון/ }).check();
    await raise(10_000);
    await page.getByRole('button', { name: 'המשך לפרטים' }).click();
    await fillDetails(page, { first: 'דן', last: 'זזים', phone: `053${String(Date.now()).slice(-7)}` });
    const toasts = page.getByRole('region', { name: 'הודעות' });
    await expect(toasts.getByText('PRICE_CHANGED')).toBeVisible();
    await raise(-10_000);

    await page.getByRole('checkbox', { name: /קראתי ואישרתי/ }).check();
    const send = page.getByRole('button', { name: 'שליחת ההזמנה' });
    await send.click();
    // What has changed is asked about before the phone is proved.
    const changed = page.getByRole('alertdialog', { name: 'הסכום לתשלום השתנה' });
    await changed.getByRole('button', { name: 'אישור הסכום החדש' }).click();
    const code = page.getByRole('textbox', { name: 'קוד בן 6 ספרות' });
    await expect(code).toBeFocused();
    const summary = page.getByRole('region', { name: 'סיכום ההזמנה' });
    await (await couponField(summary)).fill('MOVED');
    await summary.getByRole('button', { name: 'הפעלת הקוד' }).click();
    await expect(toasts.getByText('ההזמנה השתנתה')).toBeVisible();
    await expect(code).toBeHidden();
    await expect(send).toBeVisible();
    expect(await ordersOf(site, 'זזים')).toEqual([]);
    await summary.getByRole('button', { name: 'הסרת הקופון MOVED' }).click();
    await expect(summary.getByRole('textbox', { name: 'קוד קופון' })).toBeFocused();
  },
);

test(
  'a page that Back shows as it was left has the cart of now; another tab’s code comes by itself',
  WIDE,
  async ({ page, site }) => {
    await page.goto(`${site.origin('raam')}/product/bariach-siren-disc-lock`);
    await page.getByRole('button', { name: 'הוספה לסל' }).click();
    const drawer = page.getByRole('dialog', { name: /סל הקניות/ });
    await expect(drawer.getByRole('button', { name: 'המשך לרכישה' })).not.toHaveAttribute('aria-busy');
    await page.evaluate(() => {
      const [line] = JSON.parse(localStorage.cartItems);
      localStorage.cartItems = JSON.stringify([{ ...line, quantity: 3 }]);
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await expect(page.getByRole('dialog', { name: 'סל הקניות (3)' })).toBeVisible();
    await page.evaluate(() => {
      localStorage.coupons = JSON.stringify([{ id: 'x', name: 'בדיקה', code: 'THEIRS', discount: 0 }]);
      window.dispatchEvent(new StorageEvent('storage', { key: 'coupons' }));
    });
    await expect(drawer.getByRole('list', { name: 'קופונים שהוחלו' })).toContainText('THEIRS');
  },
);

test(
  'Back from where a code is typed and Forward again shows the button: nothing is opened or sent before it is pressed',
  WIDE,
  async ({ page, site }, { project }) => {
    const [store, slug] = project.name === 'phone' ? ['raam', 'raam-barak-800'] : ['ruach', 'ruach-maxi-300'];
    await openPurchase(page, site, store, slug);
    await page.getByRole('button', { name: 'המשך לתוספות' }).click();
    await page.getByRole('button', { name: 'המשך לאמצעי תשלום' }).click();
    await page.getByRole('radio', { name: /בקשת מימון/ }).check();
    await page.getByRole('button', { name: 'המשך לפרטים' }).click();
    await fillDetails(page, { first: 'דן', last: 'חוזרים', phone: `054${String(Date.now()).slice(-7)}` });
    await page.getByRole('checkbox', { name: /קראתי ואישרתי/ }).check();
    const send = page.getByRole('button', { name: 'שליחת ההזמנה' });
    await send.click();
    const code = page.getByRole('textbox', { name: 'קוד בן 6 ספרות' });
    await expect(code).toBeFocused();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('איך תרצו לשלם?');
    await page.goForward();
    await expect(send).toBeEnabled();
    await expect(code).toHaveCount(0);
    // The code that was sent is good: pressed again, it is typed.
    await page.getByRole('checkbox', { name: /קראתי ואישרתי/ }).check();
    await send.click();
    await expect(code).toBeFocused();
  },
);
