import { storeKeys } from '../../scripts/store-keys.ts';
import { accountScreens } from '../support/account-screens.ts';
import { accessibilityFaults } from '../support/axe.ts';
import { ALL_LOOKS, atRest, expect, test } from '../support/browser.ts';
import { layoutFaults } from '../support/layout.ts';
import { rareScreens } from '../support/rare-screens.ts';
import { visitorOf, screens as wellKnown } from '../support/screens.ts';
import { query } from '../support/site-rows.ts';

// As a mobile browser, Chromium widens the page to whatever sticks out, and the cause would be lost in the crowd.
test.use({ allowedConsole: [/status of (404|422|500|503)/], isMobile: false });

/**
 * Otherwise raam: Latin names. In `npm run prove -- layout` every store, every screen, and those that are met less
 * often.
 */
const STORES = process.env.LAYOUT_STORES?.split(',') ?? (ALL_LOOKS ? storeKeys() : ['raam']);
const screens = ALL_LOOKS ? { ...wellKnown, ...accountScreens, ...rareScreens } : wellKnown;

/** What most shoppers see, and where each store has words of its own: the screens of `npm test`. */
const OWN = [
  'home',
  'category',
  'filters',
  'search',
  'product-configurator',
  'compare',
  'menu',
  'cart',
  'purchase-1',
  'purchase-4',
  'dashboard',
];

/** Letters of twice the size, as a reader sets them in the browser. */
const LARGE = 32;

/**
 * In pixels, and the letters where they are not the site's own. Each screen is opened once and then made narrower and
 * wider.
 */
type Look = [width: number, letters?: number];
const NARROWEST: Look = [320];
const ENLARGED: Look = [390, LARGE];
const DESK: Look = [1280, LARGE];

/**
 * Where axe looks, too. On a phone the tests of each screen let it look at every state; of every screen and store, `npm
 * run prove -- layout`.
 */
const AXE_ON = { width: 1440, height: 900 };

test.describe.configure({ mode: 'parallel' });

for (const store of STORES) {
  test(`on no screen of ${store} is text cut off, or anything out at the side or over another; axe finds nothing on a wide one`, async ({
    page,
    site,
  }) => {
    test.setTimeout(600_000);
    const visitor = await visitorOf(site, store);
    // Every screen of an order takes a piece.
    await query(site, 'update variants set stock = stock + 30 where product_uid = $1 and stock > 0', [
      visitor.product.id,
    ]);
    const found: string[] = [];
    for (const [name, show] of Object.entries(screens)) {
      if (!ALL_LOOKS && !OWN.includes(name)) continue;
      await page.setViewportSize({ width: 390, height: 844 });
      await page.context().setOffline(false);
      await show(page, visitor);
      // A mail is no page: nothing of it is a landmark.
      const isMail = name.startsWith('mail-');
      if (ALL_LOOKS && !isMail) {
        await atRest(page);
        found.push(...(await accessibilityFaults(page)).map((fault) => `${name}, phone: ${fault}`));
      }
      for (const [width, letters] of ALL_LOOKS ? [NARROWEST, ENLARGED, DESK] : [NARROWEST, ENLARGED]) {
        await page.setViewportSize({ width, height: 844 });
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size ? `${size}px` : '';
        }, letters);
        await atRest(page);
        const faults = await layoutFaults(page);
        found.push(
          ...faults.map((fault) => `${name}, ${width} px${letters ? `, letters of ${letters}` : ''}: ${fault}`),
        );
      }
      // A dialog is the same on both, and is looked at on the phone.
      if (isMail || (await page.locator('dialog:modal').count()) > 0) continue;
      await page.setViewportSize(AXE_ON);
      await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
      found.push(...(await accessibilityFaults(page)).map((fault) => `${name}, wide: ${fault}`));
    }
    expect(found.join('\n')).toBe('');
  });
}
