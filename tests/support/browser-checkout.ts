import type { Locator, Page, Route } from '@playwright/test';
import type { Product } from '#contract/catalogue/products.ts';
import { expect } from './browser.ts';
import { request } from './http.ts';
import { CARDS } from './purchase.ts';
import type { Site } from './site.ts';
import { productOf } from './site-rows.ts';

// Steps of a purchase as a shopper makes them in the browser.

export async function openPurchase(page: Page, site: Site, store: string, slug: string): Promise<Product> {
  const product = await productOf(site, store, slug);
  await page.goto(`${site.origin(store)}/purchase?uid=${product.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name);
  return product;
}

/** From step 1 to step 4, without extras, by one payment. */
export async function goToDetails(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'המשך לתוספות' }).click();
  await page.getByRole('button', { name: 'המשך לאמצעי תשלום' }).click();
  await page.getByRole('button', { name: 'המשך לפרטים' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('פרטים ותשלום');
}

/**
 * Contact details, the first delivery at a branch and its first branch (or what is chosen already); in the new form
 * also the way to the consents.
 */
export async function fillDetails(
  page: Page,
  customer: { first: string; last: string; phone?: string } = { first: 'נועה', last: 'בן־דוד' },
  delivery: 'branch' | 'keep' = 'branch',
): Promise<void> {
  await page.getByRole('textbox', { name: 'שם פרטי' }).fill(customer.first);
  await page.getByRole('textbox', { name: 'שם משפחה' }).fill(customer.last);
  await page.getByRole('textbox', { name: 'טלפון נייד' }).fill(customer.phone ?? '050-1234567');
  await page.getByRole('textbox', { name: 'דוא״ל' }).fill('noa@example.com');
  if (delivery === 'branch') {
    await page
      .getByRole('radio', { name: /סניף|איסוף|מסירה במים/ })
      .first()
      .check();
    await page.getByRole('combobox', { name: 'סניף' }).selectOption({ index: 1 });
  }
  const collapse = page.getByRole('button', { name: /^המשך ל(תשלום|אישור)$/ });
  if (await collapse.isVisible()) await collapse.click();
}

/** The field for a coupon's code, which stands behind a question. */
export async function couponField(part: Locator): Promise<Locator> {
  const question = part.getByRole('button', { name: 'יש לכם קוד קופון?' });
  if ((await question.getAttribute('aria-expanded')) === 'false') await question.click();
  return part.getByRole('textbox', { name: 'קוד קופון' });
}

export async function placeOrder(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /קראתי ואישרתי/ }).check();
  await page.getByRole('button', { name: /^לתשלום/ }).click();
}

/** Types a test card into the gateway's page and sends it. */
export async function payBy(page: Page, card: keyof typeof CARDS): Promise<void> {
  const frame = page.frameLocator('iframe[title*="תשלום"]');
  await frame.getByRole('textbox', { name: 'מספר כרטיס' }).fill(CARDS[card]);
  await frame.getByRole('textbox', { name: 'תוקף' }).fill('12/30');
  await frame.getByLabel('קוד אבטחה (CVV)').fill('123');
  await frame.getByRole('textbox', { name: 'השם שעל הכרטיס' }).fill('נועה בן דוד');
  await frame.getByRole('button', { name: /^תשלום/ }).click();
}

/**
 * The gateway takes some tries on one page before it closes it. `refusal` is what the shop then says, beside another
 * page.
 */
export async function declineUntilClosed(page: Page, refusal: Locator): Promise<void> {
  const frame = page.frameLocator('iframe[title*="תשלום"]');
  // What the gateway said of the try before stands until its answer to this one is another document.
  const said = frame
    .locator('body:not([data-tried])')
    .getByText('לא בוצע חיוב. אפשר לנסות כרטיס אחר', { exact: false });
  const closed = async () => {
    await frame.locator('body').evaluate((body) => {
      body.dataset.tried = '';
    });
    await payBy(page, 'declined');
    await expect.poll(async () => (await refusal.isVisible()) || (await said.isVisible())).toBe(true);
    return refusal.isVisible();
  };
  await expect.poll(closed, { timeout: 30_000 }).toBe(true);
}

/**
 * Leaves the gateway's page as by its way back to the shop, is told so in the part of the payment, and opens it again.
 */
export async function expectStopped(page: Page, part: Locator): Promise<void> {
  await page.evaluate(() => {
    const frame = document.querySelector('iframe');
    if (frame) frame.src = '/payment/return?cancelled';
  });
  await expect(part.getByRole('status').filter({ hasText: 'התשלום הופסק ולא חויבתם' })).toBeVisible();
  await expect(part).toBeFocused();
  await part.getByRole('button', { name: 'חזרה לתשלום' }).click();
}

/** The cart's first line was cheaper when it was put in: the next answer tells of it. */
export const makeNews = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const [first, ...others] = JSON.parse(localStorage.cartItems);
    localStorage.cartItems = JSON.stringify([{ ...first, price: first.price - 1 }, ...others]);
    return window.dispatchEvent(new StorageEvent('storage', { key: 'cartItems' }));
  });

/**
 * An order is made, and the answer gets lost. Past the browser: Playwright's own request doesn't know a name within
 * `localhost`.
 */
export const loseAnswer = (site: Site, store: string) => async (route: Route) => {
  const { 'content-length': _, ...headers } = await route.request().allHeaders();
  const { pathname: path } = new URL(route.request().url());
  const body = route.request().postData() ?? '';
  await request(site.port, { host: `${store}.localhost`, method: 'POST', path, headers, body });
  await route.abort();
};
