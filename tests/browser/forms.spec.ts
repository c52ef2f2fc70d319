import { expectAccessible } from '../support/axe.ts';
import { ANY_WIDTH, alive, expect, LONG_ANY_WIDTH, test } from '../support/browser.ts';
import { screens, visitorOf } from '../support/screens.ts';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test(
    'a refused form comes back as typed, begins with what is wrong, and each error leads to its field',
    ANY_WIDTH,
    async ({ page, site }) => {
      await page.goto(`${site.origin('noam')}/contact`);
      const form = page
        .getByRole('main')
        .locator('form')
        .filter({ has: page.getByLabel('במה אפשר לעזור?') });
      await form.getByLabel('נושא הפנייה').selectOption('service');
      await form.getByLabel('טלפון').fill('12');
      await form.getByLabel('במה אפשר לעזור?').fill('שורה\nועוד שורה');
      await form.getByRole('checkbox').check();
      await form.getByRole('button', { name: 'שליחת הפנייה' }).click();

      const list = form.getByRole('group', { name: 'צריך לתקן 2 פרטים' });
      await expect(list).toBeFocused();
      await expect(list.getByRole('link')).toHaveText(['הזינו שם', 'מספר טלפון לא תקין']);
      const phone = form.getByLabel('טלפון');
      await expect(phone).toHaveAttribute('aria-invalid', 'true');
      await expect(phone).toHaveAccessibleDescription('מספר טלפון לא תקין');
      await expect(phone).toHaveValue('12');
      await expect(form.getByLabel('נושא הפנייה')).toHaveValue('service');
      await expect(form.getByLabel('במה אפשר לעזור?')).toHaveValue('שורה\nועוד שורה');
      await expect(form.getByRole('checkbox')).toBeChecked();
      await list.getByRole('link').last().press('Enter');
      await page.keyboard.press('Tab');
      await expect(form.getByRole('textbox', { name: /דוא״ל/ })).toBeFocused();

      await form.getByLabel('שם מלא').fill('דנה כהן');
      await phone.fill('0507300061');
      await form.getByRole('button', { name: 'שליחת הפנייה' }).click();
      await expect(page.getByRole('status').filter({ hasText: 'הפרטים התקבלו' })).toBeVisible();
    },
  );
});

test.describe('without scripts, a booking', () => {
  test.use({ javaScriptEnabled: false });

  test('that is refused keeps the chosen time and what was typed', LONG_ANY_WIDTH, async ({ page, site }) => {
    await page.goto(`${site.origin('noam')}/booking?service=SERVICE`);
    await page.getByRole('main').locator('a[href*="branch="]').first().click();
    // Of today there may be a time or two left.
    await page.getByRole('region', { name: 'באיזה יום?' }).getByRole('link').nth(1).click();
    const time = page.getByRole('radio').nth(2);
    await time.check({ force: true });
    const chosen = (await time.getAttribute('value')) ?? '';
    await page.getByLabel('שם מלא').fill('ד');
    await page.getByLabel('טלפון', { exact: true }).fill('0507300071');
    await page.getByRole('button', { name: 'קביעת התור' }).click();
    const list = page.getByRole('group', { name: 'צריך לתקן פרט אחד' });
    await expect(list).toBeFocused();
    await expect(list.getByRole('link')).toHaveText(['הזינו שם']);
    await expect(page.locator(`input[name="time"][value="${chosen}"]`)).toBeChecked();
    await expect(page.getByLabel('טלפון', { exact: true })).toHaveValue('0507300071');
  });
});

test('the contact form: what is wrong is told as a field is left, and nothing moves under a press', async ({
  page,
  site,
}) => {
  await page.goto(`${site.origin('noam')}/contact`);
  const form = page
    .getByRole('main')
    .locator('form')
    .filter({ has: page.getByLabel('במה אפשר לעזור?') });
  const name = form.getByLabel('שם מלא');
  const phone = form.getByLabel('טלפון');
  await alive(name);
  // The rules come with the first touch, on a slow line after the field is left.
  const left = Promise.withResolvers<void>();
  await page.route(/lead-form-[\w-]+\.js$/, async (route) => {
    await left.promise;
    await route.continue();
  });
  await name.focus();
  await phone.fill('12');
  await phone.blur();
  left.resolve();
  await expect(phone).toHaveAccessibleDescription('מספר טלפון לא תקין');
  // A field left empty says nothing yet.
  await expect(name).not.toHaveAttribute('aria-invalid');
  await phone.fill('050-7300063');
  await expect(phone).not.toHaveAttribute('aria-invalid');

  // The press leaves the focus in the field, so that its error doesn't push the button away.
  await form.getByRole('textbox', { name: /דוא״ל/ }).fill('dana@');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await form.getByRole('button', { name: 'שליחת הפנייה' }).click();
  const list = form.getByRole('group', { name: 'צריך לתקן 2 פרטים' });
  await expect(list).toBeFocused();
  await expect(list.getByRole('link')).toHaveText(['הזינו שם', 'כתובת דוא״ל לא תקינה']);
  expect(sent.filter((url) => /contact/.test(url))).toEqual([]);
  await expectAccessible(page);
  await list.getByRole('link').first().click();
  await expect(name).toBeFocused();
});

test(
  'what was typed into a question or a cancellation stands there again after a reload, and no longer once it was sent',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    const origin = site.origin('noam');
    const form = page
      .getByRole('main')
      .locator('form')
      .filter({ has: page.locator('textarea') });
    const message = form.locator('textarea');
    await page.goto(`${origin}/contact`);
    await alive(message);
    await form.getByLabel('נושא הפנייה').selectOption('service');
    await form.getByLabel('שם מלא').fill('דנה כהן');
    await form.getByLabel('טלפון').fill('0507300064');
    await message.fill('מתי אפשר לבוא?');
    await page.goto(`${origin}/cancellation`);
    await alive(message);
    await expect(message).toHaveValue('');
    await message.fill('הכול');
    await page.reload();
    await expect(message).toHaveValue('הכול');
    // One of an order has its own.
    await page.goto(`${origin}/cancellation?order=12345`);
    await alive(message);
    await expect(message).toHaveValue('');
    await page.goto(`${origin}/contact`);
    await expect(message).toHaveValue('מתי אפשר לבוא?');
    await expect(form.getByLabel('נושא הפנייה')).toHaveValue('service');
    await expect(form.getByLabel('שם מלא')).toHaveValue('דנה כהן');
    await form.getByRole('button', { name: 'שליחת הפנייה' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'הפרטים התקבלו' })).toBeVisible();
    await page.reload();
    await alive(message);
    await expect(message).toHaveValue('');
    await expect(form.getByLabel('שם מלא')).toHaveValue('');
  },
);

test(
  'a choice from a list comes back after a reload, and not where another address chooses',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    const model = page.locator('select[name=product_uid]');
    const at = async (product: string) => {
      await page.goto(`${site.origin('raam')}/booking?service=TEST_RIDE&product=${product}`);
      await page.getByRole('main').locator('a[href*="branch="]').first().click();
      await alive(model);
    };
    await at('raam-barak-500');
    await model.selectOption('');
    await page.getByLabel('שם מלא').fill('דנה כהן');
    await page.reload();
    await alive(model);
    await expect(model).toHaveValue('');
    await at('raam-masa-750');
    await expect(page.getByLabel('שם מלא')).toHaveValue('דנה כהן');
    await expect(model.locator('option:checked')).toContainText('750');
  },
);

test.describe('without an answer', () => {
  // Parts that are still on their way when the connection goes are missed, too.
  test.use({ allowedConsole: [/net::ERR_(?:FAILED|INTERNET_DISCONNECTED)|status of 503/] });

  test(
    'the contact form, sent without a connection, stays as it was typed, and goes once when there is one',
    ANY_WIDTH,
    async ({ page, context, site }) => {
      // By a link: what fails then would load the page anew.
      await page.goto(`${site.origin('noam')}/sitemap`);
      const link = page.getByRole('main').getByRole('link', { name: 'יצירת קשר' }).first();
      await alive(link);
      await link.click();
      const form = page
        .getByRole('main')
        .locator('form')
        .filter({ has: page.getByLabel('במה אפשר לעזור?') });
      const name = form.getByLabel('שם מלא');
      await alive(name);
      await name.fill('דנה כהן');
      await form.getByLabel('טלפון').fill('0507300064');
      await form.getByLabel('במה אפשר לעזור?').fill('מתי פתוח?');
      const sent: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
      const send = form.getByRole('button', { name: 'שליחת הפנייה' });
      await context.setOffline(true);
      await send.click();
      await expect(form.getByText('אין חיבור לשרת')).toBeVisible();
      await expect(name).toHaveValue('דנה כהן');
      await context.setOffline(false);
      // The browser knows of no trouble, and no answer comes.
      await page.route('**/contact.data*', (route) => route.abort());
      await send.click();
      await expect(page.getByRole('alert').filter({ hasText: 'אין חיבור לשרת' })).toBeVisible();
      await expect(name).toHaveValue('דנה כהן');
      await page.unroute('**/contact.data*');
      // A proxy's page, in place of a process that is gone (`deploy/nginx/storefront.conf`).
      const unavailable = {
        status: 503,
        contentType: 'text/html',
        body: '<!doctype html><h1>האתר אינו זמין לרגע</h1>',
      };
      const gone = page.waitForResponse(/contact\.data/);
      await page.route('**/contact.data*', (route) => route.fulfill(unavailable));
      await send.click();
      await gone;
      await expect(send).not.toHaveAttribute('aria-busy');
      await expect(name).toHaveValue('דנה כהן');
      await page.unroute('**/contact.data*');
      await send.click();
      await expect(page.getByRole('status').filter({ hasText: 'הפרטים התקבלו' })).toBeVisible();
      expect(sent.filter((path) => path.startsWith('/contact'))).toHaveLength(3);
    },
  );
});

test.describe('without the rules', () => {
  test.use({ allowedConsole: [/net::ERR_FAILED/] });

  test(
    'the contact form, sent before its rules have come, is judged by the server',
    ANY_WIDTH,
    async ({ page, site }) => {
      await page.goto(`${site.origin('noam')}/contact`);
      const form = page
        .getByRole('main')
        .locator('form')
        .filter({ has: page.getByLabel('במה אפשר לעזור?') });
      await alive(form.getByLabel('שם מלא'));
      // The component has come.
      await page.route(/lead-form-[\w-]+\.js$/, (route) => route.abort());
      await form.getByLabel('שם מלא').fill('דנה כהן');
      await form.getByRole('button', { name: 'שליחת הפנייה' }).click();
      const list = form.getByRole('group', { name: 'צריך לתקן פרט אחד' });
      await expect(list).toBeFocused();
      await expect(list.getByRole('link')).toHaveText(['הזינו מספר טלפון']);
      await expect(form.getByLabel('שם מלא')).toHaveValue('דנה כהן');
    },
  );
});

test('the address form: errors with links, then saved', async ({ page, site }) => {
  await screens['addresses-empty']?.(page, await visitorOf(site, 'noam'));
  await page.getByRole('button', { name: 'הוספת כתובת' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('מיקוד').fill('123');
  await dialog.getByRole('button', { name: 'שמירת הכתובת' }).click();
  const list = dialog.getByRole('group', { name: /צריך לתקן/ });
  await expect(list).toBeFocused();
  await expect(list.getByRole('link')).toHaveText([
    'הזינו עיר או יישוב',
    'הזינו מספר בית או משק',
    'מיקוד הוא בן 7 ספרות. אפשר להשאיר ריק',
  ]);
  await expectAccessible(page);
  await list.getByRole('link').last().click();
  await expect(dialog.getByLabel('מיקוד')).toBeFocused();
  await dialog.getByLabel('מיקוד').fill('1234567');
  await expect(list.getByRole('link')).toHaveCount(2);
  await dialog.getByLabel('עיר / יישוב').fill('חיפה');
  await dialog.getByLabel('מספר בית').fill('7');
  await dialog.getByRole('button', { name: 'שמירת הכתובת' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main').getByText(/חיפה/)).toBeVisible();
});
