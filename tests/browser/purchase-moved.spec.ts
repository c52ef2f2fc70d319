import type { Page } from '@playwright/test';
import type { Product } from '#contract/catalogue/products.ts';
import { BUYER_KEYS } from '../../shop/browser-storage.ts';
import { expectAccessible } from '../support/axe.ts';
import { ANY_WIDTH, expect, hold, LONG_ANY_WIDTH, test } from '../support/browser.ts';
import { couponField, fillDetails, goToDetails, openPurchase, placeOrder } from '../support/browser-checkout.ts';
import { request } from '../support/http.ts';
import type { Site } from '../support/site.ts';
import { ordersOf, productOf, query } from '../support/site-rows.ts';

test('a price that rises in the purchase of one product is told; no code proves another order than the page shows', async ({
  page,
  site,
  allowedConsole,
}) => {
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
});

test('a page that Back shows as it was left has the cart of now; another tab’s code comes by itself', async ({
  page,
  site,
}) => {
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
});

test('Back from where a code is typed and Forward again shows the button: nothing is opened or sent before it is pressed', async ({
  page,
  site,
}, { project }) => {
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
});

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
  LONG_ANY_WIDTH,
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

/**
 * As another tab of the device chooses an offer that leaves so much of the vehicle's price; the page's server knows
 * none. Shekels.
 */
const offerUsedVehicle = (page: Page, { id, price }: Product, left: number) =>
  page.evaluate(
    ([key, value]) => {
      localStorage.setItem(key, value);
      window.dispatchEvent(new StorageEvent('storage', { key }));
    },
    [
      BUYER_KEYS.tradeIn,
      JSON.stringify({
        secret: 'known-to-nobody',
        product: id,
        low: (price ?? 0) - left,
        expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      }),
    ] as const,
  );

const method = (page: Page, name: RegExp) => page.getByRole('radio', { name });

test(
  'a deposit that was marked because of a used vehicle stays chosen when the used vehicle is refused',
  ANY_WIDTH,
  async ({ page, site, allowedConsole }) => {
    allowedConsole.push(/422/);
    const product = await openPurchase(page, site, 'ruach', 'ruach-urban-150');
    await offerUsedVehicle(page, product, 5_000);
    await page.getByRole('button', { name: 'המשך לתוספות' }).click();
    await page.getByRole('button', { name: 'המשך לאמצעי תשלום' }).click();
    await expect(method(page, /^דמי שריון/)).toBeChecked();
    await page.getByRole('button', { name: 'המשך לפרטים' }).click();
    await fillDetails(page, { first: 'דן', last: 'סירוב' });
    const pay = page.getByRole('button', { name: `לתשלום ₪${product.deposit?.toLocaleString('en')}` });
    await expect(pay).toBeVisible();
    await placeOrder(page);
    await expect(page.getByText('הצעת הטרייד־אין אינה בתוקף לרכישה הזו', { exact: false })).toBeVisible();
    await expect(page.locator('[data-line="trade_in"]')).toHaveCount(0);
    await expect(pay).toBeVisible();
  },
);

test(
  'a way to pay that is no longer to be had is told of, with the way to another; what is marked there is chosen by going on',
  ANY_WIDTH,
  async ({ page, site }) => {
    const product = await openPurchase(page, site, 'raam', 'raam-masa-450');
    await page.getByRole('button', { name: 'המשך לתוספות' }).click();
    await page.getByRole('button', { name: 'המשך לאמצעי תשלום' }).click();
    await method(page, /^בקשת מימון/).check();
    await page.getByRole('button', { name: 'המשך לפרטים' }).click();
    await page.getByRole('radio', { name: /בסניף/ }).first().check();
    await expect(page.getByRole('button', { name: 'המשך לאישור' })).toBeVisible();
    // What it leaves is too little to lend.
    await offerUsedVehicle(page, product, 500);
    const told = page.getByRole('status').filter({ hasText: 'להזמנה הזאת' });
    const deposit = `₪${product.deposit?.toLocaleString('en')}`;
    const financing = `בקשת מימון לא אפשרית להזמנה הזאת, ולכן נבחרו דמי שריון של ${deposit}.`;
    await expect(told).toContainText(financing);
    await expectAccessible(page);
    await told.getByRole('link', { name: 'בחירת אמצעי תשלום אחר' }).click();
    await expect(method(page, /^דמי שריון/)).toBeChecked();
    await expect(told).toContainText(financing);
    await page.getByRole('button', { name: 'המשך לפרטים' }).click();
    await expect(page.getByRole('button', { name: 'המשך לתשלום' })).toBeVisible();
    await expect(told).toHaveCount(0);

    // Staff take the deposit off, and the next answer has none.
    await query(site, 'update products set deposit_agorot = null where uuid = $1', [product.id]);
    await query(site, 'notify cache_versions');
    await page.reload();
    await expect(told).toContainText(/^דמי שריון לא אפשריים להזמנה הזאת, ולכן משלמים ₪[\d,]+ בכרטיס אשראי\./);
    await query(site, 'update products set deposit_agorot = $2 where uuid = $1', [
      product.id,
      (product.deposit ?? 0) * 100,
    ]);
    await query(site, 'notify cache_versions');
    await page.reload();
    await expect(page.getByRole('button', { name: 'המשך לתשלום' })).toBeVisible();
    await expect(told).toHaveCount(0);
  },
);

test(
  'the financing of a link that is read late takes no way to pay from the shopper that was chosen meanwhile',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    const { id, variants, finance_plans: plans, price } = await productOf(site, 'raam', 'raam-barak-800');
    const kept = await request(site.port, {
      host: 'raam.localhost',
      method: 'POST',
      path: '/api/finance/quote',
      body: { variant_id: variants[0]?.id, plan_id: plans[0]?.id, down: (price ?? 0) / 2, months: 24, keep: true },
    });
    const { uid } = kept.json<{ uid: string }>();
    const answer = await hold(page, '**/api/finance/get-quote/*');
    await page.goto(`${site.origin('raam')}/purchase?uid=${id}&quote=${uid}`);
    await page.getByRole('button', { name: 'המשך לתוספות' }).click();
    await page.getByRole('button', { name: 'המשך לאמצעי תשלום' }).click();
    await method(page, /תשלומים ללא ריבית/).check();
    answer();
    const choice = () => page.evaluate(() => JSON.parse(localStorage.purchase_choice));
    await expect.poll(choice).toMatchObject({ funding: { months: 24 } });
    await expect(method(page, /תשלומים ללא ריבית/)).toBeChecked();
    expect(await choice()).toMatchObject({ method: 'instalments' });
    // Its terms are there once financing is chosen.
    await method(page, /^בקשת מימון/).check();
    await expect(page.getByRole('textbox', { name: 'מספר תשלומים' })).toHaveValue('24');
  },
);

test(
  'an order that is refused at the same sum and the same way to pay is said to have changed, and nothing else',
  ANY_WIDTH,
  async ({ page, site, allowedConsole }) => {
    allowedConsole.push(/422/);
    await query(
      site,
      `with s as (insert into sales (store_uid, kind, amount, by_coupon, name) select uuid, 'FREE_DELIVERY', 0, true, 'בדיקה FREED'
       from stores where key = 'raam' returning uuid, store_uid)
     insert into coupons (store_uid, sale_uid, code) select store_uid, uuid, 'FREED' from s`,
    );
    await openPurchase(page, site, 'raam', 'raam-masa-750');
    await goToDetails(page);
    await fillDetails(page, { first: 'דן', last: 'אותו סכום' });
    const summary = page.getByRole('region', { name: 'סיכום ההזמנה' });
    await (await couponField(summary)).fill('FREED');
    await summary.getByRole('button', { name: 'הפעלת הקוד' }).click();
    await expect(summary.getByRole('list', { name: 'קופונים שהוחלו' })).toContainText('FREED');
    // Its last use is another shopper's.
    await query(site, `update coupons set uses_limit = 1, uses = 1 where code = 'FREED'`);
    await query(site, 'notify cache_versions');
    await placeOrder(page);
    const changed = page.getByRole('alertdialog', { name: 'ההזמנה השתנתה', exact: true });
    await expect(changed).toContainText('קופון FREED – הקופון נוצל במלואו');
    await expect(changed).toContainText('COUPON_USED_UP');
    await expect(changed.getByRole('button', { name: 'אישור', exact: true })).toBeVisible();
  },
);
