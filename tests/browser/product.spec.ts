import { expectAccessible } from '../support/axe.ts';
import { ANY_WIDTH, alive, expect, hold, test, unfold } from '../support/browser.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test(
  'axe finds nothing on a vehicle, opened or closed; the old price stands beside the new one; a colour changes picture, number and address, is shared, and the address brings it back',
  ANY_WIDTH,
  async ({ page, site }) => {
    // Without the system's way to share, the address is copied.
    await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined, configurable: true }));
    await page.goto(`${site.origin('raam')}/product/raam-barak-500`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectAccessible(page);
    const main = page.getByRole('main');
    await expect(main.getByText('₪42,900').first()).toBeVisible();
    await expect(main.locator('s').getByText('₪45,900').first()).toBeVisible();
    await expect(main.getByText('כולל מע״מ').first()).toBeVisible();
    await expect(main.getByText(/דרגת זיהום אוויר/)).toBeVisible();

    const picture = page.getByRole('group', { name: 'גלריה' }).getByRole('img').first();
    const before = await picture.getAttribute('src');
    const other = page.getByRole('link', { name: /^צבע: / }).nth(1);
    const name = (await other.getAttribute('title')) ?? '';
    await other.click();
    await expect(page).toHaveURL(/\?variant=/);
    await expect(other).toHaveAttribute('aria-current', 'true');
    await expect(picture).not.toHaveAttribute('src', before ?? '');
    const share = page.getByRole('button', { name: 'שיתוף RAAM Barak 500' });
    await alive(share);
    await share.click();
    await expect(page.getByText('הקישור הועתק')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    await page.reload();
    await expect(page.getByRole('link', { name: `צבע: ${name}` })).toHaveAttribute('aria-current', 'true');
    await expect(picture).not.toHaveAttribute('src', before ?? '');
    await unfold(page.locator('body'));
    await expectAccessible(page);
  },
);

test('a variant that is sold out can’t be bought, and leads to leaving details', ANY_WIDTH, async ({ page, site }) => {
  await page.goto(`${site.origin('raam')}/product/raam-barak-300`);
  await page
    .getByRole('link', { name: /אזל מהמלאי/ })
    .first()
    .click();
  await expect(page.getByText('הגרסה הזו אזלה מהמלאי כרגע')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(קנייה מיידית|להזמנה)$/ })).toHaveCount(0);
  await page.getByRole('main').getByRole('button', { name: 'דברו איתנו' }).click();
  await expect(page.getByRole('textbox', { name: 'שם מלא' })).toBeFocused();
});

test('an accessory is put into the cart, and bought at once', async ({ page, site }, info) => {
  const store = info.project.name === 'phone' ? 'raam' : 'ofek';
  await page.goto(`${site.origin(store)}/product/kipod-atlas-full?variant=KP-1001-BK-M`);
  const name = (await page.getByRole('heading', { level: 1 }).innerText()).trim();
  const add = page.getByRole('button', { name: 'הוספה לסל' });
  await alive(add);
  await add.click();
  const cart = page.getByRole('dialog', { name: /סל הקניות/ });
  await expect(cart.getByRole('listitem').filter({ hasText: name })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(cart).toBeHidden();
  await expect(add).toBeFocused();
  await page.getByRole('button', { name: 'קנייה מיידית' }).first().click();
  await expect(page).toHaveURL(/\/purchase\?uid=/);
  await expect(page.getByRole('main')).toContainText(name);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('one reads the product and chooses a colour', ANY_WIDTH, async ({ page, site }) => {
    await page.goto(`${site.origin('raam')}/product/raam-barak-500`);
    const other = page.getByRole('link', { name: /^צבע: / }).nth(1);
    await other.click();
    await expect(page).toHaveURL(/\?variant=/);
    await expect(page.getByRole('heading', { name: 'מערכות בטיחות' })).toBeVisible();
  });
});

test(
  'what is chosen after a shared configuration was opened is there after a reload with financing, and when it is shared anew',
  ANY_WIDTH,
  async ({ page, site }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined, configurable: true }));
    const section = page.locator('#configurator');
    const choice = (key: string) => section.locator(`input[value="${key}"]`);
    const ready = async () => {
      await expect(page.locator('[data-configuring]')).toBeVisible();
      await unfold(section.locator('fieldset'));
    };
    await page.goto(`${site.origin('raam')}/product/raam-barak-500#configurator`);
    await ready();
    const share = section.getByRole('button', { name: 'שיתוף', exact: true }).locator('visible=true');
    await choice('color-black').click({ force: true });
    await share.click();
    await expect(page).toHaveURL(/\?config=/);
    const funding = page.getByRole('checkbox', { name: /לרכוש במימון/ });
    await alive(funding);
    await funding.check();
    await expect(page).toHaveURL(/[?&]quote=/);
    const first = page.url();
    await choice('color-yellow').click({ force: true });
    await expect(page).toHaveURL((url) => url.searchParams.has('quote') && url.href !== first);
    await page.reload();
    await ready();
    await expect(choice('color-yellow')).toBeChecked();

    // Until the new one is kept, the quote that was opened is not the one of what is shown.
    await alive(funding);
    await expect(funding).toBeChecked();
    const keep = await hold(page, '**/api/finance/quote');
    await choice('color-red').click({ force: true });
    await expect(page).toHaveURL((url) => !url.searchParams.has('quote'));
    await share.click();
    await expect(page.getByText('הקישור להרכבה הועתק')).toBeVisible();
    await expect(choice('color-red')).toBeChecked();
    keep();
    await expect(page).toHaveURL(/[?&]quote=/);
    await expect(choice('color-red')).toBeChecked();
  },
);
