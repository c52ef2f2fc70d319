import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/browser.ts';

test.describe('without a connection', () => {
  test.use({ allowedConsole: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

  test('a link stays on its page and says why, and the connection is announced when it is back', async ({
    page,
    site,
    context,
  }) => {
    await page.goto(`${site.origin('raam')}/contact`);
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await expect(page.getByRole('status').filter({ hasText: 'אין חיבור לאינטרנט' })).toBeVisible();
    await page.getByRole('link', { name: 'דף הבית', exact: true }).click();
    await expect(page.getByText('אין כרגע חיבור לאינטרנט')).toBeVisible();
    await expect(page).toHaveURL(`${site.origin('raam')}/contact`);
    await expectAccessible(page);

    await context.setOffline(false);
    await expect(page.getByText('החיבור לאינטרנט חזר')).toBeVisible();
  });

  test('a page that can’t come is drawn as such, and comes by itself once it can', async ({ page, site, context }) => {
    await page.clock.install();
    await page.goto(`${site.origin('gal')}/sitemap`);
    await page.waitForLoadState('networkidle');
    await page.getByRole('main').getByRole('link', { name: 'סניפים' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('סניפים ושעות פתיחה');
    // Time for what is fetched ahead.
    const drawings = page.waitForResponse(/drawings-/);
    await page.clock.runFor(20_000);
    await drawings;
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.evaluate(() => history.back());
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('אין חיבור לאינטרנט');
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('מפת האתר');
  });
});

test('the design system offers the colours of every store, and axe finds nothing in it', async ({ page, site }) => {
  test.slow();
  await page.goto(`${site.origin('zik')}/design-system`);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  const palettes = page.getByRole('group', { name: 'צבעים של חנות' }).getByRole('radio');
  await expect(palettes).toHaveCount(7);
  await expect(palettes.first()).toBeChecked();
  const action = page.getByRole('main').getByRole('button', { name: 'קנייה מיידית' }).first();
  const colour = () => action.evaluate((button) => getComputedStyle(button).backgroundColor);
  const before = await colour();
  await palettes.nth(1).check();
  await expect.poll(colour).not.toBe(before);
  await expectAccessible(page);
});
