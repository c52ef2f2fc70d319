import type { Browser, Page } from '@playwright/test';
import pg from 'pg';
import sharp from 'sharp';
import type { OrderTask } from '#contract/checkout/order-tasks.ts';
import { expectAccessible } from '../support/axe.ts';
import { ANY_WIDTH, alive, expect, hold, LONG_ANY_WIDTH, sendTwice, test } from '../support/browser.ts';
import { refuseCookies } from '../support/cookies.ts';
import { request } from '../support/http.ts';
import { CARDS, pay, piece, shopper } from '../support/purchase.ts';
import type { Site } from '../support/site.ts';

// The network is lost in the middle of an upload.
test.use({ allowedConsole: [/ERR_INTERNET_DISCONNECTED/] });

let db: pg.Pool;
test.beforeEach(({ site }) => {
  db = new pg.Pool({ connectionString: site.databaseUrl, max: 2 });
});
test.afterEach(() => db.end());

/** A paid order of one vehicle. */
async function buy(site: Site, store: string) {
  const shop = shopper(site.port, store);
  const made = await shop.order(await piece(db, { store }));
  await pay(site.port, made.page, CARDS.approved);
  await shop.ask(made.secret);
  const { rows } = await db.query<{ phone: string }>('select phone from orders where uuid = $1', [made.order.uuid]);
  return {
    uuid: made.order.uuid,
    number: made.order.number,
    secret: made.secret,
    phone: `0${rows[0]?.phone.slice(4)}`,
  };
}
type Bought = Awaited<ReturnType<typeof buy>>;

const photo = async () => ({
  name: 'רישיון.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 800, height: 600, channels: 3, background: '#4a6' } })
    .jpeg()
    .toBuffer(),
});
const policy = { name: 'ביטוח.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') };

/** Finds an order with nothing but its number and the phone. */
async function find(page: Page, site: Site, store: string, { number, phone }: Bought): Promise<void> {
  await page.goto(`${site.origin(store)}/order`);
  // What was typed at an earlier look-up comes back first.
  await alive(page.getByLabel('טלפון נייד'));
  await page.getByLabel('מספר הזמנה').fill(number.toLowerCase());
  await page.getByLabel('טלפון נייד').fill(phone);
  await page.getByRole('button', { name: 'שליחת קוד' }).click();
  await typeCode(page, { number, phone });
  // The code is spent by the first press.
  const sent = await sendTwice(page.locator('form').filter({ has: page.getByLabel('הקוד שקיבלתם') }));
  await page.waitForURL(/\/order\/[\w-]{43}$/);
  expect(sent).toHaveLength(1);
  // Who looks at this screen next finds neither number nor phone typed in.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('drafts'))).toBe('{}');
}

async function typeCode(page: Page, { number, phone }: Pick<Bought, 'number' | 'phone'>): Promise<void> {
  const code = page.getByLabel('הקוד שקיבלתם');
  await expect(code).toBeVisible();
  await expectAccessible(page);
  // A phone that reads its messages meanwhile may load the page anew.
  await expect(page).toHaveURL(new RegExp(`order=${number}`));
  const { rows } = await db.query<{ body: string }>(
    `select body from outbox where about = 'code' and recipient = $1 order by created_at desc limit 1`,
    [`+972${phone.slice(1)}`],
  );
  await code.fill(/\d{6}/.exec(rows[0]?.body ?? '')?.[0] ?? '');
}

/** The warehouse's page, in a window of its own. */
async function office(browser: Browser, site: Site, path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addInitScript(refuseCookies);
  const page = await context.newPage();
  const origin = `http://office.localhost:${site.port}`;
  await page.goto(`${origin}/sign-in?${new URLSearchParams({ back: path })}`);
  await page.getByRole('button', { name: 'איתן שגיא' }).click();
  await page.waitForURL(origin + path);
  return page;
}

test('an order is found from another phone, its papers sent, one refused and sent again, and the date chosen', async ({
  page,
  site,
  browser,
}, { project }) => {
  const store = project.name === 'phone' ? 'raam' : 'ruach';
  test.slow();
  const order = await buy(site, store);
  await db.query('delete from limit_hits');
  await find(page, site, store, order);
  const summary = page.getByRole('region', { name: 'נשאר לכם לעשות' });
  await expect(summary.getByRole('listitem')).toHaveText([
    /רישיון נהיגה\s*מחכה לכם/,
    /ייפוי כוח\s*מחכה לכם/,
    /ביטוח חובה\s*מחכה לכם/,
    /מועד המסירה\s*עוד לא נבחר/,
  ]);
  await expectAccessible(page);
  // On paper they are a list to check against.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'לפני המסירה', exact: true })).toBeVisible();
  await expect(page.getByText('נשאר לכם לעשות')).toBeHidden();
  await expect(page.getByRole('region', { name: 'לפני המסירה' })).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.emulateMedia({ media: 'screen' });
  await summary.getByRole('link', { name: 'להשלמת מה שנשאר' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('לפני המסירה');
  const licence = page.getByRole('region', { name: 'רישיון נהיגה' });
  const attorney = page.getByRole('region', { name: 'ייפוי כוח' });
  const insurance = page.getByRole('region', { name: 'ביטוח חובה' });
  const date = page.getByRole('region', { name: 'מועד המסירה' });
  await expectAccessible(page);

  const camera = licence.getByLabel(/צילום/);
  await expect(camera).toHaveAttribute('capture', 'environment');
  await camera.setInputFiles(await photo());
  await expect(licence.getByText('בבדיקה אצלנו')).toBeVisible();
  await expect(licence.getByRole('link', { name: 'רישיון.webp' })).toBeVisible();
  await insurance.getByLabel(/בחירת קבצים/).setInputFiles({ ...policy, name: 'דף.html', mimeType: 'text/html' });
  await expect(insurance.getByText(/אפשר לשלוח תמונת JPEG/)).toBeVisible();
  await insurance.getByLabel(/בחירת קבצים/).setInputFiles(policy);
  await expect(insurance.getByText('בבדיקה אצלנו')).toBeVisible();

  const sign = attorney.getByRole('button', { name: /^חתימה/ });
  await alive(sign);
  await attorney.getByLabel('שם מלא').fill('דנה');
  await sign.click();
  await expect(attorney.getByText('הזינו שם פרטי ושם משפחה').first()).toBeVisible();
  await attorney.getByLabel('שם מלא').fill('דנה לוי');
  await page.reload();
  await expect(attorney.getByLabel('שם מלא')).toHaveValue('דנה לוי');
  await attorney.getByRole('checkbox').check();
  const pad = attorney.getByRole('img', { name: /חתימה בכתב יד/ });
  const clear = attorney.getByRole('button', { name: 'ניקוי החתימה' });
  const draw = async () => {
    const box = await pad.boundingBox();
    if (!box) throw new Error('no pad');
    await page.mouse.move(box.x + 30, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + 150, box.y + 70, { steps: 6 });
    await page.mouse.up();
    await expect(clear).toBeVisible();
  };
  await draw();
  await clear.press('Enter');
  await expect(pad).toBeFocused();
  await draw();
  // An upload that the network loses says so, and takes nothing of what stands on the page.
  await page.context().setOffline(true);
  await insurance.getByLabel(/בחירת קבצים/).setInputFiles(policy);
  await expect(insurance.getByText('אין חיבור לשרת', { exact: false })).toBeVisible();
  await expect(insurance.getByText('שולחים…')).toHaveCount(0);
  await expect(clear).toBeVisible();
  await expect(attorney.getByLabel('שם מלא')).toHaveValue('דנה לוי');
  await page.context().setOffline(false);
  await sign.click();
  await expect(attorney.getByRole('status').filter({ hasText: 'החתימה נשמרה' })).toBeFocused();
  await expect(attorney.getByRole('link', { name: /מה שחתמתם/ })).toBeVisible();
  expect((await db.query('select drawn from order_signatures where order_uid = $1', [order.uuid])).rows).toEqual([
    { drawn: true },
  ]);

  // A press on a day shows its hours, which a phone's screen doesn't hold beside a calendar of eleven weeks.
  await date.locator('[data-day]').nth(1).click();
  await expect(
    date
      .getByRole('group', { name: /באיזו שעה/ })
      .getByText(/^\d\d:\d\d$/)
      .first(),
  ).toBeInViewport();
  await date.getByRole('radio').first().check({ force: true });
  await date.getByRole('button', { name: 'קביעת המועד' }).click();
  await expect(date.getByRole('status').filter({ hasText: 'המועד נקבע' })).toBeFocused();
  await expect(date.getByRole('link', { name: 'שינוי, ביטול או הוספה ליומן' })).toBeVisible();
  await page.reload();
  await expect(date.getByText('נקבע', { exact: true })).toBeVisible();
  await expectAccessible(page);

  const staff = await office(browser, site, `/orders/${order.uuid}`);
  const panel = staff.getByRole('region', { name: 'מסירת הרכב' });
  await expect(panel.getByText('הלקוח שלח, מחכה לבדיקה')).toHaveCount(3);
  await expect(panel.getByText('הלקוח בחר מועד')).toBeVisible();
  await expectAccessible(staff);
  await panel.getByRole('button', { name: /^דחייה.*רישיון נהיגה$/ }).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByLabel('מה לתקן').fill('הצד האחורי חסר');
  await dialog.getByRole('button', { name: /^דחייה/ }).click();
  // The buttons are gone, and the focus is on what came of them.
  await expect(panel.locator(':focus')).toHaveText('נדחה, הלקוח התבקש לשלוח שוב');

  await page.reload();
  await expect(licence.getByText('הצד האחורי חסר')).toBeVisible();
  await expect(licence.getByText('מה ששלחתם נשאר')).toBeVisible();
  await expectAccessible(page);
  // What is missing is added to what was good.
  await licence.getByLabel(/בחירת קבצים/).setInputFiles({ ...(await photo()), name: 'אחור.jpg' });
  await expect(licence.getByRole('link')).toHaveText(['רישיון.webp', 'אחור.webp']);

  await staff.reload();
  for (const title of ['רישיון נהיגה', 'ייפוי כוח', 'ביטוח חובה']) {
    await panel.getByRole('button', { name: new RegExp(`^אישור.*${title}$`) }).click();
    await staff.getByRole('dialog').getByRole('button', { name: 'אישור' }).click();
    await expect(panel.getByRole('checkbox', { name: title })).toHaveAttribute('aria-checked', 'true');
  }
  await staff.context().close();
  await page.reload();
  await expect(page.getByText('הכול תקין')).toHaveCount(3);
  await expect(page.getByLabel(/בחירת קבצים/)).toHaveCount(0);
  await page.getByRole('link', { name: `הזמנה ${order.number}` }).click();
  await expect(page.getByRole('region', { name: 'עשיתם הכול' })).toBeVisible();
});

test(
  'a mobility scooter asks for an identity alone; a wrong phone finds nothing, and says nothing',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    const order = await buy(site, 'noam');
    await db.query('delete from limit_hits');
    await page.goto(`${site.origin('noam')}/order?order=${order.number}`);
    await page.getByLabel('טלפון נייד').fill('0501119988');
    await page.getByRole('button', { name: 'שליחת קוד' }).click();
    await expect(page.getByLabel('הקוד שקיבלתם')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`order=${order.number}`));
    await page.reload();
    await expect(page.getByLabel('טלפון נייד')).toHaveValue('0501119988');
    await alive(page.getByRole('button', { name: 'שליחת קוד' }));
    await find(page, site, 'noam', order);
    await page.getByRole('link', { name: 'להשלמת מה שנשאר' }).click();
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'תעודה מזהה',
      'מועד המסירה',
      'מתי נוח לכם?',
    ]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()?.width ?? 0,
    );
  },
);

test(
  'papers that another device sent are there, and are opened and removed after a code',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    const order = await buy(site, 'noam');
    await db.query('delete from limit_hits');
    const { buffer, name, mimeType } = await photo();
    const tasks = `${site.origin('noam')}/order/${order.secret}/tasks`;
    const sent = await request(site.port, {
      ...{ host: 'noam.localhost', method: 'POST', body: buffer, headers: { 'content-type': mimeType } },
      path: `/api/orders/add-paper?${new URLSearchParams({ order: order.secret, position: '0', name })}`,
    });
    expect(sent.status).toBe(200);
    await page.goto(tasks);
    const identity = page.getByRole('region', { name: 'תעודה מזהה' });
    await expect(identity.getByText(/^נשלח ב־\d/)).toBeVisible();
    await expect(identity.getByText('בבדיקה אצלנו')).toBeVisible();
    await expect(identity.getByRole('button', { name: /הסרת קובץ/ })).toHaveCount(0);
    await expectAccessible(page);
    await identity.getByRole('link', { name: 'לצפייה או להסרה עם קוד' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('המסמכים ששלחתם');
    await expect(page.getByLabel('מספר הזמנה')).toHaveValue(order.number);
    await alive(page.getByLabel('טלפון נייד'));
    await page.getByLabel('טלפון נייד').fill(order.phone);
    await page.getByRole('button', { name: 'שליחת קוד' }).click();
    await typeCode(page, order);
    await page.getByRole('button', { name: 'למסמכים' }).click();
    await page.waitForURL(tasks);
    await expect(identity.getByRole('link', { name: 'רישיון.webp' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('drafts'))).toBe('{}');
    await expect(identity.getByRole('link', { name: 'לצפייה או להסרה עם קוד' })).toHaveCount(0);
    await identity.getByRole('button', { name: /הסרת קובץ 1/ }).click();
    await expect(identity.getByText('מחכה לכם')).toBeVisible();
  },
);

test(
  'the order’s page says how it stands in words of that state, and leads to the garage at the end',
  ANY_WIDTH,
  async ({ page, site }) => {
    const order = await buy(site, 'raam');
    const main = page.getByRole('main');
    const standsAs = async (status: string) => {
      await db.query('update orders set status = $2 where uuid = $1', [order.uuid, status]);
      await page.goto(`${site.origin('raam')}/order/${order.secret}`);
    };
    await standsAs('in_process');
    await expect(main.getByText('אישור יישלח')).toHaveCount(0);
    await standsAs('delivery_in_process');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('ההזמנה מחכה לכם בסניף');
    await expect(main.getByRole('link', { name: 'ביטול עסקה', exact: true })).toBeVisible();
    await standsAs('provided');
    await expect(main.getByRole('link', { name: 'החזרת מוצר וביטול עסקה' })).toBeVisible();
    await main.getByRole('link', { name: 'במוסך שלי' }).click();
    await page.waitForURL(/login/);
  },
);

test(
  'words that changed under the open page are agreed to anew; files that were chosen before the scripts came are sent',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    const order = await buy(site, 'raam');
    const tasks = `${site.origin('raam')}/order/${order.secret}/tasks`;
    const attorney = page.getByRole('region', { name: 'ייפוי כוח' });
    const sign = attorney.getByRole('button', { name: /^חתימה/ });
    const settings = (from: string, to: string) =>
      db.query(`update stores set settings = replace(settings::text, $1, $2)::jsonb where key = 'raam'`, [from, to]);
    await page.goto(tasks);
    await alive(sign);
    await attorney.getByLabel('שם מלא').fill('דנה לוי');
    await attorney.getByRole('checkbox').check();
    const reply = await request(site.port, {
      host: 'raam.localhost',
      path: `/api/orders/get-tasks?order=${order.secret}`,
    });
    const { ask } = reply.json<{ tasks: OrderTask[] }>().tasks.find(({ kind }) => kind === 'signature') as OrderTask;
    const [before, after] = [JSON.stringify(ask), JSON.stringify(`${ask} נוסח אחר.`)];
    await settings(before, after);
    await db.query('notify cache_versions');
    await sign.click();
    await expect(attorney.getByText('הנוסח השתנה. קראו אותו ושלחו שוב')).toBeVisible();
    await expect(attorney.getByText('נוסח אחר.')).toBeVisible();
    await expect(attorney.getByRole('checkbox')).not.toBeChecked();
    await expect(attorney.getByLabel('שם מלא')).toHaveValue('דנה לוי');
    await expectAccessible(page);
    await sign.click();
    await expect(attorney.getByText('סמנו שקראתם ושאתם מסכימים').first()).toBeVisible();
    await attorney.getByRole('checkbox').check();
    await sign.click();
    await expect(attorney.getByRole('link', { name: /מה שחתמתם/ })).toBeVisible();
    await settings(after, before);

    const licence = page.getByRole('region', { name: 'רישיון נהיגה' });
    const release = await hold(page, /\/assets\/.*\.js$/);
    await page.goto(tasks, { waitUntil: 'commit' });
    await licence.getByLabel(/צילום/).setInputFiles(await photo());
    await licence.getByLabel(/בחירת קבצים/).setInputFiles({ ...policy, name: 'צד שני.pdf' });
    release();
    await expect(licence.getByRole('link')).toHaveText(['רישיון.webp', 'צד שני.pdf']);
    await expect(licence.getByText('בבדיקה אצלנו')).toBeVisible();
  },
);

test('an unpaid order is given up on its page, without signing in', ANY_WIDTH, async ({ page, site }) => {
  const made = await shopper(site.port, 'raam').order(await piece(db, { store: 'raam' }));
  await page.goto(`${site.origin('raam')}/order/${made.secret}`);
  await expect(page.getByRole('main').getByRole('link', { name: 'ביטול עסקה' })).toHaveCount(0);
  const button = page.getByRole('button', { name: 'ביטול ההזמנה' });
  await alive(button);
  await button.click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'חזרה להזמנה' }).click();
  await expect(button).toBeFocused();
  await button.click();
  await dialog.getByRole('button', { name: 'ביטול ההזמנה' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'ההזמנה בוטלה' })).toBeFocused();
  await expect(page.getByText('לא חויבתם')).toBeVisible();
  const { rows } = await db.query('select status from orders where uuid = $1', [made.order.uuid]);
  expect(rows).toEqual([{ status: 'cancelled' }]);
});
