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
  listen,
  test,
} from '../support/browser.ts';
import { query } from '../support/site-rows.ts';

/** A new database has no pictures in the sizes that pages ask for: the server makes them while it answers. */
const expect = expectSoon.configure({ timeout: 20_000 });

const brakes = '/spare-parts/raam-barak-brakes?model=raam-barak-500&year=2022';
const hotspot = (page: Page, number: number) =>
  page.getByRole('figure').getByRole('link', { name: new RegExp(`^${number}: `) });
const line = (page: Page, number: number) => page.locator(`#callout-${number}`);
const box = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const title = (page: Page) => page.getByRole('heading', { level: 1 });
/** On a phone the forms beside the models are rows that open. */
const unfold = async (page: Page, form: string) => {
  const row = page.locator('summary', { hasText: form });
  if (await row.isVisible()) await row.click();
};

const screens: [store: string, path: string][] = [
  ['raam', '/spare-parts?model=raam-barak-500'],
  ['gal', '/spare-parts/gal-jet-pump?model=gal-wave-130&callout=2'],
  ['ofek', '/spare-parts?number=zzzz'],
  ['ofek', '/product/yatziv-pads-radial'],
];
for (const [at, [store, path]] of screens.entries()) {
  test(`axe finds nothing on ${path} of ${store}, and nothing overflows at 320 px`, {
    tag: [ANY_WIDTH.tag, ...(at < 2 ? [] : [LONG.tag])],
  }, async ({ page, site }) => {
    await page.goto(site.origin(store) + path);
    await expect(title(page)).toHaveCount(1);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
}

test('a plate finds its model and year, and says how to go on where it finds none', async ({ page, site }) => {
  const form = page.getByRole('form', { name: 'חיפוש לפי מספר רישוי' });
  const plate = form.getByRole('textbox', { name: 'מספר הרישוי של הרכב' });
  const ask = async (number: string) => {
    await plate.fill(number);
    await form.getByRole('button', { name: 'איתור הדגם' }).click();
  };
  // A store of one make doesn't ask for it.
  await page.goto(`${site.origin('sela')}/spare-parts`);
  await unfold(page, 'לפי מספר רישוי');
  await ask('1111111');
  await expect(form).toContainText('בדקו אותו, או בחרו דגם ושנה.');
  await page.goto(`${site.origin('ofek')}/spare-parts`);
  await unfold(page, 'לפי מספר רישוי');
  for (const [number, answer] of [
    ['9999999', 'מאגר הרכב אינו זמין כרגע'],
    ['1111111', 'המספר אינו במאגר הרכב. בדקו אותו, או בחרו יצרן, דגם ושנה.'],
    ['12-345-67', 'הונדה יפן CB500X (2021): אין אצלנו חלקים'],
    ['12', 'חמש עד שמונה ספרות'],
  ] as const) {
    await ask(number);
    await expect(form).toContainText(answer);
  }
  await expectAccessible(page);
  const window = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  if (window) await page.setViewportSize(window);
  await ask('30-055-00');
  await expect(page).toHaveURL(/\/spare-parts\?model=raam-barak-500&year=2022$/);
  await expect(title(page)).toHaveText('חלקי חילוף ל־RAAM Barak 500 2022');
  // On a phone the form is a screen below it.
  await expect(title(page)).toBeFocused();
  await expect(title(page)).toBeInViewport();
});

test(
  'from make to part by the selects, with the state in the address and Back a step back',
  ANY_WIDTH,
  async ({ page, site }) => {
    await page.goto(`${site.origin('ofek')}/spare-parts`);
    await box(page, 'יצרן').focus();
    await page.keyboard.press('ArrowDown');
    await expect(page).toHaveURL(/\?make=raam$/);
    await expect(box(page, 'יצרן')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page).toHaveURL(/\?make=zik$/);
    await box(page, 'דגם').selectOption('zik-dune-125');
    await expect(box(page, 'שנת ייצור')).toBeEnabled();
    // Faster than the pages come.
    const arrive = await hold(page, '**/spare-parts.data?*');
    await box(page, 'דגם').selectOption('zik-dune-250');
    await box(page, 'שנת ייצור').selectOption('2024');
    arrive();
    await expect(page).toHaveURL(/\?model=zik-dune-250&year=2024$/);
    await expect(title(page)).toHaveText('חלקי חילוף ל־ZIK Dune 250 2024');
    await page.goBack();
    await expect(box(page, 'שנת ייצור')).toHaveValue('');
    await page.goForward();
    await expect(box(page, 'שנת ייצור')).toHaveValue('2024');
    await unfold(page, 'לפי מספר חלק');
    const number = page.getByRole('searchbox');
    const found = await hold(page, /spare-parts\.data\?number=/);
    await number.fill('yz21');
    await page.keyboard.press('Enter');
    await number.pressSequentially('160d1');
    found();
    await expect(page.getByRole('heading', { name: /נמצאו באתר|לא מצאנו/ })).toBeVisible();
    await expect(number).toHaveValue('yz21160d1');
    await page.goBack();
    await page.getByRole('region', { name: 'תרשימים' }).getByRole('link', { name: /הינע/ }).click();
    await expect(page).toHaveURL(/zik-dune-drive\?model=zik-dune-250&year=2024$/);
    await page.reload();
    await expect(title(page)).toHaveText('הינע וגלגל אחורי');
    // Another diagram is another page, and is read from its start.
    const others = page.getByRole('navigation', { name: 'תרשימים נוספים' });
    const next = others.locator('a:not([aria-current])').first();
    await alive(next);
    await page.evaluate(() => scrollTo({ top: 100, behavior: 'instant' }));
    await next.click();
    await expect(title(page)).not.toHaveText('הינע וגלגל אחורי');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  },
);

test(
  'a make and a model that are chosen by their pictures are other pages: the focus is at their start, and they are told',
  ANY_WIDTH,
  async ({ page, site }) => {
    await page.goto(`${site.origin('ofek')}/spare-parts`);
    for (const [tiles, name] of [
      ['יצרנים', 'חלקי חילוף רעם'],
      ['דגמים', 'חלקי חילוף ל־RAAM Barak 500'],
    ] as const) {
      const tile = page
        .getByRole('navigation', { name: tiles })
        .getByRole('link', { name: name.split(/חילוף (?:ל־)?/)[1] })
        .first();
      await alive(tile);
      await tile.press('Enter');
      await expect(title(page)).toHaveText(name);
      await expect(page.locator('#content')).toBeFocused();
      await expect(page.getByRole('status').filter({ hasText: await page.title() })).toHaveCount(1);
    }
  },
);

test(
  'a number of the diagram chooses its line by keyboard, and the line its number; a line puts as many into the cart as are asked for',
  ANY_WIDTH,
  async ({ page, site }) => {
    await page.goto(site.origin('raam') + brakes);
    await alive(hotspot(page, 5));
    await hotspot(page, 5).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/callout=5/);
    await expect(hotspot(page, 5)).toBeFocused();
    await expect(hotspot(page, 5)).toHaveAttribute('aria-current', 'true');
    await expect(line(page, 5)).toBeInViewport();
    await expect(page.getByRole('status').filter({ hasText: 'נבחר מספר 5' })).toHaveCount(1);
    await line(page, 7).getByRole('link', { name: 'סימון 7 בתרשים' }).focus();
    await page.keyboard.press('Enter');
    await expect(hotspot(page, 7)).toHaveAttribute('aria-current', 'true');
    await expect(hotspot(page, 5)).not.toHaveAttribute('aria-current', 'true');
    await page.goBack();
    await expect(hotspot(page, 5)).toHaveAttribute('aria-current', 'true');

    const pads = line(page, 5);
    await pads.getByRole('button', { name: 'הוספת כמות' }).click();
    await pads.getByRole('button', { name: /הוספה לסל/ }).click();
    const cart = page.getByRole('dialog');
    await expect(cart.getByText('YATZIV').first()).toBeVisible();
    await expect(cart.getByRole('status').or(cart.locator('output')).filter({ hasText: '2' }).first()).toBeVisible();
  },
);

test(
  'every number stands inside the drawing, apart from the others, zoomed in or not',
  LONG_WIDE,
  async ({ page, site }) => {
    await page.goto(site.origin('raam') + brakes);
    const figure = page.getByRole('figure');
    const drawing = figure.locator('img').first();
    const places = async () => {
      const frame = await drawing.boundingBox();
      const boxes = await Promise.all((await figure.locator('li a').all()).map((one) => one.boundingBox()));
      return boxes.map((box) => {
        if (!box || !frame) throw new Error('a number without a place');
        return {
          x: (box.x + box.width / 2 - frame.x) / frame.width,
          y: (box.y + box.height / 2 - frame.y) / frame.height,
        };
      });
    };
    const before = await places();
    for (const [i, a] of before.entries()) {
      expect(Math.min(a.x, a.y)).toBeGreaterThan(0);
      expect(Math.max(a.x, a.y)).toBeLessThan(1);
      for (const b of before.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(0.05);
    }
    const width = async () => (await drawing.boundingBox())?.width ?? 0;
    const unzoomed = await width();
    await page.getByRole('button', { name: 'הגדלה' }).click();
    await expect.poll(width).toBeCloseTo(1.6 * unzoomed, 0);
    const after = await places();
    for (const [i, a] of after.entries()) {
      expect(a.x).toBeCloseTo(before[i]?.x ?? -1, 1);
      expect(a.y).toBeCloseTo(before[i]?.y ?? -1, 1);
    }
  },
);

test(
  'a year that no part of the model is for is said, stays the vehicle’s, and its plate leads there',
  ANY_WIDTH,
  async ({ page, site }, { project }) => {
    const plate = project.name === 'phone' ? '3005517' : '3005518';
    await query(site, `insert into plate_answers (plate, vehicle, created_at) values ($1, $2, now())`, [
      plate,
      { make: 'רעם', model: 'BARAK 500', year: 2017 },
    ]);
    await page.goto(`${site.origin('ofek')}/spare-parts`);
    await unfold(page, 'לפי מספר רישוי');
    const form = page.getByRole('form', { name: 'חיפוש לפי מספר רישוי' });
    await form.getByRole('textbox').fill(plate);
    await form.getByRole('button', { name: 'איתור הדגם' }).click();
    await expect(page).toHaveURL(/\?model=raam-barak-500&year=2017$/);
    await expect(title(page)).toHaveText('חלקי חילוף ל־RAAM Barak 500');
    await expect(page.getByRole('main').getByText('לשנת 2017 אין אצלנו חלקים לדגם הזה')).toBeVisible();
    await expectAccessible(page);
    const garage = page.getByRole('region', { name: 'המוסך שלי' }).getByRole('link');
    await expect(garage).toHaveText(['RAAM Barak 5002017']);
    await expect(garage).toHaveAttribute('aria-current', 'page');
    await page.goto(`${site.origin('ofek')}/product/raam-headlight-led`);
    await expect(page.getByRole('list', { name: 'התאמה למוסך שלכם' })).toHaveText(
      'לא מתאים ל־RAAM Barak 500 2017 שלכם',
    );
    // A year with parts, and what is no year, say nothing.
    for (const year of ['2024', '20177']) {
      await page.goto(`${site.origin('ofek')}/spare-parts?model=raam-barak-500&year=${year}`);
      await expect(page.getByRole('region', { name: 'תרשימים' })).toBeVisible();
      await expect(page.getByText('אין אצלנו חלקים לדגם הזה')).toHaveCount(0);
    }
  },
);

test('a question to the parts department takes along what it is about', ANY_WIDTH, async ({ page, site }) => {
  const message = page.getByRole('textbox', { name: 'במה אפשר לעזור?' });
  for (const [path, about] of [
    ['?number=zz-99', 'חלק מספר zz-99'],
    ['/raam-barak-brakes?model=raam-barak-500&year=2022', 'קליפר, מספר 4 בתרשים בלמים וגלגל קדמי, RAAM Barak 500 2022'],
    ['/raam-barak-brakes', 'קליפר, מספר 4 בתרשים בלמים וגלגל קדמי'],
  ] as const) {
    await page.goto(`${site.origin('ofek')}/spare-parts${path}`);
    const where = path.startsWith('?') ? page.getByRole('main') : line(page, 4);
    const question = where.getByRole('link', { name: 'לשאול את מחלקת החלפים' });
    await alive(question);
    await question.click();
    await expect(message).toHaveValue(`לגבי ${about}: `);
    await expect(page.getByLabel('נושא הפנייה')).toHaveValue('sale');
  }
  await page.goto(`${site.origin('ofek')}/contact?about=${'x'.repeat(3_000)}`);
  await expect(message).toHaveValue(`לגבי ${'x'.repeat(200)}: `);
});

test('without scripts: by number, by steps, and to the line of a number', ANY_WIDTH, async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'he-IL' });
  const page = await context.newPage();
  const complaints = listen(page);
  await page.goto(`${site.origin('ofek')}/spare-parts`);
  await unfold(page, 'לפי מספר חלק');
  await page.getByRole('searchbox').fill('yz21160d1');
  await page.getByRole('button', { name: 'איתור', exact: true }).click();
  await expect(page).toHaveURL(/number=yz21160d1/);
  await expect(page.getByRole('article')).toHaveCount(1);

  await page.goto(`${site.origin('ofek')}/spare-parts?model=raam-barak-500`);
  await box(page, 'יצרן').selectOption('gal');
  await page.getByRole('button', { name: 'המשך', exact: true }).click();
  await expect(title(page)).toHaveText('חלקי חילוף גל');
  await page.getByRole('link', { name: /Wave\s130/ }).click();
  await page.getByRole('link', { name: /הנעת סילון/ }).click();
  await hotspot(page, 3).click();
  await expect(page).toHaveURL(/callout=3#callout-3$/);
  await expect(hotspot(page, 3)).toHaveAttribute('aria-current', 'true');
  expect(complaints).toEqual([]);
  await context.close();
});

test.describe('without a connection', () => {
  test.use({ allowedConsole: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

  test('the choice of a model says so and leaves the page', LONG_ANY_WIDTH, async ({ page, site }) => {
    await page.goto(`${site.origin('raam')}/spare-parts`);
    await alive(box(page, 'דגם'));
    await page.context().setOffline(true);
    await box(page, 'דגם').selectOption({ index: 1 });
    await expect(page.getByText('אפשר לנסות שוב כשהחיבור יחזור')).toBeVisible();
    await expect(title(page)).toHaveText('חלקי חילוף');
    await page.context().setOffline(false);
  });
});
