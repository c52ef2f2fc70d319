/**
 * `npm run shots`: every screen in every store and at every width, as one sheet a screen in test-results/shots.
 * A part of them: npm run shots -- --stores raam,noam --screens home,product --widths 390,1280
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { accountScreens } from '../tests/support/account-screens.ts';
import { refuseCookies } from '../tests/support/cookies.ts';
import startDatabase from '../tests/support/global-setup.ts';
import { rareScreens } from '../tests/support/rare-screens.ts';
import { type Visitor, visitorOf, screens as wellKnown } from '../tests/support/screens.ts';
import { startSite } from '../tests/support/site.ts';
import { ROOT } from '../tests/support/template.ts';
import { CHROMIUM_FLAGS, findChromium } from './chromium.mjs';
import { storeKeys } from './store-keys.ts';

const { values } = parseArgs({
  options: {
    stores: { type: 'string' },
    screens: { type: 'string' },
    widths: { type: 'string', default: '390,820,1280,1680' },
  },
});
const stores = values.stores?.split(',') ?? storeKeys();
const screens = { ...wellKnown, ...accountScreens, ...rareScreens };
const names = values.screens?.split(',') ?? Object.keys(screens);
const widths = values.widths.split(',').map(Number);
const out = path.join(ROOT, 'test-results', 'shots');

const PHONE = 600;
const heightOf = (width: number): number => (width < PHONE ? 844 : 900);
/** So many pages are open at a time. */
const AT_ONCE = 3;
/** A tall page is cut here: what comes below tells little more of the design. */
const HEIGHT_LIMIT = 3_200;
/** Of a shot on its sheet. */
const SCALE = 0.5;
const GAP = 24;

type Shot = { file: string; store: string; width: number };

async function main(): Promise<void> {
  for (const name of names)
    if (!screens[name]) throw new Error(`There is no screen ${name}; there are: ${Object.keys(screens).join(', ')}`);
  fs.mkdirSync(out, { recursive: true });
  process.env.CHROMIUM_PATH ??= await findChromium();
  const stopDatabase = await startDatabase();
  const site = await startSite();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: [...CHROMIUM_FLAGS, '--host-resolver-rules=MAP *.localhost 127.0.0.1'],
  });
  try {
    const visitors = new Map<string, Visitor>();
    for (const store of stores) visitors.set(store, await visitorOf(site, store));
    for (const name of names) {
      const shots: Shot[] = [];
      const left = [...visitors.values()].flatMap((visitor) => widths.map((width) => ({ visitor, width })));
      const work = async () => {
        for (let next = left.shift(); next; next = left.shift())
          shots.push(...(await shoot(browser, next.visitor, name, next.width)));
      };
      // Those that change the store for a moment would be seen by the others.
      await Promise.all(Array.from({ length: name in rareScreens ? 1 : AT_ONCE }, work));
      await sheet(name, shots);
    }
  } finally {
    await browser.close();
    await site.stop();
    await stopDatabase();
  }
}

/** Each width on a page of its own: one that had another width before now and then keeps sizes of it. */
async function shoot(browser: Browser, visitor: Visitor, name: string, width: number): Promise<Shot[]> {
  const page = await browser.newPage({
    viewport: { width, height: heightOf(width) },
    // A phone is touched.
    hasTouch: width < PHONE,
    locale: 'he-IL',
    timezoneId: 'Asia/Jerusalem',
    reducedMotion: 'reduce',
  });
  try {
    page.setDefaultTimeout(30_000);
    // The question about cookies would lie over the foot of every screen.
    await page.addInitScript(refuseCookies);
    await screens[name]?.(page, visitor);
    await settle(page);
    const file = path.join(out, `${name}-${visitor.store}-${width}.png`);
    await take(page, file, width);
    return [{ store: visitor.store, width, file }];
  } catch (error) {
    console.error(`${name}, ${visitor.store}, ${width}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
    return [];
  } finally {
    await page.context().close();
  }
}

async function take(page: Page, file: string, width: number): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const modal = await page.locator('dialog:modal, [popover]:popover-open').count();
  // An address that ends in a section's name is about that section.
  const hash = URL.canParse(page.url()) ? new URL(page.url()).hash : '';
  if (hash) {
    await page.locator(hash).screenshot({ path: file });
    return;
  }
  const clip = { x: 0, y: 0, width, height: Math.min(height, HEIGHT_LIMIT) };
  await page.screenshot(modal > 0 ? { path: file } : { path: file, fullPage: true, clip });
}

/** Fonts and every picture are there, also those that wait until they come near. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    // What a new width asks for is all there after a frame.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    // In a shot of the whole page a bar at the screen’s foot would lie across its middle, and its head across a
    // section.
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { position, bottom } = getComputedStyle(element);
      if (position === 'sticky' && (bottom !== 'auto' || location.hash)) element.style.position = 'static';
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });
}

/** A row a store, a column a width. */
async function sheet(name: string, shots: Shot[]): Promise<void> {
  const small = await Promise.all(
    shots.map(async (shot) => {
      const { data, info } = await sharp(shot.file)
        .resize({ width: Math.round(shot.width * SCALE) })
        .png()
        .toBuffer({ resolveWithObject: true });
      return { ...shot, data, height: info.height };
    }),
  );
  const starts = widths.map((_, index) =>
    widths.slice(0, index).reduce((sum, width) => sum + width * SCALE + GAP, GAP),
  );
  const rows = stores.map((store) => small.filter((shot) => shot.store === store));
  let top = GAP;
  const parts = rows.flatMap((row) => {
    const placed = row.map((shot) => ({
      input: shot.data,
      left: Math.round(starts[widths.indexOf(shot.width)] ?? 0),
      top,
    }));
    top += Math.max(0, ...row.map(({ height }) => height)) + GAP;
    return placed;
  });
  const width = Math.round(widths.reduce((sum, each) => sum + each * SCALE + GAP, GAP));
  const file = path.join(out, `sheet-${name}.webp`);
  // WebP has no picture higher than this.
  const sheetHeight = Math.min(top, 16_383);
  await sharp({ create: { width, height: top, channels: 3, background: '#8a8f98' }, limitInputPixels: false })
    .composite(parts)
    .png()
    .toBuffer()
    .then((whole) =>
      sharp(whole, { limitInputPixels: false }).resize({ height: sheetHeight }).webp({ quality: 82 }).toFile(file),
    );
  console.log(path.relative(ROOT, file));
}

await main();
