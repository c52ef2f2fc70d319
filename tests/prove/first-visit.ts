// A minute after the start on an empty data folder, the first visitors come to the home and category pages of all
// stores, on a phone and on a laptop: every picture in view is there as soon as the page is, and no card is an empty
// area. Each page is opened by one visitor only.

import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs';
import { storeKeys } from '../../scripts/store-keys.ts';
import { startProcess } from '../support/site.ts';
import { closing, must, proofFolder, runProof } from './_proof.ts';

const MINUTE_MS = 60_000;
/** Until the demo is loaded, on a busy machine. */
const START_MS = 300_000;
/** A picture comes this long after its page, or, on a slower machine, in as long as the page itself took. */
const LIMIT_MS = 1_000;
const SCREENS = [
  { name: 'phone', viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 },
  { name: 'laptop', viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
];
const { home } = proofFolder('first-visit');

await runProof(async () => {
  const began = Date.now();
  const app = await startProcess({ DATABASE_URL: '', DATA_DIR: home('data'), FIRST_PICTURES: 'on' }, START_MS);
  closing.push(() => app.end());
  console.log(`  ready after ${Math.round((Date.now() - began) / 1_000)} s`);
  await wait(Math.max(0, began + MINUTE_MS - Date.now()));
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
  closing.push(() => browser.close());
  for (const [at, store] of storeKeys().entries()) {
    const origin = `http://${store}.localhost:${app.port}`;
    const visit = async (path: string, { name, ...screen }: (typeof SCREENS)[number]) => {
      const context = await browser.newContext(screen);
      const page = await context.newPage();
      const asked = Date.now();
      await page.goto(origin + path, { waitUntil: 'domcontentloaded' });
      const pageMs = Date.now() - asked;
      const { pictures, late, ms } = await page.evaluate(picturesInView, Math.max(LIMIT_MS, pageMs));
      const links = await page
        .locator('a[href^="/category/"]')
        .evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''));
      must(
        late.length === 0 && pictures > 0,
        `${store}${path} on a ${name}: ${pictures} pictures, the last after ${ms} ms (the page: ${pageMs} ms)${late.map((one) => `\n      ${one}`).join('')}`,
      );
      await context.close();
      return [...new Set(links.filter((link) => !/[?#]/.test(link)))];
    };
    for (const [turn, screen] of SCREENS.entries()) {
      const categories = await visit('/', screen);
      // Half of the categories on either screen.
      for (const path of categories.filter((_, i) => (i + at) % SCREENS.length === turn).slice(0, 5))
        await visit(path, screen);
    }
  }
});

/**
 * In the page: how long after the call the last picture in view came, once the page is whole, and which ones did not
 * come in time.
 */
async function picturesInView(limitMs: number) {
  const began = performance.now();
  const inView = () =>
    [...document.querySelectorAll('img')].filter((img) => {
      const { top, bottom, left, right, width } = img.getBoundingClientRect();
      return width > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth && img.checkVisibility();
    });
  const missing = () => inView().filter((img) => !(img.complete && img.naturalWidth > 0));
  while ((document.readyState !== 'complete' || missing().length > 0) && performance.now() - began < limitMs)
    await new Promise((next) => requestAnimationFrame(next));
  const late = missing().map((img) => img.currentSrc || img.src);
  return { pictures: inView().length, late, ms: Math.round(performance.now() - began) };
}
