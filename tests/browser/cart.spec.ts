import { expectAccessible } from '../support/axe.ts';
import { ANY_WIDTH, alive, expect, LONG, LONG_ANY_WIDTH, test } from '../support/browser.ts';
import { couponField, fillDetails, makeNews, payBy, placeOrder } from '../support/browser-checkout.ts';
import { linesOf, ordersOf, productOf } from '../support/site-rows.ts';

const drawerOf = (page: import('@playwright/test').Page) => page.getByRole('dialog', { name: /סל הקניות/ });
test('the cart is filled on a product’s page, changed in its drawer, bought from step 3, and empty after that', async ({
  page,
  site,
}, info) => {
  const last = `סל ${info.project.name}`;
  const product = await productOf(site, 'ofek', 'zerem-claw-phone-mount');
  await page.goto(`${site.origin('ofek')}/product/${product.slug.name}`);
  const add = page.getByRole('button', { name: 'הוספה לסל' });
  await alive(add);
  // Lines of other shapes on the device, one with an id that the server refuses: they hinder neither page nor cart.
  await page.evaluate((uuid) => {
    const other = { name: 'x', quantity: 1, price: 10 };
    localStorage.cartItems = JSON.stringify([
      { ...other, id: uuid },
      { ...other, id: '1' },
    ]);
    window.dispatchEvent(new StorageEvent('storage', { key: 'cartItems' }));
  }, crypto.randomUUID());
  await add.click();
  const drawer = drawerOf(page);
  await expect(drawer).toBeVisible();
  await expect(drawer.getByRole('button', { name: /^הסרת/ })).toHaveCount(1);
  const price = product.variants.find(({ available }) => available)?.price ?? 0;
  await drawer.getByRole('button', { name: 'הוספת כמות' }).click();
  await expect(drawer.getByText(`₪${price * 2}`).first()).toBeVisible();
  // Without a discount the subtotal would be the total once more.
  await expect(drawer.getByText('סכום ביניים')).toHaveCount(0);

  await (await couponField(drawer)).fill('אין כזה');
  await drawer.getByRole('button', { name: 'הפעלת הקוד' }).click();
  await expect(drawer.getByRole('alert').filter({ hasText: 'COUPON_UNKNOWN' })).toBeVisible();

  await drawer.getByRole('button', { name: 'המשך לרכישה' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('איך תרצו לשלם?');
  await page.getByRole('button', { name: 'המשך לפרטים' }).click();
  await fillDetails(page, { first: 'טל', last });
  await placeOrder(page);
  await payBy(page, 'approved');
  await expect(page).toHaveURL(/\/success\?order=/);

  const [order] = await ordersOf(site, last);
  expect(order).toMatchObject({ status: 'accepted', payment_status: 'paid' });
  const lines = await linesOf(site, order?.uuid);
  expect(lines.map(({ quantity }) => quantity)).toEqual([2]);
  await page.getByRole('button', { name: /סל הקניות/ }).click();
  await expect(drawerOf(page).getByText('הסל שלכם ריק')).toBeVisible();
});

test(
  'why a code was refused is told once, though its answer is also that of a quantity just changed; of changed prices each line is told',
  ANY_WIDTH,
  async ({ page, site }) => {
    await page.goto(`${site.origin('ofek')}/product/zerem-claw-phone-mount`);
    await page.getByRole('button', { name: 'הוספה לסל' }).click();
    const drawer = drawerOf(page);
    const code = await couponField(drawer);
    await expect(code).toBeVisible();
    const sent: (() => void)[] = [];
    await page.route('**/api/sales/calc-cart', async (route) => {
      await new Promise<void>((resolve) => sent.push(resolve));
      await route.continue();
    });
    await drawer.getByRole('button', { name: 'הוספת כמות' }).click();
    await code.fill('אין כזה');
    await drawer.getByRole('button', { name: 'הפעלת הקוד' }).click();
    await expect.poll(() => sent.length).toBe(2);
    for (const goOn of sent.reverse()) goOn();
    const alerts = drawer.getByRole('alert').filter({ hasText: 'COUPON_UNKNOWN' });
    await expect(alerts).toHaveCount(1);
    await expect(drawer.getByRole('button', { name: 'הפעלת הקוד' })).toBeEnabled();
    await expect(alerts).toHaveCount(1);

    await page.unroute('**/api/sales/calc-cart');
    await page.keyboard.press('Escape');
    // All in stock have one name, and were cheaper when they were put in.
    const { variants } = await productOf(site, 'ofek', 'kipod-atlas-full');
    const ids = variants.flatMap(({ available, id }) => (available ? id : [])).slice(0, 6);
    expect(ids).toHaveLength(6);
    await page.evaluate((all) => {
      const [line] = JSON.parse(localStorage.cartItems);
      localStorage.cartItems = JSON.stringify(all.map((id) => ({ ...line, id, quantity: 1, price: 1 })));
      window.dispatchEvent(new StorageEvent('storage', { key: 'cartItems' }));
    }, ids);
    await page.getByRole('button', { name: /סל הקניות/ }).click();
    await expect(drawer.getByRole('alert').filter({ hasText: 'PRICE_CHANGED' })).toHaveCount(6);
    await page.setViewportSize({ width: 800, height: 900 });
    await expect(drawer).toHaveCSS('width', '489px');
  },
);

test(
  'the drawer gives the focus back, and a removed line can be taken back',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    await page.clock.install();
    await page.goto(`${site.origin('raam')}/product/kipod-atlas-full?variant=KP-1001-BK-M`);
    await page.getByRole('button', { name: 'הוספה לסל' }).click();
    const drawer = drawerOf(page);
    // Pressed twice before it has gone, it is offered back once.
    await drawer.getByRole('button', { name: /^הסרת/ }).evaluate((button: HTMLButtonElement) => {
      button.focus();
      button.click();
      button.click();
    });
    await expect(drawer.getByText('הסל שלכם ריק')).toBeVisible();
    await expect(drawer.locator(':focus')).toContainText('הסל שלכם ריק');
    // The way to it is longer than the four seconds of a message that is only read.
    await page.clock.runFor(8_000);
    await drawer.getByRole('button', { name: 'ביטול ההסרה' }).click();
    await expect(drawer.getByRole('listitem').filter({ hasText: 'KIPOD Atlas' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    const open = page.getByRole('button', { name: /סל הקניות, פריט אחד/ });
    // In the middle of its circle, where a price that counts is drawn over its text.
    expect(await open.locator('[data-items]').evaluate((badge) => getComputedStyle(badge, '::after').position)).toBe(
      'static',
    );
    await open.click();
    await expect(drawer).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(open).toBeFocused();
  },
);

test('a quantity that can’t be saved says so', LONG_ANY_WIDTH, async ({ page, site, context, allowedConsole }) => {
  allowedConsole.push(/ERR_INTERNET_DISCONNECTED/);
  await page.goto(`${site.origin('raam')}/product/kipod-atlas-full?variant=KP-1001-BK-M`);
  await page.getByRole('button', { name: 'הוספה לסל' }).click();
  const drawer = drawerOf(page);
  await expect(drawer.getByRole('button', { name: 'המשך לרכישה' })).not.toHaveAttribute('aria-busy');
  await context.setOffline(true);
  await drawer.getByRole('button', { name: 'הוספת כמות' }).click();
  await expect(drawer.getByRole('alert').filter({ hasText: 'אירעה שגיאה בשינוי הכמות' })).toBeVisible();
  const count = drawer.getByRole('group', { name: /כמות/ }).getByRole('status');
  await expect(count).toHaveText('1');
  // Nor is a line removed; the next change of the cart has nothing to do with it, and leaves the focus alone.
  const remove = drawer.getByRole('button', { name: /^הסרת/ });
  await remove.click();
  await expect(drawer.getByRole('alert').filter({ hasText: 'אין חיבור' })).toBeVisible();
  await expect(remove).toBeFocused();
  await context.setOffline(false);
  await drawer.getByRole('button', { name: 'ניסיון נוסף' }).press('Enter');
  await expect(drawer.getByRole('button', { name: 'המשך לרכישה' })).toBeVisible();
  await expect(drawer.locator(':focus')).toContainText('סה״כ');
  const more = drawer.getByRole('button', { name: 'הוספת כמות' });
  await more.click();
  await expect(count).toHaveText('2');
  await expect(more).toBeFocused();
});

test('two quantities changed before the server has answered both count', ANY_WIDTH, async ({ page, site }) => {
  for (const goods of ['kipod-atlas-full?variant=KP-1001-BK-M', 'zerem-claw-phone-mount']) {
    await page.goto(`${site.origin('ofek')}/product/${goods}`);
    await page.getByRole('button', { name: 'הוספה לסל' }).click();
    // News of the line that was there before doesn't hide that another one was added.
    await expect(drawerOf(page)).toBeVisible();
    await expect(drawerOf(page).getByRole('button', { name: 'המשך לרכישה' })).not.toHaveAttribute('aria-busy');
    await makeNews(page);
  }
  const drawer = drawerOf(page);
  const quantities = drawer.getByRole('group', { name: /כמות/ });
  await expect(quantities).toHaveCount(2);
  await expect(drawer.getByRole('button', { name: 'המשך לרכישה' })).not.toHaveAttribute('aria-busy');
  let asked = 0;
  let secondAsked = () => {};
  const second = new Promise<void>((resolve) => {
    secondAsked = resolve;
  });
  await page.route('**/api/sales/calc-cart', async (route) => {
    asked += 1;
    if (asked === 2) secondAsked();
    await second;
    await route.continue();
  });
  for (const index of [0, 1]) await quantities.nth(index).getByRole('button', { name: 'הוספת כמות' }).click();
  await expect(drawer.getByRole('button', { name: 'המשך לרכישה' })).not.toHaveAttribute('aria-busy');
  for (const index of [0, 1]) await expect(quantities.nth(index).getByRole('status')).toHaveText('2');
  await page.reload();
  await page.getByRole('button', { name: /סל הקניות, 4/ }).click();
  await expect(drawer.getByRole('button', { name: 'המשך לרכישה' })).not.toHaveAttribute('aria-busy');
  await makeNews(page);
  await drawer.getByRole('button', { name: /^הסרת/ }).last().click();
  await expect(drawer.getByRole('button', { name: 'ביטול ההסרה' })).toBeVisible();
  // The cart was opened on this page.
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/KIPOD Atlas/);
  await expect(drawer).toBeHidden();
});

test('without a cart and without a product there is no purchase in process', LONG_ANY_WIDTH, async ({ page, site }) => {
  await page.goto(`${site.origin('raam')}/purchase`);
  await expect(page.getByRole('status').filter({ hasText: 'אין רכישה בתהליך' })).toBeVisible();
  await page.getByRole('link', { name: 'לכל הדגמים והמוצרים' }).click();
  await expect(page).toHaveURL(/\/category$/);
});

test('a wrong secret shows no order', ANY_WIDTH, async ({ page, site, allowedConsole }) => {
  allowedConsole.push(/404/);
  for (const path of ['/success?order=nothing', '/thank-you?order=nothing', '/order/nothing']) {
    const reply = await page.goto(site.origin('raam') + path);
    expect(reply?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('אופס, הדף לא נמצא');
  }
});

test(
  'the end of a purchase without an order leads to where an order is found',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    for (const path of ['/success', '/thank-you']) {
      await page.goto(site.origin('raam') + path);
      await expect(page).toHaveURL(/\/order$/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('איפה ההזמנה שלי?');
    }
    const phone = page.getByRole('textbox', { name: 'טלפון נייד' });
    await alive(phone);
    // Said by the page, in its language, and not by the browser.
    await page.getByRole('button', { name: 'שליחת קוד' }).click();
    const number = page.getByRole('textbox', { name: 'מספר הזמנה' });
    await expect(number).toBeFocused();
    await expect(number).toHaveAccessibleDescription(/מספר הזמנה נראה כך/);
    await number.fill('7K4M-29QX');
    await phone.fill('12');
    await page.getByRole('button', { name: 'שליחת קוד' }).click();
    await expect(phone).toBeFocused();
    await expect(phone).toHaveAccessibleDescription('מספר הטלפון אינו תקין');
  },
);

for (const store of ['raam', 'ofek'])
  test(`in ${store} nobody buys a size that was not chosen`, store === 'raam' ? {} : LONG, async ({ page, site }) => {
    await page.goto(`${site.origin(store)}/product/kipod-atlas-full`);
    const sizes = page.getByRole('group', { name: /^מידה:/ });
    const add = page.getByRole('button', { name: 'הוספה לסל' });
    await expect(sizes).toContainText('לא נבחרה');
    await expect(add).toHaveCount(0);
    await page.locator('#buy-actions').getByRole('link', { name: 'לבחירת מידה' }).click();
    await expect(sizes).toBeFocused();
    await expect(sizes).toHaveAccessibleDescription('בחרו מידה כדי להמשיך');
    await expect(sizes.getByText('בחרו מידה')).toBeVisible();
    await expectAccessible(page);
    // A colour says nothing of the size.
    await page.getByRole('link', { name: /^צבע: לבן/ }).click();
    await expect(page.getByRole('group', { name: 'צבע: לבן' })).toBeVisible();
    await expect(sizes).toContainText('לא נבחרה');
    await sizes.getByRole('link', { name: 'מידה: XL', exact: true }).click();
    await expect(page).toHaveURL(/\?variant=KP-1001-WH-XL$/);
    await page.reload();
    await add.click();
    const line = drawerOf(page).getByRole('listitem').filter({ hasText: 'KIPOD Atlas' });
    await expect(line).toContainText('XL');
    // From any page it opens as it lies in the cart.
    await page.goto(`${site.origin(store)}/product/kipod-atlas-full`);
    await expect(sizes).toContainText('לא נבחרה');
    await page.getByRole('button', { name: /סל הקניות, פריט אחד/ }).click();
    await line.getByRole('link', { name: /KIPOD Atlas/ }).click();
    await expect(page).toHaveURL(/\?variant=KP-1001-WH-XL$/);
    await expect(sizes).toContainText('XL');
    await expect(page.getByRole('group', { name: 'צבע: לבן' })).toBeVisible();
  });
