import { test as base, expect as baseExpect, type Locator, type Page } from '@playwright/test';
import { refuseCookies } from './cookies.ts';
import { type Site, startSite } from './site.ts';
import { query } from './site-rows.ts';

/**
 * For a test in which nothing depends on the width of the window, or which chooses its widths itself: it is run on the
 * phone only.
 */
export const ANY_WIDTH = { tag: '@any-width' };
/**
 * For a test that finds something else in a wide window: `npm test` runs it there, too; all others there are `npm run
 * prove -- desk`'s.
 */
export const WIDE = { tag: '@wide' };
/**
 * For a test that `npm test` leaves to `npm run prove -- long`: further screens and stores of what one without this
 * mark tries on some, and journeys whose rules about money, stock, time and rights are tried over HTTP, too.
 */
export const LONG = { tag: '@long' };
export const LONG_ANY_WIDTH = { tag: [ANY_WIDTH.tag, LONG.tag] };
export const LONG_WIDE = { tag: [WIDE.tag, LONG.tag] };
/** In `npm run prove`: every width, look and store; otherwise each screen once where it is most likely to break. */
export const ALL_LOOKS = process.env.BROWSER_TESTS === 'all';

type TestFixtures = {
  /** What a test expects the browser to complain about, such as the 404 of a page that is not there. */
  allowedConsole: RegExp[];
  /**
   * Whether the visitor has been asked about cookies before, and refused: otherwise the question lies over the foot of
   * every page.
   */
  refused: boolean;
  /** A server and database of this test's own, where the shared ones would be disturbed. */
  ownSite: Site;
};

/**
 * `site` is shared by the tests of one worker, so that they make their own customers and orders and count on nothing
 * else. Every page fails its test on an error in the console, an exception, or a complaint of React's.
 */
export const test = base.extend<TestFixtures, { site: Site }>({
  allowedConsole: [[], { option: true }],
  refused: [true, { option: true }],
  context: async ({ context, refused }, use) => {
    if (refused) await context.addInitScript(refuseCookies);
    await use(context);
  },
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  ownSite: async ({ context }, use) => {
    const site = await startSite();
    await use(site);
    // A page that is still open would ask a server that is gone.
    await Promise.all(context.pages().map((page) => page.goto('about:blank')));
    await site.stop();
  },
  page: async ({ page, allowedConsole, site }, use) => {
    // All tests of a worker come from one address, whose forms of an hour are counted together.
    await query(site, 'delete from limit_hits');
    const complaints = listen(page);
    await use(page);
    const unexpected = complaints.filter((text) => !allowedConsole.some((allowed) => allowed.test(text)));
    if (unexpected.length > 0) throw new Error(`The browser complained:\n${unexpected.join('\n')}`);
  },
});

export { expect } from '@playwright/test';

/**
 * Parts of a page come to life one after another; a press before that is the browser's own. Waits for at least so many,
 * and for all there are. React marks an element before it hears it, and stops an event on its way until then: as
 * `early-presses.js`, this asks by one that nothing waits for.
 */
export const alive = (parts: Locator, least = 1) =>
  baseExpect
    .poll(
      () =>
        parts
          .evaluateAll(
            (elements, least) =>
              elements.length >= least &&
              elements.every((element) => {
                let heard = false;
                const hear = () => {
                  heard = Object.keys(element).some((key) => key.startsWith('__reactProps'));
                };
                element.addEventListener('dragend', hear);
                element.dispatchEvent(new Event('dragend', { bubbles: true }));
                element.removeEventListener('dragend', hear);
                return heard;
              }),
            least,
          )
          // While one document is left for the next, there is nothing to ask.
          .catch(() => false),
      // Otherwise the third look comes after half a second, and every one after it after a whole.
      { intervals: [100, 100, 200] },
    )
    .toBe(true);

/**
 * Sends a form of the page's action again in the very next task: nothing was shown in between. @returns what goes out,
 * from then on
 */
export async function sendTwice(form: Locator): Promise<string[]> {
  const sent: string[] = [];
  form.page().on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname.endsWith('.data')) sent.push(request.url());
  });
  await form.evaluate(async (element: HTMLFormElement) => {
    element.requestSubmit();
    await new Promise((resolve) => setTimeout(resolve));
    element.requestSubmit();
  });
  return sent;
}

/** Lets what matches wait until the answer is called. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/**
 * The list of what is to be corrected in a form: it has the focus, has so many lines, and a line leads to its field.
 */
export async function expectErrorList(part: Page | Locator, lines: (string | RegExp)[], field: Locator): Promise<void> {
  const list = part.getByRole('group', { name: /צריך לתקן/ });
  await baseExpect(list).toBeFocused();
  await baseExpect(list.getByRole('link')).toHaveText(lines);
  await list.getByRole('link').first().press('Enter');
  await baseExpect(field).toBeFocused();
}

/**
 * When all of the page is laid out, nothing of it is being loaded, and every movement that comes to an end has come to
 * it.
 */
export async function atRest(page: Page): Promise<void> {
  await baseExpect(page.locator('html')).not.toHaveAttribute('data-later', { timeout: 30_000 });
  // The office's page is paler while the next one is on its way.
  await baseExpect(page.locator('main[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(async () => {
    // One of a part that is not drawn, because it is out of sight, would never end by itself. What the end of one
    // begins is ended, too.
    for (;;) {
      const moving = document
        .getAnimations()
        // One that keeps its last state is listed when it has ended, too.
        .filter(({ playState }) => playState !== 'finished')
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
      if (moving.length === 0) return;
      for (const animation of moving) animation.finish();
      await new Promise(requestAnimationFrame);
    }
  });
}

/** Collects what goes wrong on a page; for further pages of a test's context. */
export function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`exception: ${error.stack || `${error.name}: ${error.message}`}`));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' || (message.type() === 'warning' && /react|hydrat/i.test(text))) {
      complaints.push(`${message.type()}: ${text} (${message.location().url})`);
    }
  });
  return complaints;
}

/** Opens by keys what narrow screens fold of a part, until nothing is folded any more. */
export async function unfold(part: Locator): Promise<void> {
  const folded = part.locator('details:not([open]) > summary:visible');
  // One that opens may have another in it.
  for (let summary = await firstOf(folded); summary; summary = await firstOf(folded)) {
    await summary.press('Enter');
    const isOpen = () => summary?.evaluate((element) => element.closest('details')?.open);
    await baseExpect.poll(isOpen).toBe(true);
  }
}

const firstOf = async (found: Locator) => ((await found.count()) > 0 ? found.first().elementHandle() : null);
