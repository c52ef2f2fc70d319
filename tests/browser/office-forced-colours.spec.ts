import type { Locator } from '@playwright/test';
import pg from 'pg';
import { alive, expect, LONG, test } from '../support/browser.ts';
import { enterOffice, officeUrl } from '../support/office-life.ts';
import { piece, shopper } from '../support/purchase.ts';

let db: pg.Pool;
test.beforeEach(({ site }) => {
  db = new pg.Pool({ connectionString: site.databaseUrl, max: 2 });
});
test.afterEach(() => db.end());

test(
  'in forced colours the focus shows, and what is chosen, on, or a state differs by more than its ground',
  LONG,
  async ({ page, site }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ forcedColors: 'active' });
    await enterOffice(site, page, '/components');
    const drawn = (part: Locator) =>
      part.evaluate((element) => {
        const { outlineStyle, outlineColor, borderTopStyle, borderTopColor, backgroundColor } =
          getComputedStyle(element);
        return {
          outlined: outlineStyle !== 'none' && outlineColor !== backgroundColor,
          bordered: borderTopStyle !== 'none' && borderTopColor !== 'rgba(0, 0, 0, 0)',
        };
      });
    const main = page.getByRole('main');
    for (const badge of await main.locator('.rounded-full.border').all())
      expect((await drawn(badge)).bordered).toBe(true);
    await alive(main.locator('button').first());
    await main.locator('button').first().focus();
    for (let press = 0; press < 12; press++) {
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus');
      // The button within a date's field is the browser's own.
      if ((await focused.count()) > 0) expect((await drawn(focused)).outlined, await focused.innerHTML()).toBe(true);
    }
    const current = page.getByRole('navigation', { name: 'ראשי' }).getByRole('link');
    for (let order = 0; order < 2; order++) await shopper(site.port).order(await piece(db));
    await page.goto(officeUrl(site, '/orders'));
    expect((await drawn(current.filter({ hasText: 'הזמנות' }))).outlined).toBe(true);
    expect((await drawn(current.filter({ hasText: 'פניות' }))).outlined).toBe(false);
    const [first, second] = [page.getByRole('row').nth(1), page.getByRole('row').nth(2)];
    await alive(first);
    await first.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    expect((await drawn(first)).outlined).toBe(true);
    expect((await drawn(second)).outlined).toBe(false);
    await page.keyboard.press('Control+k');
    const options = page.getByRole('dialog').getByRole('option');
    expect((await drawn(options.first())).outlined).toBe(true);
    expect((await drawn(options.nth(1))).outlined).toBe(false);
  },
);
