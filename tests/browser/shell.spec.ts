import { expectAccessible } from '../support/axe.ts';
import { ANY_WIDTH, alive, atRest, expect, LONG, LONG_ANY_WIDTH, LONG_WIDE, test, WIDE } from '../support/browser.ts';

const isPhone = ({ width }: { width: number }) => width < 600;

for (const [store, paths] of [
  ['raam', ['/contact', '/page/faq', '/distributors', '/sitemap', '/cancellation', '/booking']],
  ['gal', ['/contact', '/page/about', '/page/privacy']],
] as const) {
  test(`axe finds nothing on the smaller pages of ${store}`, {
    tag: [ANY_WIDTH.tag, ...(store === 'raam' ? [] : [LONG.tag])],
  }, async ({ page, site }) => {
    for (const path of paths) {
      const reply = await page.goto(site.origin(store) + path);
      expect(reply?.status(), path).toBe(200);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page).toHaveTitle(/.+/);
      await expectAccessible(page);
    }
  });
}

test.describe('pages that are not there', () => {
  test.use({ allowedConsole: [/404/] });

  test('the 404 page has its words and leads home', ANY_WIDTH, async ({ page, site }) => {
    const reply = await page.goto(`${site.origin('noam')}/no/such/page`);
    expect(reply?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('אופס, הדף לא נמצא');
    await expect(page.getByText('זה קורה לטובים ביותר')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'לדף הבית' }).click();
    await expect(page).toHaveURL(`${site.origin('noam')}/`);
  });

  test('a host of no store gets the store-not-found page with its alert', ANY_WIDTH, async ({ page, site }) => {
    const reply = await page.goto(`${site.origin('nobody')}/category/naked`);
    expect(reply?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('החנות לא נמצאה');
    await expect(page.getByRole('alert')).toContainText('לא נמצאה חנות שמתאימה לדומיין הזה');
    await expectAccessible(page);
  });
});

test(
  'the header leaves on the way down past 500 pixels and returns on the way up; a sub-menu opens by keyboard and closes on Escape; on a phone in the side menu',
  WIDE,
  async ({ page, site, viewport }) => {
    await page.goto(`${site.origin('raam')}/`);
    const header = page.getByRole('banner');
    await alive(header.getByRole('link').first());
    await page.evaluate(() => window.scrollTo({ top: 400, behavior: 'instant' }));
    await expect(header).toBeInViewport();
    // The header comes to life a moment after its links; who scrolls goes on scrolling.
    await expect(async () => {
      await page.evaluate(() => window.scrollBy({ top: 200, behavior: 'instant' }));
      await expect(header).not.toBeInViewport({ timeout: 1_000 });
    }).toPass();
    await page.evaluate(() => window.scrollBy({ top: -100, behavior: 'instant' }));
    await expect(header).toBeInViewport();
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));

    if (viewport && isPhone(viewport)) {
      await page.getByRole('button', { name: 'פתיחת תפריט' }).click();
      const menu = page.getByRole('dialog');
      const arrow = menu.getByRole('button', { name: /תפריט המשנה של אופנועים/ });
      await arrow.click();
      await expect(arrow).toHaveAttribute('aria-expanded', 'true');
      await expect(menu.getByRole('link', { name: 'Barak 300', exact: true })).toBeVisible();
      await expectAccessible(page);
      await menu.getByRole('link', { name: 'נייקד' }).click();
      await expect(page).toHaveURL(/\/category\/naked$/);
      await expect(menu).toBeHidden();
      await page.getByRole('button', { name: 'פתיחת תפריט' }).click();
      await expect(menu).toBeVisible();
      await page.setViewportSize({ width: 1500, height: 800 });
      await expect(menu).toBeHidden();
      return;
    }
    const arrow = page.getByRole('button', { name: /תפריט המשנה של אופנועים/ });
    const child = page.getByRole('navigation', { name: 'תפריט ראשי' }).getByRole('link', { name: 'נייקד' });
    await expect(child).toBeHidden();
    await alive(arrow);
    await arrow.focus();
    await expect(child).toBeVisible();
    // A wider window closes it.
    await page.setViewportSize({ width: 1500, height: 900 });
    await expect(child).toBeHidden();
    await page.setViewportSize({ width: 1440, height: 900 });
    await arrow.blur();
    await arrow.focus();
    await expect(child).toBeVisible();
    // Of three levels all are there, one tab stop after the other.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Barak 300', exact: true }).first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(child).toBeHidden();
    await expect(arrow).toBeFocused();
    await page.getByRole('link', { name: 'אופנועים', exact: true }).first().hover();
    await expect(child).toBeVisible();
    // Beneath the pointer it is dismissed without the focus, which stays where it is.
    await page
      .getByRole('link', { name: /לדף הבית$/ })
      .first()
      .focus();
    await page.keyboard.press('Escape');
    await expect(child).toBeHidden();
    await expect(page.getByRole('link', { name: /לדף הבית$/ }).first()).toBeFocused();
    // The pointer has opened it on its way to the arrow.
    await arrow.click();
    await expect(child).toBeVisible();
  },
);

test('"continue purchase" without one says so, for four seconds', LONG_ANY_WIDTH, async ({ page, site }) => {
  await page.clock.install();
  await page.goto(`${site.origin('raam')}/`, { waitUntil: 'networkidle' });
  const resume = page.getByRole('button', { name: 'המשך רכישה' });
  // Before that React does nothing while the clock stands.
  await alive(resume);
  await page.clock.pauseAt(Date.now() + 60_000);
  await resume.click();
  const toast = page.getByText('אין רכישה בתהליך');
  await expect(toast).toBeVisible();
  await page.clock.runFor(3_900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast).toBeHidden();
});

test(
  'the floating button leads to the lead banner, and what is left there is kept',
  LONG_WIDE,
  async ({ page, site }) => {
    await page.goto(`${site.origin('raam')}/category/naked`);
    await page.getByRole('button', { name: 'דברו איתנו' }).click();
    const name = page.getByRole('textbox', { name: 'שם מלא' });
    await expect(name).toBeFocused();
    await page.keyboard.type('דנה לוי');
    const phone = page.getByRole('textbox', { name: 'טלפון' });
    await phone.fill('123');
    await page.getByRole('button', { name: 'תיאום נסיעת מבחן' }).click();
    await expect(phone).toHaveAccessibleDescription(/מספר טלפון לא תקין/);
    await expect(name).toHaveValue('דנה לוי');
    await phone.fill('050-1234567');
    await page.getByRole('button', { name: 'תיאום נסיעת מבחן' }).click();
    await expect(page.getByText('הפרטים התקבלו, תודה!')).toBeVisible();
  },
);

for (const [store, product] of [
  ['raam', 'raam-barak-300'],
  ['gal', 'gal-spray-90'],
] as const)
  test(`nothing at the end of a page stays beneath the comparison in ${store}`, LONG_WIDE, async ({ page, site }) => {
    await page.goto(`${site.origin(store)}/category`);
    await page.evaluate((slug) => {
      localStorage.compare = JSON.stringify([{ slug, name: slug, image: null }]);
    }, product);
    const tray = page.getByRole('region', { name: 'השוואת דגמים' });
    for (const path of ['/category', `/product/${product}`]) {
      await page.goto(site.origin(store) + path);
      await expect(tray).toBeVisible();
      await atRest(page);
      const covered = () =>
        tray.evaluate((element) => {
          scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
          const over = element.getBoundingClientRect();
          return [...document.querySelectorAll('footer :is(a, p, summary, button), nav[aria-label="ניווט מהיר"]')]
            .filter((part) => part.checkVisibility())
            .filter((part) => {
              const { left, right, top, bottom } = part.getBoundingClientRect();
              return left < over.right && right > over.left && top < over.bottom && bottom > over.top;
            })
            .map(({ textContent }) => textContent);
        });
      await expect.poll(covered, { message: path }).toEqual([]);
    }
  });

for (const store of ['raam', 'noam'])
  test(
    `styles and fonts of ${store} are loaded once, and none for signs that nobody sees`,
    ANY_WIDTH,
    async ({ page, site }) => {
      const loaded: string[] = [];
      page.on('request', (request) => {
        const [, name] = /\/assets\/(.+)-\w{8}\.(?:css|woff2)$/.exec(request.url()) ?? [];
        if (name) loaded.push(name);
      });
      await page.goto(`${site.origin(store)}/`, { waitUntil: 'networkidle' });
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await page.waitForLoadState('networkidle');
      expect(loaded).toContain('app');
      expect(loaded.filter((name) => name === 'heebo-latin-wght-normal')).toEqual([]);
      expect(loaded.toSorted()).toEqual([...new Set(loaded)].toSorted());
    },
  );

test('nothing is fetched ahead on a connection that is slow or saves data', LONG_ANY_WIDTH, async ({ page, site }) => {
  // Where the menu stands in the header, to be pointed at.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.clock.install();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (const [saveData, effectiveType, fetched] of [
    [true, '4g', 0],
    [false, 'slow-2g', 0],
    [false, '4g', 1],
  ] as const) {
    await page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { configurable: true, value }), {
      saveData,
      effectiveType,
    });
    asked.length = 0;
    await page.goto(`${site.origin('raam')}/page/about`, { waitUntil: 'networkidle' });
    const link = page.getByRole('navigation', { name: 'תפריט ראשי' }).getByRole('link', { name: 'לרישיון A1' });
    await alive(link);
    await link.hover();
    await expect(page.locator('link[rel=prefetch][href*="category"]')).toHaveCount(fetched);
    const search = page.getByRole('banner').getByRole('button', { name: 'חיפוש' });
    await alive(search);
    await search.focus();
    // What a page fetches after ten seconds for when something fails.
    await page.clock.runFor(11_000);
    if (fetched) await expect.poll(() => asked.some((url) => url.includes('error-state'))).toBe(true);
    await page.waitForLoadState('networkidle');
    expect(asked.filter((url) => url.includes('error-state'))).toHaveLength(fetched);
    expect(asked.filter((url) => url.includes('search-dialog'))).toHaveLength(fetched);
    // What is pressed opens on any connection.
    await search.press('Enter');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  }
});

test.describe('a chunk that can’t be loaded', () => {
  test.use({ allowedConsole: [/Failed to (load|fetch)|error loading dynamically/] });

  test('reloads the page once, and again only after a minute', ANY_WIDTH, async ({ page, site }) => {
    let loads = 0;
    page.on('load', () => loads++);
    await page.clock.install();
    await page.goto(`${site.origin('raam')}/page/about`);
    expect(loads).toBe(1);
    const banner = page.getByRole('banner').getByRole('link').first();
    await alive(banner);
    await page.evaluate(() => {
      const first = new Event('vite:preloadError', { cancelable: true });
      window.dispatchEvent(first);
    });
    await expect.poll(() => loads).toBe(2);
    await alive(banner);
    await page.evaluate(() => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true })));
    await page.goto(`${site.origin('raam')}/page/terms`);
    expect(loads).toBe(3);
    await alive(banner);
    await page.clock.fastForward(60_000);
    await page.evaluate(() => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true })));
    await expect.poll(() => loads).toBe(4);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('pages read, and the contact form is received', ANY_WIDTH, async ({ page, site }) => {
    await page.goto(`${site.origin('raam')}/contact`);
    const form = page.locator('main form', { has: page.getByRole('button', { name: 'שליחת הפנייה' }) });
    const field = (name: string) => form.getByRole('textbox', { name });
    await form.getByLabel('נושא הפנייה').selectOption('service');
    await field('שם מלא').fill('אורי כהן');
    await field('טלפון').fill('052-76');
    await field('במה אפשר לעזור').fill('מתי הטיפול הבא?');
    await form.getByRole('checkbox').check();
    await form.getByRole('button').click();

    // What was refused stands there again, with the field that it is about.
    await expect(form.getByRole('group', { name: 'צריך לתקן פרט אחד' })).toBeFocused();
    await expect(field('טלפון')).toHaveAccessibleDescription('מספר טלפון לא תקין');
    await expect(field('טלפון')).toHaveValue('052-76');
    await expect(field('שם מלא')).toHaveValue('אורי כהן');
    await expect(field('במה אפשר לעזור')).toHaveValue('מתי הטיפול הבא?');
    await expect(form.getByLabel('נושא הפנייה')).toHaveValue('service');
    await expect(form.getByRole('checkbox')).toBeChecked();
    await field('טלפון').fill('052-7654321');
    await form.getByRole('button').click();
    await expect(page.getByRole('status').filter({ hasText: 'הפרטים התקבלו' })).toBeVisible();
  });

  test('a cancellation that is refused loses nothing of what was typed', ANY_WIDTH, async ({ page, site }) => {
    await page.goto(`${site.origin('raam')}/cancellation`);
    const main = page.getByRole('main');
    const typed = { 'מספר הזמנה': '7K4M-29QX', 'שם מלא': 'אורי כהן', טלפון: '05', 'אילו פריטים': 'הקסדה' };
    for (const [name, text] of Object.entries(typed)) await main.getByRole('textbox', { name }).fill(text);
    await main.getByRole('button', { name: 'שליחת הודעת ביטול' }).click();
    await expect(main.getByRole('group', { name: 'צריך לתקן פרט אחד' })).toBeFocused();
    for (const [name, text] of Object.entries(typed))
      await expect(main.getByRole('textbox', { name })).toHaveValue(text);
  });

  test('what is sent from a banner and refused keeps its vehicle', ANY_WIDTH, async ({ page, site }) => {
    await page.goto(`${site.origin('raam')}/product/raam-barak-500`);
    const banner = page.locator('#lead-banner');
    const product = await banner.locator('input[name="product_uid"]').inputValue();
    await banner.getByRole('textbox', { name: 'שם מלא' }).fill('דנה כהן');
    await banner.getByRole('button').click();
    const main = page.locator('main form', { has: page.getByRole('button', { name: 'שליחת הפנייה' }) });
    await expect(main.getByRole('textbox', { name: 'שם מלא' })).toHaveValue('דנה כהן');
    await expect(main.locator('input[name="product_uid"]')).toHaveValue(product);
    await expect(main.locator('input[name="source"]')).toHaveValue('product');
  });
});
