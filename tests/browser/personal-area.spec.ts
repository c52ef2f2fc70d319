import type { Locator, Page, Route } from '@playwright/test';
import sharp from 'sharp';
import type { Product, ProductList } from '#contract/catalogue/products.ts';
import { expectAccessible } from '../support/axe.ts';
import { alive, expect, expectErrorList, hold, LONG, test } from '../support/browser.ts';
import { request } from '../support/http.ts';
import { visitorOf } from '../support/screens.ts';
import type { Site } from '../support/site.ts';
import { query } from '../support/site-rows.ts';

test.use({ allowedConsole: [/status of (401|403|404|422)|ERR_CONNECTION_FAILED/] });

const STORE = 'raam';

async function signedIn(page: Page, site: Site) {
  const visitor = await visitorOf(site, STORE);
  const url = site.origin(STORE);
  await page.context().addCookies([
    { url, name: 'auth._token.local', value: visitor.token, httpOnly: true },
    { url, name: 'auth.signed_in', value: '1' },
  ]);
  return { url, visitor };
}

/** The sign-in of an order's customer was long ago. */
const STALE = `update customer_tokens set created_at = now() - interval '16 minutes'
  where customer_uid = (select customer_uid from orders where uuid = $1)`;

/** The last one-time code that was sent to a phone. */
async function codeOf(site: Site, phone: string): Promise<string> {
  const last = `select body from outbox where about = 'code' and recipient = $1 order by created_at desc limit 1`;
  const [sms] = await query<{ body: string }>(site, last, [phone]);
  return /\d{6}/.exec(sms?.body ?? '')?.[0] ?? '';
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'אזור אישי' });
const press = async (page: Page, role: 'button' | 'link', name: string | RegExp, within?: 'dialog') => {
  const part = (within ? page.getByRole(within) : page.getByRole('main')).getByRole(role, { name }).first();
  await alive(part);
  await part.focus();
  await page.keyboard.press('Enter');
};

test(
  'by keyboard alone: addresses with completion, one main; each page of the area accessible',
  LONG,
  async ({ page, site }) => {
    test.slow();
    await query(
      site,
      `insert into settlements (code, name, key) values (4000, 'חיפה', 'חיפה'), (7000, 'חדרה', 'חדרה') on conflict do nothing`,
      [],
    );
    await query(
      site,
      `insert into streets (settlement_code, code, name, key) values (4000, 101, 'הרצל', 'הרצל') on conflict do nothing`,
      [],
    );
    const { url } = await signedIn(page, site);
    await page.goto(`${url}/personal-area/edit-details/addresses`);
    await expect(page.getByRole('heading', { name: 'עוד אין כתובות' })).toBeVisible();
    await expectAccessible(page);

    await press(page, 'button', 'הוספת כתובת');
    const dialog = page.getByRole('dialog');
    const city = dialog.getByRole('combobox', { name: 'עיר / יישוב' });
    await city.focus();
    await page.keyboard.type('חי');
    await expect(dialog.getByRole('option', { name: 'חיפה' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(city).toHaveValue('חיפה');
    await page.keyboard.press('Tab');
    await page.keyboard.type('הר');
    await expect(dialog.getByRole('option', { name: 'הרצל' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('option')).toHaveCount(0);
    await press(page, 'button', 'שמירת הכתובת', 'dialog');
    await expectErrorList(dialog, ['הזינו מספר בית או משק'], dialog.getByRole('textbox', { name: 'מספר בית' }));
    await expectAccessible(page);
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    await expect(page.getByText('הר 7, חיפה')).toBeVisible();
    await expect(page.getByText('כתובת ראשית')).toBeVisible();

    // What is on no list may be typed.
    await press(page, 'button', 'הוספת כתובת');
    await dialog.getByRole('combobox', { name: 'עיר / יישוב' }).fill('כפר בלי שם');
    await dialog.getByRole('textbox', { name: 'מספר בית' }).fill('משק 3');
    await dialog.getByRole('checkbox', { name: 'כתובת ראשית למשלוחים' }).check();
    // Its answer finds the dialog as it was left: no other address is in it by then.
    const saved = await hold(page, '**/add-address');
    await press(page, 'button', 'שמירת הכתובת', 'dialog');
    await expect(dialog.getByRole('button', { name: 'שמירת הכתובת' })).toHaveAttribute('aria-busy', 'true');
    await dialog.getByRole('button', { name: 'סגירה' }).click();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    saved();
    const main = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByText('כתובת ראשית', { exact: true }) });
    await expect(main).toContainText('משק 3, כפר בלי שם');
    await expectAccessible(page);
    // What is pressed while another change is on its way is done after it.
    const changed = await hold(page, '**/set-main-address/*');
    await press(page, 'button', /^הפיכה לראשית: הר 7/);
    await press(page, 'button', /^מחיקה: משק 3/);
    await press(page, 'button', 'מחיקה', 'dialog');
    changed();
    await expect(main).toContainText('הר 7, חיפה');
    await expect(page.getByText('משק 3')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

    for (const path of ['', '/edit-details/general', '/edit-details/payments', '/garage', '/saved', '/privacy']) {
      await page.goto(`${url}/personal-area${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(menu(page).locator('[aria-current]')).toHaveCount(1);
      await expectAccessible(page);
    }
  },
);

test('picture, payments, an unpaid order is cancelled, consent, download, account deleted', async ({ page, site }) => {
  test.slow();
  const { url, visitor } = await signedIn(page, site);
  await page.goto(`${url}/personal-area/edit-details/general`);
  // Who has gone elsewhere before the answer stays there.
  const answer = await hold(page, '**/customer/customers/update');
  await page.getByRole('textbox', { name: 'שם פרטי' }).fill('רותי');
  await press(page, 'button', 'שמירה');
  await menu(page).getByRole('link', { name: 'רשימת המשאלות שלי' }).click();
  await expect(page).toHaveURL(/favorites$/);
  answer();
  await expect(page.getByText('הפרטים נשמרו')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL(/favorites$/);

  await page.goto(`${url}/personal-area/edit-details/general`);
  const file = page.locator('input[type=file]');
  await alive(file);
  const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'orange' } })
    .png()
    .toBuffer();
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await expect(page.getByRole('alert').filter({ hasText: 'אי אפשר לקרוא את התמונה' })).toBeVisible();
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
  const shown = page.getByRole('img', { name: 'התמונה שלי' });
  await expect(shown).toBeVisible();
  expect(await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(512);
  await press(page, 'button', 'הסרת התמונה');
  await expect(shown).toHaveCount(0);
  await expect(file).toBeFocused();

  await press(page, 'button', 'החלפת המספר');
  const dialog = page.getByRole('dialog', { name: 'החלפת מספר הטלפון' });
  await expect(dialog.getByRole('textbox', { name: 'מספר טלפון נייד' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('0529876501');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'קוד בן 6 ספרות' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(await codeOf(site, '+972529876501'));
  await expect(page.getByText('מספר הטלפון הוחלף')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'החלפת המספר' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'טלפון' })).toContainText('052-9876501');

  await page.goto(`${url}/personal-area/edit-details/payments`);
  await expect(page.getByRole('region', { name: 'מחכים לתשלום' }).getByRole('listitem')).toHaveCount(1);
  await press(page, 'link', /^הזמנה/);
  await expect(page).toHaveURL(/order-details/);
  await expectAccessible(page);
  await press(page, 'button', 'ביטול ההזמנה');
  await press(page, 'button', 'ביטול ההזמנה', 'dialog');
  await expect(page.getByText('לא חויבתם. הפריטים שוחררו, ואפשר להזמין שוב.')).toBeVisible();

  await page.goto(`${url}/personal-area/privacy`);
  const consent = page.getByRole('checkbox', { name: /קבלת מבצעים/ });
  await alive(consent);
  await consent.focus();
  // It shows what was pressed last, also before the answer.
  const answered = await hold(page, '**/set-consent');
  for (const wish of [true, false, true]) {
    await page.keyboard.press('Space');
    await expect(consent).toBeChecked({ checked: wish });
  }
  answered();
  await page.getByText('מה נרשם ומתי').click();
  await expect(page.getByText(/^(ניתנה|הוסרה) ב־/)).toHaveCount(3);
  await page.reload();
  await expect(consent).toBeChecked();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'הורדת המידע שלי' }).click();
  expect((await download).suggestedFilename()).toBe('my-data.json');

  await press(page, 'button', 'מחיקת החשבון');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'השארת החשבון' })).toBeFocused();
  await expectAccessible(page);
  // Open for long, or found open by somebody: it asks for a sign-in, in the focus, and goes on where it was.
  await query(site, STALE, [visitor.placed.uuid]);
  await press(page, 'button', 'מחיקה לצמיתות', 'dialog');
  const again = page.getByRole('dialog', { name: 'מחיקת החשבון' });
  await expect(again.getByText('היכנסו שוב עם קוד לטלפון')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'מחיקת החשבון' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(again.getByText('היכנסו שוב עם קוד לטלפון')).toBeFocused();
  await query(site, 'delete from limit_hits', []);
  await press(page, 'button', 'כניסה עם קוד לטלפון', 'dialog');
  await expect(page).toHaveURL(/\/login\?to=/);
  const phone = page.getByRole('textbox', { name: 'מספר טלפון נייד' });
  await alive(phone);
  await phone.fill('0529876501');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'קוד בן 6 ספרות' })).toBeFocused();
  await page.keyboard.type(await codeOf(site, '+972529876501'));
  await expect(page).toHaveURL(/\/personal-area\/privacy$/);
  await press(page, 'button', 'מחיקת החשבון');
  await press(page, 'button', 'מחיקה לצמיתות', 'dialog');
  await expect(page.getByRole('dialog', { name: 'החשבון נמחק' })).toBeVisible();
  await press(page, 'button', 'לדף הבית', 'dialog');
  await expect(page).toHaveURL(`${url}/`);
  await page.goto(`${url}/personal-area`);
  await expect(page).toHaveURL(`${url}/login`);
});

test(
  'a change of phone that is not answered needs no second code; after long it asks for a sign-in, in the focus',
  LONG,
  async ({ page, site }) => {
    const { url, visitor } = await signedIn(page, site);
    const dialog = page.getByRole('dialog', { name: 'החלפת מספר הטלפון' });
    const typeNext = async (phone: string) => {
      await query(site, 'delete from limit_hits', []);
      await page.goto(`${url}/personal-area/edit-details/general`);
      await press(page, 'button', 'החלפת המספר');
      await dialog.getByRole('textbox', { name: 'מספר טלפון נייד' }).fill(phone);
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('textbox', { name: 'קוד בן 6 ספרות' })).toBeFocused();
    };
    const typeCode = async (phone: string) => page.keyboard.type(await codeOf(site, `+972${phone.slice(1)}`));
    const again = dialog.getByRole('button', { name: 'ניסיון נוסף' });
    const call = '**/customer/customers/change-phone';
    const carryOut = async (route: Route) => {
      const { origin, cookie } = await route.request().allHeaders();
      const sent = {
        method: 'POST',
        path: new URL(route.request().url()).pathname,
        body: route.request().postDataJSON(),
      };
      const reply = await request(site.port, { host: `${STORE}.localhost`, ...sent, headers: { origin, cookie } });
      expect(reply.status).toBe(200);
    };
    const phones = [1, 2, 3].map((n) => `05298${Date.now() % 10_000}`.padEnd(9, '0') + n);
    // Neither request nor answer may arrive.
    for (const [at, lose] of [
      [0, (route: Route) => route.abort('connectionfailed')],
      [1, (route: Route) => carryOut(route).then(() => route.abort('connectionfailed'))],
    ] as const) {
      const phone = phones[at] ?? '';
      await typeNext(phone);
      await page.route(call, lose);
      await typeCode(phone);
      await expect(dialog.getByRole('alert').filter({ hasText: 'אין חיבור לשרת' })).toBeVisible();
      await expect(again).toBeFocused();
      await expectAccessible(page);
      await page.unroute(call);
      await again.press('Enter');
      await expect(page.getByText('מספר הטלפון הוחלף')).toBeVisible();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('region', { name: 'טלפון' })).toContainText(phone.slice(3));
    }
    await typeNext(phones[2] ?? '');
    await query(site, STALE, [visitor.placed.uuid]);
    await typeCode(phones[2] ?? '');
    await expect(dialog.getByText('היכנסו שוב עם קוד לטלפון')).toBeFocused();
    await expectAccessible(page);
  },
);

test(
  'a configuration that was saved before is in the account after signing in, and the page says so',
  LONG,
  async ({ page, site }) => {
    test.slow();
    const { url, visitor } = await signedIn(page, site);
    await page.context().clearCookies();
    await page.goto(`${url}/product/${visitor.configurable}#configurator`);
    const save = page.getByRole('button', { name: 'שמירה' });
    await alive(save);
    await save.click();
    await expect(page.getByText('ההרכבה נשמרה')).toBeVisible();
    const host = `${STORE}.localhost`;
    const list = (
      await request(site.port, { host, path: '/api/products/get-products?page_size=2' })
    ).json<ProductList>();
    const others = list.items.map(({ id }) => id).filter((id) => id !== visitor.product.id);
    const { slug, name } = (await request(site.port, { host, path: '/api/products/get-parts-vehicles' })).json<
      { vehicles: Pick<Product, 'slug' | 'name'>[] }[]
    >()[0]?.vehicles[0] ?? { slug: { name: '' }, name: '' };
    await page.evaluate(
      ([favorites, garage]) => {
        localStorage.setItem('favorites', favorites ?? '');
        localStorage.setItem('garage', garage ?? '');
        // What signing in sets; the sign-in itself is another test's.
        localStorage.setItem('favorites_to_merge', 'true');
      },
      [JSON.stringify(others), JSON.stringify([{ slug: slug.name, name, year: null }])],
    );
    await page.context().addCookies([
      { url, name: 'auth._token.local', value: visitor.token, httpOnly: true },
      { url, name: 'auth.signed_in', value: '1' },
    ]);
    await page.goto(`${url}/personal-area/saved`);
    await expect(page.getByRole('status').filter({ hasText: 'חדש בחשבון' })).toContainText('הרכבה שמורה');
    await expectAccessible(page);
    await page.goto(`${url}/personal-area/saved`);
    await expect(page.getByRole('region', { name: 'הדגמים שהרכבתם' }).getByRole('listitem').first()).toBeVisible();
    await page.goto(`${url}/personal-area/garage`);
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
    await press(page, 'button', /^הסרת/);
    await expect(page.getByRole('heading', { name: 'המוסך עוד ריק' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.goto(`${url}/personal-area/favorites`);
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(others.length + 1);
  },
);

test('favourites of two pages lead to the next page and back', LONG, async ({ page, site }) => {
  const { url, visitor } = await signedIn(page, site);
  await query(
    site,
    `insert into favorites (customer_uid, product_uid)
     select o.customer_uid, s.product_uid from orders o join store_products s on s.store_uid = o.store_uid and s.published
     where o.uuid = $1 limit 30 on conflict do nothing`,
    [visitor.placed.uuid],
  );
  await page.goto(`${url}/personal-area/favorites`);
  const pages = page.getByRole('navigation', { name: 'דפי רשימת המשאלות' });
  await expect(pages).toContainText('דף 1 מתוך 2');
  await expectAccessible(page);
  await pages.getByRole('link', { name: 'הבא' }).click();
  await expect(page).toHaveURL(/\/favorites\?page=2$/);
  await expect(pages.getByRole('link', { name: 'הבא' })).toHaveCount(0);
  await pages.getByRole('link', { name: 'הקודם' }).click();
  await expect(pages).toContainText('דף 1 מתוך 2');
});

test(
  'the wish list in a second tab is never blank while another one changes it, and shows the change in the end',
  LONG,
  async ({ page, site }) => {
    const { url, visitor } = await signedIn(page, site);
    const list = await page.context().newPage();
    await list.goto(`${url}/personal-area/favorites`);
    const cards = list.getByRole('main').getByRole('article');
    await expect(cards).toHaveCount(1);
    await expect(cards).toContainText(visitor.product.name);
    await list.waitForLoadState('networkidle');

    await page.goto(`${url}/category?kind=VEHICLE`);
    const [added, removed] = [
      await hold(page, '**/customer/customers/add-favorite-product'),
      await hold(page, `**/customer/customers/${visitor.product.id}`),
    ];
    const hearts = page.getByRole('main').getByRole('button', { name: /במועדפים$/ });
    await alive(hearts);
    const asked = list.waitForResponse(/favorites\.data/);
    const isMarked = async (one: Locator) => (await one.getAttribute('aria-pressed')) === 'true';
    for (const heart of await hearts.all()) {
      if (await isMarked(heart)) continue;
      await heart.click();
      break;
    }
    const own = page
      .getByRole('main')
      .getByRole('button', { name: `${visitor.product.name} – ` })
      .and(hearts);
    await own.click();
    // The device knows of the change, the account doesn't yet.
    await list.bringToFront();
    await asked;
    await expect(cards).toHaveCount(1);
    await expect(cards).toContainText(visitor.product.name);
    const saved = [/add-favorite-product/, new RegExp(`customers/${visitor.product.id}`)].map((call) =>
      page.waitForResponse(call),
    );
    added();
    removed();
    await Promise.all(saved);
    await list.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(cards).not.toContainText(visitor.product.name);
    await expect(cards).toHaveCount(1);
  },
);
