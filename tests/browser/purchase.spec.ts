import { ANY_WIDTH, alive, expect, expectErrorList, test, WIDE } from '../support/browser.ts';
import {
  declineUntilClosed,
  fillDetails,
  goToDetails,
  openPurchase,
  payBy,
  placeOrder,
} from '../support/browser-checkout.ts';
import { request } from '../support/http.ts';
import { shopper } from '../support/purchase.ts';
import { linesOf, ordersOf, paymentsOf, query } from '../support/site-rows.ts';

/** Two stores: one with the new form of step 4, one with the old. */
const storeOf = (project: string) =>
  project === 'phone' ? { store: 'raam', slug: 'raam-barak-500' } : { store: 'ruach', slug: 'ruach-maxi-300' };

test(
  'a vehicle with an extra is bought as a guest, and the order is in the database',
  WIDE,
  async ({ page, site }, info) => {
    const { store, slug } = storeOf(info.project.name);
    const last = `כהן ${info.project.name}`;
    const product = await openPurchase(page, site, store, slug);
    const variant = product.variants.filter(({ available }) => available).at(-1);
    const colour = variant?.types.find(({ type }) => type === 'COLOR')?.value_name ?? '';
    await page.getByRole('radio', { name: colour }).check({ force: true });
    await page.getByRole('button', { name: 'המשך לתוספות' }).click();

    const wayOn = page.getByRole('button', { name: 'המשך לאמצעי תשלום' });
    await expect(wayOn).toBeInViewport({ ratio: 1 });
    await page
      .getByRole('button', { name: /הוספה לרכישה/ })
      .first()
      .click();
    await expect(page.getByRole('button', { name: /^הסרה: / })).toHaveCount(1);
    await wayOn.click();

    await page.getByRole('radio', { name: /תשלומים ללא ריבית/ }).check();
    await page.getByRole('combobox', { name: 'מספר תשלומים' }).selectOption('3');
    const summary = page.getByRole('region', { name: 'סיכום ההזמנה' });
    await expect(summary).toContainText('סה״כ לפני עלויות המסירה');
    await expect(summary).toContainText(/לתשלום בסניף\s*₪[\d,]+/);
    await page.getByRole('button', { name: 'המשך לפרטים' }).click();
    await fillDetails(page, { first: 'דנה', last });
    await expect(summary).not.toContainText('לפני עלויות המסירה');
    await expect(page.getByRole('button', { name: /^לתשלום ב־3 תשלומים של .*₪/ })).toBeVisible();
    await placeOrder(page);
    await payBy(page, 'approved');

    await expect(page).toHaveURL(/\/success\?order=/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('ההזמנה התקבלה');
    const [order] = await ordersOf(site, last);
    await expect(page.getByText(String(order?.number))).toBeVisible();
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    expect(order).toMatchObject({
      status: 'accepted',
      payment_status: 'paid',
      payments_count: 3,
      phone: '+972501234567',
    });
    const lines = await linesOf(site, order?.uuid);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({ variant_uid: variant?.id, quantity: 1, sku: variant?.sku });
    const payments = await paymentsOf(site, order?.uuid);
    expect(payments).toHaveLength(1);
    expect(payments[0]).toMatchObject({ status: 'paid', amount_agorot: order?.total_agorot, last4: '0000' });

    // What was in process is done with, and the page can be opened again by its link.
    expect(await page.evaluate(() => localStorage.getItem('purchase_product_uid'))).toBeNull();
    // Its secret is in a cookie, and not in the address.
    const number = new URL(page.url()).searchParams.get('order');
    expect(number).toBe(order?.number);
    const secret = (await page.context().cookies()).find(({ name }) => name === `order.${number}`)?.value;
    await page.goto(`${site.origin(store)}/order/${secret}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('ההזמנה התקבלה');

    // On paper it says whose it is, and a page's end tears no step: in a grid the next one would lie over it.
    await page.emulateMedia({ media: 'print' });
    const main = page.getByRole('main');
    await expect(main.getByText(store === 'raam' ? 'רעם' : 'רוח', { exact: true })).toBeVisible();
    await expect(main.getByText(/ח״פ/)).toBeVisible();
    const steps = main.getByRole('region', { name: /^עד ש/ }).getByRole('listitem');
    await expect(steps.first()).toHaveCSS('break-inside', 'avoid');
    const grids = await steps.first().evaluate((step) => {
      const above: string[] = [];
      for (let part = step.parentElement; part && part.tagName !== 'MAIN'; part = part.parentElement)
        above.push(getComputedStyle(part).display);
      return above.filter((display) => display !== 'block');
    });
    expect(grids).toEqual([]);
  },
);

test('a declined card leaves the order unpaid, and another card pays it', ANY_WIDTH, async ({ page, site }, info) => {
  const { store, slug } = storeOf(info.project.name);
  const last = `דחוי ${info.project.name}`;
  await openPurchase(page, site, store, slug);
  await goToDetails(page);
  await fillDetails(page, { first: 'אבי', last });
  await placeOrder(page);

  // What takes the frame's place, and the frame that comes back, have the focus that the former one had.
  const part = page.getByRole('region', { name: 'תשלום מאובטח' });
  await page.frameLocator('iframe').getByRole('button', { name: 'ביטול וחזרה לחנות' }).click();
  await expect(part.getByRole('status').filter({ hasText: 'התשלום הופסק' })).toBeVisible();
  await expect(part).toBeFocused();
  await part.getByRole('button', { name: 'חזרה לתשלום' }).click();
  await expect(part.locator('iframe')).toHaveCSS('height', '800px');
  await expect(part).toBeFocused();
  // What the gateway says of a refused card stands at its top, below the shop's header.
  await payBy(page, 'declined');
  await expect(page.frameLocator('iframe').getByText('לא בוצע חיוב', { exact: false })).toBeVisible();
  const headerEnd = () => page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().bottom);
  const frameStart = () => part.locator('iframe').evaluate((frame) => frame.getBoundingClientRect().top);
  await expect.poll(async () => (await frameStart()) >= (await headerEnd())).toBe(true);
  const refusal = page.getByText('התשלום לא אושר. אפשר לנסות שוב', { exact: false });
  await declineUntilClosed(page, refusal);
  await expect(refusal).toBeVisible();
  await expect(part).toBeFocused();
  const [unpaid] = await ordersOf(site, last);
  expect(unpaid).toMatchObject({ status: 'payment', paid_at: null, stock_held: true });

  // While a payment is in doubt it is not said that the last one was declined and may be made again.
  const setDoubt = (reason: string | null) =>
    query(site, `update payments set review_reason = $2 where order_uid = $1 and status = 'pending'`, [
      unpaid?.uuid,
      reason,
    ]);
  await setDoubt('wrong sum');
  await expect(part.getByRole('status').filter({ hasText: 'התשלום בבדיקה' })).toBeVisible();
  await expect(refusal).toBeHidden();
  await setDoubt(null);
  await expect(part.locator('iframe')).toBeVisible();

  await payBy(page, 'approved');
  await expect(page).toHaveURL(/\/success\?order=/);
  const [paid] = await ordersOf(site, last);
  expect(paid).toMatchObject({ uuid: unpaid?.uuid, status: 'accepted', payment_status: 'paid' });
  const payments = await paymentsOf(site, paid?.uuid);
  expect(payments.map(({ status }) => status)).toEqual(['cancelled', 'failed', 'paid']);
});

test('a price that changed on the way is shown and asked for again', async ({ page, site, allowedConsole }, info) => {
  allowedConsole.push(/422/);
  const { store, slug } = {
    raam: { store: 'raam', slug: 'raam-masa-750' },
    ruach: { store: 'ruach', slug: 'ruach-via-125' },
  }[storeOf(info.project.name).store as 'raam' | 'ruach'];
  const last = `מחיר ${info.project.name}`;
  const product = await openPurchase(page, site, store, slug);
  await goToDetails(page);
  await fillDetails(page, { first: 'רון', last });
  const [before] = await query(
    site,
    'update products set price_agorot = price_agorot + 10000 where uuid = $1 returning price_agorot',
    [product.id],
  );
  await placeOrder(page);

  const notice = page.getByRole('alertdialog', { name: 'הסכום לתשלום השתנה' });
  await expect(notice).toBeFocused();
  await expect(notice).toContainText(product.name);
  expect(await ordersOf(site, last)).toEqual([]);
  await notice.getByRole('button', { name: 'אישור הסכום החדש' }).click();
  await expect(page.getByRole('heading', { name: 'תשלום מאובטח' })).toBeVisible();
  const [order] = await ordersOf(site, last);
  expect(order?.lines_agorot).toEqual(before?.price_agorot);
});

test(
  'an answer that got lost leads to the same order, also after a reload',
  ANY_WIDTH,
  async ({ page, site, allowedConsole }, info) => {
    allowedConsole.push(/ERR_FAILED|ERR_CONNECTION|net::/);
    const { store, slug } = storeOf(info.project.name);
    const last = `אבוד ${info.project.name}`;
    await openPurchase(page, site, store, slug);
    await goToDetails(page);
    await fillDetails(page, { first: 'גל', last });
    await page.route('**/api/orders/create', async (route) => {
      // Meanwhile nothing can be changed.
      await page.locator('[inert][aria-busy=true] form[aria-label="אישור ותשלום"]').waitFor();
      const { 'content-length': _, ...headers } = await route.request().allHeaders();
      await request(site.port, {
        host: `${store}.localhost`,
        method: 'POST',
        path: '/api/orders/create',
        headers,
        body: route.request().postData() ?? '',
      });
      await route.abort();
    });
    await placeOrder(page);
    await expect(page.getByRole('heading', { name: 'ההזמנה עוד לא הושלמה' })).toBeVisible();
    await page.unroute('**/api/orders/create');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'תשלום מאובטח' })).toBeVisible();
    expect(await ordersOf(site, last)).toHaveLength(1);

    await page.reload();
    await expect(page.getByRole('heading', { name: 'תשלום מאובטח' })).toBeVisible();
    await payBy(page, 'approved');
    await expect(page).toHaveURL(/\/success\?order=/);
    expect(await ordersOf(site, last)).toHaveLength(1);
  },
);

test(
  'steps that are not reached yet are closed; Back, reload and the link of a product that is gone keep place and choices',
  ANY_WIDTH,
  async ({ page, site, allowedConsole }, info) => {
    allowedConsole.push(/404/);
    const { store, slug } = storeOf(info.project.name);
    const product = await openPurchase(page, site, store, slug);
    const steps = page.getByRole('navigation', { name: 'שלבי הרכישה' });
    await expect(steps.getByRole('link', { name: 'פרטים' })).toHaveAttribute('aria-disabled', 'true');
    await page.goto(`${site.origin(store)}/purchase?uid=${product.id}&step=4`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name);

    await goToDetails(page);
    await page.getByRole('textbox', { name: 'שם פרטי' }).fill('מיכל');
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'שם פרטי' })).toHaveValue('מיכל');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('איך תרצו לשלם?');
    await steps.getByRole('link', { name: /המוצר/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name);

    await page.goto(`${site.origin(store)}/purchase?uid=${crypto.randomUUID()}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('המוצר אינו זמין יותר');
    await alive(page.getByRole('main').getByRole('link', { name: 'לכל הדגמים והמוצרים' }));
    // A link that names none continues the purchase in process.
    const reply = await page.goto(`${site.origin(store)}/purchase?uid=`);
    expect(reply?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name);
    await expect(steps.getByRole('link', { name: 'פרטים' })).not.toHaveAttribute('aria-disabled', 'true');
  },
);

test('details are checked field by field; the summary of errors, or why the server refuses, takes the focus', async ({
  page,
  site,
  allowedConsole,
}, info) => {
  allowedConsole.push(/422/);
  const { store, slug } = storeOf(info.project.name);
  const product = await openPurchase(page, site, store, slug);
  await goToDetails(page);
  const phone = page.getByRole('textbox', { name: 'טלפון נייד' });
  await phone.fill('12345');
  await phone.blur();
  await expect(phone).toHaveAccessibleDescription(/מספר הטלפון אינו תקין/);
  await page.getByRole('button', { name: /^המשך ל(תשלום|אישור)|^לתשלום/ }).click();
  const faults = [/^הזינו שם פרטי/, /^הזינו שם משפחה/, /^מספר הטלפון אינו תקין/, /^הזינו כתובת דוא״ל/, /^בחרו סניף/];
  // On one page with the payment, the terms are asked for at once.
  if (info.project.name === 'desktop') faults.push(/^כדי להמשיך יש לאשר/);
  await expectErrorList(page, faults, page.getByRole('textbox', { name: 'שם פרטי' }));

  // More unpaid orders than a phone may have.
  const held = '050-7654321';
  const shop = shopper(site.port, store);
  const variant = product.variants.find(({ available }) => available)?.id ?? '';
  await query(site, 'update variants set stock = stock + 9 where uuid = $1', [variant]);
  const goods = { variant, product: product.id, store, price: product.price ?? 0 };
  const customer = { first_name: 'דנה', last_name: 'לוי', phone: held, email: 'dana@example.com' };
  for (let open = 0; open < 5; open++) await shop.order(goods, { customer });
  await fillDetails(page, { first: 'דנה', last: 'לוי', phone: held });
  await placeOrder(page);
  const refusal = page.getByRole('alert').filter({ hasText: 'הזמנות' });
  await expect(refusal).toBeVisible();
  await expect(refusal).toBeFocused();
});
