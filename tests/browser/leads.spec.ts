import type { Page } from '@playwright/test';
import { bookingNames } from '#domain/calendar/booking.ts';
import { addDays, atIsraelTime, israelDay } from '#domain/calendar/israel-time.ts';
import { expectAccessible } from '../support/axe.ts';
import { ANY_WIDTH, alive, expect, expectErrorList, hold, LONG_ANY_WIDTH, test, unfold } from '../support/browser.ts';
import { query } from '../support/site-rows.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('a test ride is booked, moved and cancelled from a vehicle’s page with the keyboard', async ({ page, site }, {
  project,
}) => {
  const phone = project.name === 'phone' ? '0507300001' : '0507300002';
  const store = project.name === 'phone' ? 'zik' : 'gal';
  // A boat has no test ride.
  const [settings] = await query(site, 'select settings from stores where key = $1', [store]);
  const words = bookingNames(settings?.settings as Parameters<typeof bookingNames>[0]).TEST_RIDE;
  await page.goto(`${site.origin(store)}/category?kind=VEHICLE`);
  const vehicle = page.getByRole('main').locator(`a[href^="/product/${store}-"]`).first();
  const address = await vehicle.getAttribute('href');
  await page.goto(site.origin(store) + address);
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await page
    .getByRole('main')
    .getByRole('link', { name: `תיאום ${words?.name}`, exact: true })
    .click();
  const branch = page.getByLabel('באיזה סניף?');
  await alive(branch);
  await branch.focus();
  await branch.selectOption({ index: project.name === 'phone' ? 2 : 1 });
  await expect(page.getByRole('grid')).toBeVisible();
  // While another branch's page is on its way, nothing is booked at the one before.
  const arrive = await hold(page, '**/booking.data?*');
  await branch.selectOption({ index: project.name === 'phone' ? 1 : 2 });
  await expect(page.getByRole('button', { name: 'קביעת התור' })).toHaveAttribute('aria-busy', 'true');
  arrive();
  await expect(page.getByRole('button', { name: 'קביעת התור' })).not.toHaveAttribute('aria-busy');
  await expect(branch).toBeFocused();

  // One stop of the Tab key; the next day stands to the left, and Saturday is passed over.
  const grid = page.getByRole('grid');
  await expect(grid).toBeVisible();
  const days = grid.getByRole('link');
  // Above the days stand the months that they are in.
  for (const heading of await grid.getByRole('rowheader').all()) {
    const names = (await heading.innerText()).split(/[–\s\d]+/).filter(Boolean);
    const below = await heading.locator('xpath=../following-sibling::tr[1]').innerText();
    expect(names).toEqual([
      ...new Set(below.match(/(?<=\sב)(ינואר|פברואר|מרץ|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר)/g)),
    ]);
  }
  const chosen = grid.locator('[aria-current="date"]');
  await expect(grid.locator('a[tabindex="0"]')).toHaveCount(1);
  await chosen.focus();
  // The day of the branch before stays chosen, and this one may have an earlier one.
  const from = await days.evaluateAll((links) => links.findIndex((link) => link.ariaCurrent === 'date'));
  const at = (index: number) => days.nth(from + index).getAttribute('data-day');
  for (let i = 1; i <= 7; i++) {
    await page.keyboard.press('ArrowLeft');
    await expect(days.nth(from + i)).toBeFocused();
  }
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(chosen).toHaveAttribute('data-day', (await at(6)) ?? '');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'קביעת התור' }).click();
  await expectErrorList(page, ['בחרו שעה', 'הזינו שם', 'הזינו מספר טלפון'], page.getByRole('radio').first());
  await expectAccessible(page);
  await page.keyboard.press('Space');
  await expect(page.getByRole('radio').first()).toBeChecked();
  await page.getByLabel('שם מלא').fill('נועה בן־דוד');
  await page.getByLabel('טלפון', { exact: true }).fill(phone);
  // A page that is loaded anew shows the same day and hour, and what was typed.
  await page.reload();
  await alive(page.getByRole('button', { name: 'קביעת התור' }));
  await expect(chosen).toHaveAttribute('data-day', (await at(6)) ?? '');
  await expect(page.getByRole('radio').first()).toBeChecked();
  await expect(page.getByLabel('שם מלא')).toHaveValue('נועה בן־דוד');
  await expect(page.getByRole('main').getByText('הדגם:')).toContainText(name.trim());
  await expect(page.getByRole('main').getByText(words?.bring ?? '')).toBeVisible();
  await expect(page.getByLabel('דגם').locator('option:checked')).toHaveText(name.trim());
  await page.getByRole('button', { name: 'קביעת התור' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words?.booked ?? '');
  await expect(page.getByRole('main').getByText(name.trim())).toBeVisible();
  await expect(page.getByRole('main').getByText(words?.bring ?? '')).toBeVisible();
  for (const [name, href] of [
    ['Waze', /^https:\/\/waze\.com\/ul\?ll=3\d\.\d+,3\d\.\d+&/],
    ['Google Maps', /^https:\/\/www\.google\.com\/maps\/.*query=3\d\.\d+,3\d\.\d+$/],
  ] as const)
    await expect(page.getByRole('main').getByRole('link', { name: `${name} – ניווט אל` })).toHaveAttribute(
      'href',
      href,
    );
  await expectAccessible(page);
  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: 'הוספה ליומן' }).click();
  expect((await file).suggestedFilename()).toBe('booking.ics');
  // To another time, by keyboard and back to the page that says so.
  const moment = page.getByRole('main').locator('dl');
  const before = await moment.innerText();
  await page.getByRole('link', { name: 'שינוי מועד' }).click();
  await expect(page.getByRole('heading', { name: 'לאיזה מועד להעביר?' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'אישור המועד החדש' }).click();
  await expect(page.getByRole('group', { name: /באיזו שעה/ })).toHaveAccessibleDescription('בחרו שעה');
  await page.getByRole('radio').last().check({ force: true });
  await page.getByRole('button', { name: 'אישור המועד החדש' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'זה המועד החדש' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  expect(await moment.innerText()).not.toBe(before);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'ביטול התור' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'ביטול התור' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('התור בוטל');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectAccessible(page);
});

test(
  'the newsletter’s form says what is missing, then that a mail is on its way; the mail’s link confirms',
  ANY_WIDTH,
  async ({ page, site }, { project }) => {
    const email = `noa-${project.name}@example.com`;
    await page.goto(`${site.origin('raam')}/sitemap`);
    const form = page.getByRole('region', { name: /העדכונים/ });
    const button = form.getByRole('button', { name: 'הצטרפות' });
    await unfold(form);
    await alive(button);
    await form.getByRole('textbox').fill('noa@');
    await button.click();
    const faults = ['כתובת דוא״ל לא תקינה', 'סמנו את ההסכמה כדי להירשם'];
    await expectErrorList(form, faults, form.getByRole('textbox'));
    await expectAccessible(page);
    await form.getByRole('textbox').fill(email);
    await form.getByRole('checkbox').check();
    await button.click();
    await expect(form.getByRole('status')).toContainText('שלחנו אליכם הודעה');
    await expect(form.getByRole('status')).toBeFocused();

    const [mail] = await query(site, `select content -> 'button' ->> 'url' as url from outbox where recipient = $1`, [
      email,
    ]);
    await page.goto(String(mail?.url));
    const confirm = page.getByRole('button', { name: 'אישור ההרשמה' });
    await alive(confirm);
    await confirm.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('ההרשמה אושרה');
    await expectAccessible(page);
  },
);

test(
  'the floating button leads to the banner, whose form is answered aloud',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    await page.goto(`${site.origin('noam')}/distributors`);
    const floating = page.getByRole('button', { name: 'דברו איתנו' });
    await alive(floating);
    await floating.click();
    const banner = page.locator('#lead-banner');
    await expect(banner.getByLabel('שם מלא')).toBeFocused();
    await banner.getByRole('button').click();
    await expectErrorList(banner, ['הזינו שם', 'הזינו מספר טלפון'], banner.getByLabel('שם מלא'));
    await expectAccessible(page);
    await banner.getByLabel('שם מלא').fill('דנה כהן');
    await banner.getByLabel('טלפון').fill('050-7300009');
    await expect(banner.getByRole('group')).toHaveCount(0);
    await banner.getByRole('button').click();
    await expect(banner.getByRole('status')).toContainText('הפרטים התקבלו');
    await expectAccessible(page);
  },
);

test('a search among the branches keeps the focus and follows the address', ANY_WIDTH, async ({ page, site }) => {
  // At night, when none is open.
  await page.clock.setFixedTime(atIsraelTime(israelDay(new Date()), '03:00') ?? '');
  await page.goto(`${site.origin('ofek')}/distributors`);
  const box = page.getByRole('checkbox', { name: 'פתוח עכשיו' });
  const words = page.getByRole('searchbox', { name: /עיר, רחוב/ });
  const button = page.getByRole('main').getByRole('button', { name: 'חיפוש' });
  await alive(button);
  await box.check();
  await button.press('Enter');
  await expect(page).toHaveURL(/open=1/);
  await expect(page.getByRole('heading', { name: 'אין כרגע סניף פתוח שמתאים' })).toBeVisible();
  await expect(button).toBeFocused();
  await box.focus();
  await page.keyboard.press('Space');
  await words.fill('חיפה');
  await words.press('Enter');
  await expect(page).toHaveURL(/search=%D7%97/);
  await expect(page.getByRole('status').filter({ hasText: 'סניף אחד' })).toBeVisible();
  await expect(words).toBeFocused();
  expect(new URL(page.url()).searchParams.has('open')).toBe(false);
  await button.focus();
  await page.goBack();
  await expect(box).toBeChecked();
  await expect(words).toHaveValue('');
  await page.goBack();
  await expect(box).not.toBeChecked();
});

test('over midnight the hours of today are those of the new day', ANY_WIDTH, async ({ page, site }) => {
  const midnight = atIsraelTime(addDays(israelDay(new Date()), 1), '00:00');
  await page.clock.install({ time: (midnight?.getTime() ?? 0) - 90_000 });
  await page.goto(`${site.origin('raam')}/distributors`);
  const hours = page.getByRole('main').locator('dl').first();
  const week = hours.getByRole('term');
  await expect(week).toHaveCount(7);
  await expect(week.first()).toContainText('היום');
  const [today, , third = '', ...others] = await week.allInnerTexts();
  const tomorrow = await hours.getByRole('definition').nth(1).innerText();
  expect(today).toContain('היום');
  await expect
    .poll(async () => {
      await page.clock.runFor(60_000);
      return week.nth(1).innerText();
    })
    .toBe(third);
  await expect(week.first()).toContainText('היום');
  await expect(hours.getByRole('definition').first()).toHaveText(tomorrow);
  expect((await week.allInnerTexts()).slice(1, -1)).toEqual([third, ...others]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test(
    'branches are chosen by links, a visit is booked and the contact form is sent',
    ANY_WIDTH,
    async ({ page, site }, { project }) => {
      await page.goto(`${site.origin('raam')}/distributors`);
      const all = await page.getByRole('main').getByRole('listitem').getByRole('heading').count();
      await page.getByRole('navigation', { name: 'אזורים' }).getByRole('link').nth(1).click();
      const cards = page.getByRole('main').getByRole('listitem').getByRole('heading');
      expect(await cards.count()).toBeLessThan(all);
      await page.getByLabel('עיר, רחוב או שם הסניף').fill('ראשון');
      await page.getByRole('button', { name: 'חיפוש' }).last().click();
      await expect(cards).toHaveText(['אופק ראשון לציון']);
      await page.getByRole('link', { name: /^תיאום טיפול/ }).click();

      const day = page
        .getByRole('table')
        .getByRole('link')
        .nth(project.name === 'phone' ? 3 : 4);
      const label = (await day.getAttribute('data-day')) ?? '';
      await day.click();
      await page.locator(`input[name="time"][value^="${label}"]`).first().check({ force: true });
      await page.getByLabel('שם מלא').fill('דנה כהן');
      await page.getByLabel('טלפון', { exact: true }).fill(project.name === 'phone' ? '0507300003' : '0507300004');
      await page.getByRole('button', { name: 'קביעת התור' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('התור נקבע');

      await page.goto(`${site.origin('raam')}/contact`);
      await page.getByLabel('נושא הפנייה').selectOption('service');
      await page.getByLabel('שם מלא').fill('דנה כהן');
      await page.getByLabel('טלפון').fill('050-7300005');
      await page.getByRole('button', { name: 'שליחת הפנייה' }).click();
      await expect(page.getByRole('status').filter({ hasText: 'הפרטים התקבלו' })).toBeVisible();
    },
  );
});

test('a question goes by WhatsApp with the chosen model in it, the page says who answers now, and a call back comes at the part of the day that was asked for', async ({
  page,
  site,
}, { project }) => {
  const [store, slug] = project.name === 'phone' ? ['raam', 'raam-barak-500'] : ['noam', 'noam-gan-4'];
  // A Monday, and the browser's own time: pages are kept.
  await page.clock.setFixedTime(new Date('2026-11-23T10:00:00+02:00'));
  await page.goto(`${site.origin(store)}/product/${slug}`);
  await expect(page.getByRole('main').getByText('עונים עכשיו, עד 18:00').first()).toBeVisible();
  const whatsapp = page.getByRole('link', { name: /WhatsApp/ });
  const textOf = async () => new URL((await whatsapp.getAttribute('href')) ?? '').searchParams.get('text') ?? '';
  const before = await textOf();
  // The title keeps its number with a no-break space.
  const title = await page.getByRole('heading', { level: 1 }).innerText();
  expect(before).toContain(title.trim().replace(/\s/g, ' '));
  expect(before).toContain(`/product/${slug}?variant=`);
  const other = page
    .getByRole('main')
    .getByRole('link', { name: /^צבע: / })
    .nth(1);
  await alive(other);
  await other.click();
  await expect.poll(textOf).not.toBe(before);

  await page.getByRole('link', { name: 'שיחה חוזרת' }).click();
  const banner = page.locator('#lead-banner');
  await expect(banner.getByLabel('שם מלא')).toBeFocused();
  await page.keyboard.type('נועה בן־דוד');
  await banner.getByLabel('טלפון', { exact: true }).fill(project.name === 'phone' ? '0507300021' : '0507300022');
  const when = banner.getByLabel('מתי להתקשר אליכם?');
  await expect(when.getByRole('option').nth(2)).toHaveText('היום בצהריים, בין 12:00 ל־15:00');
  await when.selectOption('noon');
  await expectAccessible(page);
  await banner.getByRole('button').click();
  await expect(banner.getByRole('status')).toContainText(/נתקשר אליכם ביום .*12:00–15:00/);

  // A Friday after its end.
  await page.clock.setFixedTime(new Date('2026-11-27T15:00:00+02:00'));
  await page.goto(`${site.origin(store)}/contact`);
  await expect(page.getByText(/נחזור אליכם ביום ראשון מ־08:[03]0/).first()).toBeVisible();
});

test('a product’s call-back form says what is asked for and promises no test ride; elsewhere it has the store’s words', {
  ...ANY_WIDTH,
}, async ({ page, site }) => {
  const gal = site.origin('gal');
  const banner = page.locator('#lead-banner');
  await page.goto(`${gal}/product/gal-impeller-jet`);
  const product = (await title(page).innerText()).replace(/\s/g, ' ').trim();
  await expect(banner.getByRole('heading')).toHaveText(`דברו איתנו על \u2068${product}\u2069`);
  await expect(banner.getByRole('button')).toHaveText('בקשת שיחה חוזרת');
  await expect(banner).not.toContainText('ניסיון');
  const callBack = page.getByRole('link', { name: 'שיחה חוזרת' });
  await alive(callBack);
  await callBack.click();
  await expect(banner.getByLabel('שם מלא')).toBeFocused();
  await expectAccessible(page);
  await page.goto(`${gal}/distributors`);
  await expect(banner.getByRole('heading')).toHaveText('עולים להפלגת ניסיון');
});

test(
  'in a store without the banner the inquiry’s own page takes along what was put together and the financing',
  LONG_ANY_WIDTH,
  async ({ page, ownSite: site }) => {
    await query(
      site,
      `delete from widgets where component = 'lead_banner' and store_uid = (select uuid from stores where key = 'ruach')`,
    );
    // Ordered by asking, so that the buttons lead to the form.
    await query(site, `update products set stock_policy = 'ON_REQUEST' where slug = 'ruach-maxi-300'`);
    await query(site, 'notify cache_versions');
    await page.goto(`${site.origin('ruach')}/product/ruach-maxi-300#configurator`);
    const section = page.locator('#configurator');
    // The mark is set by the section's own script: from then on it answers.
    await expect(page.locator('[data-configuring]')).toBeVisible();
    await unfold(section.locator('fieldset'));
    await section.locator('input[value="pack-winter"]').click({ force: true });
    const funding = page.getByRole('checkbox', { name: /לרכוש במימון/ });
    await alive(funding);
    await funding.check();
    await expect(page).toHaveURL(/[?&]quote=/);
    await section.getByRole('button', { name: 'דברו איתנו' }).locator('visible=true').click();
    await expect(page).toHaveURL(/\/contact\?product=ruach-maxi-300&choices=/);
    const form = page
      .getByRole('main')
      .locator('form')
      .filter({ has: page.getByLabel('נושא הפנייה') });
    await expect(form.getByLabel('נושא הפנייה')).toHaveValue('sale');
    await expect(form.getByText('הפנייה בנושא RUACH Maxi 300')).toBeVisible();
    await expect(form.getByText('ההרכבה שבחרתם תצורף לפנייה.')).toBeVisible();
    await expect(form.getByText('תנאי המימון שקבעתם יצורפו לפנייה.')).toBeVisible();
    await form.getByLabel('שם מלא').fill('נועה לוי');
    await form.getByLabel('טלפון').fill('050-7000012');
    await form.getByRole('button', { name: 'שליחת הפנייה' }).click();
    await expect(page.getByText('הפרטים התקבלו, תודה!')).toBeVisible();
    const [lead] = await query(
      site,
      `select configuration::text as kept, finance_quote is not null as financed from leads where phone = '+972507000012'`,
    );
    expect(lead?.kept).toContain('חבילת חורף');
    expect(lead?.financed).toBe(true);
  },
);
