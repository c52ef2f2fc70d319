import type { Page } from '@playwright/test';
import pg from 'pg';
import { alive, expect, LONG, test } from '../support/browser.ts';
import { enterOffice, liveOnce, officeUrl } from '../support/office-life.ts';
import { piece } from '../support/purchase.ts';
import type { Site } from '../support/site.ts';

// A save that meets somebody else's is answered so.
test.use({ allowedConsole: [/status of 409/] });
test.beforeEach(({ page }) => page.setViewportSize({ width: 1280, height: 900 }));

async function homeOf(site: Site, page: Page, store: string): Promise<void> {
  await enterOffice(site, page, '/content/home');
  await page.getByRole('navigation', { name: 'חנות' }).getByRole('link', { name: store, exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: store })).toBeVisible();
}

test('who switches the store over a form that isn’t saved is asked, and while the other store loads nothing can be typed', async ({
  page,
  site,
}) => {
  await homeOf(site, page, 'גל');
  const stores = page.getByRole('navigation', { name: 'חנות' });
  const field = page.getByLabel('כותרת המוצרים הנבחרים');
  const before = await field.inputValue();
  await field.fill('נבחרי החורף');
  const asked = page.getByRole('dialog', { name: 'לצאת בלי לשמור?' });
  await stores.getByRole('link', { name: 'אופק מוטורס', exact: true }).click();
  await asked.getByRole('button', { name: 'להישאר' }).click();
  await expect(field).toHaveValue('נבחרי החורף');
  // The head's choice asks too, and keeps the store where one stays.
  const head = page.getByRole('banner').getByLabel('חנות');
  const chosen = await head.inputValue();
  await head.selectOption({ label: 'אופק מוטורס' });
  await asked.getByRole('button', { name: 'להישאר' }).click();
  await expect(head).toHaveValue(chosen);
  await expect(field).toHaveValue('נבחרי החורף');

  await field.fill(before);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/content/home.data?**', async (route) => {
    await held;
    await route.continue();
  });
  await stores.getByRole('link', { name: 'אופק מוטורס', exact: true }).click();
  await expect(page.locator('main form [inert]').filter({ has: field })).toBeAttached();
  answer();
  await expect(page.getByRole('heading', { level: 2, name: 'אופק מוטורס' })).toBeVisible();
  await expect(page.locator('main [inert]')).toHaveCount(0);
});

test('who leaves the details of a product unsaved is asked until they are saved; what somebody else saves in another field is taken over, and nothing typed is lost', async ({
  page,
  site,
}) => {
  const db = new pg.Pool({ connectionString: site.databaseUrl });
  await enterOffice(site, page, '/products');
  await page.getByRole('main').getByRole('grid').getByRole('link').first().click();
  const details = page.getByRole('region', { name: 'פרטים', exact: true });
  const subtitle = details.getByLabel('כותרת משנה');
  const warranty = details.getByLabel('אחריות');
  const save = details.getByRole('button', { name: 'שמירה', exact: true });
  const orders = page.getByRole('navigation', { name: 'ראשי' }).getByRole('link', { name: 'הזמנות', exact: true });
  const asked = page.getByRole('dialog', { name: 'לצאת בלי לשמור?' });
  await alive(subtitle);
  await subtitle.fill('לכביש ולעיר');
  await orders.click();
  await asked.getByRole('button', { name: 'להישאר' }).click();
  await expect(subtitle).toHaveValue('לכביש ולעיר');

  const product = new URL(page.url()).pathname.split('/').at(-1);
  await db.query(`update products set subtitle = 'לים', warranty = 'שש שנים' where uuid = $1`, [product]);
  await save.click();
  await expect(details.getByText('בינתיים נשמר כאן')).toHaveCount(1);
  await details.getByRole('button', { name: 'לקבל אותו' }).click();
  await expect(subtitle).toHaveValue('לים');
  await subtitle.fill('לים ולחוף');
  await save.click();
  await expect(details.getByText('בינתיים נשמר כאן')).toHaveCount(0);
  await expect(warranty).toHaveValue('שש שנים');
  await expect(subtitle).toHaveValue('לים ולחוף');
  await orders.click();
  await expect(page).toHaveURL(/\/orders/);
  const saved = await db.query('select subtitle, warranty from products where uuid = $1', [product]);
  expect(saved.rows).toEqual([{ subtitle: 'לים ולחוף', warranty: 'שש שנים' }]);
  await db.end();
});

test(
  'prices, places and what is typed in a dialog are not left unsaved without a question; a price that somebody else saved can be taken',
  LONG,
  async ({ page, site }) => {
    const db = new pg.Pool({ connectionString: site.databaseUrl });
    const { product, variant } = await piece(db);
    await enterOffice(site, page, `/products/${product}`);
    const orders = page.getByRole('navigation', { name: 'ראשי' }).getByRole('link', { name: 'הזמנות', exact: true });
    const asked = page.getByRole('dialog', { name: 'לצאת בלי לשמור?' });
    const places = page.getByRole('region', { name: 'חנויות', exact: true });
    const prices = page.getByRole('region', { name: 'מחיר', exact: true });
    const price = prices.getByLabel('מחיר, כולל מע״מ').first();
    const save = prices.getByRole('button', { name: 'שמירה' }).first();
    await alive(save);
    const home = places.getByRole('checkbox', { name: /ראשית/ }).first();
    await home.click();
    await orders.click();
    await asked.getByRole('button', { name: 'להישאר' }).click();
    await home.click();

    const before = await price.inputValue();
    await price.fill(String(Number(before) + 1));
    await orders.click();
    await asked.getByRole('button', { name: 'להישאר' }).click();
    await db.query('update products set price_agorot = price_agorot + 500 where uuid = $1', [product]);
    await save.click();
    await expect(price).toHaveValue(String(Number(before) + 1));
    await prices.getByRole('button', { name: 'לקבל אותו' }).click();
    await expect(price).toHaveValue(String(Number(before) + 5));
    // Typed before the page is read anew: one's own sum isn't taken for somebody else's.
    const typed = Promise.withResolvers<void>();
    await page.route(/\/products\/.*\.data/, async (route) => {
      if (route.request().method() === 'GET') await typed.promise;
      await route.continue();
    });
    await save.click();
    await expect(prices.getByText('בינתיים נשמר כאן')).toHaveCount(0);
    await price.fill(String(Number(before) + 7));
    typed.resolve();
    await expect(prices.locator('input[name="was.price"]').first()).toHaveValue(String(Number(before) + 5));
    await save.click();
    // All is saved: nobody is asked.
    await expect
      .poll(
        async () => (await db.query('select price_agorot::int as sum from products where uuid = $1', [product])).rows,
      )
      .toEqual([{ sum: (Number(before) + 7) * 100 }]);
    await expect(prices.locator('input[name="was.price"]').first()).toHaveValue(String(Number(before) + 7));
    await orders.click();
    await expect(page).toHaveURL(/\/orders/);

    await page.goto(officeUrl(site, `/stock/${variant}`));
    const count = page.getByRole('button', { name: /ספירה/ }).first();
    await alive(count);
    await count.click();
    const dialog = page.locator('dialog[open]');
    const field = dialog.getByLabel('כמה נספרו');
    await field.fill('3');
    await page.keyboard.press('Escape');
    await expect(dialog.getByRole('alert')).toContainText('לא נשמר');
    // A second Escape asks once more, and who stays is where the typing was.
    await page.keyboard.press('Escape');
    await expect(dialog.getByRole('button', { name: 'להישאר' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('3');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'לסגור בכל זאת' }).click();
    await expect(dialog).toHaveCount(0);
    await db.end();
  },
);

test(
  'orders, answers, notes, roles, new products and new stores are not left unsaved without a question',
  LONG,
  async ({ page, site }) => {
    test.slow();
    const { order, lead, review, question, customer, role } = await liveOnce(site);
    await enterOffice(site, page);
    const asked = page.getByRole('dialog', { name: 'לצאת בלי לשמור?' });
    const forms: [path: string, label: string][] = [
      ['/orders/new', 'שם פרטי'],
      [`/orders/${order}/edit`, 'סיבת השינוי'],
      [`/leads/${lead}`, 'מה נאמר בשיחה'],
      [`/reviews/${review}`, 'תשובה'],
      [`/questions/${question}`, 'תשובה'],
      [`/customers/${customer}`, 'הערה חדשה'],
      [`/roles/${role}`, 'שם התפקיד'],
      ['/products/new', 'שם'],
      ['/stores/new', 'שם החנות'],
    ];
    for (const [path, label] of forms) {
      await page.goto(officeUrl(site, path));
      if (path.startsWith('/leads/')) await page.getByRole('radio', { name: 'שיחת טלפון' }).check();
      // Labels of what may be left out go on to say so.
      const field = page.getByRole('main').getByRole('textbox', { name: new RegExp(`^${label}(?: \\(|$)`) });
      await alive(field);
      await field.fill('עוד לא נשמר');
      await page.getByRole('navigation', { name: 'ראשי' }).getByRole('link', { name: 'מסמכים', exact: true }).click();
      await expect(asked, path).toBeVisible();
      await asked.getByRole('button', { name: 'להישאר' }).click();
      await expect(field).toHaveValue('עוד לא נשמר');
    }
  },
);

test(
  'a customer’s note stays while somebody else adds one and the page is read anew, and is emptied once it is saved',
  LONG,
  async ({ page, site }) => {
    const db = new pg.Pool({ connectionString: site.databaseUrl });
    const { customer } = await liveOnce(site);
    await enterOffice(site, page, `/customers/${customer}`);
    const note = page.getByLabel('הערה חדשה');
    await note.fill('מעדיפה שיחה בערב');
    await db.query(
      `insert into notes (entity_kind, entity_uid, staff_uid, text) select 'customer', $1, uuid, 'של מישהו אחר' from staff where email = 'maya@demo.example'`,
      [customer],
    );
    await page.getByRole('button', { name: 'עריכה', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'עריכת פרטי הלקוח' });
    await dialog.getByLabel('דוא״ל').fill('dana@example.org');
    await dialog.getByRole('button', { name: 'שמירה' }).click();
    await expect(page.getByText('של מישהו אחר')).toBeVisible();
    await expect(note).toHaveValue('מעדיפה שיחה בערב');
    await page.getByRole('button', { name: 'הוספת הערה' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'מעדיפה שיחה בערב' })).toBeVisible();
    await expect(note).toHaveValue('');
    await db.end();
  },
);

test(
  'a role and an answer that somebody else has saved meanwhile are shown, and saving again decides, without a reload',
  LONG,
  async ({ page, site }) => {
    const db = new pg.Pool({ connectionString: site.databaseUrl });
    const { role, question } = await liveOnce(site);
    await enterOffice(site, page, `/roles/${role}`);
    const name = page.getByLabel('שם התפקיד');
    const before = await name.inputValue();
    await name.fill('מכירות וחנות');
    await db.query(`update roles set permissions = array_remove(permissions, 'orders.discount') where uuid = $1`, [
      role,
    ]);
    await page.getByRole('button', { name: 'שמירה', exact: true }).click();
    await expect(page.getByText('בינתיים נשמרה כאן רשימה אחרת')).toBeVisible();
    await expect(name).toHaveValue('מכירות וחנות');
    await page.getByRole('button', { name: 'שמירה', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('מכירות וחנות');
    await db.query('update roles set name = $2 where uuid = $1', [role, before]);

    await page.goto(officeUrl(site, `/questions/${question}`));
    const answer = page.getByLabel('תשובה', { exact: true });
    await alive(answer);
    await answer.fill('בחודש הבא');
    await db.query(
      `update product_questions set state = 'published', answer = 'ביום ראשון', answered_at = now(), state_at = now() where uuid = $1`,
      [question],
    );
    const publish = page.getByRole('button', { name: /השאלה והתשובה|שמירת התשובה/ });
    await publish.click();
    await expect(page.getByText('בינתיים נשמר כאן')).toContainText('ביום ראשון');
    await expect(answer).toHaveValue('בחודש הבא');
    // The page is read anew.
    await expect(publish).toHaveText('שמירת התשובה');
    await publish.click();
    await expect
      .poll(async () => (await db.query('select answer from product_questions where uuid = $1', [question])).rows)
      .toEqual([{ answer: 'בחודש הבא' }]);
    await db.end();
  },
);
