import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { ANY_WIDTH, alive, expect, hold, LONG, LONG_ANY_WIDTH, test, unfold } from '../support/browser.ts';
import { shopper } from '../support/purchase.ts';
import { productOf, query } from '../support/site-rows.ts';

const section = (page: Page) => page.locator('#configurator');
/** The mark is set by the section's own script: from then on it answers. */
async function ready(page: Page): Promise<void> {
  await expect(page.locator('[data-configuring]')).toBeVisible();
  // On a phone each step is folded.
  await unfold(section(page).locator('fieldset'));
}
const choice = (page: Page, key: string) => section(page).locator(`input[value="${key}"]`);
const total = (page: Page) =>
  section(page).getByText('ההרכבה שלכם', { exact: true }).locator('visible=true').first().locator('..');
const dialog = (page: Page) => page.getByRole('dialog', { name: /^(בחירה|הסרה): / });

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a vehicle is put together, shared, and bought at the price shown', async ({ page, site }) => {
  await page.goto(`${site.origin('raam')}/product/raam-barak-500#configurator`);
  await ready(page);
  await expect(total(page)).toContainText('₪42,900');
  await expect(section(page)).toHaveAccessibleName(/^בונים את .*Barak\s500 .*שלכם$/);
  await expectAccessible(page);

  // What needs another is offered with it, and done only when agreed to.
  await choice(page, 'wheels-forged').click({ force: true });
  await expect(dialog(page)).toContainText(/יש לבחור גם ״\u2066Barak 500 Sport/);
  // What is listed makes up the price after it.
  const listed = (await dialog(page).getByRole('listitem').allInnerTexts()).flatMap(
    (line) => line.match(/[+−]₪[\d,]+/) ?? [],
  );
  const sum = listed.reduce((all, each) => all + Number(each.replace(/[₪,]/g, '').replace('−', '-')), 42_900);
  await expect(dialog(page)).toContainText(`₪${sum.toLocaleString('en')}`);
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'ביטול' }).click();
  await expect(choice(page, 'wheels-cast')).toBeChecked();
  await choice(page, 'wheels-forged').click({ force: true });
  await dialog(page).getByRole('button', { name: 'אישור השינוי' }).click();
  await expect(choice(page, 'version-sport')).toBeChecked();
  await expect(section(page).getByRole('status')).toContainText('המחיר: ₪50,500');

  const picture = section(page).locator('img.color-swap');
  const before = await picture.getAttribute('src');
  await choice(page, 'color-black').click({ force: true });
  await expect(picture).not.toHaveAttribute('src', before ?? '');

  // To the trade-in and back: the address of both carries what was put together.
  await page.getByRole('link', { name: 'יש רכב להחלפה?' }).click();
  await expect(page).toHaveURL(/\/trade-in\?product=raam-barak-500&config=[2-9b-z]{10}$/);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Barak\s500/ })
    .click();
  await expect(page).toHaveURL(/\/product\/raam-barak-500\?config=[2-9b-z]{10}$/);
  await section(page).scrollIntoViewIfNeeded();
  await ready(page);
  await expect(choice(page, 'wheels-forged')).toBeChecked();
  await expect(choice(page, 'color-black')).toBeChecked();

  // navigator.share is not in every browser; where it isn't, the link goes to the clipboard.
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await section(page).getByRole('button', { name: 'שיתוף', exact: true }).locator('visible=true').click();
  await expect(page.getByText('הקישור להרכבה הועתק')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto('about:blank');
  await page.goto(link);
  await ready(page);
  await expect(choice(page, 'wheels-forged')).toBeChecked();
  await expect(choice(page, 'color-black')).toBeChecked();
  await expect(total(page)).toContainText('₪50,500');

  await section(page).getByRole('button', { name: 'הוספת ההרכבה לסל' }).locator('visible=true').click();
  const cart = page.getByRole('dialog', { name: /^סל הקניות/ });
  await expect(cart.getByRole('list', { name: 'ההרכבה' })).toContainText('חישוקים מחושלים 17 אינץ׳');
  await expect(cart.getByRole('listitem').filter({ hasText: 'Barak' }).first()).toContainText('₪50,500');
  await expectAccessible(page);
  await cart.getByRole('button', { name: 'סגירה' }).click();

  await section(page).getByRole('button', { name: 'להזמנה' }).locator('visible=true').first().click();
  await expect(page).toHaveURL(/\/purchase\?uid=[2-9b-z]{10}/);
  await expect(page.getByRole('main').getByText('₪50,500').first()).toBeVisible();
  await expect(page.getByRole('main').getByText('חישוקים מחושלים 17 אינץ׳').first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main').getByText('₪50,500').first()).toBeVisible();
  await page.goBack();
  await expect(choice(page, 'wheels-forged')).toBeChecked();
});

test(
  'another vehicle by a link on the page begins anew, without the choices and the financing of the one before; its colour is one on the whole page',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    const funding = page.getByRole('checkbox', { name: /לרכוש במימון/ });
    await page.goto(`${site.origin('raam')}/product/raam-barak-500`);
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage).includes('recently_viewed'))).toBe(true);
    await page.goto(`${site.origin('raam')}/product/raam-masa-750#configurator`);
    await ready(page);
    await alive(funding);
    await funding.check();
    await expect(page).toHaveURL(/[?&]quote=/);
    await choice(page, 'color-black').click({ force: true });
    await expect(page.getByText('ההרכבה שבחרתם').first()).toBeVisible();
    const row = page.getByRole('region', { name: 'צפיתם לאחרונה' });
    await page.getByRole('heading', { name: 'דגמים קרובים' }).scrollIntoViewIfNeeded();
    await row.getByRole('link', { name: /Barak\s500/ }).click();
    await expect(page).toHaveURL(`${site.origin('raam')}/product/raam-barak-500`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Barak 500');
    await expect(total(page)).toContainText('₪42,900');
    await expect(page.getByText('ההרכבה שבחרתם')).toHaveCount(0);
    await expect(section(page).getByRole('button', { name: 'להזמנה' }).locator('visible=true').first()).toBeVisible();
    await expect(funding).not.toBeChecked();
    // A quote would be kept after half a second of rest.
    await page.waitForLoadState('networkidle');
    await expect(page).toHaveURL(`${site.origin('raam')}/product/raam-barak-500`);

    // One colour on the whole page, wherever it was chosen; the extras stay.
    const top = (name: string) => page.locator('#colors').getByRole('link', { name: `צבע: ${name}` });
    const price = page
      .locator('.product-buy')
      .getByText(/^₪[\d,]+$/)
      .first();
    await top('צהוב ברק').click();
    await expect(choice(page, 'color-yellow')).toBeChecked();
    await unfold(section(page).locator('fieldset'));
    await expect(total(page)).toContainText('₪43,500');
    await choice(page, 'rack').click({ force: true });
    await expect(price).toHaveText('₪44,060');
    await choice(page, 'color-red').click({ force: true });
    await expect(price).toHaveText('₪43,460');
    await expect(top('אדום רעם')).toHaveAttribute('aria-current', 'true');
    await top('צהוב ברק').click();
    await expect(total(page)).toContainText('₪44,060');
    await expect(price).toHaveText('₪44,060');
    await expect(top('צהוב ברק')).toHaveAttribute('aria-current', 'true');

    // So it is when a kept one is left by a colour at the top.
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
    await section(page).getByRole('button', { name: 'שיתוף', exact: true }).locator('visible=true').click();
    await expect(page).toHaveURL(/\?config=/);
    await top('אדום רעם').click();
    await expect(price).toHaveText('₪43,460');
    await expect(total(page)).toContainText('₪43,460');

    // Who has gone elsewhere before it is saved isn't called back.
    const saved = await hold(page, '**/api/variants/configure');
    await page
      .getByRole('button', { name: /Barak 500 – בהשוואה/ })
      .locator('visible=true')
      .first()
      .click();
    await page.getByRole('link', { name: 'יש רכב להחלפה?' }).click();
    const home = `${site.origin('raam')}/`;
    await page
      .getByRole('banner')
      .getByRole('link', { name: /לדף הבית$/ })
      .click();
    await expect(page).toHaveURL(home);
    saved();
    await expect(page.getByRole('region', { name: 'השוואת דגמים' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page).toHaveURL(home);
  },
);

test(
  'the comparison does not stand over the open prices of the bar at the foot',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    await page.goto(`${site.origin('raam')}/product/raam-barak-500#configurator`);
    await ready(page);
    await page
      .getByRole('main')
      .getByRole('button', { name: /– בהשוואה$/ })
      .locator('visible=true')
      .first()
      .click();
    const tray = page.getByRole('region', { name: 'השוואת דגמים' });
    await section(page).getByRole('heading', { level: 2 }).scrollIntoViewIfNeeded();
    await expect(tray).toBeVisible();
    const prices = section(page).getByRole('button', { name: 'ההרכבה שלכם' });
    await prices.click();
    await expect(section(page).locator('#configured-price')).toBeInViewport();
    await expect(tray).toBeHidden();
    await prices.click();
    await expect(tray).toBeVisible();
  },
);

test(
  'an inquiry and a message bring what the page shows, not what its address opened',
  ANY_WIDTH,
  async ({ page, site }) => {
    await page.goto(`${site.origin('ruach')}/product/ruach-maxi-300#configurator`);
    await ready(page);
    const ordering = section(page).getByRole('button', { name: 'שיתוף', exact: true }).locator('visible=true');
    await choice(page, 'seat-low').click({ force: true });
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
    await ordering.click();
    await expect(page).toHaveURL(/\?config=/);
    const form = page.locator('#lead-banner form');
    await form.scrollIntoViewIfNeeded();
    await expect(form.getByText(/^ההרכבה ששמרתם/)).toBeVisible();
    const written = async () => {
      const href = await page.getByRole('link', { name: 'שאלה ב־WhatsApp' }).getAttribute('href');
      return new URL(href ?? '').searchParams.get('text') ?? '';
    };
    await expect.poll(written).toContain(new URL(page.url()).searchParams.get('config'));
    await choice(page, 'pack-winter').click({ force: true });
    await expect(form.getByText('ההרכבה שבחרתם תצורף לפנייה.')).toBeVisible();
    await expect(form.getByText(/^ההרכבה ששמרתם/)).toHaveCount(0);
    await expect.poll(written).toContain('חבילת חורף');
    expect(await written()).not.toContain('config=');
    // Financing that is kept meanwhile is named by the address, and changes nothing of what was put together.
    const funding = page.getByRole('checkbox', { name: /לרכוש במימון/ });
    await alive(funding);
    await funding.check();
    await expect(page).toHaveURL(/[?&]quote=/);
    await expect(form.getByText('תנאי המימון שקבעתם יצורפו לפנייה.')).toBeVisible();
    await expect(form.getByText('ההרכבה שבחרתם תצורף לפנייה.')).toBeVisible();
    expect(await written()).toContain('חבילת חורף');
    await form.getByLabel('שם מלא').fill('נועה לוי');
    await form.getByLabel('טלפון').fill('050-7000011');
    await form.getByRole('button').last().click();
    await expect(page.getByText('הפרטים התקבלו, תודה!')).toBeVisible();
    const [lead] = await query(site, `select configuration::text as kept from leads where phone = '+972507000011'`);
    expect(lead?.kept).toContain('חבילת חורף');
  },
);

test('vehicles are compared, narrowed to what differs, taken out and added', LONG, async ({ page, site }) => {
  const origin = site.origin('noam');
  await page.goto(`${origin}/category?kind=VEHICLE`);
  for (const name of ['NOAM Kal 3', 'NOAM Nof 4']) {
    const compare = page.getByRole('main').getByRole('button', { name: `${name} – בהשוואה`, exact: true });
    const button = compare.locator('visible=true').first();
    await alive(button);
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
  }
  await page
    .getByRole('region', { name: 'השוואת דגמים' })
    .getByRole('link', { name: /השוואה/ })
    .click();
  await expect(page).toHaveURL(`${origin}/compare?ids=noam-kal-3,noam-nof-4`);
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveCount(2);
  // What a month costs stands in one line, also in a phone's half of the width.
  const payments = await page
    .locator('[data-monthly]')
    .evaluateAll((all) => all.map((one) => one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight)));
  expect(payments.map(Math.round)).toEqual([1, 1]);
  await expectAccessible(page);
  const lines = await table.getByRole('rowheader').count();
  await page.getByRole('link', { name: 'הצגת ההבדלים בלבד' }).click();
  await expect(page.getByRole('link', { name: 'הצגת כל המפרט' })).toBeVisible();
  expect(await table.getByRole('rowheader').count()).toBeLessThan(lines);
  await page.getByRole('combobox', { name: 'הוספת דגם להשוואה' }).selectOption('noam-marom-4');
  await page.getByRole('button', { name: 'הוספה', exact: true }).click();
  await expect(table.getByRole('columnheader')).toHaveCount(3);
  // What was pressed is another one now, or has gone.
  const title = page.getByRole('heading', { level: 1 });
  const told = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /בהשוואה/ });
  await expect(title).toBeFocused();
  await expect(told).toHaveText('3 דגמים בהשוואה');
  await page.getByRole('link', { name: 'הסרת NOAM Kal 3 מההשוואה' }).click();
  await expect(page).toHaveURL(`${origin}/compare?ids=noam-nof-4,noam-marom-4`);
  await expect(table.getByRole('columnheader')).toHaveCount(2);
  await expect(title).toBeFocused();
  await expect(told).toHaveText('2 דגמים בהשוואה');
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  await page.goto(`${origin}/product/noam-marom-4`);
  await expect(
    page.getByRole('button', { name: 'NOAM Marom 4 – בהשוואה' }).locator('visible=true').first(),
  ).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'ניקוי ההשוואה' }).click();
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('button', { name: 'ביטול הניקוי' }).click();
  await page.getByRole('button', { name: 'ניקוי ההשוואה' }).click();
  await expect(page.getByRole('region', { name: 'השוואת דגמים' })).toHaveCount(0);
  // The last one can be taken out, too.
  await page.goto(`${origin}/compare?ids=noam-marom-4`);
  const last = page.getByRole('link', { name: 'הסרת NOAM Marom 4 מההשוואה' });
  await alive(last);
  await last.click();
  await expect(page.getByRole('heading', { name: 'עוד לא בחרתם דגמים להשוואה' })).toBeVisible();
  await expect(title).toBeFocused();
  await page.goto(`${origin}/product/noam-marom-4`);
  const button = page.getByRole('button', { name: 'NOAM Marom 4 – בהשוואה' }).locator('visible=true').first();
  await alive(button);
  await expect(button).toHaveAttribute('aria-pressed', 'false');
});

test(
  'accessories that the configuration holds, or that its packages bring, are not offered again in the purchase',
  ANY_WIDTH,
  async ({ page, site }) => {
    const shop = shopper(site.port, 'raam');
    const { id, upsell } = await productOf(site, 'raam', 'raam-barak-500');
    expect(upsell.map(({ slug }) => slug.name)).toEqual(
      expect.arrayContaining(['zerem-warm-heated-grips', 'zerem-claw-phone-mount']),
    );
    const preset = ['version-base', 'color-red', 'wheels-cast', 'seat-standard'];
    for (const [extras, without] of [
      [[], []],
      [
        ['grips', 'phone'],
        ['Warm', 'Claw'],
      ],
      // The package brings the grips, so that they can't be chosen beside it.
      [['pack-road'], ['Warm']],
    ] as const) {
      const body = { product_uid: id, choices: [...preset, ...extras], save: true };
      const { code } = (await shop.post('/api/variants/configure', body)).json<{ code: string }>();
      await page.goto(`${site.origin('raam')}/purchase?uid=${code}`);
      await page.getByRole('button', { name: 'המשך לתוספות' }).click();
      const offers = page.getByRole('button', { name: /^הוספה לרכישה: / });
      await expect(offers).toHaveCount(upsell.length - without.length);
      for (const name of without)
        await expect(page.getByRole('heading', { level: 2, name: new RegExp(name) })).toHaveCount(0);
    }
  },
);

test(
  'what is chosen after a shared configuration was opened is there after a reload with financing, and when it is shared anew',
  ANY_WIDTH,
  async ({ page, site }) => {
    await page.goto(`${site.origin('raam')}/product/raam-barak-500#configurator`);
    await ready(page);
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
    const share = section(page).getByRole('button', { name: 'שיתוף', exact: true }).locator('visible=true');
    await choice(page, 'color-black').click({ force: true });
    await share.click();
    await expect(page).toHaveURL(/\?config=/);
    const funding = page.getByRole('checkbox', { name: /לרכוש במימון/ });
    await alive(funding);
    await funding.check();
    await expect(page).toHaveURL(/[?&]quote=/);
    const first = page.url();
    await choice(page, 'color-yellow').click({ force: true });
    await expect(page).toHaveURL((url) => url.searchParams.has('quote') && url.href !== first);
    await page.reload();
    await ready(page);
    await expect(choice(page, 'color-yellow')).toBeChecked();

    // Until the new one is kept, the quote that was opened is not the one of what is shown.
    await alive(funding);
    await expect(funding).toBeChecked();
    const keep = await hold(page, '**/api/finance/quote');
    await choice(page, 'color-red').click({ force: true });
    await expect(page).toHaveURL((url) => !url.searchParams.has('quote'));
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
    await share.click();
    await expect(page.getByText('הקישור להרכבה הועתק')).toBeVisible();
    await expect(choice(page, 'color-red')).toBeChecked();
    keep();
    await expect(page).toHaveURL(/[?&]quote=/);
    await expect(choice(page, 'color-red')).toBeChecked();
  },
);

test(
  'by keyboard alone: a radio by arrows, a box by space, an offer by Enter, and the focus comes back',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    await page.goto(`${site.origin('zik')}/product/zik-dune-450#configurator`);
    await ready(page);
    await choice(page, 'seat-standard').focus();
    await page.keyboard.press('ArrowDown');
    await expect(choice(page, 'seat-grip')).toBeChecked();
    await page.keyboard.press('Tab');
    // On a phone, past what folds the next step.
    if (await section(page).locator('fieldset summary').first().isVisible()) await page.keyboard.press('Tab');
    await expect(choice(page, 'pack-hard')).toBeFocused();
    await page.keyboard.press('Space');
    await expect(dialog(page)).toContainText('מגני ידיים');
    await page.keyboard.press('Escape');
    await expect(choice(page, 'pack-hard')).toBeFocused();
    await expect(choice(page, 'pack-hard')).not.toBeChecked();
    await expect(dialog(page)).toHaveCount(0);
    await page.keyboard.press('Space');
    await dialog(page).getByRole('button', { name: 'אישור השינוי' }).focus();
    await page.keyboard.press('Enter');
    await expect(choice(page, 'hand-guards')).toBeChecked();
    await expect(choice(page, 'pack-hard')).toBeFocused();
  },
);

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('one reads what can be chosen, and compares by links and a form', ANY_WIDTH, async ({ page, site }) => {
    await page.goto(`${site.origin('gal')}/product/gal-wave-230`);
    await expect(section(page).getByRole('group', { name: /חבילות/ })).toContainText('חבילת גרירה');
    await page.goto(`${site.origin('gal')}/compare`);
    await expect(page.getByRole('heading', { name: 'עוד לא בחרתם דגמים להשוואה' })).toBeVisible();
    for (const slug of ['gal-wave-230', 'gal-wave-130']) {
      await page.getByLabel('הוספת דגם להשוואה').selectOption(slug);
      await page.getByRole('button', { name: 'הוספה', exact: true }).click();
    }
    await expect(page).toHaveURL(/ids=gal-wave-230,gal-wave-130$/);
    await page.getByRole('link', { name: 'הצגת ההבדלים בלבד' }).click();
    await expect(page.getByRole('table')).toContainText('הספק');
  });
});
