import type { Page } from '@playwright/test';
import type { PartsMake } from '#contract/catalogue/parts.ts';
import type { ProductList } from '#contract/catalogue/products.ts';
import { expectAccessible } from '../support/axe.ts';
import { ANY_WIDTH, alive, expect, test, unfold } from '../support/browser.ts';
import { request } from '../support/http.ts';
import { visitorOf } from '../support/screens.ts';
import type { Site } from '../support/site.ts';
import { query } from '../support/site-rows.ts';

test.use({ allowedConsole: [/status of (401|429)/] });

const STORE = 'raam';

/** Proves a phone on the sign-in, whose field has the focus or takes it. */
async function typeCode(page: Page, site: Site, phone: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'מספר טלפון נייד' });
  await alive(field);
  await field.fill(phone);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'קוד בן 6 ספרות' })).toBeFocused();
  const [sms] = await query(
    site,
    `select body from outbox where channel = 'sms' and recipient = $1 order by created_at desc limit 1`,
    [`+972${phone.slice(1)}`],
  );
  await page.keyboard.type(/\d{6}/.exec(String(sms?.body))?.[0] ?? '');
}

test('a full account and a refused merge lose nothing of the device; a session that ended elsewhere leaves nothing of the account on it', async ({
  page,
  site,
}) => {
  test.slow();
  const origin = site.origin(STORE);
  const host = `${STORE}.localhost`;
  const { token, product } = await visitorOf(site, STORE);
  const [account] = await query(
    site,
    `select t.customer_uid as uuid from customer_tokens t where t.token_hash = encode(sha256(convert_to($1, 'UTF8')), 'hex')`,
    [token],
  );
  const bearer = { authorization: `Bearer ${token}` };
  const { items } = (
    await request(site.port, { host, path: '/api/products/get-products?kind=VEHICLE&page_size=6' })
  ).json<ProductList>();
  const liked = items.find(({ id }) => id !== product.id)?.id ?? '';
  const makes = (await request(site.port, { host, path: '/api/products/get-parts-vehicles' })).json<PartsMake[]>();
  const vehicle = makes[0]?.vehicles[0];
  await query(
    site,
    `insert into garage_vehicles (customer_uid, vehicle_uid, year) select $1::uuid, $2::uuid, 1980 + n from generate_series(1, 20) n`,
    [account?.uuid, vehicle?.id],
  );
  const kept = (key: string) => page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key);
  const keep = (values: Record<string, unknown>) =>
    page.evaluate((all) => {
      for (const [key, value] of Object.entries(all)) localStorage.setItem(key, JSON.stringify(value));
    }, values);

  // As a sign-in leaves the device, with something in it that is no product's.
  await page.goto(`${origin}/page/terms`);
  await keep({
    favorites: ['no uuid', liked],
    garage: [{ slug: vehicle?.slug.name, name: vehicle?.name, year: 2020 }],
    favorites_to_merge: true,
  });
  await page.context().addCookies([
    { url: origin, name: 'auth._token.local', value: token, httpOnly: true },
    { url: origin, name: 'auth.signed_in', value: '1' },
  ]);
  let refused = 0;
  await page.route('**/merge-device', (route) => {
    refused++;
    return route.fulfill({ status: 429, json: { error_code: 'RATE_LIMITED', message: 'לאט', request_id: 'x' } });
  });
  await page.goto(`${origin}/page/terms`);
  await expect.poll(() => refused).toBe(1);
  expect([await kept('favorites'), await kept('favorites_to_merge')]).toEqual([['no uuid', liked], true]);
  await page.unroute('**/merge-device');
  await page.goto(`${origin}/personal-area`);
  const told = page.getByRole('status').filter({ hasText: 'נשארו רק במכשיר הזה' });
  await expect(told).toContainText('חדש בחשבון, מהמכשיר הזה: מוצר אחד ברשימת המשאלות');
  await expect(told).toContainText('דגם אחד במוסך');
  await expectAccessible(page);
  await expect.poll(() => kept('favorites_to_merge')).toBeNull();
  expect(await kept('favorites')).toEqual([liked, product.id]);
  expect(await kept('garage_left')).toMatchObject([{ year: 2020 }]);
  // Room for it.
  await page.goto(`${origin}/personal-area/garage`);
  const remove = page.getByRole('main').getByRole('button', { name: /^הסרת/ }).first();
  await alive(remove);
  await remove.press('Enter');
  await expect.poll(() => kept('garage_left')).toBeNull();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).filter({ hasText: '2020' })).toHaveCount(1);

  // Out everywhere, by another device; here the next page finds out.
  await request(site.port, { host, method: 'POST', path: '/customer/customers/logout-everywhere', headers: bearer });
  await page.goto(`${origin}/page/terms`);
  await expect.poll(() => kept('favorites')).toBeNull();
  // What was merged into it isn't told to whoever signs in next.
  expect(await page.evaluate(() => sessionStorage.getItem('merged_at_sign_in'))).toBeNull();
  expect([await kept('garage'), await kept('account_on_device')]).toEqual([null, null]);
  expect((await page.context().cookies()).filter(({ name }) => name.startsWith('auth.'))).toEqual([]);

  // Somebody else signs in on a page that has not found out.
  await page.goto(`${origin}/signup`);
  const field = page.getByRole('textbox', { name: 'מספר טלפון נייד' });
  await alive(field);
  await keep({ favorites: [liked], account_on_device: account?.uuid });
  const phone = '0540099001';
  await typeCode(page, site, phone);
  await page.getByRole('textbox', { name: 'שם פרטי' }).fill('טל');
  await page.getByRole('textbox', { name: 'שם משפחה' }).fill('עמית');
  await page.getByRole('button', { name: 'הרשמה', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('נרשמתם בהצלחה');
  await expect.poll(() => kept('favorites_to_merge')).toBeNull();
  const theirs = await query(
    site,
    'select 1 from favorites f join customers c on c.uuid = f.customer_uid where c.phone = $1',
    [`+972${phone.slice(1)}`],
  );
  expect(theirs).toEqual([]);
});

test(
  'whoever signs in on a page that another customer has left finds neither the open order nor the financing terms of that one',
  ANY_WIDTH,
  async ({ page, site }) => {
    test.slow();
    const origin = site.origin(STORE);
    const host = `${STORE}.localhost`;
    // The order was placed on another device, so that only the account has it here.
    const { token, product } = await visitorOf(site, STORE);
    await page.context().addCookies([
      { url: origin, name: 'auth._token.local', value: token, httpOnly: true },
      { url: origin, name: 'auth.signed_in', value: '1' },
    ]);
    const strip = page.getByRole('region', { name: 'הזמנה פתוחה' });
    const calculator = page.getByRole('region', { name: 'מחשבון מימון' });
    const months = calculator.getByRole('textbox', { name: 'מספר תשלומים' });
    await page.goto(`${origin}/product/${product.slug.name}`);
    await expect(strip).toContainText(product.name);
    await unfold(calculator);
    await alive(months);
    const ofPlan = await months.inputValue();
    const chosen = ofPlan === '24' ? '36' : '24';
    await months.fill(chosen);
    await months.press('Enter');
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('finance_terms'))).toContain(chosen);

    // Out everywhere, by another device. This page finds out when somebody else wants to enter, and is not loaded anew.
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await request(site.port, {
      ...{ host, method: 'POST', path: '/customer/customers/logout-everywhere' },
      headers: { authorization: `Bearer ${token}` },
    });
    const enter = page
      .getByRole('link', { name: /^שלום|אזור אישי/ })
      .filter({ visible: true })
      .first();
    await alive(enter);
    await enter.press('Enter');
    await expect(page).toHaveURL(/\/login/);
    await typeCode(page, site, '0540099002');
    await page.getByRole('dialog').getByRole('button', { name: 'להרשמה' }).click();
    await page.getByRole('textbox', { name: 'שם פרטי' }).fill('גל');
    await page.getByRole('textbox', { name: 'שם משפחה' }).fill('ברק');
    await page.getByRole('button', { name: 'הרשמה', exact: true }).click();
    await expect(page.getByRole('dialog')).toContainText('נרשמתם בהצלחה');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('main')).toContainText('גל');
    await expect(strip).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(/\/product\//);
    await expect(calculator.locator('summary')).not.toHaveCount(0);
    await unfold(calculator);
    await expect(months).toHaveValue(ofPlan);
    await expect(strip).toHaveCount(0);

    await page.getByRole('button', { name: 'המשך רכישה' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'אין רכישה בתהליך' })).toBeVisible();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  },
);
