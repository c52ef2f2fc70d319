import type { BrowserContext, Page } from '@playwright/test';
import pg from 'pg';
import { formatExactPrice } from '#domain/text/format.ts';
import { expectAccessible } from '../support/axe.ts';
import { ANY_WIDTH, alive, expect, hold, LONG_ANY_WIDTH, listen, test } from '../support/browser.ts';
import { couponField, fillDetails, goToDetails, openPurchase, payBy, placeOrder } from '../support/browser-checkout.ts';
import { CARDS, changeUnpaid, pay } from '../support/purchase.ts';
import { LAST_COUPON } from '../support/shopper-actions.ts';
import { makeLastCoupon } from '../support/shopper-goods.ts';
import type { Site } from '../support/site.ts';
import { linesOf, ordersOf, productOf, queries, query } from '../support/site-rows.ts';

/** One store with the new form of step 4, one with the old. */
const storeOf = (project: string) =>
  project === 'phone'
    ? { store: 'zik', slug: 'zik-dune-300-2t', other: 'zik-dune-250' }
    : { store: 'ruach', slug: 'ruach-urban-150', other: 'ruach-via-125' };

const payment = (page: Page) => page.getByRole('heading', { name: 'תשלום מאובטח' });
const strip = (page: Page) => page.getByRole('region', { name: 'הזמנה פתוחה' });
const statusesOf = async (site: Site, last: string) => (await ordersOf(site, last)).map(({ status }) => status);

/** Orders the only piece there is, and stands at the payment. */
async function orderTheLast(page: Page, site: Site, store: string, slug: string, last: string): Promise<string> {
  const { id } = await productOf(site, store, slug);
  await query(site, 'update variants set stock = 1 where product_uid = $1', [id]);
  // One piece of one variant: the others are gone.
  await query(
    site,
    'update variants set stock = 0 where product_uid = $1 and uuid <> (select uuid from variants where product_uid = $1 and active order by sku limit 1)',
    [id],
  );
  await query(site, 'notify cache_versions');
  const left = async () => (await productOf(site, store, slug)).variants.filter(({ available }) => available).length;
  await expect.poll(left, 'the server has heard of it').toBe(1);
  await openPurchase(page, site, store, slug);
  await goToDetails(page);
  await fillDetails(page, { first: 'נגה', last });
  await placeOrder(page);
  await expect(payment(page)).toBeVisible();
  return id;
}

/** The card is charged, and no page hears of it. */
async function chargeUnseen(page: Page): Promise<void> {
  const frame = new URL((await page.locator('iframe[title*="תשלום"]').getAttribute('src')) ?? '');
  await pay(Number(frame.port), frame.pathname, CARDS.lateWebhook);
}

const newPage = async (context: BrowserContext, complaints: string[]): Promise<Page> => {
  const page = await context.newPage();
  complaints.push(...listen(page));
  return page;
};

test(
  'who holds the last piece reloads the payment, comes back to it from anywhere, and pays once',
  ANY_WIDTH,
  async ({ page, site }, info) => {
    test.slow();
    const { store, slug } = storeOf(info.project.name);
    const last = `אחרון ${info.project.name}`;
    // A device whose clock is an hour ahead: how long goods are held is the server's to say.
    await page.addInitScript(() => {
      const { now } = Date;
      Date.now = () => now() + 3_600_000;
    });
    const id = await orderTheLast(page, site, store, slug, last);
    await page.reload();
    await expect(payment(page)).toBeVisible();
    await expect(page.getByRole('timer')).toHaveText(/^(30|2\d):\d\d$/);
    await expect(page).toHaveTitle(/^תשלום \|/);
    for (const address of [`/purchase?uid=${id}`, `/purchase?uid=${id}&step=1`, '/purchase']) {
      await page.goto(site.origin(store) + address);
      await expect(payment(page)).toBeVisible();
    }

    await page.goto(`${site.origin(store)}/product/${slug}`);
    await expect(strip(page)).toContainText(/הזמנה מחכה לתשלום.*שמורה עוד 2\d:\d\d/);
    // Where other orders are looked for as well.
    await page.goto(`${site.origin(store)}/order`);
    await expect(strip(page)).toContainText('הזמנה מחכה לתשלום');
    await page.goto(`${site.origin(store)}/product/${slug}`);
    expect((await strip(page).boundingBox())?.height).toBeLessThan(80);
    if (info.project.name === 'phone') await page.getByRole('button', { name: 'המשך רכישה' }).click();
    else await strip(page).getByRole('link', { name: 'המשך לתשלום' }).click();
    await expect(payment(page)).toBeVisible();
    await expect(strip(page)).toHaveCount(0);

    await chargeUnseen(page);
    await page.goto(`${site.origin(store)}/purchase?uid=${id}`);
    await expect(page).toHaveURL(/\/success\?order=/);
    expect(await statusesOf(site, last)).toEqual(['accepted']);
    await page.goto(`${site.origin(store)}/`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(strip(page)).toHaveCount(0);
  },
);

test(
  'a second tab is told of the open order, and what one pays the other shows',
  ANY_WIDTH,
  async ({ page, site, context }, info) => {
    test.slow();
    const { store, slug, other } = storeOf(info.project.name);
    const last = `לשוניות ${info.project.name}`;
    const complaints: string[] = [];
    // It stood at the details before the first one ordered.
    const second = await newPage(context, complaints);
    const { id } = await productOf(site, store, other);
    await second.goto(`${site.origin(store)}/purchase?uid=${id}`);
    await goToDetails(second);
    await orderTheLast(page, site, store, slug, last);
    await expect(second.getByRole('heading', { level: 1 })).toHaveText('יש לכם הזמנה שמחכה לתשלום');
    await expect(payment(second)).toBeVisible();

    // A press in a frame of a tab that lies below is lost now and then; nobody pays in one.
    await page.bringToFront();
    await payBy(page, 'approved');
    await expect(page).toHaveURL(/\/success\?order=/);
    await expect(second).toHaveURL(/\/success\?order=/);
    expect(await statusesOf(site, last)).toEqual(['accepted']);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('הרכישה הזו הושלמה');
    expect(complaints).toEqual([]);
  },
);

test('another order can be placed once the open one is abandoned', ANY_WIDTH, async ({ page, site }, info) => {
  test.slow();
  const { store, slug, other } = storeOf(info.project.name);
  const last = `ויתור ${info.project.name}`;
  await orderTheLast(page, site, store, slug, last);
  const { id, name } = await productOf(site, store, other);
  await page.goto(`${site.origin(store)}/purchase?uid=${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('יש לכם הזמנה שמחכה לתשלום');
  await page.getByRole('button', { name: 'ויתור על ההזמנה' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('ההזמנה בוטלה בלי חיוב', { exact: true })).toBeVisible();
  expect(await statusesOf(site, last)).toEqual(['cancelled']);
  await goToDetails(page);
  await fillDetails(page, { first: 'נגה', last }, 'branch');
  // A double click orders once.
  await page.getByRole('checkbox', { name: /קראתי ואישרתי/ }).check();
  await page.getByRole('button', { name: /^לתשלום/ }).dblclick();
  await expect(payment(page)).toBeVisible();
  expect(await statusesOf(site, last)).toEqual(['cancelled', 'payment']);
});

test(
  'an order whose cancellation was asked for is shown as such and not to be paid, and is given up for another one',
  ANY_WIDTH,
  async ({ page, site, allowedConsole }, info) => {
    test.slow();
    allowedConsole.push(/422/);
    const { store, slug, other } = storeOf(info.project.name);
    const last = `ביטול ${info.project.name}`;
    const id = await orderTheLast(page, site, store, slug, last);
    const [order] = await ordersOf(site, last);
    await page.goto(`${site.origin(store)}/cancellation`);
    await expect(strip(page)).toContainText('הזמנה מחכה לתשלום');
    await page.getByRole('textbox', { name: 'מספר הזמנה' }).fill(String(order?.number));
    await page.getByRole('textbox', { name: 'שם מלא' }).fill(`נגה ${last}`);
    await page.getByRole('main').getByRole('textbox', { name: 'טלפון' }).fill('050-1234567');
    await page.getByRole('button', { name: 'שליחת הודעת ביטול' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'הודעת הביטול התקבלה' })).toBeFocused();
    await expect(strip(page)).toHaveText(/^הביטול בטיפול, ואין צורך לשלם: .+לפרטי ההזמנה$/);
    await expectAccessible(page);

    await strip(page).getByRole('link', { name: 'לפרטי ההזמנה' }).click();
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText('הביטול בטיפול');
    await expect(title).toBeFocused();
    await expect(page.getByText(String(order?.number))).toBeVisible();
    await expect(payment(page)).toHaveCount(0);
    await expectAccessible(page);
    const [line] = await linesOf(site, order?.uuid);
    await page.goto(`${site.origin(store)}/product/${slug}?variant=${line?.sku}`);
    const buy = page.locator('.product-buy');
    await expect(buy.getByText('הגרסה הזו שמורה עבורכם בהזמנה שביטולה בטיפול')).toBeVisible();
    await expect(buy.getByRole('link', { name: 'לפרטי ההזמנה' })).toBeVisible();

    const next = await productOf(site, store, other);
    for (const uid of [id, next.id]) {
      await page.goto(`${site.origin(store)}/purchase?uid=${uid}`);
      await expect(title).toHaveText('הביטול בטיפול');
    }
    await expect(page.locator('iframe')).toHaveCount(0);
    await page.getByRole('button', { name: 'ויתור על ההזמנה' }).click();
    await expect(title).toHaveText(next.name);
    expect(await statusesOf(site, last)).toEqual(['cancelled']);
  },
);

test('what staff change while the page is open is shown beside it', ANY_WIDTH, async ({ page, site }, info) => {
  const { store, slug } = storeOf(info.project.name);
  const last = `עריכה ${info.project.name}`;
  await orderTheLast(page, site, store, slug, last);
  const [order] = await ordersOf(site, last);
  const lines = page.getByRole('region', { name: 'מה הזמנתם' });
  await expect(lines).not.toContainText('כמות: 2');
  await changeUnpaid(queries(site), String(order?.uuid));
  await expect(page.getByRole('status').filter({ hasText: 'התשלום הופסק' })).toBeVisible();
  await expect(lines).toContainText('כמות: 2');
  await expect(lines).toContainText(formatExactPrice((2 * Number(order?.total_agorot)) / 100));
});

test(
  'offline, buying at once leaves the loaded product where it is',
  ANY_WIDTH,
  async ({ page, site, context, allowedConsole }) => {
    allowedConsole.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    await page.goto(`${site.origin('raam')}/product/kipod-atlas-full?variant=KP-1001-BK-M`);
    await alive(page.getByRole('button', { name: 'קנייה מיידית' }));
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'קנייה מיידית' }).first().click();
    await expect(page.getByRole('status').filter({ hasText: 'אין כרגע חיבור לאינטרנט' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/KIPOD Atlas/);
    await expect(page).toHaveURL(/\/product\//);
  },
);

test(
  'the details fold with the focus on what stands in their place, and each step has a title of its own',
  ANY_WIDTH,
  async ({ page, site }) => {
    await openPurchase(page, site, 'raam', 'raam-masa-750');
    await expect(page).toHaveTitle(/^המוצר – רכישה \|/);
    await page.getByRole('button', { name: 'המשך לתוספות' }).click();
    await expect(page).toHaveTitle(/^תוספות – רכישה \|/);
    const levels = () => page.locator('main :is(h1, h2)').evaluateAll((all) => all.map(({ tagName }) => tagName));
    expect((await levels())[0]).toBe('H1');
    await page.getByRole('button', { name: 'המשך לאמצעי תשלום' }).click();
    await expect(page).toHaveTitle(/^אמצעי תשלום – רכישה \|/);
    expect((await levels())[0]).toBe('H1');
    await page.getByRole('button', { name: 'המשך לפרטים' }).click();
    await fillDetails(page);
    await expect(page.getByRole('heading', { name: 'הפרטים שלכם' })).toBeFocused();
    await page.getByRole('button', { name: 'שינוי הפרטים' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  },
);

test(
  'the phone’s bar leads to the purchase in process, else to the cart’s checkout; what was bought elsewhere hides no other purchase',
  ANY_WIDTH,
  async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const bar = page.getByRole('button', { name: 'המשך רכישה' });
    await page.goto(`${site.origin('raam')}/product/kipod-atlas-full?variant=KP-1001-BK-M`);
    await bar.click();
    await expect(page.getByRole('status').filter({ hasText: 'אין רכישה בתהליך' })).toBeVisible();
    await page.getByRole('button', { name: 'הוספה לסל' }).click();
    await expect(
      page
        .getByRole('dialog', { name: /סל הקניות/ })
        .getByRole('listitem')
        .filter({ hasText: 'KIPOD' }),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await bar.click();
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText('איך תרצו לשלם?');

    const { id } = await openPurchase(page, site, 'raam', 'raam-masa-750');
    await goToDetails(page);
    await fillDetails(page);
    // By another tab, of which this one was not told while it slept.
    await page.evaluate((uid) => {
      localStorage.purchase_done = JSON.stringify({ uid, secret: 'another tab’s', at: Date.now() });
    }, id);
    await placeOrder(page);
    await expect(title).toHaveText('הרכישה הזו הושלמה');
    await expect(title).toBeFocused();
    await expect(page).toHaveTitle(/^הרכישה הושלמה \|/);
    await page.getByRole('button', { name: /סל הקניות/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'המשך לרכישה' }).click();
    await expect(title).toHaveText('איך תרצו לשלם?');
  },
);

test(
  'the last use of a code stays with its order’s shopper: another tab’s cart still has it',
  LONG_ANY_WIDTH,
  async ({ page, ownSite: site, context }) => {
    test.slow();
    const client = new pg.Client({ connectionString: site.databaseUrl });
    await client.connect();
    await makeLastCoupon(client);
    await client.end();
    const complaints: string[] = [];
    await page.goto(`${site.origin('raam')}/product/kipod-atlas-full?variant=KP-1001-BK-M`);
    await page.getByRole('button', { name: 'הוספה לסל' }).click();
    const drawerOf = (tab: Page) => tab.getByRole('dialog', { name: /סל הקניות/ });
    const code = await couponField(drawerOf(page));
    await code.fill(LAST_COUPON);
    const answer = await hold(page, '**/api/sales/calc-cart');
    await drawerOf(page).getByRole('button', { name: 'הפעלת הקוד' }).click();
    // Another one is typed by then, and stays.
    await code.fill('ANOTHER');
    answer();
    const given = (tab: Page) => drawerOf(tab).getByRole('button', { name: new RegExp(`הסרת.*${LAST_COUPON}`) });
    await expect(given(page)).toBeVisible();
    await expect(code).toHaveValue('ANOTHER');
    const second = await newPage(context, complaints);
    await second.goto(`${site.origin('raam')}/product/kipod-atlas-full?variant=KP-1001-BK-M`);

    await drawerOf(page).getByRole('button', { name: 'המשך לרכישה' }).click();
    await page.getByRole('button', { name: 'המשך לפרטים' }).click();
    await fillDetails(page, { first: 'נגה', last: 'קופון אחרון' });
    await placeOrder(page);
    await expect(payment(page)).toBeVisible();
    await second.getByRole('button', { name: /סל הקניות/ }).click();
    const total = second.waitForResponse('**/api/sales/calc-cart');
    await drawerOf(second).getByRole('button', { name: 'הוספת כמות' }).click();
    expect(((await (await total).json()) as { errors: unknown[] }).errors).toEqual([]);
    await expect(given(second)).toBeVisible();
    await drawerOf(second).getByRole('button', { name: 'המשך לרכישה' }).click();
    await expect(payment(second)).toBeVisible();

    await payBy(page, 'approved');
    await expect(page).toHaveURL(/\/success\?order=/);
    expect(await query(site, 'select uses from coupons where code = $1', [LAST_COUPON])).toEqual([{ uses: 1 }]);
    // What was put in while the order waited for its payment was not bought by it.
    const cartOf = (tab: Page) =>
      tab.evaluate(() => JSON.parse(localStorage.cartItems).map(({ quantity }: { quantity: number }) => quantity));
    await expect.poll(() => cartOf(page)).toEqual([1]);
    expect(complaints).toEqual([]);
  },
);
