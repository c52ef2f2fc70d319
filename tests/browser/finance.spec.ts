import type { Page } from '@playwright/test';
import type { QuoteReply } from '#contract/checkout/finance.ts';
import { expectAccessible } from '../support/axe.ts';
import { ANY_WIDTH, alive, expect, LONG, LONG_ANY_WIDTH, LONG_WIDE, test, unfold } from '../support/browser.ts';
import { fillDetails, openPurchase } from '../support/browser-checkout.ts';
import { oracle } from '../support/finance-oracle.ts';
import { request } from '../support/http.ts';
import { ordersOf, productOf, query } from '../support/site-rows.ts';

const LAW = 'אי־עמידה בפירעון ההלוואה עלול לגרור חיוב בריבית פיגורים והליכי הוצאה לפועל';

const calculator = (page: Page) => page.getByRole('region', { name: 'מחשבון מימון' });
const figure = (page: Page, label: string) =>
  calculator(page)
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
    .locator('dd');
const agorot = async (page: Page, label: string) => toAgorot(await figure(page, label).innerText());
const toAgorot = (text: string) => Math.round(Number(text.replace(/[^\d.]/g, '')) * 100);

async function type(page: Page, label: string, value: string): Promise<void> {
  const field = calculator(page).getByRole('textbox', { name: label, exact: true });
  await field.fill(value);
  await field.press('Enter');
}

async function open(page: Page, origin: string, slug: string): Promise<void> {
  await page.goto(`${origin}/product/${slug}`);
  const slider = calculator(page).getByRole('slider', { name: 'מקדמה' });
  await unfold(calculator(page));
  await alive(slider);
  // A figure that follows the slider tells that the calculator answers.
  // What is not laid out yet has no inner text.
  const before = (await figure(page, 'מקדמה').textContent()) ?? '';
  await slider.press('End');
  await expect(figure(page, 'מקדמה')).not.toHaveText(before);
  await slider.press('Home');
  await expect(figure(page, 'מקדמה')).toHaveText(before);
}

/** The short form of `npm run prove -- long`, which has another store and more wishes. */
const WISHES = process.env.BROWSER_TESTS ? 25 : 8;

for (const [store, slug] of [
  ['raam', 'raam-barak-1100r'],
  ['sela', undefined],
] as const)
  test(`what Chromium shows, what the API answers and exact arithmetic agree on random wishes in ${store}`, {
    tag: [ANY_WIDTH.tag, ...(store === 'raam' ? [] : [LONG.tag])],
  }, async ({ page, site }) => {
    test.setTimeout(120_000);
    const first =
      slug ??
      String(
        (
          await query(
            site,
            `select slug from products where kind = 'VEHICLE' and slug like 'sela-%' order by price_agorot desc limit 1`,
          )
        )[0]?.slug,
      );
    const product = await productOf(site, store, first);
    const variant = product.variants[0];
    await open(page, site.origin(store), `${first}?variant=${variant?.sku}`);
    const plans = new Map(product.finance_plans.map((plan) => [plan.id, plan]));
    const monthly = calculator(page).locator('output bdi');
    for (let i = 0; i < WISHES; i++) {
      const select = calculator(page).getByRole('combobox', { name: 'תוכנית מימון' });
      const id = [...plans.keys()][Math.floor(Math.random() * plans.size)] ?? '';
      if (plans.size > 1) await select.selectOption(id);
      const down = Math.floor(Math.random() * (product.price ?? 0) * 100) / 100;
      const months = Math.floor(Math.random() * 80) + 1;
      await type(page, 'סכום, ב־₪', String(down));
      await type(page, 'מספר תשלומים', String(months));
      const reply = await request(site.port, {
        host: `${store}.localhost`,
        method: 'POST',
        path: '/api/finance/quote',
        body: { variant_id: variant?.id, plan_id: id, down, months },
      });
      const { quote } = reply.json<QuoteReply>();
      const plan = plans.get(quote.plan.id);
      const exact = oracle({
        principal: Math.round((quote.price - quote.down) * 100),
        rateBp: Math.round((plan?.rate ?? 0) * 100),
        months: quote.months,
        balloon: Math.round(quote.price * (plan?.balloon ?? 0)),
        fee: Math.round((plan?.fee ?? 0) * 100),
      });
      await expect.poll(() => monthly.innerText().then(toAgorot)).toBe(exact.monthly);
      expect([
        Math.round(quote.monthly * 100),
        await agorot(page, 'סך התשלומים'),
        await agorot(page, 'עלות האשראי'),
        await agorot(page, 'ריבית שנתית אפקטיבית'),
        await agorot(page, 'מקדמה'),
      ]).toEqual([
        exact.monthly,
        exact.totalPayments,
        exact.creditCost,
        exact.effectiveBp,
        Math.round(quote.down * 100),
      ]);
    }
  });

test(
  'the figure by the price leads to the calculator, which says all that the law asks; what is out of range snaps and is told; details that are left carry the financing along',
  ANY_WIDTH,
  async ({ page, site }) => {
    await open(page, site.origin('raam'), 'raam-barak-800');
    const from = page.getByRole('link', { name: /₪1,042\.12 לחודש/ });
    await expect(page.getByRole('main').getByText(LAW)).toHaveCount(2);
    await from.click();
    await expect(page).toHaveURL(/#finance$/);
    await expect(calculator(page).getByRole('heading', { name: 'מחשבון מימון' })).toBeInViewport();
    for (const label of [
      'מחיר',
      'מקדמה',
      'סכום למימון',
      'ריבית שנתית נקובה',
      'ריבית שנתית אפקטיבית',
      'תשלום בלון בסוף התקופה',
      'דמי פתיחת תיק ושעבוד',
      'סך התשלומים',
      'עלות האשראי',
      'הגוף המממן',
      'הריביות נכונות ליום',
    ]) {
      await expect(figure(page, label), label).not.toBeEmpty();
    }
    await expect(calculator(page).getByText('להמחשה בלבד, כפוף לאישור הגוף המממן ותנאיו')).toBeVisible();
    await calculator(page).getByRole('combobox', { name: 'תוכנית מימון' }).selectOption({ index: 2 });
    await expect(figure(page, 'ריבית שנתית נקובה')).toContainText('פריים + 3.7%');
    await expect(figure(page, 'תשלום בלון בסוף התקופה')).toHaveText('₪18,870');
    await expectAccessible(page);

    // What is out of range; words change nothing.
    await calculator(page).getByRole('combobox', { name: 'תוכנית מימון' }).selectOption({ index: 0 });
    const told = calculator(page).getByRole('status').filter({ hasText: 'החישוב נעשה' });
    await type(page, 'סכום, ב־₪', '100');
    await expect(told).toContainText('המקדמה המזערית היא ⁨₪12,580⁩');
    await expect(calculator(page).getByRole('textbox', { name: 'סכום, ב־₪' })).toHaveAccessibleDescription(
      /המקדמה המזערית היא/,
    );
    await expect(calculator(page).getByRole('textbox', { name: 'סכום, ב־₪' })).toHaveValue('12,580');
    await type(page, 'אחוז מהמחיר', '95%');
    await expect(told).toContainText('המקדמה המרבית היא ⁨₪50,320⁩');
    await type(page, 'אחוז מהמחיר', '50');
    await expect(told).toHaveCount(0);
    await expect(calculator(page).getByRole('textbox', { name: 'סכום, ב־₪' })).toHaveValue('31,450');
    await type(page, 'מספר תשלומים', '1000000000000');
    await expect(told).toContainText('ל־60 תשלומים לכל היותר');
    await type(page, 'מספר תשלומים', '<script>');
    await expect(calculator(page).getByRole('textbox', { name: 'מספר תשלומים' })).toHaveValue('60');

    await type(page, 'מספר תשלומים', '36');
    await calculator(page)
      .getByRole('checkbox', { name: /לרכוש במימון/ })
      .check();
    await expect(page).toHaveURL(/[?&]quote=/);
    const name = 'מתעניין בתשלומים';
    await page.getByRole('textbox', { name: 'שם מלא' }).fill(name);
    await page.getByRole('textbox', { name: 'טלפון' }).fill('052-7654321');
    await page
      .getByRole('region')
      .filter({ has: page.getByRole('textbox', { name: 'שם מלא' }) })
      .locator('button[type=submit]')
      .click();
    await expect(page.getByText('הפרטים התקבלו, תודה!')).toBeVisible();
    const [lead] = await query(site, 'select finance_quote from leads where name = $1', [name]);
    expect(lead?.finance_quote).toMatchObject({ months: 36, price: 62_900 });
  },
);

test(
  'by the keyboard alone: from a monthly return to the payments, funding, and on to the purchase',
  LONG,
  async ({ page, site }, info) => {
    test.setTimeout(120_000);
    const store = info.project.name === 'phone' ? 'raam' : 'ruach';
    const slug = info.project.name === 'phone' ? 'raam-barak-800' : 'ruach-maxi-300';
    const product = await productOf(site, store, slug);
    const last = `מימון ${info.project.name}`;
    await open(page, site.origin(store), slug);
    await calculator(page).getByRole('radio', { name: 'מספר תשלומים' }).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(calculator(page).getByRole('radio', { name: 'החזר חודשי' })).toBeChecked();
    await page.keyboard.press('Tab');
    await expect(calculator(page).getByRole('textbox', { name: /החזר חודשי רצוי/ })).toBeFocused();
    await page.keyboard.press('Tab');
    const slider = calculator(page).getByRole('slider', { name: 'החזר חודשי' });
    await expect(slider).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    const longest = product.finance_plans[0]?.months_max ?? 0;
    await expect(calculator(page).locator('output')).toContainText(`${longest - 12} תשלומים`);
    const shown = await calculator(page).locator('output bdi').innerText();

    // Past what folds the figures.
    if (info.project.name === 'phone') await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(calculator(page).getByText('התנאים נשמרו')).toBeVisible();
    await expect(page).toHaveURL(/[?&]quote=[0-9a-f-]{36}/);
    await expectAccessible(page);
    await page.reload();
    await expect(calculator(page).locator('output bdi')).toHaveText(shown);
    await expect(page.getByText('תנאי המימון שקבעתם יצורפו לפנייה')).toBeVisible();
    await calculator(page).getByRole('link', { name: 'המשך לרכישה במימון' }).focus();
    await page.keyboard.press('Enter');

    for (const button of ['המשך לתוספות', 'המשך לאמצעי תשלום']) {
      await page.getByRole('button', { name: button }).focus();
      await page.keyboard.press('Enter');
    }
    await expect(page.getByRole('radio', { name: /בקשת מימון/ })).toBeChecked();
    await expect(page.locator('output bdi')).toHaveText(shown);
    // Beside nothing to pay now a deposit would read as a payment.
    await expect(page.getByRole('region', { name: 'סיכום ההזמנה' })).not.toContainText('דמי שריון');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'המשך לפרטים' }).click();
    // Nothing is paid here.
    await expect(page.getByRole('button', { name: 'המשך לתשלום' })).toHaveCount(0);
    const phone = `052${String(Date.now()).slice(-7)}`;
    await fillDetails(page, { first: 'נועה', last, phone });
    await page.getByRole('checkbox', { name: /קראתי ואישרתי/ }).check();
    await page.getByRole('button', { name: 'שליחת ההזמנה' }).click();
    // Nothing is paid now, so that a guest's phone is proved before goods are held.
    const code = page.getByRole('textbox', { name: 'קוד בן 6 ספרות' });
    await expect(code).toBeFocused();
    await expect(page.getByRole('heading', { name: 'אימות מספר הטלפון' })).toBeVisible();
    await expectAccessible(page);
    expect(await ordersOf(site, last)).toEqual([]);
    const [sms] = await query(site, 'select body from outbox where recipient = $1', [`+972${phone.slice(1)}`]);
    await code.fill(/\d{6}/.exec(String(sms?.body))?.[0] ?? '');
    await expect(page).toHaveURL(/\/thank-you\?order=/);
    await expect(page.getByText(`${longest - 12} תשלומים של ${shown}`)).toBeVisible();
    await expect(page.getByRole('main').getByText(LAW)).toBeVisible();
    const [order] = await ordersOf(site, last);
    expect(order).toMatchObject({ payment_method: 'financing', due_agorot: '0' });
    expect(order?.finance_quote).toMatchObject({ months: longest - 12, monthly: toAgorot(shown) / 100 });
  },
);

test('what is ticked on the vehicle’s page is marked in a purchase by way of the cart, on its terms, until another way is chosen', async ({
  page,
  site,
}) => {
  await open(page, site.origin('raam'), 'raam-barak-800');
  await type(page, 'מספר תשלומים', '36');
  const wanted = calculator(page).getByRole('checkbox', { name: /לרכוש במימון/ });
  await wanted.check();
  await expect(calculator(page).getByText('התנאים נשמרו')).toBeVisible();
  const shown = await calculator(page).locator('output bdi').innerText();
  await page.locator('.product-buy').getByRole('button', { name: 'הוספה לסל' }).click();
  await page
    .getByRole('dialog', { name: /סל הקניות/ })
    .getByRole('button', { name: 'המשך לרכישה' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('איך תרצו לשלם?');
  const financed = page.getByRole('radio', { name: /בקשת מימון/ });
  await expect(financed).toBeChecked();
  await expect(page.locator('output bdi')).toHaveText(shown);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'המשך לפרטים' }).click();
  await expect(page.getByRole('button', { name: 'המשך לאישור' })).toBeVisible();
  await page.goBack();

  const card = page.getByRole('radio', { name: /כרטיס אשראי/ });
  await card.check();
  await page.reload();
  await expect(card).toBeChecked();

  // The page shows what goes along.
  await page.goto(`${site.origin('raam')}/product/raam-barak-800`);
  await expect(wanted).toBeChecked();
  await expect(calculator(page).locator('output bdi')).toHaveText(shown);
});

test(
  'a reload where the code of an order without payment is typed comes back to it: no second message, and the code is good',
  LONG_WIDE,
  async ({ page, site }, info) => {
    test.setTimeout(120_000);
    const [store, slug] = info.project.name === 'phone' ? ['raam', 'raam-barak-800'] : ['ruach', 'ruach-maxi-300'];
    const last = `טעינה ${info.project.name}`;
    const phone = `052${String(Date.now()).slice(-7)}`;
    // Before each message; within a minute the server sends no second one in any case.
    const asked: string[] = [];
    page.on('request', (request) => /check-otp-rate-limit/.test(request.url()) && asked.push(request.url()));
    await openPurchase(page, site, store, slug);
    await page.getByRole('button', { name: 'המשך לתוספות' }).click();
    await page.getByRole('button', { name: 'המשך לאמצעי תשלום' }).click();
    await page.getByRole('radio', { name: /בקשת מימון/ }).check();
    await page.getByRole('button', { name: 'המשך לפרטים' }).click();
    const details = { first: 'נועה', last, phone };
    await fillDetails(page, details);
    const terms = page.getByRole('checkbox', { name: /קראתי ואישרתי/ });
    await terms.check();
    const send = page.getByRole('button', { name: 'שליחת ההזמנה' });
    await send.click();
    const code = page.getByRole('textbox', { name: 'קוד בן 6 ספרות' });
    await expect(code).toBeFocused();
    const messages = () => query(site, 'select body from outbox where recipient = $1', [`+972${phone.slice(1)}`]);
    const [message] = await messages();

    await page.reload();
    await expect(code).toBeFocused();
    await expect(page.getByText(`נועה ${last}`)).toBeVisible();
    // What is another order by now is consented to anew.
    const buy = (quantity: number) =>
      page.evaluate((quantity) => {
        for (const storage of [localStorage, sessionStorage])
          storage.purchase_choice = JSON.stringify({ ...JSON.parse(storage.purchase_choice), quantity });
      }, quantity);
    await buy(2);
    await page.reload();
    await expect(page.getByText('כמות: 2')).toBeVisible();
    await expect(code).toHaveCount(0);
    await buy(1);
    await page.reload();
    await expect(code).toBeFocused();
    // Back to the form is the form, also after a reload; what was typed is there.
    await page.getByRole('button', { name: 'שינוי הפרטים' }).click();
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'שם משפחה' })).toHaveValue(last);
    await expect(code).toHaveCount(0);
    await fillDetails(page, details, 'keep');
    await expect(terms).toBeChecked();
    await send.click();
    await expect(code).toBeFocused();
    expect(await messages()).toEqual([message]);
    expect(asked).toHaveLength(1);
    await code.fill(/\d{6}/.exec(String(message?.body))?.[0] ?? '');
    await expect(page).toHaveURL(/\/thank-you\?order=/);
    const [order] = await ordersOf(site, last);
    expect(order).toMatchObject({ payment_method: 'financing', due_agorot: '0' });
  },
);

test.describe('without a connection or with an old link', () => {
  test.use({ allowedConsole: [/404|ERR_INTERNET_DISCONNECTED/] });

  test(
    'is told, trying again keeps the terms, and what was not kept goes along with nothing',
    LONG_ANY_WIDTH,
    async ({ page, site, context }) => {
      const { id } = await productOf(site, 'raam', 'raam-barak-800');
      const quoted = () => new URL(page.url()).searchParams.has('quote');
      await page.goto(`${site.origin('raam')}/product/raam-barak-800?quote=00000000-0000-4000-8000-000000000000`);
      await expect(calculator(page).getByText('ההצעה שנשמרה כבר אינה בתוקף')).toBeVisible();
      await expect.poll(quoted).toBe(false);
      await unfold(calculator(page));
      await context.setOffline(true);
      const funded = calculator(page).getByRole('checkbox', { name: /לרכוש במימון/ });
      await funded.check();
      await expect(calculator(page).getByText(/התנאים לא נשמרו\. אין חיבור/)).toBeVisible();
      await context.setOffline(false);
      await calculator(page).getByRole('button', { name: 'ניסיון נוסף' }).press('Enter');
      await expect(calculator(page).getByText('התנאים נשמרו')).toBeVisible();
      await expect(funded).toBeFocused();
      await expect.poll(quoted).toBe(true);
      // What goes along with details and purchase is never an offer of other terms than those shown.
      await page.route('**/api/finance/quote', (route) => route.abort('internetdisconnected'));
      await type(page, 'מספר תשלומים', '36');
      await expect(calculator(page).getByText(/התנאים לא נשמרו/)).toBeVisible();
      await expect.poll(quoted).toBe(false);
      await expect(page.getByText('תנאי המימון שקבעתם יצורפו לפנייה')).toHaveCount(0);
      await page.unroute('**/api/finance/quote');
      await calculator(page).getByRole('button', { name: 'ניסיון נוסף' }).click();
      await expect.poll(quoted).toBe(true);
      // A link that can't be read now is kept for a time when it can.
      await page.route('**/api/finance/get-quote/*', (route) => route.abort('internetdisconnected'));
      await page.reload();
      await expect(calculator(page).getByText('ההצעה שנשמרה לא נטענה')).toBeVisible();
      expect(quoted()).toBe(true);
      await page.goto(page.url().replace(/.*\?/, `${site.origin('raam')}/purchase?uid=${id}&`));
      const toast = page.getByRole('alert').filter({ hasText: 'הצעת המימון לא נטענה' });
      await expect(toast).toBeVisible();
      await page.unroute('**/api/finance/get-quote/*');
      await toast.getByRole('button', { name: 'ניסיון נוסף' }).click();
      await expect.poll(() => page.evaluate(() => JSON.parse(localStorage.purchase_choice).method)).toBe('financing');
    },
  );
});

test('before scripts, or without them, a form gives the figures', ANY_WIDTH, async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.origin('raam')}/product/raam-barak-800`);
  await expect(calculator(page).locator('output bdi')).toHaveText('₪1,042.12');
  await unfold(calculator(page));
  await calculator(page).getByRole('textbox', { name: 'סכום, ב־₪' }).fill('20,000');
  await calculator(page).getByRole('textbox', { name: 'מספר תשלומים' }).fill('36');
  await calculator(page).getByRole('button', { name: 'חישוב' }).click();
  const exact = oracle({ principal: 4_290_000, rateBp: 890, months: 36, balloon: 0, fee: 0 });
  await expect.poll(() => calculator(page).locator('output bdi').innerText().then(toAgorot)).toBe(exact.monthly);
  await context.close();
});
