import type { Locator, Page } from '@playwright/test';
import pg from 'pg';
import { expectAccessible } from '../support/axe.ts';
import { alive, expect, LONG, test } from '../support/browser.ts';
import { request } from '../support/http.ts';
import { officeUrl, signInToOffice } from '../support/office-life.ts';
import { piece, shopper } from '../support/purchase.ts';
import type { Site } from '../support/site.ts';

let db: pg.Pool;
test.beforeEach(async ({ page, site }) => {
  db = new pg.Pool({ connectionString: site.databaseUrl, max: 2 });
  await page.setViewportSize({ width: 1280, height: 900 });
  await signInToOffice(site, page);
});
test.afterEach(() => db.end());

const endSessions = () => db.query('delete from staff_sessions');
const again = (page: Page) => page.getByRole('dialog', { name: 'החיבור הסתיים, נכנסים שוב' });

/** In another tab, as whoever has no password does; then the form is as it was left. */
async function signInBeside(site: Site, page: Page): Promise<void> {
  await expect(again(page)).toBeVisible();
  await signInToOffice(site, page);
  await again(page).getByRole('button', { name: 'סגירה' }).click();
  await expect(again(page)).toBeHidden();
}

/**
 * `press` has the sum made. Then the page is read again, which a session that ends meanwhile would send to the sign-in
 * page.
 */
async function calculated(page: Page, press: () => Promise<unknown>): Promise<void> {
  const summed = page.waitForResponse((reply) => reply.request().method() === 'POST');
  await press();
  await summed;
  await expect(page.getByRole('button', { name: /חישוב|יצירה/ })).not.toHaveAttribute('aria-busy');
}

test('a field that isn’t filled in is told in Hebrew, whatever the browser’s language, until it is', async ({
  page,
  site,
}) => {
  await page.goto(officeUrl(site, '/products/new'));
  const [name, price] = [page.getByLabel('שם', { exact: true }), page.getByLabel('מחיר, כולל מע״מ')];
  await alive(name);
  const said = (field: Locator) => field.evaluate((node: HTMLInputElement) => node.validationMessage);
  const create = page.getByRole('button', { name: 'יצירה' });
  await create.click();
  expect(await said(name)).toBe('שדה חובה');
  await name.fill('קסדת ניסיון');
  expect(await said(name)).toBe('');
  await page.getByLabel('כתובת באתר').fill('a-helmet-to-try');
  await page.getByLabel('מק״ט של הגרסה הראשונה').fill('TRY-1');
  await create.click();
  expect(await said(price)).toBe('שדה חובה');
  await page.getByLabel('מחיר לפי פנייה').check();
  await page.getByRole('main').getByRole('checkbox', { name: 'רעם' }).check();
  await create.click();
  await expect(page.getByRole('heading', { level: 1, name: 'קסדת ניסיון' })).toBeVisible();
});

test.describe('a session that ends under a long form', () => {
  // Answers that are lost.
  test.use({ allowedConsole: [/status of (?:401|409|422)|ERR_FAILED \(.*\/(?:new|account)/] });

  test('a new order by telephone: neither the search for goods nor the calculation loses what was typed', async ({
    page,
    site,
  }) => {
    const goods = await piece(db, { store: 'noam', stock: 3 });
    const { rows } = await db.query<{ sku: string }>('select sku from variants where uuid = $1', [goods.variant]);
    await page.goto(officeUrl(site, '/orders/new'));
    await page.getByRole('main').getByLabel('חנות').selectOption({ label: 'נועם' });
    const search = page.getByRole('combobox', { name: /הוספת פריט/ });
    await alive(search);
    const typed: [Locator, string][] = [
      [page.getByLabel('שם פרטי'), 'רון'],
      [page.getByLabel('שם משפחה'), 'אבני'],
      [page.getByLabel('טלפון'), '050-7650009'],
      [page.getByLabel('דוא״ל'), 'ron@example.com'],
    ];
    for (const [field, text] of typed) await field.fill(text);
    await endSessions();
    await search.fill(rows[0]?.sku ?? '');
    await signInBeside(site, page);
    await search.fill('');
    await search.fill(rows[0]?.sku ?? '');
    await expect(page.getByRole('listbox').getByRole('option')).toContainText('במלאי: 3');
    await search.press('ArrowDown');
    await search.press('Enter');
    await expect(page.getByLabel(/כמות/)).toHaveValue('1');
    await page.getByLabel(/כמות/).fill('2');
    await endSessions();
    await page.getByRole('button', { name: 'חישוב' }).click();
    await signInBeside(site, page);
    for (const [field, text] of typed) await expect(field).toHaveValue(text);
    await expect(page.getByLabel(/כמות/)).toHaveValue('2');
    await calculated(page, () => page.getByRole('button', { name: 'חישוב' }).click());
    const delivery = page.getByLabel('מסירה');
    await expect(delivery).toBeVisible();
    // The sum is made anew with it.
    await calculated(page, () => delivery.selectOption({ index: 1 }));
    // Other lines need another sum; what was chosen stays.
    await page.getByLabel('סוג').selectOption({ label: 'הצעת מחיר' });
    const chosen = await delivery.inputValue();
    await page.getByLabel(/כמות/).fill('1');
    await expect(delivery).toBeHidden();
    await calculated(page, () => page.getByRole('button', { name: 'חישוב' }).click());
    await expect(delivery).toHaveValue(chosen);
    await expect(page.getByLabel('סוג').locator('option:checked')).toHaveText('הצעת מחיר');
    await page.getByLabel('סוג').selectOption({ label: 'הזמנה לתשלום' });
    await endSessions();
    const create = page.getByRole('button', { name: 'יצירה' });
    await create.click();
    await signInBeside(site, page);
    // It costs something else by now: what is shown is what is agreed to.
    await db.query('update variants set price_agorot = 123400 where uuid = $1', [goods.variant]);
    await create.click();
    await expect(page.getByRole('alert').filter({ hasText: 'הסכום השתנה' })).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: 'סה״כ' })).toContainText('1,234');
    // It is made, and the answer is lost: after another sum it is still the same order.
    await page.route(
      '**/orders/new.data*',
      async (route) => {
        const asked = route.request();
        const { 'content-length': _, ...headers } = await asked.allHeaders();
        const { pathname: path } = new URL(asked.url());
        const body = asked.postData() ?? '';
        const sent = { host: 'office.localhost', method: 'POST', path, headers, body };
        const { status } = await request(site.port, sent);
        expect(status).toBe(200);
        await route.abort();
      },
      { times: 1 },
    );
    await create.click();
    await expect(page.getByText('אין חיבור לשרת')).toBeVisible();
    for (const index of [0, 1]) await calculated(page, () => delivery.selectOption({ index }));
    await create.click();
    await expect(page.getByRole('alert').filter({ hasText: 'כבר נוצרה' })).toBeFocused();
    const made = await db.query<{ count: number }>(
      `select count(*)::int as count from orders where email = 'ron@example.com'`,
    );
    expect(made.rows).toEqual([{ count: 1 }]);
  });

  test('a product’s details: what was typed is saved after signing in beside', async ({ page, site }) => {
    const { product } = await piece(db);
    await page.goto(officeUrl(site, `/products/${product}`));
    const panel = page.getByRole('region', { name: 'פרטים' });
    const save = panel.getByRole('button', { name: 'שמירה' });
    await alive(save);
    const warranty = panel.getByLabel(/אחריות/);
    await warranty.fill('חמש שנים, בלי הגבלת קילומטרים');
    await endSessions();
    await save.click();
    await signInBeside(site, page);
    await expect(warranty).toHaveValue('חמש שנים, בלי הגבלת קילומטרים');
    await save.click();
    await expect(page.getByText('נשמר', { exact: true }).first()).toBeVisible();
    const saved = await db.query('select warranty from products where uuid = $1', [product]);
    expect(saved.rows).toEqual([{ warranty: 'חמש שנים, בלי הגבלת קילומטרים' }]);
  });

  test('one’s own account asks for the sign-in as every other page does', LONG, async ({ page, site }) => {
    await page.goto(officeUrl(site, '/account'));
    const add = page.getByRole('button', { name: 'הוספת סיסמה וקודים' });
    await alive(add);
    await page.route('**/account.data*', (route) => route.abort(), { times: 1 });
    await add.click();
    const dialog = page.getByRole('dialog', { name: 'אפליקציית קודים' });
    await expect(dialog.getByRole('status')).toContainText('אין חיבור לשרת');
    await endSessions();
    await dialog.getByRole('button', { name: 'לנסות שוב' }).click();
    await signInBeside(site, page);
    await dialog.getByRole('button', { name: 'לנסות שוב' }).click();
    await expect(page.getByLabel('הקוד שמוצג באפליקציה')).toBeVisible();
  });
});

test('a new visit and a new product begin with the store that is chosen in the head', LONG, async ({ page, site }) => {
  await page.goto(officeUrl(site, '/bookings'));
  const head = page.getByRole('banner').getByLabel('חנות');
  await alive(head);
  // A store of the calendar's branch that isn't its first.
  const add = page.getByRole('button', { name: 'תור חדש' });
  const store = page.getByRole('dialog').getByLabel('חנות');
  await add.click();
  const second = String(await store.locator('option').nth(1).textContent());
  await page.keyboard.press('Escape');
  await head.selectOption({ label: second });
  await expect(page).toHaveURL(/store=/);
  await add.click();
  await expect(store.locator('option:checked')).toHaveText(second);
  await page.goto(officeUrl(site, '/products/new'));
  await expect(page.getByRole('main').getByRole('checkbox', { name: second, exact: true })).toBeChecked();
});

test('an order keeps an owner who has left when its deadline is set', LONG, async ({ page, site }) => {
  const { order } = await shopper(site.port).order(await piece(db));
  const left = await db.query<{ uuid: string }>(
    `insert into staff (email, name, status, passkey_handle) values ('left@example.com', 'רותם שעזבה', 'disabled', 'left') returning uuid`,
  );
  const owner = left.rows[0]?.uuid;
  await db.query('update orders set owner_uid = $2 where uuid = $1', [order.uuid, owner]);
  await page.goto(officeUrl(site, `/orders/${order.uuid}`));
  const open = page.getByRole('region', { name: 'טיפול' }).getByRole('button', { name: 'שינוי' });
  await alive(open);
  await open.click();
  const dialog = page.getByRole('dialog', { name: /טיפול בהזמנה/ });
  await expect(dialog.getByLabel('אחראי').locator('option:checked')).toHaveText('רותם שעזבה');
  await typeDate(dialog.getByRole('group', { name: 'לטפל עד' }), '07022027', '0900');
  await dialog.getByRole('button', { name: 'שמירה' }).click();
  await expect(dialog).toBeHidden();
  const saved = await db.query('select owner_uid, deadline_at from orders where uuid = $1', [order.uuid]);
  expect(saved.rows).toEqual([{ owner_uid: owner, deadline_at: new Date('2027-02-07T07:00:00Z') }]);
});

test.describe('two people plan one order', () => {
  test.use({ allowedConsole: [/status of 409/] });

  test('the second is shown what the first saved, can take it, and finds it when the dialog is opened anew', async ({
    page,
    site,
  }) => {
    const { order } = await shopper(site.port).order(await piece(db));
    const people = await db.query<{ uuid: string }>(`select uuid from staff where email = 'tamar@demo.example'`);
    await page.goto(officeUrl(site, `/orders/${order.uuid}`));
    const open = page.getByRole('region', { name: 'טיפול' }).getByRole('button', { name: 'שינוי' });
    await alive(open);
    await open.click();
    const dialog = page.getByRole('dialog', { name: /טיפול בהזמנה/ });
    await db.query('update orders set owner_uid = $2, deadline_at = $3 where uuid = $1', [
      order.uuid,
      people.rows[0]?.uuid,
      '2027-01-05T08:30:00Z',
    ]);
    await dialog.getByLabel('אחראי').selectOption({ label: 'מאיה לוין' });
    await typeDate(dialog.getByRole('group', { name: 'לטפל עד' }), '07022027', '0900');
    await dialog.getByRole('button', { name: 'שמירה' }).click();
    await expect(dialog.getByText('בינתיים נשמר כאן')).toHaveCount(2);
    await expect(dialog.getByText('תמר אזולאי').last()).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'ביטול' }).click();
    await expect(page.getByRole('region', { name: 'טיפול' })).toContainText('תמר אזולאי');

    await open.click();
    await expect(dialog.getByLabel('אחראי').locator('option:checked')).toHaveText('תמר אזולאי');
    await expect(dialog.getByRole('group', { name: 'לטפל עד' })).toContainText('05.01.2027');
    await dialog.getByLabel('אחראי').selectOption({ label: 'מאיה לוין' });
    await dialog.getByRole('button', { name: 'שמירה' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('region', { name: 'טיפול' })).toContainText('מאיה לוין');
    const saved = await db.query('select deadline_at from orders where uuid = $1', [order.uuid]);
    expect(saved.rows).toEqual([{ deadline_at: new Date('2027-01-05T08:30:00Z') }]);
  });

  test('“take it” puts the other’s day into the field', LONG, async ({ page, site }) => {
    const { order } = await shopper(site.port).order(await piece(db));
    await page.goto(officeUrl(site, `/orders/${order.uuid}`));
    const open = page.getByRole('region', { name: 'טיפול' }).getByRole('button', { name: 'שינוי' });
    await alive(open);
    await open.click();
    const dialog = page.getByRole('dialog', { name: /טיפול בהזמנה/ });
    await db.query('update orders set deadline_at = $2 where uuid = $1', [order.uuid, '2027-01-05T08:30:00Z']);
    const deadline = dialog.getByRole('group', { name: 'לטפל עד' });
    await typeDate(deadline, '07022027', '0900');
    await dialog.getByRole('button', { name: 'שמירה' }).click();
    await dialog.getByRole('button', { name: 'לקבל אותו' }).click();
    await expect(deadline).toContainText('05.01.2027');
    await dialog.getByRole('button', { name: 'שמירה' }).click();
    await expect(dialog).toBeHidden();
    const saved = await db.query('select deadline_at from orders where uuid = $1', [order.uuid]);
    expect(saved.rows).toEqual([{ deadline_at: new Date('2027-01-05T08:30:00Z') }]);
  });
});

/** Digits, as on a keyboard: the field goes on by itself from day to month and year, then to the hour. */
async function typeDate(group: Locator, day: string, time = ''): Promise<void> {
  await group.getByRole('spinbutton').first().click();
  await group.page().keyboard.type(day + time);
}

test.describe('a browser in English', () => {
  test.use({ locale: 'en-US' });

  test('a date is typed and chosen in Hebrew, by keys alone, and cleared; the address has it as ISO', async ({
    page,
    site,
  }) => {
    await page.goto(officeUrl(site, '/orders'));
    const from = page.getByRole('group', { name: 'מיום' });
    await expect(from).toContainText('יום.חודש.שנה');
    await typeDate(from, '03112026');
    await page.getByRole('button', { name: 'סינון' }).click();
    await page.waitForURL(/from=2026-11-03/);
    // The filters are drawn anew with the list, after the address has changed.
    await expect(page.getByRole('search').getByRole('link', { name: 'ניקוי' })).toBeVisible();
    await expect(from).toContainText('03.11.2026');

    await from.getByRole('button', { name: 'לוח שנה' }).press('Enter');
    const calendar = page.getByRole('dialog').filter({ has: page.getByRole('grid') });
    await expect(calendar.getByRole('heading')).toHaveText('נובמבר 2026');
    await expect(calendar.getByRole('columnheader', { includeHidden: true }).first()).toHaveText('יום א׳');
    await expectAccessible(page);
    // To the left is tomorrow.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(calendar).toBeHidden();
    await expect(from).toContainText('11.11.2026');
    await from.getByRole('button', { name: 'ניקוי התאריך' }).press('Enter');
    await expect(from).toContainText('יום.חודש.שנה');
    await page.getByRole('button', { name: 'סינון' }).click();
    await page.waitForURL((url) => !url.searchParams.get('from'));
  });

  test('the hours that are to be blocked are the chosen day’s, until they are typed', LONG, async ({ page, site }) => {
    await page.goto(officeUrl(site, '/bookings'));
    const block = page.getByRole('button', { name: /חסימת שעות/ });
    await alive(block);
    await block.click();
    const dialog = page.locator('dialog[open]');
    const hours = () => Promise.all(['משעה', 'עד שעה'].map((label) => dialog.getByLabel(label).inputValue()));
    const choose = async (day: string) => {
      await dialog.getByRole('group', { name: 'יום' }).getByRole('spinbutton').first().click();
      await page.keyboard.type(day);
    };
    // A Friday and a Sunday.
    await choose('08012100');
    const friday = await hours();
    await choose('10012100');
    expect(await hours()).not.toEqual(friday);
    await dialog.getByLabel('עד שעה').fill('10:15');
    await choose('08012100');
    expect(await hours()).toEqual([friday[0], '10:15']);
  });

  test(
    'in a dialog the calendar can be used, Escape closes it and not the dialog, and a needed date is asked for',
    LONG,
    async ({ page, site }) => {
      await page.goto(officeUrl(site, '/bookings'));
      const block = page.getByRole('button', { name: /חסימת שעות/ });
      await alive(block);
      await block.click();
      const dialog = page.locator('dialog[open]');
      const day = dialog.getByRole('group', { name: 'יום' });
      await day.getByRole('button', { name: 'לוח שנה' }).click();
      const calendar = page
        .getByRole('dialog')
        .filter({ has: page.getByRole('grid') })
        .last();
      await expect(calendar).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('grid', { name: /20\d\d/ })).toHaveCount(0);
      await expect(dialog).toBeVisible();
      const parts = day.getByRole('spinbutton');
      const clear = async (part: Locator) => {
        await part.click();
        for (let digit = 0; digit < 5; digit++) await page.keyboard.press('Backspace');
      };
      await clear(parts.first());
      await expect(parts.first()).toHaveText('יום');
      // Hours are of 24 whatever the browser's language, and typed as they come.
      await dialog.getByLabel('משעה').fill('930');
      await dialog.getByLabel('עד שעה').focus();
      await expect(dialog.getByLabel('משעה')).toHaveValue('09:30');
      // What is shown is what would be sent.
      const sent = await dialog.locator('input[name="day"]').first().inputValue();
      await expect(day).toHaveText(sent.split('-').reverse().join('.'));
      for (let at = 0; at < 3; at++) await clear(parts.nth(at));
      await dialog.getByRole('button', { name: 'חסימה' }).click();
      await expect(dialog).toBeVisible();
      await expect(parts.first()).toBeFocused();
    },
  );
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a date’s field is the browser’s own, with its value', async ({ page, site }) => {
    await page.goto(officeUrl(site, '/orders?from=2026-11-03'));
    await expect(page.getByLabel('מיום')).toHaveAttribute('type', 'date');
    await expect(page.getByLabel('מיום')).toHaveValue('2026-11-03');
  });
});
