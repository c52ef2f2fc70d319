import type { Page } from '@playwright/test';
import { ANY_WIDTH, expect, test } from '../support/browser.ts';
import { fillDetails, goToDetails, loseAnswer, openPurchase, placeOrder } from '../support/browser-checkout.ts';
import { CARDS, pay } from '../support/purchase.ts';
import type { Site } from '../support/site.ts';
import { ordersOf, paymentsOf, productOf, query } from '../support/site-rows.ts';

test.use({ allowedConsole: [/net::|status of (422|503)/] });

/** One store with the new form of step 4, one with the old. */
const storeOf = (project: string) =>
  project === 'phone'
    ? { store: 'raam', slug: 'raam-barak-500', other: 'raam-masa-750' }
    : { store: 'ruach', slug: 'ruach-maxi-300', other: 'ruach-via-125' };

const CREATE = '**/api/orders/create';
const unanswered = (page: Page) => page.getByRole('heading', { name: 'ההזמנה עוד לא הושלמה' });
const statusesOf = async (site: Site, last: string) => (await ordersOf(site, last)).map(({ status }) => status);

test(
  'a click that was not answered is not repeated by itself for another purchase',
  ANY_WIDTH,
  async ({ page, site }, info) => {
    const { store, slug, other } = storeOf(info.project.name);
    const last = `ישן ${info.project.name}`;
    await openPurchase(page, site, store, slug);
    await goToDetails(page);
    await fillDetails(page, { first: 'טל', last });
    await page.route(CREATE, (route) => route.fulfill({ status: 503, json: null }));
    await placeOrder(page);
    await expect(unanswered(page)).toBeFocused();
    await expect(page.getByRole('alert').filter({ hasText: 'הפרטים נשמרו' })).toBeVisible();
    // The button that is pressed goes with each try.
    const tried = page.waitForResponse(CREATE);
    await page.getByRole('button', { name: 'ניסיון נוסף' }).press('Enter');
    await tried;
    await expect(unanswered(page)).toBeFocused();
    await page.unroute(CREATE);

    const posted: string[] = [];
    page.on('request', (sent) => sent.url().endsWith('/api/orders/create') && posted.push(sent.url()));
    const { id, name } = await productOf(site, store, other);
    await page.goto(`${site.origin(store)}/purchase?uid=${id}`);
    await expect(page.getByText('הזמנה קודמת נשלחה ולא התקבלה עליה תשובה', { exact: false })).toBeVisible();
    expect(posted).toEqual([]);
    expect(await ordersOf(site, last)).toEqual([]);

    // At the shopper's word it is sent as it was, and is to be paid or abandoned before anything else is bought.
    await page.getByRole('button', { name: 'ניסיון נוסף' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('יש לכם הזמנה שמחכה לתשלום');
    await expect(page.getByRole('main')).not.toContainText(name);
    expect(await statusesOf(site, last)).toEqual(['payment']);
    expect(await page.evaluate(() => sessionStorage.getItem('purchase_attempt'))).toBeNull();
    await page.getByRole('button', { name: 'ויתור על ההזמנה' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    expect(await statusesOf(site, last)).toEqual(['cancelled']);
  },
);

test(
  'with blocked storage, too, another try after a lost answer leads to the same order',
  ANY_WIDTH,
  async ({ page, site, allowedConsole }, info) => {
    // The router's own script, which restores scroll positions.
    allowedConsole.push(/SecurityError: blocked/);
    const { store, slug } = storeOf(info.project.name);
    const last = `חסום ${info.project.name}`;
    await page.addInitScript(() => {
      const blocked = {
        get: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      };
      Object.defineProperties(window, { localStorage: blocked, sessionStorage: blocked });
    });
    await openPurchase(page, site, store, slug);
    await goToDetails(page);
    await fillDetails(page, { first: 'רז', last });
    await page.route(CREATE, loseAnswer(site, store));
    await placeOrder(page);
    await expect(unanswered(page)).toBeVisible();
    await page.unroute(CREATE);
    await page.getByRole('button', { name: 'ניסיון נוסף' }).click();
    await expect(page.getByRole('heading', { name: 'תשלום מאובטח' })).toBeVisible();
    expect(await statusesOf(site, last)).toEqual(['payment']);
  },
);

test('back to the details after a lost answer lets its order go', async ({ page, site }, info) => {
  const { store, slug } = storeOf(info.project.name);
  const last = `חזרה ${info.project.name}`;
  await openPurchase(page, site, store, slug);
  await goToDetails(page);
  await fillDetails(page, { first: 'שי', last });
  await page.route(CREATE, loseAnswer(site, store));
  await placeOrder(page);
  await expect(unanswered(page)).toBeVisible();
  expect(await statusesOf(site, last)).toEqual(['payment']);

  // Not heard again: it is asked for once more before another order takes its place.
  await page.getByRole('button', { name: 'חזרה לפרטים' }).click();
  await page.getByRole('textbox', { name: 'שם פרטי' }).fill('שירי');
  await page.unroute(CREATE);
  await fillDetails(page, { first: 'שירי', last }, 'keep');
  await placeOrder(page);
  await expect(page.getByRole('heading', { name: 'תשלום מאובטח' })).toBeVisible();
  expect(await statusesOf(site, last)).toEqual(['cancelled', 'payment']);

  // By an address that names no step, as after another page.
  await page.goto(page.url().replace(/&step=4/, ''));
  await page.getByRole('button', { name: 'שינוי הפרטים' }).click();
  await expect.poll(() => statusesOf(site, last)).toEqual(['cancelled', 'cancelled']);
  await expect(page.getByRole('textbox', { name: 'שם פרטי' })).toHaveValue('שירי');
  expect(await page.evaluate(() => sessionStorage.getItem('purchase_order'))).toBeNull();
});

for (const state of ['paid', 'in doubt'] as const)
  test(`who is ${state} is not put back to the form`, ANY_WIDTH, async ({ page, site }, info) => {
    const { store, slug } = storeOf(info.project.name);
    const last = `${state} ${info.project.name}`;
    await openPurchase(page, site, store, slug);
    await goToDetails(page);
    await fillDetails(page, { first: 'עדי', last });
    await placeOrder(page);
    const frame = page.locator('iframe[title*="תשלום"]');
    await expect(frame).toBeVisible();
    const gateway = new URL((await frame.getAttribute('src')) ?? '');
    // The page itself does not hear of it.
    await page.route('**/api/orders/check-payment', (route) => route.abort());
    const [order] = await ordersOf(site, last);
    if (state === 'paid') await pay(Number(gateway.port), gateway.pathname, CARDS.approved);
    else await pay(Number(gateway.port), gateway.pathname, CARDS.wrongSum);
    const isLearned = state === 'paid' ? `status = 'accepted'` : 'hold_until is null';
    await expect
      .poll(() => query(site, `select 1 from orders where uuid = $1 and ${isLearned}`, [order?.uuid]))
      .toHaveLength(1);
    await page.getByRole('button', { name: 'שינוי הפרטים' }).click();
    await expect(page).toHaveURL(state === 'paid' ? /\/success\?order=/ : /\/thank-you\?order=/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      state === 'paid' ? 'ההזמנה התקבלה' : 'התשלום בבדיקה',
    );
    expect(await paymentsOf(site, order?.uuid)).toHaveLength(1);
    expect(await ordersOf(site, last)).toHaveLength(1);
  });
