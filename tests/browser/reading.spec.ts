import type { Page } from '@playwright/test';
import { ANY_WIDTH, alive, expect, LONG, LONG_ANY_WIDTH, LONG_WIDE, test, WIDE } from '../support/browser.ts';
import { couponField } from '../support/browser-checkout.ts';

const firstCard = (page: Page) =>
  page.getByRole('main').getByRole('article').getByRole('heading').getByRole('link').first();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id ?? '');

test(
  'another page within the site is told of: the focus goes to its beginning, its title is read once',
  ANY_WIDTH,
  async ({ page, site }) => {
    await page.goto(`${site.origin('raam')}/category/sport`);
    const announcer = page.locator('p[role=status]').first();
    const link = firstCard(page);
    await alive(link);
    await expect(announcer).toBeAttached();
    await expect(announcer).toBeEmpty();
    const name = (await link.textContent()) ?? '';
    await link.press('Enter');
    await expect(page).toHaveURL(/\/product\//);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect.poll(() => focused(page)).toBe('content');
    await expect(announcer).toHaveText(await page.title());
    expect(await page.getByText(await page.title(), { exact: true }).count()).toBe(1);
    await page.goBack();
    await expect(page).toHaveURL(/\/category\/sport$/);
    await expect(announcer).toHaveText(await page.title());
    // Another order of the same list is no other page.
    await page.getByRole('combobox', { name: 'מיון' }).focus();
    await page.getByRole('combobox', { name: 'מיון' }).selectOption('price');
    await expect(page).toHaveURL(/sort=price/);
    await expect(page.getByRole('combobox', { name: 'מיון' })).toBeFocused();
  },
);

test(
  'another search is told of like another page, also one that finds nothing',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    await page.goto(`${site.origin('raam')}/category?search=Barak`);
    const announcer = page.locator('p[role=status]').first();
    await expect(announcer).toBeAttached();
    const opener = page.getByRole('banner').getByRole('button', { name: 'חיפוש' });
    await alive(opener);
    await opener.click();
    await page.getByRole('combobox', { name: 'מה לחפש?' }).fill('קקקקקק');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'לא מצאנו מה שחיפשתם' })).toBeVisible();
    await expect(announcer).toHaveText(/קקקקקק/);
    await expect.poll(() => focused(page)).toBe('content');
  },
);

test(
  'a movement between pages that the next press cuts short is no fault; a product that is opened by a link has all its headings when it is told of; a form that takes the focus by itself keeps it',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    await page.goto(`${site.origin('raam')}/category/sport`);
    await alive(firstCard(page));
    const kept = await page.evaluate(async () => {
      const told = new Promise((resolve) =>
        window.addEventListener('unhandledrejection', (event) => resolve(event.defaultPrevented)),
      );
      void Promise.reject(new DOMException('Transition was skipped', 'AbortError'));
      return told;
    });
    expect(kept).toBe(true);
    const link = firstCard(page);
    await link.press('Enter');
    await expect(page).toHaveURL(/\/product\//);
    await expect.poll(() => focused(page)).toBe('content');
    const told = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
    await page.reload();
    const whole = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
    expect(whole.length).toBeGreaterThan(3);
    // What the server can't know, such as what was looked at last, comes from the device later.
    expect(told).toEqual(expect.arrayContaining(whole));
    const login = page.locator('a[href="/login"]:visible').first();
    await alive(login);
    await login.press('Enter');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  },
);

test.describe('in forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test(
    'samples keep their colours, buttons have an edge, the wordmark has its ground',
    ANY_WIDTH,
    async ({ page, site }) => {
      await page.goto(`${site.origin('raam')}/product/raam-barak-500`);
      const swatches = page.locator('.product-words .swatch');
      const grounds = await swatches.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
      expect(new Set(grounds).size).toBe(grounds.length);
      expect(grounds.length).toBeGreaterThan(1);
      const edge = (element: Element) => {
        const { outlineStyle, outlineWidth, borderStyle, borderWidth } = getComputedStyle(element);
        return (outlineStyle !== 'none' && outlineWidth !== '0px') || (borderStyle !== 'none' && borderWidth !== '0px');
      };
      const actions = await page.locator('.product-buy').getByRole('button').all();
      expect(actions).toHaveLength(3);
      for (const action of actions) expect(await action.evaluate(edge), (await action.textContent()) ?? '').toBe(true);
      // The one that is chosen can be told from the others.
      const rings = await page
        .locator('.product-words a:has(> .swatch)')
        .evaluateAll((all) =>
          all.map((one) => `${getComputedStyle(one).outlineStyle} ${getComputedStyle(one).outlineWidth}`),
        );
      expect(rings.filter((ring) => ring === 'solid 3px')).toHaveLength(1);
      // A white wordmark on white would not be seen.
      const logo = page.getByRole('banner').locator('img.logo').first();
      const ground = await logo.evaluate((image) => getComputedStyle(image).backgroundColor);
      expect(ground).not.toBe('rgba(0, 0, 0, 0)');
      expect(ground).not.toBe('rgb(255, 255, 255)');

      // The name behind the vehicle is pale elsewhere; a dot that is a ground alone would not be seen.
      await page.goto(site.origin('raam'));
      await expect(page.locator('.model-word').first()).toBeHidden();
      const dots = page.getByRole('navigation', { name: 'שקופיות' }).getByRole('link').locator('span');
      for (const dot of await dots.all()) expect(await dot.evaluate(edge)).toBe(true);

      // The line to a step that is reached is a ground alone; one that is ahead has none.
      const uid = await page.evaluate(async () => {
        const reply = await fetch('/api/products/get-product/raam-barak-500');
        return (await reply.json()).id as string;
      });
      await page.goto(`${site.origin('raam')}/purchase?uid=${uid}`);
      await page.getByRole('button', { name: 'המשך לתוספות' }).click();
      await expect(page.getByRole('button', { name: 'המשך לאמצעי תשלום' })).toBeVisible();
      const lines = await page
        .getByRole('navigation', { name: 'שלבי הרכישה' })
        .getByRole('listitem')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one, '::before').backgroundColor));
      expect(lines).toHaveLength(4);
      expect(lines[1]).not.toBe(lines[3]);
    },
  );
});

test('a name on a card takes two lines at most; Back to a long list shows the place that was left, and never its top; letters that are spaced further apart lose no words', async ({
  page,
  site,
}) => {
  await page.goto(`${site.origin('raam')}/category/motorbikes`);
  const lines = await page
    .getByRole('main')
    .getByRole('article')
    .getByRole('heading')
    .evaluateAll((all) => all.map((one) => one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight)));
  expect(lines.length).toBeGreaterThan(3);
  expect(Math.max(...lines)).toBeLessThan(2.1);
  const card = page.getByRole('main').getByRole('article').getByRole('heading').getByRole('link').last();
  await alive(card);
  await card.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  const list = await page.getByRole('heading', { level: 1 }).textContent();
  expect(place).toBeGreaterThan(500);
  await card.click();
  await expect(page).toHaveURL(/\/product\//);
  // Where the page stands in each frame that shows the list again.
  await page.evaluate((list) => {
    const places: number[] = [];
    Object.assign(window, { places });
    const look = () => {
      if (document.querySelector('main h1')?.textContent === list) places.push(scrollY);
      requestAnimationFrame(look);
    };
    look();
  }, list);
  await page.goBack();
  await expect(card).toBeInViewport();
  const places = await page.evaluate(() => (window as unknown as { places: number[] }).places);
  expect(places.length).toBeGreaterThan(0);
  expect(Math.min(...places)).toBeGreaterThan(place - 200);
  const cut = () =>
    page
      .locator('.line-clamp-2')
      .evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).length);
  // As a reader's own style, which no policy of the page's forbids.
  await page.evaluate(() => {
    const style = new CSSStyleSheet();
    style.replaceSync(
      '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }',
    );
    document.adoptedStyleSheets.push(style);
  });
  await expect(page.locator('html')).toHaveAttribute('data-spaced');
  await expect.poll(cut).toBe(0);
});

test(
  'where nothing shares or copies, the link is shown to be copied, and WhatsApp offered',
  LONG,
  async ({ page, site }, info) => {
    const [store, slug] = info.project.name === 'phone' ? ['raam', 'raam-barak-500'] : ['noam', 'noam-gan-4'];
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'share', { value: undefined, configurable: true });
      Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    });
    const url = `${site.origin(store)}/product/${slug}`;
    await page.goto(url);
    await page
      .getByRole('button', { name: /^שיתוף/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'שיתוף הקישור' });
    const link = dialog.getByRole('textbox');
    await expect(link).toHaveValue(url);
    await expect(link).toBeFocused();
    const selected = await link.evaluate(
      (field: HTMLInputElement) => (field.selectionEnd ?? 0) - (field.selectionStart ?? 0),
    );
    expect(selected).toBe(url.length);
    await expect(dialog.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute(
      'href',
      new RegExp(`^https://wa\\.me/\\?text=.*${encodeURIComponent(url)}$`),
    );
    await expect(page.getByText('לא הצלחנו לשתף')).toHaveCount(0);
  },
);

test.describe('the question about cookies', () => {
  test.use({ refused: false });

  test('leaves the page’s end and whatever has the focus uncovered', WIDE, async ({ page, site }) => {
    await page.goto(`${site.origin('raam')}/contact`);
    const banner = page.getByRole('region', { name: 'שימוש בעוגיות' });
    await expect(banner).toBeVisible();
    const top = async () => (await banner.boundingBox())?.y ?? 0;
    const last = page.getByRole('contentinfo').getByRole('link').last();
    const end = async () => {
      const box = await last.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    // The page grows while it is laid out further down.
    const isUncovered = async () => {
      await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
      return (await end()) <= (await top());
    };
    await expect.poll(isUncovered).toBe(true);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    const fields = page.locator('main form').first().locator('input:visible, select:visible, textarea:visible');
    await fields.first().focus();
    for (let field = 1; field < (await fields.count()); field++) {
      await page.keyboard.press('Tab');
      await expect
        .poll(() =>
          page.evaluate(() => {
            const box = document.activeElement?.getBoundingClientRect();
            const over = document.querySelector('.consent-banner')?.getBoundingClientRect();
            return !box || !over || box.bottom <= over.top || box.top >= over.bottom;
          }),
        )
        .toBe(true);
    }
  });

  test('leaves the next page at its top', LONG_WIDE, async ({ page, site }) => {
    await page.goto(`${site.origin('raam')}/category/motorbikes`);
    await expect(page.getByRole('region', { name: 'שימוש בעוגיות' })).toBeVisible();
    const link = page
      .getByRole('main')
      .getByRole('link', { name: /Masa\s450/ })
      .first();
    await alive(link);
    await link.click();
    await expect(page).toHaveURL(/raam-masa-450/);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toContainText('Masa 450');
    // What has the focus is uncovered a frame later.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await expect(title).toBeInViewport();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test('doesn’t fill a low view', LONG_ANY_WIDTH, async ({ page, site }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await page.goto(`${site.origin('raam')}/page/about`);
    const banner = page.getByRole('region', { name: 'שימוש בעוגיות' });
    await expect(banner).toBeAttached();
    await expect(banner).not.toBeInViewport();
    await banner.getByRole('button', { name: 'דחייה' }).click();
    await expect(banner).toHaveCount(0);
  });
});

test('a refused coupon is read once, its code after the words', ANY_WIDTH, async ({ page, site }) => {
  await page.goto(`${site.origin('raam')}/product/kipod-atlas-full?variant=KP-1001-BK-M`);
  await page.getByRole('button', { name: 'הוספה לסל' }).click();
  const drawer = page.getByRole('dialog', { name: /סל הקניות/ });
  const code = await couponField(drawer);
  await code.fill('no such');
  await page.keyboard.press('Enter');
  const alert = drawer.getByRole('alert');
  await expect(alert).toHaveCount(1);
  await expect(alert).toHaveText(/^הקופון אינו תקף.*COUPON_UNKNOWN$/s);
  await expect(code).toHaveAccessibleDescription(/הקופון אינו תקף/);
});

test('buttons and fields are as high as the accessibility statement says', async ({ page, site }) => {
  for (const path of ['/', '/category/four-wheels', '/contact', '/page/accessibility']) {
    await page.goto(site.origin('noam') + path);
    await alive(page.getByRole('contentinfo').getByRole('link').first());
    const low = await page
      .locator('button, select, textarea, input:not([type=hidden], [type=radio], [type=checkbox], [type=range])')
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.5)
          .map((one) => `${one.getBoundingClientRect().height} ${one.outerHTML.slice(0, 120)}`),
      );
    expect(low, path).toEqual([]);
  }
  await expect(page.getByRole('main')).toContainText('כפתורים ושדות בגובה 44 פיקסלים לפחות');
});
