import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { ANY_WIDTH, alive, expect, LONG, LONG_ANY_WIDTH, test, unfold, WIDE } from '../support/browser.ts';
import { productOf } from '../support/site-rows.ts';

const VEHICLES = [
  ['raam', 'raam-masa-750'],
  ['noam', 'noam-nof-4'],
] as const;

const pageCard = (page: Page) => page.locator('.product-buy');

/** What a card shows, line by line, as it is printed: `₪74,900`. */
async function sumsOf(card: Locator): Promise<Record<string, string>> {
  const lines = await card.locator('[data-line]').all();
  return Object.fromEntries(
    await Promise.all(
      lines.map(async (line) => [
        await line.getAttribute('data-line'),
        await line.locator('summary bdi, dd bdi').first().textContent(),
      ]),
    ),
  );
}

for (const [store, slug] of VEHICLES)
  test(
    `the page of ${slug} is short on a phone, and nothing in it is out of reach`,
    LONG_ANY_WIDTH,
    async ({ page, site }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${site.origin(store)}/product/${slug}`);
      await page.keyboard.press('End');
      await alive(page.getByRole('contentinfo').getByRole('link').first());
      const screens = () => page.evaluate(() => document.documentElement.scrollHeight / innerHeight);
      expect(await screens(), slug).toBeLessThan(10);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      // The story comes before the figures, and tells more than one reason.
      const reasons = page.getByRole('list', { name: 'הסיבות לבחור' }).locator('> li');
      expect(await reasons.count(), slug).toBeGreaterThanOrEqual(2);
      const topOf = (id: string) => page.locator(id).evaluate((part) => part.getBoundingClientRect().top);
      expect(await topOf('#overview'), slug).toBeLessThan(await topOf('#specifications'));
      // What is folded opens by keys; what is swiped is brought up by the focus.
      await unfold(page.locator('main, footer'));
      const last = page.getByRole('region', { name: 'דגמים קרובים' }).getByRole('link').last();
      await last.focus();
      await expect(last).toBeInViewport();
      await expectAccessible(page);
      // Letters twice as large fit into the width, too.
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      expect(await page.evaluate(() => document.documentElement.scrollWidth), slug).toBeLessThanOrEqual(390);
    },
  );

for (const [store, slug] of VEHICLES)
  test(`by keys the links of ${slug} lead to its parts, below their own bar, and follow the reader`, {
    tag: [WIDE.tag, ...(slug === VEHICLES[0][1] ? [] : [LONG.tag])],
  }, async ({ page, site }) => {
    await page.goto(`${site.origin(store)}/product/${slug}`);
    const bar = page.getByRole('navigation', { name: 'חלקי הדף' });
    const link = bar.getByRole('link', { name: 'מפרט' });
    await alive(link);
    await expect(bar.locator('[aria-current]')).toHaveCount(0);
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#specifications$/);
    await expect(link).toHaveAttribute('aria-current', 'true');
    await expect(page.locator('#specifications')).toBeFocused();
    const covered = () =>
      page.evaluate(() => {
        const focused = document.activeElement;
        if (focused?.closest('[data-anchors]')) return 0;
        const top = focused?.getBoundingClientRect().top ?? 0;
        const below = document.querySelector('[data-anchors]')?.getBoundingClientRect().bottom ?? 0;
        return below - top;
      });
    await expect.poll(covered, 'the bar is above what it leads to').toBeLessThanOrEqual(0);
    await page.keyboard.press('Tab');
    const inside = () => page.evaluate(() => document.activeElement?.closest('section')?.id);
    expect(await inside(), 'the next stop is in that part').toBe('specifications');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(covered).toBeLessThanOrEqual(0);
    await page.locator('#overview').evaluate((part) => part.scrollIntoView());
    await expect(bar.getByRole('link', { name: 'סקירה' })).toHaveAttribute('aria-current', 'true');
    await expect(bar.locator('[aria-current]')).toHaveCount(1);
    await expectAccessible(page);
  });

test(
  'one price card: colour, configuration and finance on the page, then the same in cart and purchase',
  LONG,
  async ({ page, site }, info) => {
    test.slow();
    const isPhone = info.project.name === 'phone';
    const [store, slug, sku] = isPhone
      ? ['raam', 'raam-masa-750', 'RM-M750-OLI']
      : ['zik', 'zik-dune-450', 'ZK-D450-WHI'];
    const product = `${site.origin(store)}/product/${slug}`;
    await page.goto(product);
    const card = pageCard(page);
    const plain = await sumsOf(card);
    expect(Object.keys(plain)).toEqual(['cash', 'monthly', 'road', ...(plain.deposit ? ['deposit'] : [])]);

    // In the comparison, in this colour; in the head its payment, too.
    const compare = page
      .getByRole('main')
      .getByRole('button', { name: /– בהשוואה$/ })
      .first();
    const cell = page.getByRole('table').locator('[data-price-card]');
    await page.goto(`${product}?variant=${sku}`);
    await alive(compare);
    await compare.click();
    await expect(compare).toHaveAttribute('aria-pressed', 'true');
    const inColor = await sumsOf(card);
    const tray = page.getByRole('region', { name: 'השוואת דגמים' }).getByRole('link', { name: /השוואה/ });
    await tray.click();
    await expect(page).toHaveURL(new RegExp(`ids=${slug}~${sku}$`));
    await expect(cell).toBeVisible();
    expect(await sumsOf(cell)).toEqual(inColor);
    await expect(page.getByRole('columnheader').locator('[data-monthly] bdi')).toHaveText(inColor.monthly ?? '');
    await expect(
      page
        .getByRole('table')
        .getByText(/הליכי הוצאה לפועל/)
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: /^להזמנה: / }).first()).toHaveAttribute(
      'href',
      new RegExp(`&variant=${sku}$`),
    );
    await expectAccessible(page);

    // Another configuration.
    await page.goto(`${product}#configurator`);
    const configurator = page.locator('#configurator');
    await expect(page.locator('[data-configuring]')).toBeVisible();
    await unfold(configurator.locator('fieldset'));
    const box = configurator.getByRole('checkbox').first();
    await box.click({ force: true });
    const dialog = page.getByRole('dialog', { name: /^בחירה: / });
    await expect(dialog.or(configurator.getByRole('checkbox', { checked: true }).first())).toBeVisible();
    if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'אישור השינוי' }).click();
    await expect.poll(async () => (await sumsOf(card)).cash).not.toBe(plain.cash);
    await expect(compare).toHaveAttribute('aria-pressed', 'false');
    await compare.click();
    await expect(compare).toHaveAttribute('aria-pressed', 'true');
    const configured = await sumsOf(card);
    await tray.click();
    await expect(cell).toBeVisible();
    expect(await sumsOf(cell)).toEqual(configured);
    await expect(page.getByRole('link', { name: /^להזמנה: / }).first()).toHaveAttribute('href', /\?uid=[2-9b-z]{10}$/);
    await page.goBack();
    await expect.poll(async () => (await sumsOf(card)).cash).toBe(configured.cash);

    // Other terms.
    const calculator = page.getByRole('region', { name: 'מחשבון מימון' });
    await unfold(calculator);
    const count = calculator.getByRole('textbox', { name: 'מספר תשלומים' });
    await count.fill('24');
    await count.press('Enter');
    const monthly = await calculator.locator('output bdi').textContent();
    await expect.poll(async () => (await sumsOf(card)).monthly).toBe(monthly);
    const chosen = await sumsOf(card);
    expect(chosen.road).not.toBe(plain.road);

    // The configurator's own card, beside the choices or in the bar at the screen's foot.
    if (isPhone) await configurator.getByRole('button', { name: /^ההרכבה שלכם/ }).click();
    const beside = isPhone
      ? page.locator('#configured-price [data-price-card]')
      : configurator.locator('[data-price-card]').locator('visible=true').first();
    await expect(beside).toBeVisible();
    expect(await sumsOf(beside)).toEqual(chosen);
    await expectAccessible(page);

    await configurator.getByRole('button', { name: 'הוספת ההרכבה לסל' }).locator('visible=true').click();
    const cart = page.getByRole('dialog', { name: /^סל הקניות/ });
    await expect(cart.locator('[data-price-card]')).toBeVisible();
    const { fees, ...inCart } = await sumsOf(cart.locator('[data-price-card]'));
    expect(inCart).toEqual(chosen);
    expect(fees).toMatch(/₪/);
    await expectAccessible(page);

    // From the cart to the summary of the purchase.
    await cart.getByRole('button', { name: 'המשך לרכישה' }).click();
    const summary = page.getByRole('region', { name: 'סיכום ההזמנה' });
    const fold = summary.getByRole('button', { name: /^סיכום ההזמנה/ });
    if (isPhone) await fold.click();
    await expect(summary.locator('[data-price-card]')).toBeVisible();
    await expect(summary).toHaveAttribute('aria-busy', 'false');
    expect(await sumsOf(summary.locator('[data-price-card]'))).toEqual({ fees, ...chosen });
    await expectAccessible(page);
  },
);

test('a vehicle can be reserved from its page: the purchase begins with the deposit', async ({ page, site }, info) => {
  const [store, slug] = info.project.name === 'phone' ? ['raam', 'raam-masa-750'] : ['zik', 'zik-dune-450'];
  const { deposit } = await productOf(site, store, slug);
  await page.goto(`${site.origin(store)}/product/${slug}`);
  const reserve = page.getByRole('button', { name: new RegExp(`^שריון ב־₪${deposit?.toLocaleString('en')}`) });
  await alive(reserve);
  await reserve.click();
  await page.getByRole('button', { name: 'המשך לתוספות' }).click();
  await page.getByRole('button', { name: 'המשך לאמצעי תשלום' }).click();
  await expect(page.getByRole('radio', { name: /דמי שריון/ })).toBeChecked();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the parts, the card and the ways to a branch are there', ANY_WIDTH, async ({ page, site }) => {
    await page.goto(`${site.origin('raam')}/product/raam-masa-750`);
    await expect(page.getByRole('navigation', { name: 'חלקי הדף' }).getByRole('link')).toHaveCount(5);
    await expect(pageCard(page)).toContainText('₪76,624');
    const visit = page.getByRole('region', { name: 'לראות, לנסות ולקבל' });
    await expect(visit).toContainText(/5–\u206010\S? ימי עסקים/);
    await expect(visit.getByRole('link', { name: 'שעות הפתיחה' }).first()).toBeVisible();
  });
});
test('Back comes to the part of a page that was jumped to', LONG_ANY_WIDTH, async ({ page, site }) => {
  await page.goto(`${site.origin('raam')}/product/raam-barak-500`);
  const bar = page.getByRole('navigation', { name: 'חלקי הדף' });
  await alive(bar);
  await bar.getByRole('link').nth(2).click();
  const used = page.getByRole('link', { name: 'יש רכב להחלפה?' }).first();
  await alive(used);
  await used.click();
  const valued = page.getByRole('heading', { level: 1, name: 'כמה שווה הרכב שלכם?' });
  await expect(valued).toBeVisible();
  for (const address of [/raam-barak-500#/, /raam-barak-500$/]) {
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect(bar).toBeVisible();
  }
  for (const part of [bar, valued]) {
    await page.goForward();
    await expect(part).toBeVisible();
  }
});
