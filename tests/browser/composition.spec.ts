import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from '@playwright/test';
import {
  ALL_LOOKS,
  ANY_WIDTH,
  alive,
  atRest,
  expect as expectSoon,
  LONG_ANY_WIDTH,
  LONG_WIDE,
  test,
  WIDE,
} from '../support/browser.ts';

/** A new database has no pictures in the sizes that pages ask for: the server makes them while it answers. */
const expect = expectSoon.configure({ timeout: 20_000 });

const hero = (page: Page) => page.getByRole('region', { name: 'בחזית' });
const boxOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);

/** Picture, name, colours, price and order of a vehicle, before anything is scrolled. */
async function expectWholeFirstView(page: Page): Promise<void> {
  for (const [width, height] of [
    [1280, 800],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    const cash = page.locator('.product-buy [data-line="cash"]');
    for (const part of [page.locator('h1'), page.locator('#colors'), cash, page.locator('#buy-actions button').first()])
      await expect(part).toBeInViewport({ ratio: 1 });
    const picture = page.locator('[data-gallery] img').first();
    await expect(picture).toBeInViewport({ ratio: 0.95 });
    expect((await boxOf(picture)).height).toBeGreaterThan(height * 0.42);
  }
}

test(
  'the opening’s picture comes to rest as its store has it, at once where less motion is wanted',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    const entrances = { raam: 'hero-rest', gal: 'hero-rock', ofek: 'none', ...(ALL_LOOKS && { noam: 'hero-rest' }) };
    for (const [store, name] of Object.entries(entrances)) {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.goto(site.origin(store));
      // Not before the page is laid out: the first paint would wait for it.
      await expect(page.locator('html')).not.toHaveAttribute('data-later');
      for (const motion of ['no-preference', 'reduce'] as const) {
        await page.emulateMedia({ reducedMotion: motion });
        const picture = hero(page).getByRole('img').first();
        const look = await picture.evaluate((image) => {
          const { animationName, animationDuration, animationIterationCount, opacity } = getComputedStyle(image);
          return {
            name: animationName,
            seconds: Number.parseFloat(animationDuration),
            animationIterationCount,
            opacity,
          };
        });
        // It is seen from the first frame on, and what moves for five seconds would need a way to stop it.
        expect(look, `${store}, ${motion}`).toMatchObject({ name, animationIterationCount: '1', opacity: '1' });
        expect(look.seconds, store).toBeLessThan(motion === 'reduce' ? 0.001 : 5);
        await atRest(page);
        const rest = await picture.evaluate((image) => [
          getComputedStyle(image).translate,
          getComputedStyle(image).scale,
        ]);
        expect(
          rest.map((value) => value.replace(/^(0%|0px|1)$/, 'none')),
          `${store}, ${motion}`,
        ).toEqual(['none', 'none']);
      }
    }
  },
);

test(
  'the opening reaches the bar at a phone’s foot, and no vehicle is cut off by its edge',
  WIDE,
  async ({ page, site }, info) => {
    for (const store of ALL_LOOKS ? ['raam', 'gal', 'noam', 'zik', 'sela', 'ofek'] : ['raam', 'noam']) {
      await page.goto(site.origin(store));
      await atRest(page);
      const whole = await boxOf(hero(page));
      const picture = await boxOf(hero(page).getByRole('img').first());
      // Pictures have 8 % of air above what is highest on a vehicle.
      expect(picture.top + picture.height * 0.08, store).toBeGreaterThanOrEqual(whole.top);
      if (info.project.name !== 'phone') continue;
      const bar = await boxOf(page.getByRole('navigation', { name: 'ניווט מהיר' }));
      expect(Math.abs(whole.bottom - bar.top), store).toBeLessThan(1.5);
    }
  },
);

test(
  'on a narrow card nothing but the heart lies on the vehicle, and the scales beside the price',
  LONG_WIDE,
  async ({ page, site }, info) => {
    await page.goto(`${site.origin('raam')}/category/motorbikes`);
    await atRest(page);
    const cards = page.getByRole('main').getByRole('article');
    for (const card of (await cards.all()).slice(0, 4)) {
      // At one moment: rows above may still move the card.
      const { over, gap } = await card.evaluate((element) => {
        const picture = element.querySelector('img')?.getBoundingClientRect();
        const scales = element.querySelector('[aria-label$="בהשוואה"]')?.getBoundingClientRect();
        const prices = [...element.querySelectorAll('bdi')].filter(({ textContent }) => textContent.includes('₪'));
        const nearest = Math.min(...prices.map((price) => price.getBoundingClientRect().left));
        return { over: (picture?.bottom ?? 0) - (scales?.top ?? 0), gap: nearest - (scales?.right ?? 0) };
      });
      // The icon is smaller than what can be pressed.
      if (info.project.name === 'phone') expect(gap).toBeGreaterThanOrEqual(-12);
      expect(over > 0).toBe(info.project.name !== 'phone');
    }
  },
);

test(
  'what the bar at a phone’s foot covers is either whole enough to be hit or not offered',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    test.slow();
    const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    // At every fourth height, and in `npm run prove` at all of them, where letters are larger, too.
    for (const store of ALL_LOOKS ? ['raam', 'noam'] : ['raam']) {
      await page.goto(`${site.origin(store)}/category${store === 'raam' ? '/motorbikes' : ''}`);
      await expect(page.locator('html')).not.toHaveAttribute('data-later');
      await page.evaluate(axe);
      for (let height = 640; height <= 930; height += ALL_LOOKS ? 10 : 40) {
        await page.setViewportSize({ width: 412, height });
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
        const found = await page.evaluate(async () => {
          const { violations } = (await window.axe?.run({ runOnly: { type: 'rule', values: ['target-size'] } })) ?? {};
          return violations?.flatMap(({ nodes }) => nodes.map(({ html }) => html));
        });
        expect(found, `${store}, ${height} pixels`).toEqual([]);
      }
      // The keyboard brings it up whole.
      const heart = page.getByRole('button', { name: /במועדפים$/ }).last();
      await heart.focus();
      const bar = await boxOf(page.getByRole('navigation', { name: 'ניווט מהיר' }));
      await expect.poll(async () => (await boxOf(heart)).bottom).toBeLessThanOrEqual(bar.top);
      await expect(heart).toHaveCSS('opacity', '1');
    }
  },
);

test(
  'price and purchase stand in the row of the page’s parts while the page’s own are out of sight',
  WIDE,
  async ({ page, site }, info) => {
    await page.goto(`${site.origin('gal')}/product/gal-wave-230`);
    const bar = page.locator('[data-sticky-bar="above"]');
    if (info.project.name === 'phone') return expect(bar).toBeHidden();
    await expectWholeFirstView(page);
    await page.locator('#buy-actions').scrollIntoViewIfNeeded();
    await expect(bar).toHaveAttribute('inert');
    await page.locator('#finance').scrollIntoViewIfNeeded();
    await expect(bar).not.toHaveAttribute('inert');
    await expect(bar).toBeInViewport();
    await expect(bar).toContainText('₪98,900');
    // The configurator has its own.
    await page.locator('#configurator').scrollIntoViewIfNeeded();
    await expect(bar).toBeHidden();
    await page.locator('#finance').scrollIntoViewIfNeeded();
    await bar.getByRole('button', { name: 'להזמנה' }).click();
    await expect(page).toHaveURL(/\/purchase\?uid=/);
  },
);

test(
  'a vehicle, its price and the order stand in the first view of a wide screen, and in one view of the configurator',
  WIDE,
  async ({ page, site }, info) => {
    // A phone has its bar.
    if (info.project.name === 'phone') return;
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const [store, product] of [
      ['raam', 'raam-barak-500'],
      ['noam', 'noam-nof-4-plus'],
    ] as const) {
      await page.goto(`${site.origin(store)}/product/${product}#configurator`);
      await expect(page.locator('[data-configuring]')).toBeVisible();
      const bar = await boxOf(page.locator('[data-anchors]'));
      expect((await boxOf(page.locator('#configurator-title'))).top, store).toBeGreaterThan(bar.bottom + 28);
      const section = page.locator('#configurator');
      await expect(section.getByRole('button', { name: 'להזמנה' }).locator('visible=true')).toBeInViewport({
        ratio: 1,
      });
      // noam has larger letters and a menu of two rows.
      const price = section.locator('[data-line="cash"] bdi').locator('visible=true').first();
      if (store === 'raam') await expect(price).toBeInViewport({ ratio: 1 });
      const picture = await boxOf(section.locator('img.color-swap'));
      expect(picture.height).toBeGreaterThan(900 * 0.38);
      await expectWholeFirstView(page);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    // Under a wide gallery, too.
    await page.goto(`${site.origin('zik')}/product/zik-dune-450`);
    await expectWholeFirstView(page);
  },
);

test(
  'the button that leads to the lead banner lies in the page’s margin, on a phone leaves with the head, and never covers the form',
  LONG_WIDE,
  async ({ page, site }, info) => {
    const isPhone = info.project.name === 'phone';
    for (const [store, category] of [
      ['raam', 'motorbikes'],
      ['noam', 'three-wheels'],
    ] as const) {
      await page.goto(`${site.origin(store)}/category/${category}`);
      const button = page.getByRole('button', { name: 'דברו איתנו' });
      await alive(button);
      const scroll = (by: number) => page.evaluate((top) => window.scrollBy({ top, behavior: 'instant' }), by);
      const end = await page.locator('#lead-banner').evaluate((banner) => banner.getBoundingClientRect().bottom);
      for (let down = 0; down < end; down += 300) {
        await scroll(300);
        // At one moment, once the head is away.
        await expect
          .poll(
            () =>
              button.evaluate((element) => {
                const box = element.getBoundingClientRect();
                const covered = [...document.querySelectorAll('main article, #lead-banner form')].filter((part) => {
                  const other = part.getBoundingClientRect();
                  const isBeside = other.right <= box.left || other.left >= box.right;
                  return !isBeside && other.bottom > box.top && other.top < box.bottom;
                });
                return box.width === 0 || scrollY <= 500 ? [] : covered.map(({ textContent }) => textContent);
              }),
            { message: `${store}, ${down}` },
          )
          .toEqual([]);
      }
      if (isPhone) await expect.poll(async () => (await boxOf(button)).width).toBe(0);
      await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }));
      await scroll(-100);
      await expect.poll(async () => (await boxOf(button)).width).toBeGreaterThanOrEqual(44);
      if (isPhone) continue;
      // Pointed at, it says its name.
      await button.hover();
      expect((await boxOf(button.getByText('דברו איתנו'))).width).toBeGreaterThan(40);
    }
  },
);

test(
  'on a phone a model’s whole name stands above the bar with price and order, under a path of one line',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const [store, product] of [
      ['noam', 'noam-nof-4-plus'],
      ['noam', 'noam-masa-auto'],
      ['ofek', 'noam-nof-4-plus'],
      ['ruach', 'ruach-maxi-400gt'],
    ] as const) {
      await page.goto(`${site.origin(store)}/product/${product}`);
      const bar = await boxOf(page.locator('[data-sticky-bar="foot"]'));
      expect((await boxOf(page.locator('h1'))).bottom, `${store}, ${product}`).toBeLessThan(bar.top);
      const path = page.getByRole('navigation', { name: 'נתיב ניווט' });
      expect((await boxOf(path)).height, `${store}, ${product}`).toBeLessThan(60);
      await expect(path.locator('[aria-current="page"]')).toHaveText(await page.locator('h1').innerText());
    }
  },
);

test('a choice of the configurator has room for its name and what it needs', LONG_ANY_WIDTH, async ({ page, site }) => {
  for (const [width, room] of [
    [1200, 175],
    [1440, 240],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${site.origin('raam')}/product/raam-barak-500#configurator`);
    const choices = page.locator('#configurator label:has(img)');
    await expect(choices.first()).toBeVisible();
    for (const choice of await choices.all()) {
      const words = choice.locator('span.grow');
      expect((await boxOf(words)).width, `${width}: ${await words.innerText()}`).toBeGreaterThan(room);
    }
  }
});

test('the buttons of a comparison are as wide as the picture above them', LONG_ANY_WIDTH, async ({ page, site }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${site.origin('raam')}/compare?ids=raam-barak-300,raam-barak-800,raam-masa-750`);
  const order = page.getByRole('cell').getByRole('link', { name: 'להזמנה: RAAM Barak 800' });
  await expect(order).toBeVisible();
  const column = await order.evaluate((link) => link.closest('td, th')?.getBoundingClientRect().width ?? 0);
  expect((await boxOf(order)).width).toBeGreaterThan(column - 1);
});

test('the two ways on from the financing are buttons of one size', LONG_WIDE, async ({ page, site }) => {
  await page.goto(`${site.origin('noam')}/product/noam-nof-4-plus#finance`);
  const wanted = page.getByRole('checkbox', { name: 'מעניין אותי לרכוש במימון' });
  await alive(wanted);
  await wanted.check();
  const save = await boxOf(page.getByRole('button', { name: 'שמירת ההצעה' }));
  const onward = await boxOf(page.getByRole('link', { name: 'המשך לרכישה במימון' }));
  expect([onward.width, onward.height]).toEqual([save.width, save.height]);
});

test(
  'on a phone the parts’ models begin on the first screen, and the forms beside them open',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${site.origin('raam')}/spare-parts`);
    const first = page.getByRole('main').getByRole('link', { name: /Barak 300/ });
    const bar = await boxOf(page.getByRole('navigation', { name: 'ניווט מהיר' }));
    expect((await boxOf(first)).top).toBeLessThan(bar.top);
    const number = page.getByRole('searchbox');
    await expect(number).toBeHidden();
    await page.locator('summary', { hasText: 'לפי מספר חלק' }).click();
    await expect(number).toBeVisible();
    // What was searched for stands in its form.
    await page.goto(`${site.origin('raam')}/spare-parts?number=qqqqqq`);
    await expect(number).toHaveValue('qqqqqq');
    await expect(number).toBeVisible();
  },
);

test(
  'while one reads down a product on a phone, price and order stand at the foot without the bar below, which comes back',
  ANY_WIDTH,
  async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${site.origin('raam')}/product/raam-sufa-400rr`);
    await expect(page.locator('html')).not.toHaveAttribute('data-later');
    const foot = page.locator('[data-sticky-bar="foot"]');
    await alive(foot.getByRole('button'));
    const bar = page.getByRole('navigation', { name: 'ניווט מהיר' });
    const scroll = (by: number) => page.evaluate((top) => window.scrollBy({ top, behavior: 'instant' }), by);
    await scroll(1_900);
    await scroll(300);
    await expect.poll(async () => (await boxOf(bar)).top).toBeGreaterThanOrEqual(844);
    await expect.poll(async () => (await boxOf(foot)).bottom).toBe(844);
    await scroll(-100);
    await expect.poll(async () => (await boxOf(bar)).bottom).toBe(844);
    await expect.poll(async () => (await boxOf(foot)).bottom).toBe((await boxOf(bar)).top);
    // The keyboard finds it also while it is away.
    await scroll(300);
    await expect.poll(async () => (await boxOf(bar)).top).toBeGreaterThanOrEqual(844);
    await bar.getByRole('link').first().focus();
    await expect(bar.getByRole('link').first()).toBeInViewport({ ratio: 1 });
  },
);

test(
  'on a phone the comparison at hand leaves with the head, once what was added has been seen',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${site.origin('raam')}/category/motorbikes`);
    const scales = page.getByRole('button', { name: /בהשוואה$/ });
    await alive(scales.first());
    await scales.first().click();
    const tray = page.getByRole('region', { name: 'השוואת דגמים' });
    await expect(tray).toBeVisible();
    const scroll = (by: number) => page.evaluate((top) => window.scrollBy({ top, behavior: 'instant' }), by);
    await scroll(700);
    await scroll(300);
    await expect.poll(async () => (await boxOf(tray)).width).toBe(0);
    await scroll(-100);
    await expect.poll(async () => (await boxOf(tray)).width).toBeGreaterThan(100);
    await scroll(300);
    // Pressed in place: bringing the button into view could bring the head back.
    await scales.nth(7).evaluate((button) => (button as HTMLElement).click());
    await expect(tray).toContainText('(2)');
    await expect.poll(async () => (await boxOf(tray)).width).toBe(0);
  },
);
