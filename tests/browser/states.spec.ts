import { gateHash } from '#server/stores/gate.ts';
import { expectAccessible } from '../support/axe.ts';
import { alive, expect, LONG, test } from '../support/browser.ts';
import { request } from '../support/http.ts';
import { query } from '../support/site-rows.ts';

test.describe('without a connection', () => {
  test.use({ allowedConsole: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

  test('a link stays on its page and says why, and the connection is announced when it is back', async ({
    page,
    site,
    context,
  }) => {
    await page.goto(`${site.origin('raam')}/contact`);
    await alive(page.getByRole('link', { name: 'דף הבית', exact: true }));
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    const told = page.getByRole('status').filter({ hasText: 'אין חיבור לאינטרנט. מה שכבר נטען ממשיך לעבוד' });
    await expect(told).toBeVisible();
    await page.getByRole('link', { name: 'דף הבית', exact: true }).click();
    const message = page.getByRole('region', { name: 'הודעות' }).getByText('אין כרגע חיבור לאינטרנט');
    // It stays while the pointer is over it.
    await message.hover();
    await message.evaluate((element) => element.setAttribute('data-first', ''));
    await expect(page).toHaveURL(`${site.origin('raam')}/contact`);
    // Nor does the search lead away, whose code isn't there. The same message takes the place of the first.
    await page.getByRole('banner').getByRole('button', { name: 'חיפוש' }).press('Enter');
    await expect(page.locator('[data-first]')).toHaveCount(0);
    await expect(message).toHaveCount(1);
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

test.describe('a request that fails before the browser knows that it has no connection', () => {
  test.use({ allowedConsole: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

  test('is said by the loading bar, and comes by itself once there is one', LONG, async ({ page, site, context }) => {
    await page.goto(`${site.origin('gal')}/sitemap`);
    const link = page.getByRole('main').getByRole('link', { name: 'סניפים' }).first();
    await alive(link);
    const said = (text: string) => page.getByRole('status').filter({ hasText: text });
    await page.route(/\.data(\?|$)/, async (route) => {
      await said('טוענים…').waitFor({ state: 'attached' });
      await route.abort('internetdisconnected');
    });
    // The bar stays for half a second after its end.
    const all = await page.evaluateHandle(() => {
      const texts = new Set<string | null>();
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll('[role=status]')) texts.add(textContent);
      }).observe(document, { childList: true, subtree: true });
      return texts;
    });
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('משהו השתבש אצלנו');
    await expect.poll(() => all.evaluate((texts) => [...texts])).toContain('הטעינה נכשלה');
    await expect(said('הטעינה נכשלה')).toHaveCount(0);
    await context.setOffline(true);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('אין חיבור לאינטרנט');
    await page.unroute(/\.data(\?|$)/);
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('סניפים ושעות פתיחה');
  });
});

test('a page whose data can’t be had comes as a whole, as the server has kept it', async ({
  page,
  site,
  allowedConsole,
}) => {
  allowedConsole.push(/503/);
  const origin = site.origin('gal');
  await page.route(/\.data(\?|$)/, (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto(`${origin}/sitemap`);
  const link = page.getByRole('main').getByRole('link', { name: 'סניפים' }).first();
  await alive(link);
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('סניפים ושעות פתיחה');
  await expect(page).toHaveURL(`${origin}/distributors`);
});

test(
  'the design system offers the colours of every store, and axe finds nothing in it',
  LONG,
  async ({ page, site }) => {
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
  },
);

test(
  'a store under construction opens by its password, a closed one and one without a domain say so; a failure of the server is a page that tells nothing of its inside',
  LONG,
  async ({ page, ownSite, allowedConsole }) => {
    test.slow();
    allowedConsole.push(/status of (?:422|500|503)/);
    const host = 'noam.localhost';
    const be = async (status: string, words: string) => {
      const values = [status, gateHash('סוד 17')];
      await query(ownSite, `update stores set status = $1, gate_hash = $2 where key = 'noam'`, values);
      await query(ownSite, 'notify cache_versions');
      await expect.poll(async () => (await request(ownSite.port, { host, path: '/' })).text).toContain(words);
    };
    await be('under_construction', 'האתר בבנייה');
    await page.goto(`${ownSite.origin('noam')}/blog`);
    const enter = page.getByRole('button', { name: 'כניסה לאתר' });
    await expect(enter).toBeDisabled();
    await expectAccessible(page);
    await page.getByLabel('סיסמה').fill('לא נכון');
    await enter.click();
    await expect(page.getByRole('alert')).toHaveText('הסיסמה אינה נכונה. בדקו ונסו שוב');
    await expect(page.getByLabel('סיסמה')).toBeFocused();
    await expectAccessible(page);
    await page.getByLabel('סיסמה').fill('סוד 17');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${ownSite.origin('noam')}/`);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('construction_gate'))).toBe('open');
    await page.waitForLoadState('networkidle');

    // A form that was open before is answered by the closing, and not taken for one that was lost.
    await page.goto(`${ownSite.origin('noam')}/contact`);
    const form = page.locator('main form').filter({ has: page.getByLabel('במה אפשר לעזור?') });
    await alive(form.getByLabel('שם מלא'));
    await form.getByLabel('שם מלא').fill('דנה כהן');
    await form.getByLabel('טלפון').fill('0507300065');
    await be('closed', 'החנות סגורה כרגע');
    await form.getByRole('button', { name: 'שליחת הפנייה' }).click();
    await expect(page.getByText('משהו השתבש אצלנו')).toBeVisible();
    await page.getByRole('button', { name: 'רענון הדף' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('החנות סגורה כרגע');
    expect((await page.goto(`${ownSite.origin('noam')}/blog`))?.status()).toBe(503);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('החנות סגורה כרגע');
    await expect(page.locator('a[href^="tel:"]')).toHaveText(/\d{4}$/);
    const letters = () => page.evaluate(() => [...document.fonts].map(({ family, status }) => `${family} ${status}`));
    await expect.poll(letters).toContain('Heebo loaded');
    await expectAccessible(page);

    await query(
      ownSite,
      `update stores set public_domain = null where key = 'gal'; alter table posts rename to posts_gone; notify cache_versions`,
    );
    const served = async () => (await request(ownSite.port, { host: 'gal.localhost', path: '/contact' })).text;
    await expect.poll(served).not.toContain('rel="canonical"');
    const origin = ownSite.origin('gal');
    await page.goto(`${origin}/contact`);
    await expect(page.getByRole('alert').filter({ hasText: 'לא נמצא דומיין מחובר' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('יצירת קשר');
    await expect(page.locator('link[rel="canonical"]')).toHaveCount(0);

    const answer = await page.goto(`${origin}/blog`);
    expect(answer?.status()).toBe(500);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('משהו השתבש אצלנו');
    await expect(page.getByRole('banner').getByRole('link').first()).toBeVisible();
    expect(await page.content()).not.toMatch(/posts_gone|relation|select |at Object|\.ts:/);
    await expectAccessible(page);
    await query(ownSite, 'alter table posts_gone rename to posts');
    await page.getByRole('button', { name: 'רענון הדף' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('המגזין');
    // The server would see its pictures through before it stops.
    await page.waitForLoadState('networkidle');
  },
);
