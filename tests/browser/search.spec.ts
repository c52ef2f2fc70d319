import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import {
  ANY_WIDTH,
  alive,
  expect as expectSoon,
  hold,
  LONG,
  LONG_ANY_WIDTH,
  LONG_WIDE,
  test,
} from '../support/browser.ts';

/** A new database has no pictures in the sizes that pages ask for: the server makes them while it answers. */
const expect = expectSoon.configure({ timeout: 20_000 });

const opener = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'חיפוש', exact: true });
const field = (page: Page) => page.getByRole('combobox', { name: 'מה לחפש?' });
/** The names that are suggested, from the top. */
const suggested = (page: Page) => page.getByRole('group', { name: 'מוצרים' }).getByRole('option').allInnerTexts();
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

test('the keyboard is enough: open, type, choose, and the focus comes back; what is chosen stays so when the list changes under it', async ({
  page,
  site,
}) => {
  await page.goto(`${site.origin('raam')}/`);
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await expect(option(page, 'Barak 500')).toBeVisible();
  await expectAccessible(page);

  await page.keyboard.type('ברק 8');
  await expect(option(page, /RAAM Barak 800/)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /הצע/ })).toHaveCount(1);
  await expect(field(page)).not.toHaveAttribute('aria-activedescendant');
  await page.keyboard.press('ArrowDown');
  await expect(option(page, /RAAM Barak 800/)).toHaveAttribute('aria-selected', 'true');
  const active = await option(page, /RAAM Barak 800/).getAttribute('id');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', active ?? '');
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await expect(field(page)).toBeHidden();
  await expect(opener(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('ברק 8');
  // Until what was asked for is there the list is the one before.
  await expect(page.getByRole('option').first()).toContainText('Barak 800');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/product\/raam-barak-800$/);
  await expect(field(page)).toBeHidden();

  // The chosen option stays the chosen one when the list changes under it.
  await page.goto(`${site.origin('raam')}/contact`);
  await opener(page).click();
  await field(page).fill('ברק');
  await expect(option(page, /RAAM Barak 800/)).toBeVisible();
  const held: (() => void)[] = [];
  await page.route(/search-suggestions/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await field(page).pressSequentially(' 8');
  await expect.poll(() => held.length).toBe(1);
  for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowDown');
  await expect(option(page, /RAAM Barak 800/)).toHaveAttribute('aria-selected', 'true');
  for (const release of held) release();
  await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false');
  await expect(option(page, /RAAM Barak 800/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/raam-barak-800$/);
});

test('letters typed while the search is on its way are there when it has come', LONG_WIDE, async ({ page, site }) => {
  const arrive = await hold(page, /\/assets\/search-dialog-[\w-]+\.js$/);
  await page.goto(`${site.origin('raam')}/category/motorbikes`);
  await alive(opener(page));
  await opener(page).focus();
  await page.keyboard.press('Enter');
  // Playwright presses no key for a letter that no American keyboard has.
  await page.keyboard.type('bar');
  arrive();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('ak');
  await expect(field(page)).toHaveValue('barak');

  // What is left in it is replaced, as by any other letters.
  await page.keyboard.press('Escape');
  await expect(opener(page)).toBeFocused();
  await opener(page).press('Enter');
  await page.keyboard.type('500');
  await expect(field(page)).toHaveValue('500');
});

test(
  'an answer that comes late shows nothing of an older search; Enter shows all results, which the device remembers',
  ANY_WIDTH,
  async ({ page, site }) => {
    await page.goto(`${site.origin('ofek')}/`);
    await opener(page).click();
    const held: (() => void)[] = [];
    await page.route(/search-suggestions\?search=%D7%A7%D7%A1%D7%93%D7%94$/, async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue().catch(() => {});
    });
    await field(page).fill('קסדה');
    await expect.poll(() => held.length).toBe(1);
    await field(page).fill('שרשרת');
    await expect(page.getByRole('option').first()).toContainText('שרשרת');
    for (const release of held) release();
    // Whatever was on its way has come by the time that another answer has.
    await field(page).fill('שרשרת 520');
    await expect(page.getByRole('option').first()).toContainText('520');
    expect((await suggested(page)).join()).not.toContain('קסד');

    await page.unrouteAll();
    await field(page).fill('קסדת שטח');
    await field(page).press('Enter');
    await expect(page).toHaveURL(/\/category\?search=/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('קסדת שטח');
    await expect(page.getByRole('main').getByRole('article').first()).toContainText('KIPOD Dust');
    await opener(page).click();
    await field(page).fill('');
    await expect(page.getByRole('option', { name: 'קסדת שטח', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'מחיקת החיפושים האחרונים' }).click();
    await expect(page.getByRole('option', { name: 'קסדת שטח', exact: true })).toBeHidden();
  },
);

test(
  'the results say when the keyboard layout was wrong, and what to do when there are none',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    await page.goto(`${site.origin('ruach')}/category?search=eybug`);
    await expect(page.getByRole('main')).toContainText('אלה התוצאות עבור קטנוע');
    await expect(page.getByRole('main').getByRole('article').first()).toContainText('RUACH');
    await page.goto(`${site.origin('ruach')}/category?search=qqqzzz`);
    await expect(page.getByRole('heading', { name: 'לא מצאנו מה שחיפשתם' })).toBeVisible();
    // A page was found, so that there is nothing to complain of.
    await page.goto(`${site.origin('ruach')}/category?search=${encodeURIComponent('איפה אתם')}`);
    await expect(
      page.getByRole('navigation', { name: 'מה שמצאנו' }).getByRole('link', { name: 'סניפים' }),
    ).toBeVisible();
    await expect(page.getByText('אין מוצרים בחיפוש הזה')).toBeVisible();
    await expect(page.getByRole('button', { name: 'סינון' })).toBeHidden();
    await expect(page.getByLabel('מיון')).toBeHidden();
    const popular = page.getByRole('navigation', { name: 'חיפושים נפוצים' });
    await popular.getByRole('link', { name: 'קטנוע חשמלי' }).click();
    await expect(page.getByRole('main').getByRole('article').first()).toContainText('RUACH E');
    await expectAccessible(page);
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test(
    'the search fills the screen, closes by its button and finds nothing politely',
    LONG_ANY_WIDTH,
    async ({ page, site }) => {
      await page.goto(`${site.origin('gal')}/`);
      await opener(page).click();
      const dialog = page.getByRole('dialog', { name: 'חיפוש' });
      await expect(field(page)).toBeFocused();
      await expect
        .poll(async () => dialog.boundingBox())
        .toMatchObject({
          x: 0,
          y: 0,
          width: await page.evaluate(() => document.body.clientWidth), // without the gutter of a desktop's scrollbar
          height: 844,
        });
      await field(page).fill('בלהבלהבלה');
      await expect(dialog).toContainText('לא מצאנו תוצאות עבור');
      await expect(dialog.getByRole('status')).toHaveText('לא נמצאו תוצאות');
      await expect(option(page, /אופנועי ים/).first()).toBeVisible();
      await expectAccessible(page);
      await field(page).fill('סירה ל־8 אנשים');
      await expect(dialog.getByRole('status')).toContainText('אין מוצר שמתאים לכל המילים');
      await dialog.getByRole('button', { name: 'סגירה' }).click();
      await expect(dialog).toBeHidden();
      await opener(page).click();
      await field(page).fill('בלהבלהבלה');
      await expect(dialog.getByRole('status')).toHaveText('לא נמצאו תוצאות');
      await field(page).press('Enter');
      await expect(page.getByRole('heading', { name: 'לא מצאנו מה שחיפשתם' })).toBeVisible();
    },
  );
});

test.describe('when the server can’t be reached', () => {
  test.use({ allowedConsole: [/Failed to load resource/] });

  test('the search says so and tries again', ANY_WIDTH, async ({ page, site }) => {
    await page.goto(`${site.origin('zik')}/`);
    await opener(page).click();
    await expect(option(page, 'Dune 250')).toBeVisible();
    await page.context().setOffline(true);
    await field(page).fill('דיונה');
    const dialog = page.getByRole('dialog', { name: 'חיפוש' });
    await expect(dialog).toContainText('ההצעות לא נטענו');
    await field(page).press('Enter');
    await expect(dialog.getByText('אין כרגע חיבור לאינטרנט')).toBeVisible();
    await expect(page).toHaveURL(`${site.origin('zik')}/`);
    await page.context().setOffline(false);
    await expect(option(page, /ZIK Dune 125/)).toBeVisible();
  });
});

test.describe('what is said as people say it', () => {
  for (const [store, search, branch] of [
    ['raam', 'סניף חיפה', 'אופק חיפה'],
    ['noam', 'פתוח בירושלים', 'אופק ירושלים'],
  ] as const) {
    test(
      `a branch comes first and leads to its hours: ${store}`,
      store === 'raam' ? {} : LONG,
      async ({ page, site }) => {
        await page.goto(`${site.origin(store)}/`);
        await opener(page).click();
        await field(page).fill(search);
        const first = page.getByRole('option').first();
        await expect(first).toHaveText(branch);
        await expect(page.getByRole('option')).not.toHaveCount(0);
        await expectAccessible(page);
        await field(page).press('ArrowDown');
        await expect(first).toHaveAttribute('aria-selected', 'true');
        await field(page).press('Enter');
        await expect(page).toHaveURL(/\/distributors#/);
        await expect(page.getByRole('main')).toContainText(branch);
      },
    );
  }

  test('figures choose among the machines, and the page says what it shows', LONG, async ({ page, site }) => {
    await page.goto(
      `${site.origin('raam')}/category?search=${encodeURIComponent('אופנוע A1 עד 45 אלף עם המושב הכי נמוך')}`,
    );
    const cards = page.getByRole('main').getByRole('article');
    await expect(cards).toHaveCount(2);
    await expect(cards.first()).toContainText('Barak 300');
    await expect(page.getByRole('link', { name: /עד .*45,000/ })).toBeVisible();
    await page.goto(`${site.origin('ruach')}/category?search=${encodeURIComponent('קטנוע 125 סמ״ק')}`);
    await expect(cards).toHaveCount(3);
    await expectAccessible(page);
  });
});

test.describe('while one types', () => {
  for (const [store, word] of [
    ['noam', 'קלנועית'],
    ['ruach', 'קטנוע'],
  ] as const) {
    test(`what still fits changes places with nothing else: ${store}`, {
      tag: [ANY_WIDTH.tag, ...(store === 'noam' ? [] : [LONG.tag])],
    }, async ({ page, site }) => {
      await page.goto(`${site.origin(store)}/`);
      await opener(page).click();
      let before: string[] = [];
      for (let length = 2; length <= word.length; length++) {
        const asked = word.slice(0, length);
        const answered = page.waitForResponse((reply) => new URL(reply.url()).searchParams.get('search') === asked);
        await field(page).fill(asked);
        await answered;
        await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false');
        const now = await suggested(page);
        expect(now.length).toBeGreaterThan(0);
        expect(now.filter((name) => before.includes(name))).toEqual(before.filter((name) => now.includes(name)));
        before = now;
      }
    });
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the button leads to a page with a form that searches', ANY_WIDTH, async ({ page, site }) => {
    await page.goto(`${site.origin('sela')}/`);
    await opener(page).click();
    const form = page.getByRole('main').getByRole('search');
    await form.getByRole('searchbox').fill('נמר 1000');
    await form.getByRole('button', { name: 'חיפוש' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('נמר 1000');
    await expect(page.getByRole('main').getByRole('article').first()).toContainText('SELA Nimer 1000');
  });
});
