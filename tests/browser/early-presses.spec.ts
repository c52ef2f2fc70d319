import type { Page } from '@playwright/test';
import { alive, expect, hold, LONG, test, unfold } from '../support/browser.ts';

/** Opens a page whose scripts come only when the answer is called. */
async function openWithoutScripts(page: Page, url: string): Promise<() => void> {
  const release = await hold(page, '**/assets/*.js');
  await page.goto(url, { waitUntil: 'commit' });
  return release;
}

test('what is pressed before the scripts have come is done when they have', async ({ page, site }) => {
  const arrive = await openWithoutScripts(page, `${site.origin('raam')}/product/kipod-atlas-full?variant=KP-1001-BK-M`);
  await page.getByRole('button', { name: 'הוספה לסל' }).click();
  arrive();
  const drawer = page.getByRole('dialog', { name: /סל הקניות/ });
  await expect(drawer.getByRole('listitem').filter({ hasText: 'KIPOD Atlas' })).toBeVisible();
  await expect(drawer.getByRole('group', { name: /כמות/ }).getByRole('status')).toHaveText('1');
});

test('of choices made one after the other before the scripts have come the last one counts', async ({ page, site }) => {
  const arrive = await openWithoutScripts(page, `${site.origin('raam')}/product/raam-barak-500`);
  const choice = (name: string) => page.locator(`#configurator input[value="${name}"]`);
  const picture = page.locator('#configurator img.color-swap');
  const before = await picture.getAttribute('src');
  // Until all of it has been sent, what follows moves under the pointer.
  await page.waitForLoadState('domcontentloaded');
  await unfold(page.locator('#configurator fieldset'));
  for (const name of ['color-black', 'color-red', 'color-black']) await choice(name).click({ force: true });
  arrive();
  await expect(picture).not.toHaveAttribute('src', before ?? '');
  await alive(choice('color-red'));
  await expect(choice('color-black')).toBeChecked();
});

test('a filter ticked and unticked before the scripts have come is not set', LONG, async ({ page, site }) => {
  // So wide that the filters stand beside the list.
  await page.setViewportSize({ width: 1600, height: 900 });
  const arrive = await openWithoutScripts(page, `${site.origin('raam')}/category/motorbikes`);
  const box = page.locator('main input[type=checkbox]:visible').first();
  await box.click({ force: true });
  await box.click({ force: true });
  arrive();
  await alive(box);
  await expect(box).not.toBeChecked();
  await expect(page).toHaveURL(/motorbikes$/);
});

test('what is typed and sent before the scripts have come is sent when they have', async ({ page, site }) => {
  const arrive = await openWithoutScripts(page, `${site.origin('raam')}/login`);
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: 'מספר טלפון נייד' }).fill('0531999001');
  await page.keyboard.press('Enter');
  arrive();
  await expect(main.getByRole('textbox', { name: 'קוד בן 6 ספרות' })).toBeVisible();
});

test(
  'letters typed after the search was pressed, before the scripts have come, are in its field',
  LONG,
  async ({ page, site }) => {
    const arrive = await openWithoutScripts(page, `${site.origin('raam')}/category/motorbikes`);
    const opener = page.getByRole('banner').getByRole('button', { name: 'חיפוש', exact: true });
    await opener.click();
    await page.keyboard.type('barak 8');
    arrive();
    const field = page.getByRole('combobox', { name: 'מה לחפש?' });
    await expect(field).toBeFocused();
    await page.keyboard.type('00');
    await expect(field).toHaveValue('barak 800');
  },
);

test(
  'what was typed before the scripts is there for a form that is sent the moment it is alive',
  LONG,
  async ({ page, site }) => {
    await page.addInitScript(() => {
      const send = () => {
        const form = document.querySelector<HTMLFormElement>('main form');
        if (!form || !Object.keys(form).some((key) => key.startsWith('__reactProps'))) return;
        removeEventListener('part-alive', send);
        form.requestSubmit();
      };
      addEventListener('part-alive', send);
    });
    const arrive = await openWithoutScripts(page, `${site.origin('raam')}/login`);
    const main = page.getByRole('main');
    await main.getByRole('textbox', { name: 'מספר טלפון נייד' }).fill('0531999002');
    arrive();
    await expect(main.getByRole('textbox', { name: 'קוד בן 6 ספרות' })).toBeVisible();
  },
);

test('what is picked from a list before the scripts have come counts', async ({ page, site }) => {
  const arrive = await openWithoutScripts(page, `${site.origin('raam')}/category/motorbikes`);
  await page.getByRole('combobox', { name: 'מיון' }).selectOption('price');
  arrive();
  await expect(page).toHaveURL(/\?sort=price$/);
});

test(
  'what is picked by keyboard before the scripts have come counts, though the page sets its lists as it comes to life',
  LONG,
  async ({ page, site }) => {
    const arrive = await openWithoutScripts(page, `${site.origin('ofek')}/spare-parts`);
    await page.getByRole('combobox', { name: 'יצרן', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    arrive();
    await expect(page).toHaveURL(/\?make=raam$/);
  },
);

test('a form whose scripts do not come is sent without them', async ({ page, site }) => {
  await page.clock.install();
  await openWithoutScripts(page, `${site.origin('raam')}/spare-parts`);
  await page.locator('summary', { hasText: 'לפי מספר חלק' }).click();
  await page.getByRole('form', { name: 'חיפוש לפי מספר חלק' }).locator('input').fill('qqqqqq');
  await page.keyboard.press('Enter');
  await page.clock.runFor(4_000);
  await expect(page).toHaveURL(/qqqqqq/);
});

test('what was refused before the scripts came is forgotten once it has been received', async ({ page, site }) => {
  await page.clock.install();
  const arrive = await openWithoutScripts(page, `${site.origin('raam')}/contact`);
  const main = page.getByRole('main');
  const form = main.locator('form', { has: page.getByRole('button', { name: 'שליחת הפנייה' }) });
  await form.getByRole('textbox', { name: 'שם מלא' }).fill('דנה כהן');
  await form.getByRole('textbox', { name: 'טלפון' }).fill('05');
  await form.getByRole('button').click();
  await page.clock.runFor(4_000);
  const list = form.getByRole('group', { name: /צריך לתקן/ });
  await expect(list).toBeFocused();
  arrive();
  const phone = form.getByRole('textbox', { name: 'טלפון' });
  await alive(phone);
  await phone.fill('052-7654399');
  await form.getByRole('button').click();
  await expect(main.getByRole('status').filter({ hasText: 'הפרטים התקבלו' })).toBeVisible();
  await expect(list).toHaveCount(0);
});

test('Back before the scripts have come leads to the page before', LONG, async ({ page, site }) => {
  await page.goto(`${site.origin('raam')}/category/sport`);
  const first = page.getByRole('main').getByRole('article').getByRole('link').first();
  await alive(first);
  await first.click();
  await expect(page).toHaveURL(/\/product\//);
  await page.route('**/assets/*.js', () => {});
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  // Its scripts do not come either.
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await expect(page).toHaveURL(/\/category\/sport$/);
});

test('Back while the scripts come does not bring the page that is left to life', async ({ page, site }) => {
  await page.goto(`${site.origin('raam')}/category/sport`);
  const first = page.getByRole('main').getByRole('article').getByRole('link').first();
  await alive(first);
  await first.click();
  await expect(page).toHaveURL(/\/product\//);
  const scripts = await hold(page, '**/assets/*.js');
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  const back = await hold(page, '**/category/sport');
  const asked = page.waitForRequest('**/category/sport');
  const through = page.waitForEvent('console', (message) => message.text() === 'through');
  // What the scripts bring to life they bring within some turns; what that complains of fails the test.
  await page.evaluate(() => {
    let come = 0;
    new PerformanceObserver(async (seen) => {
      // Both may come at once.
      const own = seen.getEntries().filter(({ name }) => /\/(?:framework|entry\.client)-/.test(name));
      come += own.length;
      if (own.length === 0 || come < 2) return;
      for (let turn = 0; turn < 50; turn++) await new Promise((done) => setTimeout(done));
      console.debug('through');
    }).observe({ type: 'resource' });
    history.back();
  });
  await asked;
  scripts();
  await through;
  back();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
});

test('what the server has sent stays as it comes to life: nothing is built anew', async ({ page, site }) => {
  // A product's page, with a press on it besides, is the next test's.
  const paths = ['/', '/category/motorbikes', '/spare-parts?model=raam-barak-500'];
  for (const path of paths) {
    const arrive = await openWithoutScripts(page, site.origin('raam') + path);
    await page.waitForLoadState('domcontentloaded');
    await page.evaluate(() => {
      for (const element of document.querySelectorAll('main *')) Object.assign(element, { sent: true });
    });
    arrive();
    await alive(page.getByRole('contentinfo').getByRole('link').first());
    await page.waitForLoadState('networkidle');
    // A list of what was compared or looked at before comes from the device, and has not been sent.
    const anew = await page.evaluate(() =>
      [...document.querySelectorAll('main :is(form, fieldset, details, summary, figure, dl, article, input, select)')]
        .filter((element) => !('sent' in element))
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    expect(anew, path).toEqual([]);
  }
});

test('scripts wait for the first screen, or for the first press', async ({ page, site }) => {
  const release = await hold(page, '**/media/*.*/*');
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  const home = `${site.origin('raam')}/`;
  await page.goto(home, { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  // As Chromium tells of a pointer that nobody has moved.
  await page.evaluate(() => dispatchEvent(new PointerEvent('pointermove')));
  expect(scripts).toEqual([]);
  await page.keyboard.press('Tab');
  await expect.poll(() => scripts.length).toBeGreaterThan(3);
  release();
  await alive(page.getByRole('banner').getByRole('link').first());
});

test(
  'what is far below is laid out after the first screen, and at once where somebody is to land there',
  LONG,
  async ({ page, site }) => {
    const arrive = await hold(page, '**/media/*.*/*');
    const url = `${site.origin('raam')}/product/raam-barak-500`;
    const last = page.locator('footer a').last();
    const laidOut = () => last.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    await expect.poll(laidOut).toBe(false);
    await page.keyboard.press('Tab');
    expect(await laidOut()).toBe(true);
    await page.goto('about:blank');
    await page.goto(`${url}#finance`, { waitUntil: 'domcontentloaded' });
    expect(await laidOut()).toBe(true);
    await expect(page.getByRole('heading', { name: 'מחשבון מימון' })).toBeInViewport();
    // A reload comes back to where one was.
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    await expect.poll(laidOut).toBe(false);
    await page.reload({ waitUntil: 'domcontentloaded' });
    expect(await laidOut()).toBe(true);
    arrive();
    await page.goto('about:blank');
    await page.goto(url);
    await expect.poll(laidOut).toBe(true);
    await expect(page.locator('html')).not.toHaveAttribute('data-later');
  },
);

/** What a page shows further down; the page's own scripts do without. */
const FURTHER_DOWN =
  /\/assets\/(hero-parts|product-sections|part-fits|configurator|footer|center-widgets|tray)-[\w-]+\.js$/;

test('an early press shows at once, and all that the server has sent stays while it is done', async ({
  page,
  site,
}) => {
  const parts = await hold(page, FURTHER_DOWN);
  const arrive = await hold(page, /\/assets\/(framework|entry)[\w.-]+\.js$/);
  await page.goto(`${site.origin('raam')}/product/raam-barak-500`, { waitUntil: 'commit' });
  await page.waitForLoadState('domcontentloaded');
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('main *, footer *')) Object.assign(element, { sent: true });
  });
  const sent = () =>
    page.evaluate(
      () => [...document.querySelectorAll('main *, footer *')].filter((element) => 'sent' in element).length,
    );
  const before = await sent();
  const add = page.locator('.product-buy').getByRole('button', { name: 'הוספה לסל' });
  await add.click();
  await expect(add).toHaveAttribute('aria-busy', 'true', { timeout: 1_000 });
  arrive();
  const drawer = page.getByRole('dialog', { name: /סל הקניות/ });
  await expect(drawer.getByRole('listitem').filter({ hasText: 'BARAK' })).toBeVisible();
  expect(await sent()).toBe(before);
  parts();
  await alive(page.getByRole('contentinfo').getByRole('link').first());
  await page.waitForLoadState('networkidle');
  expect(await sent()).toBe(before);
  await expect(add).not.toHaveAttribute('aria-busy');
});
