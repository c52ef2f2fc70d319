import { expectAccessible } from '../support/axe.ts';
import { ANY_WIDTH, expect, test, WIDE } from '../support/browser.ts';
import { couponField, fillDetails, goToDetails, openPurchase, placeOrder } from '../support/browser-checkout.ts';
import type { Site } from '../support/site.ts';
import { ordersOf, productOf, query } from '../support/site-rows.ts';

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
    await expect(toasts.getByText('המחיר עודכן')).toBeVisible();
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
    // raam's details have two parts, and begin with the first.
    if (store === 'raam') await page.getByRole('button', { name: 'המשך לאישור' }).click();
    await expect(send).toBeEnabled();
    await expect(code).toHaveCount(0);
    // The code that was sent is good: pressed again, it is typed.
    await page.getByRole('checkbox', { name: /קראתי ואישרתי/ }).check();
    await send.click();
    await expect(code).toBeFocused();
  },
);

/** What is sold of a variant elsewhere, or comes in. */
const setStock = async (site: Site, sku: string, pieces: number) => {
  await query(site, 'update variants set stock = $2 where sku = $1', [sku, pieces]);
  await query(site, 'notify cache_versions');
};
const stockOf = async (site: Site, sku: string) =>
  Number((await query(site, 'select stock from variants where sku = $1', [sku]))[0]?.stock);

test(
  'the last vehicle is sold at the press to pay: the page says so, marks the colour, and keeps what was typed',
  ANY_WIDTH,
  async ({ page, site, allowedConsole }) => {
    allowedConsole.push(/422/);
    const sku = 'RM-B300-BLA';
    const before = await stockOf(site, sku);
    const { id } = await productOf(site, 'raam', 'raam-barak-300');
    await page.goto(`${site.origin('raam')}/purchase?uid=${id}&variant=${sku}`);
    await goToDetails(page);
    await fillDetails(page, { first: 'גלי', last: 'אזלים' });
    await setStock(site, sku, 0);
    await placeOrder(page);

    const notice = page.getByRole('alert').filter({ hasText: 'אזל בינתיים' });
    await expect(notice).toContainText('שחור');
    await expect(notice).toContainText('לא חויבתם');
    await expect(page).toHaveURL(/[?&]step=1(&|$)/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(await ordersOf(site, 'אזלים')).toEqual([]);
    const soldOut = page.getByRole('radio', { name: /שחור.*\(אזל\)/ });
    await expect(soldOut).toBeChecked();
    await expect(page.getByText(/נותר.* אחרונ/)).toHaveCount(0);
    const next = page.getByRole('button', { name: 'המשך לתוספות' });
    await expect(next).toBeDisabled();
    await expect(page.getByText(/[A-Z]+_[A-Z]+/)).toHaveCount(0);
    await expectAccessible(page);

    // The same after a reload and after Back.
    await page.reload();
    await expect(notice).toContainText('לא חויבתם');
    await page.goBack();
    await expect(notice).toBeVisible();
    await expect(page).toHaveURL(/[?&]step=1(&|$)/);

    await notice.getByRole('button', { name: 'עדכון על חזרה למלאי' }).click();
    const alert = page.getByRole('dialog', { name: 'עדכון על חזרה למלאי' });
    await expect(alert).toContainText('שחור');
    await page.keyboard.press('Escape');

    // Another colour is bought with the details that were typed.
    await page.getByTitle('לבן').click();
    await expect(notice).toHaveCount(0);
    await expect(soldOut).not.toBeChecked();
    await expect(next).toBeEnabled();
    // The piece comes back.
    await setStock(site, sku, before);
    await page.getByTitle('שחור').click();
    await expect(page.getByRole('radio', { name: /^שחור[^(]*$/ })).toBeChecked();
    await expect(next).toBeEnabled();
    await goToDetails(page);
    await expect(page.getByRole('textbox', { name: 'שם משפחה' })).toHaveValue('אזלים');
  },
);

test(
  'the only item of a cart is sold at the press to pay: purchase and cart say so, and tell when it is back',
  ANY_WIDTH,
  async ({ page, site, allowedConsole }) => {
    allowedConsole.push(/422/);
    const sku = 'YZ-21160-D1';
    const before = await stockOf(site, sku);
    await page.goto(`${site.origin('ofek')}/product/yatziv-pads-radial`);
    await page.getByRole('button', { name: 'הוספה לסל' }).click();
    const drawer = page.getByRole('dialog', { name: /סל הקניות/ });
    await drawer.getByRole('button', { name: 'המשך לרכישה' }).click();
    await page.getByRole('button', { name: 'המשך לפרטים' }).click();
    await fillDetails(page, { first: 'גלי', last: 'רפידות' });
    await setStock(site, sku, 0);
    await placeOrder(page);

    const main = page.getByRole('main');
    const gone = 'רפידות בלם קדמיות YATZIV לקליפר רדיאלי – אינו זמין יותר והוסר';
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('הסל התרוקן');
    await expect(main.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(main.getByRole('alert')).toContainText(gone);
    await expect(main).toContainText('לא חויבתם');
    expect(await ordersOf(site, 'רפידות')).toEqual([]);
    await expectAccessible(page);
    await page.reload();
    await expect(main.getByText(gone)).toBeVisible();
    await main.getByRole('button', { name: /^עדכון על חזרה למלאי/ }).click();
    await expect(page.getByRole('dialog', { name: 'עדכון על חזרה למלאי' })).toContainText('רפידות');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: /סל הקניות/ }).click();
    await expect(drawer.getByText(gone)).toBeVisible();
    await drawer.getByRole('link', { name: /^עדכון על חזרה למלאי/ }).click();
    await expect(page).toHaveURL(/\/product\/yatziv-pads-radial/);
    await expect(page.getByRole('button', { name: 'עדכון על חזרה למלאי' })).toBeVisible();

    // Once it is in the cart again nothing is said of it.
    await setStock(site, sku, before);
    await page.reload();
    await page.getByRole('button', { name: 'הוספה לסל' }).click();
    await expect(drawer.getByRole('list', { name: 'פריטים בסל' })).toContainText('רפידות');
    await expect(drawer.getByText(gone)).toHaveCount(0);
  },
);
