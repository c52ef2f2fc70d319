import { accountScreens } from '../support/account-screens.ts';
import { accessibilityFaults, expectAccessible } from '../support/axe.ts';
import { ALL_LOOKS, atRest, expect, LONG, test } from '../support/browser.ts';
import { keyboardFaults } from '../support/keyboard.ts';
import { layoutFaults } from '../support/layout.ts';
import { ACCOUNT, screens, visitorOf } from '../support/screens.ts';

test.use({ allowedConsole: [/status of (401|404|422|429)/], isMobile: false });

/** Of so many screens one is tried in `npm test`; all of them in `npm run prove -- layout`. */
const EVERY = 6;

test(
  'dialogs and screens of the way in and of the personal area: by keyboard, for everybody, on narrow and enlarged pages',
  LONG,
  async ({ page, site, viewport }) => {
    test.setTimeout(600_000);
    const visitor = await visitorOf(site, 'raam');
    const found: string[] = [];
    const note = (name: string, faults: string[]) => found.push(...faults.map((fault) => `${name}: ${fault}`));
    const shown = { ...Object.fromEntries(ACCOUNT.map((name) => [name, screens[name]])), ...accountScreens };
    for (const [at, [name, show]] of Object.entries(shown).entries()) {
      if (!ALL_LOOKS && at % EVERY > 0) continue;
      await show?.(page, visitor);
      await page.unrouteAll();
      // Each has a journey of its own, which lets axe look at it.
      if (ALL_LOOKS) await expectAccessible(page);
      else await atRest(page);
      note(name, await keyboardFaults(page));
      // As narrow as it gets, and letters of twice the size.
      await page.setViewportSize({ width: 320, height: 844 });
      await atRest(page);
      note(name, await layoutFaults(page));
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      const isPage = ACCOUNT.includes(name);
      for (const width of ALL_LOOKS && isPage ? [390, 1280] : [390]) {
        await page.setViewportSize({ width, height: 844 });
        await atRest(page);
        note(`${name}, large letters, ${width} px`, await layoutFaults(page));
      }
      await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
      const modal = (await page.locator('dialog:modal').count()) > 0;
      // A dialog is the same everywhere, and the page beneath it a screen of its own.
      if (ALL_LOOKS && !modal) {
        await page.setViewportSize({ width: 1440, height: 900 });
        note(`${name}, wide`, await accessibilityFaults(page));
      }
      if (viewport) await page.setViewportSize(viewport);
      const title = () => page.locator('dialog:modal').getByRole('heading').first().textContent();
      if (!modal) continue;
      const [before, url] = [await title(), page.url()];
      await page.keyboard.press('Escape');
      // Closed, or a step back in the same dialog.
      await expect
        .poll(async () => (await page.locator('dialog:modal').count()) === 0 || (await title()) !== before, name)
        .toBe(true);
      // What opened it has the focus again; a page that it led to begins at its beginning.
      await expect
        .poll(
          async () => page.url() !== url || (await page.evaluate(() => document.activeElement?.tagName !== 'BODY')),
          name,
        )
        .toBe(true);
    }
    expect(found.join('\n')).toBe('');
  },
);
