import type { Page } from '@playwright/test';
import routes from '../../office/routes.ts';
import { accessibilityFaults } from '../support/axe.ts';
import { ALL_LOOKS, atRest, expect, LONG, test } from '../support/browser.ts';
import { layoutFaults } from '../support/layout.ts';
import { addressOf, drawnRoutes, officeAddresses } from '../support/office-addresses.ts';
import { type Life, liveOnce, officeUrl, signInToOffice } from '../support/office-life.ts';

// Every screen of the office as it is opened: axe finds nothing, and nothing is cut off or out at the side, on a tablet
// and (where staff walk about with it) a phone. In `npm run prove -- layout` also on a desk, in both palettes, and with
// letters of twice the size.

test.use({ allowedConsole: [/status of (404|400)/] });
// Four screens, in `npm run prove` with four looks each; the bulk table alone is a third of a minute on a busy machine.
test.describe.configure({ mode: 'parallel', timeout: 120_000 });

/** What is also used on a phone. */
const PHONE = ['orders', 'orders/:order', 'bookings', 'stock'];
/** What one sees before one is known. */
const ENTRY = ['sign-in', 'join'];
/** So many in a test, so that each test stays short; of every third such group in `npm test`. */
const TOGETHER = 4;

const drawn = drawnRoutes(routes);
const screens = drawn.filter((route) => !ENTRY.includes(route));
const groups = Array.from({ length: Math.ceil(screens.length / TOGETHER) }, (_, at) =>
  screens.slice(at * TOGETHER, (at + 1) * TOGETHER),
);

let life: Life;
test.beforeAll(async ({ site }) => {
  life = await liveOnce(site);
});

type Look = { width: number; colorScheme: 'light' | 'dark'; letters?: number; axe: boolean };
const DESK: Look = { width: 1280, colorScheme: 'light', axe: true };
const TABLET: Look = { width: 820, colorScheme: 'dark', axe: true };
/** The last of a page: Chromium does not always lay out all of it anew when letters become small again. */
const LARGE: Look = { width: 1280, colorScheme: 'light', letters: 32, axe: false };
const ON_A_PHONE: Look = { width: 390, colorScheme: 'light', axe: true };

/** A page that stands on a tablet seldom breaks on a desk or with large letters; the palettes take turns. */
function looksOf(route: string): Look[] {
  const phone = PHONE.includes(route) ? [ON_A_PHONE] : [];
  if (ALL_LOOKS) return [DESK, TABLET, ...phone, LARGE];
  const colorScheme = drawn.indexOf(route) % 2 === 0 ? 'light' : 'dark';
  return [{ ...TABLET, colorScheme }, ...phone];
}

/** @returns what is wrong with the page as it stands, a line each */
async function faultsOf(page: Page, looks: Look[]): Promise<string[]> {
  const found: string[] = [];
  for (const { width, colorScheme, letters, axe } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size ? `${size}px` : '';
    }, letters);
    await atRest(page);
    const faults = [...(await layoutFaults(page)), ...(axe ? await accessibilityFaults(page) : [])];
    found.push(...faults.map((fault) => `${width} px, ${colorScheme}${letters ? ', large letters' : ''}: ${fault}`));
  }
  return found;
}

test('every screen of the office has an address here, and no other', () => {
  expect(Object.keys(officeAddresses).sort()).toEqual(drawnRoutes(routes).sort());
});

for (const [at, group] of groups.entries()) {
  const further = at % 5 === 0 ? {} : LONG;
  test(`axe and layout: ${group.map((route) => `/${route}`).join(', ')}`, further, async ({ page, site }) => {
    await signInToOffice(site, page);
    const found: string[] = [];
    for (const route of group) {
      const answer = await page.goto(officeUrl(site, addressOf(route, life)));
      expect(answer?.status(), route).toBe(route === '*' ? 404 : 200);
      found.push(...(await faultsOf(page, looksOf(route))).map((fault) => `/${route}, ${fault}`));
    }
    expect(found.join('\n')).toBe('');
  });
}

test('axe and layout: the ways in', async ({ page, site }) => {
  const found: string[] = [];
  for (const route of ENTRY) {
    await page.goto(officeUrl(site, addressOf(route, life)));
    found.push(...(await faultsOf(page, [...looksOf(route), ON_A_PHONE])).map((fault) => `/${route}, ${fault}`));
  }
  expect(found.join('\n')).toBe('');
});
