import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { ANY_WIDTH, alive, expect as expectSoon, LONG, listen, test } from '../support/browser.ts';

/** A new database has no pictures in the sizes that pages ask for: the server makes them while it answers. */
const expect = expectSoon.configure({ timeout: 20_000 });

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const names = (page: Page) => cards(page).getByRole('heading').allInnerTexts();
const sortBox = (page: Page) => page.getByRole('combobox', { name: 'מיון' });
const prices = async (page: Page): Promise<number[]> => {
  const texts = await cards(page).locator('p bdi:not(s bdi)').filter({ hasText: '₪' }).allInnerTexts();
  return texts.map((text) => Number(text.replace(/[^\d.]/g, '')));
};

const screens: [store: string, path: string][] = [
  ['noam', '/category/four-wheels?view=list'],
  ['raam', '/category/motorbikes'],
  ['noam', '/'],
  ['ofek', '/'],
  ['ofek', '/category'],
  ['raam', '/category?search=qqqq'],
];

for (const [at, [store, path]] of screens.entries()) {
  const tag = [ANY_WIDTH.tag, ...(at < 2 ? [] : [LONG.tag])];
  test(`axe finds nothing on ${path} of ${store}`, { tag }, async ({ page, site }) => {
    await page.goto(site.origin(store) + path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectAccessible(page);
  });
}

test('the hero shows another slide when asked, and its first picture is fetched early; axe finds nothing on a home page, which leads to a category, and that to a product', async ({
  page,
  site,
}) => {
  await page.goto(`${site.origin('raam')}/`);
  await expect(page.locator('link[rel=preload][as=image][fetchpriority=high]')).toHaveCount(1);
  const hero = page.getByRole('region', { name: 'בחזית' });
  const second = hero.getByRole('listitem', { name: '2 מתוך 3' });
  await expect(second).not.toBeInViewport({ ratio: 0.5 });
  await hero.getByRole('navigation').getByRole('link').nth(1).click();
  await expect(second).toBeInViewport({ ratio: 0.5 });
  await expect(hero.getByRole('navigation').getByRole('link').nth(1)).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expectAccessible(page);
  const tile = page.getByRole('region', { name: 'למצוא את שלכם' }).getByRole('link').first();
  const name = await tile.getByRole('heading').innerText();
  await tile.click();
  await expect(page).toHaveURL(/\/category\/naked$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  const [first] = await names(page);
  await cards(page).first().getByRole('link').click();
  await expect(page).toHaveURL(/\/product\//);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(first ?? '');
});

test(
  'the slide that is seen is the one that is marked, also where a busy browser tells of several turns at once',
  ANY_WIDTH,
  async ({ page, site }) => {
    await page.addInitScript(() => {
      const Observer = window.IntersectionObserver;
      window.IntersectionObserver = class extends Observer {
        constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
          const waiting: IntersectionObserverEntry[] = [];
          super((entries, observer) => {
            waiting.push(...entries);
            if (observer.root instanceof Element && observer.root.scrollLeft !== 0)
              callback(waiting.splice(0), observer);
          }, options);
        }
      };
    });
    await page.goto(`${site.origin('raam')}/`);
    const second = page.getByRole('region', { name: 'בחזית' }).getByRole('navigation').getByRole('link').nth(1);
    await alive(second);
    await second.click();
    await expect(second).toHaveAttribute('aria-current', 'true');
  },
);

test('sorting keeps focus and place, and Back undoes it', ANY_WIDTH, async ({ page, site }) => {
  await page.goto(`${site.origin('raam')}/category/motorbikes`);
  const before = await names(page);
  await sortBox(page).focus();
  await page.evaluate(() => window.scrollTo({ top: 200 }));
  await sortBox(page).selectOption('price');
  await expect(page).toHaveURL(/\?sort=price$/);
  await expect(async () => {
    const sorted = await prices(page);
    expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
  }).toPass();
  await expect(sortBox(page)).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await page.goBack();
  await expect(page).toHaveURL(/\/category\/motorbikes$/);
  await expect.poll(() => names(page)).toEqual(before);
  await expect(sortBox(page)).toHaveValue('recommended');
});

test('pages follow one another in the address', ANY_WIDTH, async ({ page, site }) => {
  await page.goto(`${site.origin('ofek')}/category/parts`);
  await expect(cards(page)).toHaveCount(24);
  const first = await names(page);
  const paging = page.getByRole('navigation', { name: 'דפים' });
  await expect(page.locator('p[role=status]').first()).toBeAttached();
  await alive(paging.getByRole('link'));
  await paging.getByRole('link', { name: 'לדף הבא' }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(paging.getByRole('link', { name: 'דף 2' })).toHaveAttribute('aria-current', 'page');
  await expect(page.locator('#content')).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'דף 2' })).toHaveCount(1);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  const second = await names(page);
  expect(second.filter((name) => first.includes(name))).toEqual([]);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/category\/parts\?page=2$/);
  await page.goBack();
  await expect.poll(() => names(page)).toEqual(first);
});

/** On a phone only the way to the other view is shown. */
const listView = (page: Page) => page.getByRole('link', { name: 'תצוגת רשימה', includeHidden: true });

test('the view is remembered, without a shift', async ({ page, site }) => {
  await page.goto(`${site.origin('raam')}/category/motorbikes`);
  await page.getByRole('link', { name: 'תצוגת רשימה' }).click();
  await expect(listView(page)).toHaveAttribute('aria-current', 'true');
  await expect(page).toHaveURL(/view=list/);
  // Pointing at the other view is no choice.
  await page.getByRole('link', { name: 'תצוגת קוביות' }).hover();
  await page.waitForLoadState('networkidle');
  await page.goto(`${site.origin('raam')}/category/sport`);
  await expect(listView(page)).toHaveAttribute('aria-current', 'true');
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestIdleCallback(() => setTimeout(() => resolve(sum)));
      }),
  );
  expect(shift).toBeLessThan(0.02);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('one can sort, page and choose the view', ANY_WIDTH, async ({ page, site }) => {
    await page.goto(`${site.origin('ofek')}/category/parts`);
    await sortBox(page).selectOption('price');
    await page.getByRole('main').getByRole('button', { name: 'מיון' }).click();
    await expect(page).toHaveURL(/sort=price/);
    const sorted = await prices(page);
    expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
    await page.getByRole('link', { name: 'לדף הבא' }).click();
    await expect(page).toHaveURL(/sort=price&page=2/);
    await page.getByRole('link', { name: 'תצוגת רשימה' }).click();
    await page.goto(`${site.origin('ofek')}/category`);
    await expect(listView(page)).toHaveAttribute('aria-current', 'true');
  });
});

test('a colour changes the picture of its card', ANY_WIDTH, async ({ page, site }) => {
  await page.goto(`${site.origin('raam')}/category/naked`);
  const card = cards(page).first();
  const before = await card.getByRole('img', { includeHidden: true }).first().getAttribute('src');
  await card.getByRole('radio').nth(1).check({ force: true });
  await expect(card.getByRole('img', { includeHidden: true }).first()).not.toHaveAttribute('src', before ?? '');
});

test('favourites stay on the device, in all its tabs', ANY_WIDTH, async ({ page, site, context }) => {
  await page.goto(`${site.origin('raam')}/category/naked`);
  const button = cards(page)
    .first()
    .getByRole('button', { name: /במועדפים/ });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  const other = await context.newPage();
  const complaints = listen(other);
  await other.goto(`${site.origin('raam')}/category/naked`);
  const otherButton = cards(other)
    .first()
    .getByRole('button', { name: /במועדפים/ });
  await expect(otherButton).toHaveAttribute('aria-pressed', 'true');
  await otherButton.click();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  expect(complaints).toEqual([]);
});

test('a search that finds nothing leads on, and is kept from search engines', ANY_WIDTH, async ({ page, site }) => {
  await page.goto(`${site.origin('raam')}/category?search=qqqq`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^תוצאות\sחיפוש: .?qqqq.?$/);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await page.getByRole('main').getByRole('link', { name: 'לכל הקטלוג' }).click();
  await expect(cards(page).first()).toBeVisible();
});
