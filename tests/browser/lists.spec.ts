import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import {
  ALL_LOOKS,
  ANY_WIDTH,
  alive,
  expect as expectSoon,
  LONG,
  LONG_ANY_WIDTH,
  test,
  WIDE,
} from '../support/browser.ts';

/** A new database has no pictures in the sizes that pages ask for: the server makes them while it answers. */
const expect = expectSoon.configure({ timeout: 20_000 });

const cards = (page: Page) => page.getByRole('main').getByRole('article');

for (const [store, path, figures] of [
  ['raam', '/category/motorbikes', ['הספק', 'רישיון', 'גובה מושב', 'משקל']],
  ['noam', '/category/four-wheels', ['טווח', 'מהירות', 'משקל משתמש']],
] as const) {
  // The windows of both projects: 390 × 844 and 1440 × 900.
  test(
    `the first row of ${store} is in the first view, with figures and a month’s payment`,
    { tag: [WIDE.tag, ...(store === 'raam' ? [] : [LONG.tag])] },
    async ({ page, site }, info) => {
      await page.goto(site.origin(store) + path);
      const first = cards(page).first();
      for (const name of figures) await expect(first.getByRole('term').filter({ hasText: name })).toBeVisible();
      await expect(first).toContainText(/₪[\d,]+ לחודש/);
      // What covers the end of the view: the question about cookies is answered, a phone's bar stays.
      const end = await page.evaluate(() => {
        const bar = [...document.querySelectorAll('body > nav')].find(
          (nav) => getComputedStyle(nav).position === 'fixed',
        );
        return bar ? bar.getBoundingClientRect().top : window.innerHeight;
      });
      // Picture and name of each; on a phone the price, too.
      const row = await cards(page).evaluateAll((all, phone) => {
        const top = all[0]?.getBoundingClientRect().top;
        return all
          .filter((card) => card.getBoundingClientRect().top === top)
          .map((card) => card.querySelector(phone ? '.card-sum > p' : 'h2')?.getBoundingClientRect().bottom ?? 1e6);
      }, info.project.name === 'phone');
      expect(row.length).toBeGreaterThan(1);
      expect(Math.max(...row)).toBeLessThanOrEqual(end);
      await expectAccessible(page);
    },
  );

  test(`models of ${store} are compared from their cards`, store === 'raam' ? {} : LONG, async ({ page, site }) => {
    await page.goto(site.origin(store) + path);
    const names: string[] = [];
    for (const index of [0, 1, 2]) {
      const card = cards(page).nth(index);
      names.push(await card.getByRole('heading').innerText());
      const button = card.getByRole('button', { name: /– בהשוואה$/ });
      await alive(button);
      await button.click();
      await expect(button).toHaveAttribute('aria-pressed', 'true');
    }
    await page
      .getByRole('region', { name: 'השוואת דגמים' })
      .getByRole('link', { name: /השוואה/ })
      .click();
    await expect(page.getByRole('table').getByRole('columnheader')).toHaveCount(3);
    for (const name of names)
      await expect(page.getByRole('columnheader').getByRole('link', { name, exact: true })).toBeVisible();
  });
}

test('filters stand beside the list from 1441 px, and slide in below', LONG_ANY_WIDTH, async ({ page, site }) => {
  const panel = page.getByRole('complementary', { name: 'סינון המוצרים' });
  for (const path of ['raam/category/motorbikes', ...(ALL_LOOKS ? ['noam/category/four-wheels'] : [])]) {
    const [store = '', ...parts] = path.split('/');
    await page.goto(`${site.origin(store)}/${parts.join('/')}`);
    for (const [width, beside] of [
      [1441, true],
      [1440, false],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect(panel).toBeVisible({ visible: beside });
      await expect(page.getByRole('button', { name: /^סינון/ })).toBeVisible({ visible: !beside });
    }
    // Beside the list they are used where they stand: the list changes, and neither the place nor the focus is lost.
    await page.setViewportSize({ width: 1680, height: 900 });
    const value = await panel.getByRole('checkbox', { disabled: false }).first().getAttribute('value');
    const box = panel.locator(`input[type="checkbox"][value="${value}"]`).first();
    await alive(box);
    await box.focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('list', { name: 'סינונים פעילים' }).getByRole('link').first()).toBeVisible();
    await expect(box).toBeChecked();
    await expect(box).toBeFocused();
    await expect(panel).toBeVisible();
    await expect(cards(page).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  }
});

const compared = {
  raam: 'raam-barak-500,raam-barak-800,raam-masa-450,raam-masa-750',
  gal: 'gal-spray-90,gal-wave-130,gal-tour-170',
} as const;

for (const [store, ids] of Object.entries(compared)) {
  test(
    `a comparison of ${store} says which is best, and what to do next`,
    store === 'raam' ? {} : LONG,
    async ({ page, site }, info) => {
      await page.goto(`${site.origin(store)}/compare?ids=${ids}`);
      const table = page.getByRole('table');
      const count = ids.split(',').length;
      await expect(table.getByRole('columnheader')).toHaveCount(count);
      const power = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'הספק', exact: true }) });
      const values = await power.getByRole('cell').allInnerTexts();
      const numbers = values.map((text) => Number.parseFloat(text));
      const strongest = numbers.indexOf(Math.max(...numbers));
      expect(values.map((text) => text.includes('החזק ביותר'))).toEqual(numbers.map((_, index) => index === strongest));
      // Long and short bars say the same.
      await expect(power.locator('.compare-bar')).toHaveCount(count);
      await expect(table.getByText('הזול ביותר').first()).toBeVisible();
      // Under the heads, and again where the table ends.
      await expect(table.getByRole('link', { name: /^להזמנה: / })).toHaveCount(2 * count);
      await expect(table.getByRole('link', { name: /^תיאום / })).toHaveCount(2 * count);
      await expect(table.getByText(/^אפשר לשלם גם ב־/)).toHaveCount(count);
      await expectAccessible(page);
      if (info.project.name === 'desktop') {
        // Further down the names stand over their columns; on a phone, where they follow the swipe, the next test
        // looks.
        await table.getByRole('rowheader').last().scrollIntoViewIfNeeded();
        const name = page.locator('.compare-names bdi').first();
        await expect(name).toBeVisible();
        await expect(name).toBeInViewport();
      }
      await table
        .getByRole('link', { name: /^להזמנה: / })
        .last()
        .click();
      await expect(page).toHaveURL(/\/purchase\?uid=/);
    },
  );
}

test(
  'on a phone the next pair is a swipe, a key or a press away, its names in sight',
  ANY_WIDTH,
  async ({ page, site }) => {
    await page.goto(`${site.origin('gal')}/compare?ids=${compared.gal}`);
    await expect(page.getByText(/דגמים 1–2 מתוך 3/)).toBeVisible();
    await alive(page.getByRole('button', { name: 'לדגם הבא' }));
    await page.getByRole('button', { name: 'לדגם הבא' }).click();
    await expect(page.getByText(/דגמים 2–3 מתוך 3/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'לדגם הבא' })).toBeDisabled();
    await page.goto(`${site.origin('raam')}/compare?ids=${compared.raam}`);
    const table = page.getByRole('region', { name: 'טבלת ההשוואה' });
    const next = page.getByRole('button', { name: 'לדגם הבא' });
    await alive(next);
    const inView = () =>
      table.getByRole('columnheader').evaluateAll((heads) =>
        heads.flatMap((head, index) => {
          const { left, right } = head.getBoundingClientRect();
          return left >= 0 && right <= window.innerWidth ? index : [];
        }),
      );
    expect(await inView()).toEqual([0, 1]);
    await next.click();
    await expect.poll(inView).toEqual([1, 2]);
    await expect(page.getByText(/דגמים 2–3 מתוך 4/)).toBeVisible();
    await table.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(inView).toEqual([2, 3]);
    await expect(next).toBeDisabled();
    // Part of the way is brought to a whole pair.
    await table.evaluate((element) => element.scrollBy({ left: 120 }));
    await expect.poll(inView).toEqual([1, 2]);
    // Further down, the names stand over their columns.
    await table.getByRole('rowheader').last().scrollIntoViewIfNeeded();
    const small = page.locator('[aria-hidden] bdi', { hasText: 'RAAM Barak 800' });
    await expect(small).toBeVisible();
    const [name, column] = await Promise.all([
      small.boundingBox(),
      table.getByRole('columnheader').nth(1).boundingBox(),
    ]);
    expect(name?.y).toBeGreaterThanOrEqual(0);
    expect(name?.x).toBeGreaterThanOrEqual(column?.x ?? 0);
    expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThanOrEqual((column?.x ?? 0) + (column?.width ?? 0) + 1);
    await expectAccessible(page);
  },
);
