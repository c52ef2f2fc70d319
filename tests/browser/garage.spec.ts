import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { alive, expect, expectErrorList, LONG, sendTwice, test } from '../support/browser.ts';
import { CARDS, pay, shopper } from '../support/purchase.ts';
import { visitorOf } from '../support/screens.ts';
import type { Site } from '../support/site.ts';
import { query } from '../support/site-rows.ts';

/** A store each, as the two widths share them out. */
const storeOf = (page: Page): string => ((page.viewportSize()?.width ?? 0) < 600 ? 'raam' : 'noam');

/** Signed in, with the store's vehicle handed over. */
async function withVehicle(page: Page, site: Site) {
  const store = storeOf(page);
  const visitor = await visitorOf(site, store);
  const url = site.origin(store);
  await page.context().addCookies([
    { url, name: 'auth._token.local', value: visitor.token, httpOnly: true },
    { url, name: 'auth.signed_in', value: '1' },
  ]);
  await pay(site.port, new URL(visitor.payment).pathname, CARDS.approved);
  await shopper(site.port, store).ask(visitor.order);
  await query(site, `update orders set status = 'provided' where uuid = $1`, [visitor.placed.uuid]);
  const documents = () => query(site, 'select uuid from documents where order_uid = $1', [visitor.placed.uuid]);
  await expect.poll(documents).toHaveLength(1);
  await query(
    site,
    `insert into order_vehicles (order_line_uid, unit, chassis_number, plate_number)
     select uuid, 1, upper(left(replace(uuid::text, '-', ''), 17)), '12345678' from order_lines where order_uid = $1`,
    [visitor.placed.uuid],
  );
  const [row] = await query(
    site,
    `update products set service_plan = '1000/1|10000/12' where uuid in (select product_uid from order_lines where order_uid = $1) returning name`,
    [visitor.placed.uuid],
  );
  return { url, visitor, name: String(row?.name) };
}

// At the end Back leads to a vehicle that is no longer there.
test.use({ allowedConsole: [/404.*personal-area\/garage/] });

test('the vehicle is in the garage after the handover: dates, a service, reminders, a visit; sold, it comes back; then it is removed', async ({
  page,
  site,
}) => {
  test.slow();
  const { url, visitor, name } = await withVehicle(page, site);
  const main = page.getByRole('main');
  await page.goto(`${url}/personal-area/garage`);
  const card = main.getByRole('listitem').filter({ hasText: name }).first();
  await expect(card).toContainText('•••-••-678');
  await expect(card).toContainText('הטיפול הבא');
  await expectAccessible(page);
  await card.getByRole('link', { name: `פרטים ותאריכים של ${name}` }).click();

  await expect(main.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(main.getByText('123-45-678')).toBeVisible();
  await expect(main.getByRole('link', { name: visitor.placed.number })).toBeVisible();
  await expect(main.getByRole('region', { name: 'חשבוניות וקבלות' }).getByRole('link')).toHaveCount(1);
  await expect(main.getByRole('link', { name: 'חלקים שמתאימים' })).toHaveAttribute('href', /^\/spare-parts\?model=/);
  await expectAccessible(page);

  // What is wrong is told at the field, and nothing typed is lost.
  const own = main.getByRole('region', { name: 'עדכון פרטים' });
  const km = own.getByRole('textbox', { name: /^קילומטרים/ });
  await alive(km);
  await km.fill('-4');
  const save = main.getByRole('button', { name: 'שמירה', exact: true });
  await save.click();
  await expectErrorList(own, ['הזינו מספר שלם של קילומטרים'], km);
  await km.fill('850');
  await main.getByLabel('טסט בתוקף עד').fill('2027-03-05');
  await save.click();
  await expect(main.getByRole('status').filter({ hasText: 'הפרטים נשמרו' })).toBeVisible();
  await expect(main.getByText('05/03/2027')).toBeVisible();

  // What another device wrote meanwhile stands there once this one has saved, and outlasts its next save.
  const stored = () =>
    query(site, `select kilometres, insured_until::text from garage_vehicles where test_until = '2027-03-05'`);
  await query(site, `update garage_vehicles set insured_until = '2028-01-02' where test_until = '2027-03-05'`);
  for (const kilometres of [860, 850]) {
    await km.fill(String(kilometres));
    await save.click();
    await expect.poll(stored).toEqual([{ kilometres, insured_until: '2028-01-02' }]);
    await expect(own.getByLabel('ביטוח בתוקף עד')).toHaveValue('2028-01-02');
  }

  const today = await main.getByLabel('תאריך הטיפול').getAttribute('max');
  await main.getByText('רישום טיפול שנעשה').click();
  await main.getByLabel('תאריך הטיפול').fill(today ?? '');
  await main.getByLabel('קילומטרים בטיפול').fill('900');
  await main.getByRole('button', { name: 'רישום הטיפול' }).click();
  await expect(main.getByText('הטיפול נרשם')).toBeVisible();
  await expect(main.getByRole('region', { name: 'טיפולים' })).toContainText('10,900');
  await page.reload();
  await expect(km).toHaveValue('900');
  await expectAccessible(page);

  // The form of a visit begins with the vehicle.
  await main.getByRole('link', { name: 'תיאום טיפול' }).click();
  await main.locator('a[href*="branch="]').first().click();
  await expect(main.getByLabel('איזה דגם, ומה לבדוק בו?')).toHaveValue(/123-45-678.*900/s);
  await expect(main.getByLabel('שם מלא')).not.toHaveValue('');
  await page.goto(`${url}/personal-area/garage`);

  // Off until ticked, and off again.
  const reminders = main.getByRole('region', { name: 'תזכורות' });
  const bySms = reminders.getByRole('checkbox', { name: /SMS/ });
  await expect(bySms).not.toBeChecked();
  await alive(bySms);
  await bySms.check();
  await reminders.getByLabel('מתי להזכיר?').selectOption('30');
  await reminders.getByRole('button', { name: 'שמירת התזכורות' }).click();
  await expect(reminders.getByRole('status')).toHaveText('התזכורות נשמרו');
  await page.reload();
  await expect(bySms).toBeChecked();
  await expect(reminders.getByLabel('מתי להזכיר?')).toHaveValue('30');

  await main
    .getByRole('link', { name: `פרטים ותאריכים של ${name}` })
    .first()
    .click();
  // Sold, it is apart with its papers, and comes back with all that was written.
  await main.getByText(/^מכרתי את ה/).click();
  await expectAccessible(page);
  const sale = main.locator('form').filter({ has: page.getByRole('button', { name: 'אישור המכירה' }) });
  const sales = await sendTwice(sale);
  await expect(main.getByRole('status').filter({ hasText: 'עברו אל ״נמכרו״' })).toBeVisible();
  expect(sales).toHaveLength(1);
  await expect(main.getByText('•••-••-678')).toHaveCount(0);
  const sold = main.getByRole('region', { name: 'נמכרו' });
  await expect(sold.getByRole('listitem')).toContainText(name);
  await expect(sold.getByRole('link', { name: visitor.placed.number })).toBeVisible();
  await expectAccessible(page);
  const back = page.getByRole('button', { name: `החזרה למוסך של ${name}` });
  await back.focus();
  const returns = await sendTwice(sold.locator('form').filter({ has: back }));
  await expect(main.getByRole('status').filter({ hasText: 'הוחזר למוסך' })).toBeVisible();
  await expect(main).toBeFocused();
  expect(returns).toHaveLength(1);
  await main
    .getByRole('link', { name: `פרטים ותאריכים של ${name}` })
    .first()
    .click();
  await expect(km).toHaveValue('900');
  await main.getByText('הסרה מהמוסך').first().click();
  await main.getByRole('button', { name: 'הסרה מהמוסך' }).click();
  await expect(main.getByRole('status').filter({ hasText: 'הוסר מהמוסך' })).toBeVisible();
  await expect(main.getByText('•••-••-678')).toHaveCount(0);
  await page.goBack();
  await expect(main.getByText('123-45-678')).toHaveCount(0);
});

test(
  'a vehicle is added by its plate, and by the list where the registry has no answer',
  LONG,
  async ({ page, site }) => {
    const url = site.origin('raam');
    const visitor = await visitorOf(site, 'raam');
    await page.context().addCookies([
      { url, name: 'auth._token.local', value: visitor.token, httpOnly: true },
      { url, name: 'auth.signed_in', value: '1' },
    ]);
    await page.goto(`${url}/personal-area/garage`);
    const main = page.getByRole('main');
    const form = main.getByRole('form', { name: 'הוספה לפי מספר רישוי' });
    const plate = form.getByRole('textbox', { name: 'מספר הרישוי של הרכב' });
    const add = async (typed: string) => {
      await plate.fill(typed);
      await form.getByRole('button', { name: 'הוספה למוסך' }).click();
    };
    await alive(plate);
    await add('12');
    await expectErrorList(form, ['מספר רישוי הוא חמש עד שמונה ספרות'], plate);
    for (const [typed, answer] of [
      ['1111111', 'המספר אינו במאגר הרכב. בדקו אותו, או בחרו דגם מהרשימה.'],
      ['12-345-67', 'הכלי הזה אינו מהדגמים שלנו'],
    ] as const) {
      await add(typed);
      await expect(form).toContainText(answer);
    }
    await expectAccessible(page);
    await add('30-055-00');
    await expect(main.getByRole('status').filter({ hasText: 'נוסף למוסך' })).toBeVisible();
    const card = main.getByRole('listitem').filter({ hasText: '••-••5-00' });
    await expect(card).toContainText('2022');
    await expect(plate).toHaveValue('');
    await expectAccessible(page);
  },
);
