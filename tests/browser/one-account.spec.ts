import type { Page } from '@playwright/test';
import pg from 'pg';
import type { ProductList } from '#contract/catalogue/products.ts';
import { expectAccessible } from '../support/axe.ts';
import { alive, expect, expectErrorList, LONG, test } from '../support/browser.ts';
import { goToDetails, loseAnswer, openPurchase } from '../support/browser-checkout.ts';
import { refuseCookies } from '../support/cookies.ts';
import { request } from '../support/http.ts';
import { piece, shopper } from '../support/purchase.ts';
import { visitorOf } from '../support/screens.ts';
import type { Site } from '../support/site.ts';
import { query } from '../support/site-rows.ts';

// What the router says of links that appear while there is no connection; it asks again when one is pressed.
test.use({
  allowedConsole: [/status of (401|422)|ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch manifest patches/],
});

/** A store each, as the two widths share them out, and what is bought in it. */
const shopOf = (page: Page) =>
  (page.viewportSize()?.width ?? 0) < 600
    ? { store: 'raam', slug: 'raam-masa-450' }
    : { store: 'ofek', slug: 'raam-barak-500' };
const inMain = (page: Page) => page.getByRole('main');
const newest = async (site: Site, phone: string): Promise<string> => {
  const [sms] = await query(
    site,
    `select body from outbox where channel = 'sms' and recipient = $1 order by created_at desc limit 1`,
    [phone],
  );
  return /\d{6}/.exec(String(sms?.body))?.[0] ?? '';
};
const cookiesOf = (url: string, token: string) => [
  { url, name: 'auth._token.local', value: token, httpOnly: true },
  { url, name: 'auth.signed_in', value: '1' },
];
const press = async (page: Page, name: string | RegExp, role: 'button' | 'link' = 'button') => {
  const control = inMain(page).getByRole(role, { name }).first();
  await alive(control);
  await control.press('Enter');
};

test(
  'a sign-in over the purchase brings the device’s things and the guest’s order into the account; two devices then agree',
  LONG,
  async ({ page, site, browser }) => {
    test.slow();
    const { store, slug } = shopOf(page);
    const origin = site.origin(store);
    // An account with a favourite and an order of its own, which this device knows nothing of.
    const visitor = await visitorOf(site, store);
    const [known] = await query(
      site,
      `select phone from customers c join customer_tokens t on t.customer_uid = c.uuid where t.token_hash = encode(sha256(convert_to($1, 'UTF8')), 'hex')`,
      [visitor.token],
    );
    const phone = String(known?.phone);
    await query(site, 'delete from limit_hits');
    const client = new pg.Client({ connectionString: site.databaseUrl });
    await client.connect();
    const goods = await piece(client, { store });
    await client.end();
    const customer = { first_name: 'נועה', last_name: 'לוי', phone, email: 'noa@example.com' };
    const { order } = await shopper(site.port, store).order(goods, { customer });
    // One that waits for its payment would come before the purchase.
    const orders = [order.uuid, visitor.placed.uuid];
    await query(site, `update orders set status = 'accepted' where uuid = any($1)`, [orders]);

    // What a visitor gathers: favourites, a vehicle of one's own, something in the cart.
    const host = `${store}.localhost`;
    const path = '/api/products/get-products?kind=VEHICLE&page_size=6';
    const { items } = (await request(site.port, { host, path })).json<ProductList>();
    const liked = items
      .map(({ id }) => id)
      .filter((id) => id !== visitor.product.id)
      .slice(0, 2);
    const { cart } = await shopper(site.port, store).calculate({ cart: [{ id: goods.variant, quantity: 1 }] });
    await page.goto(`${origin}/spare-parts?model=${visitor.model}`);
    const garage = inMain(page).getByRole('region', { name: 'המוסך שלי' });
    await expect(garage.getByRole('listitem')).toHaveCount(1);
    const vehicle = (await garage.getByRole('link').first().textContent()) ?? '';
    await page.evaluate(
      ([favorites, kept]) => {
        localStorage.setItem('favorites', favorites ?? '');
        localStorage.setItem('cartItems', kept ?? '');
      },
      [JSON.stringify(liked), JSON.stringify(cart)],
    );

    await openPurchase(page, site, store, slug);
    await goToDetails(page);
    const opener = page.getByRole('link', { name: 'כניסה ומילוי הפרטים' });
    await alive(opener);
    await opener.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'מספר טלפון נייד' }).fill(`0${phone.slice(4)}`);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'קוד בן 6 ספרות' })).toBeFocused();
    await page.keyboard.type(await newest(site, phone));
    await expect(page.getByText('הזמנות קודמות שלכם נוספו לאזור האישי')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'שם פרטי' })).toHaveValue('נועה');
    await expect.poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('cartItems') ?? '[]').length)).toBe(1);

    await page.goto(`${origin}/personal-area`);
    const told = page.getByRole('status').filter({ hasText: 'חדש בחשבון, מהמכשיר הזה' });
    await expect(told).toContainText('2 מוצרים ברשימת המשאלות, דגם אחד במוסך');
    await expectAccessible(page);
    await told.getByRole('button', { name: 'הסתרת ההודעה' }).press('Enter');
    await expect(told).toBeHidden();
    await page.goto(`${origin}/personal-area/favorites`);
    await expect(inMain(page).getByRole('article')).toHaveCount(3);
    await page.goto(`${origin}/personal-area/orders/accessories`);
    await expect(inMain(page).getByRole('article')).toHaveCount(2);
    await expect(inMain(page).getByText(order.number)).toBeVisible();
    await page.goto(`${origin}/personal-area/garage`);
    await expect(inMain(page).getByRole('heading', { level: 2, name: vehicle })).toBeVisible();

    // Another device of the same person: what it takes out is gone here, too, and what it adds is here.
    const elsewhere = await browser.newContext();
    await elsewhere.addInitScript(refuseCookies);
    await elsewhere.addCookies(cookiesOf(origin, visitor.token));
    const other = await elsewhere.newPage();
    await other.goto(`${origin}/spare-parts`);
    const theirs = inMain(other).getByRole('region', { name: 'המוסך שלי' });
    const removed = other.waitForResponse(/remove-garage-vehicle/);
    await theirs.getByRole('button', { name: /^הסרת/ }).press('Enter');
    await removed;
    await expect(theirs).toBeHidden();
    await page.goto(`${origin}/spare-parts`);
    await expect(garage).toBeHidden();
    const added = other.waitForResponse(/add-garage-vehicle/);
    await other.goto(`${origin}/spare-parts?model=${visitor.model}`);
    await added;
    await page.goto(`${origin}/spare-parts`);
    await expect(garage.getByRole('listitem')).toContainText(vehicle);
    await elsewhere.close();
  },
);

test(
  'by keyboard: a first password, another one for the old, and every other device is signed out',
  LONG,
  async ({ page, site }) => {
    test.slow();
    const { store } = shopOf(page);
    const origin = site.origin(store);
    const { token } = await visitorOf(site, store);
    const email = `noa-${token.slice(0, 8).toLowerCase()}@example.com`;
    const [first, next] = ['סוס כחול אוכל מרק', 'גשם על חלון ישן'];
    const dialog = page.getByRole('dialog');
    await page.context().addCookies(cookiesOf(origin, token));

    await page.goto(`${origin}/personal-area/privacy`);
    await press(page, 'בחירת סיסמה', 'link');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('בחירת סיסמה');
    await expectAccessible(page);
    await press(page, 'הוספת דוא״ל', 'link');
    const address = page.getByRole('textbox', { name: 'דוא״ל' });
    await alive(address);
    await address.fill(email);
    await page.keyboard.press('Enter');
    await expect(page.getByText('הפרטים נשמרו')).toBeVisible();

    await page.goto(`${origin}/personal-area/privacy/password`);
    const field = page.getByLabel('סיסמה חדשה', { exact: true });
    await alive(field);
    await expect(page.getByLabel('הסיסמה הנוכחית', { exact: true })).toHaveCount(0);
    await field.fill('1234567890');
    await page.keyboard.press('Enter');
    await expect(field).toHaveAccessibleDescription(/נפוצה/);
    await expect(field).toBeFocused();
    await expectAccessible(page);
    await field.fill(first);
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('הסיסמה נשמרה');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${origin}/personal-area/privacy`);

    const call = (path: string, body: unknown, headers = {}) =>
      request(site.port, { host: `${store}.localhost`, method: 'POST', path, body, headers });
    const login = (password: string) => call('/api/customers/login', { email, password });
    const other = (await login(first)).json<{ token: string }>().token;
    await press(page, 'החלפת הסיסמה', 'link');
    const current = page.getByLabel('הסיסמה הנוכחית', { exact: true });
    await alive(current);
    await page.getByLabel('הסיסמה החדשה', { exact: true }).fill(next);
    await page.keyboard.press('Enter');
    await expect(current).toHaveAccessibleDescription('הזינו את הסיסמה הנוכחית');
    await expectErrorList(page, ['הזינו את הסיסמה הנוכחית'], current);
    await page.keyboard.type('לא הסיסמה שלי');
    await page.keyboard.press('Enter');
    await expect(current).toHaveAccessibleDescription('הסיסמה הנוכחית אינה נכונה');
    await expectErrorList(page, ['הסיסמה הנוכחית אינה נכונה'], current);
    await expectAccessible(page);
    await current.fill(first);
    // The answer is lost, and not the change: to press again is enough.
    await page.route('**/change-password', loseAnswer(site, store), { times: 1 });
    await page.keyboard.press('Enter');
    await expect(inMain(page).getByText('אין חיבור לשרת')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('הסיסמה הוחלפה');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${origin}/personal-area/privacy`);
    const isIn = async (bearer: string) =>
      (
        await request(site.port, {
          host: `${store}.localhost`,
          path: '/api/customers/get-by-token',
          headers: { authorization: `Bearer ${bearer}` },
        })
      ).status;
    expect([await isIn(token), await isIn(other)]).toEqual([200, 401]);
    expect([(await login(first)).status, (await login(next)).status]).toEqual([422, 200]);

    // A session that has been open for long can't choose a first password; the phone does.
    await query(site, 'update customers set password_hash = null where email = $1', [email]);
    await query(
      site,
      `update customer_tokens t set created_at = now() - interval '1 hour' from customers c where c.uuid = t.customer_uid and c.email = $1`,
      [email],
    );
    await page.goto(`${origin}/personal-area/privacy/password`);
    await expectAccessible(page);
    await press(page, 'כניסה עם קוד לטלפון');
    await expect(page).toHaveURL(`${origin}/login?to=%2Fpersonal-area%2Fprivacy%2Fpassword`);
  },
);

test(
  'a slow page shows its shape; without a connection nothing typed is lost, and it goes on when there is one',
  LONG,
  async ({ page, site }) => {
    const { store } = shopOf(page);
    const origin = site.origin(store);
    const { token, model } = await visitorOf(site, store);
    await page.context().addCookies(cookiesOf(origin, token));
    await page.goto(`${origin}/personal-area`);
    let answerNow = () => {};
    const held = new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    await page.route('**/personal-area/favorites.data*', async (route) => {
      await held;
      await route.continue();
    });
    const menu = page.getByRole('navigation', { name: 'אזור אישי' });
    const favorites = menu.getByRole('link', { name: 'רשימת המשאלות שלי' });
    await alive(favorites);
    await favorites.press('Enter');
    await expect(inMain(page).locator('[aria-busy=true]')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('טוענים…');
    await expectAccessible(page);
    answerNow();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('רשימת המשאלות שלי');
    await expect(inMain(page).locator('[aria-busy=true]')).toHaveCount(0);

    await page.goto(`${origin}/personal-area/edit-details/addresses`);
    await press(page, 'הוספת כתובת');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'עיר / יישוב' }).fill('כפר בלי שם');
    await dialog.getByRole('textbox', { name: 'מספר בית' }).fill('משק 3');
    await page.context().setOffline(true);
    await dialog.getByRole('button', { name: 'שמירת הכתובת' }).click();
    await expect(dialog.getByRole('alert')).toContainText('אין חיבור לשרת');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await menu.getByRole('link', { name: 'המוסך שלי' }).click();
    await expect(page.getByText('אפשר לנסות שוב כשהחיבור יחזור')).toBeVisible();
    await expect(page).toHaveURL(/addresses$/);
    await page.context().setOffline(false);
    await expect(page.getByText('החיבור לאינטרנט חזר')).toBeVisible();

    // A vehicle that the account keeps is there again, and why.
    await page.goto(`${origin}/spare-parts?model=${model}`);
    const garage = inMain(page).getByRole('region', { name: 'המוסך שלי' });
    const remove = garage.getByRole('button', { name: /^הסרת/ });
    await alive(remove);
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await remove.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'אין חיבור לשרת' })).toBeVisible();
    await expect(garage.getByRole('listitem')).toHaveCount(1);
    await page.context().setOffline(false);

    // Who is signed in finds name and phone in the notice of cancellation.
    await page.goto(`${origin}/cancellation?order=12345`);
    await expect(page.getByRole('textbox', { name: 'שם מלא' })).toHaveValue('נועה בן־דוד');
    await expect(page.getByRole('textbox', { name: 'טלפון' })).toHaveValue(/^05\d-\d{7}$/);
    await expect(page.getByRole('textbox', { name: 'מספר הזמנה' })).toHaveValue('12345');
  },
);
