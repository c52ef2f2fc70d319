import type { Browser, Locator, Page } from '@playwright/test';
import pg from 'pg';
import type { Slots } from '#contract/leads/bookings.ts';
import { parsePhone } from '#domain/people/phone.ts';
import { formatExactPrice } from '#domain/text/format.ts';
import { withoutMarks } from '#domain/text/without-marks.ts';
import { alive, expect, LONG, listen, test } from '../support/browser.ts';
import { newPhone } from '../support/customers.ts';
import { request } from '../support/http.ts';
import { pressByKeys, tabTo, typeByKeys } from '../support/keyboard.ts';
import { enterOffice, officeUrl } from '../support/office-life.ts';
import { piece } from '../support/purchase.ts';
import type { Site } from '../support/site.ts';
import { query } from '../support/site-rows.ts';

/** A test ride that a shopper booked, on a day that has at least four more; each test has a day of its own. */
async function visit(site: Site, name: string, nth: number) {
  const [place] = await query<{ key: string; branch: string }>(
    site,
    `select s.key, b.uuid as branch from branches b join branch_stores l on l.branch_uid = b.uuid join stores s on s.uuid = l.store_uid
     where s.key = 'raam' and 'TEST_RIDE' = any(b.services) order by b.position limit 1`,
  );
  const { key = '', branch = '' } = place ?? {};
  const host = `${key}.localhost`;
  const asked = new URLSearchParams({ branch_uid: branch, service: 'TEST_RIDE' });
  const { days, minutes } = (
    await request(site.port, { host, path: `/api/bookings/get-slots?${asked}` })
  ).json<Slots>();
  const { day, times } = days.slice(2).filter((one) => one.times.length > 4)[nth] ?? { day: '', times: [] };
  const phone = parsePhone(newPhone()) ?? '';
  const reply = await request(site.port, {
    host,
    path: '/api/bookings/create',
    method: 'POST',
    body: { branch_uid: branch, service: 'TEST_RIDE', day, time: times[0], name, phone },
  });
  expect(reply.status, reply.text).toBe(200);
  return {
    day,
    minutes,
    path: `/bookings?${new URLSearchParams({ branch, service: 'TEST_RIDE', day })}`,
    phone,
    times,
  };
}

const toldOfMove = async (site: Site, phone: string) =>
  (
    await query(site, `select from outbox where channel = 'sms' and about = 'booking moved' and recipient = $1`, [
      phone,
    ])
  ).length;

const startOf = async (site: Site, phone: string) =>
  (
    await query<{ time: string }>(
      site,
      `select to_char(starts_at at time zone 'Asia/Jerusalem', 'HH24:MI') as time from bookings where phone = $1`,
      [phone],
    )
  )[0]?.time;

test('a booking is moved by drag with a mouse; the customer is told once', async ({ page, site }) => {
  const { path, times, minutes, phone } = await visit(site, 'גרירה בעכבר', 0);
  await enterOffice(site, page, path, 'תמר אזולאי');
  const card = page.getByRole('button', { name: 'גרירה בעכבר' });
  await card.scrollIntoViewIfNeeded();
  const box = await card.boundingBox();
  if (!box) throw new Error('the visit has no place');
  await page.mouse.move(box.x + box.width / 2, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 10 + (box.height + 2) * 2, { steps: 8 });
  await page.mouse.up();
  const dialog = page.getByRole('dialog', { name: 'הזזת התור' });
  await expect(dialog.getByLabel('שעה')).toHaveValue(times[2] ?? '');
  await dialog.getByRole('button', { name: 'הזזה' }).click();
  await expect(page.getByText('התור הוזז')).toBeVisible();
  expect(minutes).toBeGreaterThan(0);
  expect(await startOf(site, phone)).toBe(times[2]);
  await expect(card).toContainText(times[2] ?? '');
  expect(await toldOfMove(site, phone)).toBe(1);
});

test('a booking is moved by touch on a tablet', async ({ browser, site }) => {
  const { path, times, phone } = await visit(site, 'גרירה באצבע', 1);
  const page = await tablet(browser);
  const complaints = listen(page);
  await enterOffice(site, page, path, 'תמר אזולאי');
  const card = page.getByRole('button', { name: 'גרירה באצבע' });
  await card.scrollIntoViewIfNeeded();
  const box = await card.boundingBox();
  if (!box) throw new Error('the visit has no place');
  const cdp = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + 10];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', by: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: y + by }] });
  await touch('touchStart', 0);
  for (let part = 1; part <= 8; part++) await touch('touchMove', ((box.height + 2) * 3 * part) / 8);
  await touch('touchEnd', 0);
  const dialog = page.getByRole('dialog', { name: 'הזזת התור' });
  await expect(dialog.getByLabel('שעה')).toHaveValue(times[3] ?? '');
  await dialog.getByRole('button', { name: 'הזזה' }).click();
  await expect(page.getByText('התור הוזז')).toBeVisible();
  expect(await startOf(site, phone)).toBe(times[3]);
  expect(await toldOfMove(site, phone)).toBe(1);
  expect(complaints).toEqual([]);
  await page.context().close();
});

const tablet = async (browser: Browser): Promise<Page> =>
  (
    await browser.newContext({ viewport: { width: 820, height: 1180 }, hasTouch: true, reducedMotion: 'reduce' })
  ).newPage();

test('a lead is found, answered by mail, and is then among those answered', async ({ page, site }) => {
  const phone = parsePhone(newPhone()) ?? '';
  const reply = await request(site.port, {
    path: '/api/contacts',
    method: 'POST',
    body: { name: 'אביגיל פונה', phone, email: 'avigail@example.com', message: 'מתי מגיע הדגם החדש?' },
  });
  expect(reply.status).toBe(200);
  await enterOffice(site, page, '/leads', 'תמר אזולאי');
  await page.getByRole('main').getByRole('searchbox').fill(phone.replace('+972', '0'));
  await page.keyboard.press('Enter');
  await page.getByText('אביגיל פונה').click();
  await expect(page.getByText('מתי מגיע הדגם החדש?')).toBeVisible();
  await page.getByLabel('התשובה').fill('הדגם מגיע בחודש הבא.');
  // Who looks at another way to answer meanwhile keeps both.
  await page.getByLabel('נושא').fill('הדגם החדש');
  await page.getByRole('radio', { name: 'שיחת טלפון' }).check();
  await page.getByRole('radio', { name: 'דוא״ל' }).check();
  await expect(page.getByLabel('נושא')).toHaveValue('הדגם החדש');
  await page.getByRole('button', { name: 'שליחה' }).click();
  const told = page.getByText('התשובה נשלחת');
  await expect(told).toBeVisible();
  // Under what is read.
  const bottomOf = async (one: Locator) => ((box) => (box ? box.y + box.height : 0))(await one.boundingBox());
  const title = await bottomOf(page.getByRole('heading', { level: 1 }));
  expect((await told.boundingBox())?.y).toBeGreaterThan(title);
  await expect(page.getByRole('region', { name: 'תשובות' })).toContainText('הדגם מגיע בחודש הבא.');
  const sent = await query(
    site,
    `select subject from outbox where about = 'lead answer' and recipient = 'avigail@example.com'`,
  );
  expect(sent).toEqual([{ subject: 'הדגם החדש' }]);
  await page.goto(officeUrl(site, '/leads?state=answered'));
  await expect(page.getByText('אביגיל פונה')).toBeVisible();
});

test(
  'by keys alone, a lead is answered and becomes an order with 5 % off, made by the sales person',
  LONG,
  async ({ page, site }) => {
    const pool = new pg.Pool({ connectionString: site.databaseUrl, max: 1 });
    // She knows this store.
    const goods = await piece(pool, { store: 'noam' }).finally(() => pool.end());
    const [variant] = await query<{ sku: string }>(site, 'select sku from variants where uuid = $1', [goods.variant]);
    const phone = parsePhone(newPhone()) ?? '';
    const reply = await request(site.port, {
      host: 'noam.localhost',
      path: '/api/contacts',
      method: 'POST',
      body: { name: 'יעל קונה', phone, email: 'yael@example.com', message: 'אפשר הצעה?' },
    });
    expect(reply.status).toBe(200);
    await enterOffice(site, page, `/leads?${new URLSearchParams({ q: phone })}`, 'מאיה לוין');
    await alive(page.getByRole('row').filter({ hasText: 'יעל קונה' }));
    await pressByKeys(page, page.getByRole('row').filter({ hasText: 'יעל קונה' }));
    await typeByKeys(page, page.getByLabel('התשובה'), 'בשמחה, מיד נשלח הצעה.');
    await pressByKeys(page, page.getByRole('button', { name: 'שליחה' }));
    await expect(page.getByText('התשובה נשלחת')).toBeVisible();
    await pressByKeys(page, page.getByRole('link', { name: 'יצירת הזמנה' }));

    await expect(page.getByLabel('שם פרטי')).toHaveValue('יעל');
    await expect(page.getByLabel('דוא״ל')).toHaveValue('yael@example.com');
    await typeByKeys(page, page.getByLabel('הוספת פריט לפי שם או מק״ט'), variant?.sku ?? '');
    await expect(page.getByRole('listbox').getByRole('option')).toContainText('במלאי');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await typeByKeys(page, page.getByLabel('הנחה מוסכמת, באחוזים'), '5');
    await typeByKeys(page, page.getByLabel('סיבת ההנחה'), 'הצעה בטלפון');
    await pressByKeys(page, page.getByRole('button', { name: 'חישוב' }));
    await tabTo(page, page.getByLabel('מסירה'));
    const summed = page.waitForResponse((reply) => reply.request().method() === 'POST');
    await page.keyboard.press('ArrowDown');
    // Until the sum with the delivery is there, nothing is made of the former one. The button tells when it is;
    // `finished()` of a response that the page stops reading never ends.
    await summed;
    const create = page.getByRole('button', { name: 'יצירה', exact: true });
    await expect(create).not.toHaveAttribute('aria-busy');
    await pressByKeys(page, create);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toContainText('נוצרה');
    const number = withoutMarks((await heading.textContent()) ?? '').split(' ')[1];
    await page.getByRole('link', { name: 'אל ההזמנה' }).click();
    const five = formatExactPrice(Math.floor((goods.price * 500) / 10_000) / 100);
    await expect(page.getByRole('main')).toContainText('הנחה מוסכמת');
    await expect(page.getByRole('main')).toContainText(five);

    await page.goto(officeUrl(site, '/leads?state=converted'));
    const converted = page.getByRole('row').filter({ hasText: 'יעל קונה' });
    await alive(converted);
    await converted.getByRole('link').click();
    await expect(page.getByRole('region', { name: 'מי פנה' }).getByRole('link', { name: number })).toBeVisible();
    await expect(page.getByRole('link', { name: 'יצירת הזמנה' })).toBeHidden();
  },
);

test('a customer is erased by two people: the privacy officer asks, the owner agrees', async ({
  page,
  browser,
  site,
}) => {
  const [customer] = await query<{ uuid: string }>(
    site,
    `insert into customers (store_uid, phone, first_name, last_name) select uuid, $1, 'עדי', 'נמחקת' from stores where key = 'raam' returning uuid`,
    [parsePhone(newPhone())],
  );
  const path = `/customers/${customer?.uuid}`;
  await enterOffice(site, page, path, 'דנה רוזן');
  await page.getByRole('button', { name: 'מחיקת הלקוח' }).click();
  await page.getByLabel('סיבה').fill('ביקשה במייל');
  await page.getByRole('button', { name: 'בקשת מחיקה' }).click();
  await expect(page.getByText('נשלחה לאישור של אדם נוסף')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('עדי נמחקת');

  const second = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  const complaints = listen(second);
  await enterOffice(site, second, '/approvals', 'נועה ברק');
  await second.getByRole('button', { name: 'אישור' }).click();
  await expect(second.getByRole('dialog')).toContainText('עדי נמחקת');
  await second.getByRole('button', { name: 'לאשר ולבצע' }).click();
  await expect(second.getByRole('dialog')).toBeHidden();
  await second.goto(officeUrl(site, path));
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('לקוח שנמחק');
  expect(complaints).toEqual([]);
  await second.context().close();
});
