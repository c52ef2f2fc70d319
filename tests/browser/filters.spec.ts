import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { ANY_WIDTH, alive, expect as expectSoon, hold, LONG_ANY_WIDTH, test } from '../support/browser.ts';
import { productOf } from '../support/site-rows.ts';

/** A new database has no pictures in the sizes that pages ask for: the server makes them while it answers. */
const expect = expectSoon.configure({ timeout: 20_000 });

const panel = (page: Page) => page.getByRole('complementary', { name: 'סינון המוצרים' });
const cards = (page: Page) => page.getByRole('main').getByRole('article');
const chips = (page: Page) => page.getByRole('list', { name: 'סינונים פעילים' });
const query = (page: Page) => new URL(page.url()).searchParams;

/** The panel, and its form alive: React has put its handlers on it. */
async function open(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await alive(page.getByRole('button', { name: 'סינון' }).or(panel(page).getByRole('checkbox')));
  if (!(await panel(page).isVisible())) await page.getByRole('button', { name: 'סינון' }).first().click();
  await expect(panel(page)).toBeVisible();
}

test('a choice takes effect at once, stays in the address, and Back and reload bring it again; the sheet closes on its button and by Escape', async ({
  page,
  site,
}) => {
  await page.goto(`${site.origin('raam')}/category/motorbikes`);
  await open(page);
  await expectAccessible(page);
  const sport = panel(page).getByRole('checkbox', { name: /^ספורט,/ });
  await sport.focus();
  await page.keyboard.press('Space');
  await expect.poll(() => query(page).get('meta.use')).toBe('ספורט');
  await expect(cards(page)).toHaveCount(3);
  await expect(sport).toBeFocused();
  await expect(sport).toBeChecked();
  // Counts of the same filter are as if it were not in force.
  await expect(panel(page).getByRole('checkbox', { name: 'נייקד, 4 דגמים' })).toBeEnabled();
  await panel(page).getByRole('checkbox', { name: /^A, / }).check();
  await expect.poll(() => query(page).get('licence_class')).toBe('A');
  await page.reload();
  await expect(chips(page).getByRole('link')).toHaveCount(3);
  await page.goBack();
  await expect.poll(() => query(page).get('licence_class')).toBeNull();
  await expect(cards(page)).toHaveCount(3);
  await page.goBack();
  await expect(cards(page)).toHaveCount(12);
  await expect(chips(page)).toBeHidden();

  // From 1441 px up the filters stand beside the list.
  await open(page);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await open(page);
  await panel(page)
    .getByRole('button', { name: /^הצגת \d+ / })
    .click();
  await expect(panel(page)).toBeHidden();
});

test.describe('without a connection', () => {
  test.use({ allowedConsole: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

  test(
    'another sequence is not gone for; what is chosen is once there is one',
    LONG_ANY_WIDTH,
    async ({ page, site }) => {
      await page.goto(`${site.origin('raam')}/category/motorbikes`);
      await open(page);
      const sport = panel(page).getByRole('checkbox', { name: /^ספורט,/ });
      await page.context().setOffline(true);
      await sport.check();
      const told = page.getByText('אין כרגע חיבור לאינטרנט');
      await expect(told).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(panel(page)).toBeHidden();
      const sort = page.getByRole('combobox', { name: 'מיון' });
      await sort.selectOption('price');
      await expect(sort).toHaveValue('recommended');
      await expect(cards(page)).toHaveCount(12);
      expect(query(page).size).toBe(0);
      await page.context().setOffline(false);
      await expect.poll(() => query(page).get('meta.use')).toBe('ספורט');
      await expect(cards(page)).toHaveCount(3);
    },
  );
});

test('chips take filters out one by one or all at once', ANY_WIDTH, async ({ page, site }) => {
  await page.goto(`${site.origin('raam')}/category/motorbikes?meta.use=ספורט,תיור&price_max=90000`);
  await expect(chips(page).getByRole('link')).toHaveCount(4);
  await alive(chips(page).getByRole('link'), 4);
  await chips(page).getByRole('link', { name: /ספורט/ }).press('Enter');
  await expect.poll(() => query(page).get('meta.use')).toBe('תיור');
  // What was pressed is gone, and whoever goes by keys goes on beside it.
  await expect(chips(page).getByRole('link', { name: /תיור/ })).toBeFocused();
  await chips(page).getByRole('link', { name: 'ניקוי הכול' }).press('Enter');
  await expect(cards(page)).toHaveCount(12);
  await expect(page.locator('#content')).toBeFocused();
  expect(query(page).size).toBe(0);
});

test('the price is set by keys, from the right, and by its fields', ANY_WIDTH, async ({ page, site }) => {
  await page.goto(`${site.origin('raam')}/category/motorbikes`);
  await open(page);
  const least = panel(page).getByRole('slider', { name: 'מחיר מזערי' });
  const most = panel(page).getByRole('slider', { name: 'מחיר מרבי' });
  const [right, left] = [await thumb(least), await thumb(most)];
  expect(right).toBeGreaterThan(left);
  await least.focus();
  await page.keyboard.press('PageUp');
  await expect.poll(() => Number(query(page).get('price_min'))).toBeGreaterThan(28_000);
  await expect(least).toBeFocused();
  await expect(cards(page).first()).toBeVisible();
  const highest = panel(page).getByRole('textbox', { name: 'מחיר עד' });
  await highest.fill('₪50,000.00');
  await expect.poll(() => query(page).get('price_max')).toBe('50000');
  const lowest = panel(page).getByRole('textbox', { name: 'מחיר מ־' });
  await lowest.fill('');
  await lowest.pressSequentially('30000.50');
  await expect.poll(() => query(page).get('price_min')).toBe('30000.5');
  await expect(highest).toHaveValue('50,000');
  await expect(chips(page).getByRole('link').first()).toContainText('₪50,000');

  // One price is no range.
  await page.goto(`${site.origin('raam')}/category/motorbikes?search=barak+500`);
  await open(page);
  await expect(cards(page)).toHaveCount(1);
  await expect(panel(page).getByRole('slider', { name: 'מחיר מזערי' })).toBeHidden();
  const price = (await productOf(site, 'raam', 'raam-barak-500')).price?.toLocaleString('en') ?? '';
  for (const field of [lowest, highest]) await expect(field).toHaveAttribute('placeholder', price);
});

test(
  'a colour that is filtered by or chosen on a card is the one in which its page opens; the size stays open',
  ANY_WIDTH,
  async ({ page, site }) => {
    const product = await productOf(site, 'raam', 'raam-barak-500');
    const last = product.variant_colors.filter(({ available }) => available).at(-1);
    if (!last) throw new Error('raam-barak-500 is sold out');
    const card = (slug: string) => cards(page).locator(`a[href^="/product/${slug}"]`);
    // Without a choice the address is the product's own.
    await page.goto(`${site.origin('raam')}/category/motorbikes`);
    await expect(card('raam-barak-500')).toHaveAttribute('href', '/product/raam-barak-500');
    await page.goto(`${site.origin('raam')}/category/motorbikes?${new URLSearchParams({ color: last.value_name })}`);
    await card('raam-barak-500').press('Enter');
    await expect(page).toHaveURL(`${site.origin('raam')}/product/raam-barak-500?variant=${last.sku}`);
    await expect(page.getByRole('group', { name: `צבע: ${last.value_name}` })).toBeVisible();
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/product\/raam-barak-500$/);

    await page.goto(`${site.origin('ofek')}/category/helmets`);
    const white = cards(page)
      .filter({ has: page.locator('a[href^="/product/kipod-atlas-full"]') })
      .getByRole('radio', { name: /^לבן/ });
    await alive(white);
    await white.focus();
    await page.keyboard.press('Space');
    await expect(white).toBeChecked();
    await card('kipod-atlas-full').press('Enter');
    await expect(page).toHaveURL(/\/product\/kipod-atlas-full\?variant=KP-1001-WH-\w+&choose=size$/);
    await expect(page.getByRole('group', { name: 'צבע: לבן' })).toBeVisible();
    await expect(page.getByRole('group', { name: /^מידה:/ })).toContainText('לא נבחרה');
  },
);

test(
  'what is chosen while the list is on its way joins what was chosen before, and words keep the space between',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    await page.goto(`${site.origin('raam')}/category/motorbikes?meta.use=ספורט,נייקד&price_max=90000`);
    await open(page);
    let arrive = () => {};
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(/\.data\?/, async (route) => {
      await held;
      await route.continue();
    });
    await panel(page).getByRole('checkbox', { name: /^A, / }).check();
    await page.keyboard.press('Escape');
    const naked = chips(page).getByRole('link', { name: /נייקד/ });
    const price = chips(page).getByRole('link', { name: /90,000/ });
    const leadsTo = (link: typeof price, name: string) =>
      link.evaluate((element: HTMLAnchorElement, name) => new URL(element.href).searchParams.get(name), name);
    await expect.poll(() => leadsTo(naked, 'licence_class')).toBe('A');
    await naked.click();
    await expect.poll(() => leadsTo(price, 'meta.use')).toBe('ספורט');
    await price.click();
    await expect.poll(() => leadsTo(naked, 'price_max')).toBeNull();
    await page.getByRole('combobox', { name: 'מיון' }).selectOption('price');
    arrive();
    await expect.poll(() => query(page).get('sort')).toBe('price');
    expect(Object.fromEntries(query(page))).toEqual({ licence_class: 'A', 'meta.use': 'ספורט', sort: 'price' });

    await chips(page).getByRole('link', { name: 'ניקוי הכול' }).click();
    await expect(chips(page)).toBeHidden();
    await open(page);
    const field = panel(page).getByRole('searchbox', { name: 'חיפוש בקטגוריה' });
    await field.pressSequentially('barak ');
    // Before the pause after the last key is over.
    await page.getByRole('combobox', { name: 'מיון' }).selectOption('-price');
    await expect(chips(page)).toContainText('״barak״');
    await field.pressSequentially('500');
    await expect(field).toHaveValue('barak 500');
    await expect.poll(() => query(page).get('search')).toBe('barak 500');
    expect(query(page).get('sort')).toBe('-price');

    // A price is read from the words while they are still being typed: they stay, and the last price counts.
    await field.fill('ברק עד 50');
    await expect.poll(() => query(page).get('price_max')).toBe('50');
    await field.press('0');
    await expect.poll(() => query(page).get('price_max')).toBe('500');
    const pressed = await hold(page, /\.data\?/);
    const asked = page.waitForRequest(/\.data\?/);
    await field.press('0');
    await asked;
    await field.press('0');
    pressed();
    await expect.poll(() => query(page).get('price_max')).toBe('50000');
    expect(query(page).get('search')).toBe('ברק');
    await expect(field).toHaveValue('ברק עד 50000');
    await expect(cards(page).first()).toBeVisible();
    await field.blur();
    await expect(field).toHaveValue('ברק');

    // Where nothing is found of all that there is, the field stays to be corrected.
    await page.goto(`${site.origin('raam')}/category`);
    await open(page);
    await field.pressSequentially('zzzz');
    await expect.poll(() => query(page).get('search')).toBe('zzzz');
    await expect(cards(page)).toHaveCount(0);
    await expect(field).toBeFocused();
    await field.press('ControlOrMeta+A');
    await field.press('Backspace');
    await expect(cards(page).first()).toBeVisible();
    await expect(field).toBeFocused();

    // On the way to another page what is typed turns nobody back.
    await page.clock.install();
    const leave = await hold(page, /\/product\/.*\.data/);
    await cards(page).first().getByRole('link').first().press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'טוענים…' })).toBeVisible();
    await field.fill('ברק 500');
    await page.clock.runFor(1_000);
    leave();
    await expect(page).toHaveURL(/\/product\//);
  },
);

/** Where the thumb stands: its share of the way, from the right. */
const thumb = (slider: ReturnType<Page['getByRole']>) =>
  slider.evaluate((element: HTMLInputElement) => {
    const box = element.getBoundingClientRect();
    const share = (Number(element.value) - Number(element.min)) / (Number(element.max) - Number(element.min));
    return getComputedStyle(element).direction === 'rtl' ? box.right - share * box.width : box.left + share * box.width;
  });

test(
  'what a month may cost narrows the list, with lender and warning beside it',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    await page.goto(`${site.origin('raam')}/category/motorbikes`);
    await open(page);
    // Terms alone leave the list as it is, and wait for a sum.
    const months = panel(page).getByRole('combobox', { name: 'מספר תשלומים' });
    await alive(months);
    await months.selectOption('24');
    const naked = panel(page).getByRole('checkbox', { name: /^נייקד,/ });
    await naked.check();
    await expect.poll(() => query(page).get('meta.use')).toBe('נייקד');
    expect(query(page).get('monthly_max')).toBeNull();
    await expect(months).toHaveValue('24');
    const most = panel(page).getByRole('slider', { name: 'תשלום חודשי מרבי' });
    await most.press('PageDown');
    await expect.poll(() => query(page).get('months')).toBe('24');
    await most.press('End');
    await expect.poll(() => query(page).get('monthly_max')).toBeNull();
    await expect(months).toHaveValue('24');
    await naked.uncheck();
    await panel(page)
      .getByRole('textbox', { name: /תשלום חודשי עד/ })
      .fill('2,500.00');
    await expect.poll(() => query(page).get('monthly_max')).toBe('2500');
    expect(query(page).get('months')).toBe('24');
    // Terms that are not chosen are those of the lowest payment, and only what some plan offers with the others is.
    expect(query(page).get('down_percent')).toBeNull();
    const down = panel(page).getByRole('combobox', { name: 'מקדמה' });
    await expect(down.locator('option')).toHaveText([
      'הנמוכה ביותר',
      '20%',
      '25%',
      '30%',
      '40%',
      '50%',
      '60%',
      '70%',
      '80%',
    ]);
    await months.selectOption('18');
    await expect(down.locator('option')).toHaveText(['הנמוכה ביותר', '40%', '50%', '60%', '70%', '80%']);
    await months.selectOption('24');
    await expect.poll(() => query(page).get('months')).toBe('24');
    expect(query(page).get('meta.use')).toBeNull();
    await expect(cards(page).first()).toContainText('לחודש');
    const warning = 'אי־עמידה בפירעון ההלוואה עלול לגרור חיוב בריבית פיגורים והליכי הוצאה לפועל';
    await expect(page.getByRole('main').locator('p', { hasText: warning }).last()).toBeAttached();
  },
);

test(
  'where nothing is left, the filter that hides most is offered to be dropped',
  ANY_WIDTH,
  async ({ page, site }) => {
    await page.goto(`${site.origin('raam')}/category/motorbikes?meta.use=תיור&price_max=30000`);
    const way = page.getByRole('main').getByRole('link', { name: /^הסרת ״/ });
    const promised = Number(/(\d+) דגמים/.exec(await way.innerText())?.[1]);
    await alive(way);
    await way.press('Enter');
    await expect(cards(page)).toHaveCount(promised);
    await expect(page.locator('#content')).toBeFocused();
  },
);

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('several values are chosen and sent together, and chips take them out', ANY_WIDTH, async ({ page, site }) => {
    await page.goto(`${site.origin('raam')}/category/motorbikes`);
    if (!(await panel(page).isVisible())) await page.getByRole('button', { name: 'סינון' }).first().click();
    await panel(page)
      .getByRole('checkbox', { name: /^ספורט,/ })
      .check();
    await panel(page)
      .getByRole('checkbox', { name: /^תיור,/ })
      .check();
    await panel(page).getByRole('textbox', { name: 'מחיר עד' }).fill('150000');
    await panel(page).getByRole('button', { name: /^הצגת/ }).click();
    await expect(chips(page).getByRole('link')).toHaveCount(4);
    await expect(cards(page).first()).toBeVisible();
    await chips(page).getByRole('link', { name: /ספורט/ }).click();
    await expect(cards(page)).toHaveCount(2);
  });
});
