import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { alive, expect, LONG, LONG_ANY_WIDTH, test, unfold, WIDE } from '../support/browser.ts';
import { brokenWords } from '../support/layout.ts';
import { visitorOf } from '../support/screens.ts';
import { query } from '../support/site-rows.ts';

const TURNING = '/product/raam-masa-750';

test(
  'the gallery shows every side, walks by arrows and enlarges; the 360° view turns by keys, buttons and drag, and rolls out',
  LONG,
  async ({ page, site }) => {
    await page.goto(site.origin('raam') + TURNING);
    await test.step('the gallery shows every side with words, walks by arrows, and enlarges', () => walkGallery(page));
    await test.step('the 360° view turns by keys and by buttons, says the side in words', () => turnByKeys(page));
    await test.step('it follows the drag and rolls out; under reduced motion it stands at once', () =>
      turnByDrag(page));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /סיבוב/ })).toBeFocused();

    await test.step('the price on the road opens into its lines, and they add up', async () => {
      const fees = page.locator('.product-buy details[data-line=road]');
      await expect(fees.locator('summary')).toContainText('₪76,624');
      await fees.locator('summary').click();
      await expect(fees.locator('dd').last()).toBeVisible();
      const sums = (await fees.locator('dd').allInnerTexts()).map((text) => Number(text.replace(/[^\d.]/g, '')));
      expect(sums.slice(0, -1).reduce((sum, line) => sum + line, 0)).toBe(sums.at(-1));
      await expectAccessible(page);
    });
    await test.step('details are left with the model, and nothing floats over the page', async () => {
      await expect(page.getByRole('button', { name: 'דברו איתנו' })).toHaveCount(0);
      const form = page.locator('#lead-banner form');
      await expect(form).toContainText('RAAM Masa 750');
      await expect(form.locator('input[name=product_uid]')).toHaveValue(/^[0-9a-f-]{36}$/);
    });
  },
);

async function walkGallery(page: Page): Promise<void> {
  const gallery = page.getByRole('region', { name: 'תמונות של RAAM Masa 750' });
  const thumbnail = gallery.getByRole('button', { name: 'תמונה 2, מהצד' });
  await alive(thumbnail);
  await thumbnail.click();
  await expect(thumbnail).toHaveAttribute('aria-current', 'true');
  await gallery.getByRole('button', { name: 'תמונה 1, מבט כללי' }).click();
  await expect(thumbnail).not.toHaveAttribute('aria-current', 'true');
  const first = gallery.locator('[data-gallery] button').first();
  await first.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(thumbnail).toHaveAttribute('aria-current', 'true');
  await expect(gallery.locator('[data-gallery] button').nth(1)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(first).toBeFocused();
  await expect(thumbnail).not.toHaveAttribute('aria-current', 'true');

  await first.click();
  const dialog = page.getByRole('dialog', { name: 'תמונות של RAAM Masa 750' });
  const state = dialog.getByRole('status');
  await expect(state).toContainText('100%');
  await page.keyboard.press('Enter');
  await expect(state).toContainText('250%');
  const place = () => dialog.locator('[style*="scale"]').getAttribute('style');
  const before = await place();
  await page.keyboard.press('ArrowLeft');
  expect(await place()).not.toBe(before);
  await expectAccessible(page);
  await page.keyboard.press('0');
  await page.keyboard.press('ArrowLeft');
  await expect(state).toContainText('2 /');
  await dialog.getByRole('button', { name: 'הגדלה' }).click();
  await expect(state).toContainText('150%');
  await dialog.getByRole('group').click({ position: { x: 100, y: 100 } });
  await expect(state).toContainText('100%');

  // A finger on the picture turns to the next one; it doesn't drag the dialog away.
  const box = await dialog.getByRole('group').boundingBox();
  if (!box) throw new Error('no picture');
  const finger = await page.context().newCDPSession(page);
  for (const [type, at] of [
    ['touchStart', 0.1],
    ['touchMove', 0.3],
    ['touchMove', 0.6],
  ] as const)
    await finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [{ x: box.x + box.width * at, y: box.y + box.height / 2 }],
    });
  expect(await dialog.evaluate((element) => element.style.translate)).toBe('');
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

async function turnByKeys(page: Page): Promise<void> {
  await page.getByRole('button', { name: /סיבוב/ }).click();
  const slider = page.getByRole('slider', { name: 'סיבוב RAAM Masa 750 ב־360 מעלות' });
  await expect(slider).toHaveAttribute('aria-busy', 'false');
  await expect(slider).toBeFocused();
  await expect(slider).toHaveAttribute('aria-valuetext', 'מלפנים, צד שמאל, 0 מעלות');
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', 'מלפנים, צד שמאל, 10 מעלות');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuenow', '350');
  await page.keyboard.press('Home');
  await page.keyboard.press('PageUp');
  await expect(slider).toHaveAttribute('aria-valuetext', /^מלפנים, 50 מעלות$/);
  const drawn = () => page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL().length);
  const front = await drawn();
  await page.getByRole('button', { name: 'לצד הבא' }).click();
  await expect(slider).toHaveAttribute('aria-valuetext', /צד ימין/);
  await expect.poll(drawn).not.toBe(front);
  await expectAccessible(page);
}

async function turnByDrag(page: Page): Promise<void> {
  const slider = page.getByRole('slider', { name: /360/ });
  const frame = async () => Number(await slider.getAttribute('data-frame'));
  await slider.focus();
  await page.keyboard.press('Home');
  const box = await slider.boundingBox();
  if (!box) throw new Error('the slider has no place');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const hand = await page.context().newCDPSession(page);
  const drag = async (by: number) => {
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    for (let step = 1; step <= 4; step++) await page.mouse.move(middle.x + (by * step) / 5, middle.y);
    // Released while it moves: a hand that waits for a busy page to answer has rested.
    const last = { x: middle.x + by, y: middle.y, button: 'left' } as const;
    await Promise.all([
      hand.send('Input.dispatchMouseEvent', { ...last, type: 'mouseMoved', buttons: 1 }),
      hand.send('Input.dispatchMouseEvent', { ...last, type: 'mouseReleased', clickCount: 1 }),
    ]);
    // Playwright knows nothing of that.
    await page.mouse.up();
  };
  await drag(box.width / 4);
  await expect.poll(frame, 'a quarter of the width is a quarter of the turn').toBe(9);
  await drag(-box.width / 4);
  await expect.poll(frame).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const seen = await slider.evaluateHandle((element) => {
    const frames = [0];
    const note = () => frames.push(Number(element.dataset.frame));
    new MutationObserver(note).observe(element, { attributeFilter: ['data-frame'] });
    return frames;
  });
  await drag(box.width / 4);
  const furthest = () => seen.evaluate((frames) => Math.max(...frames));
  await expect.poll(furthest, 'it goes on after the hand').toBeGreaterThan(9);
  await page.emulateMedia({ reducedMotion: 'reduce' });
}

test.describe('with pictures that fail', () => {
  test.use({ allowedConsole: [/Failed to load resource/] });

  test(
    'one frame less is bridged, and without any there are words and another try',
    LONG_ANY_WIDTH,
    async ({ page, site }) => {
      let broken = Number.POSITIVE_INFINITY;
      let asked = 0;
      // Frames are asked for as they were made, the gallery's pictures at a width.
      await page.route(/\/media\/[0-9a-f]{32}\.avif$/, (route) =>
        asked++ < broken ? route.abort() : route.continue(),
      );
      await page.goto(site.origin('raam') + TURNING);
      const button = page.getByRole('button', { name: /סיבוב/ });
      await alive(button);
      await button.click();
      await expect(page.getByRole('alert')).toContainText('לא הצלחנו לטעון את הסיבוב');
      asked = 0;
      broken = 1;
      await page.getByRole('button', { name: 'ניסיון נוסף' }).click();
      await expect(page.getByText('חלק מהתמונות לא נטענו')).toBeVisible();
      await page.getByRole('button', { name: 'טעינה חוזרת' }).click();
      await expect(page.getByText('חלק מהתמונות לא נטענו')).toBeHidden();
      await expect(page.getByRole('slider', { name: /360/ })).toHaveAttribute('aria-busy', 'false');
    },
  );
});

test(
  'films: YouTube after a press only, a file by the player, another page in a frame, a foreign one as a link',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    const wanted: string[] = [];
    await page.route(/^https:/, (route) => {
      wanted.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>film</title>' });
    });
    // A vehicle that no other test opens.
    await query(
      site,
      `update stores set settings = settings || '{"frame_hosts": ["player.example"]}' where key = 'gal'`,
    );
    await query(site, `update products set videos = $1 where slug = 'gal-rib-480'`, [
      ['https://youtu.be/aqz-KE-bpKQ', 'https://player.example/turn', 'https://elsewhere.example/film'],
    ]);
    await query(site, 'notify cache_versions');
    await expect(async () => {
      const reply = await page.goto(`${site.origin('gal')}/product/gal-rib-480`);
      expect(reply?.headers()['content-security-policy'], 'the server has heard of it').toContain('player.example');
    }).toPass();
    const section = page.getByRole('region', { name: 'בסרטון' });
    await section.scrollIntoViewIfNeeded();
    await expect(section.getByRole('link', { name: /סרטון 3/ })).toHaveAttribute('rel', /noopener/);
    await expect(page.frameLocator('iframe[title*="סרטון 2"]').locator('html')).toBeAttached();
    expect(wanted.filter((url) => url.includes('youtube'))).toEqual([]);
    const play = section.getByRole('link', { name: /מיוטיוב/ });
    await alive(play);
    await play.click();
    await expect(section.locator('iframe[title*="סרטון 1"]')).toHaveAttribute(
      'src',
      /youtube-nocookie\.com\/embed\/aqz-KE-bpKQ/,
    );
    await expect.poll(() => wanted.some((url) => url.startsWith('https://www.youtube-nocookie.com/embed/'))).toBe(true);
    await expectAccessible(page);
  },
);

test(
  'who waits for a colour leaves an e-mail or a phone, and errors stand beside the field',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    // Chosen among the extras: stock and alert are of that colour, too, though the address names none.
    await page.goto(`${site.origin('raam')}/product/raam-masa-750#configurator`);
    const extras = page.locator('#configurator');
    await expect(page.locator('[data-configuring]')).toBeVisible();
    await unfold(extras.locator('fieldset'));
    await extras.getByRole('radio', { name: /אדום רעם/ }).click({ force: true });
    const ask = page.getByRole('button', { name: 'עדכון על חזרה למלאי' });
    await alive(ask);
    await ask.click();
    const dialog = page.getByRole('dialog', { name: 'עדכון על חזרה למלאי' });
    const send = dialog.getByRole('button', { name: 'בקשת עדכון' });
    await send.click();
    await expect(dialog.getByRole('textbox', { name: 'דוא״ל' })).toBeFocused();
    await expect(dialog.getByText('הזינו דוא״ל', { exact: true })).toBeVisible();
    await expectAccessible(page);
    // A look at the other way keeps what was typed.
    await dialog.getByRole('textbox', { name: 'דוא״ל' }).fill('noa@example.com');
    await dialog.getByText('ב־SMS').click();
    await expect(dialog.getByRole('textbox', { name: 'דוא״ל' })).toBeHidden();
    await dialog.getByText('בדוא״ל').click();
    await expect(dialog.getByRole('textbox', { name: 'דוא״ל' })).toHaveValue('noa@example.com');
    await dialog.getByText('ב־SMS').click();
    await dialog.getByRole('textbox', { name: 'טלפון נייד' }).fill('03-5551234');
    await send.click();
    await expect(dialog.getByText('מספר טלפון נייד לא תקין')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'טלפון נייד' }).fill('054-7770001');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('status')).toContainText('נרשם');
    const kept = await query(
      site,
      `select v.sku from stock_subscriptions s join variants v on v.uuid = s.variant_uid where s.recipient = '+972547770001'`,
    );
    expect(kept).toEqual([{ sku: 'RM-M750-RED' }]);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'סגירה' }).last().click();
    await expect(dialog).toBeHidden();

    // Who is signed in finds their own.
    const { token } = await visitorOf(site, 'raam');
    const url = site.origin('raam');
    await page.context().addCookies([
      { url, name: 'auth._token.local', value: token, httpOnly: true },
      { url, name: 'auth.signed_in', value: '1' },
    ]);
    const known = page.waitForResponse('**/api/customers/get-by-token*');
    await page.goto(`${url}/product/raam-masa-750?variant=RM-M750-RED`);
    const { phone } = await (await known).json();
    await alive(ask);
    await expect(page.getByRole('link', { name: 'אזור אישי' }).or(page.getByText('שלום, נועה')).first()).toBeAttached();
    await ask.click();
    await dialog.getByText('ב־SMS').click();
    await expect(dialog.getByRole('textbox', { name: 'טלפון נייד' })).toHaveValue(phone);
  },
);

test(
  'what was looked at comes back as a row of products, without the present product',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    const row = page.getByRole('region', { name: 'צפיתם לאחרונה' });
    const visited = (count: number) =>
      page.waitForFunction((n) => JSON.parse(localStorage.recently_viewed ?? '[]').length === n, count);
    await page.goto(`${site.origin('raam')}/product/raam-barak-300`);
    await page.locator('#lead-banner').scrollIntoViewIfNeeded();
    await visited(1);
    await expect(row).toHaveCount(0);
    await page.goto(`${site.origin('raam')}/product/raam-barak-500`);
    await visited(2);
    await page.goto(`${site.origin('raam')}/product/raam-masa-750`);
    await page.keyboard.press('End');
    await page.locator('#lead-banner').scrollIntoViewIfNeeded();
    await expect(row.getByRole('heading', { level: 3 })).toHaveText([/Barak\s500/, /Barak\s300/]);
    await page.evaluate(() => localStorage.setItem('recently_viewed', '{"broken'));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
);

test(
  'the bar with price and action stands in for the buttons while they are out of sight',
  WIDE,
  async ({ page, site }, info) => {
    await page.goto(site.origin('raam') + TURNING);
    const compare = page.getByRole('main').getByRole('button', { name: /– בהשוואה$/ });
    const button = compare.locator('visible=true').first();
    await alive(button);
    await button.click();
    const tray = page.getByRole('region', { name: 'השוואת דגמים' });
    await expect(tray).toBeVisible();
    const boxOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().toJSON());
    const bar = page.locator('[data-sticky-bar="foot"]');
    if (info.project.name !== 'phone') {
      // It stands in the page's margin.
      expect((await boxOf(tray)).left).toBeGreaterThanOrEqual((await boxOf(page.locator('.product-buy'))).right);
      return expect(bar).toBeHidden();
    }
    await expect(bar).toBeInViewport();
    await expect(bar).toContainText('₪74,900');
    await page.locator('#buy-actions').scrollIntoViewIfNeeded();
    await expect(bar).toHaveAttribute('inert');
    // Beyond the configurator, which has a bar of its own.
    await page.getByRole('heading', { name: 'שאלות ותשובות' }).scrollIntoViewIfNeeded();
    await expect(bar).not.toHaveAttribute('inert');
    const gap = async () => (await boxOf(bar)).top - (await boxOf(tray)).bottom;
    await expect.poll(gap).toBeGreaterThan(0);
    expect(await page.locator('main dl dt:visible').evaluateAll(brokenWords)).toEqual([]);
    await bar.getByRole('button', { name: 'להזמנה' }).click();
    await expect(page).toHaveURL(/\/purchase\?uid=/);
  },
);
