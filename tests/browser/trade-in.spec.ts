import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { Product } from '#contract/catalogue/products.ts';
import { BUYER_KEYS } from '../../shop/browser-storage.ts';
import { expectAccessible } from '../support/axe.ts';
import { ANY_WIDTH, alive, expect, hold, LONG_ANY_WIDTH, test } from '../support/browser.ts';
import { fillDetails, payBy, placeOrder } from '../support/browser-checkout.ts';
import { request } from '../support/http.ts';
import { piece } from '../support/purchase.ts';
import { visitorOf } from '../support/screens.ts';
import type { Site } from '../support/site.ts';
import { productOf, query } from '../support/site-rows.ts';

// An offer that staff have changed refuses the order.
test.use({ allowedConsole: [/status of 422|net::ERR_FAILED/] });

const db = (site: Site) => ({
  query: async (text: string, values?: unknown[]) => ({ rows: await query(site, text, values) }),
});

/** A vehicle of the store in stock, so much dearer than the offer that what it leaves is lent. */
async function wanted(site: Site, store: string): Promise<Product> {
  const pool = db(site);
  for (;;) {
    const goods = await piece(pool, { store });
    const [row] = await query(site, 'select slug from products where uuid = $1', [goods.product]);
    if (goods.price > 4_500_000) return productOf(site, store, String(row?.slug));
  }
}

async function enter(page: Page, site: Site, path: string): Promise<void> {
  const office = `http://office.localhost:${site.port}`;
  await page.goto(`${office}/sign-in?${new URLSearchParams({ back: path })}`);
  await page.getByRole('button', { name: 'נועה ברק' }).click();
  await page.waitForURL(office + path);
}

async function answer(page: Page, km: string, phone: string): Promise<void> {
  await page.getByLabel('קילומטרים').fill(km);
  await page.getByLabel('יד', { exact: true }).selectOption({ label: 'יד ראשונה' });
  await page.getByLabel('בעלות').selectOption({ label: 'פרטית' });
  await page.getByLabel('תאונות ופגיעות').selectOption({ label: 'ללא פגיעות' });
  await page.getByLabel('צמיגים').selectOption({ label: 'טובים' });
  const person = page.getByRole('region', { name: 'למי להשיב?' });
  await person.getByLabel('שם מלא').fill('נועה בן־דוד');
  await person.getByLabel('טלפון').fill(phone);
}

async function prove(page: Page, site: Site, phone: string): Promise<void> {
  const ask = page.getByRole('button', { name: 'אימות בקוד' });
  await alive(ask);
  await ask.click();
  const code = page.getByRole('textbox', { name: /קוד/ }).first();
  await expect(code).toBeVisible();
  const [sms] = await query(
    site,
    `select body from outbox where channel = 'sms' and about = 'code' and recipient = $1 order by created_at desc limit 1`,
    [`+972${phone.slice(1)}`],
  );
  await code.fill(/\d{6}/.exec(String(sms?.body))?.[0] ?? '');
}

const photo = async () => ({
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 800, height: 600, channels: 3, background: '#46a' } })
    .jpeg()
    .toBuffer(),
});

test('a plate is known, its estimate stands on every card and in no payment, and staff make a discount of it', async ({
  page,
  site,
}, { project }) => {
  test.setTimeout(120_000);
  const store = project.name === 'phone' ? 'raam' : 'zik';
  const product = await wanted(site, store);
  const phone = project.name === 'phone' ? '0507300001' : '0507300002';
  const sku = product.variants.find(({ available }) => available)?.sku ?? '';
  await page.goto(`${site.origin(store)}/product/${product.slug.name}?variant=${sku}`);
  await page.getByRole('link', { name: 'יש רכב להחלפה?' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('כמה שווה הרכב שלכם?');
  const next = page.getByRole('button', { name: 'המשך', exact: true });
  await alive(next);
  await expectAccessible(page);
  await page.getByLabel('מספר הרישוי של הרכב שלכם').fill('12-345-67');
  await next.click();
  await expect(page.getByRole('heading', { name: 'הרכב שלכם', exact: true })).toBeFocused();
  await expect(page.getByText('CB500X')).toBeVisible();
  await answer(page, '9000', phone);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'קבלת הערכה' }).click();
  await page.waitForURL(/\/trade-in\/[\w-]{20,}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ההצעה שלנו');
  await expect(page.getByText('30,600')).toBeVisible();
  const add = page.getByLabel('הוספת תמונות');
  // One that is no picture keeps the other back no more than it takes the focus.
  await add.focus();
  await add.setInputFiles([{ ...(await photo()), name: 'IMG_1.HEIC', mimeType: 'image/heic' }, await photo()]);
  await expect(page.getByRole('button', { name: 'הסרת תמונה 1' })).toBeVisible();
  await expect(page.getByText(/נשלח קובץ אחד מתוך 2\s+\u2068IMG_1\.HEIC\u2069: אפשר להעלות/)).toBeVisible();
  await expect(add).toBeFocused();
  await prove(page, site, phone);
  await expect(page.getByRole('heading', { name: 'שימוש בהצעה ברכישה' })).toBeFocused();
  const use = page.getByRole('button', { name: 'קיזוז ממחיר הרכב החדש' });
  await expect(use).toBeVisible();
  await expectAccessible(page);
  await use.click();

  await expect(page.getByRole('status').filter({ hasText: 'הזיכוי נרשם לרכב החדש' })).toBeVisible();
  await expect(page).toHaveURL(`${site.origin(store)}/product/${product.slug.name}?variant=${sku}#credit`);
  const card = page.locator('.product-buy');
  await expect(card.locator('[data-line="trade_in"]')).toBeFocused();
  await expect(card.locator('[data-line="trade_in"]')).toBeInViewport();
  const before = Math.min(30_600, product.price ?? 0);
  await expect(card.locator('[data-line="trade_in"]')).toContainText(before.toLocaleString('en'));
  await expect(card.locator('[data-line="after_trade_in"]')).toContainText('בכפוף לבדיקה');
  await expect(page.getByRole('link', { name: /להצעה על הרכב שלכם|יש רכב להחלפה/ })).toHaveText('להצעה על הרכב שלכם');
  const part = page.getByRole('checkbox', { name: 'הרכב שלכם כחלק מהמקדמה' });
  await alive(part);
  await part.check();
  await expect(card.locator('[data-line="monthly"]')).toContainText('הרכב שלכם, בכפוף לבדיקה');
  const monthly = await card.locator('[data-line="monthly"] dd').first().innerText();
  // Wherever else its price card stands.
  await page.goto(`${site.origin(store)}/compare?ids=${product.slug.name}`);
  await expect(page.getByRole('table').locator('[data-line="trade_in"]')).toContainText(before.toLocaleString('en'));
  await page.goto(`${site.origin(store)}/purchase?uid=${product.id}`);
  await expect(page.locator('[data-line="trade_in"]').first()).toBeVisible();
  await expect(page.locator('[data-line="monthly"] dd').first()).toHaveText(monthly);
  await page.getByRole('button', { name: 'המשך לתוספות' }).click();
  await page.getByRole('button', { name: 'המשך לאמצעי תשלום' }).click();
  // Who exchanges a vehicle isn't charged first for what is credited later, unless they choose to be.
  const reserve = page.getByRole('radio', { name: /^דמי שריון/ });
  await expect(reserve).toBeChecked();
  const credited = page.getByRole('group', { name: 'אמצעי תשלום' });
  await expect(credited).toContainText(`(בכפוף לבדיקה): ₪${before.toLocaleString('en')}`);
  const price = product.variants.find((variant) => variant.sku === sku)?.price ?? 0;
  const rest = price - (product.deposit ?? 0);
  await expect(credited).toContainText(`היתרה לפני הזיכוי: ₪${rest.toLocaleString('en')}`);
  await expect(credited).toContainText(`לפני המסירה תהיה ₪${(rest - before).toLocaleString('en')}`);
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'כרטיס אשראי, תשלום אחד' }).check();
  // What is paid at once has no monthly sum.
  await expect(page.locator('[data-line="monthly"]')).toHaveCount(0);
  await page.getByRole('button', { name: 'המשך לפרטים' }).click();
  // What was typed of the person for the offer is not asked for again.
  await expect(page.getByRole('textbox', { name: 'טלפון נייד' })).toHaveValue(phone);
  await expect(page.getByRole('textbox', { name: 'שם פרטי' })).toHaveValue('נועה');
  await expect(page.getByRole('textbox', { name: 'שם משפחה' })).toHaveValue('בן־דוד');
  await fillDetails(page, { first: 'נועה', last: 'בן־דוד', phone });
  const [total] = await page.getByRole('button', { name: /^לתשלום/ }).allInnerTexts();
  // Staff offer less while the purchase stands open: what is ordered is what the page shows.
  await query(site, 'update trade_ins set low_agorot = 2000000 where phone = $1', [`+972${phone.slice(1)}`]);
  await placeOrder(page);
  await expect(page.getByText('הצעת הטרייד־אין התעדכנה', { exact: false })).toBeVisible();
  const credit = Math.min(20_000, product.price ?? 0);
  await expect(page.locator('[data-line="trade_in"]').first()).toContainText(credit.toLocaleString('en'));
  const collapse = page.getByRole('button', { name: /^המשך לתשלום$/ });
  if (await collapse.isVisible()) await collapse.click();
  await placeOrder(page);
  await payBy(page, 'approved');
  await page.waitForURL(/\/success/);
  const kept = page.getByRole('region', { name: /^טרייד־אין:/ });
  await expect(kept).toContainText(credit.toLocaleString('en'));
  await expectAccessible(page);
  const [order] = await query(
    site,
    `select o.uuid, o.total_agorot::int as total, p.amount_agorot::int as paid from orders o join payments p on p.order_uid = o.uuid where o.phone = $1`,
    [`+972${phone.slice(1)}`],
  );
  expect(order?.paid).toBe(order?.total);
  expect(total).toContain((Number(order?.total) / 100).toLocaleString('en'));

  await enter(page, site, '/trade-ins?state=ordered');
  await expect(page.getByRole('link', { name: /CB500X/ }).first()).toBeVisible();
  await expectAccessible(page);
  await page.goto(`http://office.localhost:${site.port}/orders/${order?.uuid}`);
  const confirm = page.getByRole('button', { name: 'אישור שווי' });
  await alive(confirm);
  await confirm.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('שווי בשקלים').fill('20000');
  await dialog.getByLabel('מה נמצא בבדיקה').fill('נבדק, במצב טוב');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'רישום הזיכוי' }).click();
  await expect(page.getByText(/הזיכוי נרשם בהזמנה/)).toBeVisible();
  await expect(page.getByText('נרשם זיכוי בהזמנה').first()).toBeVisible();
});

test('an offer is followed in the account: how it stands, its sums, and the way to it', async ({ page, site }, {
  project,
}) => {
  const store = project.name === 'phone' ? 'raam' : 'noam';
  const visitor = await visitorOf(site, store);
  const url = site.origin(store);
  await page.context().addCookies([
    { url, name: 'auth._token.local', value: visitor.token, httpOnly: true },
    { url, name: 'auth.signed_in', value: '1' },
  ]);
  const [owner] = await query(
    site,
    'select phone from customers where uuid = (select customer_uid from orders where uuid = $1)',
    [visitor.placed.uuid],
  );
  const offer = async (model: string, phone: string) => {
    const vehicle = { make: 'יצרן קטן', model, year: 2021, km: 900, hand: 'first', ownership: 'private' };
    const body = { ...vehicle, accidents: 'none', tyres: 'good', name: 'נועה לוי', phone };
    const path = '/api/trade-ins/create';
    const reply = await request(site.port, { host: `${store}.localhost`, method: 'POST', path, body });
    expect(reply.status, reply.text).toBe(200);
    return reply.json<{ secret: string }>().secret;
  };
  const phone = `0${String(owner?.phone).slice(4)}`;
  const secret = await offer('E-90', phone);
  await offer('E-77', project.name === 'phone' ? '0507300011' : '0507300012');
  await page.goto(`${url}/personal-area`);
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'הטרייד־אין שלכם' }) });
  await expect(section.getByRole('listitem')).toHaveCount(1);
  await expect(section).toContainText('E-90');
  await expect(section).toContainText('מחכה להצעה');
  await expectAccessible(page);
  await query(
    site,
    `update trade_ins set state = 'offered', low_agorot = 250000, high_agorot = 310000, expires_at = now() + interval '1 day'
     where phone = $1`,
    [owner?.phone],
  );
  await page.reload();
  await expect(section).toContainText(/הצעה בתוקף: \D*2,500\D* עד \D*3,100/);
  await section.getByRole('link', { name: 'לפרטי ההצעה' }).click();
  await expect(page).toHaveURL(`${url}/trade-in/${secret}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ההצעה שלנו');
});

test(
  'with the registry away the details are typed, what the table doesn’t know waits for staff, and their offer is used',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    const phone = '0507300003';
    const one = await photo();
    await page.goto(`${site.origin('noam')}/trade-in?kind=road`);
    const next = page.getByRole('button', { name: 'המשך', exact: true });
    await alive(next);
    await page.getByLabel('מספר הרישוי של הרכב שלכם').fill('99-999-99');
    await next.click();
    await expect(page.getByText('מאגר הרכב אינו זמין כרגע')).toBeVisible();
    await answer(page, '0', phone);
    // A page that is loaded anew begins with the plate again, and has kept plate and answers.
    await page.reload();
    await alive(next);
    await expect(page.getByLabel('מספר הרישוי של הרכב שלכם')).toHaveValue('99-999-99');
    await next.click();
    await expect(page.getByLabel('קילומטרים')).toHaveValue('0');
    await expect(page.getByLabel('בעלות').locator('option:checked')).toHaveText('פרטית');
    await page.getByRole('button', { name: 'קבלת הערכה' }).click();
    await expect(page.getByRole('link', { name: /הזינו יצרן/ })).toBeVisible();
    const vehicle = page.getByRole('region', { name: 'הרכב שלכם' });
    await vehicle.getByLabel('יצרן').fill('יצרן קטן');
    await vehicle.getByLabel('דגם').fill('E-90');
    await vehicle.getByLabel('שנת ייצור').fill('2021');
    await page.getByRole('button', { name: 'קבלת הערכה' }).click();
    await page.waitForURL(/\/trade-in\/[\w-]{20,}/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('נחזור אליכם עם הצעה');
    await expectAccessible(page);
    const add = page.getByLabel('הוספת תמונות');
    await alive(add);
    await add.setInputFiles(Array.from({ length: 7 }, () => one));
    await expect(page.getByText('נשלחו 6 מתוך 7. אפשר לצרף כאן עד 6 תמונות')).toBeVisible();
    const own = page.url();
    const [row] = await query(site, 'select uuid from trade_ins where phone = $1', [`+972${phone.slice(1)}`]);

    await enter(page, site, `/trade-ins/${row?.uuid}`);
    const offer = page.getByRole('button', { name: 'הצעה', exact: true });
    await alive(offer);
    await expectAccessible(page);
    await offer.click();
    await page.getByRole('dialog').getByLabel('סכום בשקלים').fill('2500');
    await page.getByRole('dialog').getByRole('button', { name: 'שליחת ההצעה' }).click();
    await expect(page.getByText('ההצעה נשלחה ללקוח')).toBeVisible();

    await page.goto(own);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('ההצעה שלנו');
    await expect(page.getByText('2,500').first()).toBeVisible();

    // It is final, so it is asked about first.
    const withdraw = page.getByRole('button', { name: 'ביטול ההצעה' });
    await alive(withdraw);
    await withdraw.click();
    await page.getByRole('dialog').getByRole('button', { name: 'להשאיר את ההצעה' }).click();
    await expect(withdraw).toBeFocused();
    await withdraw.click();
    await page.getByRole('dialog').getByRole('button', { name: 'ביטול ההצעה' }).click();
    await expect(withdraw).toHaveCount(0);
    expect(await page.evaluate(() => document.activeElement?.contains(document.querySelector('h1')))).toBe(true);
    await expect(page.locator('body')).not.toBeFocused();
  },
);

test(
  'a boat’s owner is asked about a boat, and what was typed stays when the kind is changed',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    const phone = '0507300005';
    await page.goto(`${site.origin('gal')}/trade-in`);
    const send = page.getByRole('button', { name: 'קבלת הערכה' });
    await alive(send);
    const kinds = page.getByRole('navigation', { name: 'סוג הרכב שלכם' });
    await expect(kinds.getByRole('link', { name: 'סירה או אופנוע ים' })).toHaveAttribute('aria-current', 'page');
    await expectAccessible(page);
    await page.getByLabel('יצרן').fill('ימאהה');
    await kinds.getByRole('link', { name: 'מנוע חיצוני' }).click();
    await expect(page.getByLabel('מספר מנוע')).toBeVisible();
    await expect(page.getByLabel('נגרר')).toHaveCount(0);
    await expect(page.getByLabel('יצרן')).toHaveValue('ימאהה');
    await kinds.getByRole('link', { name: 'סירה או אופנוע ים' }).click();
    await page.getByLabel('דגם').fill('WaveRunner');
    await page.getByLabel('שנת ייצור').fill('2020');
    await page.getByLabel('מספר גוף (HIN)').fill('YAMA1234 K920');
    await page.getByLabel('שעות מנוע').fill('120');
    await page.getByLabel('יד', { exact: true }).selectOption({ label: 'יד ראשונה' });
    await page.getByLabel('בעלות').selectOption({ label: 'פרטית' });
    await page.getByLabel('גוף', { exact: true }).selectOption({ label: 'שלם, ללא פגיעות' });
    await send.click();
    await expect(page.getByRole('group', { name: /^צריך לתקן/ }).getByRole('link')).toHaveText([
      'בחרו מה מצב המנוע',
      'בחרו אם יש נגרר',
      /שם/,
      /טלפון/,
    ]);
    await page.getByLabel('מנוע', { exact: true }).selectOption({ label: 'תקין ומטופל' });
    await page.getByLabel('נגרר').selectOption({ label: 'בלי נגרר' });
    const person = page.getByRole('region', { name: 'למי להשיב?' });
    await person.getByLabel('שם מלא').fill('נועה בן־דוד');
    await person.getByLabel('טלפון').fill(phone);
    await send.click();
    await page.waitForURL(/\/trade-in\/[\w-]{20,}/);
    await expect(page.getByText('YAMA1234K920')).toBeVisible();
    await expect(page.getByText('בלי נגרר')).toBeVisible();
    await expectAccessible(page);

    // A photo that is refused after its page was left is told of where the visitor is by then.
    const add = page.getByLabel('הוספת תמונות');
    await alive(add);
    const sent = await hold(page, /add-photo/);
    await add.setInputFiles({ ...(await photo()), buffer: Buffer.from('no picture') });
    await page.getByRole('banner').locator('a[href="/"]').first().click();
    await expect(page.getByRole('region', { name: 'בחזית' })).toBeVisible();
    sent();
    await expect(page.getByRole('alert').filter({ hasText: 'תמונה' })).toBeVisible();
  },
);

test('an offer above the price of what is bought says what becomes of the rest', ANY_WIDTH, async ({ page, site }) => {
  const product = await wanted(site, 'raam');
  const chosen = {
    secret: 'no-secret-is-read-here',
    product: product.id,
    low: Number(product.price) + 5_000,
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  };
  await page.addInitScript(
    ([key, value]) => localStorage.setItem(key as string, value as string),
    [BUYER_KEYS.tradeIn, JSON.stringify(chosen)],
  );
  await page.goto(`${site.origin('raam')}/product/${product.slug.name}`);
  const line = page.locator('[data-line="trade_in"]').first();
  await expect(line).toContainText(/ההפרש, .₪5,000., לא משולם באתר: לגביו פונים לסניף/);
});

test(
  'a change that is saved while the page can’t be read anew is told of, and read on request',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    await page.goto(`${site.origin('raam')}/trade-in`);
    const secret = await page.evaluate(async () => {
      const vehicle = { make: 'יצרן קטן', model: 'E-90', year: 2021, km: 0, hand: 'first', ownership: 'private' };
      const body = { ...vehicle, accidents: 'none', tyres: 'good', name: 'נועה לוי', phone: '0507300009' };
      const headers = { 'content-type': 'application/json' };
      const reply = await fetch('/api/trade-ins/create', { method: 'POST', headers, body: JSON.stringify(body) });
      return ((await reply.json()) as { secret: string }).secret;
    });
    await page.goto(`${site.origin('raam')}/trade-in/${secret}`);
    const withdraw = page.getByRole('button', { name: 'ביטול ההצעה' });
    await alive(withdraw);
    await page.route(/\/trade-in\/.*\.data/, (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    );
    await withdraw.click();
    await page.getByRole('dialog').getByRole('button', { name: 'ביטול ההצעה' }).click();
    await expect(page.getByText('הדף לא התרענן, וייתכן שאינו עדכני')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('נחזור אליכם עם הצעה');
    await page.unroute(/\/trade-in\/.*\.data/);
    await page.getByRole('button', { name: 'לנסות שוב' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('ההצעה בוטלה');
  },
);
